/** The effect of kill -9 on events: receivers miss none. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReceiver, hang, type Receiver, respondWith } from '../../harness/receiver.ts'
import { isDue, times } from '../../harness/thorough.ts'
import { type Served, serve } from '../cli/program.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const KILLS = times(20, 2)
const CHANGES = KILLS * 100
/** Attempts that one endpoint may have under way. */
const IN_FLIGHT = 4
const ASKERS = 8

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.requests.length = 0
})

/** Starts a server on one directory, as often as it is called. */
function home(): () => Promise<Served> {
  const directory = temporaryDirectory()
  const [limits, ca] = [join(directory, 'limits.json'), join(directory, 'receiver.pem')]
  const wide = { perMinute: 1_000_000, perDay: 1_000_000, burst: 100_000 }
  writeFileSync(limits, JSON.stringify({ free: wide, pro: wide, business: wide, enterprise: wide }))
  writeFileSync(ca, receiver.ca)
  const flags = ['--plan-limits', limits, '--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
  return () => serve(join(directory, 'data'), '--log-level', 'error', ...flags)
}

async function subscribe(server: Served): Promise<void> {
  const body = { url: receiver.url(), events: ['prompt.created'] }
  const { status } = await server.ask('/webhooks', { method: 'POST', body })
  expect(status).toBe(201)
}

async function kill(server: Served): Promise<void> {
  server.kill('SIGKILL')
  expect(await server.ended).toBe('SIGKILL')
}

/** @returns the id of the prompt; undefined without a response */
async function create(server: Served, name: string): Promise<string | undefined> {
  const sent = server.ask('/prompts', { method: 'POST', body: { name, content: 'Hello' } })
  const responded = await sent.catch(() => undefined)
  return responded?.status === 201 ? (responded.body as { id: string }).id : undefined
}

const eventOf = (body: Buffer) => JSON.parse(body.toString()) as { id: string; data: { id: string } }

test.runIf(isDue(4))(
  'an event whose delivery a kill interrupts comes again, with the same id and bytes',
  async () => {
    const start = home()
    const first = await start()
    await subscribe(first)
    receiver.script(hang)
    const prompt = await create(first, 'Interrupted')
    await receiver.received(1)
    await kill(first)

    receiver.script(respondWith(200))
    await start()
    const [before, after] = await receiver.received(2)
    expect(eventOf(after?.body ?? Buffer.alloc(0)).data.id).toBe(prompt)
    expect(after?.body).toEqual(before?.body)
  },
  60_000,
)

test(`${KILLS} kills in a loop of ${CHANGES} changes lose no event of an acknowledged change`, async () => {
  receiver.script(respondWith(200))
  const start = home()
  let server = await start()
  await subscribe(server)
  const acknowledged = new Set<string>()

  /** Parallel changes, until as many are acknowledged; then the power goes, in the middle of the others. */
  const work = async (until: number, end: () => Promise<void>) => {
    let ended: Promise<void> | undefined
    const ask = async () => {
      while (ended === undefined) {
        const id = await create(server, `Prompt of ${until}`)
        if (id !== undefined) acknowledged.add(id)
        if (acknowledged.size >= until) ended ??= end()
      }
    }
    await Promise.all(Array.from({ length: ASKERS }, ask))
    await ended
  }
  /** How many requests there were at each kill. */
  const marks: number[] = []
  for (let round = 1; round <= KILLS; round++) {
    await work((CHANGES * round) / KILLS, () => kill(server))
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate) // what the dead had sent comes in
    marks.push(receiver.requests.length)
    server = await start()
  }

  const missing = () => {
    const arrived = new Set(receiver.requests.map(({ body }) => eventOf(body).data.id))
    return [...acknowledged].filter((id) => !arrived.has(id))
  }
  while (missing().length > 0) await receiver.received(receiver.requests.length + 1)

  const bodies = new Map<string, Set<string>>()
  const last = new Map<string, number>()
  /** Deliveries before a kill that came again: they were in progress then. */
  const interrupted = marks.map(() => 0)
  for (const [at, { body }] of receiver.requests.entries()) {
    const { id } = eventOf(body).data
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString()))
    const before = last.get(id)
    if (before !== undefined) {
      const kill = marks.findIndex((mark) => before < mark)
      expect(kill, `${id} came twice although nothing was killed`).toBeGreaterThanOrEqual(0)
      interrupted[kill] = (interrupted[kill] ?? 0) + 1
    }
    last.set(id, at)
  }
  console.log(
    `${acknowledged.size} changes acknowledged, ${bodies.size} events received; of each of ${KILLS} kills came again: ${interrupted.join(' ')}`,
  )
  expect([...bodies].filter(([, versions]) => versions.size > 1)).toEqual([])
  expect(Math.max(...interrupted)).toBeLessThanOrEqual(IN_FLIGHT)
}, 600_000)
