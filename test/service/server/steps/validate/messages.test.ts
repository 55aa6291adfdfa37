/** Error messages are written for people: in words, never in regular expressions or a validator's own phrases. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectations } from '../../../../../generated/expectations.ts'
import openapi from '../../../../../generated/openapi.v1.json' with { type: 'json' }
import { type OperationId, operations } from '../../../../../generated/operations.ts'
import { ApiError, type Issue } from '../../../../../src/service/errors.ts'
import { createCompiledValidator } from '../../../../../src/service/server/steps/validate/compiled.ts'
import { createStrictValidator } from '../../../../../src/service/server/steps/validate/strict.ts'
import type { RequestParts, Validator } from '../../../../../src/service/server/steps/validate/validator.ts'
import { documentOf, type Json } from '../../../../../src/toolkit/openapi/index.ts'
import { times } from '../../../../harness/thorough.ts'
import { throughSocket } from './chain.ts'
import { requestsOf, samplesOf } from './requests.ts'

const samples = samplesOf(documentOf(openapi as unknown as Json & object, 'generated/openapi.v1.json'))
const validators: Record<string, Validator> = { compiled: createCompiledValidator() }
beforeAll(async () => {
  validators.strict = await throughSocket(createStrictValidator(openapi, '/v1'), '/v1')
})

async function issuesOf(kind: string, id: OperationId, parts: Partial<RequestParts>): Promise<Issue[]> {
  const params = parts.params ?? samples.get(id)?.params ?? {}
  const target = operations[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const whole: RequestParts = {
    target,
    params,
    query: {},
    headers: {},
    body: undefined,
    ...parts,
  }
  try {
    await (validators[kind] as Validator).request(operations[id], whole)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details.issues ?? []) as Issue[]
  }
}

const json = { headers: { 'content-type': 'application/json' } }
const cases: [OperationId, Partial<RequestParts>, string, string][] = [
  [
    'createWebhook',
    { body: { url: 'ftp://a.de/', events: ['prompt.created'] } },
    'url',
    'an https:// URL without user name and password',
  ],
  [
    'createWebhook',
    { body: { url: 'https://münchen.de/', events: ['prompt.created'] } },
    'url',
    'an absolute URI in ASCII, such as https://example.com/a%20b',
  ],
  [
    'createFolder',
    { body: { name: 'a/b' } },
    'name',
    'text of one line without slashes and control characters',
  ],
  ['createFolder', { body: { name: '' } }, 'name', 'at least 1 character'],
  ['createFolder', { body: { name: 'x'.repeat(300) } }, 'name', 'at most 64 characters'],
  ['createWebhook', { body: { url: 'https://a.de/', events: [] } }, 'events', 'at least 1 item'],
  ['updatePrompt', { body: {} }, 'body', 'at least 1 member'],
  [
    'createPrompt',
    { body: { name: 'A', content: 'a', folderId: 'x' } },
    'folderId',
    'the id of a folder, folder_ and 26 characters',
  ],
  [
    'inviteMember',
    { body: { email: 'a@b', role: 'viewer' } },
    'email',
    'an e-mail address such as ada@example.com',
  ],
  [
    'createApiKey',
    { body: { name: 'A', scopes: ['prompts:read'], expiresAt: 'soon' } },
    'expiresAt',
    'an RFC 3339 time with seconds and an offset, such as 2026-11-02T09:30:00Z',
  ],
  [
    'executePrompt',
    { params: { promptId: 'prompt_01m6dsg7e0e8qra54038hz5kj6' }, body: { variables: { '1a': 'x' } } },
    'variables',
    'a variable name of up to 64 letters, digits and underscores that does not begin with a digit',
  ],
  ['executePrompt', { body: { version: null } }, 'version', 'an integer, or a string'],
  ['createPrompt', { body: { name: 1, content: 'a' } }, 'name', 'a string'],
  ['createPrompt', { body: { name: 'A', content: 'a', description: 1 } }, 'description', 'a string or null'],
  [
    'listFolders',
    { query: { parentId: 'x' }, headers: {} },
    'query.parentId',
    'root or the id of a folder, folder_ and 26 characters',
  ],
]

describe.each(['compiled', 'strict'])('the %s validator', (kind) => {
  test.each(cases)('%s %j: %s, expected %s', async (id, parts, field, words) => {
    const issues = await issuesOf(kind, id, { ...json, ...parts })
    const { issue } = issues.find((one) => one.field === field) ?? { issue: JSON.stringify(issues) }
    expect(issue).toContain(words)
  })
})

const ours = Object.values(operations).filter(({ body }) => !body?.upload)

test.each(ours.map(({ id }) => id))('no refusal of %s shows an expression', async (id) => {
  const sample = samples.get(id) ?? { params: {}, bodies: [] }
  await fc.assert(
    fc.asyncProperty(requestsOf(operations[id], sample), async (parts) => {
      for (const { issue } of await issuesOf('compiled', id, parts)) {
        const [, expected = ''] = issue.split('; expected ')
        expect(expected).not.toMatch(/must |NOT |\b1 (?:characters|items|properties)|\[\^?|\\u|\\x/)
        expect(Object.keys(expectations).filter((pattern) => expected.includes(pattern))).toEqual([])
      }
    }),
    { numRuns: times(60, 20), seed: 20_261_101 },
  )
})
