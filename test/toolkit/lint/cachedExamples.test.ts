/** After each edit, a lint that reuses reports of examples finds the same as a fresh one, with less work. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { afterAll, expect, it } from 'vitest'
import { type Reports, reuseExamples, touchedFiles } from '../../../src/toolkit/lint/cachedExamples.ts'
import { type CachedFiles, CachedResolver } from '../../../src/toolkit/lint/cachedResolver.ts'

const folder = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const operation = (schema: string, example: string) =>
  `get:\n  operationId: get${schema}\n  parameters: [{name: n, in: query, schema: {$ref: ./Name.yaml}, example: ab}]\n  responses:\n    '200': {description: ok, content: {application/json: {schema: {$ref: ./${schema}.yaml}, example: ${example}}}}\n`
const ROOT =
  'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /cat: {$ref: ./cat.yaml}\n  /dog: {$ref: ./dog.yaml}\n'
const CAT = 'type: object\nproperties: {name: {$ref: ./Name.yaml}}\n'
const DOG = 'type: object\nproperties: {size: {type: integer}}\nexamples: [{size: 1}]\n'

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
    let touched: Set<string> | undefined
    const reuse = reuseExamples(config, reports, (one) => {
      touched ??= touchedFiles(cached, resolver.read)
      return touched.has(one)
    })
    const now = await found(resolver, reuse.config)
    expect(now).toEqual(await found(new CachedResolver(new Map())))
    cached = resolver.read
    reports = reuse.reports
    seen.push([now.length, [...(touched ?? [])].map((one) => one.slice(folder.length + 1)).sort()])
  }
  expect(seen).toEqual([
    [0, ['Cat.yaml', 'Dog.yaml', 'Name.yaml', 'cat.yaml', 'dog.yaml', 'openapi.yaml']],
    [0, ['openapi.yaml']],
    [1, ['cat.yaml', 'openapi.yaml']],
    [3, ['Cat.yaml', 'Name.yaml', 'cat.yaml', 'dog.yaml', 'openapi.yaml']],
    [5, ['Dog.yaml', 'dog.yaml', 'openapi.yaml']],
    [3, ['Cat.yaml', 'Name.yaml', 'cat.yaml', 'dog.yaml', 'openapi.yaml']],
    [2, ['cat.yaml', 'openapi.yaml']],
    [0, ['Dog.yaml', 'dog.yaml', 'openapi.yaml']],
  ])
})
