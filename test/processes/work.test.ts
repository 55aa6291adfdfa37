/** Each job is done once, by any process. */
import { expect, test } from 'vitest'
import { connectTo } from '../harness/postgres.ts'
import { respondWith } from '../harness/receiver.ts'
import { withThreeProcesses } from './three.ts'

withThreeProcesses('the work of three processes on one database', (three) => {
  const { at } = three

  test('each event is delivered once, whoever raised it, and a webhook has four deliveries under way in all', async () => {
    let [underWay, most] = [0, 0]
    const locked: (() => void)[] = []
    three.receiver.at('/shares', (response) => {
      most = Math.max(most, ++underWay)
      locked.push(() => {
        underWay--
        respondWith(200)(response, response.req)
      })
    })
    const hook = { url: three.receiver.url('/shares'), events: ['prompt.created'] }
    const { status, body } = await at(0).ask('/v1/webhooks', { method: 'POST', body: hook })
    expect(status).toBe(201)
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        at(index).ask('/v1/prompts', { method: 'POST', body: { name: `Event ${index}`, content: 'Hi.' } }),
      ),
    )
    expect(made.map((one) => one.status)).toEqual(Array(60).fill(201))
    const arrived = () => three.receiver.requests.filter(({ path }) => path === '/shares')
    await expect
      .poll(
        () => {
          // Blocked until four are there, or a look later: without the block more would come.
          for (const release of locked.splice(0)) release()
          return arrived().length
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe(60)
    for (const release of locked.splice(0)) release()
    const ids = arrived().map((one) => JSON.parse(one.body.toString()).data.id)
    expect(new Set(ids)).toEqual(new Set(made.map((one) => one.body.id)))
    expect(most).toBe(4)
    expect((await at(0).ask(`/v1/webhooks/${body.id}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('work is taken up by the others without their listener, and by whoever is left', async () => {
    const hook = { url: three.receiver.url('/woken'), events: ['prompt.updated'] }
    const { body } = await at(0).ask('/v1/webhooks', { method: 'POST', body: hook })
    // Each has the lock `serving`, which storage/postgres/locks.ts numbers, with the connection that listens.
    const client = await connectTo(three.postgres.url)
    const { rows } = await client.query(
      `SELECT pg_terminate_backend(a.pid) AS ended FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
       WHERE l.locktype = 'advisory' AND l.classid::bigint = $1 AND a.application_name = 'prompt-service development'`,
      [0x50725376],
    )
    await client.end()
    expect(rows).toEqual(Array(3).fill({ ended: true }))
    const made = await at(0).ask('/v1/prompts', { method: 'POST', body: { name: 'Woken', content: 'Hi.' } })
    const path = `/v1/prompts/${made.body.id}`
    expect((await at(1).ask(path, { method: 'PATCH', body: { description: 'Changed' } })).status).toBe(200)
    await expect
      .poll(() => three.receiver.requests.filter((one) => one.path === '/woken').length, { timeout: 20_000 })
      .toBe(1)
    expect((await at(0).ask(`/v1/webhooks/${body.id}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('an evaluation whose process is killed is ended by another one, each case once', async () => {
    const items = Array.from({ length: 40 }, (_, index) => ({ variables: { name: `Name ${index}` } }))
    const prompt = { name: 'Evaluated', content: 'Hello {{name}}', model: 'mock/echo' }
    const { body: made } = await at(0).ask('/v1/prompts', { method: 'POST', body: prompt })
    const { body: dataset } = await at(0).ask('/v1/datasets', {
      method: 'POST',
      body: { name: 'Cases', items },
    })
    const started = await at(2).ask('/v1/evaluations', {
      method: 'POST',
      body: {
        promptId: made.id,
        datasetId: dataset.id,
        model: 'mock/slow',
        concurrency: 10,
        scorers: [{ type: 'startsWith', options: { value: 'Hello' } }],
      },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    const path = `/v1/evaluations/${started.body.id}`
    await expect.poll(async () => (await at(0).ask(path)).body.status, { timeout: 20_000 }).toBe('running')
    // Its owner is not known: any remaining process ends it.
    await Promise.all([at(1).kill(), at(2).kill()])
    await expect
      .poll(async () => (await at(0).ask(path)).body.status, { timeout: 90_000, interval: 500 })
      .toBe('completed')
    const results = (await at(0).ask(`${path}/results?limit=100`)).body.results as { itemId: string }[]
    expect(results).toHaveLength(40)
    expect(new Set(results.map(({ itemId }) => itemId)).size).toBe(40)
    await Promise.all([at(1).start(), at(2).start()])
  }, 150_000)
})
