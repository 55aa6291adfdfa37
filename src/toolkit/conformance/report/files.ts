/** The reports that go into files, by the name that `--report` takes. Each collects the events and writes one text at the end. */
import type { Subscriber } from '../engine/events.ts'
import { type Collected, collect } from './collected.ts'
import { githubReport } from './github.ts'
import { harReport } from './har.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { sarifReport } from './sarif.ts'

const writers: Record<string, (run: Collected) => string> = {
  junit: junitReport,
  html: htmlReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  har: harReport,
}

/** Data for programs: the same values, escaped as JSON escapes. */
const EXACT = ['json', 'har']

export const reportNames = Object.keys(writers)

/** @param write gets the whole report once, when the run is over, whichever way it ended */
export function fileReport(name: string, write: (text: string) => void): Subscriber {
  const writer = writers[name]
  if (writer === undefined)
    throw new Error(`There is no report "${name}"; expected ${reportNames.join(', ')}.`)
  return collect({ exchanges: name === 'har', exact: EXACT.includes(name) }, (run) => write(writer(run)))
}
