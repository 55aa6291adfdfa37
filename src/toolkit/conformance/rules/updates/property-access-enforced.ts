import type { ApiOperation } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule, type Item, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'

/** A string that is found at any place of a response is the secret only if it is longer than this. */
const MIN_SECRET = 6
/** A moment that no server chooses. */
const LONG_AGO = '2001-02-03T04:05:06Z'
const LARGE = 424_242

/**
 * `readOnly` and `writeOnly` of the document. A server may reject a read-only property or ignore it. It must not store
 * it, and must not return a write-only one.
 */
export const propertyAccessEnforced = defineRule({
  ...definitionOf('property-access-enforced'),
  *checks(plan) {
    for (const resource of plan.graph.resources) {
      const { create, update, read } = resource
      const owned = ownedByServer(plan, resource)
      const ofCreation = withoutWritable(plan, owned, create)
      const ofUpdate = withoutWritable(plan, owned, update)
      if (create?.body !== undefined && ofCreation.size > 0)
        yield {
          name: 'read-only properties',
          constraint: 'body with readOnly properties',
          operation: create,
          run: (context) => createdWith(context, resource, create, ofCreation),
        }
      if (create?.body !== undefined && update?.body !== undefined && read !== undefined && ofUpdate.size > 0)
        yield {
          name: 'read-only properties',
          constraint: 'body with readOnly properties',
          operation: update,
          run: (context) => updatedWith(context, resource, update, ofUpdate),
        }
      const secret = create === undefined ? new Map<string, Json>() : hidden(plan, resource, create)
      if (create !== undefined && secret.size > 0)
        yield {
          name: 'write-only properties',
          constraint: 'response without writeOnly properties',
          operation: create,
          run: (context) => shownAfter(context, resource, create, secret),
        }
    }
  },
})

type Named = ReadonlyMap<string, Json>

/** The properties that the document marks as read-only, in responses or in bodies. */
function ownedByServer({ api }: Pick<Plan, 'api'>, { create, read, update }: Resource): Named {
  const all = [
    ...responseProperties(api, read ?? create),
    ...bodyProperties(api, create),
    ...bodyProperties(api, update),
  ]
  return new Map(all.filter(([, schema]) => viewOf(api.document, schema).readOnly === true))
}

/** Those of them that the body of a request does not declare as its own: the hours that only a creation may set. */
const withoutWritable = (
  { api }: Pick<Plan, 'api'>,
  owned: Named,
  operation: ApiOperation | undefined,
): Named =>
  new Map(
    [...owned].filter(([name]) => {
      const own = bodyProperties(api, operation).get(name)
      return own === undefined || viewOf(api.document, own).readOnly === true
    }),
  )

/** The properties that the document marks as write-only, unless a response of the operation declares them. */
function hidden({ api }: Pick<Plan, 'api'>, { read }: Resource, create: ApiOperation): Named {
  const shown = new Map([create, read].flatMap((one) => [...responseProperties(api, one)]))
  const isHidden = (schema: Json | undefined) => viewOf(api.document, schema).writeOnly === true
  return new Map(
    [...bodyProperties(api, create)].filter(
      ([name, schema]) => isHidden(schema) && (!shown.has(name) || isHidden(shown.get(name))),
    ),
  )
}

/** A value that differs from the one that the server has chosen; undefined where there is none. */
function otherThan(context: CheckContext, schema: Json, shown: Json, name: string): Json | undefined {
  const { document } = context.api
  const view = withoutNull(document, viewOf(document, schema))
  const values = Array.isArray(view.enum) ? view.enum : valuesOf(context, view, shown, name)
  return values.find((one): one is Json => one !== undefined && one !== null && !isSame(one, shown))
}

function valuesOf(
  { api: { document }, random }: CheckContext,
  view: JsonObject,
  shown: Json,
  name: string,
): (Json | undefined)[] {
  const valid = () => validValue(view, { document, random, extent: 'minimal' }, name)
  switch (typesOf(view)[0]) {
    case 'boolean':
      return [shown !== true]
    case 'integer':
    case 'number':
      return [LARGE, valid()]
    case 'string':
      return [view.format === 'date-time' ? LONG_AGO : valid()]
    default:
      return []
  }
}

/** A value for each property that the item shows, where the body remains valid with it. */
function foreignValues(
  context: CheckContext,
  operation: ApiOperation,
  owned: Named,
  { shown, body }: { shown: JsonObject; body: JsonObject },
): JsonObject {
  const values: JsonObject = {}
  for (const [name, schema] of owned) {
    const current = shown[name]
    if (current === undefined) continue
    const value = otherThan(context, schema, current, name)
    if (value !== undefined && context.isValidBody(operation, { ...body, [name]: value }))
      values[name] = value
  }
  return values
}

async function shownBy(
  context: CheckContext,
  item: Item,
): Promise<{ exchange: Recorded; shown: JsonObject }> {
  const exchange = item.resource.read === undefined ? item.made : await context.read(item)
  const { json } = exchange
  const shown = item.resource.read === undefined ? item.body : (json as Json)
  return isObject(shown)
    ? { exchange, shown }
    : context.notObserved({ code: 'returned', what: 'GET', status: exchange.status })
}

async function createdWith(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  owned: Named,
): Promise<void> {
  const first = await context.item(resource, { fresh: true })
  const { shown } = await shownBy(context, first)
  const body = isObject(first.sent?.body) ? first.sent.body : {}
  const values = foreignValues(context, create, owned, { shown, body })
  if (Object.keys(values).length === 0)
    return context.notObserved({ code: 'not-made', what: 'value of a read-only property' })
  const second = await context.item(resource, {
    fresh: true,
    body: (sent) => void Object.assign(sent, values),
  })
  const after = await shownBy(context, second)
  reportStored(context, create, values, {
    was: shown,
    is: after.shown,
    exchange: after.exchange,
    with: [second.made],
  })
}

async function updatedWith(
  context: CheckContext,
  resource: Resource,
  update: ApiOperation,
  owned: Named,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const before = await shownBy(context, item)
  const parts = await context.parts(update, { params: item.params })
  const body = isObject(parts.body) ? parts.body : {}
  const values = foreignValues(context, update, owned, { shown: before.shown, body })
  if (Object.keys(values).length === 0)
    return context.notObserved({ code: 'not-made', what: 'value of a read-only property' })
  const exchange = await context.send(update, { ...parts, body: { ...body, ...values } })
  if (exchange.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the change', status: exchange.status })
  const after = await shownBy(context, item)
  const proof = { exchange: after.exchange, with: [item.made, exchange] }
  reportStored(context, update, values, { was: before.shown, is: after.shown, ...proof })
}

function reportStored(
  context: CheckContext,
  operation: ApiOperation,
  values: JsonObject,
  { was, is, ...proof }: { was: JsonObject; is: JsonObject; exchange: Recorded; with: Recorded[] },
): void {
  for (const [name, value] of Object.entries(values)) {
    if (isSame(is[name], was[name]) || !isSameMoment(is[name], value)) continue
    context.broken({
      ...proof,
      code: 'read-only-stored',
      subject: `/${name}`,
      received: is[name],
      pointer: `/${name}`,
      place: operation.pointer,
    })
  }
}

const isSameMoment = (a: Json | undefined, b: Json | undefined): boolean =>
  isSame(a, b) || (typeof a === 'string' && b === LONG_AGO && Date.parse(a) === Date.parse(b))

async function shownAfter(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  secret: Named,
): Promise<void> {
  const { document } = context.api
  const item = await context.item(resource, {
    fresh: true,
    body: (sent) => {
      for (const [name, schema] of secret) {
        const value = validValue(schema, { document, random: context.random, extent: 'full' }, name)
        if (value !== undefined) sent[name] ??= value
      }
    },
  })
  const sent = isObject(item.sent?.body) ? item.sent.body : {}
  const responses = [
    item.made,
    ...(resource.read === undefined ? [] : [await context.read(item)]),
    ...(resource.list === undefined ? [] : [await listOf(context, resource.list, item)]),
  ]
  for (const exchange of responses)
    for (const name of secret.keys()) {
      const pointer = placeOf(exchange.json as Json, name, sent[name])
      if (pointer === undefined) continue
      context.broken({
        code: 'write-only-shown',
        subject: pointer,
        exchange,
        with: [item.made],
        pointer,
        place: create.pointer,
      })
      return
    }
}

function listOf(context: CheckContext, list: ApiOperation, { params }: Item): Promise<Recorded> {
  const own = Object.fromEntries(Object.entries(params).filter(([name]) => list.path.includes(`{${name}}`)))
  return context.send(list, { params: own, query: {}, headers: {} })
}

/** Where a response shows the value: under its name, or a long text at any place. */
function placeOf(json: Json | undefined, name: string, value: Json | undefined, at = ''): string | undefined {
  if (value === undefined || value === null || json === undefined) return undefined
  if (typeof value === 'string' && value.length >= MIN_SECRET && json === value) return at
  const entries = Array.isArray(json) ? [...json.entries()] : isObject(json) ? Object.entries(json) : []
  for (const [key, inner] of entries) {
    const here = `${at}/${key}`
    if (key === name && isSame(inner, value)) return here
    const found = placeOf(inner ?? undefined, name, value, here)
    if (found !== undefined) return found
  }
  return undefined
}
