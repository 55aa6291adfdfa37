/** The effects that descriptions of creations, actions and deletions state, on their item and on the items around it. */
import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { describedEffect } from './describedEffects.ts'
import { descriptionOf } from './description.ts'
import { enteredState } from './enteredStates.ts'
import { type ListedResult, listedResults } from './lifeCycles.ts'
import type { Subject } from './markedSentences.ts'
import {
  bodyProperties,
  isShown,
  responseProperties,
  settable,
  setterOf,
  settingProperty,
  shownProperties,
} from './operationProperties.ts'
import { outcomeText } from './outcomes.ts'
import { actionOn } from './paths.ts'
import { nounsOf, relationsFrom } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { settingEffects } from './settingEffects.ts'
import { type StatedEffect, statedEffects } from './statedEffects.ts'
import { isActionTo, isState, normal, ownerOfId, wordsOf } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

/** An item that a request affects. */
interface Affected {
  resource: Resource
  /** The resources on the way from the item of the request, which refer to each other. Empty: the item itself. */
  way: readonly Resource[]
  /** The words for it. */
  nouns: readonly string[]
  /** The property of the body of an action that refers to it. */
  sent: string | undefined
}

export interface RequestEffect extends Pick<StatedEffect, 'change' | 'text'>, Affected {
  /** The resource whose item the request creates, changes or deletes. */
  from: Resource
  operation: ApiOperation
  property: string
  /** The state that the request sets, by the property of its body. */
  sets?: JsonObject
}

/** The effects of the requests on the items of a resource. */
export const requestEffects = (api: Api, graph: ResourceGraph, from: Resource): RequestEffect[] =>
  from.create === undefined
    ? []
    : [...effectsOfActions(api, graph, from), ...effectsOfSettings(api, graph, from)]

/** The effects of the operation that sets the status, by the states that it sets. */
function effectsOfSettings(api: Api, graph: ResourceGraph, from: Resource): RequestEffect[] {
  const status = statusOf(api, from)
  const setter = status && setterOf(api, from, status)
  return status === undefined || setter === undefined ? [] : effectsOfSetter(api, graph, from, setter)
}

function effectsOfSetter(
  api: Api,
  graph: ResourceGraph,
  from: Resource,
  operation: ApiOperation,
): RequestEffect[] {
  const status = statusOf(api, from)
  if (status === undefined) return []
  const property = settingProperty(api, operation, status)
  const affected = withSent(api, graph, operation, itemsAround(api, graph, from))
  const subjects = affected.map((one) => subjectOf(api, one, operation))
  const setting = { property, states: settable(api, from, status) }
  return settingEffects(outcomeText(operation), subjects, setting).flatMap(
    ({ subject, state, property: changed, ...effect }): RequestEffect[] => {
      const one = affected[subject]
      return one === undefined || changed === undefined || !isEffect(api, from, operation, one, changed)
        ? []
        : [{ ...effect, ...one, property: changed, from, operation, sets: { [property]: state } }]
    },
  )
}

function effectsOfActions(api: Api, graph: ResourceGraph, from: Resource): RequestEffect[] {
  const around = itemsAround(api, graph, from)
  const usual = around.map((one) => subjectOf(api, one, undefined))
  const results = resultsOf(api, from)
  const described = describedIn(api, from)
  return [...[from.create ?? []].flat(), ...actionsOn(api, from.item), ...[from.delete ?? []].flat()].flatMap(
    (operation) => {
      const text = outcomeText(operation)
      const affected = withSent(api, graph, operation === from.create ? undefined : operation, around)
      const own = affected.map((one) => subjectOf(api, one, operation))
      // The same list, where nothing more is known: its patterns are remembered.
      const subjects = isDeepStrictEqual(own, usual) ? usual : own
      const name = operation === from.create ? 'create' : (actionOn(from.item, operation.path) ?? 'delete')
      const isRequest = (verb: string) => isActionTo(wordsOf(name)[0] ?? '', verb.toLowerCase())
      const stated = [
        ...statedEffects(text, subjects, isRequest),
        ...results.filter((one) => one.operation === operation).map(({ to, text }) => becomes(to, text)),
        ...described.filter((one) => one.action === name).map(({ effect }) => effect),
        ...entered(operation, name, subjects),
      ]
      return firstOfEach(stated).flatMap(({ subject, ...effect }): RequestEffect[] => {
        const one = affected[subject]
        const property = effect.property ?? (one && statusOf(api, one.resource)?.property)
        return one === undefined || property === undefined || !isEffect(api, from, operation, one, property)
          ? []
          : [{ ...effect, ...one, property, from, operation }]
      })
    },
  )
}

/** The effects that the descriptions of the properties of an item state. */
function describedIn(api: Api, from: Resource): { action: string; effect: StatedEffect }[] {
  const names = actionsOn(api, from.item).flatMap(({ path }) => actionOn(from.item, path) ?? [])
  const sent = bodyProperties(api, from.create)
  if (names.length === 0) return []
  return [...shownProperties(api, from)].flatMap(([property, schema]) => {
    const view = viewOf(api.document, schema)
    const types = typesOf(withoutNull(api.document, view))
    const isNumber = types.some((type) => type === 'integer' || type === 'number')
    const found = sent.has(property)
      ? undefined
      : describedEffect(descriptionOf(view), { isNumber }, nounsOf(from), names)
    if (found === undefined) return []
    const { action, change, text } = found
    return [{ action, effect: { subject: 0, property, change, text } }]
  })
}

const becomes = (value: string, text: string): StatedEffect => ({
  subject: 0,
  property: undefined,
  change: { kind: 'becomes', value },
  text,
})

/** The states that tables show for the actions on an item. */
function resultsOf(api: Api, from: Resource): ListedResult[] {
  const status = statusOf(api, from)
  if (status === undefined) return []
  const property = shownProperties(api, from).get(status.property)
  const item = from.read && thingSchema(api, from.read)
  const texts = [property, item].map((schema) => descriptionOf(viewOf(api.document, schema)))
  return listedResults(api, from, status.values, texts).filter(({ to }) => !isState('passing', normal(to)))
}

/** The state that an action leads to by its name, as an effect. */
function entered(operation: ApiOperation, name: string, subjects: readonly Subject[]): StatedEffect[] {
  const found =
    operation.method === 'POST' && name !== 'create' ? enteredState(operation, name, subjects) : undefined
  if (found === undefined) return []
  const { state: value, isExact, text } = found
  const exact = becomes(value, text)
  return [isExact ? exact : { ...exact, change: { kind: 'enters', value } }]
}

/** The effects without further ones on the same property. */
const firstOfEach = (effects: readonly StatedEffect[]): StatedEffect[] =>
  effects.filter(
    ({ subject, property }, index) =>
      effects.findIndex((one) => one.subject === subject && one.property === property) === index,
  )

/** Whether an item shows the property, and the client does not choose its value. */
function isEffect(
  api: Api,
  from: Resource,
  operation: ApiOperation,
  { resource, way, sent }: Affected,
  property: string,
): boolean {
  const isItself = way.length === 0 && sent === undefined
  if (operation === from.delete && isItself) return false
  if (isItself && bodyProperties(api, operation).has(property)) return false
  // An item without a GET is shown by the response of an action only.
  if (isItself && !isShown(resource)) return responseProperties(api, operation).has(property)
  return isShown(resource) && shownProperties(api, resource).has(property)
}

const MAX_DISTANCE = 2

/** The item itself, and those that it refers to or is in, each reached in one way. */
function itemsAround(api: Api, graph: ResourceGraph, from: Resource): Affected[] {
  const found: Affected[] = [{ resource: from, way: [], nouns: nounsOf(from), sent: undefined }]
  for (const { way } of found) {
    if (way.length >= MAX_DISTANCE) continue
    const next = neighboursOf(api, graph, way.at(-1) ?? from)
    for (const { target, nouns } of next) {
      // Of two references to one kind of item, such as those of a transfer, either may be meant.
      const isSingle = next.filter((one) => one.target === target).length === 1
      if (isSingle && found.every(({ resource }) => resource !== target))
        found.push({ resource: target, way: [...way, target], nouns, sent: undefined })
    }
  }
  return found
}

interface Neighbour {
  target: Resource
  nouns: readonly string[]
}

/** The items that an item shows references to, once for each reference, and the one that it is in. */
function neighboursOf(api: Api, graph: ResourceGraph, resource: Resource): Neighbour[] {
  const shown = [...shownProperties(api, resource)].flatMap(([name, schema]) => {
    const target = referredBy(graph, resource, name, schema)
    return target === undefined ? [] : [{ name, target, nouns: nounsFor(target, name) }]
  })
  const related = relationsFrom(api, graph, resource).flatMap(({ holder, property = '' }) =>
    holder === resource ||
    shown.some(({ name, target }) => name === property || (property === '' && target === holder))
      ? []
      : [{ target: holder, nouns: nounsFor(holder, property) }],
  )
  return [...shown, ...related]
}

function referredBy(graph: ResourceGraph, from: Resource, name: string, schema: Json): Resource | undefined {
  const target = ownerOfId(name) === undefined ? undefined : graph.referredBy(name, schema, from)
  return target === from ? undefined : target
}

/** The words for an item that a property refers to: `vehicle`, and `towing vehicle` for `towing_vehicle_id`. */
const nounsFor = (target: Resource, property: string): string[] => {
  const own = wordsOf(ownerOfId(property) ?? '').join(' ')
  return [...new Set([...nounsOf(target), own])].filter((one) => one !== '')
}

/** The same items, with those that the body of an action refers to. */
function withSent(
  api: Api,
  graph: ResourceGraph,
  action: ApiOperation | undefined,
  around: readonly Affected[],
): Affected[] {
  const [itself] = around
  const sent = [...bodyProperties(api, action)].flatMap(([name, schema]): Affected[] => {
    const target = itself && referredBy(graph, itself.resource, name, schema)
    return target === undefined
      ? []
      : [{ resource: target, way: [], nouns: nounsFor(target, name), sent: name }]
  })
  const isSent = ({ resource }: Affected) => sent.some((one) => one.resource === resource)
  return [...around.filter((one) => !isSent(one)), ...sent]
}

function subjectOf(
  api: Api,
  { resource, way, nouns, sent: reference }: Affected,
  operation: ApiOperation | undefined,
): Subject {
  const status = statusOf(api, resource)
  const isItself = way.length === 0 && reference === undefined
  const shown = [
    ...(isItself && !isShown(resource)
      ? responseProperties(api, operation)
      : shownProperties(api, resource)
    ).keys(),
  ]
  const sent = isItself ? [...bodyProperties(api, operation).keys()] : []
  return {
    nouns,
    states: status?.values ?? [],
    properties: [...new Set([...shown, ...sent])].filter((one) => one !== status?.property),
  }
}
