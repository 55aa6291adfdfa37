/** The items that a path goes through: where they are kept, and whether they are there. */
import type { Resource } from '../../conformance/api/resources.ts'
import type { JsonObject } from '../../contract/index.ts'
import { Refusal } from '../../requests/exchange.ts'
import type { KeptGraph, Targets } from './graph.ts'
import { newItem } from './items.ts'
import type { Store } from './store.ts'
import type { Maker } from './targets.ts'

/** Where identifiers of what was deleted and nobody made are kept, behind the path of their collection. */
export const GONE = '#gone'

/** Somebody makes these items; what nobody makes is there from the beginning. */
export const isMade = ({ create, put }: Resource): boolean => create !== undefined || put !== undefined

export const collectionIn = (resource: Resource, concrete: string): string =>
  concrete.split('/').slice(0, resource.collection.split('/').length).join('/')

export const idIn = (resource: Resource, concrete: string): string =>
  decodeURIComponent(concrete.split('/')[resource.collection.split('/').length] ?? '')

export const lastWord = ({ parameter }: Resource): string => parameter.replace(/_?id$/i, '') || 'item'

export const missing = (resource: Resource): Refusal =>
  new Refusal(404, `There is no such ${lastWord(resource)}.`, { hint: /NOT_FOUND/i })

/** The path of a collection with its variables filled in. */
export const filledIn = (template: string, path: Record<string, string>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))

/** An item and what its counts are computed from. */
export interface Shown {
  resource: Resource
  item: JsonObject
  /** The values of the variables in the path of the request. */
  path: Record<string, string>
}

interface Kept {
  /** The item on a concrete path; one that nobody makes is made at its first look, until it is deleted. */
  find(resource: Resource, concrete: string): JsonObject | undefined
  /** @throws Refusal 404 unless every item that the path goes through is there */
  requireParents(path: string, concrete: string): void
}

export function createKept(maker: Maker, graph: KeptGraph, { seenIn }: Targets, store: Store): Kept {
  function find(resource: Resource, concrete: string): JsonObject | undefined {
    const [collection, id] = [collectionIn(resource, concrete), idIn(resource, concrete)]
    const kept = store.get(collection, id)
    if (kept !== undefined || isMade(resource)) return kept
    if (store.get(collection + GONE, id) !== undefined) return undefined
    const first = resource.read ?? resource.update ?? resource.delete ?? resource.list
    if (first === undefined) return undefined
    const item = newItem(maker, first, resource, {}, { [resource.idMember]: id }, seenIn(resource, first))
    store.put(collection, id, item)
    return item
  }
  return {
    find,
    requireParents(path, concrete) {
      for (const resource of graph.alongPath(path)) {
        if (resource.item === path || !isMade(resource)) continue
        if (find(resource, concrete) === undefined) throw missing(resource)
      }
    },
  }
}
