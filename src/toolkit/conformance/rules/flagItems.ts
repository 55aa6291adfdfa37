/** Items for what a document states by their state and a date. */
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import { statusOf } from '../../model/roles.ts'
import type { StatedFlag } from '../../model/statedFlags.ts'
import type { Recorded } from '../engine/events.ts'
import { momentText } from '../engine/ranges.ts'
import type { CheckContext, Item } from '../engine/rule.ts'
import { throughStates } from './states.ts'

/** Days between the present and the dates of items. */
const DAYS = 10
const DAY = 86_400_000

/**
 * New items, one whose date has passed and one whose date is to come, each in one state after the other.
 * @returns each item with the exchanges that led to its state
 */
export async function* flaggedItems(
  context: CheckContext,
  resource: Resource,
  { date, states }: StatedFlag,
): AsyncGenerator<{ item: Item; proof: Recorded[] }> {
  const isSent = date !== undefined && bodyProperties(context.api, resource.create).has(date.property)
  for (const side of isSent ? [-1, 1] : [0]) {
    const item = await context.item(resource, {
      fresh: true,
      body(sent) {
        if (date !== undefined && side !== 0)
          sent[date.property] = momentText(context.now() + side * DAYS * DAY, date.format)
      },
    })
    const proof = [item.made]
    yield { item, proof }
    const status = states && statusOf(context.api, resource)
    if (status === undefined) continue
    for await (const changed of throughStates(context, item, status, states?.values ?? [])) {
      proof.push(changed)
      yield { item, proof }
    }
  }
}
