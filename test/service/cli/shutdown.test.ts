/** SIGTERM, whatever is under way: the server ends within its time, with 0, and the next start has everything. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createReceiver, hang, type Receiver } from '../../harness/receiver.ts'
import { casesOf, isDue } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { type Served, serve } from './program.ts'

/** Seconds that the server has for work in progress, and those that it may need in addition on a busy machine. */
const TIMEOUT = 1
const BESIDES = 4

const ENVIRONMENTS = ['production', 'development'] as const
type Environment = (typeof ENVIRONMENTS)[number]

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
  receiver.script(hang)
})
afterAll(() => receiver.close())

interface World {
  directory: string
  server: Served
  make<T = { id: string }>(environment: Environment, path: string, body: object): Promise<T>
  /** A TLS connection on which `text` was sent. */
  send(environment: Environment, text: string): Promise<Socket>
  /** A connection to the admin socket on which `text` was sent. */
  operate(text: string): Promise<Socket>
  /** The head of a request with the environment's key. */
  head(environment: Environment, line: string, ...fields: string[]): string
}

async function open(): Promise<World> {
  const directory = temporaryDirectory()
  const ca = join(directory, 'receiver.pem')
  writeFileSync(ca, receiver.ca)
  const webhooks = ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
  const server = await serve(join(directory, 'data'), '--shutdown-timeout', `${TIMEOUT}s`, ...webhooks)
  const base = (environment: Environment) => new URL(server.credentials[environment]?.baseUrl ?? '')
  const retain = (socket: Socket) => {
    onTestFinished(() => void socket.destroy())
    return socket.on('error', () => {})
  }
  return {
    directory: join(directory, 'data'),
    server,
    async make<T>(environment: Environment, path: string, body: object) {
      const made = await server.ask(path, { environment, method: 'POST', body })
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
      return made.body as T
    },
    async send(environment, text) {
      const { hostname, port } = base(environment)
      const authority = readFileSync(join(directory, 'data/tls/ca.pem'))
      const socket = connect({ host: '127.0.0.1', port: Number(port), servername: hostname, ca: authority })
      await once(retain(socket), 'secureConnect')
      if (text !== '') await new Promise<void>((sent) => socket.write(text, () => sent()))
      return socket
    },
    async operate(text) {
      const socket = connectTcp({ path: join(directory, 'data/admin.sock'), allowHalfOpen: true })
      await once(retain(socket), 'connect')
      if (text !== '') await new Promise<void>((sent) => socket.write(text, () => sent()))
      return socket
    },
    head: (environment, line, ...fields) =>
      [
        `${line} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${server.credentials[environment]?.apiKey}`,
        ...fields,
        '\r\n',
      ].join('\r\n'),
  }
}

const prompt = (world: World, environment: Environment, model = 'mock/echo') =>
  world.make(environment, '/prompts', { name: 'Greeting', content: 'Hello {{name}}', model })

async function evaluation(world: World, environment: Environment): Promise<{ id: string }> {
  const { id: promptId } = await prompt(world, environment)
  const items = Array.from({ length: 30 }, (_, index) => ({
    variables: { name: `${index}` },
    expectedOutput: `${index}`,
  }))
  const { id: datasetId } = await world.make(environment, '/datasets', { name: 'Names', items })
  const scorers = [{ type: 'contains' }]
  const body = { promptId, datasetId, scorers, model: 'mock/slow', concurrency: 1 }
  return world.make(environment, '/evaluations', body)
}

const cases: [string, (world: World) => Promise<void>][] = [
  ['nothing', async () => {}],
  ['a job that waits on a timer alone', async (world) => void (await evaluation(world, 'development'))],
  [
    'an evaluation and a hanging delivery in both environments',
    async (world) => {
      const before = receiver.requests.length
      for (const environment of ENVIRONMENTS) {
        await world.make(environment, '/webhooks', { url: receiver.url(), events: ['prompt.created'] })
        await evaluation(world, environment)
      }
      await receiver.received(before + 2)
    },
  ],
  [
    'a request that waits for its model in both environments',
    async (world) => {
      for (const environment of ENVIRONMENTS) {
        const { id } = await prompt(world, environment)
        const body = JSON.stringify({ variables: { name: 'Ada' }, model: 'mock/slow' })
        const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
        await world.send(
          environment,
          world.head(environment, `POST /v1/prompts/${id}/execute`, ...fields) + body,
        )
      }
    },
  ],
  [
    'an export that nobody reads',
    async (world) => {
      const { id } = await world.make('development', '/datasets', { name: 'Large' })
      for (let round = 0; round < 12; round++) {
        const item = { variables: { text: 'x'.repeat(9_000) } }
        await world.make('development', `/datasets/${id}/items`, {
          items: Array.from({ length: 100 }, () => item),
        })
      }
      const socket = await world.send(
        'development',
        world.head('development', `GET /v1/datasets/${id}/export`),
      )
      await once(socket, 'readable')
    },
  ],
  [
    'a body that does not come',
    async (world) => {
      const fields = ['Content-Type: application/json', 'Content-Length: 100']
      await world.send('production', `${world.head('production', 'POST /v1/prompts', ...fields)}{`)
    },
  ],
  [
    'connections without a request',
    async (world) => {
      await world.send('production', '')
      await world.send('development', 'GET /healthz HTTP/1.1\r\nHost: a')
    },
  ],
  [
    'silent clients of the admin socket',
    async (world) => {
      await world.operate('')
      await world.operate('{"verb":')
    },
  ],
  [
    'a client of the admin socket that reads nothing',
    async (world) => {
      const question = { verb: 'organization list', environment: 'development', input: {} }
      const socket = await world.operate(`${JSON.stringify(question)}\n`.repeat(5_000))
      socket.pause()
    },
  ],
]
cases.push([
  'all of these',
  async (world) => {
    for (const [, begin] of cases.slice(0, -1)) await begin(world)
  },
])

describe('SIGTERM ends the server with 0 and in time while there is', { timeout: 120_000 }, () => {
  // The last has all of them in progress in parallel.
  const [each, all] = [cases.slice(0, -1), cases.slice(-1)]
  test.each([...casesOf(each, 16, 8), ...all])('%s', async (_name, begin) => {
    const world = await open()
    await begin(world)
    const began = performance.now()
    world.server.kill('SIGTERM')
    const how = await world.server.ended
    const seconds = (performance.now() - began) / 1000
    expect({ how, log: how === 0 ? '' : world.server.output.stderr }).toEqual({ how: 0, log: '' })
    expect(world.server.output.stderr).toContain('"stopped"')
    expect(seconds).toBeLessThan(TIMEOUT + BESIDES)
  })
})

test.runIf(isDue(3))(
  'an evaluation that a stop broke off goes on after the next start',
  { timeout: 60_000 },
  async () => {
    const world = await open()
    const { id } = await evaluation(world, 'development')
    world.server.kill('SIGTERM')
    expect(await world.server.ended).toBe(0)
    const again = await serve(world.directory)
    // A worker runs it from the queue, after the first responses of the start.
    const body = async () => (await again.ask(`/evaluations/${id}`)).body
    await expect.poll(body, { timeout: 30_000 }).toMatchObject({ id, status: 'running' })
  },
)
