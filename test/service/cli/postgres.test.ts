/** The built program on a PostgreSQL. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '../../../src/service/cli/admin.ts'
import { readDatabases } from '../../../src/service/cli/databaseChoice.ts'
import {
  databaseAt,
  type PostgresServer,
  postgresMissing,
  runSql,
  startPostgres,
} from '../../harness/postgres.ts'
import { createReceiver, hang, type Receiver } from '../../harness/receiver.ts'
import { times } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
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

describe('an environment whose data are with the other engine', () => {
  const place = 'postgres://db.example.com:5432/prompts'
  const there = (file: string, text: string) => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, file), text)
    return directory
  }
  const given = ['--database', 'postgres://u:secret@127.0.0.1:1/x']
  test.each([
    [
      'PostgreSQL, and nothing is given',
      { file: 'development.postgres', words: ['organization', 'list'] },
      /^\S+development\.postgres: the data of development are in postgres:\/\/db\.example\.com:5432\/prompts, and no --database was given\. Give its URL .*, or remove this file to go back to \S+development\.sqlite\.$/,
    ],
    [
      'PostgreSQL, and a backup is to be put into a file',
      { file: 'development.postgres', words: ['restore', 'backup.sqlite'] },
      /^"admin restore" is for SQLite/,
    ],
    [
      'SQLite, and a URL is given',
      { file: 'development.sqlite', words: ['organization', 'list', ...given] },
      /^\S+development\.sqlite: the data of development are in this file, and postgres:\/\/127\.0\.0\.1:1\/x was given\. Give neither .*, or move the file away/,
    ],
  ])('%s: is refused, and nothing is made', async (_, { file, words }, want) => {
    const directory = there(file, `${place}\n`)
    const args = [...words, '--environment', 'development', '--data-dir', directory]
    await expect(admin.run(args, { env: {}, print: () => {} })).rejects.toThrow(want)
    expect(readdirSync(directory)).toEqual([file])
  })
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

      if (times(1, 0) > 0) await othersAreLockedOut(url)
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
      expect(status.output.stdout).toMatch(
        /^The size of the database of development is [\d.]+ MiB\.\nRows, at most:/,
      )
      second.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      const forgot = program(['serve', ...noPorts, '--data-dir', directory])
      expect(await forgot.ended).toBe(1)
      const { host } = new URL(url)
      expect(forgot.output.stderr).toContain(
        `production.postgres: the data of production are in postgres://${host}/${name}, and no --database was given.`,
      )
      expect(readdirSync(directory).filter((file) => file.endsWith('.sqlite'))).toEqual([])
      for (const { output } of [first, second, forgot])
        expect(output.stdout + output.stderr).not.toContain(new URL(url).password)
    }, 60_000)
  },
)

const noPorts = ['--production-port', '0', '--development-port', '0']

/** It waits five seconds for the one before to end, and is then rejected. */
async function othersAreLockedOut(url: string): Promise<void> {
  const other = program(['serve', ...noPorts, '--data-dir', temporaryDirectory()], { DATABASE_URL: url })
  expect(await other.ended).toBe(1)
  expect(other.output.stderr).toMatch(
    /schema production: the database is in use by "prompt-service production"/,
  )
  expect(other.output.stderr).not.toContain(new URL(url).password)
}
