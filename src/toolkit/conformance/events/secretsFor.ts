import type { EventMessage } from './eventTypes.ts'
import { nameOf, type Subscription } from './subscription.ts'

/** The secrets that sign a message: all of the subscription, or the one of its type. */
export function secretsFor({ secrets, secretOf, types }: Subscription, message: EventMessage | undefined) {
  const own = message && secretOf?.get(nameOf({ names: types }, message))
  return own === undefined ? secrets : [own]
}
