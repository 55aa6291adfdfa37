import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { WebhookDelivery } from '../../../generated/openapi.v1.ts'
import { createReceiver, type Responder } from '../../harness/receiver.ts'
import { isDue } from '../../harness/thorough.ts'
import { serve } from '../cli/program.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const SCALE = 20_000
const HOUR = 3_600_000
/** The delays of the source, in milliseconds. */
const NOMINAL = [60_000, 300_000, 1_800_000, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR]

test.runIf(isDue(6))(
  'the whole schedule in real time, twenty thousand times as fast',
  async () => {
    const receiver = await createReceiver()
    const arrivals: number[] = []
    const fail: Responder = (response) => {
      arrivals.push(performance.now())
      response.writeHead(503).end()
    }
    receiver.script(fail)
    const ca = join(temporaryDirectory(), 'receiver.pem')
    writeFileSync(ca, receiver.ca)
    const receiving = ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
    const server = await serve(temporaryDirectory(), '--retry-time-scale', String(SCALE), ...receiving)
    const { body } = await server.ask('/webhooks', {
      method: 'POST',
      body: { url: receiver.url(), events: ['prompt.created'] },
    })
    await server.ask('/prompts', { method: 'POST', body: { name: 'Greeting', content: 'Hello' } })
    await receiver.received(8)

    const waits = arrivals.slice(1).map((arrival, i) => arrival - (arrivals[i] ?? 0))
    // Never early; how late is a matter of the machine.
    const early = waits.filter((wait, i) => wait < (NOMINAL[i] ?? 0) / SCALE - 2)
    expect(early).toEqual([])
    let log: WebhookDelivery[] = []
    while (log.at(-1)?.status !== 'exhausted') {
      const path = `/webhooks/${(body as { id: string }).id}/deliveries?order=asc`
      log = ((await server.ask(path)).body as { deliveries: WebhookDelivery[] }).deliveries
    }
    expect(log.map(({ attemptNumber, status }) => [attemptNumber, status])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, attempt < 8 ? 'failed' : 'exhausted']),
    )
    console.log(`waits in ms: ${waits.map(Math.round).join(', ')}`)
    await receiver.close()
  },
  120_000,
)
