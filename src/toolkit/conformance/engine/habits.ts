/**
 * Where no promise is written, a server's own habit is one: if nearly all operations do a thing in one way, the one
 * that does not is a mistake.
 */

import type { Habit } from './checkParts.ts'
import { factOf, type NewFinding } from './findings.ts'

/** Fewer answers make no habit. */
const FEWEST = 5
const SHARE = 0.8

export function unusualHabits(habits: readonly Habit[]): NewFinding[] {
  const findings: NewFinding[] = []
  for (const question of new Set(habits.map((one) => one.question))) {
    const all = habits.filter((one) => one.question === question)
    const counts = new Map<string, number>()
    for (const { answer } of all) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    const [most] = [...counts].sort((a, b) => b[1] - a[1])
    // That an answer has something which the others lack harms nobody.
    if (most === undefined || most[0] === 'none' || all.length < FEWEST || most[1] / all.length < SHARE)
      continue
    for (const { answer, told, operationId, right } of all) {
      if (answer === most[0] || right) continue
      findings.push({
        rule: question.split(':')[0] ?? question,
        operationId,
        constraint: question,
        ...factOf(told),
        unusual: { usual: most[0], here: answer, count: most[1], of: all.length },
        provenance: told.provenance ?? 'decided',
        status: told.exchange.status,
        exchange: told.exchange,
        with: told.with ?? [],
        check: told.exchange.check,
        place: told.place,
        ...(told.pointer !== undefined && { pointer: told.pointer }),
      })
    }
  }
  return findings
}
