/** Waiting for states that end by themselves. */

import { waitsForAction } from '../../model/lifeCycles.ts'
import type { Resource } from '../../model/resources.ts'
import { isState } from '../../model/vocabulary.ts'
import { isObject } from '../../openapi/document.ts'
import type { CheckContext, Item } from './rule.ts'

const MAX_WAIT = 15_000
/** Milliseconds after which a resource is reported as slow. */
const LONG_WAIT = 1_000

/**
 * Waits until a temporary state ends, for example until an evaluation has results. If a state once outlasts the wait, it
 * is treated as permanent for the resource: an order stays pending until it is paid.
 * @param isSlow called once for each resource with slow items, so that other waits can start early
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
      if (lasting.has(state) || waitsForAction(context.api, resource, status)) return item
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
