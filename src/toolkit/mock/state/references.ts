/** Properties of an item that refer to the items above it in its path. */

import { isAt } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { isIdName, isKeyName, lastSegment, normal, singularOf, soundsLike } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { variablesIn } from '../../requests/path.ts'
import { memberOf, membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { repeated } from './bodies.ts'
import type { StoredGraph } from './graph.ts'
import type { Shown } from './stored.ts'

/** The values that the path of the collection gives: `/users/7/posts` gives `userId: "7"` and `user_id: "7"`. */
export function parentReferences(
  graph: Pick<StoredGraph, 'alongPath' | 'placesOf'>,
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

/**
 * The identifier that a request assigns by the name of the path's variable: `POST /groups/7/roles {"role_id": "a"}`, and
 * `{"metadata": {"name": "a"}}` for `/pods/{name}`.
 */
export function idSent({ parameter, idMember }: Resource, sent: JsonObject): JsonObject {
  if (sent[idMember] !== undefined) return {}
  const scalarIn = (holder: JsonObject) =>
    Object.entries(holder).find(
      ([name, value]) =>
        normal(name) === normal(parameter) && (typeof value === 'string' || typeof value === 'number'),
    )?.[1]
  const below = Object.entries(sent).flatMap(([name, value]) =>
    soundsLike('metadata', name) && isObject(value) ? (scalarIn(value) ?? []) : [],
  )[0]
  const value = below ?? (isKeyName(parameter) ? scalarIn(sent) : undefined)
  return value === undefined ? {} : { [idMember]: value }
}

/**
 * A response with known values around the item: sent values, and identifiers of the item and of those above it. Examples
 * are `shipSymbol` of the transaction next to a new ship, and `id` of the `group` next to its role.
 *
 * @param item the item in the response, which stays as it is
 */
export function withOwnReferences(
  graph: Pick<StoredGraph, 'alongPath'>,
  { resource, item: stored, path, sent = {} }: Shown,
  whole: Json,
  item: JsonObject,
): Json {
  const known = graph.alongPath(resource.item).flatMap((one): Reference[] => {
    const value = one === resource ? stored[resource.idMember] : path[one.parameter]
    const kind = normal(singularOf(lastSegment(one.collection)))
    const names = [normal(one.parameter), `${kind}id`].filter((name) => !isIdName(name))
    return value === undefined ? [] : [{ kind, names, id: one.idMember, value }]
  })
  const walk = (node: Json, name: string): Json => {
    const key = normal(name)
    if (node === item || Array.isArray(node)) return node
    if (!isObject(node))
      return known.find(({ names }) => names.includes(key))?.value ?? repeated(sent, name, node)
    const inner = Object.entries(node).map(([member, one]): [string, Json] => [
      member,
      walk(one as Json, member),
    ])
    const meant = known.find(({ kind, id }) => kind === key && node[id] !== undefined)
    return { ...Object.fromEntries(inner), ...(meant && { [meant.id]: meant.value }) }
  }
  return walk(whole, '')
}

interface Reference {
  kind: string
  /** Of properties that contain the identifier. */
  names: string[]
  /** The property of the item that contains it. */
  id: string
  value: Json
}

/** The next number of items that are counted within their collection, such as versions; undefined for other items. */
export function nextNumber(
  document: ContractDocument,
  { idMember }: Resource,
  view: JsonObject,
  siblings: readonly JsonObject[],
): JsonObject {
  const schema = memberOf(view, idMember)
  const types = typesOf(withoutNull(document, viewOf(document, schema)))
  if (!soundsLike('sequence', idMember) || !types.includes('integer')) return {}
  return { [idMember]: Math.max(0, ...siblings.map((one) => Number(one[idMember]) || 0)) + 1 }
}

/**
 * Properties that an item copies from its parent: those of the same name and the same named schema that no request sets,
 * such as the content that a version preserves.
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
    if (value === undefined || other === undefined || sayable(name) || soundsLike('own', name)) continue
    if (isObject(schema) && isObject(other) && schema.$ref !== undefined && schema.$ref === other.$ref)
      repeated[name] = value
  }
  return repeated
}
