import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readDocument } from '../../../src/toolkit/openapi/load.ts'

const OPENAPI = `openapi: 3.1.0
info: {title: Things, version: 1.0.0}
paths: {/things: {$ref: paths/things.yaml}}
`
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A document of two files in a new folder below `parent`. */
function documentBelow(parent: string): string {
  const folder = mkdtempSync(join(parent, 'positions-'))
  folders.push(folder)
  mkdirSync(join(folder, 'paths'))
  writeFileSync(join(folder, 'openapi.yaml'), OPENAPI)
  writeFileSync(join(folder, 'paths/things.yaml'), 'get:\n  operationId: listThings\n  responses: {}\n')
  return folder
}

const filesOf = (entry: string): (string | undefined)[] => {
  const document = readDocument(entry)
  return ['/info', '/paths/~1things/get'].map((pointer) => document.positionOf(pointer)?.file)
}

it('names files relative to the working directory, as editors and annotations in CI need it', () => {
  const folder = documentBelow(import.meta.dirname)
  const name = folder.slice(process.cwd().length + 1)
  const expected = [`${name}/openapi.yaml`, `${name}/paths/things.yaml`]
  expect(filesOf(join(folder, 'openapi.yaml'))).toEqual(expected)
  expect(filesOf(join(name, 'openapi.yaml'))).toEqual(expected)
})

it('names files relative to the document where that is outside the working directory', () => {
  expect(filesOf(join(documentBelow(tmpdir()), 'openapi.yaml'))).toEqual([
    'openapi.yaml',
    'paths/things.yaml',
  ])
})
