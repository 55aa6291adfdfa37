import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { startMock } from '../../mock/startMock.ts'

const schema = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string', readOnly: true }, title: { type: 'string' } },
}
const content = { 'application/json': { schema } }
const rejected = { description: 'Rejected.' }
const responses = (status: string, more: object = {}) => ({
  [status]: { description: 'Done.', ...more },
  400: rejected,
  404: rejected,
  415: rejected,
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1.0.0' },
  paths: {
    '/tasks': {
      post: { operationId: 'createTask', requestBody: { content }, responses: responses('201', { content }) },
    },
    '/tasks/{taskId}': {
      parameters: [{ name: 'taskId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getTask', responses: responses('200', { content }) },
    },
    '/tasks/{taskId}/archive': {
      parameters: [{ name: 'taskId', in: 'path', required: true, schema: { type: 'string' } }],
      post: { operationId: 'archiveTask', responses: responses('204') },
    },
  },
}

it('conform skips what the stateful mock states that it cannot carry out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-mock-'))
  await using mock = await startMock(document, { stateful: true })
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const lines: string[] = []
  const terminal = { env: {}, print: (line: string) => void lines.push(line) }
  const flags = [file, mock.origin, '--explain', 'all', '--only', 'valid-request-succeeds']
  await conform.run([...flags, '--only', 'status-declared'], terminal)
  rmSync(folder, { recursive: true })
  const text = lines.join('\n')
  expect(text).toContain('the mock does not support archiveTask')
  expect(text).not.toMatch(/^\d+\. .*archiveTask/m)
})

it.each(['valueOf', 'toString', '__proto__', 'hasOwnProperty', 'isPrototypeOf'])(
  'conform calls the operation %s, which is the name of no recipe',
  async (operationId) => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-mock-'))
    const get = { operationId, responses: { 200: { description: 'Done.', content } } }
    const named = { ...document, paths: { '/tasks': { get } } }
    await using mock = await startMock(named, {})
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(named))
    const lines: string[] = []
    const terminal = { env: {}, print: (line: string) => void lines.push(line) }
    const code = await conform.run([file, mock.origin, '--only', 'valid-request-succeeds'], terminal)
    rmSync(folder, { recursive: true })
    expect([code, lines.join('\n')]).toEqual([0, expect.stringMatching(/\b1 passed/)])
  },
)
