/** Starts the built server in a directory of its own, and makes the identities that `conform` calls with. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { systemClock } from '../../src/service/runtime/clock.ts'
import { authorityPath, localCertificates } from '../../src/toolkit/network/certificates.ts'

export interface OwnServer {
  /** URL of the API. */
  target: string
  ca: string
  /** Values for the variables that `conform.yaml` names. */
  keys: Record<string, string>
  /** Runs a command of the program on the server's data, such as `admin migrate`; returns its output. */
  command(words: readonly string[], env?: Record<string, string>): Promise<string>
  /** Starts it once more after `stop`: at the same address, with the same data and keys, and these flags in place of the last. */
  startAgain(further: readonly string[]): Promise<void>
  stop(): Promise<void>
}

const AMPLE = { perMinute: 10_000_000, perDay: 1_000_000_000, burst: 1_000_000 }
/** Everything has room but the free plan, whose limits are there to be used up. */
const LIMITS = {
  pro: AMPLE,
  business: AMPLE,
  enterprise: AMPLE,
  unauthenticated: { perMinute: 10_000_000, burst: 1_000_000 },
  free: { perMinute: 60, perDay: 1_000_000, burst: 40 },
}

/** Scopes of the keys with less than all, by variable. */
const NARROW: Record<string, string> = {
  READ_KEY: 'prompts:read,reports:read,evaluations:read,webhooks:read',
  PROMPTS_WRITE_KEY: 'prompts:write',
  WRITE_KEY: 'reports:write,evaluations:write,webhooks:write',
  ORGANIZATION_READ_KEY: 'organization:read',
}

const run = promisify(execFile)

/**
 * @param cli the command that is the program: `['dist/src/service/cli/main.js']`
 * @param directory of its data
 * @param further flags of `serve`
 * @param environment the one that is tested; in production only compiled validators check requests and responses, as for users
 */
export async function startOwnServer(
  cli: readonly string[],
  directory: string,
  further: readonly string[] = [],
  environment: 'production' | 'development' = 'development',
): Promise<OwnServer> {
  mkdirSync(directory, { recursive: true })
  const data = join(directory, 'data')
  const limits = join(directory, 'limits.json')
  writeFileSync(limits, JSON.stringify(LIMITS))
  const [production, development] = [await freePort(), await freePort()]
  const flags = [
    '--production-port',
    String(production),
    '--development-port',
    String(development),
    '--data-dir',
    data,
    '--plan-limits',
    limits,
    '--log-level',
    'error',
    '--no-bootstrap',
  ]
  let server: ChildProcess
  const start = (given: readonly string[]) => {
    server = spawn(process.execPath, [...cli, 'serve', ...flags, ...given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return ready(server)
  }
  const command: OwnServer['command'] = async (words, env = {}) => {
    const given = [...cli, ...words, '--data-dir', data]
    const { stdout } = await run(process.execPath, given, { env: { ...process.env, ...env } })
    return stdout
  }
  await start(further)
  const admin = async <T>(...words: string[]): Promise<T> => {
    return JSON.parse(await command(['admin', ...words, '--environment', environment, '--json'])) as T
  }
  const organization = async (name: string, plan: string) =>
    admin<{ organizationId: string; owner: { password: string } }>(
      'organization',
      'create',
      '--name',
      name,
      '--plan',
      plan,
      '--owner-email',
      `${name}@example.com`,
    )
  const key = async (of: string, scopes: string) =>
    (await admin<{ key: string }>('key', 'create', '--organization', of, '--scopes', scopes)).key
  const { organizationId: main, owner } = await organization('main', 'enterprise')
  const keys: Record<string, string> = {
    OWNER_KEY: await key(main, 'all'),
    OTHER_KEY: await key((await organization('other', 'enterprise')).organizationId, 'all'),
    FREE_KEY: await key((await organization('small', 'free')).organizationId, 'all'),
  }
  for (const [name, scopes] of Object.entries(NARROW)) keys[name] = await key(main, scopes)
  const port = environment === 'production' ? production : development
  const target = `https://localhost:${port}/v1`
  const ca = join(data, 'tls', 'ca.pem')
  const clients = await oauthClients(target, caOf(ca), keys.OWNER_KEY ?? '')
  return {
    target,
    ca,
    keys: {
      ...keys,
      ...clients,
      ISSUER: `https://localhost:${port}`,
      OWNER_EMAIL: 'main@example.com',
      OWNER_PASSWORD: owner.password,
    },
    command,
    startAgain: start,
    stop: () =>
      new Promise((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) return resolve()
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}

/** Two confidential clients and a public one, by the API. */
async function oauthClients(target: string, ca: string, key: string): Promise<Record<string, string>> {
  const dispatcher = new Agent({ connect: { ca } })
  const made: Record<string, string> = {}
  for (const [name, type] of [
    ['CLIENT', 'confidential'],
    ['OTHER_CLIENT', 'confidential'],
    ['PUBLIC_CLIENT', 'public'],
  ] as const) {
    const { body } = await request(`${target}/organization/oauth-clients`, {
      method: 'POST',
      dispatcher,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name,
        type,
        redirectUris: ['http://127.0.0.1/callback'],
        scopes: ['prompts:read', 'prompts:write'],
      }),
    })
    const { id = '', secret } = (await body.json()) as { id?: string; secret?: string }
    made[`${name}_ID`] = id
    if (secret !== undefined) made[`${name}_SECRET`] = secret
  }
  await dispatcher.close()
  return made
}

/** Certificates for the kit's receiver, made before the server that must trust them starts. */
export async function receiverCertificates(directory: string): Promise<{ directory: string; ca: string }> {
  const own = join(directory, 'receiver')
  const source = await localCertificates({ directory: own, hosts: ['127.0.0.1'], clock: systemClock })
  source.stop()
  return { directory: own, ca: authorityPath(own) }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready after')) resolve()
    })
    server.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready: ${said}`)),
    )
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const caOf = (file: string): string => readFileSync(file, 'utf8')
