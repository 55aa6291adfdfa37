/** Documents with the same meaning in other words: a comparison finds nothing but changed words. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import { load } from '../../../src/toolkit/diff/source.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  pointerOfFragment,
  valueAt,
} from '../../../src/toolkit/openapi/index.ts'
import { casesOf, times } from '../../harness/thorough.ts'

vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'rewrites-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Forms of one reference to a schema. */
type Rewrite = 'as it is' | 'allOf' | 'inline' | 'anyOf' | 'renamed'

function rewritten(root: JsonObject, chosen: readonly Rewrite[]): JsonObject {
  let count = 0
  const write = (node: Json, within: readonly string[]): Json => {
    if (Array.isArray(node)) return node.map((one) => write(one, within))
    if (!isObject(node)) return node
    const { $ref } = node
    if (typeof $ref !== 'string' || !$ref.startsWith('#/components/schemas/') || Object.keys(node).length > 1)
      return Object.fromEntries(
        // A discriminator names schemas, and goes by the references next to it.
        Object.entries(node).map(([name, value]) => [
          name,
          name === 'discriminator' || ((name === 'oneOf' || name === 'anyOf') && 'discriminator' in node)
            ? value
            : write(value, within),
        ]),
      )
    const rewrite = chosen[count++ % chosen.length]
    if (rewrite === 'allOf' || rewrite === 'anyOf') return { [rewrite]: [node] }
    if (rewrite === 'renamed' && $ref.split('/').length === 4) return { $ref: $ref.replace(/$/, '-alias') }
    const target = valueAt(root, pointerOfFragment($ref))
    if (rewrite !== 'inline' || within.includes($ref) || within.length > 3 || !isObject(target)) return node
    // The base of others stands for them by its name.
    if ('discriminator' in target) return node
    return write(target, [...within, $ref])
  }
  const changed = write(root, []) as JsonObject
  const schemas = (changed.components as JsonObject | undefined)?.schemas as JsonObject
  for (const name of Object.keys(schemas)) schemas[`${name}-alias`] = { $ref: `#/components/schemas/${name}` }
  return changed
}

test.each(['shops', 'fleet'])('%s with its references written in other ways', (name) => {
  const file = join(import.meta.dirname, 'documents', `${name}.yaml`)
  const root = parse(readFileSync(file, 'utf8')) as JsonObject
  const old = load(file)
  const ways = fc.array(fc.constantFrom<Rewrite>('as it is', 'allOf', 'anyOf', 'inline', 'renamed'), {
    minLength: 1,
    maxLength: 7,
  })
  const path = join(folder, `${name}.json`)
  fc.assert(
    fc.property(ways, (chosen) => {
      writeFileSync(path, JSON.stringify(rewritten(root, chosen)))
      const { findings } = compareDocuments([{ old, new: load(path) }] as never, 0)
      const reported = findings.filter(({ level }) => level === 'breaking' || level === 'risky')
      expect(reported.map(({ rule, sentence }) => `${rule}: ${sentence}`)).toEqual([])
    }),
    { numRuns: times(500, 25), seed: 26 },
  )
})

/** The tree with other descriptions; undefined removes them. */
function reworded(node: Json, words: string | undefined): Json {
  if (Array.isArray(node)) return node.map((one) => reworded(one, words))
  if (!isObject(node)) return node
  const entries = Object.entries(node).flatMap(([name, value]): [string, Json][] => {
    if ((name !== 'description' && name !== 'summary') || typeof value !== 'string')
      return [[name, reworded(value, words)]]
    return words === undefined ? [] : [[name, words]]
  })
  return Object.fromEntries(entries)
}

const DESCRIBED = [
  '../../../openapi/released/1.0.0.json',
  'documents/shops.yaml',
  'documents/fleet.yaml',
  '../../../examples/lending-desk/openapi/openapi.yaml',
  '../../../templates/project/generated/openapi.json',
]
const descriptions = DESCRIBED.flatMap((name) =>
  [undefined, 'Explained elsewhere.'].map((words) => [name, words] as const),
)
test.each(casesOf(descriptions, 3))('%s with its descriptions reworded: %s', (name, words) => {
  const file = join(import.meta.dirname, name)
  const text = readFileSync(file, 'utf8')
  const changed = join(folder, 'reworded.json')
  writeFileSync(changed, JSON.stringify(reworded(parse(text, { maxAliasCount: -1 }) as Json, words)))
  const { findings } = compareDocuments([{ old: load(file), new: load(changed) }], Date.now())
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.filter(({ level }) => level !== 'docs').map(({ sentence }) => sentence)).toEqual([])
})
