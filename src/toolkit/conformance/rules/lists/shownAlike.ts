/** All operations must show an item as its GET does. No item is created: those that a response shows are read. */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { descriptionOf, saysLeftOut, saysSometimes } from '../../../model/description.ts'
import { listItems, listPlace } from '../../../model/listPlace.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { mayBeShape } from '../../../model/vocabulary.ts'
import { thingIn, thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, requiredOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { idListed, itemsOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { type Difference, isSame } from '../compare.ts'
import { listedOtherwise } from './listedAlike.ts'

export function* shownAlike({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  for (const resource of graph.resources) {
    const { read } = resource
    if (read === undefined) continue
    const sources = api.operations.filter((one) => one !== read && showsSame(api, one, read))
    for (const source of sources)
      yield {
        name: `as ${read.operationId}`,
        constraint: 'items are as their GET shows them',
        operation: source,
        later: true,
        run: (context) => compare(context, resource, source, read),
      }
  }
}

/** Whether a GET shows items with the same declared schema. Another one may give its properties another meaning. */
function showsSame(api: Api, source: ApiOperation, read: ApiOperation): boolean {
  if (source.method !== 'GET') return false
  const shown = listPlace(api, source) === undefined ? thingSchema(api, source) : listItems(api, source)
  const thing = thingSchema(api, read)
  if (refOf(thing) !== undefined || refOf(shown) !== undefined) return refOf(thing) === refOf(shown)
  return (
    listPlace(api, source) !== undefined &&
    namesIn(api, thing) !== '' &&
    namesIn(api, thing) === namesIn(api, shown)
  )
}

const namesIn = (api: Api, schema: Json | undefined): string =>
  membersOf(viewOf(api.document, schema))
    .map(([name]) => name)
    .sort()
    .join()

const refOf = (schema: Json | undefined): Json | undefined => (isObject(schema) ? schema.$ref : undefined)

const MAX_ITEMS = 3

interface Contradiction extends Difference {
  shown: Recorded
  own: Recorded
}

async function compare(
  context: CheckContext,
  resource: Resource,
  source: ApiOperation,
  read: ApiOperation,
): Promise<void> {
  const { parts, exchange } = await context.succeed(source)
  const items = itemsIn(context, source, exchange)
  const ids = items.map((one) => idListed(one, resource)).filter((id) => id !== undefined)
  const chosen = [...new Set([ids[0], ids.at(-1), ids[Math.floor(ids.length / 2)]])].slice(0, MAX_ITEMS)
  const compared: Look[] = []
  for (const id of chosen) {
    const params = id === undefined ? undefined : paramsOf(read, resource, parts, id)
    if (id === undefined || params === undefined) continue
    const looks: Contradiction[][] = []
    await eventually(context, async () => {
      const found = await look(context, resource, { source, parts, id, params, read })
      if (found !== undefined) compared.push(found)
      looks.push(found?.differing ?? [])
      return found === undefined || found.differing.length === 0 ? undefined : found
    })
    const lasting = lastingIn(looks)
    if (lasting === undefined) continue
    const { pointer, sent, received, shown, own } = lasting
    return context.broken({
      code: 'listed-differently',
      subject: pointer,
      received,
      expected: sent,
      exchange: shown,
      with: [own],
      pointer,
      place: source.pointer,
    })
  }
  if (compared.length === 0) context.notObserved({ code: 'too-few', what: 'items that the response shows' })
  reportLeftOut(context, resource, source, compared)
}

/** Reports a property that the GET of each item shows and the list lacks, although one schema describes both. */
function reportLeftOut(
  context: CheckContext,
  resource: Resource,
  source: ApiOperation,
  looks: readonly Look[],
): void {
  const [first] = looks
  const isChosen = source.inputs.some(({ name }) => mayBeShape(name))
  if (first === undefined || isChosen || listPlace(context.api, source) === undefined) return
  // The check of the schema reports what is required.
  const listed = viewOf(context.api.document, listItems(context.api, source))
  const [required, declared] = [requiredOf(listed), new Map(membersOf(listed))]
  if (saysLeftOut(descriptionOf(source.operation))) return
  const member = Object.keys(first.thing).find(
    (name) =>
      looks.every(({ thing, item }) => !isEmpty(thing[name]) && !Object.hasOwn(item, name)) &&
      !required.has(name) &&
      declared.has(name) &&
      isAlwaysShown(descriptionOf(viewOf(context.api.document, declared.get(name)))) &&
      !isOfRole(context.api, resource, 'secret', name),
  )
  if (member === undefined) return
  context.broken({
    code: 'left-out-of-list',
    subject: `/${member}`,
    expected: first.thing[member],
    exchange: first.shown,
    with: [first.own],
    pointer: `/${member}`,
    place: source.pointer,
  })
}

/** A contradiction of the last look between two values that did not change while it lasted. */
function lastingIn(looks: readonly Contradiction[][]): Contradiction | undefined {
  return looks
    .at(-1)
    ?.find((one) =>
      looks.every((look) =>
        look.some(
          (other) =>
            other.pointer === one.pointer &&
            isSame(other.sent, one.sent) &&
            isSame(other.received, one.received),
        ),
      ),
    )
}

function itemsIn(context: CheckContext, source: ApiOperation, exchange: Recorded): JsonObject[] {
  if (listPlace(context.api, source) !== undefined) return itemsOf(context, { list: source }, exchange)
  const thing = thingIn(context.api, source, exchange.json) as Json
  return isObject(thing) ? [thing] : []
}

/** The path parameters of the GET of an item; undefined where one is not known. */
function paramsOf(
  read: ApiOperation,
  { parameter }: Resource,
  { params }: Parts,
  id: string,
): Parts['params'] | undefined {
  const names = read.inputs.filter((one) => one.in === 'path').map(({ name }) => name)
  if (!names.includes(parameter) || names.some((name) => name !== parameter && params[name] === undefined))
    return undefined
  return Object.fromEntries(names.map((name) => [name, name === parameter ? id : (params[name] ?? null)]))
}

const isAlwaysShown = (text: string): boolean => !saysLeftOut(text) && !saysSometimes(text)

/** One item as a list shows it and as its GET does. */
interface Look {
  item: JsonObject
  thing: JsonObject
  differing: Contradiction[]
  shown: Recorded
  own: Recorded
}

/** Reads the item by both operations; undefined where one of them does not show it. */
async function look(
  context: CheckContext,
  resource: Resource,
  {
    source,
    parts,
    id,
    params,
    read,
  }: { source: ApiOperation; parts: Parts; id: string; params: Parts['params']; read: ApiOperation },
): Promise<Look | undefined> {
  const shown = await context.send(source, parts)
  const item = itemsIn(context, source, shown).find((one) => idListed(one, resource) === id)
  const own = await context.send(read, { params, query: {}, headers: {} })
  const thing = thingIn(context.api, read, own.json) as Json
  if (item === undefined || own.status >= 300 || !isObject(thing) || idListed(thing, resource) !== id)
    return undefined
  const differing = listedOtherwise(context, resource, thing, item)
    .filter((one) => !isShort(one))
    .map((one) => ({ ...one, shown, own }))
  return { item, thing, differing, shown, own }
}

const isEmpty = (one: Json | undefined): boolean =>
  one === undefined ||
  one === null ||
  one === '' ||
  (typeof one === 'object' && Object.keys(one).length === 0)

/** Whether a response shows less of a value than the GET: nothing, the id instead of the object, or the beginning of a text. */
function isShort({ sent, received }: Difference): boolean {
  if (isEmpty(received) || isEmpty(sent) || kindOf(received) !== kindOf(sent)) return true
  if (Array.isArray(received) && Array.isArray(sent)) return isReordered(received, sent)
  return typeof received === 'string' && typeof sent === 'string' && isBeginning(received, sent)
}

const isBeginning = (part: string, whole: string): boolean => {
  const shown = part.replace(/\s*(\.\.\.|…)$/, '')
  return whole.startsWith(shown) && whole.length - shown.length > 1
}

/** Whether two arrays have the same entries. A set has no order. */
const isReordered = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length &&
  one.every((each) => other.some((again) => isSame(each, again))) &&
  other.every((each) => one.some((again) => isSame(each, again)))

const kindOf = (value: Json | undefined): string => (Array.isArray(value) ? 'array' : typeof value)
