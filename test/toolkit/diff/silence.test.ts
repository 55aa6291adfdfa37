/** No change passes silently: every keyword of a schema, and every property of every object of a document, edited once. */
import { describe, expect, test } from 'vitest'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import { load, workingTree } from '../../../src/toolkit/diff/source.ts'
import { type JsonObject, tokensOf, valueAt } from '../../../src/toolkit/openapi/index.ts'
import { memberPointer } from '../../../src/toolkit/openapi/pointer.ts'
import { casesOf } from '../../harness/thorough.ts'
import { ASYNCAPI, OPENAPI } from './everything.ts'

type Tree = Record<string, unknown>

const loaded = (tree: Tree) =>
  load('/document.json', workingTree, () => ({
    tree: tree as JsonObject,
    positionAt: () => ({ line: 1, column: 1 }),
    rangeAt: () => undefined,
  }))
const TODAY = Date.parse('2026-11-22')
const isStated = (old: Tree, now: Tree) =>
  compareDocuments([{ old: loaded(old), new: loaded(now) }], TODAY).findings.length > 0

/** A keyword: its siblings, and its value before and after. */
const KEYWORDS: Record<string, [siblings: Tree, old: unknown, now: unknown]> = {
  type: [{}, 'string', 'integer'],
  enum: [{}, ['a'], ['b']],
  const: [{}, 'a', 'b'],
  title: [{}, 'a', 'b'],
  description: [{}, 'a', 'b'],
  default: [{}, 'a', 'b'],
  deprecated: [{}, true, undefined],
  readOnly: [{}, true, undefined],
  writeOnly: [{}, true, undefined],
  examples: [{}, ['a'], ['b']],
  example: [{}, 'a', 'b'],
  externalDocs: [{}, { url: 'a' }, { url: 'b' }],
  xml: [{}, { name: 'a' }, { name: 'b' }],
  discriminator: [{ type: 'object' }, { propertyName: 'a' }, { propertyName: 'b' }],
  nullable: [{ type: 'string' }, true, undefined],
  format: [{ type: 'string' }, 'date', 'uuid'],
  pattern: [{ type: 'string' }, '^a$', '^b$'],
  minLength: [{ type: 'string' }, 1, 2],
  maxLength: [{ type: 'string' }, 1, 2],
  contentEncoding: [{ type: 'string' }, 'base64', 'base32'],
  contentMediaType: [{ type: 'string' }, 'image/png', 'image/gif'],
  contentSchema: [
    { type: 'string', contentMediaType: 'application/json' },
    { type: 'string' },
    { type: 'integer' },
  ],
  multipleOf: [{ type: 'number' }, 2, 3],
  minimum: [{ type: 'number' }, 1, 2],
  maximum: [{ type: 'number' }, 1, 2],
  exclusiveMinimum: [{ type: 'number' }, 1, 2],
  exclusiveMaximum: [{ type: 'number' }, 1, 2],
  items: [{ type: 'array' }, { type: 'string' }, { type: 'integer' }],
  prefixItems: [{ type: 'array' }, [{ type: 'string' }], [{ type: 'integer' }]],
  unevaluatedItems: [{ type: 'array' }, false, undefined],
  contains: [{ type: 'array' }, { type: 'string' }, { type: 'integer' }],
  minContains: [{ type: 'array', contains: { type: 'string' } }, 2, 3],
  maxContains: [{ type: 'array', contains: { type: 'string' } }, 2, 3],
  minItems: [{ type: 'array' }, 1, 2],
  maxItems: [{ type: 'array' }, 1, 2],
  uniqueItems: [{ type: 'array' }, true, undefined],
  properties: [{ type: 'object' }, { a: { type: 'string' } }, { a: { type: 'integer' } }],
  patternProperties: [{ type: 'object' }, { '^a': { type: 'string' } }, { '^a': { type: 'integer' } }],
  additionalProperties: [{ type: 'object' }, { type: 'string' }, { type: 'integer' }],
  unevaluatedProperties: [{ type: 'object' }, { type: 'string' }, false],
  propertyNames: [{ type: 'object' }, { maxLength: 5 }, { maxLength: 6 }],
  required: [{ type: 'object' }, ['a'], ['b']],
  minProperties: [{ type: 'object' }, 1, 2],
  maxProperties: [{ type: 'object' }, 1, 2],
  dependentRequired: [{ type: 'object' }, { a: ['b'] }, { a: ['c'] }],
  dependentSchemas: [{ type: 'object' }, { a: { minProperties: 2 } }, { a: { minProperties: 3 } }],
  dependencies: [{ type: 'object' }, { a: ['b'] }, { a: ['c'] }],
  additionalItems: [{ type: 'array' }, false, true],
  allOf: [{}, [{ type: 'string' }], [{ type: 'integer' }]],
  anyOf: [{}, [{ type: 'string' }], [{ type: 'integer' }]],
  oneOf: [{}, [{ type: 'string' }], [{ type: 'integer' }]],
  not: [{}, { type: 'string' }, { type: 'integer' }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  if: [{ then: { type: 'string' } }, { minLength: 1 }, { minLength: 2 }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: [{ if: { maxLength: 5 } }, { minLength: 1 }, { minLength: 2 }],
  else: [{ if: { maxLength: 5 } }, { minLength: 1 }, { minLength: 2 }],
  $ref: [{}, '#/components/schemas/A', '#/components/schemas/B'],
  $dynamicRef: [{}, '#a', '#b'],
  $schema: [{}, 'https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#'],
  'x-anything': [{}, 1, 2],
  anything: [{}, 1, 2],
}

/** The place of the schema with the keyword. */
const SPELLINGS: Record<string, (schema: Tree) => Tree> = {
  single: (schema) => schema,
  'beside allOf': (schema) => ({
    ...schema,
    allOf: [{ $comment: 'Nothing.' }, ...((schema.allOf as []) ?? [])],
  }),
  'in allOf': (schema) => ({ allOf: [schema] }),
  'behind a reference': () => ({ $ref: '#/components/schemas/Changed' }),
  'beside a reference': (schema) => ({ $ref: '#/components/schemas/Any', ...schema }),
}

const PLACES: Record<string, (schema: Tree) => Tree> = {
  'a request': (schema) => ({ requestBody: { content: { 'application/json': { schema } } } }),
  'an answer': (schema) => ({
    responses: { 200: { description: 'x', content: { 'text/xml': { schema } } } },
  }),
}

test.each(Object.entries(KEYWORDS))('a change of %s is told', (keyword, [siblings, old, now]) => {
  const silent: string[] = []
  for (const [location, around] of Object.entries(PLACES)) {
    for (const [spelling, spell] of Object.entries(SPELLINGS)) {
      const side = (value: unknown): Tree => {
        const changed = value === undefined ? siblings : { ...siblings, [keyword]: value }
        const schema = { type: 'object', properties: { note: spell(changed) } }
        return {
          openapi: '3.1.0',
          info: { title: 'Things', version: '1.0.0' },
          paths: { '/things': { post: around(schema) } },
          components: {
            schemas: { A: { type: 'string' }, B: { type: 'integer' }, Any: {}, Changed: changed },
          },
        }
      }
      const groupFindings = (before: unknown, after: unknown) => isStated(side(before), side(after))
      if (!groupFindings(old, now)) silent.push(`${spelling} in ${location}`)
      if (spelling === 'alone' && !groupFindings(old, undefined))
        silent.push(`removed ${spelling} in ${location}`)
    }
  }
  expect(silent).toEqual([])
})

/** Properties whose change does not concern clients, and why. */
const NOTHING: [pointer: RegExp, why: string][] = [
  [/^\/(openapi|asyncapi|id|\$self)$/, 'the version of the standard is no part of the contract'],
  [/^\/info(\/version)?$/, 'the advice on versions is about it'],
]

/** Properties that repeat others. */
const IMPLIED = /\/(schema|payload|headers)\/type$/

const isNothing = (pointer: string) => NOTHING.some(([pattern]) => pattern.test(pointer))

/** Every property of the tree by its pointer. */
function* membersOf(node: unknown, pointer = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const at = memberPointer(pointer, key)
    yield at
    yield* membersOf(value, at)
  }
}

function edited(tree: Tree, pointer: string, change: (owner: Tree, key: string) => void): Tree {
  const copy = structuredClone(tree)
  const tokens = tokensOf(pointer)
  const key = tokens.pop() ?? ''
  change(
    tokens.reduce((node, token) => node[token] as Tree, copy),
    key,
  )
  return copy
}

const remove = (owner: Tree, key: string) => {
  if (Array.isArray(owner)) owner.splice(Number(key), 1)
  else delete owner[key]
}
const alter = (owner: Tree, key: string) => {
  const value = owner[key]
  owner[key] =
    typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : value !== true
}

describe.each([
  ['OpenAPI', OPENAPI],
  ['AsyncAPI', ASYNCAPI],
])('every member of %s', (_, tree) => {
  const pointers = [...membersOf(tree)].filter((pointer) => !isNothing(pointer))
  const isLeaf = (pointer: string) => typeof valueAt(tree as JsonObject, pointer) !== 'object'
  const old = loaded(tree)
  const silent = (change: typeof alter, all: string[]) =>
    casesOf(all, 12, 4).filter((pointer) => {
      const copy = edited(tree, pointer, change)
      try {
        return compareDocuments([{ old, new: loaded(copy) }], TODAY).findings.length === 0
      } catch (error) {
        // A reference that leads nowhere any more is rejected.
        if ((error as Error).name === 'DocumentError') return false
        throw error
      }
    })

  test('is missed when it is removed', () => {
    const groupFindings = pointers.filter((pointer) => !IMPLIED.test(pointer))
    expect(silent(remove, groupFindings)).toEqual([])
  })
  test('is compared when it changes', () => expect(silent(alter, pointers.filter(isLeaf))).toEqual([]))
})
