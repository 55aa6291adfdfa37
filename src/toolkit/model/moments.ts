/** Properties with the time at which an item came into a state, such as `closed_at`. */
import { isNullable, membersOf, requiredOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, actionsTo } from './api.ts'
import { bodyProperties, settable } from './operationProperties.ts'
import type { Resource } from './resources.ts'
import type { Status } from './roles.ts'
import { isActionTo, isPlainState, normal, stateOfMoment } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

export interface Moment {
  property: string
  /** The value of the status; the verb, where the item shows no status. */
  state: string
}

/** The times of an item at which it came into a state that a request can bring about. */
export function momentsOf(api: Api, resource: Resource, status: Status | undefined): Moment[] {
  const { read, create, update } = resource
  const view = viewOf(api.document, read && thingSchema(api, read))
  const sent = new Set([...bodyProperties(api, create).keys(), ...bodyProperties(api, update).keys()])
  const required = requiredOf(view)
  return membersOf(view).flatMap(([property, schema]): Moment[] => {
    const { format } = withoutNull(api.document, viewOf(api.document, schema))
    const mayLack = isNullable(api.document, viewOf(api.document, schema)) || !required.has(property)
    const verb = stateOfMoment(property)
    if (format !== 'date-time' || !mayLack || sent.has(property) || verb === undefined) return []
    const state =
      status?.values.find((one) => normal(one) === verb) ??
      status?.values.find((one) => isPlainState(one) && isActionTo(one, verb))
    const wanted = state ?? verb
    const canEnter =
      actionsTo(api, resource, wanted).length > 0 ||
      (status !== undefined && settable(api, resource, status).includes(wanted))
    return canEnter ? [{ property, state: wanted }] : []
  })
}
