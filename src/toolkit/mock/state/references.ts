/** Properties of an item that refer to the items above it in its path. */

import { isAt } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal, singularOf } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type JsonObject } from '../../openapi/document.ts'
import { variablesIn } from '../../requests/path.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { KeptGraph } from './graph.ts'

/** The values that the path of the collection gives: `/users/7/posts` gives `userId: "7"` and `user_id: "7"`. */
export function parentReferences(
  graph: Pick<KeptGraph, 'alongPath' | 'placesOf'>,
  resource: Resource,
  collection: string,
  view: JsonObject,
): JsonObject {
  const references: JsonObject = {}
  const place = graph.placesOf(resource).find((one) => variablesIn(one, collection) !== undefined)
  if (place === undefined) return references
  const variables = variablesIn(place, collection) ?? {}
  for (const parent of graph.alongPath(place)) {
    const value = variables[parent.parameter]
    if (value === undefined || !isAt(parent.item, place)) continue
    const kind = normal(singularOf(lastSegment(parent.collection)))
    const names = [normal(parent.parameter), `${kind}id`].filter((name) => name !== 'id')
    for (const [name] of membersOf(view))
      if (names.includes(normal(name)) && name !== resource.idMember) references[name] = value
  }
  return references
}

const COUNTED = /^(version|revision|number|sequence|iteration|build)(_?(number|no))?$/i
const OF_ITS_OWN = /^(object|type|kind|name)$|(at|on|date|time|id)$/i

/** The next number of items that are counted within their collection, such as versions; undefined for other items. */
export function nextNumber(
  document: ContractDocument,
  { idMember }: Resource,
  view: JsonObject,
  siblings: readonly JsonObject[],
): JsonObject {
  const schema = membersOf(view).find(([name]) => name === idMember)?.[1]
  const types = typesOf(withoutNull(document, viewOf(document, schema)))
  if (!COUNTED.test(idMember) || !types.includes('integer')) return {}
  return { [idMember]: Math.max(0, ...siblings.map((one) => Number(one[idMember]) || 0)) + 1 }
}

/**
 * What an item repeats of the one above it: properties of one name and one named schema that no request sets, such as the
 * content that a version freezes.
 */
export function repeatedFrom(
  parent: JsonObject | undefined,
  parentView: JsonObject,
  view: JsonObject,
  sayable: (name: string) => boolean,
): JsonObject {
  const above = new Map(membersOf(parentView))
  const repeated: JsonObject = {}
  for (const [name, schema] of membersOf(view)) {
    const value = parent?.[name]
    const other = above.get(name)
    if (value === undefined || other === undefined || sayable(name) || OF_ITS_OWN.test(name)) continue
    if (isObject(schema) && isObject(other) && schema.$ref !== undefined && schema.$ref === other.$ref)
      repeated[name] = value
  }
  return repeated
}
