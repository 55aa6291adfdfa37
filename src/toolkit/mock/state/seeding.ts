/** Where a stateful mock begins: with the items that the document shows. */
import { examplesOf, successSchema } from '../../model/api.ts'
import { isMade } from '../../model/homes.ts'
import { itemsShown, listItems, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import { isObject, type JsonObject } from '../../openapi/document.ts'
import { filledIn } from '../../requests/path.ts'
import { viewOf } from '../../schema/view.ts'
import type { StoredGraph, Targets } from './graph.ts'
import { withSelfLinks } from './selfLinks.ts'
import type { Store } from './store.ts'
import { exampleOf, type Maker, type Target } from './targets.ts'

/** Stores the items of the document's examples. Nested items belong to the first item of their parent collection. */
export function seed(maker: Maker, graph: StoredGraph, { targetFor }: Targets, store: Store): void {
  const { api } = maker
  const firsts = new Map<Resource, string>()

  /** The items in examples of the list, of reading one and of making one; else one of the schema's own examples. */
  function shownOf(resource: Resource): JsonObject[] {
    const { list, read, create } = resource
    const example = list && exampleOf(api, list)
    const listed =
      example === undefined || list === undefined ? [] : itemsShown(listPlace(api, list) ?? [], example)
    if (listed.length > 0) return listed
    const one = [read, create].flatMap((operation): Target[] => {
      const target = operation && targetFor(operation, resource)
      return target === undefined ? [] : [target]
    })
    const ofSchema: JsonObject[] = [
      list && listItems(api, list),
      read && successSchema(api, read)?.schema,
    ].flatMap((schema) =>
      schema === undefined
        ? []
        : examplesOf(api.document, viewOf(api.document, schema)).filter((one): one is JsonObject =>
            isObject(one),
          ),
    )
    const based = (index: number) =>
      one.flatMap((target): JsonObject[] => {
        const item = target.bases[index]?.()
        return item === undefined ? [] : [item]
      })
    const shown = [...based(0), ...ofSchema]
    if (shown.length > 0) return shown.slice(0, 1)
    return based(1)
      .slice(0, 1)
      .map((item) => {
        const path = maker.pathTo(resource.item, { [resource.parameter]: String(item[resource.idMember]) })
        const own = { resource, path, origin: '', example: undefined }
        return withSelfLinks(api.document, one[0]?.view ?? {}, item, own, () => false)
      })
  }

  for (const resource of graph.resources.filter(isMade)) {
    const [place = resource.collection] = graph.placesOf(resource)
    const variables: Record<string, string> = {}
    for (const parent of graph.alongPath(place)) {
      const id = firsts.get(parent)
      if (id !== undefined) variables[parent.parameter] = id
    }
    const names = [...place.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
    if (names.some((name) => variables[name] === undefined)) continue
    const collection = filledIn(place, variables)
    for (const item of shownOf(resource)) {
      const id = item[resource.idMember]
      if (typeof id !== 'string' && typeof id !== 'number') continue
      store.put(collection, String(id), item)
      if (!firsts.has(resource)) firsts.set(resource, String(id))
    }
  }
}
