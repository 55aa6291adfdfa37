/** What leaves: each document has one form for its answers and one for its refusals. Nothing else differs. */
import type { Call } from '../call.ts'
import type { Rendered } from '../exchange.ts'

export interface Dialect {
  /** The answer that a handler's result makes. */
  render(call: Call, result: unknown): Rendered
  /** The answer to anything that was thrown; what nobody foresaw is logged. */
  reject(error: unknown, requestId: string): Rendered
}
