/**
 * - `npm run prose`: all findings, with lines. Fails when there are any.
 * - `npm run prose -- PATH…`: findings in paths that begin with PATH, or on a surface of that name.
 * - `npm run prose -- --counts`: how many there are by surface and rule.
 */
import { type FileFinding, findingsOfFile, prosePaths } from './prose/files.ts'

const args = process.argv.slice(2)
const findings = prosePaths().flatMap((path) => findingsOfFile(path))

if (args.includes('--counts')) printCounts()
else printFindings(args)

function printFindings(places: readonly string[]): void {
  const isWanted = (finding: FileFinding): boolean =>
    places.length === 0 || places.some((place) => finding.path.startsWith(place) || finding.surface === place)
  const shown = findings.filter(isWanted)
  for (const { path, line, rule, words, advice } of shown)
    console.log(`${path}:${line}: ${rule}: "${words}" (${advice})`)
  if (places.length === 0) console.log(`${shown.length} findings.`)
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
