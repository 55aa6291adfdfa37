/** `admin migrate`: an environment that was filled on SQLite, served from PostgreSQL. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin } from '../../../src/service/cli/admin.ts'
import { copyToPostgres } from '../../../src/service/storage/postgres.ts'
import { describeOverPostgres } from '../../harness/overPostgres.ts'
import { connectTo, databaseAt, runSql } from '../../harness/postgres.ts'
import { createReceiver } from '../../harness/receiver.ts'
import { temporaryDatabase } from '../storage/temporaryDatabase.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { admin as program, type Served, serve } from './program.ts'

const url = 'postgres://u:secret@127.0.0.1:1/x'
const run = (directory: string, ...words: string[]) =>
  admin.run(['migrate', '--environment', 'development', '--data-dir', directory, ...words], {
    env: {},
    print: () => {},
  })

test.each([
  ['no URL', { files: ['development.sqlite', 'development.key'], words: [], want: /requires a destination/ }],
  ['no file', { files: [], words: ['--database', url], want: /development\.sqlite does not exist/ }],
  [
    'no key',
    { files: ['development.sqlite'], words: ['--database', url], want: /development\.key is missing/ },
  ],
  [
    'data that were moved before',
    { files: ['development.sqlite', 'development.postgres'], words: ['--database', url], want: /already/ },
  ],
])('with %s nothing is copied', async (_, { files, words, want }) => {
  const directory = temporaryDirectory()
  for (const file of files) writeFileSync(join(directory, file), 'here')
  await expect(run(directory, ...words)).rejects.toThrow(want)
  expect(readdirSync(directory).toSorted()).toEqual(files.toSorted())
})

describeOverPostgres('to a server', (postgres) => {
  let databases = 0
  const newDatabase = async () => {
    const name = `migrate_${process.pid}_${++databases}`
    await runSql(postgres.url, `CREATE DATABASE ${name}`)
    return databaseAt(postgres.url, name)
  }
  const filled = async () => {
    const source = await temporaryDatabase()
    await source.write(async (tx) => {
      await tx.run("INSERT INTO organizations VALUES ('org_1', ?, 'free', 1, 2, 3)", 'A\0B 😀')
      await tx.run("INSERT INTO workspaces VALUES ('ws_1', 'org_1', 'Main', 1, 4)")
      await tx.run("UPDATE retention SET days = 7 WHERE kind = 'audit'")
      for (let number = 0; number < 450; number++) {
        const values = [`evt_${number}`, 'v', Buffer.from([number % 256, 0, 255])] as const
        await tx.run('INSERT INTO event_bodies VALUES (?, ?, ?)', ...values)
      }
    })
    return source
  }
  const countOf = async (target: string, table: string) => {
    const client = await connectTo(target)
    const { rows } = await client.query(`SELECT count(*) AS count FROM development.${table}`)
    await client.end()
    return Number(rows[0].count)
  }

  test('every row is copied with its id; a second time finds it done; other rows are left alone', async () => {
    const [source, target] = [await filled(), await newDatabase()]
    const copy = () => copyToPostgres({ source, url: target, schema: 'development' })
    const first = await copy()
    expect(first.copied).toBe(true)
    const rows = Object.fromEntries(first.tables.map((table) => [table.name, table.rows]))
    expect(rows).toMatchObject({
      organizations: 1,
      workspaces: 1,
      retention: 4,
      event_bodies: 450,
      prompts: 0,
    })
    expect(await copy()).toEqual({ copied: false, tables: first.tables })
    await runSql(target, "UPDATE development.retention SET days = 8 WHERE kind = 'audit'")
    await expect(copy()).rejects.toThrow('The target has rows in organizations, ')
    expect(await countOf(target, 'event_bodies')).toBe(450)
  })

  test('a copy that breaks off leaves nothing behind, and the next one is whole', async () => {
    const [source, target] = [await filled(), await newDatabase()]
    let pages = 0
    const broken = {
      ...source,
      all: <Row>(sql: string, ...values: never[]) =>
        sql.includes('event_bodies') && ++pages === 2
          ? Promise.reject(new Error('the disk failed'))
          : source.all<Row>(sql, ...values),
    }
    const copy = (from: typeof source) => copyToPostgres({ source: from, url: target, schema: 'development' })
    await expect(copy(broken)).rejects.toThrow('the disk failed')
    expect(await countOf(target, 'organizations')).toBe(0)
    expect((await copy(source)).copied).toBe(true)
  })

  test('what reads otherwise than its source is not kept', async () => {
    const [source, target] = [await filled(), await newDatabase()]
    await copyToPostgres({ source: await temporaryDatabase(), url: target, schema: 'development' })
    await runSql(
      target,
      `CREATE FUNCTION development.spoil() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN NEW.name := 'another'; RETURN NEW; END $$`,
      `CREATE TRIGGER spoil BEFORE INSERT ON development.workspaces
         FOR EACH ROW EXECUTE FUNCTION development.spoil()`,
    )
    const copying = copyToPostgres({ source, url: target, schema: 'development' })
    await expect(copying).rejects.toThrow('differs from its source: workspaces')
    expect(await countOf(target, 'organizations')).toBe(0)
  })

  // Two starts of the program: next to the other tests over PostgreSQL.
  const whole = process.env.TEST_DATABASE_ENGINE === 'postgres'
  test.skipIf(!whole)(
    `a filled environment answers as before${whole ? '' : ' (in `npm run test:postgres`)'}`,
    async () => {
      const directory = join(temporaryDirectory(), 'data')
      const receiver = await createReceiver()
      const ca = join(temporaryDirectory(), 'receiver.pem')
      writeFileSync(ca, receiver.ca)
      const webhooks = ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
      const before = await serve(directory, ...webhooks)
      await fill(before, receiver.url())
      await receiver.received(4)
      const target = await newDatabase()
      const busy = program(directory, 'migrate', '--database', target)
      expect(await busy.ended).toBe(1)
      expect(busy.output.stderr).toContain('in use')
      const responses = await readAll(before)
      before.kill('SIGTERM')
      await before.ended

      for (const environment of ['development', 'production']) {
        const args = ['migrate', '--environment', environment, '--data-dir', directory, '--database', target]
        expect(await admin.run([...args, '--json'], { env: {}, print: () => {} })).toBe(0)
      }
      const after = await serve(directory, '--database', target, ...webhooks)
      expect(await readAll(after)).toEqual(responses)
      // The secret of the webhook opens, and events continue.
      const made = await after.ask('/prompts', { method: 'POST', body: { name: 'Later', content: 'Hi.' } })
      expect(made.status).toBe(201)
      await expect.poll(() => receiver.requests.filter(({ body }) => body.includes('"Later"')).length).toBe(1)
      const search = await after.ask('/prompts?name=rompt%202')
      expect(search.body).toMatchObject({ prompts: [{ name: 'Prompt 2' }] })
      expect(existsSync(join(directory, 'development.sqlite'))).toBe(true)
      await receiver.close()
    },
    120_000,
  )
})

async function fill({ ask }: Served, hook: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const { status, body: made } = await ask(path, { method: 'POST', body })
    expect([201, 202], JSON.stringify(made)).toContain(status)
    return made as { id: string }
  }
  await post('/webhooks', { url: hook, events: ['prompt.created', 'evaluation.completed'] })
  const folder = await post('/folders', { name: 'Folder' })
  const prompts: { id: string }[] = []
  for (const name of ['Prompt 1', 'Prompt 2', 'Prompt 3']) {
    const body = {
      name,
      content: 'Hello {{name}}',
      model: 'mock/echo',
      folderId: folder.id,
      tags: ['a', 'b'],
    }
    prompts.push(await post('/prompts', body))
  }
  const [prompt] = prompts
  const dataset = await post('/datasets', { name: 'Cases', items: [{ variables: { name: 'you' } }] })
  const scorers = [{ type: 'startsWith', options: { value: 'Hello' } }]
  const evaluation = await post('/evaluations', { promptId: prompt?.id, datasetId: dataset.id, scorers })
  await expect
    .poll(async () => (await ask(`/evaluations/${evaluation.id}`)).body, { timeout: 20_000 })
    .toMatchObject({ status: 'completed' })
  await post('/organization/api-keys', { name: 'Another', scopes: ['prompts:read'] })
  await post('/organization/oauth-clients', {
    name: 'Robot',
    type: 'confidential',
    scopes: ['prompts:read'],
    redirectUris: [],
  })
}

/** The contents of the environment. */
async function readAll({ ask }: Served): Promise<unknown[]> {
  const lists = ['prompts', 'folders', 'datasets', 'evaluations', 'webhooks', 'reports', 'templates']
  const ofOrganization = ['', '/members', '/api-keys', '/oauth-clients', '/audit-log', '/subscription']
  const paths = [...lists.map((name) => `/${name}`), ...ofOrganization.map((name) => `/organization${name}`)]
  const responses: unknown[] = []
  for (const path of paths) {
    const { status, body } = await ask(path)
    expect(status, path).toBe(200)
    responses.push({ path, body: withoutUse(body) })
  }
  return responses
}

/** Reading is a use of the key. */
const withoutUse = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'lastUsedAt' ? undefined : value)))
