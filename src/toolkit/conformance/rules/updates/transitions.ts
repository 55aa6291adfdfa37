/** Changes of a status in an order that the document rules out: "`draft` → `open` → `closed`, nothing else". */

import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { descriptionOf } from '../../../model/description.ts'
import { bodyProperties, settable, setterOf, settingProperty } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { type Status, statusOf } from '../../../model/roles.ts'
import { type Transitions, transitionsIn, wayBetween } from '../../../model/transitions.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { setStatus } from '../states.ts'

/** Impossible changes that are tried from one state. */
const MAX_TRIES = 3

export function* transitions({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create, read } = resource
    const status = statusOf(api, resource)
    if (status === undefined || create === undefined || read === undefined) continue
    const setter = setterOf(api, resource, status)
    if (setter === undefined) continue
    const values = settable(api, resource, status)
    const found = transitionsIn(textsOf(api, resource, setter, status), status.values)
    if (found?.isComplete !== true) continue
    for (const from of status.values)
      if (values.some((to) => isImpossible(found, from, to)))
        yield {
          name: `from ${from}`,
          constraint: `body.${settingProperty(api, setter, status)} from ${from}`,
          operation: setter,
          run: (context) => tryFrom(context, { resource, status, setter, found }, from),
        }
  }
}

/** Where documents list transitions: at the operation, its errors, and the property in requests and responses. */
function textsOf(api: Api, { read }: Resource, setter: ApiOperation, status: Status): string[] {
  const { property } = status
  const shown = membersOf(viewOf(api.document, read && thingSchema(api, read))).find(
    ([name]) => name === property,
  )
  return [
    descriptionOf(setter.operation),
    ...['409', '422', '400'].map((status) => descriptionOf(setter.responses.get(status)?.node)),
    ...[
      bodyProperties(api, setter).get(settingProperty(api, setter, status)),
      shown?.[1],
      read && thingSchema(api, read),
    ].map((schema) => descriptionOf(viewOf(api.document, schema))),
  ]
}

const isImpossible = ({ after }: Transitions, from: string, to: string): boolean =>
  from !== to && after.get(from)?.has(to) !== true

interface Changes {
  resource: Resource
  status: Status
  /** The operation that changes the status. */
  setter: ApiOperation
  found: Transitions
}

async function tryFrom(
  context: CheckContext,
  { resource, status, setter, found }: Changes,
  from: string,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const before = await reach(context, item, status, found, from)
  const impossible = settable(context.api, resource, status).filter((to) => isImpossible(found, from, to))
  for (const to of impossible.slice(0, MAX_TRIES)) {
    const exchange = await setStatus(context, item, status, to)
    if (exchange === undefined || exchange.status >= 300) continue
    // Some servers ignore what is not possible.
    const after = await context.read(item)
    if (shownAt(after, [status.property]) !== to) continue
    return context.broken({
      code: 'transition-accepted',
      subject: status.property,
      received: exchange.status,
      details: { from, to, text: found.text },
      exchange,
      with: [item.made, ...before, after],
      place: bodyPlace(setter),
    })
  }
}

/** Brings the item into a state, by updates; the exchanges. */
async function reach(
  context: CheckContext,
  item: Item,
  status: Status,
  found: Transitions,
  wanted: string,
): Promise<Recorded[]> {
  const start = shownAt(await context.read(item), [status.property])
  const way = typeof start === 'string' ? wayBetween(found, start, wanted) : undefined
  if (way === undefined)
    return context.notObserved({ code: 'not-made', what: `item whose ${status.property} is ${wanted}` })
  const exchanges: Recorded[] = []
  for (const state of way) {
    const exchange = await setStatus(context, item, status, state)
    if (exchange === undefined || exchange.status >= 300)
      return context.notObserved(
        exchange === undefined
          ? { code: 'not-made', what: `item whose ${status.property} is ${wanted}` }
          : rejected(`the change of ${status.property} to ${state}`, exchange),
      )
    exchanges.push(exchange)
  }
  return exchanges
}
