/** The shared state of processes on one schema: places, locks, leases, messages and counts. */
import { expect, onTestFinished, test } from 'vitest'
import { LimiterState } from '../../../src/service/server/steps/rateLimit/limiterState.ts'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { lockKey } from '../../../src/service/storage/postgres/locks.ts'
import { ManualClock } from '../../harness/clock.ts'
import { describeOverPostgres } from '../../harness/overPostgres.ts'
import { connectTo, runSql } from '../../harness/postgres.ts'
import { seededRandom } from '../../harness/random.ts'
import { setUp } from '../jobs/jobsWorld.ts'
import { newSchema, openingOn } from './sharedSchema.ts'

describeOverPostgres('processes that share a schema', (server) => {
  const { open, two } = openingOn(server)

  test('ten that start at once on an empty database make its schema once, and all serve it', async () => {
    const schema = newSchema()
    const starts = Array.from({ length: 10 }, () => open(schema, { patience: 10_000 }))
    const [database] = await Promise.all(starts)
    const applied = await database?.all('SELECT name FROM schema_steps')
    expect(applied).toHaveLength(migrations.filter(({ engine }) => engine !== 'sqlite').length)
  })

  test('one alone keeps those that share out, and they it', async () => {
    const schema = newSchema()
    const exclusive = await open(schema, { shared: false })
    expect(exclusive.others).toBeUndefined()
    await expect(open(schema)).rejects.toThrow(/in use by .* That process uses it exclusively/)
    await exclusive.close()
    await open(schema)
    await expect(open(schema, { shared: false })).rejects.toThrow(/in use by .* One process serves/)
  })

  test('nobody changes the schema under others', async () => {
    const schema = newSchema()
    await open(schema, { steps: migrations.slice(0, -1) })
    await expect(open(schema)).rejects.toThrow('older than this version, and other processes serve it')
  })

  test('who waits for a long change of the schema is told so', async () => {
    const schema = newSchema()
    const changing = await connectTo(server.url)
    onTestFinished(() => changing.end())
    for (const lock of ['serving', 'migrating'] as const)
      await changing.query('SELECT pg_advisory_lock($1, $2)', lockKey(lock, schema))
    await expect(open(schema)).rejects.toThrow(
      /schema is being brought up to date by .* Wait until that is done/,
    )
  })

  test('a clock that is far from that of the database is refused, by one that shares it', async () => {
    const clock = new ManualClock(Date.now() + 60_000)
    await expect(open(newSchema(), { clock })).rejects.toThrow(
      /the clock of this machine is (59|60) s ahead of the database's/,
    )
    await open(newSchema(), { clock, shared: false })
  })

  const kill = (schema: string) =>
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'prompt-service ${schema}'`

  test('one that lost its connections goes on, also when others served the schema meanwhile', async () => {
    const { schema, one, other } = await two()
    const heard: (string | undefined)[] = []
    one.others.listen('news', (message) => heard.push(message))
    await runSql(server.url, kill(schema))
    await other.write((tx) => tx.run("INSERT INTO retention VALUES ('other', 1)"))
    expect(await one.get("SELECT days FROM retention WHERE kind = 'other'")).toEqual({ days: 1 })
    await expect.poll(() => heard).toEqual([undefined])
  })

  test('messages reach the others alone, many of them as the word that something was missed', async () => {
    const { one, other } = await two()
    const [atOne, atOther] = [[] as unknown[], [] as unknown[]]
    one.others.listen('news', (message) => atOne.push(message))
    other.others.listen('news', (message) => atOther.push(message))
    one.others.notify('news', 'first')
    one.others.notify('news', 'first')
    one.others.notify('elsewhere', 'unheard')
    one.others.notify('news', 'é'.repeat(3_000))
    one.others.notify('news', 'ü'.repeat(3_000))
    await expect.poll(() => atOther).toEqual(['first', 'é'.repeat(3_000), 'ü'.repeat(3_000)])
    for (let number = 0; number < 1_000; number++) one.others.notify('news', String(number))
    await expect.poll(() => atOther.slice(3)).toEqual([undefined])
    expect(atOne).toEqual([])
  })

  test('what another program says on the channel is reported and ends nothing', async () => {
    const reported: unknown[] = []
    const { schema, one, other } = await two({ report: (error) => reported.push(error) })
    const heard: unknown[] = []
    one.others.listen('news', (message) => heard.push(message))
    for (const payload of ['no JSON', '7', '[7]', '{}'])
      await runSql(server.url, `SELECT pg_notify('prompt_service_${schema}', '${payload}')`)
    other.others.notify('news', 'good')
    await expect.poll(() => heard).toEqual(['good'])
    await expect.poll(() => reported).toHaveLength(8)
  })

  test('a server whose transactions are serializable by default counts all the same', async () => {
    const database = new URL(server.url).pathname.slice(1)
    const alter = (change: string) =>
      runSql(server.url, `ALTER DATABASE "${database}" ${change} default_transaction_isolation`)
    await runSql(
      server.url,
      `ALTER DATABASE "${database}" SET default_transaction_isolation = 'serializable'`,
    )
    onTestFinished(() => alter('RESET').then(() => undefined))
    const { one, other } = await two()
    const request = { organizationId: 'org of many', perMinute: 60, burst: 10, perDay: 1000 }
    const counted = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? one : other).others.admit(request)),
    )
    expect(counted.filter((state) => state?.allowed)).toHaveLength(10)
  })

  test('work of one name is done by one at a time, and by the next one after a loss', async () => {
    const { schema, one, other } = await two()
    const done: string[] = []
    let [begun, end] = [() => {}, () => {}]
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const long = one.others.exclusively('work', () => {
      begun()
      return new Promise<void>((resolve) => {
        end = resolve
      })
    })
    await beginning
    expect(await other.others.exclusively('work', async () => done.push('other'))).toBe(false)
    expect(await one.others.exclusively('work', async () => done.push('one'))).toBe(false)
    expect(await other.others.exclusively('another', async () => done.push('another'))).toBe(true)
    await runSql(server.url, kill(schema))
    await expect
      .poll(() => other.others.exclusively('work', async () => done.push('heir')).catch(() => false))
      .toBe(true)
    end()
    expect(await long).toBe(true)
    expect(done).toEqual(['another', 'heir'])
  })

  test('what is held is free when it is given back, or half a minute after its holder died', async () => {
    const clock = new ManualClock(Date.now())
    const { schema, one, other } = await two({ clock })
    const retained = await one.others.lease('a key', 'of one')
    expect(await other.others.lease('a key', 'of the other')).toEqual({ kind: 'taken', note: 'of one' })
    await expect(other.others.lease('another key', '')).resolves.toMatchObject({ kind: 'held' })
    if (retained.kind === 'held') await retained.release()
    expect((await other.others.lease('a key', 'of the other')).kind).toBe('held')
    const ends = `UPDATE ${schema}.leases SET ends_at = ends_at - 25000`
    await runSql(server.url, ends)
    expect((await one.others.lease('a key', '')).kind).toBe('taken')
    await clock.advance(10_000) // it is renewed
    await expect
      .poll(async () => (await one.get<{ left: number }>(LEFT, 'a key'))?.left)
      .toBeGreaterThan(25_000)
    await other.close()
    await runSql(server.url, ends)
    await clock.advance(10_000)
    expect((await one.others.lease('a key', '')).kind).toBe('taken')
    await runSql(server.url, ends)
    expect((await one.others.lease('a key', 'of the heir')).kind).toBe('held')
  })
  const LEFT = 'SELECT ends_at - database_now() AS left FROM leases WHERE name = ?'

  test('a name that is locked by one unit is locked for all, to the end of it', async () => {
    const { one, other } = await two()
    const order: string[] = []
    let locked = () => {}
    const first = new Promise<void>((resolve) => (locked = resolve))
    const work = one.claim(async (tx) => {
      await one.others.lock(tx, 'a queue')
      locked()
      // Until the other one had its turn elsewhere.
      for (let turns = 0; turns < 2_000 && order.length === 0; turns++) await tx.get('SELECT 1 AS one')
      order.push('one')
    })
    await first
    await other.claim(async (tx) => {
      await other.others.lock(tx, 'another queue')
      order.push('unlocked')
    })
    await other.claim(async (tx) => {
      await other.others.lock(tx, 'a queue')
      order.push('other')
    })
    await work
    expect(order).toEqual(['unlocked', 'one', 'other'])
  })

  test('the lease of a job begins with its claim, however long that waited for its queue', async () => {
    const { schema, one } = await two()
    const { clock, enqueue, start, rows, complete } = await setUp({ database: one })
    const holder = await connectTo(server.url)
    onTestFinished(() => holder.end())
    const queue = lockKey('named', schema, 'queue k l')
    await holder.query('SELECT pg_advisory_lock($1, $2)', queue)
    await enqueue({})
    const leaseEnd = new Promise((resolve) => {
      start(async (job) => {
        resolve((await rows())[0]?.due_at)
        await complete(job)
      })
    })
    const waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    await expect.poll(async () => (await holder.query(waiting)).rows).toEqual([{ count: '1' }])
    clock.jump(clock.now() + 4_000)
    await holder.query('SELECT pg_advisory_unlock($1, $2)', queue)
    expect(await leaseEnd).toBe(clock.now() + 60_000)
  })

  test('requests are counted as one process counts them in memory, whatever the clock does', async () => {
    const schema = newSchema()
    await open(schema)
    const client = await connectTo(server.url)
    onTestFinished(() => client.end())
    const random = seededRandom('counts')
    const upTo = (most: number) => Math.floor(random.fraction() * most)
    for (let organization = 0; organization < 12; organization++) {
      const limits = { perMinute: 1 + upTo(40), burst: 1 + upTo(12), perDay: 60 + upTo(60) }
      let now = 1_790_000_000_000 + upTo(60_000)
      const state = new LimiterState(now)
      const days = new Map<number, number>()
      for (let request = 0; request < 200; request++) {
        // Mostly forward, now and then a jump of minutes either way.
        now += upTo(20) === 0 ? upTo(300_000) - 150_000 : upTo(1_500)
        const day = Math.floor(now / 86_400_000)
        const violations = state.violations(limits, now)
        const allowed = violations.length === 0 && (days.get(day) ?? 0) < limits.perDay
        if (allowed) {
          state.use()
          days.set(day, (days.get(day) ?? 0) + 1)
        }
        const values = [`org ${organization}`, limits.perMinute, limits.burst, limits.perDay, now]
        const sql = `SET search_path = ${schema}`
        if (request === 0) await client.query(sql)
        const { rows } = await client.query('SELECT * FROM admit_request($1, $2, $3, $4, $5)', values)
        const counted = new LimiterState(now, {
          owed: Number(rows[0].owed),
          minute: Number(rows[0].minute),
        })
        expect({ ...rows[0], organization, request }).toMatchObject({
          allowed,
          day: String(days.get(day) ?? 0),
        })
        expect(counted.minute.count).toBe(state.minute.count)
        expect(counted.bucket.remaining(limits)).toBe(state.bucket.remaining(limits))
        expect(counted.bucket.untilNext(limits)).toBe(state.bucket.untilNext(limits))
        expect(allowed ? [] : counted.violations(limits, now)).toEqual(allowed ? [] : violations)
      }
    }
  })
})
