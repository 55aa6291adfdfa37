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
    for (const { response } of all) counts.set(response, (counts.get(response) ?? 0) + 1)
    const [most] = [...counts].sort((a, b) => b[1] - a[1])
    // That an answer has something which the others lack harms nobody.
    if (most === undefined || most[0] === 'none' || all.length < FEWEST || most[1] / all.length < SHARE)
      continue
    for (const { response, reported, operationId, right } of all) {
      if (response === most[0] || right) continue
      findings.push({
        rule: question.split(':')[0] ?? question,
        operationId,
        constraint: question,
        ...factOf(reported),
        unusual: { usual: most[0], here: response, count: most[1], of: all.length },
        provenance: reported.provenance ?? 'decided',
        status: reported.exchange.status,
        exchange: reported.exchange,
        with: reported.with ?? [],
        check: reported.exchange.check,
        place: reported.place,
        ...(reported.pointer !== undefined && { pointer: reported.pointer }),
      })
    }
  }
  return findings
}
