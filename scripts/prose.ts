/**
 * - `npm run prose`: the findings that the ratchet does not allow, with lines.
 * - `npm run prose -- PATH…`: all findings in paths that begin with PATH, or on a surface of that name.
 * - `npm run prose -- --counts`: how many there are by surface and rule.
 * - `npm run prose -- --update`: lowers the counts of `scripts/prose/ratchet.json`. A moved file gets a line of its own.
 */
import { type FileFinding, findingsOfFile, prosePaths } from './prose/files.ts'
import { countFindings, excessFindings, grownTotals, readRatchet, writeRatchet } from './prose/ratchet.ts'

const args = process.argv.slice(2)
const findings = prosePaths().flatMap((path) => findingsOfFile(path))

if (args.includes('--update')) update()
else if (args.includes('--counts')) printCounts()
else printFindings(args)

function printFindings(places: readonly string[]): void {
  const wanted = (finding: FileFinding): boolean =>
    places.some((place) => finding.path.startsWith(place) || finding.surface === place)
  const shown = places.length === 0 ? excessFindings(findings, readRatchet()) : findings.filter(wanted)
  for (const { path, line, rule, words, advice } of shown)
    console.log(`${path}:${line}: ${rule}: "${words}" (${advice})`)
  if (places.length === 0)
    console.log(
      `${shown.length} findings more than scripts/prose/ratchet.json allows, of ${findings.length} in all.`,
    )
  process.exitCode = shown.length > 0 ? 1 : 0
}

function printCounts(): void {
  const counts: Record<string, Record<string, number>> = {}
  const add = (rule: string, surface: string): void => {
    counts[rule] ??= {}
    counts[rule][surface] = (counts[rule][surface] ?? 0) + 1
  }
  for (const { surface, rule } of findings)
    for (const row of [rule, 'total']) {
      add(row, surface)
      add(row, 'total')
    }
  console.table(counts)
}

function update(): void {
  const counts = countFindings(findings)
  const grown = grownTotals(readRatchet(), counts)
  if (grown.length === 0) writeRatchet(counts)
  else {
    console.error(`The totals may only fall:\n${grown.join('\n')}`)
    process.exitCode = 1
  }
}
