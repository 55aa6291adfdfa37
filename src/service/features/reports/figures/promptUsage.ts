import { type Group, groupExecutions } from './grouped.ts'
import { chart, column, counted, figure, section, table, timeChart } from './section.ts'
import type { MakeContents } from './source.ts'
import { statisticsOf, type Tally } from './tally.ts'

/** Bars of a chart; more cannot be distinguished. */
const BARS = 12

export const NOTHING = 'Nothing was executed in this period.'

/** How often prompts were executed. */
export const promptUsage: MakeContents = async (source) => {
  const { period, about, axis, all, steps, parts, partLabel, models } = await groupExecutions(source)
  const statistics = statisticsOf(all)
  const groupColumns = (label: string) => [
    column('name', label, 'text'),
    column('executions', 'Executions', 'count'),
    column('failed', 'Failed', 'count'),
    column('successRate', 'Success rate', 'ratio'),
    column('totalTokens', 'Tokens', 'count'),
    column('totalCost', 'Cost', 'usd'),
  ]
  const groupRow = ({ name, tally }: Group) => {
    const { successRate, totalCost } = statisticsOf(tally)
    return [name, tally.executions, tally.failed, successRate, tally.totalTokens, totalCost]
  }
  const bars = parts.slice(0, BARS)
  return {
    subject: `${about}, ${period.words}`,
    sections: [
      section('overview', 'Overview', {
        paragraphs: [inWords(all, about), ...unpriced(all)],
        figures: [
          figure('executions', 'Executions', 'count', all.executions),
          figure('successRate', 'Success rate', 'ratio', statistics.successRate),
          figure('failed', 'Failed', 'count', all.failed),
          figure('latencyMedian', 'Median latency', 'milliseconds', statistics.latencyMedian),
          figure('totalTokens', 'Tokens', 'count', all.totalTokens),
          figure('totalCost', 'Cost', 'usd', statistics.totalCost),
        ],
      }),
      section('timeline', 'Executions over time', {
        otherwise: [NOTHING],
        charts: [
          timeChart({
            id: 'timeline',
            title: `Executions by ${axis.step}`,
            stacked: true,
            unit: 'count',
            categories: axis.labels,
            series: [
              { label: 'Succeeded', tone: 'main', values: steps.map(({ succeeded }) => succeeded) },
              { label: 'Failed', tone: 'bad', values: steps.map(({ failed }) => failed) },
            ],
          }),
        ],
      }),
      section('breakdown', partLabel === 'Prompt' ? 'Prompts' : 'Versions', {
        otherwise: [NOTHING],
        charts: [
          parts.length < 2
            ? undefined
            : chart({
                id: 'breakdown',
                title: `Executions by ${partLabel.toLowerCase()}`,
                kind: 'bars',
                stacked: true,
                unit: 'count',
                categories: bars.map(({ name }) => name),
                series: [
                  { label: 'Succeeded', tone: 'main', values: bars.map(({ tally }) => tally.succeeded) },
                  { label: 'Failed', tone: 'bad', values: bars.map(({ tally }) => tally.failed) },
                ],
              }),
        ],
        tables: [
          table('breakdown', `By ${partLabel.toLowerCase()}`, groupColumns(partLabel), parts.map(groupRow)),
        ],
      }),
      section('models', 'Models', {
        otherwise: [NOTHING],
        tables: [table('models', 'By model', groupColumns('Model'), models.map(groupRow))],
      }),
    ],
  }
}

function inWords({ executions, succeeded }: Tally, about: string): string {
  if (executions === 0) return `${about}: nothing was executed in this period.`
  return `${about}: ${counted(executions, 'execution')} in this period, of which ${succeeded.toLocaleString('en-US')} succeeded.`
}

/** States what the sums of costs leave out. */
export function unpriced(tally: Tally): string[] {
  if (tally.unpriced === 0) return []
  return [
    `The price of ${counted(tally.unpriced, 'execution')} is not known; the costs are those of the others.`,
  ]
}
