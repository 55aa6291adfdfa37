/** The built program on a PostgreSQL. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDatabases } from '../../src/commands/databaseChoice.ts'
import {
  databaseAt,
  type PostgresServer,
  postgresMissing,
  runSql,
  startPostgres,
} from '../harness/postgres.ts'
import { createReceiver, hang, type Receiver } from '../harness/receiver.ts'
import { times } from '../harness/thorough.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'
import { program, serve } from './program.ts'

const [A, B, C] = ['postgres://a/x', 'postgres://b/x', 'postgres://c/x']
const choices: [string, { given?: string[]; env?: Record<string, string>; want: unknown }][] = [
  ['nothing', { want: {} }],
  ['one flag', { given: [A], want: { production: A, development: A } }],
  ['a flag for one environment', { given: [`production=${A}`], want: { production: A } }],
  ['DATABASE_URL', { env: { DATABASE_URL: A }, want: { production: A, development: A } }],
  ['an empty DATABASE_URL', { env: { DATABASE_URL: '' }, want: {} }],
  [
    'a variable of one environment, and the general one',
    {
      env: { DATABASE_URL: A, PROMPT_SERVICE_PRODUCTION_DATABASE_URL: B },
      want: { production: B, development: A },
    },
  ],
  [
    'a flag beside variables',
    { given: [C], env: { DATABASE_URL: A }, want: { production: C, development: C } },
  ],
]
test.each(choices)('the databases of %s', (_, { given = [], env = {}, want }) => {
  expect(readDatabases(given, env)).toEqual({
    production: undefined,
    development: undefined,
    ...(want as object),
  })
})

test.each([
  [
    ['mysql://u:secret@db/x'],
    {},
    '--database received a URL that begins with mysql://; expected a URL such as',
  ],
  [
    [],
    { DATABASE_URL: 'postgres://u:secret@db/' },
    'DATABASE_URL received a URL without the name of one database',
  ],
  [[A, B], {}, '--database was given twice for production'],
])('%s %s is refused, without the password', (given, env, want) => {
  expect(() => readDatabases(given, env)).toThrow(want)
  expect(() => readDatabases(given, env)).not.toThrow('secret')
})

describe.skipIf(postgresMissing !== undefined)(
  `over a server${postgresMissing ? ` (${postgresMissing})` : ''}`,
  () => {
    let postgres: PostgresServer
    let receiver: Receiver
    const name = `serve_${process.pid}`
    beforeAll(async () => {
      ;[postgres, receiver] = await Promise.all([startPostgres(), createReceiver()])
      await runSql(postgres.url, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`)
    })
    afterAll(async () => {
      await receiver?.close()
      if (postgres) await runSql(postgres.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await postgres?.stop()
    })

    test('what was acknowledged before a kill is there after it, and its event is delivered', async () => {
      const directory = join(temporaryDirectory(), 'data')
      const url = databaseAt(postgres.url, name)
      const ca = join(temporaryDirectory(), 'receiver.pem')
      writeFileSync(ca, receiver.ca)
      const flags = ['--database', url, '--database-connections', '4']
      const webhooks = ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
      const first = await serve(directory, ...flags, ...webhooks)
      const hook = { url: receiver.url(), events: ['prompt.created'] }
      expect((await first.ask('/webhooks', { method: 'POST', body: hook })).status).toBe(201)
      receiver.script(hang)
      const made = await first.ask('/prompts', { method: 'POST', body: { name: 'Kept', content: 'Hello.' } })
      expect(made.status).toBe(201)
      await receiver.received(1)

      if (times(1, 0) > 0) await nobodyElseGetsIn(url)
      first.kill('SIGKILL')
      expect(await first.ended).toBe('SIGKILL')
      receiver.script((response) => response.end())
      const second = await serve(directory, ...flags, ...webhooks)
      const { body } = await second.ask('/prompts')
      expect(body).toMatchObject({ prompts: [{ name: 'Kept' }] })
      const [before, after] = await receiver.received(2)
      expect(after?.body.equals(before?.body ?? Buffer.alloc(0))).toBe(true)

      expect(readdirSync(directory).filter((file) => file.endsWith('.sqlite'))).toEqual([])
      expect(existsSync(join(directory, 'development.key'))).toBe(true)
      const status = program(['admin', 'status', '--environment', 'development', '--data-dir', directory])
      expect(await status.ended).toBe(0)
      expect(status.output.stdout).toMatch(/^The database of development takes [\d.]+ MiB\.\nRows, at most:/)
      second.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      for (const { output } of [first, second])
        expect(output.stdout + output.stderr).not.toContain(new URL(url).password)
    }, 60_000)
  },
)

/** It waits five seconds for the one before to end, and is then refused. */
async function nobodyElseGetsIn(url: string): Promise<void> {
  const other = program(
    ['serve', '--production-port', '0', '--development-port', '0', '--data-dir', temporaryDirectory()],
    { DATABASE_URL: url },
  )
  expect(await other.ended).toBe(1)
  expect(other.output.stderr).toMatch(
    /schema production: the database is in use by "prompt-service production"/,
  )
  expect(other.output.stderr).not.toContain(new URL(url).password)
}
