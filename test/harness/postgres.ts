/** A real PostgreSQL for tests: the one that is named, or one that is found on this machine and started for them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inCi } from './thorough.ts'

export interface PostgresServer {
  /** Of a database whose user may make others. */
  url: string
  stop(): Promise<void>
  /** Ends it in order, or as a crash does, and starts it again; only of a server of its own. */
  restart?(how: 'fast' | 'immediate'): Promise<void>
}

/** The unprivileged user of the server where the tests run as root: PostgreSQL does not run as root. */
const UNPRIVILEGED_UID = 65_534

const PASSWORD = 'a password of tests'

/** Where Debian, its descendants, Homebrew and the official packages put the programs; the newest first. */
function programFolder(): string | undefined {
  const given = process.env.TEST_POSTGRES_BIN
  if (given !== undefined && given !== '') return given
  const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/pgsql']
  const found = parents.flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin')) : [],
  )
  const version = (path: string) => Number(/(\d+)[^/]*\/bin$/.exec(path)?.[1] ?? 0)
  return found
    .filter((path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')))
    .toSorted((a, b) => version(b) - version(a))[0]
}

/** Why no server with settings of its own can be started here; undefined where one can. */
export const programsMissing: string | undefined =
  programFolder() === undefined ? 'no PostgreSQL in /usr/lib/postgresql' : undefined

const isNamed = Boolean(process.env.TEST_DATABASE_URL)

/** Why there is no server here; undefined where there is one. */
export const serverMissing: string | undefined = isNamed ? undefined : programsMissing

/** Why a test over PostgreSQL is skipped; undefined where it runs. */
export const postgresMissing: string | undefined =
  isNamed || inCi ? serverMissing : 'in `npm run test:postgres`'

/**
 * The server of TEST_DATABASE_URL, which is left as it is, or one of its own.
 * @param parent the folder for the data of a server of its own
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent?: string,
): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '' && Object.keys(settings).length === 0 && parent === undefined) {
    return { url: given, stop: async () => {} }
  }
  const programs = programFolder()
  if (programs === undefined) throw new Error(`PostgreSQL is missing: ${serverMissing}.`)
  return startCluster(programs, settings, parent)
}

/** Makes a cluster in memory where there is such a folder: its flushes to the disk are real, and cost nothing there. */
export async function startCluster(
  programs: string,
  settings: Readonly<Record<string, string>> = {},
  parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
): Promise<PostgresServer> {
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  const folder = mkdtempSync(join(parent, 'prompt-service-postgres-'))
  const passwords = join(folder, 'password')
  writeFileSync(passwords, PASSWORD)
  if (asRoot) for (const path of [folder, passwords]) chownSync(path, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'tests', '-A', 'password', `--pwfile=${passwords}`, '-E', 'UTF8', '--locale=C', '-N'],
    { ...user, encoding: 'utf8', cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`)
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    max_pred_locks_per_transaction: '256',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Ends with the tests, however these end: a shell waits for the end of its input, and stops the server.
  const watched = '"$0" "$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server'
  const launch = () =>
    spawn('sh', ['-c', watched, join(programs, 'postgres'), '-D', data, ...flags], {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
  let child = launch()
  const url = `postgres://tests:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilUp(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  const restart = async (how: 'fast' | 'immediate') => {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n').map(Number)
    process.kill(pid as number, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await end(child) // the shell waits for it
    child = launch()
    await untilUp(url, child)
  }
  return { url, stop, restart }
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  return ended
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = `${said}${text}`.slice(-2000)))
  for (const began = performance.now(); ; await pause(20)) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() - began > 10_000) throw new Error(`PostgreSQL does not start: ${error} ${said}`)
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

/** Runs statements as the user of the URL. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = await connectTo(url)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The URL of another database of the same server. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
