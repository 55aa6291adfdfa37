/** Boolean filters whose description states which items they are about, by their state and a date. */
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { isMeant, type StatedFlag, statedFlags } from '../../../model/statedFlags.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { throughStates } from '../states.ts'
import { findListed } from './several.ts'

/** Days between the present and the dates of items. */
const DAYS = 10
const DAY = 86_400_000

export function* flagFilters({ api }: Pick<Plan, 'api'>, resource: Resource): Generator<Check> {
  const { list, create, read } = resource
  if (list === undefined || create === undefined || read === undefined) return
  for (const flag of statedFlags(api, resource))
    yield {
      name: `${flag.input.name} by its description`,
      constraint: `query.${flag.input.name} filters`,
      operation: list,
      run: (context) => tryFlag(context, resource, flag),
    }
}

/** Compares a new item whose date has passed, and one whose date is to come. */
async function tryFlag(context: CheckContext, resource: Resource, flag: StatedFlag): Promise<void> {
  const { date } = flag
  const isSent = date !== undefined && bodyProperties(context.api, resource.create).has(date.property)
  for (const side of isSent ? [-1, 1] : [0]) {
    const item = await context.item(resource, {
      fresh: true,
      body(sent) {
        if (date !== undefined && side !== 0) sent[date.property] = momentAt(context, date.format, side)
      },
    })
    if (await differsInAState(context, item, flag)) return
  }
}

/** Compares an item as it is, and in each state that it reaches. */
async function differsInAState(context: CheckContext, item: Item, flag: StatedFlag): Promise<boolean> {
  const proof = [item.made]
  if (await differs(context, { item, flag, proof })) return true
  const status = flag.states && statusOf(context.api, item.resource)
  if (status === undefined) return false
  for await (const changed of throughStates(context, item, status, flag.states?.values ?? [])) {
    proof.push(changed)
    if (await differs(context, { item, flag, proof })) return true
  }
  return false
}

function momentAt(context: CheckContext, format: 'date' | 'date-time', side: number): string {
  const text = new Date(context.now() + side * DAYS * DAY).toISOString()
  return format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

interface Looked {
  item: Item
  flag: StatedFlag
  proof: Recorded[]
}

/** Looks for the item in the lists of both values. @returns whether it is in the wrong one, which is reported */
async function differs(context: CheckContext, { item, flag, proof }: Looked): Promise<boolean> {
  const read = await context.read(item)
  if (read.status >= 300 || !isObject(read.json as Json)) return false
  const shown = read.json as JsonObject
  const meant = isMeant(flag, shown, context.now())
  if (meant === undefined) return false
  const { input, date, states } = flag
  const property = date?.property ?? states?.property ?? ''
  const reported = { place: input.pointer, with: [...proof, read], subject: input.name }
  const wanted = await findListed(context, item, { query: { [input.name]: meant } })
  if (wanted.last.status >= 300) return false
  if (wanted.found === undefined && wanted.complete) {
    context.broken({
      ...reported,
      exchange: wanted.last,
      code: 'missing-from-filtered',
      details: { id: item.params[item.resource.parameter], property, is: shown[property], value: meant },
    })
    return true
  }
  const other = await context.findInList(item, { query: { [input.name]: !meant } })
  // Without the flag, a list may contain all items.
  if (other.last.status >= 300 || other.found === undefined || meant) return false
  context.broken({
    ...reported,
    exchange: other.last,
    code: 'unfiltered-item',
    received: states === undefined ? shown[property] : shown[states.property],
    details: { property: states === undefined ? property : states.property, value: true },
  })
  return true
}
