/** The status of a finding by the baseline and by earlier runs. */
import type { ConformanceFinding } from '../engine/events.ts'
import { applyBaseline, type Baseline } from './baseline.ts'
import type { PastRun } from './history.ts'

/** Data of reports in addition to the events of the run. */
export interface ReportContext {
  /** The commit of what is tested. */
  commit?: string
  baseline?: Baseline
  /** The day of the run, `2026-11-22`; entries of the baseline expire by it. */
  today?: string
  /** The folder of the local copy, for a document that was read from a URL. */
  folder?: string
  /** Earlier runs, the oldest first. */
  history?: readonly PastRun[]
}

/** `accepted` by the baseline; `known` from the run before, or from an expired entry of the baseline. */
export type FindingStatus = 'new' | 'known' | 'accepted'

/** @returns undefined where there is neither a baseline nor an earlier run */
export function statusOf(finding: ConformanceFinding, context: ReportContext): FindingStatus | undefined {
  const { baseline = [], today = '', history = [] } = context
  const before = history.at(-1)
  if (context.baseline === undefined && before === undefined) return undefined
  if (applyBaseline(baseline, finding, today) !== undefined) return 'accepted'
  const isKnown =
    before?.causes.some(({ cause }) => cause === finding.cause) === true ||
    applyBaseline(baseline, finding, '') !== undefined
  return isKnown ? 'known' : 'new'
}

/** Whether the run fails because of the finding. */
export const counts = (finding: ConformanceFinding, context: ReportContext): boolean =>
  finding.repeated !== false && statusOf(finding, context) !== 'accepted'
