import { expect, test } from 'vitest'
import { createResponseChecker, documentOf, loadDocument } from '../../../src/toolkit/conformance/index.ts'
import { closedCopy, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { createSchemaValidator } from '../../../src/toolkit/schema/validate.ts'

const schemas: JsonObject = {
  Plain: { type: 'object', properties: { id: { type: 'string' } } },
  Based: { allOf: [{ $ref: '#/components/schemas/Plain' }, { properties: { size: { type: 'integer' } } }] },
  Chosen: { oneOf: [{ $ref: '#/components/schemas/Plain' }, { type: 'null' }] },
  Nested: { type: 'object', properties: { list: { type: 'array', items: { properties: { a: {} } } } } },
  Mapped: { type: 'object', properties: { id: {} }, additionalProperties: { type: 'integer' } },
  Free: { type: 'object' },
  Wrapped: { type: 'object', properties: { error: { properties: { code: { type: 'string' }, id: {} } } } },
  Narrowed: {
    allOf: [
      { $ref: '#/components/schemas/Wrapped' },
      { properties: { error: { properties: { code: { enum: ['A'] } } } } },
    ],
  },
  Tagged: {
    properties: { type: { type: 'string' } },
    oneOf: [{ properties: { type: { const: 'a' }, a: {} } }, { properties: { type: { const: 'b' }, b: {} } }],
  },
}
const content = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})
const document = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Shapes', version: '1' },
    paths: Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/${name}`,
        { get: { operationId: name, responses: { 200: { description: 'One.', content: content(name) } } } },
      ]),
    ),
    components: { schemas },
  },
  'shapes.json',
)

const rows: [schema: string, body: unknown, undeclared: string[]][] = [
  ['Plain', { id: 'a' }, []],
  ['Plain', { id: 'a', more: 1 }, ['/more']],
  ['Based', { id: 'a', size: 1 }, []],
  ['Based', { id: 'a', size: 1, more: 1 }, ['/more']],
  ['Chosen', { id: 'a', more: 1 }, ['/more']],
  ['Chosen', null, []],
  ['Nested', { list: [{ a: 1, more: 1 }] }, ['/list/0/more']],
  ['Mapped', { id: 'a', other: 1 }, []],
  ['Free', { anything: 1 }, []],
  ['Narrowed', { error: { code: 'A', id: 1 } }, []],
  ['Narrowed', { error: { code: 'A', id: 1, more: 1 } }, ['/error/more']],
  ['Tagged', { type: 'b', b: 1 }, []],
  ['Tagged', { type: 'b', a: 1 }, ['/a']],
]

test.each(rows)('%s takes %j when open; closed, %j are undeclared', (name, body, undeclared) => {
  const exchange = {
    method: 'GET',
    url: `/${name}`,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  }
  const found = (closed: boolean) =>
    createResponseChecker(document, { closed })
      .check(exchange)
      .filter(({ rule }) => rule === 'body-matches-schema')
  expect(found(false)).toEqual([])
  expect(found(true).map(({ pointer }) => pointer)).toEqual(undeclared)
})

test('what else is wrong is told alone, without every member that a failing part declares', () => {
  const problems = createSchemaValidator(document, { closed: true })('/components/schemas/Based', {
    id: 1,
    size: 1,
  })
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/id'])
})

test('the document itself stays as it is', () => {
  const before = JSON.stringify(document.root)
  expect(JSON.stringify(closedCopy(document.root))).not.toBe(before)
  expect(JSON.stringify(document.root)).toBe(before)
})

/** The object schemas of a response or an event, and those by which requests reject properties. */
function reachable(root: JsonObject, part: 'answers' | 'requests'): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const go = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref, ...inner } = node as JsonObject
    if (typeof $ref === 'string' && !found.has($ref)) {
      const schema = $ref
        .slice(2)
        .split('/')
        .reduce<JsonObject>(
          (one, key) => one[key.replaceAll('~1', '/').replaceAll('~0', '~')] as JsonObject,
          root,
        )
      found.set($ref, schema)
      go(schema, $ref)
    }
    for (const [key, value] of Object.entries(inner))
      if (!['example', 'examples', 'mapping'].includes(key)) go(value, `${at}/${key}`)
  }
  for (const group of ['paths', 'webhooks'])
    for (const item of Object.values((root[group] ?? {}) as JsonObject))
      for (const operation of Object.values(item as JsonObject)) {
        const { requestBody, parameters, responses } = operation as JsonObject
        if (part === 'requests') go(group === 'paths' ? [requestBody, parameters] : [], '')
        else go(group === 'paths' ? responses : [requestBody, responses], '')
      }
  return found
}

test.each(['generated/openapi.v1.json', 'generated/openapi.oauth.json'])(
  'answers of %s leave room for members to come',
  (file) => {
    const { root } = loadDocument(file)
    const asked = reachable(root, 'requests')
    const shut = [...reachable(root, 'answers')]
      .filter(([name, schema]) => schema.additionalProperties === false && !asked.has(name))
      .map(([name]) => name)
    expect(shut).toEqual([])
  },
)
