/** `toMatchApi` for Vitest. */
import { expect } from 'vitest'
import { type ApiMatcherOptions, createApiMatchers } from './apiMatcher.ts'
import type { SentRequest } from './received.ts'

export type { ApiMatcherOptions } from './apiMatcher.ts'
export type { SentRequest } from './received.ts'

/** Responses whose body is read by the matcher. */
type Unread =
  | { clone(): unknown; arrayBuffer(): unknown }
  | { statusCode: number; body: { arrayBuffer(): unknown } }

interface ResponseMatchers<T> {
  /**
   * Checks status, headers and body of a response against the OpenAPI document.
   * @param request method and URL, where the response does not contain them
   * @returns a promise for responses of fetch and undici: await it
   */
  toMatchApi(request?: SentRequest): T extends Unread ? Promise<void> : void
  /** The same as `toMatchApi`, under the name of jest-openapi. */
  toSatisfyApiSpec(request?: SentRequest): T extends Unread ? Promise<void> : void
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the declaration that it extends has this default
  interface Matchers<T = any> extends ResponseMatchers<T> {}
}

/**
 * Adds `toMatchApi` and its alias `toSatisfyApiSpec` to `expect` of Vitest. Call it in a file of `setupFiles`.
 *
 * @param document path of the OpenAPI document, or the parsed document
 * @throws DocumentError for a document that cannot be read
 * @example
 * useApi('openapi.yaml')
 * await expect(await fetch('http://localhost:8080/books')).toMatchApi()
 */
export function useApi(document: string | object, options: ApiMatcherOptions = {}): void {
  expect.extend({ ...createApiMatchers(document, options) })
}
