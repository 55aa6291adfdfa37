import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type PromptServiceClient, unwrap } from '../../../src/client/index.ts'
import { startMock, type TestMock } from './startMock.ts'

let mock: TestMock
let client: PromptServiceClient
beforeAll(async () => {
  mock = await startMock('generated/openapi.v1.json', { stateful: true })
  client = createClient({ baseUrl: `${mock.origin}/v1`, credential: 'svc_test_any', retry: { attempts: 1 } })
})
afterAll(() => mock?.[Symbol.asyncDispose]())
beforeEach(() => fetch(`${mock.origin}/__mock/reset`, { method: 'POST' }))

const create = async (name: string, more = {}) =>
  unwrap(await client.POST('/prompts', { body: { name, content: 'Hello {{name}}', ...more } }))
const at = (promptId: string) => ({ params: { path: { promptId } } })

describe('a stateful mock keeps what is posted', () => {
  it('reads it back, lists it, changes it and deletes it', async () => {
    const posted = await client.POST('/prompts', {
      body: { name: 'One', content: 'Hello {{name}}', tags: ['a'] },
    })
    const made = unwrap(posted)
    expect(posted.response.status).toBe(201)
    expect(posted.response.headers.get('Location')).toBe(`/v1/prompts/${made.id}`)
    expect(made).toMatchObject({ name: 'One', content: 'Hello {{name}}', tags: ['a'] })
    expect(unwrap(await client.GET('/prompts/{promptId}', at(made.id)))).toEqual(made)
    expect(unwrap(await client.GET('/prompts')).prompts).toEqual([made])

    mock.advance(1000)
    const changed = unwrap(
      await client.PATCH('/prompts/{promptId}', { ...at(made.id), body: { name: 'Two' } }),
    )
    expect(changed).toEqual({ ...made, name: 'Two', updatedAt: '2026-11-02T10:00:01.000Z' })

    expect((await client.DELETE('/prompts/{promptId}', at(made.id))).response.status).toBe(204)
    const { error, response } = await client.GET('/prompts/{promptId}', at(made.id))
    expect(response.status).toBe(404)
    expect(error?.error.code).toBe('NOT_FOUND')
    expect(unwrap(await client.GET('/prompts')).prompts).toEqual([])
  })

  it('gives each an identifier of the right form, never the same twice', async () => {
    const ids = new Set<string>()
    for (let turn = 0; turn < 50; turn++) ids.add((await create(`Prompt ${turn}`)).id)
    expect(ids.size).toBe(50)
    for (const id of ids) expect(id).toMatch(/^prompt_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  })

  it('pages to the end, honours the limit, filters and sorts', async () => {
    const folder = unwrap(await client.POST('/folders', { body: { name: 'Drawer' } }))
    for (const name of ['C', 'A', 'B']) await create(name, { folderId: folder.id })
    for (let turn = 0; turn < 9; turn++) await create(`Other ${turn}`)
    const names: string[] = []
    const query = { sort: 'name', order: 'asc', folderId: folder.id, limit: 1 } as const
    for await (const prompt of client.pages('/prompts', { params: { query } })) names.push(prompt.name)
    expect(names).toEqual(['A', 'B', 'C'])
    const page = unwrap(await client.GET('/prompts', { params: { query: { limit: 5 } } }))
    expect(page.prompts).toHaveLength(5)
    expect(page.hasMore).toBe(true)
    const forged = await client.GET('/prompts', { params: { query: { cursor: 'forged' } } })
    expect(forged.response.status).toBe(400)
    expect(forged.error?.error.details.field).toBe('query.cursor')
    const other = await client.GET('/prompts', {
      params: { query: { cursor: page.nextCursor ?? '', status: 'draft' } },
    })
    expect(other.response.status).toBe(400)
  })

  it('answers 404 below what is not there, and 412 and 304 by its ETags', async () => {
    const versions = await client.GET('/prompts/{promptId}/versions', at('prompt_01m6dsg7e0e8qra54038hz5kj6'))
    expect(versions.response.status).toBe(404)
    const { id } = await create('Tagged')
    const read = await client.GET('/prompts/{promptId}', at(id))
    const etag = read.response.headers.get('ETag') ?? ''
    const again = await fetch(`${mock.origin}/v1/prompts/${id}`, {
      headers: { Authorization: 'Bearer x', 'If-None-Match': etag },
    })
    expect(again.status).toBe(304)
    unwrap(
      await client.PATCH('/prompts/{promptId}', {
        ...at(id),
        body: { name: 'Changed' },
        headers: { 'If-Match': etag },
      }),
    )
    const stale = await client.PATCH('/prompts/{promptId}', {
      ...at(id),
      body: { name: 'Lost' },
      headers: { 'If-Match': etag },
    })
    expect(stale.response.status).toBe(412)
    const now = await client.GET('/prompts/{promptId}', at(id))
    expect(stale.error?.error.details).toMatchObject({
      received: etag,
      current: now.response.headers.get('ETag'),
    })
    expect(unwrap(await client.GET('/prompts/{promptId}', at(id))).name).toBe('Changed')
    const made = await client.update('/prompts/{promptId}', at(id), () => ({ name: 'By what was read' }))
    expect(made.name).toBe('By what was read')
  })

  it('takes several at once, all or none', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    const none = await client.PATCH('/prompts', {
      body: {
        prompts: [
          { id: one.id, name: 'Changed' },
          { id: 'prompt_01m6dsg7e0e8qra54038hz5kj6', name: 'x' },
        ],
      },
    })
    expect(none.response.status).toBe(400)
    expect(unwrap(await client.GET('/prompts/{promptId}', at(one.id))).name).toBe('One')
    unwrap(
      await client.PATCH('/prompts', {
        body: {
          prompts: [
            { id: one.id, name: '1' },
            { id: two.id, name: '2' },
          ],
        },
      }),
    )
    const gone = await client.DELETE('/prompts', { params: { query: { id: [one.id, two.id] } } })
    expect(gone.response.status).toBe(204)
    expect(unwrap(await client.GET('/prompts')).prompts).toEqual([])
  })

  it('keeps what an operation beside the collection makes', async () => {
    const { id } = await create('Run')
    const execution = unwrap(
      await client.POST('/prompts/{promptId}/execute', { ...at(id), body: { variables: { name: 'Ada' } } }),
    )
    const listed = unwrap(await client.GET('/prompts/{promptId}/executions', at(id)))
    expect(listed.executions.map((one) => one.id)).toEqual([execution.id])
  })

  it('takes an item with a name that the client chooses', async () => {
    const { id: promptId } = await create('Labelled')
    const label = { params: { path: { promptId, label: 'live' } } }
    unwrap(await client.POST('/prompts/{promptId}/versions', { ...at(promptId), body: {} }))
    unwrap(await client.PUT('/prompts/{promptId}/labels/{label}', { ...label, body: { version: 1 } }))
    expect((await client.GET('/prompts/{promptId}/labels/{label}', label)).response.status).toBe(200)
    await client.DELETE('/prompts/{promptId}/labels/{label}', label)
    expect((await client.GET('/prompts/{promptId}/labels/{label}', label)).response.status).toBe(404)
  })

  it('keeps what is there once, and has the catalogue that the example shows', async () => {
    const renamed = unwrap(await client.PATCH('/organization', { body: { name: 'Renamed' } }))
    expect(renamed.name).toBe('Renamed')
    expect(unwrap(await client.GET('/organization'))).toEqual(renamed)
    const [template] = unwrap(await client.GET('/templates')).templates
    const templateId = template?.id ?? ''
    expect(unwrap(await client.GET('/templates/{templateId}', { params: { path: { templateId } } })).id).toBe(
      templateId,
    )
    const other = {
      params: { path: { templateId: templateId.replace(/.$/, templateId.endsWith('0') ? '1' : '0') } },
    }
    expect((await client.GET('/templates/{templateId}', other)).response.status).toBe(404)
  })

  it('begins with what the document shows, and returns to it', async () => {
    await using seeded = await startMock('generated/openapi.v1.json', { stateful: true, seeded: true })
    const ask = async (path: string, method = 'GET') =>
      fetch(seeded.origin + path, { method, headers: { Authorization: 'Bearer svc_test_any' } })
    const ids = async () => {
      const { prompts } = (await (await ask('/v1/prompts')).json()) as { prompts: { id: string }[] }
      return prompts.map(({ id }) => id)
    }
    const shown = await ids()
    expect(shown.length).toBeGreaterThan(0)
    expect((await ask(`/v1/prompts/${shown[0]}`)).status).toBe(200)
    expect((await ask(`/v1/prompts/${shown[0]}/versions`)).status).toBe(200)
    expect((await ask(`/v1/prompts/${shown[0]}`, 'DELETE')).status).toBe(204)
    expect(await ids()).toEqual(shown.slice(1))
    await ask('/__mock/reset', 'POST')
    expect(await ids()).toEqual(shown)
  })

  it('says once that the server does not answer without its path', async () => {
    const said: string[] = []
    await using other = await startMock('generated/openapi.v1.json', {
      warn: (message) => void said.push(message),
    })
    for (const path of ['/v1/prompts', '/prompts', '/folders']) await fetch(other.origin + path)
    expect(said).toEqual(['/prompts works here without /v1; it will not on the server.'])
  })
})
