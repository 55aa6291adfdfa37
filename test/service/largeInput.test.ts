/**
 * The largest accepted bodies, rows and trees: none blocks the event loop for longer than the general limit
 * (eventLoop.test.ts), and a larger input is rejected with its limit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutsideClient, measureBlocking, type OutsideRequest } from '../harness/eventLoop.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { casesOf } from '../harness/thorough.ts'

/** Milliseconds of this thread's own work between two turns of the event loop. */
const MAX_BLOCKED_MS = 50
const BATCH = 2 * 2 ** 20
const PAGE_CHARACTERS = 2 ** 20

describe.each(casesOf(['compiled', 'strict'] as const, 2, 1))('judged by the %s validator', (validator) => {
  let server: TestServer
  let outside: ReturnType<typeof createOutsideClient>
  let dataset: string
  let prompts: string[]

  beforeAll(async () => {
    server = await startServer({ validator })
    outside = createOutsideClient(server.origin, server.ca)
    dataset = await make('/datasets', { name: 'Large' })
    await make('/webhooks', { url: 'https://127.0.0.1:9/', events: ['prompt.updated', 'prompt.deleted'] })
    const first = await make('/prompts', { name: 'Large', content: 'x' })
    await copyPrompt(first, 39, null)
    const rows = await server.services.database.all<{ id: string }>('SELECT id FROM prompts')
    prompts = rows.map(({ id }) => id)
    // The preparation of a route in its first request is not part of this measurement.
    await outside.send({ ...adding({ items: [{ variables: {} }] }), key: server.a.key })
    await outside.send({ ...changing('y', 1), key: server.a.key })
  })
  afterAll(async () => {
    await outside.close()
    await server.close()
  })

  async function make(path: string, body: object): Promise<string> {
    const response = await server.wire.send({ method: 'POST', path, key: server.a.key, body })
    return (response.json() as { id: string }).id
  }

  /** Copies a prompt so many times into a folder. */
  async function copyPrompt(id: string, count: number, folder: string | null): Promise<void> {
    await server.services.database.write(async (tx) => {
      const names = (await tx.all<{ name: string }>(`SELECT name FROM pragma_table_info('prompts')`)).map(
        ({ name }) => name,
      )
      const changed: Record<string, string> = {
        id: `'prompt_' || substr(printf('%026d', i + ${count} * 10000), 1, 26)`,
        folder_id: '?',
        created_at: 'created_at - i',
      }
      await tx.run(
        `INSERT INTO prompts (${names.join(', ')}) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT ${names.map((name) => changed[name] ?? name).join(', ')} FROM n, prompts WHERE id = ?`,
        count,
        folder,
        id,
      )
    })
  }

  type Sent = Omit<OutsideRequest, 'key'>
  const adding = (body: object): Sent => ({
    method: 'POST',
    path: `/datasets/${dataset}/items`,
    body: JSON.stringify(body),
  })
  const changing = (content: string, count: number): Sent => {
    const changes = prompts.slice(0, count).map((id) => ({ id, content }))
    return { method: 'PATCH', path: '/prompts', body: JSON.stringify({ prompts: changes }) }
  }
  const items = (item: object, count = 1_000) => ({ items: new Array(count).fill(item) })

  /** The least of six measurements, or the first that is short enough: a collection of garbage is not the work of this request. */
  async function blockingOf(request: () => Sent, status: number): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 6 && least >= MAX_BLOCKED_MS; round++) {
      const sent = { ...request(), key: server.a.key }
      const { blocked: hold, value } = await measureBlocking(() => outside.send(sent))
      expect(value.status, value.start).toBe(status)
      least = Math.min(least, hold)
    }
    return least
  }

  const bodies: [name: string, request: (round: number) => Sent][] = [
    ['a thousand items of long texts', () => adding(items({ variables: { a: 'x'.repeat(2_050) } }))],
    ['a thousand items of two-byte letters', () => adding(items({ variables: { a: 'é'.repeat(1_020) } }))],
    [
      'a thousand items of numbers',
      () => adding(items({ variables: {}, metadata: { n: new Array(245).fill(12345.5) } })),
    ],
    [
      'a thousand items of empty objects',
      () =>
        adding(items({ variables: {}, metadata: { n: new Array(240).fill({}), rest: 'x'.repeat(1_000) } })),
    ],
    [
      'a thousand items of a hundred variables',
      () =>
        adding(
          items({ variables: Object.fromEntries([...Array(100).keys()].map((key) => [`v${key}`, 'some'])) }),
        ),
    ],
    ['twenty prompts of the largest content', (round) => changing(`${round}`.repeat(100_000), 20)],
  ]
  test.each(validator === 'compiled' ? casesOf(bodies, 6, 3) : casesOf(bodies.toReversed(), bodies.length))(
    '%s in one body',
    async (_, request) => {
      let round = 0
      const { body } = request(0)
      expect(Buffer.byteLength(body ?? '')).toBeGreaterThan(BATCH * 0.6)
      expect(Buffer.byteLength(body ?? '')).toBeLessThan(BATCH)
      expect(await blockingOf(() => request(++round), body?.includes('prompts') ? 200 : 201)).toBeLessThan(
        MAX_BLOCKED_MS,
      )
    },
  )

  test('a larger body is refused with the limit', async () => {
    const sent = { ...changing('x'.repeat(100_000), 22), key: server.a.key }
    const { status, start } = await outside.send(sent)
    expect(status).toBe(413)
    expect(JSON.parse(start).error.details).toEqual({ received: sent.body?.length, allowed: BATCH })
  })

  test('a page of long rows ends early, and its cursor goes on', async () => {
    await server.services.database.write((tx) =>
      tx.run('UPDATE prompts SET content = ?', 'é'.repeat(100_000)),
    )
    const block = await blockingOf(() => ({ method: 'GET', path: '/prompts?limit=100' }), 200)
    expect(block).toBeLessThan(MAX_BLOCKED_MS)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/prompts?limit=100${cursor && `&cursor=${cursor}`}`
      const response = await server.wire.send({ method: 'GET', path, key: server.a.key })
      const page = response.json() as {
        prompts: { id: string; content: string }[]
        hasMore: boolean
        nextCursor: string | null
      }
      expect(page.hasMore).toBe(page.nextCursor !== null)
      expect(page.prompts.length).toBeGreaterThan(0)
      expect(page.prompts.map(({ content }) => content).join('').length).toBeLessThanOrEqual(PAGE_CHARACTERS)
      seen.push(...page.prompts.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual(prompts.toSorted())
  })

  test('a page has a row, however long it is', async () => {
    const id = await make('/datasets', { name: 'One', items: [{ variables: {} }, { variables: {} }] })
    await server.services.database.write((tx) =>
      tx.run('UPDATE dataset_items SET expected_output = ? WHERE dataset_id = ?', 'x'.repeat(100_000), id),
    )
    await server.services.database.write((tx) =>
      tx.run(
        'UPDATE dataset_items SET variables = ? WHERE dataset_id = ?',
        JSON.stringify(
          Object.fromEntries([...Array(12).keys()].map((key) => [`v${key}`, 'x'.repeat(99_000)])),
        ),
        id,
      ),
    )
    const response = await server.wire.send({
      method: 'GET',
      path: `/datasets/${id}/items`,
      key: server.a.key,
    })
    const page = response.json() as { items: object[]; hasMore: boolean }
    expect([page.items.length, page.hasMore]).toEqual([1, true])
  })

  test('a folder of a thousand prompts is deleted with them; a fuller one is refused', async () => {
    await server.services.database.write((tx) => tx.run('UPDATE prompts SET content = ?', 'short'))
    const folder = await make('/folders', { name: 'Full' })
    await copyPrompt(prompts[0] as string, 1_000, folder)
    const sent = { method: 'DELETE', path: `/folders/${folder}?recursive=true`, key: server.a.key }
    const rejected = await outside.send(sent)
    expect([rejected.status, rejected.start]).toEqual([409, expect.stringContaining('1000')])
    await server.services.database.write((tx) =>
      tx.run(`UPDATE prompts SET folder_id = NULL WHERE folder_id = ? AND id LIKE '%1'`, folder),
    )
    const { blocked: hold, value } = await measureBlocking(() => outside.send(sent))
    expect(value.status).toBe(204)
    expect(hold).toBeLessThan(MAX_BLOCKED_MS)
    const path = `/prompts?folderId=${folder}`
    const left = await outside.send({ method: 'GET', path, key: server.a.key })
    expect(JSON.parse(left.start).prompts).toEqual([])
  })

  test('a thousand items are held to the costliest schema that is taken', async () => {
    const alternatives = Array.from({ length: 195 }, (_, index) => ({ const: `e${index}` }))
    const inputSchema = { properties: { a: { anyOf: alternatives } } }
    const id = await make('/datasets', { name: 'Judged', inputSchema })
    const sent = (value: string): Sent => ({
      method: 'POST',
      path: `/datasets/${id}/items`,
      body: JSON.stringify(items({ variables: { a: value } }, 100)),
    })
    expect(await blockingOf(() => sent('e194'), 201)).toBeLessThan(MAX_BLOCKED_MS)
    expect(await blockingOf(() => sent('e900'), 400)).toBeLessThan(MAX_BLOCKED_MS)
  })
})
