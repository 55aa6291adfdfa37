/** Styles of properties and statuses with another meaning than their names suggest. */
import { createHash, createHmac } from 'node:crypto'
import { json, responses, Thing } from './documents.ts'
import type { Call, Habits, Item, PlainResponse } from './server.ts'
import { named, type Style } from './style.ts'

export type Before = NonNullable<Habits['before']>
const name = { type: 'string', minLength: 1, maxLength: 40 }
const text = { type: 'string' }
const number = { type: 'integer', minimum: 0 }
const none = (): PlainResponse => ({ status: 404, body: { title: 'none' } })
const rejected = (allow: string): PlainResponse => ({
  status: 405,
  headers: { Allow: allow },
  body: { title: 'no' },
})
const isQuestion = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'
const sha256 = (...parts: unknown[]): string => createHash('sha256').update(parts.join('')).digest('hex')

/** A GET next to the collection. */
export const getAt = (
  path: string,
  operationId: string,
  schema: object,
  headers?: object,
  more: object = {},
) => ({
  [path]: { get: { operationId, responses: { '200': json(schema, headers), ...more } } },
})
export const at =
  (path: string, response: () => PlainResponse): Before =>
  (call) => {
    if (call.path.join('/') !== path) return undefined
    return isQuestion(call) ? response() : rejected('GET, HEAD')
  }
const either =
  (...all: Before[]): Before =>
  (call, items) => {
    for (const one of all) {
      const response = one(call, items)
      if (response !== undefined) return response
    }
    return undefined
  }

export const itemOf = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  required: ['id', 'name', ...required],
  properties: { id: text, name, ...properties },
})

const digests = (of: (item: Item) => unknown) => (item: Item) => ({
  ...item,
  short: sha256(item.name).slice(0, 16),
  mac: createHmac('sha256', 'a secret').update(String(item.name)).digest('hex'),
  both: sha256(item.name, item.id),
  sha256: sha256(of(item)),
})

const usage = (off: number) => (item: Item) => {
  const inputTokens = String(item.name).length
  return {
    ...item,
    usage: {
      inputTokens,
      outputTokens: 2,
      cachedTokens: Math.floor(inputTokens / 2),
      totalTokens: inputTokens + 2 + off,
    },
  }
}

const policy = { 'RateLimit-Policy': '"default";q=60;w=60' }
const plan = (requestsPerMinute: number) =>
  either(
    at('stats', () => ({ status: 200, headers: policy, body: { requestsPerMinute: 7 } })),
    at('plan', () => ({ status: 200, headers: policy, body: { requestsPerMinute } })),
  )

/** The size of a file in kilobytes, and its digest. */
const file =
  (bytes: (item: Item) => string) =>
  (call: Call, items: Map<string, Item>): PlainResponse | undefined => {
    const [, id = '', last] = call.path
    if (last !== 'content') return undefined
    const item = items.get(id)
    if (!isQuestion(call)) return rejected('GET, HEAD')
    return item === undefined
      ? none()
      : { status: 200, headers: { 'Content-Type': 'text/plain' }, text: bytes(item) }
  }
const contentOf = (item: Item): string => `${String(item.name)}\n`.repeat(99)

export const meaningStyles = (): Style[] => [
  {
    name: 'estimated-totals',
    declared: {
      ...named,
      list: {
        type: 'object',
        required: ['items', 'total'],
        properties: {
          items: { type: 'array', items: Thing },
          total: { ...number, description: 'An estimate, rounded to tens.' },
        },
      },
      listHeaders: { 'X-Total-Count': { schema: number } },
    },
    habits: {
      list: (items) => ({
        status: 200,
        headers: { 'X-Total-Count': String(items.length) },
        body: { items, total: Math.ceil(items.length / 10) * 10 },
      }),
    },
    faults: [
      [
        'counts one more in its header',
        'count-matches-items',
        'wrong-count',
        'X-Total-Count',
        {
          list: (items) => ({
            status: 200,
            headers: { 'X-Total-Count': String(items.length + 1) },
            body: { items, total: Math.ceil(items.length / 10) * 10 },
          }),
        },
      ],
    ],
  },
  {
    name: 'digests-of-many-kinds',
    declared: {
      item: itemOf({
        short: { type: 'string', description: 'The first 16 digits of the SHA-256 of the name.' },
        mac: { type: 'string', description: 'HMAC-SHA-256 of the name.' },
        both: { type: 'string', description: 'SHA-256 of the name and the id.' },
        sha256: { type: 'string', description: 'SHA-256 of the name.' },
      }),
      request: named.request,
    },
    habits: { show: digests((item) => item.name) },
    faults: [
      ['digests the id', 'digest-matches', 'wrong-digest', 'sha256', { show: digests((item) => item.id) }],
    ],
  },
  {
    name: 'tokens-from-a-cache',
    declared: {
      item: {
        ...itemOf({ usage: { type: 'object' } }),
        examples: [
          {
            id: 't00001',
            name: 'A',
            usage: { inputTokens: 1, outputTokens: 2, cachedTokens: 0, totalTokens: 3 },
          },
        ],
      },
      request: named.request,
    },
    habits: { show: usage(0) },
    faults: [['counts one too many', 'totals-add-up', 'wrong-total', 'totalTokens', { show: usage(1) }]],
  },
  {
    name: 'sums-by-chance',
    declared: {
      ...named,
      paths: getAt('/counts', 'getCounts', {
        type: 'object',
        example: { total: 5, flagged: 2, starred: 3 },
        properties: { total: number, flagged: number, starred: number },
      }),
    },
    habits: { before: at('counts', () => ({ status: 200, body: { total: 4, flagged: 3, starred: 3 } })) },
    faults: [],
  },
  {
    name: 'measured-traffic',
    declared: {
      ...named,
      paths: {
        ...getAt('/stats', 'getStats', {
          type: 'object',
          properties: { requestsPerMinute: { type: 'number', description: 'Measured over the last hour.' } },
        }),
        ...getAt('/plan', 'getPlan', { type: 'object', properties: { requestsPerMinute: number } }),
      },
    },
    habits: { before: plan(60) },
    faults: [
      [
        'sells another plan',
        'rate-limits-consistent',
        'quota-differs',
        'requestsPerMinute',
        { before: plan(61) },
      ],
    ],
  },
  {
    name: 'one-signing-key-for-all',
    declared: {
      item: itemOf(
        {
          signingKey: { type: 'string', readOnly: true, description: 'The signing key of the account.' },
          token: { type: 'string', readOnly: true },
        },
        [],
      ),
      request: named.request,
    },
    habits: {
      make: (body, id) => ({ id, ...body, token: `token of ${id}` }),
      show: (item, where) =>
        where === 'made'
          ? { ...item, signingKey: 'the-key-of-the-account' }
          : { id: item.id, name: item.name },
    },
    faults: [
      [
        'gives everybody one token',
        'secrets-unique',
        'secret-repeated',
        'token',
        { make: (body, id) => ({ id, ...body, token: 'token of all' }) },
      ],
    ],
  },
  {
    name: 'files-in-kilobytes',
    declared: {
      item: itemOf({ size: { ...number, description: 'In kilobytes.' }, sha256: text, hash: text }),
      request: named.request,
      paths: {
        '/things/{thingId}/content': {
          get: {
            operationId: 'getContent',
            parameters: [
              {
                name: 'thingId',
                in: 'path',
                required: true,
                schema: { type: 'string', pattern: '^t[0-9]{5}$' },
              },
            ],
            responses: {
              '200': { description: 'It.', content: { 'text/plain': { schema: text } } },
              ...responses(404),
            },
          },
        },
      },
    },
    habits: {
      show: (item) => ({
        ...item,
        size: Math.ceil(contentOf(item).length / 1024),
        sha256: sha256(contentOf(item)),
        hash: sha256('blob', contentOf(item)),
      }),
      before: file(contentOf),
    },
    faults: [
      [
        'cuts its files',
        'download-complete',
        'file-differs',
        '/sha256',
        { before: file((item) => contentOf(item).slice(0, -1)) },
      ],
    ],
  },
]
