/** Creating and reading a prompt over TLS, next to its alternatives, and next to the limit. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnNode } from '../leftovers.ts'
import { type Load, type Measured, measure, median } from '../load.ts'
import { type RunningServer, startServer, stop } from '../server.ts'
import { type Topic, table, thousands } from '../topic.ts'

const ROUNDS = 3
const SECONDS = 4
const body = JSON.stringify({ name: 'Welcome mail', content: 'Write a short welcome mail to {{customer}}.' })

interface Contender {
  name: string
  baseUrl: string
  key: string
  pid: number
  /** Only sends the bytes of one response. */
  readsOnly?: true
}

/** A load with the server's processor time for each response. */
interface Cost extends Measured {
  /** User and system time of the process, in microseconds. */
  processor: number
}

export const requests: Topic = {
  name: 'requests',
  title: 'Requests: create and read a prompt',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const server = await startServer()
    const peers: ChildProcess[] = []
    try {
      const ours = {
        name: 'prompt-service',
        baseUrl: server.baseUrl,
        key: server.key,
        pid: pidOf(server.process),
      }
      await storeResponse(server, await oneOf(server.baseUrl, server.key))
      const contenders: Contender[] = [ours]
      for (const [name, file] of PEERS) {
        const peer = await startPeer(server, file)
        peers.push(peer.process)
        contenders.push({
          name,
          baseUrl: `https://127.0.0.1:${peer.port}/v1`,
          key: 'bench',
          pid: pidOf(peer.process),
          ...(file === 'bareHttps' && { readsOnly: true as const }),
        })
      }
      const creating = await compete(
        contenders.filter(({ readsOnly }) => !readsOnly),
        async ({ baseUrl, key }) => ({ ...common(key), url: `${baseUrl}/prompts`, method: 'POST', body }),
      )
      const reading = await compete(contenders, async (contender) => ({
        ...common(contender.key),
        url: `${contender.baseUrl}/prompts/${contender.readsOnly ? 'any' : await oneOf(contender.baseUrl, contender.key)}`,
      }))
      return table(
        [
          '',
          'create, per second',
          'p99 ms',
          'µs of processor',
          'ours',
          'read, per second',
          'p99 ms',
          'µs of processor',
          'ours',
        ],
        contenders.map((one) => [
          one.name,
          ...cells(creating.get(one), creating.get(ours)),
          ...cells(reading.get(one), reading.get(ours)),
        ]),
      )
    } finally {
      for (const peer of peers) await stop(peer)
      await server.stop()
    }
  },
}

const PEERS = [
  ['the limit: node:https with the same fields and bytes', 'bareHttps'],
  ['a lean Fastify + better-sqlite3', 'fastify'],
  ['Fastify with plugins for the same features', 'fastifyPlugins'],
  ['Express + express-openapi-validator + better-sqlite3', 'expressOpenapi'],
] as const

const pidOf = ({ pid }: ChildProcess): number => pid ?? 0

const common = (key: string) => ({
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  connections: 32,
  duration: SECONDS,
})

/** The last cell: how many times as cheap we are, by processor time. */
const cells = (cost: Cost | undefined, ours: Cost | undefined) =>
  cost === undefined || ours === undefined
    ? ['', '', '', '']
    : [
        thousands(cost.perSecond),
        String(cost.p99),
        String(Math.round(cost.processor)),
        cost === ours ? '' : `**${(cost.processor / ours.processor).toFixed(2)}**`,
      ]

/** Linux counts a process's time in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** The contenders in turn, round by round, so that a drift of the machine meets both; the medians count. */
async function compete(
  contenders: Contender[],
  load: (contender: Contender) => Promise<Load>,
): Promise<Map<Contender, Cost>> {
  const rounds = new Map<Contender, Cost[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of contenders) {
      const wanted = await load(contender)
      const before = processorTime(contender.pid)
      const measured = await measure(wanted)
      const processor = (processorTime(contender.pid) - before) / measured.responses
      if (round > 0) rounds.get(contender)?.push({ ...measured, processor }) // the first one warms up
    }
  }
  const middle = (all: Cost[], member: keyof Cost) => median(all.map((one) => one[member]))
  return new Map(
    [...rounds].map(([contender, all]) => [
      contender,
      {
        perSecond: middle(all, 'perSecond'),
        responses: middle(all, 'responses'),
        p50: middle(all, 'p50'),
        p99: middle(all, 'p99'),
        processor: middle(all, 'processor'),
      },
    ]),
  )
}

/** The bytes of the limit: one response of ours, with its fields except those that Node writes. */
async function storeResponse({ baseUrl, key, folder }: RunningServer, id: string): Promise<void> {
  const reply = await fetch(`${baseUrl}/prompts/${id}`, { headers: { authorization: `Bearer ${key}` } })
  const written = new Set(['date', 'connection', 'keep-alive'])
  const fields = [...reply.headers].filter(([name]) => !written.has(name)).flat()
  writeFileSync(join(folder, 'answer.json'), JSON.stringify({ fields, body: await reply.text() }))
}

async function oneOf(baseUrl: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/prompts`, { method: 'POST', headers, body })
  const { id } = (await response.json()) as { id: string }
  return id
}

const PLUGINS = ['@fastify/cors@11.4.3', '@fastify/etag@6.2.0', '@fastify/rate-limit@11.2.0']

/** Into the folder of this run, for the project itself has no use for them. */
function fetchPlugins(folder: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n')
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PLUGINS],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`npm install ended with ${status}; the plugins of Fastify are needed.`)
}

/** The peer uses the certificate that the server made for itself. */
function startPeer(
  { folder }: RunningServer,
  file: string,
): Promise<{ process: ChildProcess; port: number }> {
  copyFileSync(join(folder, 'data/tls/leaf-key.pem'), join(folder, 'key.pem'))
  copyFileSync(join(folder, 'data/tls/leaf.pem'), join(folder, 'cert.pem'))
  if (file === 'fastifyPlugins') fetchPlugins(join(folder, 'plugins'))
  const child = spawnNode(['--import', 'tsx', `bench/peers/${file}.ts`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}.`)))
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ process: child, port: JSON.parse(line.toString()).port }),
    )
  })
}
