/** What an answer says of the items in it. */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import { ABOUT, lastSegment, listMember, type Resource } from '../api/resources.ts'
import { decoded, lastOf } from './captures.ts'
import type { Recorded } from './events.ts'
import type { Parts } from './requests.ts'
import { type Item, NotObserved, type TrialContext } from './rule.ts'

export function itemOf(
  resource: Resource,
  parent: Item | undefined,
  exchange: Recorded,
  parts: Parts | undefined,
): Item {
  const body = isObject(exchange.json as Json) ? (exchange.json as JsonObject) : {}
  const chosenByClient = parts?.params[resource.parameter]
  const inside = idInside(body, resource.idMember)
  const id = chosenByClient ?? inside ?? idInLocation(exchange)
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new NotObserved(
      `the answer of ${exchange.operationId} holds no "${resource.idMember}" to find ${resource.item} by; a link in the document would tell`,
    )
  return {
    resource,
    params: { ...parent?.params, [resource.parameter]: id },
    body,
    made: exchange,
    sent: parts,
  }
}

export const idOf = (item: Item): Json => item.params[item.resource.parameter] ?? null

/** The path parameters of the collection that an item stands in. */
export const parentOf = (item: Item): Item['params'] =>
  Object.fromEntries(Object.entries(item.params).filter(([name]) => name !== item.resource.parameter))

/** The id that an item tells, itself or one level below. */
export const idInside = (body: JsonObject, member: string): Json | undefined =>
  body[member] ?? nestedId(body, member)

/** The id that an item of a list tells: in a member, or as the end of its address. */
export function idListed(
  one: JsonObject,
  { idMember, collection }: Pick<Resource, 'idMember'> & Partial<Pick<Resource, 'collection'>>,
): string | undefined {
  const told = idInside(one, idMember)
  if (told !== undefined) return String(told)
  const within = collection === undefined ? undefined : lastSegment(collection)
  for (const value of valuesIn(one)) {
    const segments = typeof value === 'string' ? (value.split(/[?#]/, 1)[0]?.split('/') ?? []) : []
    const at = segments.findLastIndex((segment) => segment !== '')
    if (at > 0 && segments[at - 1] === within) return decoded(segments[at] ?? '')
  }
  return undefined
}

/** Whether an item of a list is the one with this id; where it tells none, one of its values is it. */
export const isItem = (
  one: JsonObject,
  resource: Pick<Resource, 'idMember' | 'collection'>,
  id: unknown,
): boolean => {
  const told = idListed(one, resource)
  return told === undefined ? valuesIn(one).includes(String(id)) : told === String(id)
}

/** The values of an item, to three levels: `_links.self.href`. */
const valuesIn = (one: JsonObject, levels = 3): Json[] =>
  Object.values(one).flatMap((value) =>
    isObject(value) && levels > 1 ? valuesIn(value as JsonObject, levels - 1) : [value ?? null],
  )

/** `{ "user": { "id": 1 } }`, `{ "items": [{ "id": 1 }] }` or `{ "meta": { "id": 1 } }`: one level of wrapping. */
function nestedId(body: JsonObject, member: string): Json | undefined {
  for (const [name, about] of Object.entries(body))
    if (ABOUT.test(name) && isObject(about) && about[member] !== undefined) return about[member]
  const inner = Object.values(body)
    .map((one) => (Array.isArray(one) ? one[0] : one))
    .filter((one): one is JsonObject => isObject(one) && one[member] !== undefined)
  return inner.length === 1 ? inner[0]?.[member] : undefined
}

function idInLocation(exchange: Recorded): string | undefined {
  const { location } = exchange.headers
  return typeof location === 'string' ? decoded(lastOf(location)) || undefined : undefined
}

/** The items of a list answer. */
export function itemsOf(
  context: Pick<TrialContext, 'api'>,
  resource: Pick<Resource, 'list'>,
  answer: Recorded,
): JsonObject[] {
  const member = resource.list && listMember(context.api, resource.list)
  const { json } = answer
  const list =
    member === ''
      ? json
      : isObject(json as Json) && member !== undefined
        ? (json as JsonObject)[member]
        : undefined
  return Array.isArray(list) ? list.filter((one): one is JsonObject => isObject(one)) : []
}

/** The item of a resource's parent that some path parameters tell of. */
export function parentIn(resource: Resource, params: Record<string, Json>): Item | undefined {
  const { parent } = resource
  if (parent === undefined) return undefined
  const names = [...parent.item.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
  const known = names.map((name) => [name, params[name]] as const)
  if (known.some(([, value]) => typeof value !== 'string' && typeof value !== 'number')) return undefined
  return {
    resource: parent,
    params: Object.fromEntries(known) as Item['params'],
    body: {},
    made: undefined as never,
    sent: undefined,
  }
}
