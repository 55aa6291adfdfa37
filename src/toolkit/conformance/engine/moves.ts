/** Requests that bring an item into another state, and the search for a state in which another request succeeds. */
import { type Api, type ApiOperation, actionsOn, operationAt, partsWritten } from '../../model/api.ts'
import { mentions, saysLacking, saysState } from '../../model/description.ts'
import { settable, setterOf, settingProperty } from '../../model/operationProperties.ts'
import { actionOn } from '../../model/paths.ts'
import { messagesIn, placedTexts } from '../../model/rejection.ts'
import { possibleActions } from '../../model/relatedActions.ts'
import { nounOf, type Relation, relationsTo } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { statusOf } from '../../model/roles.ts'
import { lastSegment, leadsTo, normal, singularOf } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { requiredOf, viewOf } from '../../schema/view.ts'
import { type Beginning, beginningsOf } from './beginnings.ts'
import { choiceCandidates } from './bodies.ts'
import type { Recorded } from './events.ts'
import { referencesIn } from './references.ts'
import type { Parts } from './requests.ts'
import type { CheckContext, Item, Plan } from './rule.ts'

/** A request on an item that may change its state. */
export interface Move {
  operation: ApiOperation
  /** Which of the bodies that can be tried it sends (see `candidateCount`); any if undefined. */
  nth?: number
  /** The status that an update sets. */
  sets?: JsonObject
  /** How the item of the request belongs to the item, where it is a new one of another resource. */
  by?: Relation
  /** The creation of the item with such a value. It comes first. */
  begins?: Beginning
}

/** Moves on one item, one after another. */
export type Way = readonly Move[]

/** Other actions, and creations, that are tried before a request that conflicts. */
const MAX_MOVES = 12
/** Statuses of a request that the state of an item rejects. */
const CONFLICTS = [409, 422]

export const isConflict = ({ status }: Pick<Recorded, 'status'>): boolean => CONFLICTS.includes(status)

/** Sequences of moves that are tried before a request that conflicts with the state of an item. */
const MAX_WAYS = 40
/** Items in the same state by other choices, on which a request is tried. */
const MAX_ALIKE = 6

const CREATIONS: readonly string[] = ['POST', 'PUT']
const WRITES: readonly string[] = [...CREATIONS, 'PATCH']

/** The resource on whose items an operation acts, of which it writes or reads a part, or in which it creates something. */
export const actedOn = ({ api, graph }: Plan, operation: ApiOperation): Resource | undefined =>
  WRITES.includes(operation.method) || isPartRead(api, operation)
    ? graph.resources.find(({ item }) => actionOn(item, operation.path) !== undefined)
    : undefined

/** Whether an operation reads a part of an item that another one writes: the label of a parcel, which it lacks at first. */
export const isPartRead = (api: Api, { method, path }: ApiOperation): boolean =>
  method === 'GET' && operationAt(api, path, 'PUT') !== undefined

/**
 * The actions on an item, the creations in it, such as the lines of an order, the updates of its status, and its deletion.
 * Requests of other items that change its state are moves too. Operations that must never be called are left out.
 */
export function movesOn(plan: Plan, resource: Resource, except?: ApiOperation): Move[] {
  const { api, graph, hints } = plan
  const actions = [...actionsOn(api, resource.item), ...partsWritten(api, resource.item)]
  const creations = graph.resources.flatMap(({ parent, put, create = put }) =>
    parent === resource && create !== undefined ? [create] : [],
  )
  const changes = [...new Set([...actions, ...creations])]
    .filter((one) => one !== except)
    .flatMap((operation): Move[] => {
      const choices = choiceCandidates(api, operation)
      return choices.length === 0 ? [{ operation }] : choices.map((nth) => ({ operation, nth }))
    })
  const updates = updatesOf(api, resource).filter((one) =>
    changes.every((other) => other.operation !== one.operation),
  )
  const related = possibleActions(api, graph, resource).flatMap(({ operation, relation }): Move[] =>
    operation === relation.child.delete || changes.some((one) => one.operation === operation)
      ? []
      : [{ operation, by: relation }],
  )
  // The receipt of a line, which its report needs.
  const parts = relationsTo(api, graph, resource)
    .filter(({ property }) => property === undefined)
    .flatMap((by) => partsWritten(api, by.child.item).map((operation): Move => ({ operation, by })))
  const deletion: Move[] = resource.delete ? [{ operation: resource.delete }] : []
  const isUndone = leadsTo('undeletion', (except && actionOn(resource.item, except.path)) ?? '')
  const all = isUndone
    ? [...deletion, ...changes, ...updates]
    : [...changes, ...related, ...updates, ...deletion, ...parts]
  const skipped = hints.skipOperations ?? []
  const allowed = all.filter(({ operation }) => !skipped.includes(operation.operationId)).slice(0, MAX_MOVES)
  return [...beginningsOf(plan, resource), ...allowed]
}

/** The updates that set the status of an item. */
function updatesOf(api: Api, resource: Resource): Move[] {
  const status = statusOf(api, resource)
  const operation = status && setterOf(api, resource, status)
  if (status === undefined || operation === undefined) return []
  const property = settingProperty(api, operation, status)
  return settable(api, resource, status).map((value) => ({ operation, sets: { [property]: value } }))
}

/** Changes the body of an update so that it sets the status only. */
export function setting({ api }: Plan, { operation, sets }: Move): ((parts: Parts) => void) | undefined {
  if (sets === undefined) return undefined
  const required = requiredOf(viewOf(api.document, operation.body?.schema))
  return (parts) => {
    const whole = isObject(parts.body) ? parts.body : {}
    const rest = Object.entries(whole).filter(([name]) => operation.method === 'PUT' || required.has(name))
    parts.body = { ...Object.fromEntries(rest), ...sets }
  }
}

/** The resources of the items that a rejected request refers to in a state that the response names as the reason. */
export function inWrongState(
  plan: Plan,
  operation: ApiOperation,
  response: Recorded,
  sent: Parts,
): Resource[] {
  if (!isConflict(response)) return []
  const { json, body } = response
  const from = plan.graph.resources.find(({ create }) => create === operation)
  const references = referencesIn({ plan, from }, operation.body?.schema, sent.body as Json)
  const texts = placedTexts(json ?? body.toString())
  const withStates = references.flatMap(({ path, target }) => {
    const states = statusOf(plan.api, target)?.values ?? []
    return states.length > 0 ? [{ path, target, states }] : []
  })
  return withStates.flatMap(({ path, target, states }) => {
    const isNamed = (text: string) => mentions(text, nounOf(target))
    const isMeant = texts.some((one) => {
      if (one.path.length > 0) return saysState(one.text, states) && isSamePlace(one.path, path)
      // "The event is not on sale" names no state.
      return saysState(one.text, states)
        ? isNamed(one.text) || withStates.length === 1
        : response.status === 409 && isNamed(one.text)
    })
    return isMeant ? [target] : []
  })
}

/** Whether an error response mentions a kind of item: "The vehicle is on a trip." */
export const isNamedIn = ({ json, body }: Recorded, resource: Resource): boolean =>
  placedTexts(json ?? body.toString()).some(({ text }) => mentions(text, nounOf(resource)))

/** Whether a path of an error leads to a property of the body, also with the names that wrap the body. */
const isSamePlace = (stated: readonly string[], path: readonly string[]): boolean =>
  path.every((name, index) => normal(stated.at(index - path.length) ?? '') === normal(name))

/** An item before and after some moves. */
export interface Moved {
  params: Parts['params']
  before: JsonObject
  body: JsonObject
  /** The item, where it is a new one. */
  item?: Item
}

/** The state of an item after some moves. */
interface Reached {
  way: Way
  status: Json | undefined
  /** Equal for items in the same state. */
  key: string
}

interface Search<T> {
  moves: readonly Move[]
  /** The moves that a move needs before it, where that is known. */
  known(move: Move): Way | undefined
  /** Makes a new item and moves it; undefined where a move is rejected. */
  bring(way: Way): Promise<Moved | undefined>
  /** Sends the request; undefined where it is rejected. */
  attempt(moved: Moved): Promise<T | undefined>
  /** The last rejection of the request, or of a move. */
  rejection(move?: Move): Recorded | undefined
  /** Whether the search has cost enough. */
  isOver(): boolean
}

/** Searches the states of a resource, the nearest ones first, for one in which a request succeeds. */
export async function searchStates<T>(
  context: CheckContext,
  resource: Resource,
  search: Search<T>,
): Promise<{ way: Way; result: T } | undefined> {
  const property = statusOf(context.api, resource)?.property ?? ''
  const reached: Reached[] = [{ way: [], status: undefined, key: '' }]
  const seen = new Set<string>()
  const urgent = waysWith(lackingMove(search), [])
  /** Items in a known state by another choice: inspected, and damaged instead of passed. */
  const alike: { way: Way; moved: Moved }[] = []
  for (const { from, way, nth } of waysFrom(reached, search, urgent)) {
    if (search.isOver()) return undefined
    const moved = await search.bring(way)
    if (moved === undefined) {
      // "The event has no ticket types" when it is to be published.
      urgent.push(...waysWith(lackingMove(search, way.at(-1)), way))
      continue
    }
    const next = reachedBy(from, way, moved, { property, nth })
    if (seen.has(next.key)) {
      if (way.at(-1)?.nth !== undefined) alike.push({ way, moved })
      continue
    }
    seen.add(next.key)
    const result = await search.attempt(moved)
    if (result !== undefined) return { way, result }
    reached.push(next)
    urgent.push(...waysWith(lackingMove(search), way))
  }
  return firstSuccess(search, alike.slice(0, MAX_ALIKE))
}

async function firstSuccess<T>(
  { isOver, attempt }: Search<T>,
  all: readonly { way: Way; moved: Moved }[],
): Promise<{ way: Way; result: T } | undefined> {
  for (const { way, moved } of all) {
    const result = isOver() ? undefined : await attempt(moved)
    if (result !== undefined) return { way, result }
  }
  return undefined
}

/** The creation of what the item lacks by the last rejection of the request, or of a move. */
function lackingMove(
  { moves, rejection }: Pick<Search<unknown>, 'moves' | 'rejection'>,
  rejected?: Move,
): Move | undefined {
  const last = rejection(rejected)
  return last && moves.find(({ operation, begins }) => begins === undefined && isLacking(last, operation))
}

/** Whether an error response states that an item lacks what a creation makes: "The visit has no treatments." */
export function isLacking({ json, body }: Recorded, { method, path }: ApiOperation): boolean {
  const noun = singularOf(lastSegment(path))
  return (
    CREATIONS.includes(method) && messagesIn(json ?? body.toString()).some((text) => saysLacking(text, noun))
  )
}

/** The ways with one more move at each place: what is lacking may have to be there before the state changes. */
function waysWith(move: Move | undefined, way: Way): Way[] {
  if (move === undefined || way.includes(move)) return []
  // Of two lines, that without a receipt is still lacking one.
  const others = way.filter(({ operation }) => operation !== move.by?.child.create)
  return [way, ...(others.length < way.length ? [others] : [])]
    .reverse()
    .flatMap((one) => [...one.keys(), one.length].reverse().map((at) => one.toSpliced(at, 0, move)))
}

/** A sequence of moves, of which the last one is the move `nth`, where that is known. */
interface Step {
  from: Reached
  way: Way
  nth: number | undefined
}

/**
 * The ways that are one move longer than those that reached a state, also one that is added in the meantime.
 * @param urgent ways that come first
 */
function* waysFrom(
  reached: readonly Reached[],
  { moves, known }: Pick<Search<unknown>, 'moves' | 'known'>,
  urgent: Way[],
): Generator<Step> {
  let tried = 0
  for (const from of reached)
    for (const [nth, move] of moves.entries()) {
      const first = urgent.splice(0).map((way): Step => ({ from, way, nth: undefined }))
      for (const one of [...first, ...stepsWith(move, nth, from, known)]) {
        if (++tried > MAX_WAYS) return
        yield one
      }
    }
}

/** The step by one move, unless the way has it already. */
function stepsWith(move: Move, nth: number, from: Reached, known: Search<unknown>['known']): Step[] {
  if (from.way.includes(move) || (move.begins !== undefined && from.way.length > 0)) return []
  const isFirst = from.way.length === 0 && move.begins === undefined
  const before = isFirst ? (known(move) ?? []) : from.way
  return [{ from, way: [...before, move], nth }]
}

/** @param nth the last move, which may change something else than the status; undefined where it is another way to a state */
function reachedBy(
  from: Reached,
  way: Way,
  { before, body }: Moved,
  { property, nth }: { property: string; nth: number | undefined },
): Reached {
  const was = from.way.length === 0 ? before[property] : from.status
  const status = body[property]
  const isSame = nth !== undefined && (status === undefined || status === was)
  if (isSame) return { way, status, key: `${from.key} ${nth}` }
  const moves = nth === undefined ? way.map(({ operation }) => operation.operationId) : []
  return { way, status, key: JSON.stringify([status, ...moves]) }
}
