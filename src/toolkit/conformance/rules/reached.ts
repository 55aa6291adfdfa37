/** The states in which items of a resource can be, found by the requests that change them. */
import { type ApiOperation, actionsOn } from '../../model/api.ts'
import { bodyProperties, settable, setterOf, settingProperty } from '../../model/operationProperties.ts'
import { type Relation, relationsTo } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { choicesIn, statusOf } from '../../model/roles.ts'
import { flagOf, shownStates, statesOf } from '../../model/statePromises.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { type Beginning, beginningOf, beginningsOf } from '../engine/beginnings.ts'
import { choicesOf } from '../engine/bodies.ts'
import type { Recorded } from '../engine/events.ts'
import { type CheckContext, type Item, NotObserved } from '../engine/rule.ts'
import { itemFor } from './related.ts'
import { setBy } from './states.ts'

/** Changes from the first state of an item. */
const MAX_STEPS = 3
const MAX_REACHED = 10
/** Changes that are tried in all states together. */
const MAX_TRIES = 60
/** Changes that are tried in one state. */
const MAX_MOVES = 12

/** A request on an item that may change its state. */
interface Move {
  operation: ApiOperation
  /** Properties of its body: the status that an update sets, or the choice of an action. */
  sets?: JsonObject
  /** The relation of a new item that refers to this one. */
  through?: Relation
  /** The creation with a value that may decide on the first state. */
  begins?: Beginning
}

/** A state, and the requests that lead to it from a new item. */
export interface Reached {
  way: readonly Move[]
  /** The names of the states that an item then shows: values of its status, and flags that are true. */
  states: readonly string[]
}

/** A new item after some moves. */
interface Brought extends Pick<Reached, 'states'> {
  item: Item
  /** The responses to the moves. */
  moved: Recorded[]
}

/** The states of a resource, explored once for all checks. */
export class ReachedStates {
  readonly #resource: Resource
  /** The flags whose value matters, by the property, with the value that a new item gets. */
  readonly #flags: ReadonlyMap<string, boolean>
  #reached: Promise<readonly Reached[]> | undefined

  constructor(resource: Resource, flags: ReadonlyMap<string, boolean>) {
    this.#resource = resource
    this.#flags = flags
  }

  /** The nearest ones first. */
  all(context: CheckContext): Promise<readonly Reached[]> {
    if (this.#reached !== undefined) return this.#reached
    const found = this.#explore(context)
    this.#reached = found
    found.catch(() => {
      this.#reached = undefined
    })
    return found
  }

  async #explore(context: CheckContext): Promise<readonly Reached[]> {
    const moves = movesOn(context, this.#resource, this.#flags)
    const start = await this.bring(context, [])
    const reached: Reached[] = start === undefined ? [] : [{ way: [], states: start.states }]
    for (const move of creationMoves(context, this.#resource, this.#flags)) {
      const created = await this.#created(context, move)
      if (created !== undefined) addNew(reached, created)
    }
    const made = new Set<Move>()
    let left = MAX_TRIES
    for (const from of reached) {
      if (from.way.length === MAX_STEPS || left <= 0) break
      for await (const next of this.#after(context, from, moves, made)) addNew(reached, next)
      left -= moves.length
    }
    // Moves that need something else first, such as a line of an order.
    const [first] = reached
    const others = moves.filter((move) => !made.has(move))
    if (first !== undefined)
      for await (const next of this.#after(context, first, others, undefined)) addNew(reached, next)
    return reached
  }

  /**
   * The states to which moves lead from a state.
   * @param made the moves that succeeded are added. Undefined: what the moves need is done first
   */
  async *#after(
    context: CheckContext,
    from: Reached,
    moves: readonly Move[],
    made: Set<Move> | undefined,
  ): AsyncGenerator<Reached> {
    let at: Brought | undefined
    for (const move of moves) {
      at ??= await this.bring(context, from.way)
      if (at === undefined || !isSame(at, from)) return
      const exchange = await make(context, move, at.item, made === undefined)
      if (exchange !== undefined) made?.add(move)
      const states = await this.#shown(context, at.item)
      if (states !== undefined && isSame({ states }, from)) continue
      at = undefined
      if (exchange !== undefined && states !== undefined) yield { way: [...from.way, move], states }
    }
  }

  /** The state of a new item that is created in it. */
  async #created(context: CheckContext, move: Move): Promise<Reached | undefined> {
    try {
      const brought = await this.bring(context, [move])
      return brought && { way: [move], states: brought.states }
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error
      return undefined
    }
  }

  /**
   * A new item after some moves; undefined where one of them is rejected.
   * @param each is called with the item before the first move and after each one
   */
  async bring(
    context: CheckContext,
    way: Reached['way'],
    each: (item: Item) => Promise<void> = () => Promise.resolve(),
  ): Promise<Brought | undefined> {
    const { create } = this.#resource
    const begun = await beginningOf(way, (target, body) => context.item(target, { fresh: true, body }))
    const item = await context.item(this.#resource, {
      fresh: true,
      body: (sent) => {
        Object.assign(sent, begun)
        for (const [flag, value] of this.#flags) if (typeof sent[flag] === 'boolean') sent[flag] = value
        for (const { operation, sets } of way) if (operation === create) Object.assign(sent, sets)
      },
    })
    // An item that was there before stays in its state.
    if (create === undefined && !context.isOwn(this.#resource, item.params))
      context.notObserved({ code: 'no-creation', item: this.#resource.item })
    await each(item)
    const moved: Recorded[] = []
    for (const move of way) {
      if (move.operation === create) continue
      const exchange = await make(context, move, item, true)
      if (exchange === undefined) return undefined
      moved.push(exchange)
      await each(item)
    }
    const states = await this.#shown(context, item)
    return states && { item, moved, states }
  }

  async #shown(context: CheckContext, item: Item): Promise<readonly string[] | undefined> {
    const { status, json } = await context.read(item)
    if (status >= 300 || !isObject(json as Json)) return undefined
    const sent = bodyProperties(context.api, this.#resource.create)
    const named = statesOf(context.api, this.#resource)
    return shownStates(context.api, this.#resource).flatMap(([state, member]) => {
      // A flag that each new item may have another value of does not distinguish states.
      const isChosen = flagOf(member) === state && sent.has(member) && !this.#flags.has(member)
      if (isChosen || !isIn(json as JsonObject, state, member)) return []
      return [named.has(state) ? state : `${member} ${state}`]
    })
  }
}

/** Adds a state that was not reached before. */
function addNew(reached: Reached[], next: Reached): void {
  if (reached.length < MAX_REACHED && !reached.some((one) => isSame(one, next))) reached.push(next)
}

const isSame = (one: Pick<Reached, 'states'>, other: Pick<Reached, 'states'>): boolean =>
  one.states.join('\n') === other.states.join('\n')

/** The actions on an item, the updates of its status and of its flags, and the creations in it. */
function movesOn(context: CheckContext, resource: Resource, flags: ReadonlyMap<string, boolean>): Move[] {
  const { api, graph, hints } = context
  const status = statusOf(api, resource)
  const setter = status && setterOf(api, resource, status)
  const inside = graph.resources.flatMap(({ parent, create }) =>
    parent === resource && create !== undefined ? [create] : [],
  )
  const withChoices = (operation: ApiOperation): Move[] => {
    const choices = choicesOf(api, operation)
    return choices.length === 0 ? [{ operation }] : choices.map((sets) => ({ operation, sets }))
  }
  const actions = actionsOn(api, resource.item).filter((one) => one !== setter)
  const updates = setter === undefined || status === undefined ? [] : settable(api, resource, status)
  const all: Move[] = [
    ...actions.flatMap(withChoices),
    ...updates.flatMap((value) =>
      setter === undefined || status === undefined
        ? []
        : [{ operation: setter, sets: { [settingProperty(api, setter, status)]: value } }],
    ),
    ...flagMoves(context, resource, flags),
    ...inside.filter((one) => !actions.includes(one)).map((operation) => ({ operation })),
  ]
  const skipped = hints.skipOperations ?? []
  if (all.length === 0) all.push(...referring(context, resource))
  return all.filter(({ operation }) => !skipped.includes(operation.operationId)).slice(0, MAX_MOVES)
}

/** The creations of items that refer to one without requests of its own: the copy of a new loan is lent. */
const referring = ({ api, graph }: CheckContext, resource: Resource): Move[] =>
  relationsTo(api, graph, resource).flatMap((through) =>
    through.property === undefined || through.child.create === undefined
      ? []
      : [{ operation: through.child.create, through }],
  )

/** The creations in a state that no request on an item leads to: a flag that only a new item can have, a status. */
function creationMoves(
  context: CheckContext,
  resource: Resource,
  flags: ReadonlyMap<string, boolean>,
): Move[] {
  const { api } = context
  const { create, update } = resource
  if (create === undefined) return []
  const [sent, changed] = [create, update].map((one) => bodyProperties(api, one))
  const status = statusOf(api, resource)
  const isSet = status !== undefined && (setterOf(api, resource, status) ?? actionsOn(api, resource.item)[0])
  const values = status === undefined || isSet ? [] : choicesIn(api.document, sent?.get(status.property))
  return [
    ...[
      ...[...flags].flatMap(([member, value]) =>
        sent?.has(member) === true && changed?.has(member) !== true ? [{ [member]: !value }] : [],
      ),
      ...values.map((value) => ({ [status?.property ?? '']: value })),
    ].map((sets) => ({ operation: create, sets })),
    ...beginningsOf(context, resource),
  ]
}

/** The updates that change a flag, such as `archived`. */
function flagMoves({ api }: CheckContext, { update }: Resource, flags: ReadonlyMap<string, boolean>): Move[] {
  if (update?.method !== 'PATCH') return []
  const sent = bodyProperties(api, update)
  return [...flags].flatMap(([member, value]) =>
    sent.has(member) ? [{ operation: update, sets: { [member]: !value } }] : [],
  )
}

/**
 * The response to the move; undefined where it is rejected, or only accepted as a job.
 * @param isPrepared whether what the move needs is done first
 */
async function make(
  context: CheckContext,
  { operation, sets, through }: Move,
  item: Item,
  isPrepared: boolean,
): Promise<Recorded | undefined> {
  try {
    if (through !== undefined) return (await itemFor(context, through, item)).made
    const exchange =
      sets !== undefined && operation === item.resource.update
        ? await setBy(context, item, operation, sets)
        : await act(context, { operation, ...(sets && { sets }) }, item, isPrepared)
    return exchange.status < 300 && exchange.status !== 202 ? exchange : undefined
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    return undefined
  }
}

/** Sends the request of an action. The state rejects it with 409; another error may be about its body. */
async function act(
  context: CheckContext,
  { operation, sets }: Move,
  { params }: Item,
  isPrepared: boolean,
): Promise<Recorded> {
  const change = (parts: { body?: Json | undefined }) => {
    if (sets !== undefined) parts.body = { ...(isObject(parts.body) ? parts.body : {}), ...sets }
  }
  const parts = await context.parts(operation, { params })
  change(parts)
  const first = await context.send(operation, { ...parts, params: { ...parts.params, ...params } })
  if (first.status < 300 || (first.status === 409 && !isPrepared)) return first
  return (await context.succeed(operation, { params, ...(sets && { change }) })).exchange
}

/** Whether a representation shows a state by this property: its status or a flag. */
export const isIn = (item: JsonObject, state: string, member: string): boolean =>
  item[member] === state || (item[member] === true && flagOf(member) === state)
