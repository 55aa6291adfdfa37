import { describe, expect, it } from 'vitest'
import type { ConformanceFinding, Recorded } from '../../../../src/toolkit/conformance/conform.ts'
import { proposalsOf } from '../../../../src/toolkit/conformance/propose/proposals.ts'
import { documentOf, type JsonObject } from '../../../../src/toolkit/openapi/index.ts'

const loan = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'integer' },
    state: { type: 'string', enum: ['open', 'closed'] },
    due: { type: 'string', format: 'date' },
    note: { type: 'string' },
  },
}
const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })
const root = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': {
      get: {
        responses: { 200: json({ type: 'object', properties: { items: { type: 'array', items: loan } } }) },
      },
    },
    '/loans/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json(loan), '4XX': { description: 'No.' } } },
    },
  },
} as unknown as JsonObject

type Sent = [request: string, status: number, body?: unknown, headers?: Record<string, string>]

let count = 0
function recorded([request, status, body, headers]: Sent, check = 'valid-request-succeeds:x:base'): Recorded {
  const [method = '', path = ''] = request.split(' ')
  return {
    ...{ number: ++count, check, identity: null, operationId: null, method, url: path, path },
    ...{ requestHeaders: {}, requestBody: undefined, status, startedAt: 0, milliseconds: 1, json: undefined },
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  }
}

/** Each exchange comes twice, as reproduced ones do. */
const twice = (...sent: Sent[]): Recorded[] => [...sent, ...sent].map((one) => recorded(one))

function proposed(exchanges: readonly Recorded[], findings: readonly Partial<ConformanceFinding>[] = []) {
  const document = documentOf(structuredClone(root), 'loans.yaml')
  const result = proposalsOf({
    document,
    written: structuredClone(root),
    exchanges,
    findings: findings as ConformanceFinding[],
    learned: [],
  })
  return {
    actions: result.proposals.flatMap(({ actions }) => actions),
    withheld: result.withheld.map(({ subject, why }) => `${subject}: ${why}`),
  }
}

const schemaPath = "$.paths['/loans/{id}'].get.responses['200'].content['application/json'].schema"

describe('proposals', () => {
  it.each<[string, Sent[], object[]]>([
    ['nothing where the responses match', [['GET /loans/1', 200, { id: 1, state: 'open' }]], []],
    [
      'a value that the enum lacks',
      [['GET /loans/1', 200, { id: 1, state: 'lost' }]],
      [{ target: `${schemaPath}.properties.state.enum`, update: 'lost' }],
    ],
    [
      'null',
      [['GET /loans/1', 200, { id: 1, state: 'open', note: null }]],
      [{ target: `${schemaPath}.properties.note`, update: { type: ['string', 'null'] } }],
    ],
    [
      'the format that all values have',
      [['GET /loans/1', 200, { id: 1, state: 'open', due: '2031-01-02T03:04:05Z' }]],
      [{ target: `${schemaPath}.properties.due`, update: { format: 'date-time' } }],
    ],
    [
      'no format where the values have none',
      [['GET /loans/1', 200, { id: 1, state: 'open', due: 'soon' }]],
      [{ target: `${schemaPath}.properties.due.format`, remove: true }],
    ],
    [
      'the type that all values have',
      [
        ['GET /loans/1', 200, { id: 'a', state: 'open' }],
        ['GET /loans/2', 200, { id: 'b', state: 'open' }],
      ],
      [{ target: `${schemaPath}.properties.id`, update: { type: 'string' } }],
    ],
    [
      'a required property that is absent',
      [['GET /loans/1', 200, { id: 1 }]],
      [{ target: `${schemaPath}.required[?@ == 'state']`, remove: true }],
    ],
    [
      'a header of the API, and none of the server',
      [['GET /loans/1', 200, { id: 1, state: 'open' }, { 'X-Loan-Count': '3', Server: 'x', ETag: '"1"' }]],
      [
        {
          target: "$.paths['/loans/{id}'].get.responses['200']",
          update: { headers: { 'X-Loan-Count': { schema: { type: 'integer' } } } },
        },
      ],
    ],
    [
      'a status, with the body that all its responses have',
      [['GET /loans', 401, { error: 'who' }]],
      [
        {
          target: "$.paths['/loans'].get.responses",
          update: {
            401: {
              description: 'Unauthorized',
              content: {
                'application/json': { schema: { type: 'object', properties: { error: { type: 'string' } } } },
              },
            },
          },
        },
      ],
    ],
    [
      'a query parameter that links of the list have',
      [['GET /loans', 200, { items: [], links: { next: '/loans?page=2' } }]],
      [
        {
          target: "$.paths['/loans'].get",
          update: { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
        },
        expect.objectContaining({ update: { properties: { links: expect.anything() } } }),
      ],
    ],
    [
      'an operation that Allow lists',
      [['PATCH /loans/1', 405, undefined, { Allow: 'GET, DELETE' }]],
      [
        {
          target: "$.paths['/loans/{id}']",
          update: { delete: { responses: { '2XX': { description: 'Success' } } } },
        },
      ],
    ],
    ['no failure of the server', [['GET /loans', 500, { error: 'x' }]], []],
    ['no status that a class declares', [['GET /loans/1', 404]], []],
    ['no response of another address', [['GET https://elsewhere.example/loans', 418]], []],
  ])('describe %s', (_, sent, actions) => {
    expect(proposed(twice(...sent)).actions).toEqual(actions)
  })

  it('leave out a property whose type changes from response to response', () => {
    const { actions, withheld } = proposed(
      twice(
        ['GET /loans/1', 200, { id: 1, state: 'open' }],
        ['GET /loans/1', 200, { id: 'x1', state: 'open' }],
      ),
    )
    expect(actions).toEqual([])
    expect(withheld).toEqual(['id: inconsistent'])
  })

  it('leave out what came once, unless its repetition showed it again', () => {
    const once = [recorded(['GET /loans', 401])]
    expect(proposed(once).withheld).toEqual(['401: not-repeated'])
    const [exchange] = once
    const finding = { operationId: null, received: 401, sequence: once } satisfies Partial<ConformanceFinding>
    const operationId = `${exchange?.method} ${exchange?.path}`
    expect(proposed(once, [{ ...finding, operationId, repeated: true }]).withheld).toEqual([])
    const again = twice(['GET /loans', 401])
    expect(proposed(again, [{ ...finding, operationId, repeated: false }]).withheld).toEqual([
      '401: not-repeated',
    ])
  })

  it('leave out evidence of server faults, and successes of invalid requests', () => {
    const leaked = twice(['GET /loans', 203, { items: [] }])
    const fault = (one: Recorded) => ({ kind: 'server-fault' as const, sequence: [one] })
    expect(proposed(leaked, leaked.map(fault))).toEqual({ actions: [], withheld: [] })
    const accepted = [1, 2].map(() => recorded(['GET /loans', 202, {}], 'invalid-parameter-rejected:x:y'))
    expect(proposed(accepted)).toEqual({ actions: [], withheld: [] })
  })

  it('leave out null of a property of which the server accepts invalid values', () => {
    const stored = twice(['GET /loans/1', 200, { id: 1, state: 'open', note: null }])
    expect(proposed(stored, [{ fault: 102, subject: 'note', sequence: [] }]).withheld).toEqual([
      'note: invalid-accepted',
    ])
  })
})
