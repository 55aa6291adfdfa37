import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { createListener } from 'specwright/server'
import { paginate } from '../generated/openapi.pages.ts'
import type { operations, Task } from '../generated/openapi.ts'
import { createClient } from '../src/client.ts'
import { handlers } from '../src/handlers/index.ts'

const keys = new Map([['test-key', 'all' as const]])
const server = createServer(
  createListener<operations>({ document: 'generated/openapi.json', handlers, keys }),
)
let base: string
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

const send = (method: string, path: string, body?: object) =>
  fetch(base + path, {
    method,
    headers: { Authorization: 'Bearer test-key', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

it('creates, reads, changes, lists and deletes a task', async () => {
  const created = await send('POST', '/tasks', { title: 'Write a test' })
  assert.equal(created.status, 201)
  const task = (await created.json()) as Task
  assert.equal(created.headers.get('Location'), `/tasks/${task.id}`)
  const changed = await send('PATCH', `/tasks/${task.id}`, { done: true })
  assert.deepEqual(await changed.json(), { ...task, done: true })
  const listed = await send('GET', '/tasks?done=true&limit=1')
  assert.deepEqual(await listed.json(), { tasks: [{ ...task, done: true }], nextCursor: null })
  assert.equal((await send('DELETE', `/tasks/${task.id}`)).status, 204)
  assert.equal((await send('GET', `/tasks/${task.id}`)).status, 404)
})

it('names the invalid property of a request', async () => {
  const rejected = await send('POST', '/tasks', { title: '' })
  assert.equal(rejected.status, 400)
  const { error } = (await rejected.json()) as { error: { code: string; field: string } }
  assert.deepEqual([error.code, error.field], ['VALIDATION_ERROR', 'title'])
})

it('has a client with the types of the document', async () => {
  const client = createClient({ baseUrl: base, headers: { Authorization: 'Bearer test-key' } })
  const { data: task } = await client.POST('/tasks', { body: { title: 'Write a client' } })
  assert.equal(task?.title, 'Write a client')
  const titles: string[] = []
  for await (const { title } of paginate(client.GET, '/tasks', { params: { query: { limit: 1 } } }))
    titles.push(title)
  assert.ok(titles.includes('Write a client'))
  const { error, response } = await client.POST('/tasks', { body: { title: '' } })
  assert.deepEqual([response.status, error?.error.code], [400, 'VALIDATION_ERROR'])
})
