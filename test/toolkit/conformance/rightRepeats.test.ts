/** A right server whose responses repeat items, plan times and quote other statuses: no finding. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './runner/jsonServer.ts'

const text = { type: 'string' }
const shown = (schema: object) => ({
  responses: {
    200: { description: '', content: { 'application/json': { schema } } },
    default: { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
  },
})
const track = { type: 'object', properties: { id: text, title: text } }
const visit = { type: 'object', properties: { label: text, receivedAt: text } }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Music', version: '1' },
  paths: {
    '/history': { get: shown({ type: 'array', items: track }) },
    '/visits': {
      get: shown({ type: 'array', items: visit }),
      post: { requestBody: { content: { 'application/json': { schema: visit } } }, ...shown(visit) },
    },
    '/charts': { get: shown({ type: 'array', items: track }) },
  },
})

it('has no findings', async () => {
  const song = { id: 'song-7', title: 'Blue' }
  const receivedAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  await using server = await startJson(({ method, url }) => {
    if (url.startsWith('/history')) return [200, [song, song]]
    if (url.startsWith('/charts'))
      return [502, { message: 'The charts are closed', upstream: { status: 404, code: 404 } }]
    return method === 'GET' ? [200, [{ label: 'Tuner', receivedAt }]] : [200, { label: 'Tuner', receivedAt }]
  })
  const rules = ['list-pages-complete', 'timestamps-plausible', 'error-status-matches']
  const found: unknown[] = []
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => rules.includes(id)),
    subscribers: [
      (event) => {
        if (event.type === 'finding' && rules.includes(event.finding.rule)) found.push(event.finding.code)
      },
    ],
  })
  expect(found).toEqual([])
})
