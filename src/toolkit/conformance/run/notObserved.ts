/** How a trial ends that can say nothing. */

import { readHeader } from '../../openapi/headers.ts'
import { UNSUPPORTED_BY_MOCK } from '../../openapi/unsupportedByMock.ts'
import type { Exchange } from '../../responses/finding.ts'
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

/** Whether a mock states that it cannot carry the request out, which says nothing about any server. */
export const isUnsupportedByMock = ({ status, headers }: Pick<Exchange, 'status' | 'headers'>): boolean =>
  status === 501 && readHeader(headers, UNSUPPORTED_BY_MOCK) !== undefined
