/** Requests on other items that an error response suggests: "The site has no tariff", "The wallet is empty." */
import { isDeepStrictEqual } from 'node:util'
import { type ApiOperation, actionsOn } from '../../model/api.ts'
import {
  descriptionOf,
  mentions,
  needsState,
  saysBecomes,
  saysDone,
  saysShortage,
} from '../../model/description.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import { actionOn } from '../../model/paths.ts'
import { mentionsDoing, messagesIn, saysExceeded } from '../../model/rejection.ts'
import { nounOf, putInto, relationsFrom } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { statusOf } from '../../model/roles.ts'
import { isActionTo, ownerOfId, wordsOf } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Recorded } from './events.ts'
import { idOf, parentIn, parentOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import { raisedLimits } from './raisedLimits.ts'
import { type Reference, referencesIn } from './references.ts'
import type { Repair } from './repair.ts'
import type { Parts } from './requests.ts'
import type { Item, Plan } from './rule.ts'

/** Looks up an item of the run, by its id or by another property. */
type Find = (resource: Resource, id: Json, by?: string) => Item | undefined

const REJECTED = [400, 402, 403, 409, 422]
const MAX_ITEMS = 12
const MAX_DISTANCE = 3

/** The requests that an error response suggests, on the nearest items first. */
export function repairsFor(
  plan: Plan,
  operation: ApiOperation,
  { response, sent, given, find }: { response: Recorded; sent: Parts; given: Parts['params']; find: Find },
): Repair[] {
  if (!REJECTED.includes(response.status)) return []
  const messages = messagesIn(response.json ?? response.body.toString())
  const texts = messages.filter(saysShortage)
  if (texts.length === 0 && !messages.some(saysExceeded)) return []
  const around = itemsAround(plan, operation, sent, find)
  const items = [...new Set([...around, ...itemsNamed(plan, messages, find)])]
  // The state of the item of a check has to stay as it is, and so do its limits.
  const isOfCheck = (item: Item) => isDeepStrictEqual({ ...given, ...item.params }, given)
  const onItems = items.flatMap((item) => [
    ...(isOfCheck(item) ? [] : raisedLimits(plan, item, messages)),
    ...missingReferences(plan, item, texts),
    ...neededActions(plan, operation, item, texts),
    ...(isOfCheck(item) ? [] : statesNeeded(plan, item, texts)),
  ])
  const skipped = plan.hints.skipOperations ?? []
  return [...onItems, ...neededCreations(plan, operation, items, texts)].filter(
    (one) => !skipped.includes(one.operation.operationId),
  )
}

/** The items of the path and of the body, what these are in, and what they refer to. */
function itemsAround(plan: Plan, operation: ApiOperation, { params, body }: Parts, find: Find): Item[] {
  const from = plan.graph.resources.find(({ create }) => create === operation)
  const along = plan.graph.alongPath(operation.path).flatMap((one) => {
    const id = params[one.parameter] ?? null
    const inside = putInto(plan.graph, one)
    return inside === undefined ? [find(one, id)] : [find(inside, id), find(one, id)]
  })
  const sent = referencesIn({ plan, from }, operation.body?.schema, body)
  const found = new Set(known([...along, ...sent.map((one) => referred(one, find))]))
  let last = [...found]
  for (let distance = 1; distance < MAX_DISTANCE && found.size < MAX_ITEMS; distance++) {
    last = last.flatMap((item) => neighbours(plan, item, find)).filter((one) => !found.has(one))
    for (const one of last) found.add(one)
  }
  return [...found].slice(0, MAX_ITEMS)
}

const MAX_WORDS = 40

/** The items of the run whose ids texts contain next to their kind: "Machine mac-1010 has to be inspected first". */
function itemsNamed({ graph }: Plan, texts: readonly string[], find: Find): Item[] {
  return texts.flatMap((text) => {
    const words = text.split(/[\s,;:()"'`]+/).slice(0, MAX_WORDS)
    const ids = words.map((word) => word.replace(/\.$/, '')).filter((word) => /\d/.test(word))
    const named = ids.length === 0 ? [] : graph.resources.filter((one) => mentions(text, nounOf(one)))
    return known(named.flatMap((resource) => ids.map((id) => find(resource, id))))
  })
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
      : [
          {
            item,
            operation: update,
            sets: { property, target },
            key: keyOf(item, update, property),
            params: item.params,
            limit: 1,
          },
        ]
  })
}

/** The requests below an item whose paths have words of a text: `/customers/{id}/wallet/top-ups` for "wallet". */
function neededActions(
  { api }: Plan,
  rejected: ApiOperation,
  item: Item,
  texts: readonly string[],
): Repair[] {
  const { resource } = item
  return api.operations.flatMap((operation) => {
    const { method, path } = operation
    const rest = path.startsWith(`${resource.item}/`) ? path.slice(resource.item.length + 1) : ''
    if (method !== 'POST' || operation === rejected || rest === '' || rest.includes('{')) return []
    const words = rest.split('/').filter((one) => wordsOf(one).join('').length > 2)
    const isMeant = texts.some((text) => words.some((word) => mentions(text, word) && !saysDone(text, word)))
    return isMeant
      ? [{ item, operation, key: keyOf(item, operation, ''), params: item.params, limit: 1 }]
      : []
  })
}

/** The actions that bring an item into a state that a text names: "The product is not active" needs its publication. */
function statesNeeded({ api }: Plan, item: Item, texts: readonly string[]): Repair[] {
  const { resource, body, params } = item
  const status = statusOf(api, resource)
  const needed = (status?.values ?? []).filter(
    (state) =>
      state !== body[status?.property ?? ''] &&
      texts.some((text) => mentions(text, nounOf(resource)) && needsState(text, state)),
  )
  return actionsOn(api, resource.item).flatMap((operation) => {
    const action = actionOn(resource.item, operation.path) ?? ''
    const description = descriptionOf(operation.operation)
    const leads = needed.some((state) => isActionTo(action, state) || saysBecomes(description, state))
    return leads && operation.method === 'POST'
      ? [{ item, operation, params, key: keyOf(item, operation, ''), limit: 1 }]
      : []
  })
}

/** How often more of something is made for the same items. */
const MAX_CREATED = 5

/**
 * Creations that refer to items around a request, for which a text has a word: a stock movement of a variant for
 * "insufficient stock".
 */
function neededCreations(
  { api, graph }: Plan,
  rejected: ApiOperation,
  items: readonly Item[],
  texts: readonly string[],
): Repair[] {
  const near = new Map(items.toReversed().map((item) => [item.resource, item]))
  return graph.resources.flatMap((child): Repair[] => {
    const { create } = child
    const words = wordsOf(nounOf(child)).filter((one) => one.length >= MIN_WORD)
    const isMeant = texts.some((text) =>
      words.some((word) => mentions(text, word) || mentionsDoing(text, word)),
    )
    if (!isMeant || create === undefined || create === rejected) return []
    const refers = relationsFrom(api, graph, child).flatMap(({ holder, property }) => {
      const item = near.get(holder)
      return property === undefined || item === undefined ? [] : [{ property, item }]
    })
    const [first] = refers
    if (first === undefined) return []
    const body = Object.fromEntries(refers.map(({ property, item }) => [property, idOf(item)]))
    const key = JSON.stringify([create.operationId, body])
    const params = child.parent === first.item.resource ? first.item.params : {}
    const others = refers.slice(1).map(({ item }) => item)
    return [{ item: first.item, others, operation: create, params, refers: body, key, limit: MAX_CREATED }]
  })
}

/** Letters of a word by which a text may mean a resource. */
const MIN_WORD = 4

const keyOf = ({ resource, params }: Item, { operationId }: ApiOperation, property: string): string =>
  JSON.stringify([operationId, property, resource.item, params])

/** The body of an update. */
export const replacing = (body: JsonObject) => (parts: Parts) => {
  parts.body = body
}

/** The body of a creation that refers to certain items. */
export const referring = (references: JsonObject) => (parts: Parts) => {
  if (isObject(parts.body)) parts.body = { ...parts.body, ...references }
}
