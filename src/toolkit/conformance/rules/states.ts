/** The states of items, and the requests that lead to them. */

import { type ApiOperation, actionsTo } from '../../model/api.ts'
import { settable, setterOf, settingProperty } from '../../model/operationProperties.ts'
import type { Status } from '../../model/roles.ts'
import type { JsonObject } from '../../openapi/document.ts'
import type { Recorded } from '../engine/events.ts'
import { type CheckContext, type Item, NotObserved } from '../engine/rule.ts'

/** States that are tried before an item counts as one whose state nothing changes. */
const MAX_STATES = 4

/** Sets the status of an item by the operation whose body has it. */
export async function setStatus(
  context: CheckContext,
  item: Item,
  status: Status,
  state: string,
): Promise<Recorded | undefined> {
  const setter = setterOf(context.api, item.resource, status)
  return setter && setBy(context, item, setter, { [settingProperty(context.api, setter, status)]: state })
}

/** Changes properties of an item. */
export async function setBy(
  context: CheckContext,
  item: Item,
  setter: ApiOperation,
  values: JsonObject,
): Promise<Recorded> {
  const { body, ...parts } = await context.parts(setter, { params: item.params })
  const whole: JsonObject =
    setter.method !== 'PATCH' && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {}
  return context.send(setter, {
    ...parts,
    params: { ...parts.params, ...item.params },
    body: { ...whole, ...values },
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
  for await (const exchange of throughStates(context, item, status, wanted)) return exchange
  return undefined
}

/**
 * Brings an item from state to state, into the wanted ones first.
 * @returns the exchange of each change
 */
export async function* throughStates(
  context: CheckContext,
  item: Item,
  status: Status,
  wanted: readonly string[],
): AsyncGenerator<Recorded> {
  const now = item.body[status.property]
  const states = [...wanted, ...status.values.filter((state) => !wanted.includes(state))]
  let tries = 0
  for (const state of states.filter((one) => one !== now)) {
    if (tries++ === MAX_STATES) return
    const exchange = await enterState(context, item, status, state)
    if (exchange !== undefined) yield exchange
  }
}
