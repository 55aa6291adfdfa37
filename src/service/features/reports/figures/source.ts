/** The input of the makers of figures. */
import type { ReportParameters, ReportSection } from '../../../../../generated/openapi.v1.ts'
import type { WorkerThreads } from '../../../runtime/workerThreads.ts'
import type { Database } from '../../../storage/database.ts'
import { type ExecutionFigures, executionFigures } from '../../prompts/queries.ts'
import { DAY, dayInWords, dayStart } from '../period.ts'

export interface Source {
  database: Database
  workerThreads: WorkerThreads
  organizationId: string
  parameters: ReportParameters
  /** Unix milliseconds when the report was requested: what came later is not in it. */
  createdAt: number
  /** Called between two pages of reading, so that a long report retains its job. @throws when it has to stop */
  progress(): Promise<void>
}

/** The contents of a report. */
export interface Contents {
  /** Its subject, in words. */
  subject: string
  sections: ReportSection[]
}

/** Makes the contents of one type of report. @throws ReportImpossible */
export type MakeContents = (source: Source) => Promise<Contents>

/** The subject of the report is no longer there: another try is of no use. */
export class ReportImpossible extends Error {
  override readonly name = 'ReportImpossible'
}

export interface Period {
  /** Unix milliseconds, the first within. */
  from: number
  /** Of the day after the last one. */
  until: number
  /** `1 Oct 2026 to 31 Oct 2026` */
  words: string
}

/** The period of a report, whose parameters were filled in when it was requested. */
export function periodOf({ parameters, createdAt }: Source): Period {
  const from = dayStart(parameters.from ?? '') ?? createdAt
  const last = dayStart(parameters.to ?? '') ?? createdAt
  const words = from === last ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(last)}`
  return { from, until: last + DAY, words }
}

/** Rows read at a time; a page takes about 2 ms, and others have their turn between two. */
const PAGE = 1000

/** Calls `take` with every execution of the period that was there when the report was requested. */
export async function eachExecution(
  source: Source,
  period: Period,
  add: (execution: ExecutionFigures) => void,
): Promise<void> {
  const { database, organizationId, parameters, createdAt } = source
  const range = {
    promptId: parameters.promptId,
    from: period.from,
    until: Math.min(period.until, createdAt + 1),
  }
  let after: ExecutionFigures | undefined
  for (;;) {
    const page = await database.read((tx) => executionFigures(tx, organizationId, range, after, PAGE))
    for (const execution of page) add(execution)
    after = page.at(-1)
    if (page.length < PAGE) return
    await source.progress()
  }
}
