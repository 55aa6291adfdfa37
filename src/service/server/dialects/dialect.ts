/** The form of output: each document has one form for its responses and one for its rejections. Nothing else differs. */
import type { Call } from '../call.ts'
import type { Rendered } from '../exchange.ts'

export interface Dialect {
  /** The response that a handler's result makes. */
  render(call: Call, result: unknown): Rendered
  /** The response to anything that was thrown; what no one foresaw is logged. */
  reject(error: unknown, requestId: string): Rendered
}
