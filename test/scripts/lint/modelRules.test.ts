/** The rules that only a model of the API allows: what they report, at which line, and that they are off unless enabled. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { stringify } from 'yaml'
import { lint } from '../../../src/toolkit/cli/lint.ts'

const RULES = [
  'filters-documented',
  'identifiers-named-alike',
  'page-size-bounded',
  'pagination-one-style',
  'sort-keys-listed',
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lint-')))
afterAll(() => rmSync(folder, { recursive: true }))
const put = (name: string, content: string | object) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), typeof content === 'string' ? content : stringify(content))
  return join(folder, name)
}

interface Problem {
  ruleId: string
  message: string
  location: { source: { ref: string }; start: { line: number } }[]
}

/** The problems of `specwright lint --format json` in a document with the given rules. */
async function problemsOf(file: string, rules: readonly string[]): Promise<Problem[]> {
  const config = put('redocly.yaml', {
    plugins: ['specwright/lint'],
    rules: Object.fromEntries(rules.map((rule) => [`house/${rule}`, 'warn'])),
  })
  const lines: string[] = []
  await lint.run([file, '--config', config, '--format', 'json'], {
    env: {},
    print: (line) => void lines.push(line),
  })
  return (JSON.parse(lines.join('\n')) as { problems: Problem[] }).problems
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const ITEM = { id: text, name: text }

interface List {
  query?: Record<string, Json>
  item?: object
  id?: string
  headers?: object
}

/** An API with some lists, each with an operation that reads an item. */
const apiOf = (lists: Record<string, List>): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: Object.fromEntries(
    Object.entries(lists).flatMap(([name, { query = {}, item = ITEM, id = 'id', headers }]) => {
      const schema = { type: 'object', properties: item }
      const response = (of: object, more = {}) => ({
        200: { description: 'Found.', content: { 'application/json': { schema: of } }, ...more },
      })
      const parameters = Object.entries(query).map(([key, { description, statement, ...schema }]) => ({
        name: key,
        in: 'query',
        schema: { ...text, ...schema },
        ...(description !== undefined && { description }),
        ...(statement !== undefined && { 'x-conformance': statement }),
      }))
      const list = { type: 'object', properties: { items: { type: 'array', items: schema } } }
      return [
        [
          `/${name}`,
          {
            get: {
              operationId: `list_${name}`,
              parameters,
              responses: response(list, headers && { headers }),
            },
          },
        ],
        [
          `/${name}/{${id}}`,
          {
            get: {
              operationId: `read_${name}`,
              parameters: [{ name: id, in: 'path', required: true, schema: text }],
              responses: response(schema),
            },
          },
        ],
      ]
    }),
  ),
})
type Json = Record<string, unknown>

const cases: [rule: string, name: string, lists: Record<string, List>, messages: string[]][] = [
  [
    'pagination-one-style',
    'one style',
    { a: { query: { page: integer } }, b: { query: { page: integer } } },
    [],
  ],
  [
    'pagination-one-style',
    'two styles',
    {
      a: { query: { page: integer } },
      b: { query: { offset: integer } },
      c: { query: { page: integer } },
      d: {},
    },
    ['The pages of list_b are requested by offset, those of most lists by page'],
  ],
  ['identifiers-named-alike', 'one name', { users: {}, orders: {} }, []],
  [
    'identifiers-named-alike',
    'the name of the resource in front',
    { users: { item: { userId: text }, id: 'userId' }, orders: { item: { orderId: text }, id: 'orderId' } },
    [],
  ],
  [
    'identifiers-named-alike',
    'natural keys',
    {
      users: {},
      countries: { item: { code: text, name: text }, id: 'code' },
      versions: { item: { version: integer }, id: 'version' },
    },
    [],
  ],
  [
    'identifiers-named-alike',
    'another name',
    { users: {}, orders: { item: { uuid: text, name: text }, id: 'uuid' }, carts: {} },
    ['The identifier of /orders is uuid, that of most resources is id'],
  ],
  ['filters-documented', 'a filter by a property', { a: { query: { name: text } } }, []],
  [
    'filters-documented',
    'a parameter with a description',
    { a: { query: { colour: { description: 'Of the box.' } } } },
    [],
  ],
  [
    'filters-documented',
    'a parameter of unknown meaning',
    { a: { query: { colour: text } } },
    ['The query parameter colour of list_a'],
  ],
  [
    'filters-documented',
    'a statement about a missing property',
    { a: { query: { by: { statement: { filter: 'colour' } } } } },
    ['The query parameter by of list_a filters by colour, which the items do not have'],
  ],
  [
    'filters-documented',
    'a statement about a property',
    { a: { query: { by: { statement: { filter: 'name' } } } } },
    [],
  ],
  ['sort-keys-listed', 'an enum', { a: { query: { sort: { enum: ['name'] } } } }, []],
  [
    'sort-keys-listed',
    'any text',
    { a: { query: { sort: text } } },
    ['The sort parameter sort of list_a accepts any text'],
  ],
  ['page-size-bounded', 'a maximum', { a: { query: { limit: { ...integer, maximum: 50 } } } }, []],
  ['page-size-bounded', 'listed sizes', { a: { query: { limit: { ...integer, enum: [10, 50] } } } }, []],
  [
    'page-size-bounded',
    'no maximum',
    { a: { query: { limit: { ...integer, minimum: 1 } } } },
    ['The page size limit of list_a has no maximum'],
  ],
]
describe('reports', () => {
  it.each(cases)('house/%s: %s', async (rule, _name, lists, messages) => {
    const found = await problemsOf(put('api.yaml', apiOf(lists)), [rule])
    expect(found.map(({ message }) => message)).toEqual(messages.map((part) => expect.stringContaining(part)))
  })
})

test('are reported once, at the line of the parameter, in the file that has it', async () => {
  put('parameters.yaml', 'Limit:\n  name: limit\n  in: query\n  schema: {type: integer}\n')
  const list = (name: string) => `  /${name}:
    get:
      operationId: ${name}
      parameters:
        - $ref: parameters.yaml#/Limit
        - {name: sort, in: query, schema: {type: string}}
      responses:
        '200': {description: Found., content: {application/json: {schema: {type: array, items: {type: object}}}}}
`
  const entry = put(
    'split.yaml',
    `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n${list('a')}${list('b')}`,
  )
  const found = await problemsOf(entry, ['page-size-bounded', 'sort-keys-listed'])
  const places = found.map(
    ({ ruleId, location: [place] }) => `${ruleId} ${basename(place?.source.ref ?? '')}:${place?.start.line}`,
  )
  expect(places.sort()).toEqual([
    'house/page-size-bounded parameters.yaml:2',
    'house/sort-keys-listed split.yaml:17',
    'house/sort-keys-listed split.yaml:9',
  ])
})

test('are off in the recommended rules and in the projects that init writes', async () => {
  const file = put('api.yaml', apiOf({ a: { query: { limit: integer, sort: text, colour: text } } }))
  expect(await problemsOf(file, [])).toEqual([])
  for (const template of ['project', 'from']) {
    const written = readFileSync(`templates/${template}/redocly.yaml`, 'utf8')
    expect(RULES.filter((rule) => written.includes(rule))).toEqual([])
  }
})

test('report a statement that cannot be understood', async () => {
  const file = put('api.yaml', apiOf({ a: { query: { by: { statement: { filter: 3 } } } } }))
  const [problem] = await problemsOf(file, ['sort-keys-listed'])
  expect(problem?.message).toContain('x-conformance.filter of the parameter by is 3')
})

describe('docs/reference/lint-rules.md', () => {
  const page = readFileSync('docs/reference/lint-rules.md', 'utf8')

  it('lists every rule of the package', () => {
    const files = readdirSync('src/toolkit/lint/rules').map((file) => file.replace('.ts', ''))
    const listed = [...page.matchAll(/^\| `house\/([\w-]+)` \|/gm)].map(([, rule]) => rule)
    expect(listed.sort()).toEqual(files.sort())
  })

  it('shows what the rules report', async () => {
    const [config = '', document = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text)
    const [, output = ''] = /```console\n\$ specwright lint orders\.yaml\n([\s\S]*?)\n```/.exec(page) ?? []
    const file = put('orders.yaml', document)
    const lines: string[] = []
    const code = await lint.run([file, '--config', put('redocly.yaml', config)], {
      env: {},
      print: (line) => void lines.push(line),
    })
    const [head = '', ...rest] = lines.join('\n').trim().split('\n')
    expect({ code, head: basename(head), rest }).toEqual({
      code: 1,
      head: 'orders.yaml:',
      rest: output.split('\n').slice(1),
    })
  })
})
