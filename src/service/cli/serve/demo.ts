/**
 * `serve --demo`: one development environment with a team's data in it, in a temporary directory, over plain HTTP on the
 * loopback address, so that a browser needs no certificate. Its data is temporary.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAuthority,
  createLeaf,
  isOfForeignPage,
  LOOPBACK_NAMES,
  listenError,
  untrustedHost,
} from 'specwright/network'
import { createEnvironment } from '../../app.ts'
import type { Environment } from '../../environment.ts'
import { createApiKey } from '../../features/organization/model/apiKey.ts'
import { allScopes, type Scope } from '../../features/organization/model/member.ts'
import { createOrganization } from '../../features/organization/model/organization.ts'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { systemRandom } from '../../runtime/random.ts'
import { openKeyring } from '../../secrets/openKeyring.ts'
import { hashPassword } from '../../secrets/passwordHash.ts'
import type { Log } from '../../server/log.ts'
import { openSqlite } from '../../storage/sqlite.ts'
import { parseAddressList } from '../../transport/addresses.ts'
import { createPassword } from '../password.ts'
import { fillTeam } from './demoData.ts'

export interface DemoOptions {
  port: number
  /** Milliseconds since the Unix epoch at which time is frozen; undefined: it continues. */
  frozenTime: number | undefined
  log: Log
}

export interface Demo {
  origin: string
  owner: { email: string; password: string }
  keys: { all: string; readOnly: string }
  stop(): Promise<void>
}

const DAY = 86_400_000
const OWNER = 'owner@prompt-service.localhost'
const READ: readonly Scope[] = allScopes.filter((scope) => scope.endsWith(':read'))

export async function startDemo({ port, frozenTime, log }: DemoOptions): Promise<Demo> {
  let environment: Environment | undefined
  let close = async () => {}

  /** Requests that come during a reset wait for it. */
  let opened: Promise<unknown> = Promise.resolve()
  const handle: RequestListener = async (request, response) => {
    const untrusted = untrustedHost(request.headers, '127.0.0.1')
    if (untrusted !== undefined) return void response.writeHead(421).end(`${untrusted}\n`)
    if (request.url === '/__demo/reset') {
      if (isOfForeignPage(request.headers))
        return void response.writeHead(403).end('A page of another origin cannot reset the demo.\n')
      if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end()
      // One that failed is tried again by the next.
      opened = opened.catch(() => undefined).then(reset)
      await opened
      return void response.writeHead(204).end()
    }
    await opened
    if (environment === undefined) return void response.writeHead(503, { 'Retry-After': '1' }).end()
    environment.handler(request, response)
  }
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      log.error({ err: error }, 'the demo cannot be reset')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { host: '127.0.0.1', port, portFlag: '--development-port' })
  })
  const folder = mkdtempSync(join(tmpdir(), 'prompt-service-demo-'))
  const [file, filled] = [join(folder, 'demo.sqlite'), join(folder, 'filled.sqlite')]
  const time = createTime(frozenTime)
  let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  async function open(): Promise<Environment> {
    const database = await openSqlite({
      file,
      report: (error) => log.error({ err: error }, 'after a commit'),
    })
    const made = await createEnvironment({
      name: 'development',
      database,
      log,
      clock: time.clock,
      random: systemRandom(),
      keyring: openKeyring({ file: join(folder, 'demo.key') }),
      validator: 'compiled',
      webhookAllow: ['127.0.0.0/8', '::1/128'],
      ...(receiver && { webhookCa: receiver.authority }),
      retryTimeScale: 10_000,
      trusted: parseAddressList('--trust-proxy', []),
      addresses: () => ({ apiRoot: origin, appUrl: origin }),
    })
    made.start()
    environment = made
    close = async () => {
      await made.stop()
      await database.close()
    }
    return made
  }

  async function reset(): Promise<void> {
    await close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    cpSync(filled, file)
    await open()
  }

  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await close()
    await receiver?.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    receiver = await startReceiver()
    const { services } = await open()
    time.daysAgo(30)
    const owner = { email: OWNER, password: createPassword(services.random) }
    const passwordHash = await hashPassword(owner.password)
    const keys = await services.database.write(async (tx) => {
      const within = { ...services, now: services.clock.now() }
      const team = { name: 'Northwind Support', plan: 'enterprise' as const }
      const { organizationId, ownerId: userId } = await createOrganization(tx, within, {
        ...team,
        owner: { name: 'Robin Meyer', email: owner.email, passwordHash },
      })
      const key = async (name: string, scopes: readonly Scope[]) =>
        (await createApiKey(tx, within, { organizationId, userId, name, scopes, expiresAt: null })).key
      return { all: await key('Everything', allScopes), readOnly: await key('Dashboard', READ) }
    })
    await fillTeam({
      baseUrl: `${origin}/v1`,
      apiKey: keys.all,
      receiverUrl: receiver.url,
      daysAgo: time.daysAgo,
      settled: () => services.jobs.idle(),
    })
    // Closed, the file contains everything; the copy is what a reset goes back to.
    await close()
    cpSync(file, filled)
    await open()
    return { origin, owner, keys, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Time that the filling moves through the past, and that then continues, or is frozen. */
function createTime(frozen: number | undefined): { clock: Clock; daysAgo(days: number): void } {
  let behind = 0
  const now = () => (frozen ?? Date.now()) - behind
  return {
    clock: {
      now,
      after: systemClock.after,
      at: (moment, action) => systemClock.after(Math.max(moment - now(), 0), action),
    },
    daysAgo(days) {
      behind = Math.round(days * DAY)
    },
  }
}

/** Receives deliveries over HTTPS, as the team's chat would; every ninth fails on the first attempt. */
async function startReceiver(): Promise<{ url: string; authority: string; stop(): Promise<void> }> {
  const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
  const { key, cert } = await createLeaf(authority, ['localhost', '127.0.0.1'], Date.now())
  let received = 0
  const server = createHttpsServer({ key, cert }, (request, response) => {
    request.resume()
    response.writeHead(++received % 9 === 0 ? 503 : 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/chat`,
    authority: authority.cert,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
