/**
 * Schemathesis where it is installed: the program `schemathesis` of the path, or the one that `SCHEMATHESIS` names. Its budget
 * ends it as Ctrl-C does, after which it still reports what it found.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Complaint, headersOf, printed, type Run, settled, type Tool } from './tool.ts'

const program = process.env.SCHEMATHESIS || 'schemathesis'
/** Random cases for each operation, after those of the examples and of the boundaries of the schemas. */
const EXAMPLES = 20
/** It can use up the memory of the machine: it encodes some parameters again for each case. */
const MEMORY_KIB = 6_000_000

interface Scenario {
  recorder: {
    cases?: Record<string, { value: { method: string; path: string } }>
    checks?: Record<string, Check[]>
  }
}

interface Check {
  status: string
  failure_info?: { failure: { type: string; message: string } }
}

export const schemathesis: Tool = {
  name: 'Schemathesis',
  missing: () =>
    spawnSync(program, ['--version']).status === 0
      ? undefined
      : 'the program schemathesis is not installed; name it in SCHEMATHESIS',
  async run(run: Run): Promise<Complaint[]> {
    const report = join(run.folder, 'events.ndjson')
    const flags = [
      ...['run', run.document, '--url', run.target, '--seed', `${run.seed}`, '--no-color'],
      ...['--max-examples', `${EXAMPLES}`, '--continue-on-failure', '--no-shrink'],
      ...['--generation-database', 'none', '--request-timeout', '10'],
      ...['--report', 'ndjson', '--report-ndjson-path', report],
      ...headersOf(run.credentials).flatMap((header) => ['--header', header.join(':')]),
    ]
    const limited = `ulimit -v ${MEMORY_KIB}; exec timeout --signal=INT --kill-after=20 ${run.budgetSeconds} "$0" "$@"`
    const text = await printed(['sh', '-c', limited, program, ...flags], run)
    if (!existsSync(report)) throw new Error(`Schemathesis wrote no report: ${text}`)
    const events = readFileSync(report, 'utf8').split('\n').filter(Boolean)
    const scenarios = events.flatMap((line) => {
      const { ScenarioFinished } = JSON.parse(line) as { ScenarioFinished?: Scenario }
      return ScenarioFinished === undefined ? [] : failuresIn(ScenarioFinished)
    })
    if (scenarios.length === 0 && !text.includes('Test cases:'))
      throw new Error(`Schemathesis tested nothing: ${text.slice(-300)}`)
    return [...new Set(scenarios)].map((key) => ({ key }))
  },
}

const failuresIn = ({ recorder: { cases = {}, checks = {} } }: Scenario): string[] =>
  Object.entries(checks).flatMap(([id, done]) =>
    done.flatMap(({ status, failure_info }) => {
      if (status !== 'failure' || failure_info === undefined) return []
      const { method = '', path = '' } = cases[id]?.value ?? {}
      const { type, message } = failure_info.failure
      return [`${type} ${method} ${path} ${detailOf(message)}`.trim()]
    }),
  )

/** The status, or the place in the schema, of a failure. The values of the case are left out. */
function detailOf(message: string): string {
  const status = /^Received: (\S+)/m.exec(message)
  if (status !== null) return status[1] ?? ''
  const place = /^Schema at (\S+):/m.exec(message)?.[1] ?? ''
  const keyword = /is not of type|is a required property|is not one of|does not match|were unexpected/.exec(
    message,
  )
  const property = /^('[^']*') is a required property/m.exec(message)?.[1] ?? ''
  return settled([place, property, keyword?.[0] ?? ''].join(' '))
}
