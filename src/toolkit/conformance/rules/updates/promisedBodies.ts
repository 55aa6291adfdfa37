/** Sends bodies that the document rules out by the values next to each other: without a value that another one requires. */
import { type BodyRule, bodyRules } from '../../../model/bodyRules.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { isAt } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Parts } from '../../engine/requests.ts'
import { type Check, type CheckContext, type Plan, rejected } from '../../engine/rule.ts'
import { isOfSentForm, isSame, shownAt } from '../compare.ts'

export function* promisedBodies({ api }: Pick<Plan, 'api'>): Generator<Check> {
  for (const operation of api.operations)
    for (const rule of bodyRules(api, operation))
      yield {
        name: nameOf(rule),
        constraint: `response ${rule.status}`,
        operation,
        async run(context) {
          const accepted = await contradict(context, rule)
          if (accepted !== undefined) report(context, rule, accepted)
        },
      }
}

function report(
  context: CheckContext,
  rule: BodyRule,
  { before, exchange }: { before: Recorded; exchange: Recorded },
): void {
  const { operation, status, description } = rule
  context.broken({
    code: 'body-accepted',
    subject: nameOf(rule),
    received: exchange.status,
    expected: status,
    details: { description },
    exchange,
    with: [before],
    place: operation.pointer,
  })
}

function nameOf(rule: BodyRule): string {
  switch (rule.kind) {
    case 'needed':
      return `the ${rule.when.property} ${rule.when.values.map(String).join(' or ')} and no ${rule.property}`
    case 'together':
      return `only one of ${rule.properties.join(' and ')}`
    case 'distinct':
      return `equal entries of ${rule.list}`
    case 'excluded':
      return `the ${rule.property} in ${rule.list}`
    case 'entries':
      return `fewer than ${rule.least} entries of ${rule.list}`
    case 'weekday':
      return `a ${rule.property} on a day of the week that is ruled out`
  }
}

/** The properties of bodies, of which the second one of each pair must be rejected. A null removes a property. */
type Pair = readonly [allowed: JsonObject, other: JsonObject]

/** Sends a body that is valid, and then one that is not. @returns the exchanges, where the second one was accepted */
async function contradict(
  context: CheckContext,
  rule: BodyRule,
): Promise<{ before: Recorded; exchange: Recorded } | undefined> {
  const first = await prepared(context, rule)
  let isTried = false
  for (const [allowed, other] of pairsFor(context, rule, first.body)) {
    const good = isTried ? await prepared(context, rule) : first
    isTried = true
    const before = await sendWith(context, rule, good, allowed)
    if (before.status >= 300)
      return context.notObserved(rejected('the body that the document allows', before))
    const bad = await prepared(context, rule)
    const exchange = await sendWith(context, rule, bad, other)
    if (exchange.status < 300 && exchange.status !== 202 && isStored(exchange, other))
      return { before, exchange }
  }
  return isTried ? undefined : context.notObserved({ code: 'not-made', what: nameOf(rule) })
}

/** Whether the response does not show other values, such as a list without equal entries. */
const isStored = (exchange: Recorded, sent: JsonObject): boolean =>
  Object.entries(sent).every(([name, value]) => {
    const shown = shownAt(exchange, [name])
    return Array.isArray(value) && Array.isArray(shown)
      ? value.length === shown.length
      : value === null || isSame(shown ?? value, value)
  })

interface Prepared {
  parts: Parts
  body: JsonObject
  /** The values that the item has already. */
  item: JsonObject
}

/** A request that should succeed, to a new item in the state that it needs. */
async function prepared(context: CheckContext, { operation }: BodyRule): Promise<Prepared> {
  const resource = itemOn(context, operation.path)
  if (resource === undefined) {
    const parts = await context.parts(operation, { fresh: true })
    return { parts, body: isObject(parts.body) ? parts.body : {}, item: {} }
  }
  const item = await context.item(resource, { fresh: true, readyFor: operation })
  const parts = await context.parts(operation, { params: item.params })
  return {
    parts: { ...parts, params: { ...parts.params, ...item.params } },
    body: isObject(parts.body) ? parts.body : {},
    item: operation === resource.update ? item.body : {},
  }
}

const itemOn = ({ graph }: CheckContext, path: string): Resource | undefined =>
  graph.resources.findLast((one) => isAt(one.item, path) && one.create !== undefined)

async function sendWith(
  context: CheckContext,
  { operation }: BodyRule,
  { parts, body, item }: Prepared,
  changed: JsonObject,
): Promise<Recorded> {
  const whole: JsonObject = { ...body, ...changed }
  for (const [name, value] of Object.entries(changed)) {
    if (value !== null) continue
    delete whole[name]
    // An update need not send what the item has already.
    if ((item[name] ?? null) !== null)
      return context.notObserved({ code: 'not-made', what: `item without ${name}` })
  }
  const isOfForm = Object.keys(changed).every((name) => isOfSentForm(context.api, operation, whole, name))
  if (!isOfForm || !context.isValidBody(operation, whole))
    return context.notObserved({ code: 'invalid-together', what: Object.keys(changed).join(' and ') })
  return context.send(operation, { ...parts, body: whole })
}

/** Cases in which one rule is tried. */
const MAX_CASES = 2

function pairsFor(context: CheckContext, rule: BodyRule, body: JsonObject): Pair[] {
  const sentOf = (name: string) => body[name] ?? generated(context, rule, name)
  switch (rule.kind) {
    case 'needed':
      return rule.when.values.slice(0, MAX_CASES).flatMap((value) => neededPairs(context, rule, value))
    case 'together': {
      const [one, other] = rule.properties
      const [first, second] = [sentOf(one), sentOf(other)]
      if (first === undefined || second === undefined) return []
      const both = { [one]: first, [other]: second }
      return [
        [both, { ...both, [other]: null }],
        [both, { ...both, [one]: null }],
      ]
    }
    case 'weekday': {
      const moved = onDay(body[rule.property], rule.days)
      return moved === undefined ? [] : [[{}, { [rule.property]: moved }]]
    }
    default:
      return listPairs(rule, body, sentOf(rule.list))
  }
}

function listPairs(
  rule: Extract<BodyRule, { list: string }>,
  body: JsonObject,
  value: Json | undefined,
): Pair[] {
  const { list } = rule
  const entries = Array.isArray(value) ? value : []
  const [first] = entries
  if (rule.kind === 'entries')
    return entries.length < rule.least
      ? []
      : [[{ [list]: entries }, { [list]: entries.slice(0, rule.least - 1) }]]
  const added = rule.kind === 'distinct' ? first : body[rule.property]
  if (added === undefined || added === null) return []
  // The next request has other values.
  const own = rule.kind === 'excluded' ? { [rule.property]: added } : {}
  return [
    [
      { ...own, [list]: entries },
      { ...own, [list]: [...entries, added] },
    ],
  ]
}

/** Bodies with a value and without what it requires, or with too few characters. */
function neededPairs(
  context: CheckContext,
  rule: Extract<BodyRule, { kind: 'needed' }>,
  value: Json,
): Pair[] {
  const { property, when, least } = rule
  const whole = generated(context, rule, property)
  const long = least > 0 && typeof whole === 'string' ? whole.padEnd(least, 'a') : whole
  if (long === undefined || long === null) return []
  const own = { [when.property]: value }
  const without: Pair = [
    { ...own, [property]: long },
    { ...own, [property]: null },
  ]
  const short: Pair = [
    { ...own, [property]: long },
    { ...own, [property]: 'a'.repeat(Math.max(least - 1, 0)) },
  ]
  return least > 1 ? [without, short] : [without]
}

const generated = (
  { api: { document }, api, random }: CheckContext,
  { operation }: BodyRule,
  name: string,
): Json | undefined =>
  validValue(bodyProperties(api, operation).get(name), { document, random, extent: 'full' }, name)

const DAY = 86_400_000

/** A date or a time on the next of these days of the week. */
function onDay(value: Json | undefined, days: readonly number[]): string | undefined {
  const start = Date.parse(String(value))
  if (typeof value !== 'string' || Number.isNaN(start)) return undefined
  for (let ahead = 0; ahead < 7; ahead++) {
    const moved = new Date(start + ahead * DAY)
    if (days.includes(moved.getUTCDay()))
      return `${moved.toISOString().slice(0, 10)}${atNoon(value.slice(10))}`
  }
  return undefined
}

/** The time of a moment at noon, at which nearly all time zones have the same day. */
const atNoon = (time: string): string => time.replace(/^T\d\d:\d\d/i, 'T12:00')
