/** Waiting for states that end by themselves. */

import type { Resource } from '../../model/resources.ts'
import { isState } from '../../model/vocabulary.ts'
import { isObject } from '../../openapi/document.ts'
import type { CheckContext, Item } from './rule.ts'

const MAX_WAIT = 15_000
/** Milliseconds after which a wait is told of. */
const LONG_WAIT = 1_000

/**
 * Waits until a state that ends by itself has ended, for an evaluation, say, to have its results. A state that
 * outlasted the wait once is one in which things of this resource stay: an order is pending until somebody pays.
 * @param isSlow is told once of each resource whose things take long, so that other waits for them begin early
 */
export function createSettling(
  isSlow: (resource: Resource) => void,
): (context: CheckContext, item: Item) => Promise<Item> {
  /** States that did not end by themselves, by resource. */
  const lasting = new Set<string>()
  const slow = new Set<Resource>()
  return async (context, item) => {
    const { resource } = item
    if (resource.read === undefined) return item
    const until = context.now() + MAX_WAIT
    for (let pause = 20; ; pause = Math.min(500, pause * 2)) {
      const { status } = item.body
      if (typeof status !== 'string' || !isState('passing', status)) return item
      const state = `${resource.item} ${status}`
      if (lasting.has(state)) return item
      if (context.now() > until) {
        lasting.add(state)
        return item
      }
      if (context.now() > until - MAX_WAIT + LONG_WAIT && !slow.has(resource)) {
        slow.add(resource)
        isSlow(resource)
      }
      await context.wait(pause)
      const { json } = await context.read(item)
      if (!isObject(json)) return item
      item.body = json
    }
  }
}
