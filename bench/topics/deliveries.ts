/** Webhook deliveries: every attempt durable, next to a bare undici loop, and one hanging endpoint next to many. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnNode } from '../leftovers.ts'
import { median } from '../load.ts'
import { type Receiver, receiving, startReceiver } from '../receiver.ts'
import { type RunningServer, startServer, stop } from '../server.ts'
import { type Topic, table, thousands } from '../topic.ts'

const ROUNDS = 3
/** Each sends four deliveries in parallel, so that 64 are in progress, here and there. */
const WEBHOOKS = 16
const EVENTS = 300
const DELIVERIES = WEBHOOKS * EVENTS
/** Of the fairness: as many webhooks as an organization may have, one of which may hang. */
const HEALTHY = 99
const PACED_EVENTS = 20
/** More than of the throughput: what is compared differs by a millisecond or none. */
const PACED_ROUNDS = 9
/** Milliseconds between two events: far below what the service can deliver, for a queue would measure itself. */
const PACE = 250

export const deliveries: Topic = {
  name: 'deliveries',
  title: 'Webhook deliveries',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // all ends are this bench's own
    const receiver = await startReceiver()
    const server = await startServer(receiving(receiver))
    try {
      return [await throughput(server, receiver), await fairness(server, receiver)].join('\n\n')
    } finally {
      await server.stop()
      await stop(receiver.process)
    }
  },
}

async function throughput(server: RunningServer, receiver: Receiver): Promise<string> {
  const { ask, createPrompt } = clientOf(server)
  const webhooks: string[] = []
  for (let i = 0; i < WEBHOOKS; i++) webhooks.push(await subscribe(ask, `${receiver.url}/hook/${i}`))
  const bodyFile = join(receiver.folder, 'body.json')
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const tally = receiver.tally(DELIVERIES)
    let left = EVENTS
    const create = async () => {
      while (left-- > 0) await createPrompt()
    }
    await Promise.all(Array.from({ length: 16 }, create))
    const { perSecond, body } = await tally
    if (round > 0) ours.push(perSecond) // the first one warms up
    writeFileSync(bodyFile, body)
    const counted = receiver.tally(DELIVERIES)
    await post(receiver, bodyFile)
    if (round > 0) bare.push((await counted).perSecond)
  }
  for (const id of webhooks) await ask('DELETE', `/webhooks/${id}`)
  return table(
    ['', 'deliveries per second'],
    [
      [
        'prompt-service: each attempt and its outcome durable, the changes that raise them included',
        thousands(median(ours)),
      ],
      ['undici, the same bytes signed and posted, no database', thousands(median(bare))],
      ['**ratio**', `**${(median(ours) / median(bare)).toFixed(2)}**`],
    ],
  )
}

async function post({ url, ca }: Receiver, bodyFile: string): Promise<void> {
  const words = [`${url}/bare`, ca, bodyFile, String(DELIVERIES), String(4 * WEBHOOKS)]
  const child = spawnNode(['--import', 'tsx', 'bench/peers/poster.ts', ...words], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The poster ended with ${code}.`)
}

async function fairness(server: RunningServer, receiver: Receiver): Promise<string> {
  const { ask, createPrompt } = clientOf(server)
  for (let i = 0; i < HEALTHY; i++) await subscribe(ask, `${receiver.url}/healthy/${i}`)
  // Another host, as in life: it has connections of its own.
  const hanging = await subscribe(ask, `${receiver.url.replace('127.0.0.1', 'localhost')}/hanging`)
  const p95: Record<'paused' | 'active', number[]> = { paused: [], active: [] }
  for (let round = 0; round <= PACED_ROUNDS; round++) {
    // In turn, for the machine's speed drifts while a round lasts, too.
    for (const status of round % 2 === 0
      ? (['paused', 'active'] as const)
      : (['active', 'paused'] as const)) {
      await ask('PATCH', `/webhooks/${hanging}`, { status })
      const tally = receiver.tally(HEALTHY * PACED_EVENTS)
      for (let event = 0; event < PACED_EVENTS; event++) await Promise.all([createPrompt(), pause(PACE)])
      const { delays } = await tally
      if (round > 0) p95[status].push(delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? 0)
    }
  }
  const ratios = p95.active.map((concurrent, round) => concurrent / (p95.paused[round] ?? 0))
  return table(
    [
      `${HEALTHY} healthy endpoints, ${(1000 * HEALTHY) / PACE} deliveries a second`,
      'p95 from change to arrival',
    ],
    [
      ['without a hanging endpoint', `${median(p95.paused)} ms`],
      ['next to one that hangs', `${median(p95.active)} ms`],
      ['**ratio**, median of those of each round', `**${median(ratios).toFixed(2)}**`],
    ],
  )
}

type Ask = (method: string, path: string, body?: object) => Promise<{ id: string }>

function clientOf({ baseUrl, key }: RunningServer): { ask: Ask; createPrompt(): Promise<unknown> } {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const prompt = { name: 'Welcome mail', content: 'Write a short welcome mail to {{customer}}.' }
  return { ask, createPrompt: () => ask('POST', '/prompts', prompt) }
}

const subscribe = async (ask: Ask, url: string): Promise<string> =>
  (await ask('POST', '/webhooks', { url, events: ['prompt.created'] })).id
