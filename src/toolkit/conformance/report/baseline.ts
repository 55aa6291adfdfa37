/** Findings that a team has accepted for a time, with the reason. */
import { parse } from 'yaml'
import { isObject, type Json } from '../../openapi/document.ts'
import type { ConformanceFinding } from '../engine/events.ts'

interface Accepted {
  rule: string
  /** Every operation when left out. */
  operation?: string
  /** Every constraint of the rule when left out. */
  constraint?: string
  reason: string
  /** The last day on which it counts, `2027-01-31`. */
  expires: string
}

export type Baseline = readonly Accepted[]

/**
 * Reads a list of accepted findings, YAML or JSON.
 * @throws Error with the entry and the missing property. Reason and expiry date are required so that entries are reviewed.
 */
export function readBaseline(text: string): Baseline {
  const tree = parse(text) as Json
  const list = isObject(tree) ? tree.accepted : tree
  if (!Array.isArray(list)) throw new Error('expected a list under "accepted"')
  return list.map((entry, index) => {
    const at = `accepted[${index}]`
    if (!isObject(entry)) throw new Error(`${at} is ${JSON.stringify(entry)}; expected an object`)
    for (const member of ['rule', 'reason', 'expires'] as const) {
      if (typeof entry[member] !== 'string' || entry[member] === '')
        throw new Error(`${at}.${member} is ${JSON.stringify(entry[member]) ?? 'missing'}; expected text`)
    }
    if (!/^\d{4}-\d\d-\d\d$/.test(String(entry.expires)))
      throw new Error(`${at}.expires is ${JSON.stringify(entry.expires)}; expected a day such as 2027-01-31`)
    return entry as unknown as Accepted
  })
}

/** Whether the finding is accepted on the day `today` (`2026-11-22`). */
export const applyBaseline = (
  baseline: Baseline,
  finding: ConformanceFinding,
  today: string,
): Accepted | undefined =>
  baseline.find(
    (one) =>
      one.rule === finding.rule &&
      (one.operation ?? finding.operationId) === finding.operationId &&
      (one.constraint ?? finding.constraint) === finding.constraint &&
      one.expires >= today,
  )
