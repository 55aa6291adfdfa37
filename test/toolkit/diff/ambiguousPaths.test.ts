/** Paths that differ in the names of their parameters only. */
import { expect, test } from 'vitest'
import { put, run, useFolder } from './inFolder.ts'

useFolder()

const documentWith = (...paths: string[]) => `openapi: 3.1.0
info: {title: A, version: 1.0.0}
paths:
${paths.map((path, index) => `  ${path}: {${index === 0 ? 'get' : 'delete'}: {responses: {'200': {description: A}}}}`).join('\n')}
`

test('two of one document are compared each with itself', { timeout: 30_000 }, async () => {
  put('openapi.yaml', documentWith('/a/{id}', '/a/{name}'))
  const { code, text } = await run('openapi.yaml', 'openapi.yaml')
  expect([code, text]).toEqual([0, expect.stringContaining('nothing changed')])
})

test('a renamed parameter is no removed path', { timeout: 30_000 }, async () => {
  put('old.yaml', documentWith('/a/{id}'))
  put('new.yaml', documentWith('/a/{name}'))
  const { text } = await run('old.yaml', 'new.yaml')
  expect(text).not.toContain('it was removed')
})
