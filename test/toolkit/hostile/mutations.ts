/** Documents with random mistakes: nodes replaced, removed, renamed, moved and wrapped. */
import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../../src/toolkit/openapi/document.ts'

interface Mutation {
  kind: (typeof KINDS)[number]
  /** Which node, and which other one; each modulo the number of nodes. */
  at: number
  from: number
  name: string
  value: Json
}

const KINDS = ['replace', 'remove', 'rename', 'copy', 'add', 'wrap'] as const

const NAMES = [
  '',
  '$ref',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'length',
  'a/b~c',
  'x-conformance',
  'type',
  'properties',
  'items',
  'allOf',
  'oneOf',
  'enum',
  'default',
  'example',
  'examples',
  'pattern',
  'discriminator',
  '{id}',
  'default\n::error::x',
]

const VALUES: Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  '',
  ' ',
  '#',
  '#/',
  '#/paths',
  'a',
  '(',
  '[a-z',
  '{',
  '{id}',
  '%E0%A4%A',
  '$.a[?(@.b==1)]',
  'object',
  '\u0000\u001b[31m',
  [],
  [[]],
  [null],
  ['a', 'a'],
  {},
  { $ref: null },
  { $ref: '' },
  { $ref: '#' },
  { $ref: '#/components/schemas/Thing' },
  { $ref: '#/components/schemas/Missing' },
  { $ref: './missing.yaml#/a' },
  { $ref: ['a'] },
  { type: null },
  { type: 'nothing' },
  { type: ['string', 'null', 'object'] },
  { allOf: [{ $ref: '#/components/schemas/Thing' }] },
  { not: {} },
  { enum: [] },
  { const: { a: [] } },
  { minimum: 9, maximum: 1 },
  { minLength: -1, maxLength: 1e9 },
  { multipleOf: 0 },
]

/** Properties of an own name, also of `__proto__`. */
function setOwn(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

const ownKey = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 5 }))
const anyValue = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
)

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(),
  from: fc.nat(),
  name: ownKey,
  value: anyValue,
})

/** A few mistakes for one document. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(mutation, { minLength: 1, maxLength: 4 })

interface Node {
  holder: Json[] | JsonObject
  key: string
  value: Json
}

function nodesOf(value: Json, found: Node[] = []): Node[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, inner] of Object.entries(value)) {
    found.push({ holder: value, key, value: inner as Json })
    nodesOf(inner as Json, found)
  }
  return found
}

/** A copy of the document with these mistakes in it. */
export function mutated(document: JsonObject, changes: readonly Mutation[]): JsonObject {
  const copy = structuredClone(document)
  for (const change of changes) {
    const nodes = nodesOf(copy)
    const node = nodes[change.at % Math.max(1, nodes.length)]
    const other = nodes[change.from % Math.max(1, nodes.length)]
    if (node !== undefined && other !== undefined) apply(change, node, other)
  }
  return copy
}

function apply({ kind, name, value }: Mutation, node: Node, other: Node): void {
  const { holder, key } = node
  if (kind === 'replace') put(holder, key, value)
  else if (kind === 'copy') put(holder, key, structuredClone(other.value))
  else if (kind === 'wrap') put(holder, key, [node.value])
  else if (kind === 'add') {
    if (isObject(node.value)) setOwn(node.value, name, structuredClone(value))
    else if (Array.isArray(node.value)) node.value.push(structuredClone(value))
  } else {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else {
      delete holder[key]
      if (kind === 'rename') setOwn(holder, name, node.value)
    }
  }
}

function put(holder: Json[] | JsonObject, key: string, value: Json): void {
  const copy = structuredClone(value)
  if (Array.isArray(holder)) holder[Number(key)] = copy
  else setOwn(holder, key, copy)
}
