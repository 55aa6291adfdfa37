/** Properties with names that every object of JavaScript inherits are absent where a value does not have them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { validatorsModule } from '../../../src/toolkit/generate/validators.ts'
import { inspectPages } from '../../../src/toolkit/lint/index.ts'
import { createDocumentMock } from '../../../src/toolkit/mock/mock.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { createSchemaValidator } from '../../../src/toolkit/schema/validate.ts'

const place = mkdtempSync(join(tmpdir(), 'names-'))
afterAll(() => rmSync(place, { recursive: true }))

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } })

/** A resource whose property has the name; the property is required in what `POST /rows` accepts. */
const treeOf = (name: string, example: object = { id: 'a' }) => {
  const properties = { id: { type: 'string' }, [name]: { type: 'string' } }
  const Row = { type: 'object', properties }
  return {
    openapi: '3.1.0',
    info: { title: 'Rows', version: '1' },
    paths: {
      '/rows': {
        post: {
          operationId: 'createRow',
          requestBody: { required: true, ...json({ $ref: '#/components/schemas/Row' }) },
          responses: {
            201: { description: 'x', ...json({ $ref: '#/components/schemas/Row' }, { example }) },
          },
        },
        get: {
          operationId: 'listRows',
          responses: { 200: { description: 'x', ...json({ type: 'array', items: Row }) } },
        },
      },
      '/rows/{id}': {
        patch: {
          operationId: 'updateRow',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name, in: 'query', schema: { type: 'string', maxLength: 3 } },
          ],
          requestBody: json({ $ref: '#/components/schemas/Row' }),
          responses: { 200: { description: 'x', ...json({ $ref: '#/components/schemas/Row' }) } },
        },
      },
    },
    components: { schemas: { Row, Needed: { ...Row, required: [name] } } },
  }
}

describe.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'a property called %s',
  (name) => {
    it('is optional, or missing where it is required', () => {
      const validate = createSchemaValidator(documentOf(treeOf(name)))
      expect(validate('/components/schemas/Row', { id: 'a' })).toEqual([])
      expect(validate('/components/schemas/Needed', { id: 'a' })).toMatchObject([{ pointer: `/${name}` }])
      expect(validate('/components/schemas/Needed', { [name]: 'a' })).toEqual([])
      expect(validate('/components/schemas/Needed', { [name]: 7 })).toMatchObject([
        { pointer: `/${name}`, code: 'type', received: 7 },
      ])
    })

    it.each([false, true])('may be left out of a request to the mock, stateful: %s', async (stateful) => {
      const mock = createDocumentMock(documentOf(treeOf(name)), { ...PLAIN_MOCK, stateful })
      const send = async (method: string, url: string, body?: object) => {
        const headers = { host: 'localhost', 'content-type': 'application/json' }
        const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
        const response = await mock.respond({ method, url, headers, body: bytes })
        return { status: response?.status, body: JSON.parse(JSON.stringify(response?.body ?? null)) }
      }
      const made = await send('POST', '/rows', { id: 'a' })
      expect(made).toMatchObject({ status: 201, body: { id: expect.any(String) } })
      expect((await send('POST', '/rows', { [name]: 7 })).status).toBe(400)
      if (!stateful) return
      expect(await send('PATCH', `/rows/${made.body.id}`, { [name]: 'b' })).toMatchObject({
        body: { [name]: 'b' },
      })
      expect((await send('GET', '/rows')).body).toEqual([{ id: made.body.id, [name]: 'b' }])
    })

    it('may be left out of an example', async () => {
      const file = join(place, `${name}.json`)
      writeFileSync(file, JSON.stringify(treeOf(name)))
      const problems = await inspectPages([{ file, alias: undefined }])
      expect(problems.filter(({ ruleId }) => ruleId.includes('example'))).toEqual([])
    })

    it.each([[{ [name]: 7 }], [{ id: 'a', [name]: null }]])(
      'is validated in the example %j',
      async (example) => {
        const file = join(place, `${name}-example.json`)
        writeFileSync(file, JSON.stringify(treeOf(name, example)))
        const problems = await inspectPages([{ file, alias: undefined }])
        expect(problems.filter(({ ruleId }) => ruleId === 'no-invalid-media-type-examples')).toMatchObject([
          { message: expect.stringContaining(name) },
        ])
      },
    )

    it('names what a value with it depends on', () => {
      const tree = treeOf(name)
      const schemas = {
        ...tree.components.schemas,
        Required: { dependentRequired: { [name]: ['id'] } },
        Schemas: { dependentSchemas: { [name]: { required: ['id'] } } },
        Reverse: { dependentRequired: { id: [name] } },
      }
      const validate = createSchemaValidator(documentOf({ ...tree, components: { schemas } }))
      for (const schema of ['Required', 'Schemas']) {
        expect(validate(`/components/schemas/${schema}`, { [name]: 'a' })).toMatchObject([{ pointer: '/id' }])
        expect(validate(`/components/schemas/${schema}`, { [name]: 'a', id: 'b' })).toEqual([])
        expect(validate(`/components/schemas/${schema}`, {})).toEqual([])
      }
      expect(validate('/components/schemas/Reverse', { id: 'b' })).toMatchObject([{ pointer: `/${name}` }])
    })

    it('is validated by compiled validators, also as a parameter', async () => {
      const file = join(place, `${name}.ts`)
      writeFileSync(file, validatorsModule(documentOf(treeOf(name)), 'operations.ts'))
      const { createValidators } = await import(file)
      const { parameters, body } = createValidators({}, RegExp).updateRow
      const isValid = (value: string) => parameters({ params: {}, headers: {}, query: { [name]: value } })
      expect([isValid('abc'), isValid('abcd')]).toEqual([true, false])
      expect([body({ body: { [name]: 'a' } }), body({ body: { [name]: 7 } })]).toEqual([true, false])
    })

    it('is read as an own property by compiled validators, which ask no other document', () => {
      const compiled = (tree: object) => validatorsModule(documentOf(tree as never), 'operations.ts')
      const question = 'Object.prototype.hasOwnProperty'
      expect(compiled(treeOf(name))).toContain(question)
      expect(compiled(treeOf('title'))).not.toContain(question)
    })
  },
)

it('a schema called __proto__ validates the bodies of requests', async () => {
  const tree = treeOf('name')
  const { Row } = tree.components.schemas
  const schema = { ...Row, properties: { ...Row.properties, secret: { type: 'string', readOnly: true } } }
  const text = JSON.stringify({ ...tree, components: { schemas: { Thing: schema } } })
  const named = JSON.parse(text.replaceAll('/Row"', '/__proto__"').replace('"Thing":', '"__proto__":'))
  const mock = createDocumentMock(documentOf(named), PLAIN_MOCK)
  const statusOf = async (body: unknown) => {
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    const bytes = Buffer.from(JSON.stringify(body))
    return (await mock.respond({ method: 'POST', url: '/rows', headers, body: bytes }))?.status
  }
  expect([await statusOf({ name: 'a' }), await statusOf({ name: 7 }), await statusOf(null)]).toEqual([
    201, 400, 400,
  ])
})
