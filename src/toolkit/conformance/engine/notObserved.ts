/** How a trial ends that can say nothing. */

import type { Recorded } from './events.ts'

/** Nothing can be said; the reason tells what would change that. */
export class NotObserved extends Error {
  override readonly name = 'NotObserved'
  /** The answer that stood in the way. */
  readonly exchange: Recorded | undefined

  constructor(reason: string, exchange?: Recorded) {
    super(reason)
    this.exchange = exchange
  }
}
