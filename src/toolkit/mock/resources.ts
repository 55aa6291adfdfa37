/** The resources of a mocked document, inferred once. */
import type { Api } from '../model/api.ts'
import { findResources, type Resource } from '../model/resources.ts'

const known = new WeakMap<Api, readonly Resource[]>()

export function resourcesOf(api: Api): readonly Resource[] {
  const resources = known.get(api) ?? findResources(api).resources
  known.set(api, resources)
  return resources
}
