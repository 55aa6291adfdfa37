/** The token endpoint, client credentials, next to oidc-provider and next to jose, which only signs, each on one core. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnNode } from '../leftovers.ts'
import { type Load, type Measured, measure, median } from '../load.ts'
import { type RunningServer, startServer, stop } from '../server.ts'
import { type Topic, table, thousands } from '../topic.ts'

const ROUNDS = 3
const SECONDS = 4

export const oauth: Topic = {
  name: 'oauth',
  title: 'Access tokens: client credentials, RS256',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const server = await startServer()
    const peer = await startPeer(server)
    try {
      const pinned = pin(server.process) && pin(peer.process)
      const ours = tokenLoad(server.baseUrl.replace(/\/v1$/, '/oauth/token'), await makeClient(server))
      const theirs = tokenLoad(`https://127.0.0.1:${peer.port}/token`, {
        id: 'bench',
        secret: 'bench-secret',
      })
      const rounds: { ours: Measured; theirs: Measured; limit: number }[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const measured = { limit: sign(pinned), ours: await measure(ours), theirs: await measure(theirs) }
        if (round > 0) rounds.push(measured) // the first one warms up
      }
      const limit = median(rounds.map((one) => one.limit))
      const row = (name: string, all: Measured[]) => {
        const perSecond = median(all.map((one) => one.perSecond))
        const p99 = median(all.map((one) => one.p99))
        return { name, perSecond, p99: String(p99) }
      }
      const rows = [
        { name: 'jose signing, nothing else', perSecond: limit, p99: '' },
        row(
          'prompt-service',
          rounds.map((one) => one.ours),
        ),
        row(
          'oidc-provider',
          rounds.map((one) => one.theirs),
        ),
      ]
      const text = table(
        ['', 'tokens per second', 'p99 ms', 'of the limit'],
        rows.map(({ name, perSecond, p99 }) => [
          name,
          thousands(perSecond),
          p99,
          `**${(perSecond / limit).toFixed(2)}**`,
        ]),
      )
      return pinned ? text : `${text}\n\nWithout taskset: the contenders were not held to one core.`
    } finally {
      await stop(peer.process)
      await server.stop()
    }
  },
}

const tokenLoad = (url: string, { id, secret }: { id: string; secret: string }): Load => ({
  url,
  method: 'POST',
  headers: {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials&scope=prompts%3Aread',
  connections: 32,
  duration: SECONDS,
})

async function makeClient({ baseUrl, key }: RunningServer): Promise<{ id: string; secret: string }> {
  const response = await fetch(`${baseUrl}/organization/oauth-clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', type: 'confidential', scopes: ['prompts:read'] }),
  })
  if (!response.ok) throw new Error(`The client was not made: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string; secret: string }
}

/** Binds a process with all its threads to the first core; false where there is no taskset. */
const pin = ({ pid }: ChildProcess): boolean =>
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(pid)]).status === 0

function sign(pinned: boolean): number {
  const node = [process.execPath, '--import', 'tsx', 'bench/peers/joseSigning.ts', String(SECONDS)]
  const [command = '', ...args] = pinned ? ['taskset', '-c', '0', ...node] : node
  return JSON.parse(spawnSync(command, args, { encoding: 'utf8' }).stdout).perSecond
}

/** The peer uses the certificate that the server made for itself. */
function startPeer({ folder }: RunningServer): Promise<{ process: ChildProcess; port: number }> {
  copyFileSync(join(folder, 'data/tls/leaf-key.pem'), join(folder, 'key.pem'))
  copyFileSync(join(folder, 'data/tls/leaf.pem'), join(folder, 'cert.pem'))
  const child = spawnNode(['--import', 'tsx', 'bench/peers/oidcProvider.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}.`)))
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ process: child, port: JSON.parse(line.toString()).port }),
    )
  })
}
