/** Styles of requests that well-known servers accept in ways of their own: repetitions, tags, patches, rejections. */
import { createHash } from 'node:crypto'
import { used } from './derived.ts'
import { json, responses } from './documents.ts'
import { at, type Before, getAt, itemOf } from './meanings.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const text = { type: 'string' }
const none = (): PlainResponse => ({ status: 404, body: { title: 'none' } })
const isQuestion = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'
const number = { type: 'integer', minimum: 0 }
/** The code and a number inside that are not those of the status. */
const QUOTA_EXCEEDED = { title: 'no', code: 'RATE_LIMIT_EXCEEDED', cause: { code: 498, statusCode: 403 } }
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A POST with a known key returns the same resource, in a response of its own. */
function repeated(forgets: boolean): Before {
  const known = new Map<unknown, { text: string; item: Item }>()
  return (call, items) => {
    const key = call.headers['request-key']
    if (call.method !== 'POST' || call.path.length !== 1) return undefined
    const rejection = rejectionOf(named.request, call)
    if (rejection !== undefined) return rejection
    const first = forgets || key === undefined ? undefined : known.get(key)
    if (first !== undefined && first.text !== call.text) return { status: 400, body: { title: 'key' } }
    const item = first?.item ?? { id: `t8${String(++count).padStart(4, '0')}`, ...call.body }
    if (first === undefined) items.set(String(item.id), { ...item })
    known.set(key, { text: call.text, item })
    const reported = {
      ...item,
      requestId: call.requestId,
      servedAt: new Date(1.7e12 + ++count * 1e3).toISOString(),
    }
    return { status: 201, body: reported, headers: { Location: `/things/${String(item.id)}` } }
  }
}
let count = 0

/** A client that may not change resources gets 404 for them. For the list it gets 403. */
const hiding =
  (knows: (key: string) => boolean): Before =>
  ({ headers, path }) => {
    const key = String(headers.authorization).replace(/^Bearer /i, '')
    if (!['all-key', 'read-key'].includes(key))
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { title: 'who' } }
    if (knows(key)) return undefined
    return path.length > 1 ? none() : { status: 403, body: { title: 'no' } }
  }

/** A name is in use in any case. */
const acceptedInAnyCase: Before = (call, items) => {
  const folded = (item: Item) => ({ ...item, name: String(item.name).toLowerCase() })
  const all = new Map([...items].map(([id, item]) => [id, folded(item)]))
  return typeof call.body?.name === 'string' ? used({ ...call, body: folded(call.body) }, all) : undefined
}

/** PATCH by RFC 6902, with replacements of only the name. */
const patched =
  (applies: boolean): Before =>
  (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (call.method !== 'PATCH' || item === undefined) return undefined
    if (!String(call.headers['content-type']).startsWith('application/json-patch+json'))
      return { status: 415, body: { title: 'type' } }
    const list: unknown = call.body
    const isStep = (one: Item) =>
      one?.op === 'replace' &&
      one.path === '/name' &&
      typeof one.value === 'string' &&
      /^.{1,40}$/su.test(one.value) &&
      Object.keys(one).length === 3
    if (!Array.isArray(list) || list.length === 0 || !list.every(isStep))
      return { status: 400, body: { title: 'steps' } }
    for (const step of applies ? list : []) item.name = step.value
    return { status: 200, body: item }
  }

/** Weak tags never match strongly (RFC 9110, 8.8.3.2), so that If-Match is always rejected. */
const weak =
  (rejects: boolean): Before =>
  (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (item === undefined || call.path.length !== 2) return undefined
    const tag = `W/"${sha256(JSON.stringify(item)).slice(0, 12)}"`
    if (
      call.method === 'PATCH' &&
      call.headers['if-match'] !== undefined &&
      rejects &&
      call.headers['if-match'] !== '*'
    )
      return { status: 412, body: { title: 'tag' } }
    if (!isQuestion(call)) return undefined
    return call.headers['if-none-match'] === tag
      ? { status: 304, headers: { ETag: tag } }
      : { status: 200, headers: { ETag: tag }, body: item }
  }

export const askedStyles = (): Style[] => [
  {
    name: 'repeated-with-ids-of-its-own',
    declared: {
      item: itemOf({ requestId: text, servedAt: { type: 'string', format: 'date-time' } }, []),
      request: named.request,
    },
    hints: { idempotencyHeader: 'Request-Key' },
    habits: { before: repeated(false) },
    faults: [
      ['does it twice', 'idempotency-key-honored', 'carried-out-twice', null, { before: repeated(true) }],
    ],
  },
  {
    name: 'hidden-from-those-without-scope',
    declared: {
      ...named,
      madeStatuses: responses(403),
      changedStatuses: responses(403),
      listStatuses: responses(403),
      removed: { '204': { description: 'Gone.' }, ...responses(403) },
      security: {
        security: [{ oauth: ['things:write'] }],
        components: {
          securitySchemes: {
            oauth: {
              type: 'oauth2',
              flows: {
                clientCredentials: { tokenUrl: 'https://example.com', scopes: { 'things:write': '' } },
              },
            },
          },
        },
      },
    },
    identity: {
      name: 'all',
      credentials: [{ kind: 'header', name: 'Authorization', value: 'Bearer all-key' }],
    },
    others: [
      {
        name: 'reader',
        scopes: ['things:read'],
        credentials: [{ kind: 'header', name: 'Authorization', value: 'Bearer read-key' }],
      },
    ],
    habits: { before: hiding((key) => key === 'all-key') },
    faults: [
      [
        'looks at no scope',
        'scopes-enforced',
        'wrong-status',
        'a credential with things:read, without things:write',
        { before: hiding(() => true) },
      ],
    ],
  },
  {
    name: 'quota-as-403',
    hints: {
      excused: [{ rule: 'valid-request-succeeds', operation: 'getExport', reason: 'the quota is used up' }],
    },
    declared: { ...named, paths: getAt('/export', 'getExport', { type: 'object' }, undefined, json403()) },
    habits: {
      before: at('export', () => ({ status: 403, body: QUOTA_EXCEEDED })),
    },
    faults: [
      [
        'gives the name of another status',
        'error-status-matches',
        'code-with-wrong-status',
        'code',
        { before: at('export', () => ({ status: 403, body: { title: 'no', code: 'METHOD_NOT_ALLOWED' } })) },
      ],
      [
        'gives the number of another status as the code',
        'error-status-matches',
        'status-differs',
        'code',
        { before: at('export', () => ({ status: 403, body: { title: 'no', code: 404 } })) },
      ],
      [
        'gives another status inside',
        'error-status-matches',
        'status-differs',
        'httpStatus',
        { before: at('export', () => ({ status: 403, body: { title: 'no', reply: { httpStatus: 404 } } })) },
      ],
    ],
  },
  {
    name: 'one-name-in-any-case',
    declared: { ...named, madeStatuses: responses(409), changedStatuses: responses(409) },
    habits: { before: acceptedInAnyCase },
    faults: [
      [
        'looks at creations alone',
        'duplicate-value-rejected',
        'wrong-status',
        'an update to the name of another resource',
        { before: (call, items) => (call.method === 'POST' ? acceptedInAnyCase(call, items) : undefined) },
      ],
    ],
  },
  {
    name: 'changed-by-json-patch',
    declared: {
      ...named,
      changeContent: {
        'application/json-patch+json': {
          schema: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['op', 'path', 'value'],
              additionalProperties: false,
              properties: { op: { const: 'replace' }, path: { const: '/name' }, value: name },
            },
          },
        },
      },
    },
    habits: { before: patched(true) },
    faults: [],
  },
  {
    name: 'weak-tags',
    declared: {
      ...named,
      changeParameters: [{ name: 'If-Match', in: 'header', schema: text }],
      changedStatuses: responses(412),
    },
    habits: { before: weak(true) },
    faults: [
      [
        'takes any tag',
        'conditional-requests-honored',
        'wrong-status',
        'If-Match with an ETag that the resource never had',
        { before: weak(false) },
      ],
    ],
  },
  {
    name: 'places-that-the-server-gives',
    declared: {
      item: itemOf({ note: text, place: { type: 'integer' } }, ['place']),
      request: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name,
          note: { type: 'string', maxLength: 40 },
          place: {
            ...number,
            maximum: 99,
            description: 'The next free place where none is given; it stays until another is given.',
          },
        },
      },
      changed: 'PUT',
    },
    habits: {
      update: 'PUT',
      make: (body, id) => ({ id, place: ++count, ...body }),
      change: (item, { note, ...body }) => {
        delete item.note
        Object.assign(item, body, note === undefined ? {} : { note })
      },
    },
    faults: [
      [
        'keeps a note that is left out',
        'put-replaces-item',
        'property-not-removed',
        '/note',
        { change: (item, body) => void Object.assign(item, body) },
      ],
    ],
  },
]

function json403() {
  const body = { type: 'object', required: ['title'], properties: { title: text, code: text } }
  return { '403': json(body) }
}
