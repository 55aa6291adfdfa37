import { type Group, groupExecutions } from './grouped.ts'
import { NOTHING, unpriced } from './promptUsage.ts'
import { column, counted, figure, section, table, timeChart } from './section.ts'
import type { MakeContents } from './source.ts'
import { statisticsOf, type Tally } from './tally.ts'

/** The costs and the latencies of executions. */
export const costLatency: MakeContents = async (source) => {
  const { period, about, axis, all, steps, parts, partLabel, models } = await groupExecutions(source)
  const statistics = statisticsOf(all)
  const byStep = steps.map(statisticsOf)
  const columns = (label: string) => [
    column('name', label, 'text'),
    column('executions', 'Executions', 'count'),
    column('totalCost', 'Cost', 'usd'),
    column('costPerExecution', 'Cost each', 'usd'),
    column('latencyMedian', 'Median', 'milliseconds'),
    column('latencyP95', '95th percentile', 'milliseconds'),
    column('latencyMax', 'Longest', 'milliseconds'),
  ]
  const row = ({ name, tally }: Group) => {
    const { totalCost, costPerExecution, latencyMedian, latencyP95, latencyMax } = statisticsOf(tally)
    return [name, tally.executions, totalCost, costPerExecution, latencyMedian, latencyP95, latencyMax]
  }
  const perStep = (title: string) => `${title} by ${axis.step}`
  return {
    subject: `${about}, ${period.words}`,
    sections: [
      section('overview', 'Overview', {
        paragraphs: [
          all.executions === 0
            ? `${about}: nothing was executed in this period.`
            : `${about}: ${counted(all.executions, 'execution')} in this period. Latency is that of the ${all.succeeded.toLocaleString('en-US')} that succeeded, from the call of the model to its response.`,
          ...unpriced(all),
        ],
        figures: [
          figure('totalCost', 'Cost', 'usd', statistics.totalCost),
          figure('costPerExecution', 'Cost of an execution', 'usd', statistics.costPerExecution),
          figure('latencyMedian', 'Median latency', 'milliseconds', statistics.latencyMedian),
          figure('latencyP95', '95th percentile', 'milliseconds', statistics.latencyP95),
          figure('inputTokens', 'Input tokens', 'count', all.inputTokens),
          figure('outputTokens', 'Output tokens', 'count', all.outputTokens),
        ],
      }),
      section('cost', 'Cost over time', {
        otherwise: [withoutCost(all)],
        charts: [
          timeChart({
            id: 'cost',
            title: perStep('Cost'),
            stacked: true,
            unit: 'usd',
            categories: axis.labels,
            series: [{ label: 'Cost', tone: 'main', values: byStep.map(({ totalCost }) => totalCost) }],
          }),
        ],
      }),
      section('latency', 'Latency over time', {
        otherwise: [
          all.succeeded === 0
            ? 'No execution of this period succeeded.'
            : 'Every response of this period came in less than a millisecond.',
        ],
        charts: [
          timeChart({
            id: 'latency',
            title: perStep('Latency'),
            stacked: false,
            unit: 'milliseconds',
            categories: axis.labels,
            series: [
              { label: 'Median', tone: 'main', values: byStep.map(({ latencyMedian }) => latencyMedian) },
              {
                label: '95th percentile',
                tone: 'second',
                values: byStep.map(({ latencyP95 }) => latencyP95),
              },
            ],
          }),
        ],
      }),
      section('models', 'Models', {
        otherwise: [NOTHING],
        tables: [table('models', 'By model', columns('Model'), models.map(row))],
      }),
      section('breakdown', partLabel === 'Prompt' ? 'Prompts' : 'Versions', {
        otherwise: [NOTHING],
        tables: [table('breakdown', `By ${partLabel.toLowerCase()}`, columns(partLabel), parts.map(row))],
      }),
    ],
  }
}

function withoutCost({ executions, priced, succeeded }: Tally): string {
  if (executions === 0) return NOTHING
  if (succeeded === 0) return 'No execution of this period succeeded, and none cost anything.'
  if (priced === 0) return 'The price of no execution of this period is known.'
  return 'Nothing was charged in this period: every execution whose price is known cost $0.00.'
}
