import { existsSync, writeFileSync } from 'node:fs'
import { systemClock } from '../service/runtime/clock.ts'
import { DocumentError } from '../toolkit/contract/index.ts'
import {
  adviceAfterWaivers,
  applyWaivers,
  breaks,
  causesOf,
  compareDocuments,
  FORMATS,
  IncomparableError,
  InputError,
  pairsOf,
  type Report,
  readWaivers,
  WaiverError,
  write,
} from '../toolkit/diff/index.ts'
import { UsageError } from './command.ts'
import { defineCommand } from './defineCommand.ts'
import { readGivenFile } from './givenFile.ts'
import { oneOf } from './parseFlags.ts'

const flags = {
  format: {
    type: 'string',
    value: 'FORMAT',
    default: 'text',
    help: `${FORMATS.join(', ')}: github makes annotations of a pull request.`,
  },
  waivers: {
    type: 'string',
    value: 'FILE',
    help: 'YAML list of accepted findings: rule, subject, reason and expires of each. Default: diff-waivers.yaml, if there is one.',
  },
  output: {
    type: 'string',
    value: 'FILE',
    help: 'Writes the report there, and a line with the totals here.',
  },
  today: {
    type: 'string',
    value: 'DAY',
    help: 'The day by which sunsets and waivers are over, such as 2026-12-31.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

const WAIVERS = 'diff-waivers.yaml'

/** `prompt-service diff`: what a change of documents means to those who use the API. */
export const diff = defineCommand({
  name: 'diff',
  description:
    'OLD and NEW are files, or folders with all documents of a project, of the working tree or of\nGit: HEAD~3:openapi/v1/openapi.yaml, main:. and so on. Exit code 0 when nothing breaks, 1 when\nsomething does that is not waived, 2 when an input cannot be read.',
  operands: 'OLD NEW',
  flags,
  async run(given, { print }, words) {
    const [old, now, more] = words
    if (old === undefined || now === undefined || more !== undefined) {
      throw new UsageError(`Received ${words.length} documents; expected two, OLD and NEW.`)
    }
    const format = oneOf('format', given.format, FORMATS)
    const report = compare(old, now, given.waivers, readDay(given.today))
    const text = write[format](report)
    if (given.output === undefined) print(text)
    else {
      writeFileSync(given.output, `${text}\n`)
      print(
        `${given.output}: ${causesOf(report.findings).length} findings, ${causesOf(breaks(report)).length} of them breaking and not waived.`,
      )
    }
    return breaks(report).length > 0 ? 1 : 0
  },
})

function compare(old: string, now: string, waivers: string | undefined, today: number): Report {
  try {
    const { findings, versions } = compareDocuments(pairsOf(old, now, process.cwd()), today)
    const file = waivers ?? (existsSync(WAIVERS) ? WAIVERS : undefined)
    const accepted = file === undefined ? [] : readWaivers(readGivenFile('waivers', file), file)
    const waived = applyWaivers(findings, accepted, today)
    return { old, new: now, versions: adviceAfterWaivers(versions, waived.findings), ...waived }
  } catch (error) {
    // What cannot be read cannot be compared; it never passes as no change.
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
