/** Servers that reject in the body of a response with 200, where the document declares no status of an error. */
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { rejectsInBody } from '../../../../src/toolkit/model/bodyErrors.ts'
import type { Json } from '../../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'

const rows: [body: Json, rejects: boolean][] = [
  [{ ok: false, error: 'no_text' }, true],
  [{ success: false }, true],
  [{ status: 'fail', data: { title: 'A title is required' } }, true],
  [{ code: 1, message: 'no such pad', data: null }, true],
  [{ code: 0, message: 'ok', data: null }, false],
  [{ code: 7, message: 'A coupon' }, false],
  [{ ok: true }, false],
  [{ status: 'paid' }, false],
  [[], false],
]

it.each(rows)('%j', (body, rejects) => {
  expect(rejectsInBody(body)).toBe(rejects)
})

const schema = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string', minLength: 1, maxLength: 20 } },
}
const content = { 'application/json': { schema: { type: 'object' } } }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/chat.post': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 200: { description: '', content } },
      },
    },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
})

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** @param checks whether the server rejects what is invalid */
async function rulesBroken(checks: boolean): Promise<string[]> {
  await using server = await startJson(({ headers, body }) => {
    const text = (parsed(body) as { text?: unknown } | undefined | null)?.text
    const isRight =
      headers.authorization === 'Bearer secret' &&
      typeof text === 'string' &&
      text !== '' &&
      text.length <= 20
    return isRight || !checks ? [200, { ok: true, text }] : [200, { ok: false, error: 'invalid' }]
  })
  const found = new Set<string>()
  await runConformance({
    document,
    target: server.url,
    identities: [
      { name: 'owner', credentials: [{ kind: 'header', name: 'Authorization', value: 'Bearer secret' }] },
    ],
    rules: runnerRules.filter(({ id }) =>
      ['invalid-body-rejected', 'missing-credential-rejected'].includes(id),
    ),
    subscribers: [(event) => event.type === 'finding' && found.add(event.finding.rule)],
  })
  return [...found].sort()
}

describe('a run', () => {
  it('accepts a rejection in the body', async () => {
    expect((await rulesBroken(true)).filter((rule) => rule === 'missing-credential-rejected')).toEqual([])
  })

  it('finds that nothing is rejected', async () => {
    expect(await rulesBroken(false)).toEqual(['invalid-body-rejected', 'missing-credential-rejected'])
  })
})
