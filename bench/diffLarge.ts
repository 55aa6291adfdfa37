/**
 * `npm run bench:diff`: the duration of `specwright diff` over two documents of 1,000 operations and 500 schemas
 * that lead to one another: the whole program, from its start to its exit.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { large } from '../test/toolkit/diff/large.ts'

const PROGRAM = 'dist/src/toolkit/cli/main.js'
const TURNS = 3
const EDITS: [string, (index: number) => number][] = [
  ['nothing changed', () => 100],
  ['1 of 100 schemas changed', (index) => (index % 100 === 0 ? 50 : 100)],
  ['every schema changed', () => 50],
]

if (!existsSync(PROGRAM)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'diff-'))
const put = (name: string, document: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(document))
  return file
}
const old = put(
  'old.json',
  large(() => 100),
)
console.log('| 1,000 operations, 500 schemas | findings | seconds, median of 3 |')
console.log('| --- | ---: | ---: |')
for (const [name, limit] of EDITS) {
  const now = put('new.json', large(limit))
  const turns = Array.from({ length: TURNS }, () => {
    const began = performance.now()
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, 'diff', old, now, '--format', 'json'],
      { encoding: 'utf8', maxBuffer: 1e9 },
    )
    if (status !== 0 && status !== 1) throw new Error(stderr)
    const seconds = (performance.now() - began) / 1000
    return { seconds, findings: JSON.parse(stdout).findings.length as number }
  }).sort((a, b) => a.seconds - b.seconds)
  const middle = turns[Math.floor(TURNS / 2)]
  console.log(`| ${name} | ${middle?.findings} | ${middle?.seconds.toFixed(1)} |`)
}
rmSync(folder, { recursive: true })
