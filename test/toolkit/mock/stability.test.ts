/** Generated values of a stateful mock for an item: the same each time until it changes, and no unrequested ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object, headers: object = {}) => ({ description: 'Done.', headers, ...json(schema) })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[] = []) => ({ type: 'object', required, properties })
const text = { type: 'string' }
const whole = { type: 'integer' }
const tag = { ETag: { schema: text } }
const lost = {
  404: { description: 'Lost.' },
  400: { description: 'Refused.' },
  412: { description: 'Changed.' },
}
const listOf = (name: string, row: string) => object({ [name]: { type: 'array', items: ref(row) } }, [name])
const body = (name: string) => ({ requestBody: { required: true, ...json(ref(name)) } })
const inPath = [{ name: 'folderId', in: 'path', required: true, schema: text }]

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Folders', version: '1' },
  paths: {
    '/folders': {
      get: { responses: { 200: ok(listOf('folders', 'FolderRow')) } },
      post: { ...body('NewFolder'), responses: { 201: ok(ref('Folder')), ...lost } },
      patch: {
        requestBody: {
          required: true,
          ...json(object({ folders: { type: 'array', items: ref('Change') } }, ['folders'])),
        },
        responses: { 200: ok(listOf('folders', 'FolderRow')), ...lost },
      },
    },
    '/folders/{folderId}': {
      parameters: inPath,
      get: { responses: { 200: ok(ref('Folder'), tag), ...lost } },
      patch: { ...body('Change'), responses: { 200: ok(ref('Folder'), tag), ...lost } },
    },
    '/folders/{folderId}/notes': {
      parameters: inPath,
      get: { responses: { 200: ok(listOf('notes', 'Note')), ...lost } },
      post: { ...body('Note'), responses: { 201: ok(ref('Note')), ...lost } },
    },
    '/prompts': {
      get: { responses: { 200: ok(listOf('prompts', 'Prompt')) } },
      post: { ...body('NewPrompt'), responses: { 201: ok(ref('Prompt')), ...lost } },
    },
    '/prompts/{promptId}': {
      parameters: [{ name: 'promptId', in: 'path', required: true, schema: text }],
      get: { responses: { 200: ok(ref('Prompt')), ...lost } },
      delete: { responses: { 204: { description: 'Gone.' }, ...lost } },
    },
    '/account': {
      get: { responses: { 200: ok(ref('Account')) } },
      patch: { ...body('AccountChange'), responses: { 200: ok(ref('Account')), ...lost } },
      put: { ...body('AccountChange'), responses: { 200: ok(ref('Account')), ...lost } },
      post: { ...body('AccountChange'), responses: { 200: ok(ref('Account')), ...lost } },
    },
  },
  components: {
    schemas: {
      NewFolder: object(
        { name: text, colour: text, tags: { type: 'array', items: text }, pinned: { type: 'boolean' } },
        ['name'],
      ),
      Change: object({ id: text, name: text }),
      Folder: object(
        {
          id: text,
          name: text,
          colour: text,
          tags: { type: 'array', items: text },
          pinned: { type: 'boolean' },
          owner: { type: 'string', format: 'email' },
          code: { type: 'string', pattern: '^[A-Z]{8}$' },
          mood: text,
          createdAt: { type: 'string', format: 'date-time' },
          promptCount: whole,
          notes_count: whole,
        },
        ['id', 'name', 'owner', 'code', 'promptCount', 'notes_count'],
      ),
      FolderRow: object(
        {
          id: text,
          name: text,
          code: { type: 'string', pattern: '^[A-Z]{8}$' },
          rank: whole,
          serial: { type: 'string', pattern: '^[0-9]{12}$' },
        },
        ['id', 'name', 'code', 'rank', 'serial'],
      ),
      Note: object({ text }, ['text']),
      NewPrompt: object({ title: text, folderId: text }, ['title']),
      Prompt: object({ id: text, title: text, folderId: text }, ['id', 'title']),
      AccountChange: object({ name: text }, ['name']),
      Account: object({ name: text, serial: { type: 'string', pattern: '^[0-9]{12}$' } }, ['name', 'serial']),
    },
  },
}

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(DOCUMENT, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

async function send(method: string, path: string, given?: object, headers: Record<string, string> = {}) {
  const response = await fetch(mock.origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(given && { body: JSON.stringify(given) }),
  })
  const words = await response.text()
  return {
    status: response.status,
    etag: response.headers.get('ETag'),
    body: words === '' ? {} : JSON.parse(words),
  }
}

let id = ''
beforeEach(async () => {
  await send('POST', '/__mock/reset')
  id = (await send('POST', '/folders', { name: 'One' })).body.id
})

describe('what is made up for a kept item', () => {
  it('is the same in every answer until the item changes, and afterwards too', async () => {
    const { body: read } = await send('GET', `/folders/${id}`)
    const { body: list } = await send('GET', '/folders')
    const [row] = list.folders
    expect(row.code).toBe(read.code)
    for (let turn = 0; turn < 3; turn++) {
      await send('POST', '/folders', { name: `Other ${turn}` })
      expect((await send('GET', `/folders/${id}`)).body).toEqual(read)
      expect((await send('GET', '/folders')).body.folders[0]).toEqual(row)
    }
    await send('PATCH', `/folders/${id}`, { name: 'Two' })
    expect((await send('GET', `/folders/${id}`)).body).toEqual({ ...read, name: 'Two' })
    expect((await send('GET', '/folders')).body.folders[0]).toEqual({ ...row, name: 'Two' })
  })

  it('is shown by a batch as by the list', async () => {
    const [row] = (await send('GET', '/folders')).body.folders
    const changed = await send('PATCH', '/folders', { folders: [{ id, name: 'Two' }] })
    expect(changed.body.folders).toEqual([{ ...row, name: 'Two' }])
  })

  it('leaves out what a client may say and did not, but for what the server alone says', async () => {
    const { body: read } = await send('GET', `/folders/${id}`)
    expect(Object.keys(read).sort()).toEqual(
      ['id', 'name', 'owner', 'code', 'createdAt', 'promptCount', 'notes_count'].sort(),
    )
  })
})

it('counts what is below an item, and what refers to it', async () => {
  const { etag, body: empty } = await send('GET', `/folders/${id}`)
  expect(empty).toMatchObject({ promptCount: 0, notes_count: 0 })
  await send('POST', `/folders/${id}/notes`, { text: 'a' })
  const { body: prompt } = await send('POST', '/prompts', { title: 'a', folderId: id })
  await send('POST', '/prompts', { title: 'b' })
  const full = await send('GET', `/folders/${id}`)
  expect(full.body).toEqual({ ...empty, promptCount: 1, notes_count: 1 })
  expect(full.etag).not.toBe(etag)
  expect((await send('PATCH', `/folders/${id}`, { name: 'x' }, { 'If-Match': etag ?? '' })).status).toBe(412)
  await send('DELETE', `/prompts/${prompt.id}`)
  expect((await send('GET', `/folders/${id}`)).body.promptCount).toBe(0)
})

it.each(['PATCH', 'PUT', 'POST'])('changes by %s what is there once', async (method) => {
  const { body: before } = await send('GET', '/account')
  expect((await send(method, '/account', { name: `By ${method}` })).body).toEqual({
    ...before,
    name: `By ${method}`,
  })
  expect((await send('GET', '/account')).body).toEqual({ ...before, name: `By ${method}` })
})
