/** The states of items, and the requests that lead to them. */
import { type Api, type ApiOperation, actionsOn } from '../../model/api.ts'
import { actionOn } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { choicesIn, type Status } from '../../model/roles.ts'
import { isActionTo, lastSegment, soundsLike } from '../../model/vocabulary.ts'
import type { JsonObject } from '../../openapi/document.ts'
import type { Recorded } from '../engine/events.ts'
import { type CheckContext, type Item, NotObserved } from '../engine/rule.ts'
import { bodyMembers } from './compare.ts'

/** States that are tried before an item counts as one whose state nothing changes. */
const MAX_STATES = 4

/** The operation whose body sets the status: the update, or an action of that name, as `POST /tickets/{id}/status`. */
export function setterOf(
  api: Api,
  { item, update }: Resource,
  { property, values }: Status,
): ApiOperation | undefined {
  const choices = (one: ApiOperation) => choicesIn(api.document, bodyMembers(api, one).get(property))
  if (update !== undefined && choices(update).length > 0) return update
  return actionsOn(api, item).find((one) => {
    const own = soundsLike('status', lastSegment(one.path)) ? choices(one) : []
    return own.length > 0 && own.every((state) => values.includes(state))
  })
}

/** The states to which that operation can set the status. */
export const settable = (api: Api, resource: Resource, status: Status): string[] =>
  choicesIn(api.document, bodyMembers(api, setterOf(api, resource, status)).get(status.property))

/** The actions on an item whose name leads to a state: `POST /tours/{id}/cancel` to `cancelled`. */
export const actionsTo = (api: Api, { item }: Resource, state: string): ApiOperation[] =>
  actionsOn(api, item).filter(({ path }) => isActionTo(actionOn(item, path) ?? '', state))

/** Sets the status of an item by the operation whose body has it. */
export async function setStatus(
  context: CheckContext,
  item: Item,
  status: Status,
  state: string,
): Promise<Recorded | undefined> {
  const setter = setterOf(context.api, item.resource, status)
  if (setter === undefined) return undefined
  const { body, ...parts } = await context.parts(setter, { params: item.params })
  const whole: JsonObject =
    setter.method !== 'PATCH' && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {}
  return context.send(setter, {
    ...parts,
    params: { ...parts.params, ...item.params },
    body: { ...whole, [status.property]: state },
  })
}

/**
 * Brings an item into a state, by an update or by an action.
 * @returns the exchange that did it; undefined where none did
 */
export async function enterState(
  context: CheckContext,
  item: Item,
  status: Status | undefined,
  state: string,
): Promise<Recorded | undefined> {
  for (const action of actionsTo(context.api, item.resource, state)) {
    try {
      const { exchange } = await context.succeed(action, { params: item.params })
      return exchange.status === 202 ? undefined : exchange
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error
    }
  }
  if (status === undefined || !settable(context.api, item.resource, status).includes(state)) return undefined
  const exchange = await setStatus(context, item, status, state)
  return exchange !== undefined && exchange.status < 300 ? exchange : undefined
}

/** Brings an item into another state than it is in: into one of the wanted states if it can. */
export async function changeState(
  context: CheckContext,
  item: Item,
  status: Status,
  wanted: readonly string[],
): Promise<Recorded | undefined> {
  const now = item.body[status.property]
  const others = status.values.filter((state) => state !== now && !wanted.includes(state))
  for (const state of [...wanted.filter((one) => one !== now), ...others].slice(0, MAX_STATES)) {
    const exchange = await enterState(context, item, status, state)
    if (exchange !== undefined) return exchange
  }
  return undefined
}
