/** Reports that are written to files, by their name in `--report`. Each collects the events and writes one file at the end. */
import type { Subscriber } from '../engine/events.ts'
import { type Collected, collect } from './collected.ts'
import { githubReport } from './github.ts'
import { harReport } from './har.ts'
import { type PastRun, pastRunOf } from './history.ts'
import { htmlReport } from './html/page.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { sarifReport } from './sarif.ts'
import type { ReportContext } from './status.ts'
import { summaryReport } from './summary.ts'

const writers: Record<string, (run: Collected, context: ReportContext) => string> = {
  junit: junitReport,
  html: htmlReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  har: harReport,
  summary: summaryReport,
}

/** Data for programs: the same values, escaped as JSON escapes. */
const EXACT = ['json', 'har']

export const reportNames = Object.keys(writers)

/**
 * @param write gets the whole report once, when the run is over, whichever way it ended
 * @param context what the report shows in addition to the run
 */
export function fileReport(
  name: string,
  write: (text: string) => void,
  context: ReportContext = {},
): Subscriber {
  const writer = writers[name]
  if (writer === undefined)
    throw new Error(`There is no report "${name}"; expected ${reportNames.join(', ')}.`)
  const wanted = { exchanges: name === 'har', exact: EXACT.includes(name) }
  return collect(wanted, (run) => write(writer(run, context)))
}

/** Hands over what `--history` stores of the run. */
export const historyReport = (store: (run: PastRun) => void, { commit }: ReportContext): Subscriber =>
  collect({ exchanges: false, exact: true }, (run) => store(pastRunOf(run, commit)))
