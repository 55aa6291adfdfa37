/** Documents that are spread over files, and the places that `specwright diff` reports in them. */
import { expect, test, vi } from 'vitest'
import { notesWith, put, run, useFolder } from './inFolder.ts'

vi.setConfig({ testTimeout: 60_000 })
useFolder()

const NOTES = notesWith("'#/components/schemas/Note'")

test('reads maps and operations that stand in files of their own, and names the places there', async () => {
  const paths = { '/notes': { $ref: 'list.yaml' }, '/notes/{id}': { $ref: 'item.yaml' } }
  for (const root of ['old', 'new']) {
    put(
      `${root}/openapi.yaml`,
      'openapi: 3.0.3\ninfo: {title: Notes, version: 1.0.0}\npaths: {$ref: paths.json}\ncomponents: {$ref: parts.yaml}\n',
    )
    put(`${root}/paths.json`, paths)
    put(`${root}/list.yaml`, 'get:\n  $ref: get.yaml\n')
    put(
      `${root}/get.yaml`,
      `operationId: listNotes\nsecurity: [{key: []}]\nresponses:\n  '200':\n    description: Notes.\n    content:\n      application/json:\n        schema:\n          $ref: 'openapi.yaml#/components/schemas/Note'\n`,
    )
    put(`${root}/item.yaml`, 'get: {operationId: getNote, responses: {$ref: answers.yaml}}\n')
    put(`${root}/answers.yaml`, "'404': {description: None.}\n'200': {description: One.}\n")
    put(
      `${root}/parts.yaml`,
      'securitySchemes:\n  key: {type: apiKey, in: header, name: Key}\nschemas: {$ref: schemas.yaml}\n',
    )
    put(`${root}/schemas.yaml`, 'Note:\n  type: object\n  properties: {$ref: members.yaml}\n')
    put(`${root}/members.yaml`, 'id: {type: string}\ntext:\n  type: string\n')
  }
  put('new/members.yaml', 'id: {type: string}\ntext:\n  type: integer\n')
  put('new/answers.yaml', "'404': {description: None.}\n")
  const { text } = await run('old/openapi.yaml', 'new/openapi.yaml')
  expect(text).toMatch(/`text` in the 200 response of GET \/notes.*\n {4}new\/members\.yaml:3:3 /)
  expect(text).toMatch(
    /the status 200 of GET \/notes\/\{id\}.*\n {4}new\/\S+:\d+:\d+ {2}\(was old\/answers\.yaml:2:1\)/,
  )
  expect(text).toContain('2 breaking, 0 risky, 0 compatible, 0 docs.')
})

test('names the place of what is missing behind a reference', async () => {
  const schema = (more: string) => `${NOTES}components:\n  schemas:\n    Note:\n      type: object\n${more}`
  put('old.yaml', schema('      required: [id]\n'))
  put('new.yaml', schema(''))
  const { text } = await run('old.yaml', 'new.yaml')
  expect(text).toMatch(/`id`.*\n {4}new\.yaml:13:5 {2}\(was old\.yaml:15:18\)/)
})

test('names a place by the shortest way to it, however the schemas lead to one another', async () => {
  const lists = `${NOTES}components:
  schemas:
    Note:
      properties:
        author: {properties: {latest: {properties: {topic: {$ref: '#/components/schemas/Topic'}}}}}
        topic: {$ref: '#/components/schemas/Topic'}
    Topic:
      properties:
        notes: {type: array, items: {$ref: '#/components/schemas/Note'}}
        name: {type: string}
`
  put('old.yaml', lists)
  put('new.yaml', lists.replace('name: {type: string}', 'name: {type: integer}'))
  const { text } = await run('old.yaml', 'new.yaml')
  expect(text).toMatch(/`topic\.name` in the 200 response/)
  expect(text).not.toContain('latest')
})

test('tells once of a form that is gone, the last but one included, and receivers do not mind', async () => {
  const form = (kind: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  })
  const names = ['Cat', 'Dog']
  const document = (kinds: readonly string[]) => {
    const refs = kinds.map((name) => `#/components/schemas/${name}`)
    const mapping = Object.fromEntries(refs.map((ref, index) => [kinds[index]?.toLowerCase(), ref]))
    const pet = { oneOf: refs.map(($ref) => ({ $ref })), discriminator: { propertyName: 'kind', mapping } }
    const content = { 'application/json': { schema: pet } }
    return {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1.0.0' },
      paths: {
        '/pets': { put: { requestBody: { content }, responses: { 200: { description: 'It.', content } } } },
      },
      components: { schemas: Object.fromEntries(names.map((name) => [name, form(name.toLowerCase())])) },
    }
  }
  put('old.json', document(names))
  put('new.json', document(['Cat']))
  const { text } = await run('old.json', 'new.json')
  expect(text).toMatch(/Clients that send the form .*"dog".* to PUT \/pets will get 400/)
  expect(text).toContain('\n1 breaking, 0 risky, 1 compatible')
})

test('tells of each parameter that refers to what has lost a limit', async () => {
  const document = (time: object) => {
    const names = ['since', 'until']
    const schema = { $ref: '#/components/schemas/Time' }
    const get = {
      parameters: names.map((name) => ({ name, in: 'query', schema })),
      responses: { 200: { description: 'All.' } },
    }
    const info = { title: 'Log', version: '1.0.0' }
    return { openapi: '3.1.0', info, paths: { '/log': { get } }, components: { schemas: { Time: time } } }
  }
  put('old.json', document({ type: 'string', maxLength: 20 }))
  put('new.json', document({ type: 'string' }))
  const { text } = await run('old.json', 'new.json')
  expect(text).toMatch(/`since` to GET \/log/)
  expect(text).toContain('The same in 1 other place: GET /log > query until.')
})
