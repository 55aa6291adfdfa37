import { type Api, type ApiOperation, actionsOn } from '../../../model/api.ts'
import {
  beginsWithPronoun,
  conflictingNames,
  descriptionOf,
  existingThings,
  mentions,
  namesIdentifier,
  presentStates,
  promisedConflict,
  saysIfGiven,
  saysRepeatable,
  saysTooLate,
  saysUnique,
  stateCondition,
} from '../../../model/description.ts'
import { actionOn } from '../../../model/paths.ts'
import { type Rejection, rejectionsOf } from '../../../model/rejections.ts'
import type { Resource } from '../../../model/resources.ts'
import { shownStates } from '../../../model/statePromises.ts'
import { uniquePromises } from '../../../model/uniqueRules.ts'
import { isActionTo, isIdName, KIND_SUFFIX, lastSegment, singularOf } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { branchesOf, membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemIn } from '../../engine/items.ts'
import { defineRule, type Item, type Plan, type Probe, type Rule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'
import { promisedMoments } from '../requests/promisedMoments.ts'
import { ordersOfBodies, sidesOfBodies } from '../requests/promisedOrders.ts'
import { promisedBodies } from './promisedBodies.ts'
import { promisedDeletions } from './promisedDeletions.ts'
import { promisedLimits } from './promisedLimits.ts'
import { promisedLocks } from './promisedLocks.ts'
import { promisedMatches } from './promisedMatches.ts'
import { promisedMinimums } from './promisedMinimums.ts'
import { promisedNumbers } from './promisedNumbers.ts'
import { promisedPeriods } from './promisedPeriods.ts'
import { promisedSingles } from './promisedSingles.ts'
import { promisedStates } from './promisedStates.ts'
import { promisedSums } from './promisedSums.ts'
import { promisedUniques } from './promisedUniques.ts'
import { promisedValues } from './promisedValues.ts'
import { beyondStocks } from './stocks.ts'
import { transitions } from './transitions.ts'
import { treeCircles } from './treeCircles.ts'

/** A declared 409 or 422 whose description names a conflict is a promise: the request that causes the conflict gets an error. */
export const promisedConflictReturned = defineRule({
  ...definitionOf('promised-conflict-returned'),
  *checks({ api, graph }) {
    yield* ordersOfBodies({ api, graph })
    yield* sidesOfBodies({ api })
    yield* promisedMoments({ api, graph })
    yield* transitions({ api, graph })
    yield* promisedLimits({ api, graph })
    yield* treeCircles({ api, graph })
    for (const resource of graph.resources) {
      yield* creations({ api, graph }, resource)
      if (resource.create !== undefined) yield* actions(api, resource)
    }
    yield* promisedDeletions({ api, graph }, acceptedInState)
    yield* promisedStates({ api, graph }, acceptedInState)
    yield* promisedSingles({ api, graph }, acceptedInState)
    yield* promisedSums({ api, graph }, acceptedInState)
    yield* promisedLocks({ api, graph }, acceptedInState)
    yield* promisedMinimums({ api, graph }, acceptedInState)
    yield* promisedMatches({ api, graph }, acceptedInState)
    yield* promisedUniques({ api, graph }, acceptedInState)
    yield* promisedPeriods({ api, graph }, acceptedInState)
    yield* promisedValues({ api, graph }, acceptedInState)
    yield* promisedNumbers({ api, graph }, acceptedInState)
    yield* promisedBodies({ api })
    yield* beyondStocks({ api, graph }, acceptedInState)
  },
})

/** Reports that a request was accepted although the state of its item rules it out: the last of the exchanges. */
function acceptedInState(
  context: CheckContext,
  { operation, status, description }: Promised & { operation: ApiOperation },
  exchanges: Recorded[],
): void {
  const [exchange] = exchanges.slice(-1)
  if (exchange === undefined) return
  context.broken({
    code: 'accepted-in-state',
    subject: operation.path,
    received: exchange.status,
    expected: status,
    details: { description },
    exchange,
    with: exchanges.slice(0, -1),
    place: operation.pointer,
  })
}

function* creations({ api, graph }: Pick<Plan, 'api' | 'graph'>, resource: Resource): Generator<Check> {
  const { create } = resource
  if (create?.body === undefined || create.method !== 'POST') return
  const promised =
    promiseOf(create, create.path.includes('{') ? 'below' : 'creation') ?? uniqueness(api, create)
  // A second item with some of the values is a check of its own.
  const isOfValues = uniquePromises(api, graph, resource).some((one) => isSameSentence(one, promised))
  if (promised === undefined || isOfValues || isOfOptional(create, promised)) return
  yield {
    name: 'created twice',
    constraint: `response ${promised.status}`,
    operation: create,
    run: (context) => createdTwice(context, resource, create, promised),
  }
}

/** Whether a promise may be about an item that a body need not refer to. */
const isOfOptional = ({ path }: ApiOperation, { cause = '' }: Promised): boolean =>
  !path.includes('{') && beginsWithPronoun(cause)

/** Whether one description contains the other, apart from marks of Markdown. */
function isSameSentence(one: Promised, other: Promised | undefined): boolean {
  const [a = '', b = ''] = [one, other].map((each) =>
    each?.description.replaceAll(/[`*]|\s+|[.;]$/g, ' ').trim(),
  )
  return other !== undefined && (a.includes(b) || b.includes(a))
}

function* actions(api: Api, resource: Resource): Generator<Check> {
  for (const operation of actionsOn(api, resource.item)) {
    const promised = promiseOf(operation, 'action')
    if (promised === undefined || isOfOtherState(api, resource, operation, promised)) continue
    if (isOfOtherThing(operation, promised) || saysTooLate(promised.cause)) continue
    if (saysRepeatable(descriptionOf(operation.operation))) continue
    yield {
      name: 'acted twice',
      constraint: `response ${promised.status}`,
      operation,
      run: (context) => actedTwice(context, resource, operation, promised),
    }
  }
}

/** Whether a rejection is about items that the action does not make: "There is already an invoice", when a charge is added. */
function isOfOtherThing({ path }: ApiOperation, { cause }: Pick<Rejection, 'cause'>): boolean {
  const name = lastSegment(path)
  const own = singularOf(name)
  const things = existingThings(cause)
  return (
    own !== name &&
    things !== undefined &&
    things.length > 0 &&
    things.every((thing) => !mentions(thing, own))
  )
}

/** Whether a rejection is about a state to which the action does not lead: "The parcel was already delivered", when it is cancelled. */
function isOfOtherState(
  api: Api,
  resource: Resource,
  { path }: ApiOperation,
  { cause }: Pick<Rejection, 'cause'>,
): boolean {
  const named = stateCondition(
    cause,
    shownStates(api, resource).map(([state]) => state),
  )?.states
  return named?.every((state) => !isActionTo(actionOn(resource.item, path) ?? '', state)) === true
}

type Check = ReturnType<Rule['checks']> extends Iterable<infer One> ? One : never
type CheckContext = Parameters<Probe['run']>[0]

type Promised = Pick<Rejection, 'status' | 'description'> & Partial<Rejection>

/** The first promised conflict that a second request of the same kind has to cause. */
const promiseOf = (
  operation: ApiOperation,
  by: Parameters<typeof promisedConflict>[1],
): Rejection | undefined => rejectionsOf(operation).find(({ cause }) => promisedConflict(cause, by))

/** The response of a conflict without such a description, where a required property is described as unique. */
function uniqueness({ document }: Api, create: ApiOperation): Promised | undefined {
  const status = [409, 422].find((one) => create.responses.has(String(one)))
  const view = viewOf(document, create.body?.schema)
  const required = requiredOf(view)
  for (const [name, schema] of status === undefined ? [] : membersOf(view)) {
    const said = descriptionOf(viewOf(document, schema))
    if (status !== undefined && required.has(name) && !isIdName(name) && saysUnique(said))
      return { status, description: `${name}: ${said}` }
  }
  return undefined
}

async function createdTwice(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  promised: Promised,
): Promise<void> {
  const members = conflictingMembers(context.api, create, promised)
  const added = valuesFor(context, resource, members)
  const { made, sent } = await context.item(resource, {
    fresh: true,
    body: (one) => {
      for (const [name, value] of added) one[name] ??= value
    },
  })
  const body = sent?.body
  if (sent === undefined || !isObject(body))
    return context.notObserved({ code: 'absent', from: 'the creation', what: 'body' })
  const unsent = unsentOf(promised, members, body)
  if (unsent !== undefined) return context.notObserved({ code: 'absent', from: 'the creation', what: unsent })
  const form = formOf(context.api, create, promised, body)
  if (form !== undefined) return context.notObserved({ code: 'absent', from: 'the creation', what: form })
  if (made.status !== 201 && made.status !== 200)
    return context.notObserved({ code: 'returned', what: 'the creation', status: made.status })
  // An identifier that the server chooses is another one each time.
  if (namesIdentifier(promised.description) && !Object.hasOwn(body, resource.idMember))
    return context.notObserved({ code: 'server-chosen-id' })
  await expectStateOf(context, resource.parent && itemIn(resource.parent, sent.params), promised)
  const exchange = await context.send(create, { ...sent, headers: {} })
  if (exchange.status >= 300) return
  const [first, second] = [made, exchange].map(({ json }) => idIn(json as Json, resource))
  // Where the client chooses the identifier, the other values show whether it is another resource.
  const isFirst = Object.hasOwn(body, resource.idMember)
    ? isSame(made.json as Json, exchange.json as Json)
    : isSame(first, second)
  if (second === undefined || isFirst) return context.notObserved({ code: 'returned-first' })
  breaks(context, create, promised, { exchange, with: [made] })
}

/** The value that a promise is about, where the body is without it. */
function unsentOf(
  { description }: Promised,
  members: readonly [string, Json][],
  body: JsonObject,
): string | undefined {
  const [[first] = []] = members
  if (first === undefined) return saysIfGiven(description) ? 'optional value' : undefined
  return members.every(([name]) => (body[name] ?? null) === null) ? first : undefined
}

/** The property of another form of the body than the sent one that the promise is about: "From a quote, once only". */
function formOf(
  { document }: Api,
  create: ApiOperation,
  { description }: Promised,
  body: JsonObject,
): string | undefined {
  const forms = branchesOf(viewOf(document, create.body?.schema)).map((one) => viewOf(document, one))
  const others = forms.length > 1 ? forms.flatMap(membersOf).map(([name]) => name) : []
  return others.find(
    (name) => !Object.hasOwn(body, name) && mentions(description, name.replace(KIND_SUFFIX, '') || name),
  )
}

/** The properties of the body whose values the promise is about, by name and schema. */
function conflictingMembers(
  { document }: Api,
  create: ApiOperation,
  { description }: Promised,
): [string, Json][] {
  const members = membersOf(viewOf(document, create.body?.schema))
  const names = conflictingNames(
    description,
    members.map(([name]) => name),
  )
  return members.filter(([name]) => names.includes(name))
}

/** Texts for those that a body may be without; references and choices are left out. */
const valuesFor = (
  { api: { document }, graph, random }: CheckContext,
  resource: Resource,
  members: readonly [string, Json][],
): [string, Json][] =>
  members.flatMap(([name, schema]): [string, Json][] => {
    const view = withoutNull(document, viewOf(document, schema))
    const isChoice = view.enum !== undefined || view.const !== undefined
    if (isChoice || !typesOf(view).includes('string')) return []
    if (isIdName(name) || graph.referredBy(name, schema, resource) !== undefined) return []
    const value = validValue(schema, { document, random, extent: 'full' }, name)
    return value === undefined ? [] : [[name, value]]
  })

const idIn = (json: Json, { idMember }: Resource): Json | undefined =>
  isObject(json) ? json[idMember] : undefined

async function actedTwice(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  promised: Rejection,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const { exchange: first, parts } = await context.succeed(operation, { params: item.params })
  // A job that was only accepted may be over by then.
  if (first.status === 202) return context.notObserved({ code: 'under-way' })
  await expectStateOf(context, item, promised)
  const exchange = await context.send(operation, parts)
  if (exchange.status < 300) breaks(context, operation, promised, { exchange, with: [item.made, first] })
}

/** Ends the check where a request has not led to the state that rules out the same one: a part of the amount leaves an invoice open. */
async function expectStateOf(
  context: CheckContext,
  item: Item | undefined,
  promised: Promised,
): Promise<void> {
  if (item !== undefined && !(await isInStateOf(context, item, promised)))
    context.notObserved({ code: 'not-made', what: 'item in the state that rules it out' })
}

/** Whether an item is in a state that a rejection is about, where its GET shows the state. */
async function isInStateOf(context: CheckContext, item: Item, { cause = '' }: Promised): Promise<boolean> {
  const { resource } = item
  const states = new Map(shownStates(context.api, resource))
  const known = [...states.keys()]
  const condition = stateCondition(cause, known) ?? { states: presentStates(cause, known), isNot: false }
  if (condition.states.length === 0 || resource.read === undefined) return true
  const { json } = await context.read(item)
  const shown = isObject(json as Json) ? (json as JsonObject) : {}
  const values = condition.states.map((state) => ({ state, value: shown[states.get(state) ?? ''] }))
  if (values.some(({ value }) => typeof value !== 'string')) return true
  return values.some(({ state, value }) => value === state) !== condition.isNot
}

const breaks = (
  context: CheckContext,
  operation: ApiOperation,
  { status, description }: Promised,
  proof: { exchange: Recorded; with: Recorded[] },
): void =>
  void context.broken({
    code: 'conflict-accepted',
    subject: operation.path,
    received: proof.exchange.status,
    expected: status,
    details: { description },
    ...proof,
    place: operation.pointer,
  })
