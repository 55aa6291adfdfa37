/** The time filters, on every list that the document gives them to: spans tile, and a bad moment is rejected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type List, lists } from '../../harness/lists.ts'
import { startServer, type TestServer } from '../../harness/server.ts'

const timed = lists.filter(({ filters }) => filters.some(({ name }) => name === 'createdAfter'))
const TEMPLATE = 'template_01m3v7me00ek2v3mwbsax9r214'

let server: TestServer
const parents: Record<string, string> = {}
beforeAll(async () => {
  server = await startServer()
  const make = async (path: string, body: object) => {
    await server.clock.advance(1000)
    const response = await server.wire.send({ method: 'POST', path, key: server.a.key, body })
    return (response.json() as { id: string }).id
  }
  const promptId = await make('/prompts', { name: 'Timed', content: 'Hello' })
  const datasetId = await make('/datasets', { name: 'Timed', items: [{ variables: { a: 'b' } }] })
  const webhookId = await make('/webhooks', { url: 'https://127.0.0.1:9/', events: ['prompt.created'] })
  Object.assign(parents, { promptId, datasetId, webhookId })
  for (const name of ['b', 'a', 'c']) {
    await make(`/prompts/${promptId}/execute`, { variables: {}, model: 'mock/echo' })
    await make('/evaluations', { promptId, datasetId, model: 'mock/echo', scorers: [{ type: 'isJson' }] })
    await make('/reports', { templateId: TEMPLATE, name })
    await make('/prompts', { name, content: 'Hello' })
    await server.services.jobs.idle()
  }
})
afterAll(() => server?.close())

async function timesOf({ path }: List, query: Record<string, string>, key = server.a.key) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '')
  const target = `${filled}?${new URLSearchParams({ limit: '100', ...query })}`
  const response = await server.wire.send({ method: 'GET', path: target, key })
  const body = response.json() as Record<string, { createdAt: string }[]>
  const items = Object.values(body).find((value) => Array.isArray(value)) ?? []
  return { status: response.status, body, times: items.map(({ createdAt }) => createdAt) }
}

test('five lists have them', () => {
  expect(timed.map(({ id }) => id).sort()).toEqual([
    'listAuditLog',
    'listEvaluations',
    'listPromptExecutions',
    'listReports',
    'listWebhookDeliveries',
  ])
})

describe.each(timed)('$id', (list) => {
  test.each(list.sorts)('sorted by %s', async (sort) => {
    const order: Record<string, string> = sort === undefined ? {} : { sort }
    const { times } = await timesOf(list, order)
    expect(new Set(times).size).toBeGreaterThanOrEqual(3)
    const [, middle = '', next = ''] = [...new Set(times)].sort()
    const rows: [query: Record<string, string>, wanted: (time: string) => boolean][] = [
      [{ createdAfter: middle }, (time) => time >= middle],
      [{ createdBefore: middle }, (time) => time < middle],
      [{ createdAfter: middle, createdBefore: next }, (time) => time >= middle && time < next],
      [{ createdAfter: middle.replace('Z', '+00:00') }, (time) => time >= middle],
      [{ createdAfter: '2999-01-01T00:00:00Z' }, () => false],
    ]
    for (const [query, wanted] of rows)
      expect((await timesOf(list, { ...order, ...query })).times, JSON.stringify(query)).toEqual(
        times.filter(wanted),
      )
  })

  test('pages hold to the span', async () => {
    const { times } = await timesOf(list, {})
    const [, middle = ''] = [...new Set(times)].sort()
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query: Record<string, string> = { createdAfter: middle, limit: '1', ...(cursor && { cursor }) }
      const page = await timesOf(list, query)
      found.push(...page.times)
      cursor = (page.body.nextCursor as unknown as string | null) ?? undefined
    }
    expect(found).toEqual(times.filter((time) => time >= middle))
  })

  test.each(['createdAfter', 'createdBefore'])('a bad %s is refused', async (name) => {
    const { status, body } = await timesOf(list, { [name]: '2026-11-02' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(`"field":"query.${name}"`)
  })
})

test('the audit log takes the former spelling too', async () => {
  const [log] = timed.filter(({ id }) => id === 'listAuditLog')
  if (log === undefined) throw new Error('The document has no audit log.')
  const { times } = await timesOf(log, {})
  const [, middle = ''] = [...new Set(times)].sort()
  expect((await timesOf(log, { since: middle })).times).toEqual(times.filter((time) => time >= middle))
  expect((await timesOf(log, { until: middle })).times).toEqual(times.filter((time) => time < middle))
})
