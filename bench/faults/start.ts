/** Starts a target from the state that its first start left, so that every run begins alike. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../../test/harness/postgres.ts'
import { install } from './install.ts'
import type { Place, Target } from './target.ts'

const START_TIMEOUT_MS = 240_000
const STOP_TIMEOUT_MS = 10_000

export interface Running {
  origin: string
  /** Variables of `conform.yaml`. */
  env: Record<string, string>
  stop(): Promise<void>
}

export interface Launcher extends AsyncDisposable {
  installation: string
  /** @param env further variables of the server */
  start(env?: Readonly<Record<string, string>>): Promise<Running>
}

/** Installs the target, starts it once, and stores the state of that start for every later one. */
export async function createLauncher(name: string, target: Target): Promise<Launcher> {
  requireDebian(target)
  const installation = await install(`targets/${name}`, target.packages, target.scripts)
  const node =
    target.node === undefined
      ? process.execPath
      : join(await install(`node-${target.node}`, { node: target.node }, true), 'node_modules/node/bin/node')
  const root = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  const postgres = target.postgres ? await startPostgres() : undefined
  const seed = join(root, 'seed')
  mkdirSync(seed)
  let starts = 0

  const startFrom = async (
    state: string,
    database: string,
    further: Readonly<Record<string, string>> = {},
  ): Promise<Running> => {
    const port = await freePort()
    const place: Place = { port, installation, state, node, database: urlOf(postgres, database) }
    const { command, env = {} } = await target.start(place)
    const child = spawn(command[0], command.slice(1), {
      cwd: state,
      env: { ...process.env, ...env, ...further },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const end = () => void (isRunning(child) && signal(child, 'SIGKILL'))
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    const log = join(root, 'server.log')
    for (const stream of [child.stdout, child.stderr]) stream.pipe(createWriteStream(log, { flags: 'a' }))
    const origin = `http://127.0.0.1:${port}`
    try {
      await untilReady(child, `${origin}${target.ready}`)
      return { origin, env: (await target.login?.(origin, place)) ?? {}, stop: () => stop(child) }
    } catch (error) {
      await stop(child)
      const printed = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''
      throw new Error(`bench:targets: ${name} does not start: ${String(error)}\n${printed}`, { cause: error })
    }
  }

  await createDatabase(postgres, 'seed')
  await (await startFrom(seed, 'seed')).stop()
  return {
    installation,
    async start(env) {
      const state = join(root, `state-${++starts}`)
      cpSync(seed, state, { recursive: true, filter: isCopied })
      await createDatabase(postgres, `state_${starts}`, 'seed')
      const running = await startFrom(state, `state_${starts}`, env)
      const stopAndForget = async () => {
        await running.stop()
        rmSync(state, { recursive: true, force: true })
      }
      return { ...running, stop: stopAndForget }
    },
    async [Symbol.asyncDispose]() {
      await postgres?.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Sockets that the first start left are of no use to the next one. */
const isCopied = (path: string): boolean => !lstatSync(path).isSocket()

function requireDebian({ debian = [] }: Target): void {
  const missing = debian.filter((name) => !existsSync(`/var/lib/dpkg/info/${name}.list`))
  if (missing.length > 0)
    throw new Error(`bench:targets: Debian packages are missing. Run: apt-get install ${missing.join(' ')}`)
}

async function createDatabase(postgres: PostgresServer | undefined, name: string, template?: string) {
  if (postgres === undefined) return
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`)
  await client.end()
}

function urlOf(postgres: PostgresServer | undefined, database: string): string {
  if (postgres === undefined) return ''
  const url = new URL(postgres.url)
  url.pathname = `/${database}`
  return url.href
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (response !== undefined && response.status < 500) return
    await pause(200)
  }
  throw new Error(`${url} did not respond in ${START_TIMEOUT_MS / 1000} s`)
}

/** Ends the server with the processes that it started, which are of its process group. */
async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const closed = once(child, 'exit')
  signal(child, 'SIGTERM')
  const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
}

const isRunning = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  exitCode === null && signalCode === null && pid !== undefined

const signal = ({ pid = 0 }: ChildProcess, name: NodeJS.Signals): void => void process.kill(-pid, name)

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
