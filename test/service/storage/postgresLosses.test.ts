/** Problems of the database while a process serves: silence, a changed schema, a wrong clock, a lost lease. */
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { StorageUnavailable } from '../../../src/service/storage/database.ts'
import { systemTiming } from '../../../src/service/storage/postgres/attempts.ts'
import { ManualClock } from '../../harness/clock.ts'
import { describeOverPostgres } from '../../harness/overPostgres.ts'
import { runSql } from '../../harness/postgres.ts'
import { recorder, setUp } from '../jobs/jobsWorld.ts'
import { newSchema, openingOn } from './sharedSchema.ts'

describeOverPostgres('a process that serves a schema', (server) => {
  const { open, two } = openingOn(server)

  test.each([
    [
      true,
      `INSERT INTO schema_steps VALUES (999, 'of a newer version', 'x', 0)`,
      'Another version has served',
    ],
    [false, `UPDATE schema_holder SET holder = 'another'`, 'Another process has served'],
  ])(
    'with shared: %s each new connection looks whether the schema is still its own',
    async (shared, change, message) => {
      const schema = newSchema()
      const reported: unknown[] = []
      const database = await open(schema, { shared, report: (error) => reported.push(error) })
      await runSql(server.url, `SET search_path = ${schema}`, change) // before there is a connection of the pool
      for (let time = 0; time < 2; time++)
        await expect(database.get('SELECT 1 AS one')).rejects.toThrow(message)
      expect(await database.get('SELECT 1 AS one').catch((error: unknown) => error)).toBeInstanceOf(
        StorageUnavailable,
      )
      expect(reported.map(String)).toEqual([expect.stringContaining(message)])
    },
  )

  test('a server that loses what it acknowledges is not gone on with, until it is right again', async () => {
    // Of its own, for its settings are changed; and a quarter of a second to try again.
    const name = `losses_${process.pid}`
    await runSql(server.url, `CREATE DATABASE ${name}`)
    const { href: url } = Object.assign(new URL(server.url), { pathname: name })
    const timing = { ...systemTiming, now: () => performance.now() * 20 }
    const schema = newSchema()
    const one = await open(schema, { url, timing })
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'prompt-service ${schema}'`
    const change = () => one.write((tx) => tx.run("DELETE FROM retention WHERE kind = 'none'")).catch(String)
    await runSql(server.url, `ALTER DATABASE ${name} SET synchronous_commit = off`, kill)
    await expect.poll(change, { timeout: 20_000 }).toContain('synchronous_commit is off')
    await runSql(server.url, `ALTER DATABASE ${name} RESET synchronous_commit`)
    await expect.poll(change, { timeout: 20_000 }).toBe(0)
  }, 60_000)

  test('a server that says nothing any more is left for one that does', async () => {
    const clock = new ManualClock(Date.now())
    const wire = await freezable(server.url)
    const reported: unknown[] = []
    const report = (error: unknown) => reported.push(error)
    const database = await open(newSchema(), { url: wire.url, silence: 1_000, clock, report })
    expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 })
    wire.freeze() // with a connection that waits for use
    expect(
      await database.others.exclusively('work', async () => {}).catch((error: unknown) => error),
    ).toBeInstanceOf(StorageUnavailable)
    await clock.advance(10_000) // it is looked at
    await expect
      .poll(() => reported.map(String), { timeout: 5_000 })
      .toEqual([expect.stringContaining('is lost')])
    await expect
      .poll(() => database.others.exclusively('work', async () => {}).catch(() => false), { timeout: 5_000 })
      .toBe(true)
    expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('a clock that goes wrong later takes up no jobs until it is right again', async () => {
    let ahead = 0
    let beat = () => {}
    const clock = {
      ...new ManualClock(),
      now: () => Date.now() + ahead,
      after(_milliseconds: number, action: () => void) {
        beat = action
        return () => {}
      },
    }
    const reported: unknown[] = []
    const database = await open(newSchema(), { clock, report: (error) => reported.push(error) })
    const jobs = await setUp({ database })
    ahead = 60_000
    beat()
    await expect.poll(() => reported.map(String)).toEqual([expect.stringMatching(WRONG)])
    await jobs.enqueue({})
    const { seen, run } = recorder(jobs)
    jobs.start(run)
    await expect.poll(() => jobs.warnings).toContain('jobs cannot be claimed now')
    expect(await jobs.rows()).toMatchObject([{ claimed: 0 }])
    ahead = 0
    beat()
    await expect
      .poll(async () => {
        await jobs.clock.advance(1_000)
        return seen
      })
      .toEqual(['s'])
    expect(reported).toHaveLength(1)
  })
  const WRONG = /No job is started: the clock of this machine is (59|60) s ahead of the database's/

  test('what is held and forgotten by the database is taken again; what another one took meanwhile is lost', async () => {
    const clock = new ManualClock(Date.now())
    const { schema, one, other } = await two({ clock })
    const locked = await one.others.lease('a key', 'of one')
    if (locked.kind !== 'held') throw new Error('It is taken.')
    const holder = () => one.get<{ note: string }>("SELECT note FROM leases WHERE name = 'a key'")
    await runSql(server.url, `DELETE FROM ${schema}.leases`) // as a crash does
    await clock.advance(10_000)
    await expect.poll(holder).toEqual({ note: 'of one' })
    expect(locked.lost).toBe(false)
    await runSql(server.url, `DELETE FROM ${schema}.leases`)
    expect((await other.others.lease('a key', 'of the other')).kind).toBe('held')
    await clock.advance(10_000)
    await expect.poll(() => locked.lost).toBe(true)
    await locked.release()
    expect(await holder()).toEqual({ note: 'of the other' })
  })
})

/** The server on a wire that can fall silent: connections then stay open without any data. */
async function freezable(url: string): Promise<{ url: string; freeze(): void }> {
  const { hostname, port } = new URL(url)
  const pairs: [Socket, Socket][] = []
  const wire = createServer((client) => {
    const target = connect(Number(port), hostname)
    pairs.push([client, target])
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes)).on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => void wire.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    wire.close()
  })
  const through = new URL(url)
  const address = wire.address()
  through.port = String(typeof address === 'object' ? address?.port : '')
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    freeze() {
      // A server that is not reached any more lets go of the place by itself, which is not what is looked at here.
      for (const [client, target] of pairs.splice(0)) {
        client.removeAllListeners('data').resume()
        target.destroy()
        target.removeAllListeners('close')
      }
    },
  }
}
