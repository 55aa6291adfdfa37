/**
 * The versions of the event bodies (source: "Versioning"). A webhook retains the version of its creation, so
 * that a new shape reaches no one who did not request it.
 */
import type { WebhookEvent } from '../../../generated/asyncapi.ts'

/** Makes an older version's body from an event as the document describes it now. */
type Renderer = (event: WebhookEvent) => object

export interface ApiVersions {
  /** Dates, oldest first. */
  names: readonly string[]
  /** The bytes that every attempt sends. @throws Error for a version without a renderer */
  render(version: string, event: WebhookEvent): Buffer
}

/** @param renderers by the date of the version */
export function createApiVersions(renderers: Readonly<Record<string, Renderer>>): ApiVersions {
  return {
    names: Object.keys(renderers).sort(),
    render(version, event) {
      const renderer = renderers[version]
      if (!renderer) throw new Error(`There is no renderer for the API version ${version}.`)
      return Buffer.from(JSON.stringify(renderer({ ...event, apiVersion: version })))
    },
  }
}

export const apiVersions = createApiVersions({ '2026-11-01': (event) => event })
