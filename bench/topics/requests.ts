/** Creating and reading a prompt, beside Fastify and better-sqlite3 doing the same work over TLS. */
import type { ChildProcess } from 'node:child_process'
import { copyFileSync } from 'node:fs'
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
}

export const requests: Topic = {
  name: 'requests',
  title: 'Requests: create and read a prompt',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const server = await startServer()
    const peer = await startPeer(server)
    const contenders: Contender[] = [
      { name: 'prompt-service', baseUrl: server.baseUrl, key: server.key },
      { name: 'Fastify + better-sqlite3', baseUrl: `https://127.0.0.1:${peer.port}/v1`, key: 'bench' },
    ]
    try {
      const creating = await compete(contenders, async ({ baseUrl, key }) => ({
        ...common(key),
        url: `${baseUrl}/prompts`,
        method: 'POST',
        body,
      }))
      const reading = await compete(contenders, async ({ baseUrl, key }) => ({
        ...common(key),
        url: `${baseUrl}/prompts/${await oneOf(baseUrl, key)}`,
      }))
      return table(
        ['', 'create, per second', 'p99 ms', 'read, per second', 'p99 ms'],
        [
          ...contenders.map(({ name }, i) => [name, ...cells(creating[i]), ...cells(reading[i])]),
          ['**ratio**', ratio(creating), '', ratio(reading), ''],
        ],
      )
    } finally {
      await stop(peer.process)
      await server.stop()
    }
  },
}

const common = (key: string) => ({
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  connections: 32,
  duration: SECONDS,
})
const cells = (measured: Measured | undefined) => [
  thousands(measured?.perSecond ?? 0),
  String(measured?.p99 ?? ''),
]
const ratio = ([ours, theirs]: Measured[]) =>
  `**${((ours?.perSecond ?? 0) / (theirs?.perSecond ?? 1)).toFixed(2)}**`

/** The contenders in turn, round by round, so that a drift of the machine meets both; the medians count. */
async function compete(
  contenders: Contender[],
  load: (contender: Contender) => Promise<Load>,
): Promise<Measured[]> {
  const rounds: Measured[][] = contenders.map(() => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, contender] of contenders.entries()) {
      const measured = await measure(await load(contender))
      if (round > 0) rounds[i]?.push(measured) // the first one warms up
    }
  }
  return rounds.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
  }))
}

async function oneOf(baseUrl: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/prompts`, { method: 'POST', headers, body })
  const { id } = (await response.json()) as { id: string }
  return id
}

/** The peer takes the certificate that the server made for itself. */
function startPeer({ folder }: RunningServer): Promise<{ process: ChildProcess; port: number }> {
  copyFileSync(join(folder, 'data/tls/leaf-key.pem'), join(folder, 'key.pem'))
  copyFileSync(join(folder, 'data/tls/leaf.pem'), join(folder, 'cert.pem'))
  const child = spawnNode(['--import', 'tsx', 'bench/peers/fastify.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}.`)))
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ process: child, port: JSON.parse(line.toString()).port }),
    )
  })
}
