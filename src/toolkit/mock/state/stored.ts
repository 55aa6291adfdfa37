/** The stored items on a path: their collections, and whether they exist. */

import { isMade } from '../../model/homes.ts'
import type { Resource } from '../../model/resources.ts'
import { kindOf, soundsLike } from '../../model/vocabulary.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { HttpError } from '../../requests/exchange.ts'
import { filledIn, variablesIn } from '../../requests/path.ts'
import type { StoredGraph, Targets } from './graph.ts'
import { newItem } from './items.ts'
import type { Store } from './store.ts'
import type { Maker } from './targets.ts'

/** Suffix of the collection path under which ids of deleted items that no operation creates are stored. */
export const GONE = '#gone'

export const collectionIn = (resource: Resource, concrete: string): string =>
  concrete.split('/').slice(0, resource.collection.split('/').length).join('/')

export const idIn = (resource: Resource, concrete: string): string =>
  decodeURIComponent(concrete.split('/')[resource.collection.split('/').length] ?? '')

const itemIn = (resource: Resource, concrete: string): string =>
  concrete.split('/').slice(0, resource.item.split('/').length).join('/')

export const missing = (resource: Resource): HttpError =>
  new HttpError(404, `There is no such ${kindOf(resource.parameter)}.`, { kind: 'notFound' })

/** An item and what its counts are computed from. */
export interface Shown {
  resource: Resource
  item: JsonObject
  /** The values of the variables in the path of the request. */
  path: Record<string, string>
  /** The properties that the request set. */
  sent?: JsonObject
}

export interface Stored {
  /** The collection and id of an item, whether or not it exists. */
  placeOf(resource: Resource, concrete: string): { collection: string; id: string }
  /** The concrete paths of a resource's collections on the path that contain items. */
  collectionsOf(resource: Resource, path: Record<string, string>): string[]
  /** The path with ids, where a client uses another identifier of an item, such as a slug. */
  canonical(path: string, concrete: string): string
  /** The item on a concrete path. An item that no operation creates is created when it is first read, unless it was deleted. */
  find(resource: Resource, concrete: string): JsonObject | undefined
  /** @throws HttpError 404 unless all items on the path exist */
  requireParents(path: string, concrete: string): void
}

export function createStored(maker: Maker, graph: StoredGraph, { seenIn }: Targets, store: Store): Stored {
  /** The identifier of the one item in a collection that has the name. */
  function named(resource: Resource, collection: string, name: string): string | undefined {
    const found = store
      .all(collection)
      .filter((item) =>
        Object.entries(item).some(
          ([member, value]) =>
            (soundsLike('unique', member) || member === resource.parameter) && String(value) === name,
        ),
      )
    return found.length === 1 ? String(found[0]?.[resource.idMember]) : undefined
  }
  const collectionsOf: Stored['collectionsOf'] = (resource, path) => {
    const { [resource.parameter]: _, ...given } = path
    return graph.placesOf(resource).flatMap((template) => {
      const whole = canonical(template, filledIn(template, given))
      const wanted = { ...given, ...(whole.includes('//') ? {} : variablesIn(template, whole)) }
      return store.collections().filter((collection) => {
        const variables = variablesIn(template, collection)
        const differs = ([name, value]: [string, string]) => (wanted[name] ?? value) !== value
        return variables !== undefined && !Object.entries(variables).some(differs)
      })
    })
  }
  const placeOf: Stored['placeOf'] = (resource, concrete) => {
    const [own, id] = [collectionIn(resource, concrete), idIn(resource, concrete)]
    const elsewhere = graph.placesOf(resource)[0] !== resource.collection
    const collections = elsewhere
      ? collectionsOf(resource, variablesIn(resource.item, itemIn(resource, concrete)) ?? {})
      : [own]
    const at = collections.find((collection) => store.get(collection, id) !== undefined)
    if (at !== undefined) return { collection: at, id }
    for (const collection of collections) {
      const other = named(resource, collection, id)
      if (other !== undefined) return { collection, id: other }
    }
    return { collection: own, id }
  }

  function canonical(path: string, concrete: string): string {
    const parts = concrete.split('/')
    for (const resource of graph.alongPath(path)) {
      const { collection, id } = placeOf(resource, parts.join('/'))
      const at = resource.collection.split('/').length
      if (collection === collectionIn(resource, parts.join('/'))) parts[at] = encodeURIComponent(id)
    }
    return parts.join('/')
  }

  function find(resource: Resource, concrete: string): JsonObject | undefined {
    const { collection, id } = placeOf(resource, concrete)
    const found = store.get(collection, id)
    if (found !== undefined || isMade(resource)) return found
    if (store.get(collection + GONE, id) !== undefined) return undefined
    const first = resource.read ?? resource.update ?? resource.delete ?? resource.list
    if (first === undefined) return undefined
    const item = newItem(maker, first, resource, {}, { [resource.idMember]: id }, seenIn(resource, first))
    store.put(collection, id, item)
    return item
  }
  return {
    find,
    placeOf,
    collectionsOf,
    canonical,
    requireParents(path, concrete) {
      for (const resource of graph.alongPath(path)) {
        if (resource.item === path || !isMade(resource)) continue
        if (find(resource, concrete) === undefined) throw missing(resource)
      }
    },
  }
}
