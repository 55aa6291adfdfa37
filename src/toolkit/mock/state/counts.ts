/** Properties that count the items below an item, such as `promptCount` of a folder. */
import type { ApiOperation } from '../../model/api.ts'
import { isMade } from '../../model/homes.ts'
import type { Resource } from '../../model/resources.ts'
import { countedBy, lastSegment, normal, singularOf } from '../../model/vocabulary.ts'
import { isObject, type JsonObject } from '../../openapi/document.ts'
import { filledIn } from '../../requests/path.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { bodyItemSchema } from './bodies.ts'
import type { StoredGraph } from './graph.ts'
import type { Store } from './store.ts'
import type { Shown } from './stored.ts'
import { type Maker, viewWithForms } from './targets.ts'

/** The current values of the view's properties that count items below the item. */
export function countsOf(
  maker: Maker,
  graph: StoredGraph,
  store: Store,
  { resource, item, path }: Shown,
  view: JsonObject,
): JsonObject {
  const counts: JsonObject = {}
  for (const { name, child, below, reference, isLatest } of countersOf(maker, graph, resource, view)) {
    const id = String(item[resource.idMember])
    const variables = { ...path, [resource.parameter]: id }
    const items = store.all(filledIn(child.collection, variables))
    if (isLatest) counts[name] = Math.max(0, ...items.map((one) => Number(one[name]) || 0))
    else
      counts[name] = below
        ? items.length
        : items.filter((one) => refersTo(one[reference], id, resource)).length
  }
  return counts
}

const refersTo = (value: unknown, id: string, { idMember }: Resource): boolean =>
  String(isObject(value as JsonObject) ? (value as JsonObject)[idMember] : value) === id

interface Counter {
  name: string
  child: Resource
  /** Whether the counted items are in a collection below the item; otherwise they refer to it. */
  below: boolean
  reference: string
  /** Whether the property is the number of the latest child, such as `version` of a resource with versions. */
  isLatest?: boolean
}

const known = new WeakMap<JsonObject, Counter[]>()

function countersOf(maker: Maker, graph: StoredGraph, resource: Resource, view: JsonObject): Counter[] {
  const found = known.get(view) ?? findCounters(maker, graph, resource, view)
  known.set(view, found)
  return found
}

function findCounters(
  { api: { document } }: Maker,
  graph: StoredGraph,
  resource: Resource,
  view: JsonObject,
): Counter[] {
  const given = new Set(
    [resource.create, resource.put, resource.update]
      .filter((one): one is ApiOperation => one?.body !== undefined)
      .flatMap((one) => membersOf(viewWithForms(document, bodyItemSchema(document, one, resource))))
      .map(([name]) => name),
  )
  const own = normal(singularOf(lastSegment(resource.collection)))
  return membersOf(view).flatMap(([name, schema]): Counter[] => {
    if (given.has(name)) return []
    if (!typesOf(withoutNull(document, viewOf(document, schema))).includes('integer')) return []
    const numbered = graph.resources.find(
      (one) =>
        isMade(one) &&
        one.collection === `${resource.item}/${lastSegment(one.collection)}` &&
        one.parameter === name &&
        one.idMember === name,
    )
    if (numbered !== undefined) return [{ name, child: numbered, below: true, reference: '', isLatest: true }]
    const counted = countedBy(name)
    if (counted === undefined) return []
    const children = graph.resources.filter(
      (one) => one !== resource && isMade(one) && normal(singularOf(lastSegment(one.collection))) === counted,
    )
    const inside = children.find(
      ({ collection }) => collection === `${resource.item}/${lastSegment(collection)}`,
    )
    if (inside !== undefined) return [{ name, child: inside, below: true, reference: '' }]
    for (const child of children.filter(({ parent }) => parent === resource.parent)) {
      const list = child.create && bodyItemSchema(document, child.create, child)
      const reference = membersOf(viewWithForms(document, list))
        .map(([member]) => member)
        .find((member) => normal(member) === `${own}id` || normal(member) === own)
      if (reference !== undefined) return [{ name, child, below: false, reference }]
    }
    return []
  })
}
