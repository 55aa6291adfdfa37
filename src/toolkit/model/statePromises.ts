/** Requests that a declared 409 or 422 rejects in a state that its description names: tickets of a cancelled event. */
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { promisedConflict, type StateCondition, stateCondition } from './description.ts'
import { settable } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { type Rejection, rejectionsOf } from './rejections.ts'
import type { Resource } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { isActionTo, soundsLike } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

export interface StatePromise {
  resource: Resource
  operation: ApiOperation
  /** The resource below the item that the operation changes, where it does not change the item itself. */
  below: Resource | undefined
  status: number
  description: string
  condition: StateCondition
  /** Requests that can bring an item into such a state, the likeliest first. */
  moves: readonly Move[]
}

/** An action on the item, or an update of its status. */
export type Move = ApiOperation | { state: string }

/** The declared rejections of requests to items of the resource, or below them, that depend on the state of the item. */
export function statePromises(api: Api, resources: readonly Resource[], resource: Resource): StatePromise[] {
  const states = statesOf(api, resource)
  if (states.length === 0 || resource.create === undefined) return []
  const actions = actionsOn(api, resource.item)
  const status = statusOf(api, resource)
  const values = status === undefined ? [] : settable(api, resource, status)
  if (actions.length + values.length === 0) return []
  return inStates(resources, resource, actions).flatMap(({ operation, below }) =>
    rejectionsOf(operation).flatMap((rejection) => {
      const promise = promiseOf(resource, { states, actions, values }, operation, rejection)
      return promise === undefined ? [] : [{ ...promise, below }]
    }),
  )
}

/** The states that an item can show: values of its status, and names of its flags, such as `archived`. */
function statesOf(api: Api, { read }: Resource): string[] {
  const members = membersOf(viewOf(api.document, read && thingSchema(api, read)))
  return members.flatMap(([member, schema]) => {
    const isFlag = typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('boolean')
    if (isFlag) return [flagOf(member)]
    return soundsLike('status', member) ? choicesIn(api.document, schema) : []
  })
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

interface Possible {
  states: readonly string[]
  actions: readonly ApiOperation[]
  /** The states that an update can set. */
  values: readonly string[]
}

function promiseOf(
  resource: Resource,
  { states, actions, values }: Possible,
  operation: ApiOperation,
  { status, cause, description }: Rejection,
): Omit<StatePromise, 'below'> | undefined {
  const condition = stateCondition(cause, states)
  if (condition === undefined) return undefined
  // That an action is repeated in vain is a check of its own.
  if (actions.includes(operation) && promisedConflict(cause, 'action')) return undefined
  const leads = (action: ApiOperation) =>
    condition.states.some((state) => isActionTo(actionOn(resource.item, action.path) ?? '', state))
  const likely = condition.isNot
    ? [...actions.filter((one) => one === operation), ...actions.filter((one) => one !== operation)]
    : actions.filter(leads)
  const updates = values.filter((state) => condition.states.includes(state) !== condition.isNot)
  const moves = [...likely, ...updates.map((state) => ({ state }))]
  return moves.length === 0 ? undefined : { resource, operation, status, description, condition, moves }
}
