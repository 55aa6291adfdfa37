/** Cases of an evaluation a second on a model without latency: the time of the service itself, every result durable. */
import type { Dataset, Evaluation, Prompt, ScorerInput } from '../../generated/openapi.v1.ts'
import { median } from '../load.ts'
import { ask, type RunningServer, startServer } from '../server.ts'
import { type Topic, table } from '../topic.ts'

const ROUNDS = 3
const CASES = 5000
/** Items that one request may bring. */
const BATCH = 1000

const one: ScorerInput[] = [{ type: 'contains', options: { value: 'number' } }]
const six: ScorerInput[] = [
  ...one,
  { type: 'regex', options: { pattern: '^Greet .*\\d+\\.$' } },
  { type: 'levenshtein', options: { value: 'Greet number 2500.' }, required: false },
  { type: 'isJson', negate: true },
  { type: 'latency', options: { maxMs: 1000 } },
  { type: 'tokens', options: { max: 100 } },
]

export const evaluations: Topic = {
  name: 'evaluations',
  title: 'Evaluations',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the certificate is the server's own
    const server = await startServer()
    const { id: promptId } = await ask<Prompt>(server, '/prompts', {
      name: 'Greeting',
      content: 'Greet {{who}}.',
    })
    const datasetId = await makeDataset(server)
    const rows: string[][] = []
    for (const [name, scorers] of [
      ['one scorer', one],
      ['six scorers', six],
    ] as const) {
      const rates: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const wanted = { promptId, datasetId, scorers, model: 'mock/echo', concurrency: 16 }
        rates.push(CASES / (await secondsOf(server, wanted)))
      }
      rows.push([`${name}, ${CASES} cases on mock/echo`, `${Math.round(median(rates))} cases/s`])
    }
    await server.stop()
    return table(['', 'median'], rows)
  },
}

async function makeDataset(server: RunningServer): Promise<string> {
  const items = (from: number) =>
    Array.from({ length: BATCH }, (_, index) => ({ variables: { who: `number ${from + index}` } }))
  const { id } = await ask<Dataset>(server, '/datasets', { name: 'Numbers', items: items(0) })
  for (let from = BATCH; from < CASES; from += BATCH)
    await ask(server, `/datasets/${id}/items`, { items: items(from) })
  return id
}

/** From the first case to the last commit, by the service's own clock. */
async function secondsOf(server: RunningServer, wanted: object): Promise<number> {
  const { id } = await ask<Evaluation>(server, '/evaluations', wanted)
  for (;;) {
    const { startedAt, completedAt } = await ask<Evaluation>(server, `/evaluations/${id}`)
    if (startedAt !== null && completedAt !== null)
      return (Date.parse(completedAt) - Date.parse(startedAt)) / 1000
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
