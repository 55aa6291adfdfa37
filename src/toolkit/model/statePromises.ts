/** Requests that a declared 409 or 422 rejects in a state that its description names: tickets of a cancelled event. */
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { promisedConflict, type StateCondition, stateCondition } from './description.ts'
import { bodyProperties, settable } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { type Rejection, rejectionsOf } from './rejections.ts'
import { referencesTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { isActionTo, soundsLike } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

export interface StatePromise {
  resource: Resource
  operation: ApiOperation
  /** The resource below the item that the operation changes, where it does not change the item itself. */
  below: Resource | undefined
  /** The property of the body that refers to the item, where the operation is one on another resource. */
  reference: string | undefined
  status: number
  description: string
  condition: StateCondition
  /** Requests that can bring an item into such a state, the likeliest first. */
  moves: readonly Move[]
}

/** An action on the item, or an update of its status or of a flag. */
export type Move = ApiOperation | { property: string; value: string | true }

/** The declared rejections of requests to items of the resource, below them or with them, that depend on their state. */
export function statePromises(api: Api, graph: ResourceGraph, resource: Resource): StatePromise[] {
  const states = statesOf(api, resource)
  if (states.size === 0 || resource.create === undefined) return []
  const actions = actionsOn(api, resource.item)
  const updates = updatesOf(api, resource, states)
  if (actions.length + updates.length === 0) return []
  const possible = { states: [...states.keys()], actions, updates }
  const own = inStates(graph.resources, resource, actions)
  const others = referencesTo(api, graph, resource)
  return [
    ...own.map((one) => ({ ...one, nouns: [], reference: undefined })),
    ...others.map(({ property, ...one }) => ({ ...one, below: undefined, reference: property })),
  ].flatMap(({ operation, nouns, ...place }) =>
    rejectionsOf(operation).flatMap((rejection) => {
      const promise = promiseOf(resource, possible, { operation, nouns }, rejection)
      return promise === undefined ? [] : [{ ...promise, ...place }]
    }),
  )
}

/** The states that an item can show, by the property: values of its status, and names of its flags, such as `archived`. */
function statesOf(api: Api, { read }: Resource): Map<string, string> {
  const members = membersOf(viewOf(api.document, read && thingSchema(api, read)))
  return new Map(
    members.flatMap(([member, schema]): [string, string][] => {
      const isFlag = typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('boolean')
      if (isFlag) return [[flagOf(member), member]]
      return soundsLike('status', member)
        ? choicesIn(api.document, schema).map((state) => [state, member])
        : []
    }),
  )
}

/** The updates that set the status, or a flag. */
function updatesOf(
  api: Api,
  resource: Resource,
  states: ReadonlyMap<string, string>,
): Exclude<Move, ApiOperation>[] {
  const status = statusOf(api, resource)
  const values = status === undefined ? [] : settable(api, resource, status)
  const sent = resource.update?.method === 'PATCH' ? bodyProperties(api, resource.update) : new Map()
  const flags = new Set([...states.values()].filter((one) => one !== status?.property && sent.has(one)))
  return [
    ...values.map((value) => ({ property: status?.property ?? '', value })),
    ...[...flags].map((property) => ({ property, value: true as const })),
  ]
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
  updates: readonly Exclude<Move, ApiOperation>[]
}

function promiseOf(
  resource: Resource,
  { states, actions, updates }: Possible,
  { operation, nouns }: { operation: ApiOperation; nouns: readonly string[] },
  { status, cause, description }: Rejection,
): Omit<StatePromise, 'below' | 'reference'> | undefined {
  const condition = stateCondition(cause, states, nouns)
  if (condition === undefined) return undefined
  // That an action is repeated in vain is a check of its own.
  if (actions.includes(operation) && promisedConflict(cause, 'action')) return undefined
  const leads = (action: ApiOperation) =>
    condition.states.some((state) => isActionTo(actionOn(resource.item, action.path) ?? '', state))
  const likely = condition.isNot
    ? [...actions.filter((one) => one === operation), ...actions.filter((one) => one !== operation)]
    : actions.filter(leads)
  const stateAfter = ({ property, value }: Exclude<Move, ApiOperation>) =>
    value === true ? flagOf(property) : value
  const moves = [
    ...likely,
    ...updates.filter((one) => condition.states.includes(stateAfter(one)) !== condition.isNot),
  ]
  return moves.length === 0 ? undefined : { resource, operation, status, description, condition, moves }
}
