/** In-memory store: items by the concrete path of their collection. */
import type { JsonObject } from '../../openapi/document.ts'

export interface Store {
  /** The paths of collections with items. */
  collections(): string[]
  /** The items of a collection with their identifiers, the newest last. */
  entries(collection: string): [id: string, item: JsonObject][]
  /** The items of a collection, the newest last. */
  all(collection: string): JsonObject[]
  get(collection: string, id: string): JsonObject | undefined
  put(collection: string, id: string, item: JsonObject): void
  /** Removes an item and everything below it. */
  delete(collection: string, id: string): boolean
  clear(): void
}

export function createStore(): Store {
  const collections = new Map<string, Map<string, JsonObject>>()
  const itemsOf = (collection: string) => {
    let items = collections.get(collection)
    if (items === undefined) {
      items = new Map()
      collections.set(collection, items)
    }
    return items
  }
  return {
    collections: () => [...collections].filter(([, items]) => items.size > 0).map(([path]) => path),
    entries: (collection) => [...itemsOf(collection)],
    all: (collection) => [...itemsOf(collection).values()],
    get: (collection, id) => itemsOf(collection).get(id),
    put: (collection, id, item) => void itemsOf(collection).set(id, item),
    delete(collection, id) {
      const below = `${collection}/${encodeURIComponent(id)}/`
      for (const path of collections.keys()) if (`${path}/`.startsWith(below)) collections.delete(path)
      return itemsOf(collection).delete(id)
    },
    clear: () => collections.clear(),
  }
}
