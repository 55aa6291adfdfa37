/**
 * Where the document promises nothing, the usual behavior of the server counts: if nearly all operations behave alike,
 * an operation that does not is a mistake.
 */

import type { Habit } from './checkParts.ts'
import { factOf, type NewFinding } from './findings.ts'

/** Operations that show the behavior, at least. */
const MIN_OPERATIONS = 5
/** The share of them that behave alike, at least. */
const MIN_SHARE = 0.8

export function unusualHabits(habits: readonly Habit[]): NewFinding[] {
  const findings: NewFinding[] = []
  for (const question of new Set(habits.map((one) => one.question))) {
    const all = habits.filter((one) => one.question === question)
    const counts = new Map<string, number>()
    for (const { behavior } of all) counts.set(behavior, (counts.get(behavior) ?? 0) + 1)
    const [most] = [...counts].sort((a, b) => b[1] - a[1])
    // A header or property that only some responses have does no harm.
    if (
      most === undefined ||
      most[0] === 'none' ||
      all.length < MIN_OPERATIONS ||
      most[1] / all.length < MIN_SHARE
    )
      continue
    for (const { behavior, evidence, operationId, right } of all) {
      if (behavior === most[0] || right) continue
      findings.push({
        rule: question.split(':')[0] ?? question,
        operationId,
        constraint: question,
        ...factOf(evidence),
        unusual: { usual: most[0], here: behavior, count: most[1], of: all.length },
        provenance: evidence.provenance ?? 'decided',
        status: evidence.exchange.status,
        exchange: evidence.exchange,
        with: evidence.with ?? [],
        check: evidence.exchange.check,
        place: evidence.place,
        ...(evidence.pointer !== undefined && { pointer: evidence.pointer }),
      })
    }
  }
  return findings
}
