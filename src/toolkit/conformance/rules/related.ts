/** Items that belong to another one. */

import type { Link } from '../../model/links.ts'
import type { Relation } from '../../model/relations.ts'
import { statusOf } from '../../model/roles.ts'
import { isObject, type JsonObject } from '../../openapi/document.ts'
import type { Recorded } from '../engine/events.ts'
import { idOf, itemIn } from '../engine/items.ts'
import { type CheckContext, type Item, NotObserved } from '../engine/rule.ts'
import { changeState } from './states.ts'

/**
 * A new item that belongs to `holder`, which is brought into another state where nothing can be added in its own.
 * @param change changes the body that is sent
 * @throws NotObserved where no item could be created
 */
export async function relatedItem(
  context: CheckContext,
  relation: Relation,
  holder: Item,
  change: (sent: JsonObject) => void = () => {},
): Promise<Item> {
  try {
    return await itemFor(context, relation, holder, change)
  } catch (error) {
    const status = statusOf(context.api, holder.resource)
    const isState = error instanceof NotObserved && [409, 422].includes(error.exchange?.status ?? 0)
    if (!isState || status === undefined) throw error
    if ((await changeState(context, holder, status, [])) === undefined) throw error
    return itemFor(context, relation, holder, change)
  }
}

/**
 * Sends a request that creates another item of `holder`; the target may reject it.
 * @param more properties that the body has instead of its own
 * @param what the request, for the reason why it is not sent
 * @throws NotObserved where the body would be invalid
 */
export async function createFor(
  context: CheckContext,
  { child, property }: Relation,
  holder: Item,
  more: JsonObject,
  what: string,
): Promise<Recorded> {
  const { create } = child
  if (create === undefined) return context.notObserved({ code: 'no-creation', item: child.item })
  const params = property === undefined ? holder.params : {}
  const parts = await context.parts(create, { fresh: true, params })
  const body = {
    ...(isObject(parts.body) ? parts.body : {}),
    ...(property !== undefined && { [property]: idOf(holder) }),
    ...more,
  }
  if (!context.isValidBody(create, body)) return context.notObserved({ code: 'invalid-together', what })
  return context.send(create, { ...parts, params: { ...parts.params, ...params }, body })
}

/**
 * A new item that belongs to `holder` in the state that it has.
 * @throws NotObserved where that state does not allow one
 */
export async function itemFor(
  context: CheckContext,
  { child, property }: Relation,
  holder: Item,
  change: (sent: JsonObject) => void = () => {},
): Promise<Item> {
  const item = await context.item(child, {
    fresh: true,
    ...(property === undefined && { within: holder }),
    body(sent) {
      if (property !== undefined) sent[property] = idOf(holder)
      change(sent)
    },
  })
  const body = item.sent?.body
  // After a conflict, requests refer to other items.
  if (property !== undefined && isObject(body) && String(body[property]) !== String(idOf(holder)))
    throw new NotObserved({ code: 'not-as-sent', member: property })
  return item
}

/**
 * An item that no request creates, and the item that it refers to.
 * @throws NotObserved where no request brings one about
 */
export async function issuedItem(
  context: CheckContext,
  { child, property, holder: resource }: Pick<Link, 'child' | 'property' | 'holder'>,
): Promise<{ item: Item; holder: Item }> {
  const item = await context.item(child, { fresh: true })
  const id = item.body[property ?? '']
  const holder = id === undefined ? undefined : itemIn(resource, { ...item.params, [resource.parameter]: id })
  if (holder === undefined || !context.isOwn(resource, holder.params))
    throw new NotObserved({ code: 'not-made', what: `item of ${resource.item}` })
  return { item, holder: { ...holder, made: item.made } }
}

/**
 * A new item that refers to `holder` by its creation or after an action on it, with the exchanges that show it.
 * @throws NotObserved where no request makes it refer to the holder
 */
export async function linkedItem(
  context: CheckContext,
  { child, property, by, holder: resource }: Link,
  holder: Item,
): Promise<{ item: Item; exchanges: Recorded[] }> {
  if (by === undefined) throw new NotObserved({ code: 'no-creation', item: child.item })
  if (by === child.create) {
    const item = await relatedItem(context, { child, holder: resource, property }, holder)
    return { item, exchanges: [item.made] }
  }
  const item = await context.item(child, { fresh: true })
  const id = idOf(holder)
  const { exchange, parts } = await context.succeed(by, {
    params: item.params,
    change: (sent) => {
      sent.body = { ...(isObject(sent.body) ? sent.body : {}), [property ?? '']: id }
    },
  })
  if (exchange.status === 202 || !isObject(parts.body) || String(parts.body[property ?? '']) !== String(id))
    throw new NotObserved({ code: 'not-as-sent', member: property ?? '' })
  return { item, exchanges: [item.made, exchange] }
}
