/** After each edit, a lint that reuses reports of examples finds the same as a fresh one, with less work. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { afterAll, expect, it } from 'vitest'
import { type Reports, reuseExamples } from '../../../src/toolkit/lint/cachedExamples.ts'
import { type CachedFiles, CachedResolver } from '../../../src/toolkit/lint/cachedResolver.ts'
import { touchedParts } from '../../../src/toolkit/lint/touchedParts.ts'

const folder = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const operation = (schema: string, example: string) =>
  `get:\n  operationId: get${schema}\n  parameters: [{name: n, in: query, schema: {$ref: ./Name.yaml}, example: ab}]\n  responses:\n    '200': {description: ok, content: {application/json: {schema: {$ref: ./${schema}.yaml}, example: ${example}}}}\n`
const ROOT =
  'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /cat: {$ref: ./cat.yaml}\n  /dog: {$ref: ./dog.yaml}\n'
const CAT = 'type: object\nproperties: {name: {$ref: ./Name.yaml}}\n'
const DOG = 'type: object\nproperties: {size: {type: integer}}\nexamples: [{size: 1}]\n'

const PARTS = [
  'openapi.yaml#',
  'openapi.yaml#/info',
  'openapi.yaml#/paths/~1cat',
  'openapi.yaml#/paths/~1dog',
]

const config = await createConfig({
  rules: {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  },
})
const file = join(folder, 'openapi.yaml')

async function found(resolver: CachedResolver, used = config) {
  const problems = await lint({ ref: file, config: used, externalRefResolver: resolver })
  return problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.source.absoluteRef, location[0]?.pointer].join(' '),
  )
}

it('finds what a fresh lint finds, edit by edit', async () => {
  write('openapi.yaml', ROOT)
  write('cat.yaml', operation('Cat', '{name: Tom}'))
  write('dog.yaml', operation('Dog', '{size: 1}'))
  write('Cat.yaml', CAT)
  write('Dog.yaml', DOG)
  write('Name.yaml', 'type: string\n')
  let cached: CachedFiles = new Map()
  let reports: Reports = new Map()
  const seen: [number, string[]][] = []
  const edits: [string, string][] = [
    ['openapi.yaml', ROOT],
    ['openapi.yaml', `${ROOT}# A remark.\n`],
    ['cat.yaml', operation('Cat', '{name: 7}')],
    ['Name.yaml', 'type: string\nmaxLength: 1\n'],
    ['Dog.yaml', DOG.replace('integer', 'string')],
    ['Name.yaml', 'type: string\n'],
    ['cat.yaml', operation('Cat', '{name: Tom}')],
    ['Dog.yaml', DOG],
  ]
  for (const [name, text] of edits) {
    write(name, text)
    const resolver = new CachedResolver(cached)
    let touched: ReturnType<typeof touchedParts> | undefined
    const reuse = reuseExamples(config, {
      reports,
      isTouched(place) {
        touched ??= touchedParts(cached, resolver.read)
        return touched.has(place)
      },
      sourceOf: (one) => resolver.read.get(one)?.source,
    })
    const now = await found(resolver, reuse.config)
    expect(now).toEqual(await found(new CachedResolver(new Map())))
    cached = resolver.read
    reports = reuse.reports
    seen.push([now.length, [...(touched?.parts ?? [])].map((one) => one.slice(folder.length + 1)).sort()])
  }
  expect(seen).toEqual([
    [0, ['Cat.yaml#', 'Dog.yaml#', 'Name.yaml#', 'cat.yaml#', 'dog.yaml#', ...PARTS]],
    [0, []],
    [1, ['cat.yaml#', 'openapi.yaml#/paths/~1cat']],
    [3, ['Cat.yaml#', 'Name.yaml#', 'cat.yaml#', 'dog.yaml#', ...PARTS.slice(2)]],
    [5, ['Dog.yaml#', 'dog.yaml#', 'openapi.yaml#/paths/~1dog']],
    [3, ['Cat.yaml#', 'Name.yaml#', 'cat.yaml#', 'dog.yaml#', ...PARTS.slice(2)]],
    [2, ['cat.yaml#', 'openapi.yaml#/paths/~1cat']],
    [0, ['Dog.yaml#', 'dog.yaml#', 'openapi.yaml#/paths/~1dog']],
  ])
})

const SINGLE = `openapi: 3.1.0
info: { title: A, version: "1" }
tags: []
paths:
  /cat: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Cat' }, example: { name: Tom } } } } } } }
  /dog: { get: { responses: { '200': { $ref: '#/components/responses/Dog' } } } }
components:
  responses:
    Dog: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Dog' }, example: { size: 1 } } } }
  schemas:
    Name: { type: string, maxLength: 3 }
    Cat: { type: object, properties: { name: { $ref: '#/components/schemas/Name' } } }
    Dog: { type: object, properties: { size: { type: integer } }, examples: [{ size: 2 }] }
`

it('finds what a fresh lint finds in one file, at the same places', async () => {
  const whole = join(folder, 'single.yaml')
  let cached: CachedFiles = new Map()
  let reports: Reports = new Map()
  const validated: number[] = []
  const places = async (externalRefResolver: CachedResolver, used = config) =>
    (await lint({ ref: whole, config: used, externalRefResolver })).map(({ message, location: [place] }) => {
      const { line, col } = place === undefined ? { line: 0, col: 0 } : getLineColLocation(place).start
      return `${line}:${col} ${message}`
    })
  const edits: [from: string, to: string][] = [
    ['', ''],
    ['name: Tom', 'name: Thomas'],
    ['tags: []', 'tags:\n  - name: b'],
    ['type: integer', 'type: string'],
    ['maxLength: 3', 'maxLength: 9'],
    ['title: A', 'title: B\n    '],
    ['/dog:', '/wolf:'],
    ["schemas/Dog' }", "schemas/Cat' }"],
    ['    Dog: { type', '    Wolf: { type'],
    ['openapi: 3.1.0', 'openapi: 3.0.3'],
  ]
  let text = SINGLE
  for (const [from, to] of edits) {
    text = text.replace(from, to)
    writeFileSync(whole, text)
    const resolver = new CachedResolver(cached)
    let touched: ReturnType<typeof touchedParts> | undefined
    const reuse = reuseExamples(config, {
      reports,
      isTouched(place) {
        touched ??= touchedParts(cached, resolver.read)
        return touched.has(place)
      },
      sourceOf: (one) => resolver.read.get(one)?.source,
    })
    expect(await places(resolver, reuse.config)).toEqual(await places(new CachedResolver(new Map())))
    cached = resolver.read
    reports = reuse.reports
    validated.push(touched?.parts.size ?? 0)
  }
  expect(validated).toEqual([9, 1, 1, 3, 3, 1, 2, 2, 2, 9])
})
