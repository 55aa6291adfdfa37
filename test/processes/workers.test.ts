/** `serve --workers`: several processes of one machine behind one port. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { flags } from '../../src/service/cli/serve/flags.ts'
import { readOptions } from '../../src/service/cli/serve/options.ts'
import { lockKey } from '../../src/service/storage/postgres/locks.ts'
import { parseFlags } from '../../src/toolkit/cli/program/commander.ts'
import {
  connectTo,
  type PostgresServer,
  postgresMissing,
  runSql,
  startPostgres,
} from '../harness/postgres.ts'
import { parseMetrics, total } from '../harness/prometheus.ts'
import { askAdmin, program, serve } from '../service/cli/program.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'

const url = 'postgres://u@127.0.0.1:1/x'
test.each([
  [
    ['--workers', '2'],
    /--workers 2 requires --database for production: only one process may use a SQLite file/,
  ],
  [['--shared'], /--shared requires --database for production: only one process may use a SQLite file/],
  [['--workers', '2', '--database', `production=${url}`], /--workers 2 requires --database for development/],
  [['--shared', '--database', url], /--shared needs --api-root production=URL, the same for every process/],
  [['--workers', '0', '--database', url], /--workers received "0"/],
])('serve %s is refused', (words, want) => {
  expect(() => readOptions(parseFlags(words, flags), {})).toThrow(want)
})

test('a worker whose start fails ends with its reason, and the first process with it', async () => {
  const words = ['--production-port', '0', '--development-port', '0', '--data-dir', temporaryDirectory()]
  const started = program(['serve', ...words, '--database', url, '--workers', '2'])
  expect(await started.ended).toBe(1)
  expect(started.output.stderr).toMatch(/^prompt-service: .* the server cannot be reached .*\n[^\n]*\n?$/)
}, 60_000)

const left = process.env.TEST_DATABASE_ENGINE === 'postgres' ? postgresMissing : 'in `npm run test:postgres`'

describe.skipIf(left !== undefined)(`three workers${left ? ` (${left})` : ''}`, () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres({ log_min_messages: 'warning' })
  })
  afterAll(() => postgres?.stop())

  test('serve one port, one that is killed is replaced, and a stop ends all in order', async () => {
    const directory = join(temporaryDirectory(), 'data')
    const connections = ['--database-connections', '4']
    const flagsOfThree = [...connections, '--workers', '3', '--metrics-port', '0']
    const served = await serve(directory, '--database', postgres.url, ...flagsOfThree)
    const [, url = ''] = /3 processes serve\. Their metrics: (\S+)/.exec(served.output.stdout) ?? []
    const reported = async (name: string, labels: Record<string, string> = {}) =>
      total(parseMetrics(await (await fetch(url)).text()), `prompt_service_${name}`, labels)
    const listed = { operation: 'listPrompts', status: '200' }
    const workers = () => childrenOf(served.pid)
    const before = workers()
    expect(before).toHaveLength(3)
    const made = await served.ask('/prompts', { method: 'POST', body: { name: 'Kept', content: 'Hi.' } })
    expect(made.status).toBe(201)
    const asked = () =>
      Promise.all(Array.from({ length: 30 }, async () => (await served.ask('/prompts')).status))
    expect(new Set(await asked())).toEqual(new Set([200]))
    expect(await reported('processes')).toBe(3)
    expect(await reported('http_requests_total', listed)).toBe(30)
    expect(await reported('http_request_duration_seconds_count', { operation: 'listPrompts' })).toBe(30)
    expect(await reported('jobs_due', { environment: 'development' })).toBe(0)
    expect(await reported('database_connections_max', { environment: 'development', pool: 'work' })).toBe(12)
    const { organizations } = await askAdmin<{ organizations: object[] }>(directory, 'organization', 'list')
    expect(organizations).toHaveLength(1)

    process.kill(before[1] as number, 'SIGKILL')
    await expect
      .poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: 20_000 })
      .toBe(1)
    // The counts of the dead worker are still counted: a sum that shrinks looks like a restart of all.
    expect(await reported('http_requests_total', listed)).toBe(30)
    await expect.poll(async () => new Set(await asked().catch(() => []))).toEqual(new Set([200]))
    expect(await reported('http_requests_total', listed)).toBeGreaterThanOrEqual(60)
    await expect.poll(() => reported('processes'), { timeout: 20_000 }).toBe(3)
    served.kill('SIGTERM')
    expect(await served.ended).toBe(0)
    expect(served.output.stderr).toContain('a worker ended and is replaced')
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 60_000)

  test.each([
    ['once: they end in order when they have begun', 1, 0],
    ['twice: they end at once', 2, 1],
  ])(
    'that are told to stop while they start, %s',
    async (_how, signals, code) => {
      const database = `starting_${signals}`
      await runSql(postgres.url, `CREATE DATABASE ${database}`)
      const { href } = Object.assign(new URL(postgres.url), { pathname: database })
      const holder = await connectTo(href)
      onTestFinished(() => holder.end())
      const serving = lockKey('serving', 'production')
      await holder.query('SELECT pg_advisory_lock($1, $2)', serving)
      const ports = ['--production-port', '0', '--development-port', '0', '--database', href]
      const started = program(['serve', ...ports, '--data-dir', temporaryDirectory(), '--workers', '2'])
      const waiting = `SELECT pid FROM pg_stat_activity WHERE application_name = 'prompt-service production'`
      await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
      for (let signal = 1; signal <= signals; signal++) {
        started.kill('SIGTERM')
        await expect.poll(() => started.output.stderr.match(/stopping the workers/g)?.length).toBe(signal)
      }
      if (code === 0) await holder.query('SELECT pg_advisory_unlock($1, $2)', serving)
      expect(await started.ended).toBe(code)
      // Immediately: not after the five seconds after which a start gives up with a reason.
      expect(started.output.stderr).not.toMatch(/in use|ended immediately/)
    },
    60_000,
  )
})

/** On Linux, as everything that has /proc. */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
      return Number(fields.split(' ')[1]) === parent && !fields.startsWith('Z')
    } catch {
      return false
    }
  })
}
