import type { Api, ApiOperation } from '../../../model/api.ts'
import {
  descriptionOf,
  ignoresCase,
  mentions,
  promisedConflict,
  saidUnique,
  saysUnique,
  sentencesOf,
} from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import type { Resource } from '../../../model/resources.ts'
import { textsAbout } from '../../../model/statedValues.ts'
import { storedForms } from '../../../model/storedForms.ts'
import { type UniquePromise, uniquePromises } from '../../../model/uniqueRules.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { stringFor } from '../../../schema/values/strings.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { anotherText } from '../../engine/conflicts.ts'
import type { Recorded } from '../../engine/events.ts'
import { parentOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule, type Item, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'

/**
 * If a creation rejects a value because another item has it (409), an update must reject it, too. A server that accepts the
 * second creation does not promise uniqueness.
 */
export const duplicateValueRejected = defineRule({
  ...definitionOf('duplicate-value-rejected'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      const { create, update } = resource
      if (create?.body === undefined || !create.responses.has('409')) continue
      if (!hasUnique({ api, graph }, resource, create)) continue
      yield {
        name: 'created twice',
        constraint: 'body is unique',
        operation: create,
        async run(context) {
          if ((await conflict(context, resource)) === undefined)
            context.notObserved({ code: 'duplicates-allowed' })
        },
      }
      for (const member of ignoringCase({ api, graph }, resource, create))
        yield {
          name: `created twice, ${member} in another case`,
          constraint: 'body is unique',
          operation: create,
          run: (context) => inAnotherCase(context, resource, create, member),
        }
      if (update?.body !== undefined && update.responses.has('409'))
        yield {
          name: 'changed into another',
          constraint: 'body is unique',
          operation: update,
          run: (context) => changedInto(context, resource, update),
        }
      const batch = api.operations.find((one) => one.path === resource.collection && one.method === 'PATCH')
      const list = batch && listIn(viewOf(api.document, batch.body?.schema))
      if (batch !== undefined && list !== undefined && batch.responses.has('409'))
        yield {
          name: 'changed into another, in a batch',
          constraint: 'body is unique',
          operation: batch,
          run: (context) => changedTogether(context, resource, batch, list),
        }
    }
  },
})

/** The sentences about single values that no two items share. */
const spokenUniques = ({ api, graph }: Pick<Plan, 'api' | 'graph'>, resource: Resource): UniquePromise[] =>
  uniquePromises(api, graph, resource).filter(
    ({ properties, states }) => properties.length === 1 && states.length === 0,
  )

const hasUnique = (plan: Pick<Plan, 'api' | 'graph'>, resource: Resource, create: ApiOperation): boolean =>
  uniqueNames(plan.api, create).length > 0 || spokenUniques(plan, resource).length > 0

const listIn = (view: JsonObject): string | undefined =>
  membersOf(view).find(([, schema]) => isObject(schema) && typesOf(schema).includes('array'))?.[0]

interface Conflict {
  first: Item
  rejected: Recorded
  /** The property that must be unique, with the value of the first item. */
  member: string
  value: string
}

/** Properties that only one item can have with the same value: by the document, else by their names. */
function uniqueNames(api: Api, create: ApiOperation): string[] {
  const texts = [...bodyProperties(api, create)].filter(([, schema]) => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    return typesOf(view).includes('string') && view.enum === undefined
  })
  const promised = texts.filter(([name, schema]) => isPromised(api, create, name, schema))
  const isUnnamed = promised.length === 0 && unnamedUniques(api, create).length > 0
  const others = texts.filter((one) => !promised.includes(one) && (isUnnamed || soundsLike('unique', one[0])))
  return [...promised, ...others].map(([name]) => name)
}

const isPromised = (api: Api, create: ApiOperation, name: string, schema: Json): boolean =>
  saysUnique(descriptionOf(viewOf(api.document, schema))) ||
  saidUnique(descriptionOf(create.operation), name).length > 0 ||
  rejectionsOf(create).some(({ cause }) => mentions(cause, name) && promisedConflict(cause, 'creation'))

/** The properties whose values the document compares without regard to case. */
function ignoringCase(
  plan: Pick<Plan, 'api' | 'graph'>,
  resource: Resource,
  create: ApiOperation,
): ReadonlySet<string> {
  const { api } = plan
  const spoken = spokenUniques(plan, resource).flatMap((one) => (one.ignoresCase ? one.properties : []))
  const promised = [...bodyProperties(api, create)].filter(([name, schema]) =>
    isPromised(api, create, name, schema),
  )
  const read = promised.flatMap(([name, schema]) => {
    const causes = rejectionsOf(create).flatMap(({ cause }) =>
      promisedConflict(cause, 'creation') || ignoresCase(cause) ? [cause] : [],
    )
    const said = [
      descriptionOf(viewOf(api.document, schema)),
      ...saidUnique(descriptionOf(create.operation), name),
      // "Two names that differ only in case count as the same" is about the only unique property.
      ...causes.filter((cause) => promised.length === 1 || mentions(cause, name)),
    ]
    return said.some(ignoresCase) ? [name] : []
  })
  return new Set([...read, ...spoken, ...ofUnnamed(api, create), ...storedInOneCase(api, create)])
}

/** Unique properties that are stored in lower or upper case, in which they are compared. */
const storedInOneCase = (api: Api, create: ApiOperation): string[] =>
  uniqueNames(api, create).filter((name) =>
    textsAbout(api, create, name)
      .flatMap(storedForms)
      .some((form) => form === 'in lower case' || form === 'in upper case'),
  )

/** The only possible property, or the address, where a sentence names it otherwise: "No two have the same address, in any case". */
function ofUnnamed(api: Api, create: ApiOperation): string[] {
  const said = unnamedUniques(api, create).filter(ignoresCase)
  const names = said.length === 0 ? [] : uniqueNames(api, create)
  const isAddress = said.every((one) => mentions(one, 'address'))
  const isEmail = (name: string) =>
    withoutNull(api.document, viewOf(api.document, bodyProperties(api, create).get(name))).format === 'email'
  const meant = names.length > 1 && isAddress ? names.filter(isEmail) : names
  return meant.length === 1 ? meant : []
}

/** The sentences about a value that no two items share, without the name of a property. */
const unnamedUniques = (api: Api, create: ApiOperation): string[] =>
  sentencesOf(descriptionOf(create.operation)).filter(
    (one) => saysUnique(one) && ![...bodyProperties(api, create).keys()].some((name) => mentions(one, name)),
  )

/**
 * Two creations that agree in one property, of which the second is rejected with 409. A third one, which differs from the
 * second in this property only, shows that it is the cause.
 * @returns undefined where the target accepts both
 */
async function conflict(
  context: CheckContext,
  resource: Resource,
  names: readonly string[] | undefined = resource.create && uniqueNames(context.api, resource.create),
): Promise<Conflict | undefined> {
  const { create } = resource
  if (create === undefined || names === undefined) return undefined
  const first = await context.item(resource, { fresh: true })
  const sent = bodyOf(first)
  for (const member of names) {
    const value = sent[member]
    if (typeof value !== 'string') continue
    const schema = bodyProperties(context.api, create).get(member)
    const varied = anotherText(context, schema, value, member)
    const other = varied === value ? freeText(context, schema, member) : varied
    const next = await partsNextTo(context, resource, create, first)
    const attempt = (text: string) =>
      context.send(create, { ...next, body: { ...next.body, [member]: text } })
    const rejected = await attempt(value)
    if (rejected.status === 409) {
      if (other === undefined || other === value || (await attempt(other)).status >= 300) continue
      return { first, rejected, member, value }
    }
    reportsRenamed(context, create, { first, member, value }, rejected)
  }
  return undefined
}

/** A new text, where the schema allows any. */
function freeText(
  { api, random }: CheckContext,
  schema: Json | undefined,
  member: string,
): string | undefined {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  return view.enum === undefined && view.const === undefined ? stringFor(view, random, member) : undefined
}

const bodyOf = ({ sent }: Item): JsonObject => (isObject(sent?.body) ? sent.body : {})

/** A creation at the place of an item: with texts of its own, and in all else, such as the folder, as the item. */
async function partsNextTo(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  item: Item,
): Promise<Omit<Parts, 'body'> & { body: JsonObject }> {
  const parts = await context.parts(create, { fresh: false })
  const fresh = isObject(parts.body) ? parts.body : {}
  const schemas = bodyProperties(context.api, create)
  // Names may be unique within a folder only, so that references stay.
  const texts = Object.entries(fresh).filter(
    ([name, value]) =>
      typeof value === 'string' && context.graph.referredBy(name, schemas.get(name), resource) === undefined,
  )
  const body = { ...fresh, ...bodyOf(item), ...Object.fromEntries(texts) }
  // An example of the document has the same unique values each time.
  for (const name of uniqueNames(context.api, create)) {
    const value = body[name]
    if (typeof value === 'string' && value === bodyOf(item)[name])
      body[name] = anotherText(context, schemas.get(name), value, name)
  }
  return { ...parts, params: { ...parts.params, ...parentOf(item) }, body }
}

async function inAnotherCase(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  member: string,
): Promise<void> {
  const used = await conflict(context, resource, [member])
  if (used === undefined) return context.notObserved({ code: 'duplicates-allowed' })
  const { first, value } = used
  const parts = await partsNextTo(context, resource, create, first)
  // Servers may compare with the value that they store, in one case.
  const variants = new Set([value.toUpperCase(), value.toLowerCase()])
  variants.delete(value)
  const bodies = [...variants]
    .map((variant) => ({ ...parts.body, [member]: variant }))
    .filter((body) => context.isValidBody(create, body))
  if (variants.size === 0) return context.notObserved({ code: 'not-changed', what: member })
  if (bodies.length === 0)
    return context.notObserved({ code: 'invalid-together', what: `${member} in another case` })
  for (const body of bodies) {
    const exchange = await context.send(create, { ...parts, body })
    if (exchange.status >= 300) continue
    return context.broken({
      code: 'wrong-status',
      subject: `a creation with the ${member} of another resource in another case`,
      received: exchange.status,
      expected: 409,
      details: { value: body[member] ?? null },
      exchange,
      with: [first.made, used.rejected],
      place: create.pointer,
    })
  }
}

/**
 * Creating an item under another name than the sent one, because that one is in use, does not fulfil the
 * request.
 */
function reportsRenamed(
  context: CheckContext,
  create: ApiOperation,
  { first, member, value }: Omit<Conflict, 'rejected'>,
  exchange: Recorded,
): void {
  const made = isObject(exchange.json as Json) ? (exchange.json as JsonObject)[member] : undefined
  // A value that the server normalizes is normalized each time.
  if (exchange.status >= 300 || first.body[member] !== value || typeof made !== 'string' || made === value)
    return
  context.broken({
    code: 'duplicate-renamed',
    subject: member,
    received: made,
    expected: value,
    details: { status: exchange.status },
    exchange,
    with: [first.made],
    place: create.pointer,
  })
}

async function changedInto(context: CheckContext, resource: Resource, update: ApiOperation): Promise<void> {
  const used = await conflict(context, resource)
  if (used === undefined) return context.notObserved({ code: 'duplicates-allowed' })
  const { first, member, value } = used
  if (!bodyProperties(context.api, update).has(member))
    return context.notObserved({ code: 'not-changed', what: member })
  const second = await itemNextTo(context, resource, first)
  const before = await context.read(second)
  const body =
    update.method === 'PUT' && isObject(second.sent?.body)
      ? { ...second.sent.body, [member]: value }
      : { [member]: value }
  const exchange = await context.send(update, { params: second.params, query: {}, headers: {}, body })
  check(context, used, exchange, update)
  const after = await context.read(second)
  stays(context, used, { before, after, exchange }, update)
}

async function changedTogether(
  context: CheckContext,
  resource: Resource,
  batch: ApiOperation,
  list: string,
): Promise<void> {
  const used = await conflict(context, resource)
  if (used === undefined) return context.notObserved({ code: 'duplicates-allowed' })
  const { first, member, value } = used
  const second = await itemNextTo(context, resource, first)
  const before = await context.read(second)
  const entry = { [resource.idMember]: second.params[resource.parameter] ?? null, [member]: value }
  const exchange = await context.send(batch, {
    params: parentOf(second),
    query: {},
    headers: {},
    body: { [list]: [entry] },
  })
  if ([400, 422].includes(exchange.status))
    return context.notObserved({ code: 'other-format', what: 'the batch' })
  check(context, used, exchange, batch)
  const after = await context.read(second)
  stays(context, used, { before, after, exchange }, batch)
}

/** A new item at the place of another one: values may only be unique within a folder, or among the orders of a customer. */
async function itemNextTo(
  context: CheckContext,
  { parent, ...resource }: Resource,
  first: Item,
): Promise<Item> {
  const names = placeNames(context, first)
  const second = await context.item(first.resource, {
    fresh: true,
    body: (sent) => void preservePlace(sent, first, names),
    ...(parent !== undefined &&
      resource.create !== undefined && { within: { ...first, resource: parent, params: parentOf(first) } }),
  })
  // After a conflict, requests refer to other items.
  const [one, other] = [bodyOf(first), bodyOf(second)]
  return names.every((name) => isSame(one[name], other[name]))
    ? second
    : context.notObserved({ code: 'not-made', what: 'second item at the same place' })
}

/** The properties that place an item: its folder, and the items that it refers to. */
function placeNames({ api, graph }: CheckContext, { resource, sent }: Item): string[] {
  const schemas = bodyProperties(api, resource.create)
  const given = isObject(sent?.body) ? Object.keys(sent.body) : []
  return [...new Set([...schemas.keys(), ...given])].filter(
    (name) =>
      soundsLike('container', name) || graph.referredBy(name, schemas.get(name), resource) !== undefined,
  )
}

function preservePlace(sent: JsonObject, first: Item, names: readonly string[]): void {
  const given = bodyOf(first)
  for (const name of names)
    if (given[name] === undefined) delete sent[name]
    else sent[name] = given[name]
}

function check(context: CheckContext, used: Conflict, exchange: Recorded, operation: ApiOperation): void {
  // 412 and 428 require an entity tag, and do not concern the name.
  if (exchange.status === 409 || [400, 412, 422, 428].includes(exchange.status)) return
  context.broken({
    code: 'wrong-status',
    subject: `an update to the ${used.member} of another resource`,
    received: exchange.status,
    expected: 409,
    details: { value: used.value },
    exchange,
    with: [used.first.made, used.rejected],
    place: operation.pointer,
  })
}

function stays(
  context: CheckContext,
  used: Conflict,
  { before, after, exchange }: { before: Recorded; after: Recorded; exchange: Recorded },
  operation: ApiOperation,
): void {
  const [was, is] = [before.json, after.json].map((json) =>
    isObject(json as Json) ? (json as JsonObject) : {},
  )
  if (exchange.status < 400 || isSame(was?.[used.member], is?.[used.member])) return
  context.broken({
    code: 'changed-despite-rejection',
    subject: `/${used.member}`,
    received: is?.[used.member],
    expected: was?.[used.member],
    exchange: after,
    with: [used.first.made, before, exchange],
    place: operation.pointer,
  })
}
