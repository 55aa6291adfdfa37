/** Findings are data: every code has one sentence, every sentence a rule, and causes follow from codes and subjects. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../../../../src/toolkit/conformance/conform.ts'
import type { Recorded } from '../../../../src/toolkit/conformance/engine/events.ts'
import { createFindings, type NewFinding } from '../../../../src/toolkit/conformance/engine/findings.ts'
import { eventMessages } from '../../../../src/toolkit/conformance/messages/events.ts'
import { listMessages } from '../../../../src/toolkit/conformance/messages/lists.ts'
import { oauthMessages } from '../../../../src/toolkit/conformance/messages/oauth.ts'
import { requestMessages } from '../../../../src/toolkit/conformance/messages/requests.ts'
import { resourceMessages } from '../../../../src/toolkit/conformance/messages/resources.ts'
import { type SkipFact, skipGroup, skipText } from '../../../../src/toolkit/conformance/messages/skips.ts'
import { workflowMessages } from '../../../../src/toolkit/conformance/messages/workflows.ts'
import { responseMessages } from '../../../../src/toolkit/responses/messages.ts'
import type { Fact } from '../../../../src/toolkit/schema/problem.ts'

const groups = [
  requestMessages,
  resourceMessages,
  listMessages,
  eventMessages,
  workflowMessages,
  oauthMessages,
  responseMessages,
]
const codes = groups.flatMap((group) => Object.keys(group))

const toolkit = join(import.meta.dirname, '../../../../src/toolkit')
const sources = ['conformance', 'responses'].flatMap((folder) =>
  readdirSync(join(toolkit, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('messages'))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(toolkit, folder, path), 'utf8') })),
)

describe('the catalogue of sentences', () => {
  it('has each code once', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) < index)).toEqual([])
    expect(codes.length).toBeGreaterThan(200)
  })

  it('has no code that no rule reports', () => {
    expect(codes.filter((code) => !sources.some(({ text }) => text.includes(`code: '${code}'`)))).toEqual([])
  })

  it('is where all sentences of findings are', () => {
    const own = sources.filter(({ text }) => /\bmessage: [`'"]received/.test(text))
    expect(own.map(({ path }) => path)).toEqual([])
  })

  it('is where all reasons of skipped checks are', () => {
    const own = sources.filter(({ text }) =>
      /(\.notObserved|NotObserved|NeedsExistingData)\(\s*[`'"]/.test(text),
    )
    expect(own.map(({ path }) => path)).toEqual([])
  })
})

describe('the reason of a skipped check', () => {
  it.each<[SkipFact, string, string]>([
    [{ code: 'returned', what: 'GET', status: 404 }, 'GET returned 404', 'returned GET'],
    [
      { code: 'rejected', what: 'the filter', status: 400, body: 'x'.repeat(200) },
      `the filter was rejected with 400: ${'x'.repeat(160)}`,
      'rejected the filter',
    ],
    [{ code: 'no-effect' }, 'the change changed nothing', 'no-effect'],
    [
      { code: 'unset', what: 'how to subscribe', key: 'webhooks.subscribe' },
      'how to subscribe is not known; set webhooks.subscribe',
      'unset how to subscribe',
    ],
  ])('%j is a sentence and has a group', (fact, sentence, group) => {
    expect(skipText(fact)).toBe(sentence)
    expect(skipGroup(fact)).toBe(group)
  })
})

describe('a sentence', () => {
  it.each<[string, Parameters<typeof messageOf>[0], string]>([
    [
      'names a status and its request',
      { code: 'wrong-status', subject: 'GET of a deleted resource', received: 200, expected: 404 },
      'received 200 for GET of a deleted resource; expected 404',
    ],
    [
      'lists alternatives',
      { code: 'wrong-status', subject: 'a name of 256 characters', received: 201, expected: [400, 422] },
      'received 201 for a name of 256 characters; expected 400 or 422',
    ],
    [
      'shows values as JSON',
      { code: 'sent-value-changed', subject: '/tags', received: ['a'], expected: ['a', 'b'] },
      'received ["a"] at /tags; expected ["a","b"], as sent',
    ],
    [
      'shows nothing where a value is absent',
      { code: 'sent-value-changed', subject: '/tags', expected: [] },
      'received nothing at /tags; expected [], as sent',
    ],
    [
      'names the place within a delivery',
      { code: 'unsigned', subject: 'webhook-signature', expected: 'v1,<digest>', within: 'attempt 2' },
      'attempt 2: received no webhook-signature header; expected v1,<digest>',
    ],
    ['of a schema', { code: 'required', subject: 'total' }, 'required property is missing'],
    ['of a check of responses', { code: 'missing-header', subject: 'ETag' }, 'header ETag is missing'],
    [
      'tells what the other operations do',
      {
        code: 'usual-header',
        subject: 'vary',
        received: 'none',
        unusual: { usual: 'given', here: 'none', count: 9, of: 10 },
      },
      'received vary: none; 9 of 10 operations respond with "given", this one with "none"',
    ],
    [
      'of a custom rule is its own',
      { code: 'custom', details: { message: 'three colours are too many' } },
      'three colours are too many',
    ],
  ])('%s', (_, fact, text) => {
    expect(messageOf(fact)).toBe(text)
  })
})

describe('the cause of findings', () => {
  const found = (fact: Fact, status = 200, more: Partial<NewFinding> = {}): NewFinding => ({
    rule: 'deleted-item-gone',
    operationId: 'deleteThing',
    constraint: 'deleted',
    status,
    exchange: { number: 1, status } as Recorded,
    with: [],
    check: 'deleted-item-gone:deleteThing:deleted',
    place: undefined,
    provenance: 'decided',
    ...fact,
    ...more,
  })
  const causesOf = (list: NewFinding[]): number => {
    const findings = createFindings()
    for (const one of list) findings.add(one)
    return new Set(findings.all().map(({ cause }) => cause)).size
  }
  const gone = (received: number, subject = 'GET of a deleted resource') =>
    found({ code: 'wrong-status', subject, received, expected: 404 }, received)
  const undeclared = (received: number, operationId = 'readThing', code = 'undeclared-status') =>
    found({ code, received }, received, {
      ...{ rule: 'status-declared', operationId, exchange: { number: 1, status: received } as Recorded },
    })

  it('is reported once where it is a limit of the server', () => {
    const findings = createFindings()
    for (const operation of ['readThing', 'listThings'])
      findings.add(undeclared(429, operation, 'undeclared-limit'))
    expect(findings.all()).toHaveLength(1)
  })

  it.each<[string, NewFinding[], number]>([
    ['is one for statuses of one class', [gone(200), gone(204)], 1],
    ['differs with the class of the status', [gone(200), gone(500)], 2],
    ['differs with the subject', [gone(200), gone(200, 'a second DELETE')], 2],
    [
      'ignores digits of the subject',
      [gone(200, 'a name of 255 characters'), gone(200, 'a name of 9 characters')],
      1,
    ],
    [
      'ignores values',
      [
        found({ code: 'still-listed', details: { id: 'a' } }),
        found({ code: 'still-listed', details: { id: 'b' } }),
      ],
      1,
    ],
    [
      'is one for properties that are missing in one body',
      ['id', 'name'].map((subject) => found({ code: 'required', subject })),
      1,
    ],
    [
      'differs for properties that are missing in two bodies',
      ['id', 'name'].map((subject, number) =>
        found({ code: 'required', subject }, 200, { exchange: { number, status: 200 } as Recorded }),
      ),
      2,
    ],
    ['is one for each undeclared status', [undeclared(401), undeclared(404), undeclared(404, 'other')], 2],
    [
      'is one for one violation at several places, of one class of statuses',
      [gone(200, 'null at /a'), gone(200, 'null at /b'), gone(500, 'null at /c')].map((one) => ({
        ...one,
        sort: 'null',
      })),
      2,
    ],
    ['is one for several operations', [gone(200), { ...gone(200), operationId: 'deleteOther' }], 1],
    [
      'of a custom rule differs with the operation',
      ['a', 'b'].map((operationId) =>
        found({ code: 'custom', details: { message: 'wrong' } }, 200, { operationId }),
      ),
      2,
    ],
  ])('%s', (_, list, causes) => {
    expect(causesOf(list)).toBe(causes)
  })

  it('decides whether a repeated check shows the same', () => {
    const findings = createFindings()
    findings.add(gone(200))
    const [before] = findings.all()
    if (before === undefined) throw new Error('no finding')
    expect(findings.isAgain(gone(204), before)).toBe(true)
    expect(findings.isAgain(gone(500), before)).toBe(false)
    expect(findings.isAgain({ ...gone(200), operationId: 'deleteOther' }, before)).toBe(false)
  })
})
