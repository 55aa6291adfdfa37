/** The time at which an item came into a state, such as `closed_at`: there is none before, and one afterwards. */

import type { Api } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { type Status, statusOf } from '../../../model/roles.ts'
import { isActionTo, isPlainState, normal, stateOfMoment } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isNullable, membersOf, requiredOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { bodyMembers, shownAt } from '../compare.ts'
import { actionsTo, enterState, settable } from '../states.ts'

export function* stateMoments({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    if (resource.create === undefined || resource.read === undefined) continue
    const status = statusOf(api, resource)
    for (const moment of momentsOf(api, resource, status))
      yield {
        name: moment.property,
        constraint: `/${moment.property} of ${moment.state}`,
        operation: resource.read,
        run: (context) => tryMoment(context, resource, status, moment),
      }
  }
}

interface Moment {
  property: string
  /** The value of the status; the verb, where the item shows no status. */
  state: string
}

function momentsOf(api: Api, resource: Resource, status: Status | undefined): Moment[] {
  const { read, create, update } = resource
  const view = viewOf(api.document, read && thingSchema(api, read))
  const sent = new Set([...bodyMembers(api, create).keys(), ...bodyMembers(api, update).keys()])
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

async function tryMoment(
  context: CheckContext,
  resource: Resource,
  status: Status | undefined,
  { property, state }: Moment,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const before = await context.read(item)
  const [was, stateBefore] = [property, status?.property ?? ''].map((name) => shownAt(before, [name]))
  if (stateBefore === state) return context.notObserved({ code: 'no-effect' })
  if (typeof was === 'string')
    return context.broken({
      code: 'moment-too-early',
      subject: `/${property}`,
      received: was,
      details: { state },
      exchange: before,
      with: [item.made],
      pointer: `/${property}`,
    })
  const entered = await enterState(context, item, status, state)
  if (entered === undefined)
    return context.notObserved({ code: 'not-made', what: `item in the state ${state}` })
  const after = await eventually(
    context,
    () => context.read(item),
    (one) => typeof shownAt(one, [property]) === 'string' || one.status >= 300,
  )
  const isReached = status === undefined || shownAt(after, [status.property]) === state
  if (!isReached || after.status >= 300 || typeof shownAt(after, [property]) === 'string') return
  context.broken({
    code: 'moment-missing',
    subject: `/${property}`,
    received: shownAt(after, [property]) ?? null,
    details: { state },
    exchange: after,
    with: [item.made, entered],
    pointer: `/${property}`,
  })
}
