/**
 * Several `prompt-service serve --shared` on one PostgreSQL, as in production: the built program, a data directory
 * and ports of its own for each, the same master keys, given by variables. Requests come as from a proxy of theirs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { Credentials } from '../../src/service/cli/serve/bootstrap.ts'
import { createAuthority, createLeaf } from '../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../src/toolkit/network/nameConstraints.ts'
import { freePort } from './postgres.ts'

const cli = join(import.meta.dirname, '../../dist/src/service/cli/main.js')

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: answers are taken apart by tests.
  body: any
}

export interface Asked {
  method?: string
  body?: object | string
  /** In place of the first key of development. */
  key?: string
  headers?: Record<string, string>
}

export interface ServingProcess {
  readonly name: string
  readonly running: boolean
  /** Sends a request to development. @throws when the process is gone before it responds */
  ask(path: string, asked?: Asked): Promise<Reply>
  start(): Promise<void>
  /** Ends it; resolves when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Its log so far. */
  readonly log: string
}

export interface Processes {
  all: readonly ServingProcess[]
  /** Of development. */
  organizationId: string
  /** Runs `prompt-service admin … --json` for development, next to the processes. */
  admin<T>(...words: string[]): Promise<T>
  stop(): Promise<void>
}

export interface ProcessesOptions {
  /** Of an empty database. */
  url: string
  count: number
  flags?: readonly string[]
  env?: Record<string, string>
  /** In place of limits out of reach for Enterprise, whose the first organization is. */
  plans?: object
  /** PEM of the CA of receivers on this machine. */
  webhookCa?: string
}

const PUBLIC = 'api.example.com'

/** Starts them all in parallel. */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'))
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: options.url,
    PROMPT_SERVICE_PRODUCTION_KEY: randomBytes(32).toString('base64'),
    PROMPT_SERVICE_DEVELOPMENT_KEY: randomBytes(32).toString('base64'),
    ...options.env,
  }
  const plans = join(folder, 'plans.json')
  const ample = { perMinute: 1_000_000, perDay: 100_000_000, burst: 1_000_000 }
  const addresses = { perMinute: 1_000_000, burst: 1_000_000 }
  writeFileSync(plans, JSON.stringify(options.plans ?? { enterprise: ample, unauthenticated: addresses }))
  const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
  const pair = await createLeaf(authority, ['localhost', '127.0.0.1'], Date.now())
  const [cert, privateKey] = [join(folder, 'tls.pem'), join(folder, 'tls-key.pem')]
  writeFileSync(cert, pair.cert)
  writeFileSync(privateKey, pair.key, { mode: 0o600 })
  const receivers = join(folder, 'receivers.pem')
  if (options.webhookCa !== undefined) writeFileSync(receivers, options.webhookCa)
  const agent = new Agent({ connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 })
  let key = ''

  const serving = async (index: number) => {
    const directory = join(folder, String(index))
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const args = [
      ...[cli, 'serve', '--shared', '--data-dir', directory, '--validator', 'compiled'],
      ...['--production-port', '0', '--development-port', String(port), '--trust-proxy', '127.0.0.1/32'],
      ...['--tls-cert', cert, '--tls-key', privateKey],
      ...['--api-root', `production=https://live.${PUBLIC}`, '--api-root', `development=https://${PUBLIC}`],
      ...['--plan-limits', plans, '--database-connections', '5', '--log-level', 'warn'],
      ...(options.webhookCa === undefined
        ? []
        : ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', receivers]),
      ...(options.flags ?? []),
    ]
    let child: ChildProcess | undefined
    let log = ''
    const one: ServingProcess = {
      name: `process ${index + 1}`,
      get running() {
        return child !== undefined && child.exitCode === null && child.signalCode === null
      },
      get log() {
        return log
      },
      async ask(path, { method = 'GET', body, key: own = key, headers = {} } = {}) {
        const text = typeof body === 'object' ? JSON.stringify(body) : body
        const response = await request(origin + path, {
          dispatcher: agent,
          method: method as 'GET',
          headers: {
            'x-forwarded-proto': 'https',
            host: PUBLIC,
            ...(own !== '' && { authorization: `Bearer ${own}` }),
            ...(text !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(text !== undefined && { body: text }),
        })
        const received = await response.body.text()
        const isJson = String(response.headers['content-type']).includes('json')
        return {
          status: response.statusCode,
          headers: response.headers,
          body: isJson ? JSON.parse(received) : received,
        }
      },
      async start() {
        const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
        child = started
        started.stderr?.setEncoding('utf8').on('data', (text: string) => {
          log = `${log}${text}`.slice(-200_000)
        })
        await new Promise<void>((resolve, reject) => {
          started.stdout?.setEncoding('utf8').on('data', (text: string) => {
            if (text.includes('ready after')) resolve()
          })
          started.once('exit', (code, signal) =>
            reject(new Error(`process ${index + 1} ended with ${signal ?? code}: ${log}`)),
          )
        })
      },
      async kill(signal = 'SIGKILL') {
        const ending = child
        if (!ending || !one.running) return
        const gone = new Promise((resolve) => ending.once('exit', resolve))
        ending.kill(signal)
        await gone
      },
    }
    return { one, directory }
  }
  const made = await Promise.all(Array.from({ length: options.count }, (_, index) => serving(index)))
  const all = made.map(({ one }) => one)
  const stop = async () => {
    await Promise.all(all.map((one) => one.kill('SIGTERM')))
    await agent.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(all.map((one) => one.start()))
    const found = made
      .map(({ directory }) => join(directory, 'credentials.json'))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Credentials)
      .find((credentials) => credentials.development !== undefined)
    if (!found?.development) throw new Error('No process made an organization.')
    key = found.development.apiKey
    const elsewhere = join(folder, 'operator')
    mkdirSync(elsewhere)
    return {
      all,
      organizationId: found.development.organizationId,
      async admin(...words) {
        const args = [cli, 'admin', ...words, '--json', '--environment', 'development']
        const child = spawn(process.execPath, [...args, '--data-dir', elsewhere], { env })
        let [out, err] = ['', '']
        child.stdout.on('data', (text: Buffer) => (out += text))
        child.stderr.on('data', (text: Buffer) => (err += text))
        const code = await new Promise((resolve) => child.once('close', resolve))
        if (code !== 0) throw new Error(`admin ${words.join(' ')} ended with ${code}: ${err}`)
        return JSON.parse(out)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
