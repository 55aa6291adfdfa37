import { existsSync, writeFileSync } from 'node:fs'
import {
  adviceAfterWaivers,
  applyWaivers,
  breaks,
  type Changes,
  ClientError,
  type ClientReport,
  causesOf,
  compareDocuments,
  FORMATS,
  IncomparableError,
  InputError,
  pairsOf,
  type Report,
  readWaivers,
  risks,
  WaiverError,
  write,
} from '../diff/index.ts'
import { systemClock } from '../network/clock.ts'
import { DocumentError } from '../openapi/document.ts'
import { plural } from '../openapi/plural.ts'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { readGivenFile, requireWritable } from './program/givenFile.ts'
import { note, painter } from './program/output.ts'
import { withLocalCopies } from './remoteDocuments.ts'

const flags = {
  format: {
    type: 'string',
    value: 'FORMAT',
    default: 'text',
    choices: FORMATS,
    help: 'Format of the report; github annotates a pull request.',
  },
  waivers: {
    type: 'string',
    value: 'FILE',
    help: 'Accepted findings (YAML): rule, subject, reason and expiry date of each. Default: diff-waivers.yaml, if there is one.',
  },
  'fail-on': {
    type: 'string',
    value: 'SEVERITY',
    default: 'breaking',
    choices: ['breaking', 'risky'],
    help: 'Exit with 1 on changes that are breaking, or also on risky ones.',
  },
  client: {
    type: 'string',
    multiple: true,
    value: 'PATH',
    help: 'Report which changes affect a client: the folder of its TypeScript project, or a recording of its requests (.har).',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'Write the report to FILE, and the totals to the terminal.',
  },
  today: {
    type: 'string',
    value: 'DAY',
    help: 'Date by which sunsets and waivers are measured, such as 2026-12-31. Default: today.',
  },
} as const

const WAIVERS = 'diff-waivers.yaml'

/** `specwright diff`: what a change of documents means to those who use the API. */
export const diff = defineCommand({
  name: 'diff',
  description:
    'Compare two versions of an API and report breaking changes. OLD and NEW are files, URLs, or folders with all documents of a project, of the working tree or of Git: main:openapi.yaml, HEAD~3:. and so on.',
  operands: '<old> <new>',
  flags,
  examples: [
    ['diff main:openapi.yaml openapi.yaml', 'Compare the working tree with a branch'],
    ['diff v1.json v2.json --fail-on risky --format html -o changes.html', 'Write a report for reviewers'],
    ['diff main:openapi.yaml openapi.yaml --client ../web', 'Show which lines of a client are affected'],
  ],
  run: (given, terminal, words) =>
    withLocalCopies(words, terminal, async (files, own, shown) => {
      const [old = '', now = ''] = files
      const { format } = given
      if (given.output !== undefined) requireWritable('--output', given.output)
      const [oldName = '', newName = ''] = words
      const { report: compared, changes } = compare(old, now, given.waivers, readDay(given.today))
      const clients =
        given.client === undefined || given.client.length === 0
          ? undefined
          : await clientsOf(given.client, { old, new: now }, changes)
      const report = { ...compared, old: oldName, new: newName, ...(clients && { clients }) }
      const look = { paint: painter(own), width: own.columns }
      const text = write[format](report, given.output === undefined ? look : undefined)
      const failing = given['fail-on'] === 'risky' ? risks(report) : breaks(report)
      if (given.output === undefined) own.print(text)
      else {
        writeFileSync(given.output, `${shown(text)}\n`)
        note(
          own,
          `${given.output}: ${plural(causesOf(report.findings).length, 'finding')}, ${causesOf(breaks(report)).length} of them breaking and not waived.`,
        )
      }
      return failing.length > 0 ? 1 : 0
    }),
})

/** @throws UsageError for a client that cannot be compiled or read */
async function clientsOf(
  names: readonly string[],
  inputs: { old: string; new: string },
  changes: Changes,
): Promise<ClientReport[]> {
  // The generator of types is loaded for clients only.
  const { reportClients } = await import('./diffClients.ts')
  try {
    return await reportClients(names, inputs, changes)
  } catch (error) {
    throw error instanceof ClientError ? new UsageError(error.message) : error
  }
}

function compare(old: string, now: string, waivers: string | undefined, today: number) {
  try {
    const pairs = pairsOf(old, now, process.cwd())
    const { findings, places, versions } = compareDocuments(pairs, today)
    const file = waivers ?? (existsSync(WAIVERS) ? WAIVERS : undefined)
    const accepted = file === undefined ? [] : readWaivers(readGivenFile('waivers', file), file)
    const waived = applyWaivers(findings, accepted, today)
    const advice = adviceAfterWaivers(versions, waived.findings)
    const report: Report = { old, new: now, versions: advice, ...waived }
    return { report, changes: { pairs, findings: waived.findings, places } }
  } catch (error) {
    // An unreadable document cannot be compared; it never passes as no change.
    const known = [DocumentError, IncomparableError, InputError, WaiverError].some(
      (kind) => error instanceof kind,
    )
    throw known ? new UsageError((error as Error).message) : error
  }
}

function readDay(text: string | undefined): number {
  if (text === undefined) return systemClock.now()
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new UsageError(`--today received "${text}"; expected a day such as 2026-12-31.`)
  return time
}
