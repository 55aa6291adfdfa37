/** Brings items into states: their time of the state is missing before, and there afterwards. */

import { type Moment, momentsOf } from '../../../model/moments.ts'
import type { Resource } from '../../../model/resources.ts'
import { type Status, statusOf } from '../../../model/roles.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { enterState } from '../states.ts'

export function* stateMoments({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const shown = resource.read ?? resource.list
    if (resource.create === undefined || shown === undefined) continue
    const status = statusOf(api, resource)
    for (const moment of momentsOf(api, resource, status))
      yield {
        name: moment.property,
        constraint: `/${moment.property} of ${moment.state}`,
        operation: shown,
        run: (context) => tryMoment(context, resource, status, moment),
      }
  }
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
