/**
 * `npm run test:corpus`: public documents through every command. Flags: `--sample N` runs every so-many-th document,
 * `--only NAME,NAME`, `--commands lint,generate`. `SPECWRIGHT_CORPUS` names a folder of documents.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foreignText } from '../../src/toolkit/openapi/foreignText.ts'
import { CHECKS, type Outcome } from './checks.ts'
import { type CorpusDocument, locate } from './locate.ts'

const { values } = parseArgs({
  options: { sample: { type: 'string' }, only: { type: 'string' }, commands: { type: 'string' } },
})
const commands = values.commands?.split(',') ?? Object.keys(CHECKS)
for (const command of commands)
  if (!Object.hasOwn(CHECKS, command))
    throw new Error(`--commands received "${command}"; expected some of ${Object.keys(CHECKS).join(', ')}.`)

const all = JSON.parse(readFileSync(join(import.meta.dirname, 'manifest.json'), 'utf8')) as CorpusDocument[]
const only = values.only?.split(',')
for (const wanted of only ?? [])
  if (!all.some(({ name }) => name === wanted))
    throw new Error(
      `--only received "${wanted}"; expected some of ${all.map(({ name }) => name).join(', ')}.`,
    )
const named = all.filter(({ name }) => only?.includes(name) ?? true)
const sample = values.sample === undefined ? named.length : Number(values.sample)
if (!Number.isInteger(sample) || sample < 1)
  throw new Error(`--sample received "${values.sample}"; expected a whole number above 0.`)
const every = Math.max(1, Math.floor(named.length / sample))
const documents = named.filter((_, index) => index % every === 0).slice(0, sample)

const counts = { passed: 0, failed: 0, skipped: 0 }
const width = Math.max(...documents.map(({ name }) => name.length))
const notes: string[] = []
console.log(['document'.padEnd(width), ...commands.map((command) => command.padEnd(9))].join(' '))

async function outcomeOf(command: string, path: string, document: CorpusDocument): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  try {
    const check = CHECKS[command]
    if (check === undefined) throw new Error(`There is no command "${command}".`)
    return await check(path, document, folder)
  } catch (error) {
    return { state: 'failed', why: (error as Error).message }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const document of documents) {
  const found = await locate(document, process.env.SPECWRIGHT_CORPUS)
  const cells: string[] = []
  for (const command of commands) {
    const outcome: Outcome =
      'skipped' in found
        ? { state: 'skipped', why: found.skipped }
        : await outcomeOf(command, found.path, document)
    counts[outcome.state] += 1
    cells.push(outcome.state.padEnd(9))
    if (outcome.state !== 'passed')
      notes.push(`${outcome.state}: ${document.name} ${command}: ${foreignText(outcome.why)}`)
  }
  console.log([document.name.padEnd(width), ...cells].join(' '))
}
for (const note of notes) console.log(note)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
// A run without any check is not a success.
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
