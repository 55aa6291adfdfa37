/** Bodies that are files: the reference names their type and shows no text instead of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildSite, namesOf } from '../../../src/toolkit/docs/build.ts'

const root = mkdtempSync(join(tmpdir(), 'docs-'))
afterAll(() => rmSync(root, { recursive: true }))

const file = join(root, 'letters.yaml')
writeFileSync(
  file,
  `openapi: 3.0.3
info: {title: Letters, version: '1'}
paths:
  /letters/{letterId}/scan:
    parameters: [{name: letterId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getScan
      responses:
        '200': {description: Scan., content: {application/pdf: {schema: {type: string, format: binary}}}}
        '404': {description: Missing., content: {text/plain: {schema: {type: string}}}}
    put:
      operationId: putScan
      requestBody: {required: true, content: {image/png: {schema: {type: string}}}}
      responses: {'204': {description: Stored.}}
  /letters/{letterId}/text:
    parameters: [{name: letterId, in: path, required: true, schema: {type: string}}]
    put:
      operationId: putText
      requestBody: {required: true, content: {text/plain: {schema: {type: string}}}}
      responses: {'204': {description: Stored.}}
`,
)
const site = buildSite({ root, documents: namesOf([file]) })
const twin = [...site].flatMap(([path, text]) => (path.endsWith('.md') ? [String(text)] : [])).join('\n')

test('a response that is a file', () => {
  expect(twin).toContain('A file of type `application/pdf`.')
  expect(twin).not.toMatch(/^value$/m)
})

test('a request that sends a file', () => {
  expect(twin).toContain('--data-binary @file')
  expect(twin).toContain("readFile('file')")
})

test('a request that sends text', () => {
  expect(twin).toMatch(/Content-Type: text\/plain'[^\n]*\n[^\n]*--data-binary '?string'?/)
})
