/** Files that change outside the editor: the language server checks the documents that they concern. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Editor, startEditor } from './editor.ts'

const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://pets.test }]
security: []
paths:
  /pets: { $ref: ./operations.yaml }
`
const OPERATIONS = `get:
  operationId: listPets
  responses: { '200': { description: Pets }, '400': { description: Invalid } }
`
const RECOMMENDED = 'extends: [recommended]\n'

const folder = mkdtempSync(join(tmpdir(), 'lsp-'))
let editor: Editor

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeAll(async () => {
  write('pets.yaml', PETS)
  editor = await startEditor(folder)
  await editor.open('pets.yaml', PETS)
}, 60_000)

/** The only problem of the open document is a missing summary. */
beforeEach(async () => {
  write('operations.yaml', OPERATIONS)
  write('redocly.yaml', RECOMMENDED)
  await editor.filesChanged('operations.yaml', 'redocly.yaml')
  await editor.diagnosticsWhen((codes) => codes['operations.yaml']?.includes('operation-summary') === true)
})

afterAll(async () => {
  await editor.close()
  rmSync(folder, { recursive: true, force: true })
})

const isEmpty = (codes: object) => Object.keys(codes).length === 0
const WITHOUT_SUMMARIES = `${RECOMMENDED}rules: { operation-summary: off }\n`

it('watches YAML and JSON files', async () => {
  expect(await editor.watched()).toEqual(['**/*.{yaml,yml,json}'])
})

it('checks documents when their configuration changes, is deleted and is created', async () => {
  write('redocly.yaml', WITHOUT_SUMMARIES)
  await editor.filesChanged('redocly.yaml')
  await editor.diagnosticsWhen(isEmpty)
  rmSync(join(folder, 'redocly.yaml'))
  await editor.filesChanged('redocly.yaml')
  await editor.diagnosticsWhen((codes) => !isEmpty(codes))
  write('redocly.yaml', WITHOUT_SUMMARIES)
  await editor.filesChanged('redocly.yaml')
  await editor.diagnosticsWhen(isEmpty)
})

it('checks documents when a file that the configuration extends changes', async () => {
  write('redocly.yaml', `extends: [recommended, ./rules.yaml]\n`)
  await editor.filesChanged('redocly.yaml')
  write('rules.yaml', 'rules: { operation-summary: off }\n')
  await editor.filesChanged('rules.yaml')
  await editor.diagnosticsWhen(isEmpty)
  write('rules.yaml', 'rules: { operation-summary: warn }\n')
  await editor.filesChanged('rules.yaml')
  await editor.diagnosticsWhen((codes) => !isEmpty(codes))
})

it.each([
  ['rules of Redocly', RECOMMENDED],
  ['a configuration with rules of this package', `${RECOMMENDED}plugins: [specwright/lint]\n`],
])('ignores problems as soon as they are listed: %s', async (_name, config) => {
  write('redocly.yaml', config)
  write('.redocly.lint-ignore.yaml', "operations.yaml: { operation-summary: ['#/get/summary'] }\n")
  await editor.filesChanged('redocly.yaml', '.redocly.lint-ignore.yaml')
  await editor.diagnosticsWhen(isEmpty)
  rmSync(join(folder, '.redocly.lint-ignore.yaml'))
  await editor.filesChanged('.redocly.lint-ignore.yaml')
  await editor.diagnosticsWhen((codes) => !isEmpty(codes))
})

it('uses the name of a document in the configuration of its folder', async () => {
  mkdirSync(join(folder, 'api'))
  write('api/redocly.yaml', `${RECOMMENDED}apis: { v1: { root: v1.yaml, rules: { info-contact: warn } } }\n`)
  write('api/v1.yaml', PETS.replace('./operations', '../operations'))
  await editor.filesChanged('api/redocly.yaml', 'api/v1.yaml')
  const found = await editor.diagnosticsWhen((codes) => codes['v1.yaml']?.includes('info-contact') === true)
  expect(Object.keys(found).sort()).toEqual(['operations.yaml', 'v1.yaml'])
  rmSync(join(folder, 'api'), { recursive: true })
  await editor.filesChanged('api/redocly.yaml', 'api/v1.yaml')
})

it('checks documents when one of their files changes, is deleted and is created', async () => {
  write('operations.yaml', OPERATIONS.replace('get:', 'get:\n  summary: List pets'))
  await editor.filesChanged('operations.yaml')
  await editor.diagnosticsWhen(isEmpty)
  rmSync(join(folder, 'operations.yaml'))
  await editor.filesChanged('operations.yaml')
  const broken = await editor.diagnosticsWhen((codes) => codes['pets.yaml'] !== undefined)
  expect(broken['pets.yaml']?.map(({ code }) => code)).toEqual(['no-unresolved-refs'])
  write('operations.yaml', OPERATIONS)
  await editor.filesChanged('operations.yaml')
  await editor.diagnosticsWhen((codes) => codes['pets.yaml'] === undefined && !isEmpty(codes))
})

it('publishes nothing about a document that was deleted', async () => {
  write('dogs.yaml', PETS.replace('./operations.yaml', './dogs.yml'))
  await editor.filesChanged('dogs.yaml')
  await editor.diagnosticsWhen((codes) => codes['dogs.yaml'] !== undefined)
  rmSync(join(folder, 'dogs.yaml'))
  await editor.filesChanged('dogs.yaml')
  await editor.diagnosticsWhen((codes) => codes['dogs.yaml'] === undefined)
})

it('checks the configuration that an editor saves, without watching', async () => {
  await editor.open('redocly.yaml', WITHOUT_SUMMARIES)
  write('redocly.yaml', WITHOUT_SUMMARIES)
  await editor.save('redocly.yaml')
  await editor.diagnosticsWhen(isEmpty)
})
