import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import openapi from '../../generated/openapi.v1.json' with { type: 'json' }
import {
  createClient,
  type ErrorCodeOf,
  isPromptServiceError,
  type PromptServiceClient,
  PromptServiceError,
  unwrap,
} from '../../src/client/index.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { inCi } from '../harness/thorough.ts'
import { startScriptedServer } from './scriptedServer.ts'
import { trustingFetch } from './trustingFetch.ts'

let server: TestServer
let client: PromptServiceClient
let fetch: ReturnType<typeof trustingFetch>
beforeAll(async () => {
  server = await startServer()
  fetch = trustingFetch(server.ca)
  client = createClient({ baseUrl: `${server.origin}/v1/`, credential: server.a.key, fetch })
})
afterAll(async () => {
  await fetch?.[Symbol.asyncDispose]()
  await server?.close()
})

const create = async (name: string) =>
  unwrap(await client.POST('/prompts', { body: { name, content: 'Hello {{name}}' } }))

describe('pages', () => {
  it('gives each of hundreds of items once, in order, while others are inserted', async () => {
    const folder = unwrap(await client.POST('/folders', { body: { name: 'Hundreds' } }))
    const made: string[] = []
    for (let batch = 0; batch < (inCi ? 10 : 3); batch++) {
      const names = Array.from(
        { length: 100 },
        (_, i) => `Prompt ${String(batch * 100 + i).padStart(4, '0')}`,
      )
      const responses = await Promise.all(
        names.map((name) => client.POST('/prompts', { body: { name, content: 'x', folderId: folder.id } })),
      )
      made.push(...responses.map((response) => unwrap(response).name))
    }
    const seen: string[] = []
    const query = { folderId: folder.id, sort: 'name', order: 'asc', limit: 100 } as const
    for await (const { name } of client.pages('/prompts', { params: { query } })) {
      seen.push(name)
      if (seen.length % 100 === 50)
        await client.POST('/prompts', {
          body: { name: `A before all ${name}`, content: 'x', folderId: folder.id },
        })
    }
    expect(seen).toEqual(made.sort())
  })

  it('knows the path parameters of nested lists, and their items', async () => {
    const prompt = await create('Nested')
    const versions = client.pages('/prompts/{promptId}/versions', {
      params: { path: { promptId: prompt.id } },
    })
    for await (const version of versions) expectTypeOf(version.contentHash).toBeString()
    const list: unknown[] = []
    for await (const version of versions) list.push(version)
    expect(list).toHaveLength(0) // a list is walked once
    expectTypeOf(client.pages).parameter(0).not.toEqualTypeOf<string>()
    // @ts-expect-error a path that is no list
    expect(() => client.pages('/prompts/{promptId}')).not.toThrow()
  })

  it('throws what the service refuses', async () => {
    const list = client.pages('/prompts', { params: { query: { folderId: 'folder_none' } } })
    await expect(list[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      details: { field: 'query.folderId' },
    })
  })

  it('does not walk in a circle', async () => {
    await using turning = await startScriptedServer([
      { status: 200, body: { prompts: [{ id: 1 }], hasMore: true, nextCursor: 'same' } },
    ])
    const lost = createClient({ baseUrl: turning.baseUrl, credential: 'x' })
    const walk = async () => {
      for await (const _ of lost.pages('/prompts'));
    }
    await expect(walk()).rejects.toThrow('returned its own cursor again')
  })
})

describe('update', () => {
  it('changes what was read, and reads again when somebody was faster', async () => {
    const { id: promptId } = await create('Shared')
    const params = { path: { promptId } }
    const changed = await client.update('/prompts/{promptId}', { params }, ({ tags }) => ({
      tags: tags.concat('mine'),
    }))
    expect(changed.tags).toEqual(['mine'])

    let meddled = false
    const meddling = createClient({
      baseUrl: `${server.origin}/v1`,
      credential: server.a.key,
      fetch: async (request) => {
        if (request.method === 'PATCH' && !meddled) {
          meddled = true
          unwrap(await client.PATCH('/prompts/{promptId}', { params, body: { tags: ['theirs'] } }))
        }
        return fetch(request)
      },
    })
    const both = await meddling.update('/prompts/{promptId}', { params }, ({ tags }) => ({
      tags: tags.concat('ours'),
    }))
    expect(both.tags).toEqual(['theirs', 'ours'])
  })

  it('gives up when others are always faster, and leaves alone what need not change', async () => {
    const { id: promptId, updatedAt } = await create('Busy')
    const params = { path: { promptId } }
    const same = await client.update('/prompts/{promptId}', { params }, () => undefined)
    expect(same.updatedAt).toBe(updatedAt)
    let turn = 0
    const beaten = createClient({
      baseUrl: `${server.origin}/v1`,
      credential: server.a.key,
      fetch: async (request) => {
        if (request.method === 'PATCH')
          unwrap(await client.PATCH('/prompts/{promptId}', { params, body: { name: `Busy ${++turn}` } }))
        return fetch(request)
      },
    })
    const losing = beaten.update('/prompts/{promptId}', { params, attempts: 2 }, () => ({ tags: [] }))
    await expect(losing).rejects.toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 })
    expect(turn).toBe(2)
  })
})

it('takes no member that is none: held by the compiler, nothing of it is sent', () => {
  const misspelled = async () => {
    const path = { promptId: 'prompt_1' }
    // @ts-expect-error no such member of a body
    await client.POST('/prompts', { body: { name: 'a', content: 'b', temprature: 0.2 } })
    // @ts-expect-error no such member of a body whose members are all optional
    await client.PATCH('/prompts/{promptId}', { params: { path }, body: { temprature: 0.2 } })
    // @ts-expect-error no such parameter
    await client.GET('/prompts', { params: { query: { limit: 2, page: 3 } } })
    // @ts-expect-error no such header
    await client.DELETE('/prompts/{promptId}', { params: { path, header: { 'If-Mach': '"1"' } } })
    // @ts-expect-error no such change
    await client.update('/prompts/{promptId}', { params: { path } }, () => ({ name: 'a', temprature: 1 }))
    // @ts-expect-error nothing is left out that has to be given
    await client.POST('/prompts')
    const { data } = await client.GET('/prompts', { parseAs: 'text' })
    expectTypeOf(data).toEqualTypeOf<string | undefined>()
    const { data: prompts } = await client.GET('/prompts')
    expectTypeOf(prompts?.prompts[0]?.name).toEqualTypeOf<string | undefined>()
    await client.GET('/prompts', { signal: AbortSignal.timeout(1), headers: { 'X-Request-Id': 'a' } })
  }
  expectTypeOf(misspelled).returns.toEqualTypeOf<Promise<void>>()
})

describe('errors', () => {
  it('are told apart by their code, and name the request', async () => {
    await client.POST('/folders', { body: { name: 'Taken' } })
    const error = await client
      .POST('/folders', { body: { name: 'Taken' } })
      .then(unwrap, (e) => e)
      .catch((e) => e)
    expect(error).toBeInstanceOf(PromptServiceError)
    if (!isPromptServiceError(error)) return expect.unreachable()
    expect(error).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      requestId: expect.stringMatching(/^req_/),
    })
    // @ts-expect-error no such code
    expect(error.code === 'NAME_TAKE').toBe(false)
  })

  it('of a wrong address name it', async () => {
    await using page = await startScriptedServer([
      { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' },
    ])
    const astray = createClient({ baseUrl: page.baseUrl, credential: 'x' })
    const responded = await astray.GET('/prompts').catch((e) => e)
    expect(responded).toMatchObject({ status: 200, code: 'UNREADABLE_ANSWER' })
    expect(responded.message).toContain(`${page.baseUrl}/prompts`)
    const nowhere = createClient({
      baseUrl: 'http://127.0.0.1:1/v1',
      credential: 'x',
      retry: { sleep: async () => {} },
    })
    const lost = await nowhere.GET('/prompts').catch((e) => e)
    expect(lost).toBeInstanceOf(TypeError)
    expect(lost.message).toMatch(/^No response to GET http:\/\/127\.0\.0\.1:1\/v1\/prompts in 3 attempts: /)
    expect(lost.cause).toBeInstanceOf(TypeError)
    const empty = createClient({ baseUrl: page.baseUrl, credential: '' })
    await expect(empty.GET('/prompts')).rejects.toThrow('empty credential')
  })

  it('of a proxy are no error of the service', async () => {
    await using proxy = await startScriptedServer([
      {
        status: 502,
        headers: { 'Content-Type': 'text/html', 'X-Request-Id': 'edge-1' },
        body: '<h1>Bad gateway</h1>',
      },
    ])
    const behind = createClient({ baseUrl: proxy.baseUrl, credential: 'x' })
    expect(
      await behind
        .GET('/prompts')
        .then(unwrap)
        .catch((e) => e),
    ).toMatchObject({
      code: 'UNREADABLE_ANSWER',
      status: 502,
      requestId: 'edge-1',
      details: { received: '<h1>Bad gateway</h1>' },
    })
  })
})

describe('bodies that are text or bytes', () => {
  it.each([
    ['a string', (text: string) => text],
    ['a file', (text: string) => new File([text], 'items.csv', { type: 'text/csv' })],
    ['bytes', (text: string) => new TextEncoder().encode(text)],
  ])('import a CSV file given as %s', async (_, make) => {
    const dataset = unwrap(
      await client.POST('/datasets', { body: { name: `Imported ${crypto.randomUUID()}` } }),
    )
    const body = make('variables.customer,expectedOutput\nAda,Dear Ada\nGrace,Dear Grace\n') as string
    const params = { path: { datasetId: dataset.id } }
    const imported = await client.POST('/datasets/{datasetId}/import', {
      params,
      headers: { 'Content-Type': 'text/csv' },
      body,
    })
    expect(unwrap(imported).importedCount).toBe(2)
    const csv = await client.GET('/datasets/{datasetId}/export', {
      params: { ...params, query: { format: 'csv' } },
      parseAs: 'text',
    })
    expect(csv.data).toContain('Dear Grace')
  })
  it('need their media type', async () => {
    const params = { path: { datasetId: 'dataset_1' } }
    await expect(client.POST('/datasets/{datasetId}/import', { params, body: 'a,b\n' })).rejects.toThrow(
      "The body's media type is missing",
    )
  })
})

describe('the error codes of an operation', () => {
  it('are those of its responses', async () => {
    type Codes = ErrorCodeOf<'/folders', 'post'>
    expectTypeOf<Extract<Codes, 'NAME_TAKEN' | 'INVALID_JSON'>>().toEqualTypeOf<
      'NAME_TAKEN' | 'INVALID_JSON'
    >()
    expectTypeOf<Extract<Codes, 'FOLDER_NOT_EMPTY' | 'MODEL_TIMEOUT' | 'NOT_FOUND'>>().toEqualTypeOf<never>()
    expectTypeOf<
      Extract<ErrorCodeOf<'/folders', 'get'>, 'INVALID_JSON' | 'NAME_TAKEN'>
    >().toEqualTypeOf<never>()
    const { error } = await client.POST('/folders', { body: { name: '' } })
    expectTypeOf(error?.error.code).toEqualTypeOf<Codes | undefined>()
    expect(error?.error.code).toBe('VALIDATION_ERROR')
  })

  it('are fewer than all of the API for every operation', () => {
    const { paths, components } = openapi as unknown as Bundle
    const all = components.schemas.ErrorCode?.enum?.length ?? 0
    for (const [path, item] of Object.entries(paths))
      for (const [method, operation] of Object.entries(item)) {
        const codes = Object.values(operation.responses ?? {}).flatMap(({ $ref }) => {
          const schema =
            components.responses[$ref?.split('/').at(-1) ?? '']?.content?.['application/json']?.schema
          return schema?.allOf?.[1]?.properties?.error?.properties?.code?.enum ?? []
        })
        if (operation.responses === undefined) continue
        expect(codes.length, `${method} ${path}`).toBeGreaterThan(4)
        expect(codes.length, `${method} ${path}`).toBeLessThan(all - 8)
      }
  })
})

interface Schema {
  enum?: string[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
}
interface Bundle {
  paths: Record<string, Record<string, { responses?: Record<string, { $ref?: string }> }>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
  }
}
