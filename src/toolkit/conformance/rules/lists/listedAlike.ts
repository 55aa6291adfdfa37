/** A list must show an item as its GET does. */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { listItems } from '../../../model/listPlace.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { tokensOf } from '../../../openapi/pointer.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { type Difference, differences, isSame, isVolatile, sharedDifferences, shownAt } from '../compare.ts'
import { storedVariants } from '../storedVariants.ts'
import { isChoice } from '../updates/changedAlone.ts'
import { findListed } from './several.ts'

/** In what the listed item contradicts the one that was read. */
export function listedOtherwise(
  context: CheckContext,
  resource: Resource,
  read: JsonObject,
  listed: JsonObject,
): Difference[] {
  const except = (name: string) =>
    isVolatile(context, resource, name) || isOfRole(context.api, resource, 'passing', name)
  const isSecret = (name: string) => isOfRole(context.api, resource, 'secret', name)
  const differing = sharedDifferences(read, listed, except, isSecret)
  return differing.filter(({ sent, received }) =>
    isSummary(context.api, resource) || isObject(received) ? !isPartOf(received, sent) : true,
  )
}

/** The differences from what another GET still shows. The server renews the others, such as the rest of a duration. */
export async function thatStay(
  context: CheckContext,
  item: Item,
  { json }: Pick<Recorded, 'json'>,
  differing: readonly Difference[],
): Promise<readonly Difference[]> {
  if (differing.length === 0) return []
  const again = await context.read(item)
  return differing.filter(({ pointer }) => {
    const path = tokensOf(pointer)
    return isSame(shownAt(again, path), shownAt({ json }, path))
  })
}

/** A change shows in the list, too. */
export function* listedChanges({ graph }: Pick<Plan, 'graph'>): Iterable<Check> {
  for (const resource of graph.resources) {
    const { update, read, list } = resource
    if (update?.body === undefined || update.method === 'POST' || read === undefined || list === undefined)
      continue
    yield {
      name: 'listed',
      constraint: 'changes are listed',
      operation: update,
      run: (context) => isListedAnew(context, resource, update),
    }
  }
}

async function isListedAnew(context: CheckContext, resource: Resource, update: ApiOperation): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const before = await context.read(item)
  if (!isObject(before.json as Json))
    return context.notObserved({ code: 'returned', what: 'GET', status: before.status })
  const was = before.json as JsonObject
  const { body: given } = await context.parts(update, { params: item.params })
  if (!isObject(given)) return context.notObserved({ code: 'not-an-object' })
  const changed = await changeTexts(context, item, update, given, was)
  const wrong = await eventually(context, async () => {
    const after = await context.read(item)
    if (after.status >= 300 || !isObject(after.json as Json)) return undefined
    const now = after.json as JsonObject
    const names = new Set(Object.keys(now).filter((name) => !isSame(now[name], was[name])))
    if (names.size === 0) return context.notObserved({ code: 'not-changed', what: 'each of its properties' })
    const { found, last } = await findListed(context, item)
    if (found === undefined) return context.notObserved({ code: 'not-read', what: 'the item in the list' })
    const changed = listedOtherwise(context, resource, now, found).filter(({ pointer }) =>
      names.has(pointer.slice(1)),
    )
    const differing = await thatStay(context, item, after, changed)
    return differing.length === 0 ? undefined : { after, last, differing }
  })
  if (wrong === undefined) return
  for (const { pointer, sent, received } of wrong.differing.slice(0, 2))
    context.broken({
      code: 'stale-in-list',
      subject: pointer,
      received,
      expected: sent,
      exchange: wrong.last,
      with: [item.made, ...changed, wrong.after],
      pointer,
      place: resource.list?.pointer ?? update.pointer,
    })
}

/**
 * Changes the string properties one by one, because a target may reject some. Returns the changes that were
 * accepted.
 */
async function changeTexts(
  context: CheckContext,
  item: Item,
  update: ApiOperation,
  given: JsonObject,
  was: JsonObject,
): Promise<Recorded[]> {
  const used: Recorded[] = []
  let body = given
  const texts = Object.entries(otherTexts(context, update, was, given))
  for (const change of [{}, ...texts.map(([name, text]) => ({ [name]: text ?? null }))]) {
    const next = { ...body, ...change }
    const exchange = await context.send(update, {
      params: item.params,
      query: {},
      headers: {},
      body: next,
    })
    if (exchange.status >= 300) continue
    used.push(exchange)
    body = next
  }
  return used
}

/** @returns another string for each property that accepts any, valid together with `others` */
export function otherTexts(
  context: CheckContext,
  update: ApiOperation,
  was: JsonObject,
  others: JsonObject = {},
): JsonObject {
  const { document } = context.api
  const texts: JsonObject = {}
  for (const [name, schema] of bodyProperties(context.api, update)) {
    if (typeof was[name] !== 'string' || isChoice(context, schema)) continue
    const other = storedVariants(document, schema, context.random, name).find(
      ({ value }) => !isSame(value, was[name]) && context.isValidBody(update, { ...others, [name]: value }),
    )
    if (other !== undefined) texts[name] = other.value
  }
  return texts
}

/** Whether lists have a schema of their own for items, which may be a summary. */
function isSummary(api: Api, { list, read }: Resource): boolean {
  const [listed, whole] = [list && listItems(api, list), read && thingSchema(api, read)]
  const target = (schema: Json | undefined) =>
    isObject(schema) ? (schema.$ref ?? JSON.stringify(schema)) : ''
  return target(listed) !== target(whole)
}

/**
 * Whether a summary's value is a short form of the full value: a truncated string, an object with fewer
 * properties, a date for a time.
 */
function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (part === null || part === undefined || whole === undefined) return true
  if (typeof part === 'string' && typeof whole === 'string')
    return whole.startsWith(part.replace(/\s*(\.\.\.|…)$/, ''))
  if (Array.isArray(part) || isObject(part))
    return typeof whole !== 'object' || differences(part, whole).length === 0
  return isObject(whole) || Array.isArray(whole)
}
