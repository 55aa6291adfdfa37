/** PostgreSQL beyond the suite of every engine: collisions, other processes, lost connections, rejections. */
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { StorageUnavailable } from '../../../src/service/storage/database.ts'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { openPostgres, type PostgresOptions } from '../../../src/service/storage/postgres.ts'
import { describeOverPostgres } from '../../harness/overPostgres.ts'
import { connectTo, databaseAt, programsMissing, runSql, startPostgres } from '../../harness/postgres.ts'

describeOverPostgres('over a server', (server) => {
  const steps = [
    {
      name: 'accounts',
      sql: 'CREATE TABLE accounts (id TEXT NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)',
    },
  ]
  let schemas = 0
  const newSchema = () => `own_${process.pid}_${++schemas}`
  async function open(given: Partial<PostgresOptions> = {}) {
    const options = { url: server.url, schema: newSchema(), steps, patience: 0, report: () => {}, ...given }
    const database = await openPostgres(options)
    onTestFinished(() => database.close())
    return { database, schema: options.schema }
  }
  const total = 'SELECT sum(amount) AS total FROM accounts'

  test('two units that each look at what the other changes end as if one had come first', async () => {
    const { database } = await open()
    await database.write((tx) => tx.run("INSERT INTO accounts VALUES ('a', 50), ('b', 50)"))
    let attempts = 0
    let looks = 0
    const withdraw = (id: string) =>
      database.write(async (tx) => {
        attempts++
        const row = await tx.get<{ total: number }>(total)
        looks++
        // The one that looks first waits until the other has looked too.
        while (looks < 2) await tx.turn()
        if ((row?.total ?? 0) < 100) return false
        await tx.run('UPDATE accounts SET amount = amount - 100 WHERE id = ?', id)
        return true
      })
    const responses = await Promise.all([withdraw('a'), withdraw('b')])
    expect(responses.toSorted()).toEqual([false, true])
    expect(attempts).toBeGreaterThan(2)
    expect(await database.get(total)).toEqual({ total: 0 })
  })

  test('fifty units that change one row at once are all done', async () => {
    const { database } = await open()
    await database.write((tx) => tx.run("INSERT INTO accounts VALUES ('a', 0)"))
    const one = () =>
      database.write(async (tx) => {
        const row = await tx.get<{ amount: number }>("SELECT amount FROM accounts WHERE id = 'a'")
        await tx.run("UPDATE accounts SET amount = ? WHERE id = 'a'", (row?.amount ?? 0) + 1)
      })
    await Promise.all(Array.from({ length: 50 }, one))
    expect(await database.get(total)).toEqual({ total: 50 })
  })

  test('what a unit leaves for after the commit is done once, however often the unit was run', async () => {
    const { database } = await open({ undoFirstAttempts: true })
    const done: number[] = []
    let attempts = 0
    await database.write(async (tx) => {
      const attempt = ++attempts
      await tx.run("INSERT INTO accounts VALUES ('a', ?)", attempt)
      tx.afterCommit(() => done.push(attempt))
    })
    expect(done).toEqual([2])
    expect(await database.all('SELECT amount FROM accounts')).toEqual([{ amount: 2 }])
  })

  test('a schema that is in use is refused, with who uses it', async () => {
    const { schema } = await open()
    await expect(open({ schema })).rejects.toThrow(
      new RegExp(
        `schema ${schema}: the database is in use by "prompt-service ${schema}" from .*One process serves`,
      ),
    )
  })

  test('of ten that start at once on an empty database one serves it, and makes the schema once', async () => {
    const schema = newSchema()
    const starts = Array.from({ length: 10 }, () => open({ schema, steps: migrations }))
    const ended = await Promise.allSettled(starts)
    const [opened, ...others] = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(others).toEqual([])
    const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(reasons).toEqual(Array(9).fill(expect.stringContaining('the database is in use by ')))
    const applied = await opened?.database.all<{ name: string }>(
      'SELECT name FROM schema_steps ORDER BY position',
    )
    const ours = migrations.filter(({ engine }) => engine !== 'sqlite')
    expect(applied?.map(({ name }) => name)).toEqual(ours.map(({ name }) => name))
  })

  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = `

  test('every connection is lost: units under way and later ones succeed when the server is back', async () => {
    const { database, schema } = await open()
    await database.write((tx) => tx.run("INSERT INTO accounts VALUES ('a', 1)"))
    let first = true
    await database.write(async (tx) => {
      await tx.run('UPDATE accounts SET amount = amount + 1')
      if (first) {
        first = false
        void runSql(server.url, `${kill}'prompt-service ${schema}'`)
        for (;;) await tx.get('SELECT 1 AS one')
      }
    })
    expect(await database.get(total)).toEqual({ total: 2 })
  })

  test('a process that lost its place to another one takes no more changes, and says so', async () => {
    const { database, schema } = await open({
      timing: {
        now: () => performance.now(),
        pause: () => new Promise((resolve) => void setImmediate(resolve)),
        fraction: () => 0,
      },
    })
    const holder = `UPDATE ${schema}.schema_holder SET holder = 'another'`
    await runSql(server.url, holder, `${kill}'prompt-service ${schema}'`)
    const rejected = () => database.write((tx) => tx.run("INSERT INTO accounts VALUES ('a', 1)"))
    await expect
      .poll(() => rejected().then(String, String), { timeout: 5_000 })
      .toContain('Another process has served this database meanwhile')
    expect(await rejected().catch((error: unknown) => error)).toBeInstanceOf(StorageUnavailable)
  })

  test('a commit whose connection is lost is not certain, and watchers are told when it is over', async () => {
    const slow = {
      name: 'slow',
      engine: 'postgres' as const,
      sql: `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()`,
    }
    const { database, schema } = await open({ steps: [...steps, slow] })
    const reported: boolean[] = []
    database.watch({ accounts: { except: [] } }, (certain) => reported.push(certain))
    const done: string[] = []
    const lost = database
      .write(async (tx) => {
        tx.afterCommit(() => done.push('committed'))
        await tx.run("INSERT INTO accounts VALUES ('a', 1)")
      })
      .catch((error: unknown) => error)
    const committing = `application_name = 'prompt-service ${schema}' AND state = 'active' AND query = 'COMMIT'`
    const killed = async () => {
      const client = await connectTo(server.url)
      const { rows } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${committing}`,
      )
      await client.end()
      return rows.length
    }
    await expect.poll(killed, { timeout: 5_000 }).toBe(1)
    expect(await lost).toMatchObject({
      name: 'StorageUnavailable',
      message: expect.stringContaining('is not certain'),
    })
    await expect.poll(() => reported, { timeout: 5_000 }).toEqual([false, false])
    expect(done).toEqual([])
  })

  test('a database that a newer version made is refused, and tables of another program are', async () => {
    const { database, schema } = await open({ steps: [...steps, { name: 'later', sql: 'SELECT 1' }] })
    await database.close()
    await expect(open({ schema })).rejects.toThrow('made by a newer version: it has the schema step "later"')
    const foreign = newSchema()
    await runSql(server.url, `CREATE SCHEMA ${foreign}`, `CREATE TABLE ${foreign}.mine (id int)`)
    await expect(open({ schema: foreign })).rejects.toThrow('this schema has the tables of another program')
  })

  test.each([
    ['synchronous_commit', 'the server loses acknowledged changes in a crash: synchronous_commit is off.'],
    ['nothing', undefined],
  ])('a server with %s off', async (setting, want) => {
    const name = `lossy_${process.pid}_${++schemas}`
    await runSql(server.url, `CREATE DATABASE ${name}`)
    if (want !== undefined) await runSql(server.url, `ALTER DATABASE ${name} SET ${setting} = off`)
    const opened = open({ url: databaseAt(server.url, name) })
    if (want === undefined) await (await opened).database.close()
    else await expect(opened).rejects.toThrow(want)
    await runSql(server.url, `DROP DATABASE ${name} WITH (FORCE)`)
  })

  test.skipIf(programsMissing !== undefined)(
    `a server that keeps nothing in a crash${programsMissing ? ` (${programsMissing})` : ''}`,
    async () => {
      const lossy = await startPostgres({ fsync: 'off', full_page_writes: 'off' })
      onTestFinished(() => lossy.stop())
      await expect(open({ url: lossy.url })).rejects.toThrow(
        'in a crash: fsync and full_page_writes are off. Turn them on.',
      )
    },
  )

  const rejections: [what: string, change: (url: URL) => void, want: RegExp][] = [
    [
      'a wrong password',
      (url) => (url.password = 'sesame'),
      /does not let the user tests in\. Look at the user/,
    ],
    ['no such database', (url) => (url.pathname = '/nowhere'), /there is no such database\. Make it first\./],
    ['no such server', (url) => (url.port = '1'), /the server cannot be reached \(.*ECONNREFUSED.*\)/],
    ['no encryption', (url) => (url.search = '?sslmode=require'), /accepts no encrypted connections/],
  ]
  test.each(rejections)('%s is said, without the password', async (_, change, want) => {
    const url = new URL(server.url)
    change(url)
    const rejected = await open({ url: url.href }).catch((error: unknown) => error)
    expect(String(rejected)).toMatch(want)
    expect(String(rejected)).not.toContain(url.password)
  })

  test.each([
    [
      'a column that must have a value',
      'INSERT INTO accounts (id) VALUES (?)',
      { code: '23502', table: 'accounts' },
    ],
    ['a row that is there', 'INSERT INTO accounts VALUES (?, 1)', { on: 'accounts.id' }],
    ['a value of another type', 'SELECT CAST(? AS INTEGER) AS number', { code: '22P02' }],
    ['a value that a function quotes', 'SELECT refuse(?)', { code: 'P0001' }],
    ['a row that the commit refuses', 'INSERT INTO notes VALUES (?)', { code: '23514' }],
  ])('%s is refused without the values of rows, wherever it is logged', async (_, sql, want) => {
    const rejecting = {
      name: 'refusing',
      engine: 'postgres' as const,
      sql: `CREATE FUNCTION refuse(value text) RETURNS int LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused' USING DETAIL = value, HINT = value; END $$;
      CREATE TABLE notes (text text);
      CREATE FUNCTION refuse_note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE check_violation USING MESSAGE = 'refused', DETAIL = NEW.text; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse_note()`,
    }
    const { database } = await open({ steps: [...steps, rejecting] })
    await database.write((tx) => tx.run("INSERT INTO accounts VALUES ('a private text', 1)"))
    const rejected = await database
      .write((tx) => tx.run(sql, 'a private text'))
      .catch((error: unknown) => error)
    expect(rejected).toMatchObject(want)
    expect(inspect(rejected, { depth: null, showHidden: true })).not.toContain('private')
  })

  test('a question mark in a text, a name or a comment is no placeholder', async () => {
    const { database } = await open()
    const sql = `SELECT 'what? it''s ?' AS a, ? AS "b?" -- why?\n, ? /* ? */ AS c`
    expect(await database.get(sql, 'x', 'y')).toEqual({ a: "what? it's ?", 'b?': 'x', c: 'y' })
  })

  test('numbers are numbers, bytes are bytes, and texts are ordered by their bytes', async () => {
    const values = {
      name: 'values',
      sql: 'CREATE TABLE things (name TEXT NOT NULL PRIMARY KEY, size REAL, bytes BLOB)',
    }
    const { database } = await open({ steps: [values] })
    await database.write(async (tx) => {
      for (const name of ['b', 'B', 'ä', 'a', '😀', 'a b'])
        await tx.run('INSERT INTO things VALUES (?, ?, ?)', name, 0.5, Buffer.from(name))
    })
    const rows = await database.all<{ name: string }>('SELECT name FROM things ORDER BY name')
    expect(rows.map(({ name }) => name)).toEqual(['B', 'a', 'a b', 'b', 'ä', '😀'])
    expect(
      await database.get(
        'SELECT count(*) AS n, sum(size) AS s, avg(length(name)) AS l, count(*) > 3 AS many FROM things',
      ),
    ).toEqual({ n: 6, s: 3, l: 8 / 6, many: 1 })
    expect(await database.get('SELECT bytes, size FROM things WHERE name = ?', 'ä')).toEqual({
      bytes: Buffer.from('ä'),
      size: 0.5,
    })
    await database.write((tx) => tx.run('INSERT INTO things VALUES (?, NULL, NULL)', 'nul \0'))
    expect(await database.get('SELECT name FROM things WHERE size IS NULL')).toEqual({ name: 'nul \uFFFD' })
  })
})
