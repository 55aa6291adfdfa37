import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRetention } from '../../../src/service/retention/retention.ts'
import { parseRetention, readRetention } from '../../../src/service/retention/settings.ts'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { retention as migration } from '../../../src/service/storage/migrations/retention.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { ManualClock } from '../../harness/clock.ts'
import { measureBlocking } from '../../harness/eventLoop.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { temporaryDatabase, temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const DAY = 24 * 3_600_000
const DEFAULTS = { executions: 90, results: 400, audit: 400, deleted: 30 }
const FOR_EVER = { executions: null, results: null, audit: null, deleted: null }

describe('how long data is kept', () => {
  test('a new database begins with the defaults', async () => {
    const database = await temporaryServiceDatabase()
    expect(await database.read((tx) => readRetention(tx))).toEqual(DEFAULTS)
    expect(await database.read((tx) => readRetention(tx, { audit: null, executions: 7 }))).toEqual({
      ...DEFAULTS,
      audit: null,
      executions: 7,
    })
  })

  test('one that was there before keeps everything until the operator says otherwise', async () => {
    const file = join(temporaryDirectory(), 'test.db')
    const before = await openSqlite({ file, steps: migrations.slice(0, migrations.indexOf(migration)) })
    await before.write((tx) => tx.run(`INSERT INTO organizations VALUES ('org', 'Mine', 'free', 0, 0, 0)`))
    await before.close()
    const after = await openSqlite({ file })
    expect(await after.read((tx) => readRetention(tx))).toEqual(FOR_EVER)
    expect(await after.read((tx) => readRetention(tx, { deleted: 1 }))).toEqual({ ...FOR_EVER, deleted: 1 })
    await after.close()
  })

  test.each([
    ['[]', 'received []; expected an object such as {"executions":90,"audit":null}.'],
    ['{"prompts":1}', 'received the kind "prompts"; expected one of executions, results, audit, deleted.'],
    ['{"audit":0}', 'audit: received 0; expected a whole number of days from 1 to 36500, or null'],
    ['{"audit":"1"}', 'audit: received "1"; expected a whole number of days'],
  ])('%s is refused', (text, want) => {
    expect(() => parseRetention(text)).toThrow(want)
  })
})

describe('what is no longer stored', () => {
  let server: TestServer
  let made: Record<string, string>
  /** Milliseconds after what was made. */
  let later = 0
  const sweep = (days: Parameters<typeof parseRetention>[0] | object) => {
    const { database } = server.services
    const clock = { ...server.clock, now: () => server.clock.now() + later }
    return createRetention({
      database,
      clock,
      days: parseRetention(typeof days === 'string' ? days : JSON.stringify(days)),
      report: (error) => expect(error).toBeUndefined(),
    }).sweep()
  }
  const send = (method: string, path: string, body?: object) =>
    server.wire.send({ method, path, key: server.a.key, ...(body && { body }) })
  const make = async (path: string, body: object) =>
    ((await send('POST', path, body)).json() as { id: string }).id
  const count = async (table: string, where = 'true') =>
    (
      await server.services.database.get<{ count: number }>(
        `SELECT count(*) AS count FROM ${table} WHERE ${where}`,
      )
    )?.count

  beforeAll(async () => {
    server = await startServer()
    const prompt = (name: string) =>
      make('/prompts', { name, content: 'Hello', tags: ['t'], model: 'mock/echo' })
    made = {
      plain: await prompt('Plain'),
      executed: await prompt('Executed'),
      evaluated: await prompt('Evaluated'),
      reported: await prompt('Reported'),
      watched: await prompt('Watched'),
      alive: await prompt('Alive'),
    }
    await send('POST', `/prompts/${made.executed}/execute`, {})
    await send('POST', `/prompts/${made.alive}/execute`, {})
    const items = Array.from({ length: 300 }, () => ({ variables: { a: 'b' } }))
    made.dataset = await make('/datasets', { name: 'Evaluated', items: [{ variables: { a: 'b' } }] })
    made.loose = await make('/datasets', { name: 'Loose', items })
    made.evaluation = await make('/evaluations', {
      promptId: made.evaluated,
      datasetId: made.dataset,
      scorers: [{ type: 'equals' }],
    })
    await server.services.jobs.idle()
    await make('/reports', {
      templateId: 'template_01m3v7me00ek2v3mwbsax9r214',
      parameters: { promptId: made.reported },
    })
    await make('/webhooks', {
      url: 'https://127.0.0.1:9/',
      events: ['prompt.updated'],
      filters: { promptIds: [made.watched] },
    })
    await server.services.jobs.idle()
    for (const name of ['plain', 'executed', 'evaluated', 'reported', 'watched'])
      await send('DELETE', `/prompts/${made[name]}`)
    for (const name of ['dataset', 'loose']) await send('DELETE', `/datasets/${made[name]}`)
  })
  afterAll(() => server.close())

  const deletedPrompts = async () =>
    (
      await server.services.database.all<{ name: string }>(
        'SELECT name FROM prompts WHERE deleted_at IS NOT NULL ORDER BY name',
      )
    ).map(({ name }) => name)

  test('nothing goes before its time, nor what is kept for ever', async () => {
    later = 30 * DAY - 1000
    expect(await sweep(DEFAULTS)).toEqual({ executions: 0, results: 0, audit: 0, deleted: 0 })
    later = 500 * DAY
    expect(await sweep(FOR_EVER)).toEqual({ executions: 0, results: 0, audit: 0, deleted: 0 })
    expect(await deletedPrompts()).toEqual(['Evaluated', 'Executed', 'Plain', 'Reported', 'Watched'])
  })

  test('of what was deleted, what nothing that is kept refers to', async () => {
    await sweep({ deleted: 30, executions: null, audit: null, results: null })
    expect(await deletedPrompts()).toEqual(['Evaluated', 'Executed', 'Reported', 'Watched'])
    expect(await count('prompt_versions', `prompt_id = '${made.plain}'`)).toBe(0)
    expect(await count('prompt_tags', `prompt_id = '${made.plain}'`)).toBe(0)
    expect(await count('datasets')).toBe(1)
    expect(await count('dataset_items', `dataset_id = '${made.loose}'`)).toBe(0)
    expect(await count('dataset_items', `dataset_id = '${made.dataset}'`)).toBe(1)
    expect((await send('GET', `/prompts/${made.alive}`)).status).toBe(200)
  })

  test('executions, and then the deleted prompts that they held', async () => {
    expect((await sweep({ executions: 90, deleted: 30, audit: null, results: null })).executions).toBe(2)
    expect(await count('executions')).toBe(0)
    expect(await deletedPrompts()).toEqual(['Evaluated', 'Reported', 'Watched'])
    const { executions } = (await send('GET', `/prompts/${made.alive}/executions`)).json() as {
      executions: []
    }
    expect(executions).toEqual([])
  })

  test('the results of an evaluation, all or none; its summary stays, and what needs them is refused', async () => {
    expect((await sweep({ ...FOR_EVER, results: 400 })).results).toBe(2) // the result, and its evaluation's mark
    expect(await count('evaluation_results')).toBe(0)
    const evaluation = (await send('GET', `/evaluations/${made.evaluation}`)).json() as Record<
      string,
      unknown
    >
    expect(evaluation).toMatchObject({ resultCounts: { total: 1 } })
    const report = {
      templateId: 'template_01m3v7me00ek2v3mwbsax9r211',
      parameters: { evaluationId: made.evaluation },
    }
    for (const response of [
      await send('POST', '/reports', report),
      await send('POST', `/evaluations/${made.evaluation}/retry`),
    ]) {
      expect(response.status).toBe(409)
      expect(response.body.toString()).toContain('no longer stored')
    }
    expect(await sweep({ ...FOR_EVER, results: 400 })).toMatchObject({ results: 0 })
  })

  test('the audit log, in steps of which none holds the event loop for long', async () => {
    const { database } = server.services
    await database.write((tx) =>
      tx.run(
        `INSERT INTO audit_log (id, organization_id, operation, triggered_by, created_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
         SELECT 'audit_' || i, ?, 'createPrompt', 'api', i FROM n`,
        server.a.id,
      ),
    )
    await database.write((tx) =>
      tx.run(
        `INSERT INTO audit_log (id, organization_id, operation, triggered_by, created_at) VALUES ('audit_new', ?, 'x', 'api', ?)`,
        server.a.id,
        server.clock.now() + later,
      ),
    )
    const { blocked: hold } = await measureBlocking(() => sweep({ ...FOR_EVER, audit: 400 }))
    expect(await database.all('SELECT id FROM audit_log')).toEqual([{ id: 'audit_new' }])
    expect(hold).toBeLessThan(50)
  })
})

test('a step takes as many rows as fit into five milliseconds', async () => {
  const database = await temporaryServiceDatabase()
  await database.write((tx) => tx.run(`INSERT INTO organizations VALUES ('org', 'Mine', 'free', 0, 0, 0)`))
  await database.write((tx) =>
    tx.run(
      `INSERT INTO audit_log (id, organization_id, operation, triggered_by, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       SELECT 'audit_' || i, 'org', 'createPrompt', 'api', i FROM n`,
    ),
  )
  // A disk on which a row needs half a millisecond.
  let passed = 0
  const steps: number[] = []
  const { write } = database
  database.write = (work) =>
    write((tx) =>
      work({
        get: tx.get.bind(tx),
        all: tx.all.bind(tx),
        insertAll: tx.insertAll.bind(tx),
        insertNew: tx.insertNew.bind(tx),
        turn: tx.turn.bind(tx),
        afterCommit: tx.afterCommit.bind(tx),
        async run(sql, ...values) {
          const changed = await tx.run(sql, ...values)
          steps.push(changed)
          passed += changed / 2
          return changed
        },
      }),
    )
  const clock = { ...new ManualClock(), now: () => 1000 * DAY }
  await createRetention({ database, clock, report: () => {}, elapsed: () => passed }).sweep()
  expect(steps.reduce((sum, step) => sum + step, 0)).toBe(5000)
  expect(Math.max(...steps.filter((step) => step > 0).slice(1))).toBeLessThanOrEqual(10)
})

describe('the room of what was removed', () => {
  const fill = async (database: Awaited<ReturnType<typeof openSqlite>>) => {
    const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      SELECT 'evt_' || i, '1', zeroblob(20000) FROM n`
    await database.write((tx) => tx.run(`INSERT INTO event_bodies (event_id, api_version, body) ${rows}`))
    await database.write((tx) => tx.run('DELETE FROM event_bodies'))
  }

  test('is given back while the database works, a little at a time', async () => {
    const database = await temporaryDatabase()
    await fill(database)
    const { free } = await database.sizes()
    expect(free).toBeGreaterThan(7_000_000)
    const { blocked: hold } = await measureBlocking(async () => {
      await Promise.all([
        database.compact(false),
        database.write((tx) => tx.run(`INSERT INTO organizations VALUES ('org', 'Mine', 'free', 0, 0, 0)`)),
      ])
    })
    expect(hold).toBeLessThan(50)
    expect(await database.sizes()).toMatchObject({ free: 0, rows: { prompts: 0 } })
    expect((await database.sizes()).file).toBeLessThan(1_500_000)
    expect(await database.integrityCheck()).toEqual([])
  })

  test('of a file of an earlier version is given back when nobody waits', async () => {
    const file = join(temporaryDirectory(), 'test.db')
    const { Sqlite } = await import('../../../src/service/storage/sqlite/driver.ts')
    const raw = new Sqlite(file)
    raw.pragma('auto_vacuum = NONE')
    raw.pragma('journal_mode = WAL')
    raw.exec(`PRAGMA application_id = ${0x50725376}; CREATE TABLE schema_steps (
      position INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL)`)
    raw.close()
    const database = await openSqlite({ file })
    await fill(database)
    await expect(database.compact(false)).rejects.toThrow(expect.objectContaining({ name: 'RewriteNeeded' }))
    await database.compact(true)
    expect((await database.sizes()).file).toBeLessThan(1_500_000)
    await fill(database)
    await database.compact(false)
    expect((await database.sizes()).free).toBe(0)
    await database.close()
  })
})
