import type { PromptVersion, ReportValue } from '../../../../../generated/openapi.v1.ts'
import { changedLines, loadVersion, promptNames } from '../../prompts/queries.ts'
import { dayInWords } from '../period.ts'
import { unpriced } from './promptUsage.ts'
import { chart, column, counted, section, table } from './section.ts'
import { eachExecution, type MakeContents, periodOf, ReportImpossible, type Source } from './source.ts'
import { count, newTally, round, statisticsOf, type Tally } from './tally.ts'

/** Changed lines that a report shows; the API returns whole versions. */
const LINES = 200

/** Versions of one prompt side by side. */
export const versionComparison: MakeContents = async (source) => {
  const { name, versions } = await read(source)
  const period = periodOf(source)
  const all = newTally()
  const tallies = new Map(versions.map(({ version }) => [version, newTally()]))
  await eachExecution(source, period, (execution) => {
    const tally = execution.version === null ? undefined : tallies.get(execution.version)
    if (tally === undefined) return
    count(tally, execution)
    count(all, execution)
  })
  const compared = versions.map((version) => {
    const tally = tallies.get(version.version) ?? newTally()
    return { version, tally, statistics: statisticsOf(tally) }
  })
  const [first, ...others] = compared
  if (first === undefined) throw new ReportImpossible('The report has no versions to compare.')
  const contents = []
  for (const { version } of others) contents.push(await linesBetween(source, first.version, version))
  const numbers = versions.map(({ version }) => version).join(' and ')
  return {
    subject: `${name}, versions ${numbers}, ${period.words}`,
    sections: [
      section('overview', 'Overview', {
        paragraphs: [inWords(name, all, compared.length), ...unpriced(all)],
        charts: [
          chart({
            id: 'latency',
            title: 'Latency by version',
            kind: 'bars',
            stacked: false,
            unit: 'milliseconds',
            categories: versions.map(({ version }) => `Version ${version}`),
            series: [
              { label: 'Median', tone: 'main', values: compared.map((one) => one.statistics.latencyMedian) },
              {
                label: '95th percentile',
                tone: 'second',
                values: compared.map((one) => one.statistics.latencyP95),
              },
            ],
          }),
        ],
        tables: [
          table(
            'versions',
            'By version',
            [
              column('version', 'Version', 'text'),
              column('published', 'Published', 'text'),
              column('executions', 'Executions', 'count'),
              column('successRate', 'Success rate', 'ratio'),
              column('latencyMedian', 'Median', 'milliseconds'),
              column('latencyP95', '95th percentile', 'milliseconds'),
              column('tokensPerExecution', 'Tokens each', 'number'),
              column('costPerExecution', 'Cost each', 'usd'),
            ],
            compared.map(({ version, tally, statistics }) => [
              `Version ${version.version}`,
              dayInWords(Date.parse(version.createdAt)),
              tally.executions,
              statistics.successRate,
              statistics.latencyMedian,
              statistics.latencyP95,
              statistics.tokensPerExecution,
              statistics.costPerExecution,
            ]),
          ),
        ],
      }),
      section('changes', `Change against version ${first.version.version}`, {
        paragraphs: ['Relative change of each figure: a negative one is a decrease.'],
        tables: [
          table(
            'changes',
            'Relative change',
            [
              column('version', 'Version', 'text'),
              column('successRate', 'Success rate', 'ratio'),
              column('latencyMedian', 'Median latency', 'ratio'),
              column('latencyP95', '95th percentile', 'ratio'),
              column('tokensPerExecution', 'Tokens each', 'ratio'),
              column('costPerExecution', 'Cost each', 'ratio'),
            ],
            others.map(({ version, statistics }) => [
              `Version ${version.version}`,
              ...(
                [
                  'successRate',
                  'latencyMedian',
                  'latencyP95',
                  'tokensPerExecution',
                  'costPerExecution',
                ] as const
              ).map((key) => change(first.statistics[key], statistics[key])),
            ]),
          ),
        ],
      }),
      section('contents', 'Changes', {
        tables: [settingsOf(versions), ...contents],
      }),
    ],
  }
}

async function read({ database, organizationId, parameters }: Source) {
  const { promptId = '', versions: numbers = [] } = parameters
  return database.read(async (tx) => {
    const name = (await promptNames(tx, organizationId, [promptId])).get(promptId)
    const versions: PromptVersion[] = []
    for (const number of numbers) {
      const version = await loadVersion(tx, organizationId, promptId, number)
      if (version) versions.push(version)
    }
    if (name === undefined || versions.length < numbers.length) {
      throw new ReportImpossible('The prompt of the report does not exist any more.')
    }
    return { name, versions }
  })
}

function inWords(name: string, { executions }: Tally, versions: number): string {
  const compared = `${name}: ${counted(versions, 'version')} compared`
  if (executions === 0) return `${compared}. None of them was executed in this period.`
  return `${compared} over ${counted(executions, 'execution')}. Latency and tokens are those of the succeeded ones.`
}

function change(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : round(after / before - 1, 4)
}

function settingsOf(versions: readonly PromptVersion[]) {
  return table(
    'settings',
    'Settings',
    [
      column('version', 'Version', 'text'),
      column('commitMessage', 'Commit message', 'text'),
      column('model', 'Model', 'text'),
      column('temperature', 'Temperature', 'number'),
      column('variables', 'Variables', 'text'),
    ],
    versions.map((version) => [
      `Version ${version.version}`,
      version.commitMessage,
      version.model,
      version.temperature,
      version.variables.join(', ') || null,
    ]),
  )
}

async function linesBetween({ workerThreads }: Source, before: PromptVersion, after: PromptVersion) {
  const texts = { before: before.content, after: after.content }
  const { lines, count: all } = await changedLines(workerThreads, { ...texts, most: LINES })
  const rows: ReportValue[][] = lines.map(({ op, text }) => [op === 'insert' ? 'added' : 'removed', text])
  const more = all - rows.length
  if (more > 0) rows.push(['…', `${counted(more, 'more line')}`])
  return table(
    `lines${after.version}`,
    `Lines from version ${before.version} to version ${after.version}`,
    [column('change', 'Change', 'text'), column('line', 'Line', 'text')],
    rows,
  )
}
