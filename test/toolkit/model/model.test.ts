/** The model of a document, and the command that prints it. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { model } from '../../../src/toolkit/cli/model.ts'
import type { Terminal } from '../../../src/toolkit/cli/program/command.ts'
import { type ApiModel, modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { soundsLike } from '../../../src/toolkit/model/vocabulary.ts'
import { documentOf, readDocument } from '../../../src/toolkit/openapi/index.ts'
import { listDocument } from './listDocument.ts'

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const terminal: Terminal = { env: {}, print: (line) => void lines.push(line) }
  expect(await model.run(args, terminal)).toBe(0)
  return lines.join('\n')
}

describe('the model of the reference service', () => {
  const ours = modelOf(readDocument('generated/openapi.v1.json'))
  const resource = (collection: string) => {
    const found = ours.resources.find((one) => one.collection === collection)
    if (found === undefined) throw new Error(`There is no ${collection}`)
    return found
  }

  it('is plain data', () => {
    expect(JSON.parse(JSON.stringify(ours))).toEqual(ours)
    expect(ours.resources.length).toBeGreaterThan(10)
  })

  it('knows operations, identifier, pages, order and filters of prompts', () => {
    const { id, operations, list, parent } = resource('/prompts')
    expect(id).toMatchObject({ property: 'id', parameter: 'promptId' })
    expect(parent).toBeUndefined()
    expect(operations.map(({ role, operationId }) => `${role} ${operationId}`)).toEqual([
      'list listPrompts',
      'create createPrompt',
      'read getPrompt',
      'update updatePrompt',
      'delete deletePrompt',
      'action executePrompt',
      'action renderPrompt',
    ])
    expect(list?.pagination).toMatchObject({
      style: 'cursor',
      parameter: 'cursor',
      cursor: { in: 'body', at: '/nextCursor' },
      limit: { parameter: 'limit', minimum: 1, maximum: 100, default: 20 },
    })
    expect(list?.sorting).toMatchObject({
      parameter: 'sort',
      direction: 'order',
      default: { key: 'createdAt', descending: true },
    })
    expect(list?.filters.map(({ parameter }) => parameter)).toEqual([
      'folderId',
      'name',
      'status',
      'tag',
      'label',
    ])
    expect(list?.unknown).toEqual([])
  })

  it('knows what properties are, and what refers to what', () => {
    const roles = new Map(resource('/prompts').properties.map(({ property, ...fact }) => [property, fact]))
    expect(roles.get('createdAt')).toMatchObject({ role: 'createdAt', writable: false })
    expect(roles.get('folderId')).toMatchObject({ role: 'reference', refersTo: '/folders', writable: true })
    expect(roles.get('status')).toMatchObject({ role: 'status' })
    expect(resource('/prompts/{promptId}/versions').parent).toBe('/prompts')
  })

  it('knows the form of errors and the conventions of all operations', () => {
    expect(ours.errors).toMatchObject({
      code: { at: '/error/code' },
      message: { at: '/error/message' },
      field: { at: '/error/details/field' },
    })
    expect(ours.conventions.idempotencyKey?.value).toBe('Idempotency-Key')
    expect(ours.conventions.concurrency?.value).toBe('If-Match')
    expect(ours.conventions.rateLimit?.value).toMatch(/ratelimit/i)
  })

  it('says of every fact where it was read', () => {
    const pointers = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) =>
            key === 'pointer' ? [String(inner)] : pointers(inner),
          )
        : []
    const document = readDocument('generated/openapi.v1.json')
    const all = pointers(ours)
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter((pointer) => pointer === '' || document.positionOf(pointer) === undefined)).toEqual([])
  })
})

test('an error shows the property that is wrong by its example, where its schema is open', () => {
  const document = listDocument([], { name: { type: 'string' } })
  const { paths } = document as unknown as {
    paths: Record<string, { get: { responses: Record<string, object> } }>
  }
  const errors = { type: 'array', items: { type: 'object' } }
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { message: { type: 'string' }, errors } },
      example: { message: 'Invalid', errors: [{ field: 'name' }] },
    },
  }
  Object.assign(paths['/things']?.get.responses ?? {}, { 400: { description: 'Invalid', content } })
  const { errors: found } = modelOf(documentOf(document))
  expect(found.message).toMatchObject({ at: '/message', evidence: { source: 'schema' } })
  expect(found.field).toMatchObject({ at: '/errors/0/field', evidence: { source: 'example' } })
})

test('what wraps a thing is called like it, where the thing has no id', () => {
  const document = listDocument([], { name: { type: 'string' } })
  const { paths } = document as unknown as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
  }
  const read = paths['/things/{id}']?.get.responses['200']
  if (read === undefined) throw new Error('There is no read operation.')
  const thing = { type: 'object', properties: { name: { type: 'string' } } }
  read.content = { 'application/json': { schema: { type: 'object', properties: { thing } } } }
  expect(modelOf(documentOf(document)).resources[0]).toMatchObject({ envelope: 'thing' })
})

describe('lists are paged', () => {
  const received = (properties: object, items = { type: 'array', items: { type: 'object' } }) => ({
    type: 'object',
    properties: { items, ...properties },
  })
  const style = (parameters: Parameters<typeof listDocument>[0], properties: object): string | undefined => {
    const document = listDocument(parameters, {})
    const { paths } = document as {
      paths: Record<string, Record<string, { responses: Record<string, object> }>>
    }
    const ok = paths['/things']?.get?.responses['200'] as { content: Record<string, object> }
    ok.content = { 'application/json': { schema: received(properties) } }
    const { pagination } = modelOf(documentOf(document)).resources[0]?.list ?? {}
    return `${pagination?.style} ${pagination?.parameter ?? ''} ${pagination?.cursor?.in === 'item' ? 'item' : (pagination?.cursor?.at ?? '')}`.trim()
  }
  const text = { type: 'string' }
  const number = { type: 'integer' }
  const rows: [string, Parameters<typeof listDocument>[0], object, string][] = [
    ['by a cursor', [{ parameter: 'cursor' }], { nextCursor: text }, 'cursor cursor /nextCursor'],
    [
      'by a cursor below another property',
      [{ parameter: 'page_token' }],
      { meta: { type: 'object', properties: { next_page_token: text } } },
      'cursor page_token /meta/next_page_token',
    ],
    ['by a page number', [{ parameter: 'page', schema: number }], {}, 'page page'],
    ['by an offset', [{ parameter: 'skip', schema: number }], {}, 'offset skip'],
    [
      'by a token that is called offset',
      [{ parameter: 'offset' }],
      { next_page: { type: 'object', properties: { offset: text } } },
      'cursor offset /next_page/offset',
    ],
    ['by the last item', [{ parameter: 'starting_after' }], {}, 'cursor starting_after item'],
    ['as it is stated', [{ parameter: 'x', statement: { paging: 'page' } }], {}, 'page x'],
    [
      'not where that is denied',
      [{ parameter: 'page', schema: number, statement: { paging: false } }],
      {},
      'none',
    ],
    ['not at all', [], {}, 'none'],
  ]
  it('by the limit that is not deprecated', () => {
    const document = listDocument(
      [
        { parameter: 'page', schema: number },
        { parameter: 'per_page', schema: number, description: 'Deprecated, use `limit`.' },
        { parameter: 'limit', schema: number },
      ],
      {},
    )
    const { pagination } = modelOf(documentOf(document)).resources[0]?.list ?? {}
    expect(pagination?.limit?.parameter).toBe('limit')
  })

  it.each([
    ['Items per page. Replaces the deprecated `limit`.', 'per_page'],
    ['Items per page. Deprecated: use `limit`.', 'limit'],
    ['This parameter is deprecated.', 'limit'],
    ['**Deprecated.** Items per page.', 'limit'],
  ])('with "%s" by %s', (description, expected) => {
    const document = listDocument(
      [
        { parameter: 'page', schema: number },
        { parameter: 'per_page', schema: number, description },
        { parameter: 'limit', schema: number },
      ],
      {},
    )
    const { pagination } = modelOf(documentOf(document)).resources[0]?.list ?? {}
    expect(pagination?.limit?.parameter).toBe(expected)
  })

  it.each(rows)('%s', (_name, parameters, properties, expected) => {
    expect(style(parameters, properties)).toBe(expected)
  })
})

describe('names', () => {
  const rows: [Parameters<typeof soundsLike>[0], string[], string[]][] = [
    [
      'createdAt',
      [
        'createdAt',
        'created_at',
        'created',
        'dateCreated',
        'creation_date',
        'insertedAt',
        'createTime',
        'timestamp',
      ],
      ['createdBy', 'creator', 'recreatedAt', 'createdCount'],
    ],
    [
      'updatedAt',
      ['updatedAt', 'modified', 'last_modified', 'dateUpdated', 'changedOn'],
      ['updatedBy', 'updates'],
    ],
    [
      'count',
      ['count', 'promptCount', 'stargazers_count', 'numberOfPages', 'numItems'],
      ['number', 'country', 'account', 'total'],
    ],
    [
      'issuedSecret',
      ['secret', 'clientSecret', 'api_key', 'accessToken', 'password'],
      ['tokenType', 'secretName', 'tokens', 'passwordHint'],
    ],
    ['digest', ['sha256', 'checksum', 'md5', 'fingerprint'], ['shape', 'rehashed']],
    ['status', ['status', 'state', 'phase'], ['statusText', 'estate', 'states']],
    ['version', ['version', 'revision', 'lockVersion'], ['versions', 'apiVersion']],
    ['etag', ['etag', '@odata.etag'], ['tag', 'etags']],
    ['volatile', ['last_used_at', 'lastSignInAt', 'usage', 'usage_bytes'], ['usage_type', 'usageLimit']],
  ]
  it.each(rows)('of %s', (role, yes, no) => {
    expect(yes.filter((name) => !soundsLike(role, name))).toEqual([])
    expect(no.filter((name) => soundsLike(role, name))).toEqual([])
  })
})

describe('specwright model', () => {
  const desk = 'examples/lending-desk/openapi/openapi.yaml'

  it('prints a table for each resource, each fact with its evidence and its line', async () => {
    const text = await run(desk)
    expect(text).toMatch(/^items {2}\/items\/\{itemId\}\n/m)
    expect(text).toMatch(
      /^ {2}id +id = \{itemId\} {2}\[declared, examples\/lending-desk\/openapi\/openapi\.yaml:\d+\]$/m,
    )
    expect(text).toMatch(/^\d+ resources?, \d+ other lists?\.$/m)
  })

  it('prints JSON, of one resource too', async () => {
    const whole = JSON.parse(await run(desk, '--format', 'json')) as ApiModel
    const one = JSON.parse(await run(desk, '--format', 'json', '--resource', 'items')) as ApiModel
    expect(one.resources).toEqual(whole.resources.filter(({ name }) => name === 'items'))
    expect(one.resources.length).toBeGreaterThan(0)
  })

  it('names the resources that there are for one that is missing', async () => {
    await expect(run(desk, '--resource', 'films')).rejects.toThrow(/has no resource films\. It has: .*items/)
  })
})

test('docs/reference/x-extensions.md lists every key of x-conformance', () => {
  const page = readFileSync('docs/reference/x-extensions.md', 'utf8')
  const { $defs } = JSON.parse(readFileSync('src/toolkit/schemas/x-conformance.json', 'utf8')) as {
    $defs: Record<string, { properties?: object }>
  }
  const keys = ['queryParameter', 'pathParameter', 'property'].flatMap((place) =>
    Object.keys($defs[place]?.properties ?? {}),
  )
  expect(keys).toEqual(['filter', 'paging', 'sort', 'property', 'role'])
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
})

test('the schema of x-conformance takes what the model takes, at each place', () => {
  const ajv = new Ajv2020({ strict: false })
  const read = (name: string) =>
    JSON.parse(readFileSync(`src/toolkit/schemas/${name}.json`, 'utf8')) as object
  ajv.addSchema(read('conform'), 'conform.json')
  ajv.addSchema(read('x-conformance'), 'x-conformance.json')
  const accepts = (place: string, value: object) => {
    const validate = ajv.getSchema(`x-conformance.json#/$defs/${place}`)
    if (validate === undefined) throw new Error(place)
    return validate(value)
  }
  const rows: [string, object, boolean][] = [
    ['queryParameter', { filter: false }, true],
    ['queryParameter', { filter: 'owner.id' }, true],
    ['queryParameter', { filter: { property: 'title', operator: 'prefix' } }, true],
    ['queryParameter', { filter: { property: 'title', operator: 'is' } }, false],
    ['queryParameter', { paging: 'cursor' }, true],
    ['queryParameter', { paging: 'pages' }, false],
    ['queryParameter', { sort: 'direction' }, true],
    ['queryParameter', { sorting: true }, false],
    ['pathParameter', { property: 'uuid' }, true],
    ['property', { role: 'secret' }, true],
    ['property', { role: 'hidden' }, false],
    ['operation', { skip: true }, true],
    ['root', { unknownQuery: 'refused' }, true],
    ['root', { unknown: 'refused' }, false],
  ]
  expect(rows.filter(([place, value, valid]) => accepts(place, value) !== valid)).toEqual([])
})

test('an item without the value of the path parameter has no identifier, and one with a name a likely one', () => {
  const idOf = (properties: Record<string, object>) => {
    const document = listDocument([], properties)
    const { schemas } = (
      document as unknown as { components: { schemas: { Thing: { properties: object } } } }
    ).components
    schemas.Thing.properties = properties
    return modelOf(documentOf(document)).resources[0]?.id
  }
  const text = { type: 'string' }
  expect(idOf({ size: text })?.property).toBeUndefined()
  expect(idOf({ size: text, name: text })).toMatchObject({ property: 'name', evidence: { confidence: 0.5 } })
  expect(idOf({ name: text, thingId: text })).toMatchObject({
    property: 'thingId',
    evidence: { confidence: 0.8 },
  })
})

test('what a document states about identifiers and roles counts', () => {
  const document = listDocument([], {
    uuid: { type: 'string' },
    made: { type: 'string', 'x-conformance': { role: 'createdAt' } },
    token: { type: 'string', 'x-conformance': { role: false } },
  })
  const { paths } = document as unknown as {
    paths: Record<string, { get: { parameters: Record<string, unknown>[] } }>
  }
  Object.assign(paths['/things/{id}']?.get.parameters[0] ?? {}, { 'x-conformance': { property: 'uuid' } })
  const [thing] = modelOf(documentOf(document)).resources
  expect(thing?.id).toMatchObject({ property: 'uuid', evidence: { source: 'override', confidence: 1 } })
  expect(thing?.properties.map(({ property, role }) => `${property} ${role}`)).toEqual([
    'uuid id',
    'made createdAt',
  ])
})
