/** A planted fault of requests and responses, with the rule that turns red. */
import type { Handle } from '../faults/fault.ts'

export interface RequestFault {
  name: string
  suffering: string
  breaks: string
  rule: string
  /** @param secrets Basic credentials of the first client */
  plant(known: { basic: string; owner: string }): Handle
}

export const fault = (
  name: string,
  rule: string,
  suffering: string,
  breaks: string,
  plant: RequestFault['plant'],
): RequestFault => ({ name, rule, suffering, breaks, plant })
