/** A page of prompts when there are a thousand of them, and when there are a million. */
import { join } from 'node:path'
import { Sqlite } from '../../src/service/storage/sqlite/driver.ts'
import { median } from '../load.ts'
import { startServer } from '../server.ts'
import { type Topic, table } from '../topic.ts'

const SIZES = [1_000, 1_000_000] as const
const WARM_UP = 100
const REQUESTS = 400
const pages: readonly [name: string, query: string][] = [
  ['the newest 20', ''],
  ['the first 20 by name', '?sort=name&order=asc'],
  ['the newest 20 of one status', '?status=published'],
  ['the oldest 100 by last change', '?sort=updatedAt&order=asc&limit=100'],
]

export const lists: Topic = {
  name: 'lists',
  title: 'Lists: a page of a thousand prompts and of a million',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const first = await startServer()
    const { folder } = first
    await ask(first, 'POST', '', JSON.stringify({ name: 'Prompt', content: 'Say hello to {{name}}.' }))
    await first.stop()
    const measured: number[][] = []
    for (const size of SIZES) {
      fill(join(folder, 'data/production.sqlite'), size)
      const server = await startServer([], folder)
      const row: number[] = []
      for (const [, query] of pages) row.push(await latency(() => ask(server, 'GET', query)))
      measured.push(row)
      await server.stop()
    }
    const [few = [], many = []] = measured
    return table(
      ['', '1,000 prompts, ms', '1,000,000 prompts, ms', 'ratio'],
      pages.map(([name], i) => {
        const [a = Number.NaN, b = Number.NaN] = [few[i], many[i]]
        return [name, a.toFixed(2), b.toFixed(2), `**${(b / a).toFixed(2)}**`]
      }),
    )
  },
}

/** Copies the one prompt, each a second older than the one before, until there are `size` of them; the server is stopped. */
function fill(file: string, size: number): void {
  const database = new Sqlite(file)
  const columns = database
    .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('prompts')")
    .all()
    .map(({ name }) => name)
  const changed: Record<string, string> = {
    id: "'prompt_01' || printf('%024d', n)",
    name: "'Prompt ' || n",
    name_key: "'prompt ' || n",
    created_at: 'created_at - n * 1000',
    updated_at: 'updated_at - n * 1000',
  }
  const values = columns.map((name) => changed[name] ?? name)
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (
         SELECT (SELECT count(*) FROM prompts) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
       INSERT INTO prompts (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM prompts ORDER BY created_at DESC LIMIT 1)`,
    )
    .run(size)
  database.close()
}

/** Milliseconds of one request after another on one connection: the median. */
async function latency(request: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let sent = 0; sent < WARM_UP + REQUESTS; sent++) {
    const began = performance.now()
    await request()
    if (sent >= WARM_UP) times.push(performance.now() - began)
  }
  return median(times)
}

async function ask(
  server: { baseUrl: string; key: string },
  method: string,
  query: string,
  body?: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const response = await fetch(`${server.baseUrl}/prompts${query}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(`${method} /prompts${query}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
