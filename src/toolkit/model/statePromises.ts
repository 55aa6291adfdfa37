/** Requests that a declared 409 or 422 rejects in a state that its description names: tickets of a cancelled event. */
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { allowedStates, isDecidedByState } from './allowedStates.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { chainedActions } from './chainedActions.ts'
import {
  descriptionOf,
  inEitherNumber,
  mentions,
  namesExceptions,
  promisedConflict,
  type StateCondition,
  stateCondition,
  statePattern,
  withoutOpposites,
} from './description.ts'
import { CREATIONS, eligibilities, withOpposites } from './eligibility.ts'
import { type ListedAction, listedActions } from './lifeCycles.ts'
import { bodyProperties, settable, shownProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { rejectionsOf } from './rejections.ts'
import { nounsOf, type Relation, referencesTo, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'
import { causeTest, withoutExplanations, withoutParts } from './stateCauses.ts'
import { finalGroups, withGroups } from './stateGroups.ts'
import { referenceSentence, stateSentence } from './stateSentences.ts'
import { surroundingTexts } from './surroundings.ts'
import { saysTransitions } from './transitions.ts'
import { isActionTo, ownerOfId, soundsLike, wordsOf } from './vocabulary.ts'

export interface StatePromise {
  resource: Resource
  operation: ApiOperation
  /** The resource below the item that the operation changes, where it does not change the item itself. */
  below: Resource | undefined
  /** The property of the body that refers to the item, where the operation is one on another resource. */
  reference: string | undefined
  /** The relation to the item, where the operation is one on an item that belongs to it. */
  through: Relation | undefined
  status: number
  description: string
  condition: StateCondition
}

/** The declared rejections of requests to items of the resource, below them or with them, that depend on their state. */
export function statePromises(api: Api, graph: ResourceGraph, resource: Resource): readonly StatePromise[] {
  const found = known.get(resource) ?? findPromises(api, graph, resource)
  known.set(resource, found)
  return found
}

const known = new WeakMap<Resource, readonly StatePromise[]>()

function findPromises(api: Api, graph: ResourceGraph, resource: Resource): StatePromise[] {
  const states = statesOf(api, resource)
  // Items that no request creates may follow from others: the tickets of an order.
  if (states.size === 0 || (resource.create ?? resource.list) === undefined) return []
  const actions = actionsOn(api, resource.item)
  const isMoved = actions.length > 0 || isUpdated(api, resource, states)
  const isCreatedIn = [...states.values()].some((member) => bodyProperties(api, resource.create).has(member))
  if (
    !isMoved &&
    !isCreatedIn &&
    relationsTo(api, graph, resource).every(({ property }) => property === undefined)
  )
    return []
  const names = [...states.keys()]
  const possible = {
    states: names,
    opposable: withOpposites(states),
    actions,
    resources: graph.resources,
    listed: listedActions(api, resource, statusOf(api, resource)?.values ?? []),
    chained: chainedActions(api, resource, statusOf(api, resource)?.values ?? []),
  }
  const nouns = nounsOf(resource)
  const own = inStates(graph.resources, resource, actions).map((one): Request => {
    // The state of an item below may have the same name.
    const isOther = one.below !== undefined && statesOf(api, one.below).size > 0
    const isItself = [resource.update, resource.replace, resource.delete, ...actions].includes(one.operation)
    return { ...NOWHERE, ...one, nouns: isOther ? nouns : [], called: nouns, isItself }
  })
  const others = referencesTo(api, graph, resource).map(({ property, ...one }): Request => {
    const said = descriptionOf(viewOf(api.document, bodyProperties(api, one.operation).get(property)))
    return { ...NOWHERE, ...one, reference: property, called: one.nouns, isItself: false, said }
  })
  const through = throughRelations(api, graph, resource)
  const promises = [
    ...[...own, ...others, ...through].flatMap((request) => promisesOf(api, resource, possible, request)),
    ...eligibilities(api, graph, resource, states).map((one) => ({ ...NOWHERE, ...one, resource })),
  ]
  // Two sentences about one state are one promise.
  return promises.filter((one, index) => promises.findIndex((other) => isSamePromise(one, other)) === index)
}

const NOWHERE = { below: undefined, reference: undefined, through: undefined, said: '' }

/** The requests to items that belong to an item of the resource by a property, where a text names that item. */
function throughRelations(api: Api, graph: ResourceGraph, resource: Resource): Request[] {
  const relations = relationsTo(api, graph, resource).filter(({ property }) => property !== undefined)
  return relations.flatMap((through): Request[] => {
    const { child } = through
    // Of two accounts of a transfer, either may be meant.
    if (relations.some((other) => other !== through && other.child === child)) return []
    const called = holderNouns(through)
    return [child.update, child.replace, child.delete, ...actionsOn(api, child.item)].flatMap((operation) =>
      operation === undefined || bodyProperties(api, operation).has(through.property ?? '')
        ? []
        : [{ ...NOWHERE, operation, through, nouns: called, called, isItself: false }],
    )
  })
}

/** A request that the state of an item may rule out. */
interface Request extends Pick<StatePromise, 'operation' | 'below' | 'reference' | 'through'> {
  /** Words for the item of which the text needs one; empty where it can only be about this item. */
  nouns: readonly string[]
  /** Words of descriptions for the item. */
  called: readonly string[]
  /** Whether "it" is the item. */
  isItself: boolean
  /** The description of the property that refers to the item. */
  said: string
}

const isSamePromise = (one: StatePromise, other: StatePromise): boolean =>
  one.operation === other.operation &&
  one.below === other.below &&
  one.reference === other.reference &&
  one.through === other.through &&
  one.condition.isNot === other.condition.isNot &&
  one.condition.states.join() === other.condition.states.join()

/** The states that an item can show, by the property: values of its status, and names of its flags, such as `archived`. */
export function statesOf(api: Api, resource: Resource): Map<string, string> {
  const shown = shownStates(api, resource)
  // A state of two properties may be either: a cancelled order, or one with a cancelled payment.
  return new Map(
    shown.filter(([state, member]) => shown.every(([other, by]) => other !== state || by === member)),
  )
}

/** The states that an item can show, each with its property; two properties may have one state. */
export function shownStates(api: Api, resource: Resource): [state: string, member: string][] {
  const members = [...shownProperties(api, resource)]
  return members.flatMap(([member, schema]): [string, string][] => {
    const isFlag = typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('boolean')
    if (isFlag) return [[flagOf(member), member]]
    return soundsLike('status', member) ? choicesIn(api.document, schema).map((state) => [state, member]) : []
  })
}

/** Whether updates set the status, or a flag. */
function isUpdated(api: Api, resource: Resource, states: ReadonlyMap<string, string>): boolean {
  const status = statusOf(api, resource)
  if (status !== undefined && settable(api, resource, status).length > 0) return true
  const sent = resource.update?.method === 'PATCH' ? bodyProperties(api, resource.update) : new Map()
  return [...states.values()].some((member) => member !== status?.property && sent.has(member))
}

/** The flags that decide the promises, by the property, with the value that a new item needs at first. */
export function flagsIn(api: Api, promises: readonly StatePromise[]): ReadonlyMap<string, boolean> {
  return new Map(
    promises.flatMap(({ resource, condition }) =>
      [...statesOf(api, resource)].flatMap(([state, member]): [string, boolean][] =>
        flagOf(member) === state && condition.states.includes(state) ? [[member, condition.isNot]] : [],
      ),
    ),
  )
}

/** `archived` of `archived` and of `isArchived`. */
export const flagOf = (member: string): string => member.replace(/^is_?(?=[A-Z_a-z])/, '').toLowerCase()

/** Operations on an item, and on the resources below it. */
function inStates(
  resources: readonly Resource[],
  { item, update, replace, delete: remove }: Resource,
  actions: readonly ApiOperation[],
): Pick<StatePromise, 'operation' | 'below'>[] {
  const inside = resources.filter(({ parent }) => parent?.item === item)
  const own = [update, replace, remove, ...actions, ...inside.map(({ create }) => create)]
  const below = inside.flatMap((one) =>
    (one.create === undefined ? [] : [one.update, one.replace, one.delete]).map((operation) => ({
      operation,
      below: one,
    })),
  )
  const all = [...below, ...[...new Set(own)].map((operation) => ({ operation, below: undefined }))]
  return all.flatMap(({ operation, ...one }) => (operation === undefined ? [] : [{ operation, ...one }]))
}

const ALREADY_HAS = /\balready (?:has|have|had)\b/i

interface Possible {
  listed: readonly ListedAction[]
  /** Those of the life of an item, for actions about which nothing else states their states. */
  chained: readonly ListedAction[]
  states: readonly string[]
  /** Those whose opposite is one state. */
  opposable: readonly string[]
  actions: readonly ApiOperation[]
  resources: readonly Resource[]
}

function promisesOf(api: Api, resource: Resource, possible: Possible, request: Request): StatePromise[] {
  const { operation, below, reference, through } = request
  const isChange = [resource.update, resource.replace].includes(operation)
  const subject = subjectOf(resource, possible, request)
  const inStates = (text: string) =>
    withGroups(
      withoutOpposites(text, possible.opposable, possible.states),
      finalGroups(possible.states),
      request.called,
    )
  const ofErrors = rejectionsOf(operation).flatMap(({ cause: stated, ...one }) => {
    // Transitions of the status are a check of their own.
    if (isChange && saysTransitions(one.description)) return []
    // "The member already has a loan of the book that is not returned" is about a second loan.
    if (request.reference !== undefined && ALREADY_HAS.test(stated)) return []
    const cause = inStates(stated)
    const said = stateSentence(cause, { ...subject, isCause: true })?.condition
    const condition = said ?? conditionOf(cause, subject, request.nouns)
    return condition === undefined ? [] : [{ ...one, cause, condition }]
  })
  const status = [409, 422].find((one) => operation.responses.has(String(one)))
  const text = inStates(descriptionOf(operation.operation))
  const sentences = [
    isChange && saysTransitions(text) ? undefined : stateSentence(text, subject),
    referenceSentence(request.said, subject),
    ofErrors.length === 0 ? allowedBy(operation, subject) : undefined,
    request.isItself || below !== undefined ? saidAround(api, operation, subject) : undefined,
    listedFor(possible.listed, operation),
  ]
  const isStated = ofErrors.length > 0 || sentences.some((one) => one !== undefined)
  const ofLife = isStated || !request.isItself ? [] : [listedFor(possible.chained, operation)]
  const inSentences = [...sentences, ...ofLife].flatMap((one) =>
    one === undefined || status === undefined
      ? []
      : [{ status, cause: '', description: one.text, condition: one.condition }],
  )
  // "The author is an active employee" is not about the employee of the report.
  const others = through === undefined ? [] : ownersIn(api, operation)
  const isOfOther = (one: { description: string }) => others.some((owner) => mentions(one.description, owner))
  return [...ofErrors, ...inSentences].flatMap(({ cause, ...one }) => {
    if (isOfOther(one)) return []
    const condition = withoutRepeated(resource, possible, operation, { cause, condition: one.condition })
    return condition === undefined
      ? []
      : [{ ...one, resource, operation, below, reference, through, condition }]
  })
}

/** The items that a body refers to, as its properties call them: `author` of `authorId`. */
const ownersIn = (api: Api, operation: ApiOperation): string[] =>
  [...bodyProperties(api, operation).keys()].flatMap((name) => ownerOfId(name) ?? [])

/** The states that the description of the operation allows, where the others are ruled out. */
function allowedBy(
  operation: ApiOperation,
  subject: ReturnType<typeof subjectOf>,
): { condition: StateCondition; text: string } | undefined {
  const isDecided = rejectionsOf(operation).some(({ cause }) => isDecidedByState(cause, subject.isRequest))
  const allowed = allowedStates(descriptionOf(operation.operation), subject, isDecided)
  return allowed && { condition: { states: allowed.states, isNot: true }, text: allowed.text }
}

/** Statements that something is possible in all states. */
const ALWAYS =
  /\b(?:can|may) (?:still |also |always )*(?:be (\w+)|(\w+)\b[^.;,]*?) (?:at any (?:time|point|stage)|(?:in|whatever|regardless of) (?:(?:any|every|all|each|its|the) )?(?:state|status|stage)(?:s|es)?\b)/gi

/** The states in descriptions around the operation, whose sentences name the item and the request. */
function saidAround(
  api: Api,
  operation: ApiOperation,
  subject: ReturnType<typeof subjectOf>,
): { condition: StateCondition; text: string } | undefined {
  const { isItself } = subject
  const named = { ...subject, isItself: false, isRequest: nameTest(operation, subject.isRequest) }
  const state = new RegExp(`\\b(?:${subject.states.map(statePattern).join('|')})`, 'i')
  const texts = surroundingTexts(api, operation)
  // "Notes can be changed in every state"
  const isAlways = (text: string) =>
    [...text.matchAll(ALWAYS)].some(([, verb = '', active = '']) => subject.isRequest(verb || active))
  if (texts.some(isAlways)) return undefined
  // "Only draft orders can be edited" is not about their lines.
  const own = new RegExp(
    `\\b(?:${(subject.changed ?? subject.made).map(inEitherNumber).join('|') || '(?!)'})\\b`,
    'i',
  )
  const isMeant = (text: string) => isItself || own.test(text)
  for (const text of texts
    .filter((one) => state.test(one))
    .flatMap(inPairs)
    .filter((one) => state.test(one))) {
    const allowed = allowedStates(text, named, false)
    const said =
      stateSentence(text, named) ??
      (allowed && { condition: { states: allowed.states, isNot: true }, text: allowed.text })
    if (said !== undefined && isMeant(said.text)) return said
  }
  return undefined
}

/** Each sentence with the next one, which may be its exception. */
function inPairs(text: string): string[] {
  const sentences = text.split(/(?<=[.?!])\s+/)
  return sentences.map((one, index) => `${one} ${sentences[index + 1] ?? ''}`)
}

const listedFor = (
  listed: readonly ListedAction[],
  operation: ApiOperation,
): { condition: StateCondition; text: string } | undefined => {
  const found = listed.find((one) => one.operation === operation)
  return found && { condition: { states: found.from, isNot: true }, text: found.text }
}

/** Whether a verb around an operation is that of its request: of several creations, only the one that is named so. */
function nameTest(
  { method, operationId, operation }: ApiOperation,
  isRequest: (verb: string) => boolean,
): (verb: string) => boolean {
  if (method !== 'POST') return isRequest
  const names = [operationId, String(operation.summary ?? '')].map((one) => wordsOf(one)[0] ?? '')
  return (verb) => names.some((one) => one.length > 2 && isActionTo(one, verb.toLowerCase()))
}

/** The item, the resources and the verbs in sentences about a request. */
function subjectOf(resource: Resource, { states, resources }: Possible, request: Request) {
  const { operation, called, isItself } = request
  const isNew = operation.method === 'POST'
  const target = resources.find(({ create, update, replace, delete: remove }) =>
    (isNew ? [create] : [update, replace, remove]).includes(operation),
  )
  const nouns = target === undefined ? [] : nounsOf(target)
  return {
    states,
    nouns: called,
    isItself,
    isRequest: verbTest(resource, request),
    made: isNew ? nouns : [],
    changed: isNew || target === undefined ? undefined : nouns,
  }
}

/** The condition that a cause names in other words. */
function conditionOf(
  cause: string,
  { states, nouns, made }: ReturnType<typeof subjectOf>,
  needed: readonly string[],
): StateCondition | undefined {
  if (namesExceptions(cause)) return undefined
  const isAllowed = needed.length === 0 ? causeTest(nouns, states) : undefined
  const own = withoutParts(cause, made)
  // "It is not open, i.e. it was closed before", and "It is final, i.e. closed".
  return [own, withoutExplanations(own)]
    .map((text) => stateCondition(text, states, needed, isAllowed))
    .find((one) => one !== undefined)
}

/** The condition without the state to which the action leads: that it is repeated in vain is a check of its own. */
function withoutRepeated(
  { item }: Resource,
  { actions }: Possible,
  operation: ApiOperation,
  { cause, condition }: { cause: string; condition: StateCondition },
): StateCondition | undefined {
  if (!actions.includes(operation) || !promisedConflict(cause, 'action')) return condition
  const name = actionOn(item, operation.path) ?? ''
  const states = condition.states.filter((state) => !isActionTo(name, state))
  return condition.isNot || states.length === 0 ? undefined : { ...condition, states }
}

/** Participles and infinitives for requests. */
const CHANGES = /^(?:edit|chang|updat|modif|alter|amend|replac|renam|reschedul|correct)/i
const DELETIONS = /^(?:delet|remov|discard)/i

/** Whether a verb is that of the request: that of its action, that of its description, or one for its method. */
function verbTest({ item }: Resource, { operation, below, through }: Request): (verb: string) => boolean {
  const other = below?.item ?? through?.child.item
  const name = actionOn(item, operation.path) ?? (other && actionOn(other, operation.path))
  const [first = ''] = /^[a-z]+/i.exec(descriptionOf(operation.operation)) ?? []
  const called = operation.method === 'DELETE' ? (wordsOf(operation.operationId)[0] ?? '') : ''
  const own = [
    ...(name === undefined ? [] : [wordsOf(name)[0] ?? '', name]),
    first.replace(/e?s$/i, ''),
    called,
  ]
  const usual =
    operation.method === 'DELETE'
      ? DELETIONS
      : operation.method === 'POST'
        ? name === undefined
          ? CREATIONS
          : undefined
        : CHANGES
  return (verb) =>
    usual?.test(verb) === true || own.some((one) => one.length > 2 && isActionTo(one, verb.toLowerCase()))
}
