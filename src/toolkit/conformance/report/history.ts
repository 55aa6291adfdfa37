/** Runs over time: the stored form of a run, and changes from run to run. */
import { isObject, type Json } from '../../openapi/document.ts'
import type { Cause } from '../engine/triage.ts'
import type { Collected } from './collected.ts'

/** A run as `--history` stores it, one file each. */
export interface PastRun {
  /** ISO 8601. */
  startedAt: string
  commit?: string
  target: string
  document: string
  seed: number
  /** The run ended before all checks were run. */
  partial?: true
  passed: number
  failed: number
  skipped: number
  findings: number
  /** Percent of the documented operation × status pairs. */
  coverage: number
  milliseconds: number
  causes: Pick<Cause, 'cause' | 'rule' | 'operations' | 'repeated'>[]
  /** The result of each rule that was run. */
  rules: Record<string, 'passed' | 'failed'>
}

/** The stored form of a run. */
export function pastRunOf({ run, summary, outcomes, findings }: Collected, commit?: string): PastRun {
  const { startedAt, target, document, seed } = run
  const { passed, failed, skipped, coverage, milliseconds } = summary
  const rules: PastRun['rules'] = {}
  for (const { rule, outcome } of outcomes) {
    if (outcome === 'failed') rules[rule] = 'failed'
    else if (outcome === 'passed') rules[rule] ??= 'passed'
  }
  return {
    startedAt,
    ...(commit !== undefined && { commit }),
    ...{ target, document, seed },
    ...(summary.endedEarly !== undefined && { partial: true }),
    ...{ passed, failed, skipped, findings: findings.length, coverage: coverage.percent, milliseconds },
    causes: summary.causes.map(({ cause, rule, operations, repeated }) => ({
      ...{ cause, rule, operations },
      ...(repeated !== undefined && { repeated }),
    })),
    rules,
  }
}

/** @throws Error where the text is not a stored run */
export function readPastRun(text: string): PastRun {
  const tree = JSON.parse(text) as Json
  if (!isObject(tree) || typeof tree.startedAt !== 'string' || !Array.isArray(tree.causes))
    throw new Error('it is not a run that --history stored; expected "startedAt" and "causes"')
  if (!isObject(tree.rules)) throw new Error('it is not a run that --history stored; expected "rules"')
  return tree as unknown as PastRun
}

interface Changes {
  /** Causes that the run before did not have. */
  added: PastRun['causes']
  /** Causes of the run before whose rule passed this time. */
  gone: PastRun['causes']
}

/** Changes from one run to the next. */
export function changesBetween(before: PastRun, now: PastRun): Changes {
  const had = new Set(before.causes.map(({ cause }) => cause))
  const has = new Set(now.causes.map(({ cause }) => cause))
  return {
    added: now.causes.filter(({ cause }) => !had.has(cause)),
    // A rule that was not run proves nothing.
    gone: before.causes.filter(({ cause, rule }) => !has.has(cause) && now.rules[rule] !== undefined),
  }
}

interface FlakyRule {
  rule: string
  /** Of each run, the oldest first; undefined where the rule was not run. */
  results: ('passed' | 'failed' | undefined)[]
  /** How often the result changed. */
  changes: number
}

/** A fix is one change, and a regression after it the second. */
const MIN_CHANGES = 2

/** Rules whose result changed back and forth at an unchanged commit, or at least twice at changing ones. */
export function flakyRules(runs: readonly PastRun[]): FlakyRule[] {
  const rules = [...new Set(runs.flatMap((run) => Object.keys(run.rules)))].sort()
  return rules.flatMap((rule) => {
    const results = runs.map((run) => run.rules[rule])
    const known = runs.filter((run) => run.rules[rule] !== undefined)
    const changed = known.filter(
      (run, index) => index > 0 && run.rules[rule] !== known[index - 1]?.rules[rule],
    )
    const isSameCode = known.some((run, index) => {
      const before = known[index - 1]
      return (
        before !== undefined &&
        run.commit !== undefined &&
        run.commit === before.commit &&
        run.rules[rule] !== before.rules[rule]
      )
    })
    return changed.length >= MIN_CHANGES || isSameCode ? [{ rule, results, changes: changed.length }] : []
  })
}

/** Lines about a run after earlier ones, such as `History: 3 runs; 1 new cause, 2 gone since 2026-11-25T…`. */
export function historyLines(past: readonly PastRun[], now: PastRun): string[] {
  const before = past.at(-1)
  if (before === undefined) return ['History: this is the first run.']
  const { added, gone } = changesBetween(before, now)
  const flaky = flakyRules([...past, now]).map(({ rule }) => rule)
  return [
    `History: ${past.length + 1} runs; since the run of ${before.startedAt}: ${added.length} new and ${gone.length} gone of ${before.causes.length} causes.`,
    ...(flaky.length === 0 ? [] : [`Flaky rules: ${flaky.join(', ')}.`]),
  ]
}
