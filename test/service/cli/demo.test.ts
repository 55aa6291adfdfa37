/** `serve --demo`, as a frontend developer meets it: plain HTTP, data that is there, and a reset. */
import { expect, test, vi } from 'vitest'
import { createClient, unwrap } from '../../../src/client/index.ts'
import { inCi } from '../../harness/thorough.ts'
import { program } from './program.ts'

vi.setConfig({ testTimeout: 120_000 })

test.runIf(inCi)('shows a team after thirty days, over plain HTTP, and goes back to it', async () => {
  const demo = program([
    'serve',
    '--demo',
    '--development-port',
    '0',
    '--frozen-time',
    '2026-11-02T10:00:00Z',
  ])
  const [printed, baseUrl = ''] = await demo.says(/API +(http:\/\/localhost:\d+\/v1)[\s\S]*__demo\/reset\n/)
  const [all = '', readOnly = ''] = printed.match(/svc_test_\w+/g) ?? []
  const client = createClient({ baseUrl, credential: all, retry: { attempts: 1 } })
  const count = async (items: AsyncIterable<unknown>) => {
    let found = 0
    for await (const _ of items) found++
    return found
  }

  const { prompts } = unwrap(
    await client.GET('/prompts', { params: { query: { limit: 100, sort: 'createdAt' } } }),
  )
  expect(prompts).toHaveLength(30)
  expect(prompts.some(({ version }) => version === 3)).toBe(true)
  const days = new Set(prompts.map(({ createdAt }) => createdAt.slice(0, 10)))
  expect(days.size).toBeGreaterThan(15)
  expect([...days].every((day) => day >= '2026-10-03' && day <= '2026-11-02')).toBe(true)
  expect(await count(client.pages('/datasets'))).toBe(3)
  const { evaluations } = unwrap(await client.GET('/evaluations'))
  expect(evaluations.map(({ status }) => status)).toEqual(Array(6).fill('completed'))
  const { reports } = unwrap(await client.GET('/reports'))
  expect(reports).toMatchObject([{ status: 'completed', createdAt: expect.stringMatching(/^2026-11-01/) }])
  const { webhooks } = unwrap(await client.GET('/webhooks'))
  const path = { webhookId: webhooks[0]?.id ?? '' }
  const { deliveries } = unwrap(
    await client.GET('/webhooks/{webhookId}/deliveries', { params: { path, query: { limit: 100 } } }),
  )
  expect(deliveries.length).toBeGreaterThan(40)
  const executions = { promptId: prompts.at(-1)?.id ?? '' }
  expect(await count(client.pages('/prompts/{promptId}/executions', { params: { path: executions } }))).toBe(
    6,
  )

  const writing = { method: 'POST', headers: { Authorization: `Bearer ${readOnly}` } }
  expect((await fetch(`${baseUrl}/folders`, writing)).status).toBe(403)

  const created = unwrap(await client.POST('/prompts', { body: { name: 'Mine', content: 'x' } }))
  expect(created.createdAt).toBe('2026-11-02T10:00:00.000Z')
  const resetFrom = (headers: Record<string, string>) =>
    fetch(new URL('/__demo/reset', baseUrl), { method: 'POST', headers })
  expect((await resetFrom({ Origin: 'https://evil.example' })).status).toBe(403)
  expect((await resetFrom({})).status).toBe(204)
  const after = unwrap(await client.GET('/prompts', { params: { query: { limit: 100, sort: 'createdAt' } } }))
  expect(after.prompts).toEqual(prompts)

  demo.kill('SIGTERM')
  expect(await demo.ended).toBe(0)
})

test('a flag that a demo would pass over is refused', async () => {
  const wrong = program(['serve', '--demo', '--data-dir', '/nowhere', '--tls-name', 'a.example'])
  expect(await wrong.ended).toBe(2)
  expect(wrong.output.stderr).toContain('--demo cannot be combined with --data-dir, --tls-name.')
})

test('time stands still in a demo alone', async () => {
  const wrong = program(['serve', '--frozen-time', '2026-11-02T10:00:00Z'])
  expect(await wrong.ended).toBe(2)
  expect(wrong.output.stderr).toContain('--frozen-time requires --demo')
})
