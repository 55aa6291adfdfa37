/** Items that a list leaves out without a parameter, such as discontinued products. */
import { type Inclusion, inclusionsOf } from '../../../model/includedItems.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { changeState, enterState, setBy } from '../states.ts'
import { findLeftOut, findListed } from './several.ts'

export function* includedItems({ api }: Pick<Plan, 'api'>, resource: Resource): Generator<Check> {
  const { list, create, read } = resource
  if (list === undefined || create === undefined || read === undefined) return
  for (const inclusion of inclusionsOf(api, resource))
    yield {
      name: `without ${inclusion.input.name}`,
      constraint: `query.${inclusion.input.name} default`,
      operation: list,
      run: (context) => tryDefault(context, resource, inclusion),
    }
}

async function tryDefault(context: CheckContext, resource: Resource, inclusion: Inclusion): Promise<void> {
  const { input, property, value } = inclusion
  const { item, changed } = await itemWith(context, resource, inclusion)
  const read = await context.read(item)
  if (read.status >= 300 || shownAt(read, [property]) !== value)
    return context.notObserved({ code: 'not-made', what: `item whose ${property} is ${String(value)}` })
  const proof = {
    with: [item.made, ...(changed === undefined ? [] : [changed]), read],
    subject: input.name,
    place: input.pointer,
  }
  const wanted = await findListed(context, item, { query: { [input.name]: true } })
  if (wanted.last.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the list', status: wanted.last.status })
  if (wanted.found === undefined && wanted.complete)
    return context.broken({
      ...proof,
      exchange: wanted.last,
      code: 'missing-from-filtered',
      details: { id: item.params[resource.parameter], property, is: value, value: true },
    })
  const seen = await findLeftOut(context, item)
  if (seen.found === undefined) return
  context.broken({
    ...proof,
    exchange: seen.last,
    code: 'unfiltered-item',
    received: value,
    details: { property, value: false },
  })
}

/** A new item that is left out: created like this, changed to it, or brought into the state. */
async function itemWith(
  context: CheckContext,
  resource: Resource,
  { property, value, status }: Inclusion,
): Promise<{ item: Item; changed: Recorded | undefined }> {
  const { create, update } = resource
  const isSent = status === undefined && bodyProperties(context.api, create).has(property)
  const item = await context.item(resource, {
    fresh: true,
    body(sent) {
      if (isSent) sent[property] = value
    },
  })
  if (item.body[property] === value) return { item, changed: undefined }
  if (status !== undefined)
    return { item, changed: await changeState(context, item, status, [String(value)]) }
  const isUpdated = update !== undefined && bodyProperties(context.api, update).has(property)
  return {
    item,
    changed: isUpdated
      ? await setBy(context, item, update, { [property]: value })
      : await enterState(context, item, undefined, property),
  }
}
