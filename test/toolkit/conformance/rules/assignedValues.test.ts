/** Values that a creation leaves to the server, although the document does not mark them as read-only. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'

const text = { type: 'string' }
const session = {
  type: 'object',
  required: ['kernel', 'traceId', 'title'],
  properties: {
    id: text,
    title: text,
    traceId: text,
    kernel: {
      type: 'object',
      required: ['id', 'name', 'last_activity'],
      properties: { id: text, name: text, last_activity: text },
    },
  },
}
const json = { 'application/json': { schema: session } }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Sessions', version: '1' },
  paths: {
    '/sessions': {
      post: {
        requestBody: { required: true, content: json },
        responses: { 201: { description: '', content: json } },
      },
    },
    '/sessions/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: { description: '', content: json }, 404: { description: '' } } },
    },
  },
})

/** @param losesTitle whether the server stores another title than it gets */
async function findingsOf(losesTitle: boolean): Promise<string[]> {
  const sessions = new Map<string, object>()
  await using server = await startJson(({ method, url, body }) => {
    const found = sessions.get(url.split('/')[2] ?? '')
    if (method !== 'POST') return found === undefined ? [404, {}] : [200, found]
    const sent = JSON.parse(body) as { title: string; kernel: object }
    const made = {
      ...sent,
      ...(losesTitle && { title: 'Untitled' }),
      id: crypto.randomUUID(),
      traceId: crypto.randomUUID(),
      kernel: { ...sent.kernel, id: crypto.randomUUID(), last_activity: '2026-01-01T00:00:00Z' },
    }
    sessions.set(made.id, made)
    return [201, made]
  })
  const found: string[] = []
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'created-read-back'),
    subscribers: [(event) => event.type === 'finding' && found.push(String(event.finding.subject))],
  })
  return [...new Set(found)]
}

it('are no findings', async () => {
  expect(await findingsOf(false)).toEqual([])
})

it('do not hide a change of another value', async () => {
  expect(await findingsOf(true)).toEqual(['/title'])
})
