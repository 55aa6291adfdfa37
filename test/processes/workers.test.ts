/** `serve --workers`: several processes of one machine behind one port. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseFlags } from '../../src/commands/parseFlags.ts'
import { flags } from '../../src/commands/serve/flags.ts'
import { readOptions } from '../../src/commands/serve/options.ts'
import { askAdmin, serve } from '../commands/program.ts'
import { type PostgresServer, postgresMissing, startPostgres } from '../harness/postgres.ts'
import { parseMetrics, total } from '../harness/prometheus.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'

const url = 'postgres://u@127.0.0.1:1/x'
test.each([
  [
    ['--workers', '2'],
    /--workers 2 needs a --database for production: a SQLite file is for one process alone/,
  ],
  [['--shared'], /--shared needs a --database for production: a SQLite file is for one process alone/],
  [['--workers', '2', '--database', `production=${url}`], /--workers 2 needs a --database for development/],
  [['--shared', '--database', url], /--shared needs --api-root production=URL, the same for every process/],
  [['--workers', '0', '--database', url], /--workers received "0"/],
])('serve %s is refused', (words, want) => {
  expect(() => readOptions(parseFlags(words, flags), {})).toThrow(want)
})

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
    const told = async (name: string, labels: Record<string, string> = {}) =>
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
    expect(await told('processes')).toBe(3)
    expect(await told('http_requests_total', listed)).toBe(30)
    expect(await told('http_request_duration_seconds_count', { operation: 'listPrompts' })).toBe(30)
    expect(await told('jobs_due', { environment: 'development' })).toBe(0)
    expect(await told('database_connections_max', { environment: 'development', pool: 'work' })).toBe(12)
    const { organizations } = await askAdmin<{ organizations: object[] }>(directory, 'organization', 'list')
    expect(organizations).toHaveLength(1)

    process.kill(before[1] as number, 'SIGKILL')
    await expect
      .poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: 20_000 })
      .toBe(1)
    // What the dead worker counted is still counted: a sum that shrinks looks like a restart of all.
    expect(await told('http_requests_total', listed)).toBe(30)
    await expect.poll(async () => new Set(await asked().catch(() => []))).toEqual(new Set([200]))
    expect(await told('http_requests_total', listed)).toBeGreaterThanOrEqual(60)
    expect(await told('processes')).toBe(3)
    served.kill('SIGTERM')
    expect(await served.ended).toBe(0)
    expect(served.output.stderr).toContain('a worker ended and is replaced')
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 60_000)
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
