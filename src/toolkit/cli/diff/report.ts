/** The work of `specwright diff`. */
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
  IncomparableError,
  InputError,
  pairsOf,
  type Report,
  readWaivers,
  risks,
  WaiverError,
  write,
} from '../../diff/index.ts'
import { systemClock } from '../../network/clock.ts'
import { DocumentError } from '../../openapi/document.ts'
import { plural } from '../../openapi/plural.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { readGivenFile, requireWritable } from '../program/givenFile.ts'
import { painter } from '../program/output.ts'
import { withLocalCopies } from '../remoteDocuments.ts'
import type { DiffFlags } from './flags.ts'

const WAIVERS = 'diff-waivers.yaml'

/** @returns the exit code @throws UsageError for what cannot be compared */
export const reportChanges = (
  given: DiffFlags,
  terminal: Terminal,
  words: readonly string[],
): Promise<number> =>
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
      printTotals(own, given.output, report)
    }
    return failing.length > 0 ? 1 : 0
  })

/** Unlike notes about written files, the totals are shown again with a stored result. */
function printTotals({ quiet, print }: Terminal, output: string, report: Report): void {
  if (quiet === true) return
  const breaking = causesOf(breaks(report)).length
  print(
    `${output}: ${plural(causesOf(report.findings).length, 'finding')}, ${breaking} of them breaking and not waived.`,
  )
}

/** @throws UsageError for a client that cannot be compiled or read */
async function clientsOf(
  names: readonly string[],
  inputs: { old: string; new: string },
  changes: Changes,
): Promise<ClientReport[]> {
  // The generator of types is loaded for clients only.
  const { reportClients } = await import('./clients.ts')
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
  if (text === undefined) return readDay(new Date(systemClock.now()).toISOString().slice(0, 10))
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new UsageError(`--today received "${text}"; expected a day such as 2026-12-31.`)
  return time
}
