/** A lint that keeps what the rules for examples found says after each edit what a fresh one says, and does less. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { afterAll, expect, it } from 'vitest'
import { keepExamples, type Reports, touchedFiles } from '../../../src/toolkit/design/keptExamples.ts'
import { type Kept, KeptResolver } from '../../../src/toolkit/design/keptResolver.ts'

const folder = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const answer = (schema: string, example: string) =>
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

async function found(resolver: KeptResolver, used = config) {
  const problems = await lint({ ref: file, config: used, externalRefResolver: resolver })
  return problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.source.absoluteRef, location[0]?.pointer].join(' '),
  )
}

it('finds what a fresh lint finds, edit by edit', async () => {
  write('openapi.yaml', ROOT)
  write('cat.yaml', answer('Cat', '{name: Tom}'))
  write('dog.yaml', answer('Dog', '{size: 1}'))
  write('Cat.yaml', CAT)
  write('Dog.yaml', DOG)
  write('Name.yaml', 'type: string\n')
  let kept: Kept = new Map()
  let reports: Reports = new Map()
  const seen: [number, string[]][] = []
  const edits: [string, string][] = [
    ['openapi.yaml', ROOT],
    ['openapi.yaml', `${ROOT}# A remark.\n`],
    ['cat.yaml', answer('Cat', '{name: 7}')],
    ['Name.yaml', 'type: string\nmaxLength: 1\n'],
    ['Dog.yaml', DOG.replace('integer', 'string')],
    ['Name.yaml', 'type: string\n'],
    ['cat.yaml', answer('Cat', '{name: Tom}')],
    ['Dog.yaml', DOG],
  ]
  for (const [name, text] of edits) {
    write(name, text)
    const resolver = new KeptResolver(kept)
    let touched: Set<string> | undefined
    const keeping = keepExamples(config, reports, (one) => {
      touched ??= touchedFiles(kept, resolver.read)
      return touched.has(one)
    })
    const now = await found(resolver, keeping.config)
    expect(now).toEqual(await found(new KeptResolver(new Map())))
    kept = resolver.read
    reports = keeping.reports
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
