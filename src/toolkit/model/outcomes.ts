/** Texts about requests that succeed: the description of the operation, and that of its success response. */
import type { ApiOperation } from './api.ts'
import { descriptionOf } from './description.ts'

/** The description of an operation, with that of its only success response: "Returned; the carrier's `returns` go up by one." */
export function outcomeText({ operation, responses, successes }: ApiOperation): string {
  const [status, ...others] = successes
  const response = others.length > 0 ? '' : descriptionOf(responses.get(String(status))?.node)
  return [descriptionOf(operation), response].filter((one) => one !== '').join('\n\n')
}
