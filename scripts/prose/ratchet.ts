/** How many findings each file may have: a committed count by file and rule that may only fall. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileFinding, ROOT, type Surface } from './files.ts'

/** Counts by path, then by rule. A file that is not listed must be clean. */
export type Ratchet = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Surfaces on which no finding is allowed, whatever the counts of a file: all that a user reads. */
export const CLEAN_SURFACES: ReadonlySet<Surface> = new Set<Surface>([
  'help',
  'messages',
  'pages',
  'rules',
  'API descriptions',
  'README',
  'user docs',
  'changelog',
])

const FILE = join(ROOT, 'scripts/prose/ratchet.json')

export const readRatchet = (): Ratchet => JSON.parse(readFileSync(FILE, 'utf8')) as Ratchet

/** One line a file, so that changes of two branches merge. */
export function writeRatchet(ratchet: Ratchet): void {
  const lines = Object.entries(ratchet).map(
    ([path, counts]) => `  ${JSON.stringify(path)}: ${JSON.stringify(counts)}`,
  )
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
}

/** Counts findings by file and rule. */
export function countFindings(findings: readonly FileFinding[]): Ratchet {
  const counts: Record<string, Record<string, number>> = {}
  for (const { path, rule } of findings) {
    counts[path] ??= {}
    const ofFile = counts[path]
    ofFile[rule] = (ofFile[rule] ?? 0) + 1
  }
  return Object.fromEntries(
    Object.entries(counts).map(([path, ofFile]) => [path, Object.fromEntries(Object.entries(ofFile).sort())]),
  )
}

/** The findings that are not allowed: of a clean surface, or of a file that has more of a rule than it had. */
export function excessFindings(
  findings: readonly FileFinding[],
  ratchet: Ratchet,
  clean: ReadonlySet<Surface> = CLEAN_SURFACES,
): FileFinding[] {
  const counts = countFindings(findings)
  return findings.filter(
    ({ path, rule, surface }) =>
      clean.has(surface) || (counts[path]?.[rule] ?? 0) > (ratchet[path]?.[rule] ?? 0),
  )
}

/** The rules of which there are more findings in all than before, each with both numbers. */
export function grownTotals(before: Ratchet, now: Ratchet): string[] {
  const [old, current] = [totals(before), totals(now)]
  return Object.entries(current)
    .filter(([rule, count]) => count > (old[rule] ?? 0))
    .map(([rule, count]) => `${rule}: ${old[rule] ?? 0} → ${count}`)
}

function totals(ratchet: Ratchet): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const counts of Object.values(ratchet))
    for (const [rule, count] of Object.entries(counts)) sums[rule] = (sums[rule] ?? 0) + count
  return sums
}
