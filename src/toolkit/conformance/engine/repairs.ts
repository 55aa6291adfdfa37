/** Requests on other items that an error response suggests: "The site has no tariff", "The wallet is empty." */
import type { ApiOperation } from '../../model/api.ts'
import { mentions, saysDone, saysShortage } from '../../model/description.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import { messagesIn } from '../../model/rejection.ts'
import { nounOf } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { ownerOfId, wordsOf } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import type { Json } from '../../openapi/document.ts'
import type { Recorded } from './events.ts'
import { idOf, parentIn, parentOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import { type Reference, referencesIn } from './references.ts'
import type { Parts } from './requests.ts'
import type { Item, Plan } from './rule.ts'

/** A request on an item without which another request is rejected. */
export interface Repair {
  item: Item
  operation: ApiOperation
  /** The reference that the request sets, where it is an update. */
  sets: { property: string; target: Resource } | undefined
  /** Equal for the same request on the same item. */
  key: string
}

/** Looks up an item of the run, by its id or by another property. */
type Find = (resource: Resource, id: Json, by?: string) => Item | undefined

const REJECTED = [400, 402, 403, 409, 422]
const MAX_ITEMS = 12
const MAX_DISTANCE = 3

/** The requests that an error response suggests, on the nearest items first. */
export function repairsFor(
  plan: Plan,
  operation: ApiOperation,
  { response, sent, find }: { response: Recorded; sent: Parts; find: Find },
): Repair[] {
  if (!REJECTED.includes(response.status)) return []
  const texts = messagesIn(response.json ?? response.body.toString()).filter(saysShortage)
  if (texts.length === 0) return []
  const items = itemsAround(plan, operation, sent, find)
  return items.flatMap((item) => [
    ...missingReferences(plan, item, texts),
    ...neededActions(plan, operation, item, texts),
  ])
}

/** The items of the path and of the body, what these are in, and what they refer to. */
function itemsAround(plan: Plan, operation: ApiOperation, { params, body }: Parts, find: Find): Item[] {
  const from = plan.graph.resources.find(({ create }) => create === operation)
  const along = plan.graph.alongPath(operation.path).map((one) => find(one, params[one.parameter] ?? null))
  const sent = referencesIn({ plan, from }, operation.body?.schema, body)
  const found = new Set(known([...along, ...sent.map((one) => referred(one, find))]))
  let last = [...found]
  for (let distance = 1; distance < MAX_DISTANCE && found.size < MAX_ITEMS; distance++) {
    last = last.flatMap((item) => neighbours(plan, item, find)).filter((one) => !found.has(one))
    for (const one of last) found.add(one)
  }
  return [...found].slice(0, MAX_ITEMS)
}

const known = (items: readonly (Item | undefined)[]): Item[] => items.filter((one) => one !== undefined)

const referred = ({ target, id, by }: Reference, find: Find): Item | undefined => find(target, id, by)

/** The item that an item is in, and those that it refers to. */
function neighbours(plan: Plan, item: Item, find: Find): Item[] {
  const { resource, body } = item
  const holder = parentIn(resource, parentOf(item))
  const shows = resource.read ?? resource.create
  const schema = shows && thingSchema(plan.api, shows)
  const references = referencesIn({ plan, from: resource }, schema, body)
  return known([
    holder && find(holder.resource, idOf(holder)),
    ...references.map((one) => referred(one, find)),
  ])
}

/** The references that an item lacks, which a text names together with the item. */
function missingReferences(plan: Plan, item: Item, texts: readonly string[]): Repair[] {
  const { resource } = item
  const { update } = resource
  if (update === undefined || update.method !== 'PATCH') return []
  return [...bodyProperties(plan.api, update)].flatMap(([property, schema]) => {
    const target = referenceTarget({ plan, from: resource }, property, schema)
    const isMeant = texts.some(
      (text) => mentions(text, nounOf(resource)) && mentions(text, ownerOfId(property) ?? property),
    )
    return target === undefined || target === resource || !isMeant
      ? []
      : [{ item, operation: update, sets: { property, target }, key: keyOf(item, update, property) }]
  })
}

/** The requests below an item whose paths have words of a text: `/customers/{id}/wallet/top-ups` for "wallet". */
function neededActions(
  { api, hints }: Plan,
  rejected: ApiOperation,
  item: Item,
  texts: readonly string[],
): Repair[] {
  const { resource } = item
  return api.operations.flatMap((operation) => {
    const { method, path, operationId } = operation
    const rest = path.startsWith(`${resource.item}/`) ? path.slice(resource.item.length + 1) : ''
    if (method !== 'POST' || operation === rejected || rest === '' || rest.includes('{')) return []
    if (hints.skipOperations?.includes(operationId) === true) return []
    const words = rest.split('/').filter((one) => wordsOf(one).join('').length > 2)
    const isMeant = texts.some((text) => words.some((word) => mentions(text, word) && !saysDone(text, word)))
    return isMeant ? [{ item, operation, sets: undefined, key: keyOf(item, operation, '') }] : []
  })
}

const keyOf = ({ resource, params }: Item, { operationId }: ApiOperation, property: string): string =>
  JSON.stringify([operationId, property, resource.item, params])

/** The body of an update that sets the reference only. */
export const settingReference = (property: string, value: Json) => (parts: Parts) => {
  parts.body = { [property]: value }
}
