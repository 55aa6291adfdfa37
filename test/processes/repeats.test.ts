/** A change that was committed but never acknowledged, for its process was killed: the repeat gets the stored response. */
import { expect, test } from 'vitest'
import { connectTo } from '../harness/postgres.ts'
import type { ServingProcess } from '../harness/processes.ts'
import { withThreeProcesses } from './three.ts'

withThreeProcesses('requests that are repeated by key after a kill', (three) => {
  const ROUNDS = 6

  test('get the committed response from any process, and change nothing again', async () => {
    const client = await connectTo(three.postgres.url)
    try {
      await client.query('SET search_path = development')
      const count = async (sql: string, name: string) =>
        Number((await client.query(sql, [name])).rows[0].count)
      for (let round = 0; round < ROUNDS; round++) {
        const name = `Unacknowledged ${round}`
        const asked = {
          method: 'POST',
          body: { name, content: 'Hi.' },
          headers: { 'idempotency-key': `unacknowledged ${round}` },
        }
        const victim = three.at(round) as ServingProcess
        // The response of the process is thrown away: to its caller the change was never acknowledged.
        const lost = victim.ask('/v1/prompts', asked).catch(() => {})
        const made = 'SELECT count(*) AS count FROM prompts WHERE name = $1'
        await expect.poll(() => count(made, name), { interval: 1, timeout: 10_000 }).toBe(1)
        await victim.kill('SIGKILL')
        await lost
        const { rows } = await client.query('SELECT id FROM prompts WHERE name = $1', [name])
        for (const other of [1, 2]) {
          const repeat = await three.at(round + other).ask('/v1/prompts', asked)
          expect(repeat.status, JSON.stringify(repeat.body)).toBe(201)
          expect(repeat.headers['idempotent-replayed']).toBe('true')
          expect(repeat.body.id).toBe(rows[0].id)
        }
        expect(await count(made, name)).toBe(1)
        await victim.start()
      }
    } finally {
      await client.end()
    }
  })

  test('are carried out once, whether the kill came before the commit or after it', async () => {
    const client = await connectTo(three.postgres.url)
    try {
      await client.query('SET search_path = development')
      let replayed = 0
      for (let round = 0; round < 1; round++) {
        const all = Array.from({ length: 60 }, (_, index) => ({
          method: 'POST',
          body: { name: `Many ${round} ${index}`, content: 'Hi.' },
          headers: { 'idempotency-key': `many ${round} ${index}` },
        }))
        const named = `SELECT name, id FROM prompts WHERE name LIKE $1`
        const there = async () =>
          (await client.query(named, [`Many ${round} %`])).rows as { name: string; id: string }[]
        const victim = three.at(round) as ServingProcess
        const acknowledged: string[] = []
        const sent = all.map((asked) =>
          victim.ask('/v1/prompts', asked).then(
            ({ status }) => status === 201 && acknowledged.push(asked.body.name),
            () => {},
          ),
        )
        await expect
          .poll(async () => (await there()).length, { interval: 1, timeout: 10_000 })
          .toBeGreaterThan(0)
        await victim.kill('SIGKILL')
        await Promise.all(sent)
        const before = new Map((await there()).map(({ name, id }) => [name, id]))
        for (const name of acknowledged) expect(before.has(name)).toBe(true)
        // Of calls that the killed process began the keys are free again after its lease.
        await Promise.all(
          all.map(async (asked) => {
            const ask = (other: number) => three.at(round + other).ask('/v1/prompts', asked)
            await expect.poll(async () => (await ask(1)).status, { timeout: 90_000, interval: 500 }).toBe(201)
            const repeat = await ask(2)
            expect(repeat.headers['idempotent-replayed']).toBe('true')
            const committed = before.get(asked.body.name)
            if (committed === undefined) return
            replayed++
            expect(repeat.body.id).toBe(committed)
          }),
        )
        const after = await there()
        expect(after.map(({ name }) => name).toSorted()).toEqual(all.map(({ body }) => body.name).toSorted())
        await victim.start()
      }
      // Else the kill came before every commit, and the test shows nothing.
      expect(replayed).toBeGreaterThan(0)
    } finally {
      await client.end()
    }
  })
})
