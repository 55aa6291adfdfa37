/** Styles of connections, examples and states. */
import { responses } from './documents.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const shown = { ...named.request, example: { name: 'A first name' } }

const noted = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name, note: { type: 'string', maxLength: 400 } },
}

export const oddStyles: Style[] = [
  {
    name: 'example',
    declared: { ...named, request: shown },
    habits: {},
    faults: [
      [
        'responses 500 to its own example',
        'valid-request-succeeds',
        'valid-request-rejected',
        'a valid request',
        {
          before: ({ method, text }: Call) =>
            method === 'POST' && text.includes('A first name')
              ? { status: 500, body: { title: 'oh' } }
              : undefined,
        },
      ],
      [
        'refuses its own example',
        'valid-request-succeeds',
        'valid-request-rejected',
        "the document's own example",
        {
          before: ({ method, text }: Call) =>
            method === 'POST' && text.includes('A first name')
              ? { status: 400, body: { title: 'no' } }
              : undefined,
        },
      ],
      [
        'responses nothing to a long name',
        'created-read-back',
        'no-response',
        'POST',
        {
          before: ({ method, body }: Call) =>
            method === 'POST' && String(body.name).length > 30 ? { status: 0, instead: 'reset' } : undefined,
        },
      ],
    ],
  },
  {
    name: 'events-and-large-bodies',
    declared: {
      ...named,
      made: 'POST',
      madeStatuses: responses(413),
      paths: {
        '/events': {
          get: {
            operationId: 'readEvents',
            responses: {
              '200': {
                description: 'Events.',
                content: { 'text/event-stream': { schema: { type: 'string' } } },
              },
            },
          },
        },
      },
    },
    habits: {
      before: ({ method, path: [first], text }) => {
        if (first === 'events')
          return method === 'GET' || method === 'HEAD'
            ? { status: 200, instead: 'events' }
            : { status: 405, headers: { Allow: 'GET, HEAD' }, body: { title: 'no' } }
        return text.length > 100_000 ? { status: 0, instead: 'reset' } : undefined
      },
    },
    faults: [],
  },
  {
    name: 'always-pending',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'status'],
        properties: { id: { type: 'string' }, name, status: { enum: ['pending', 'paid'] } },
      },
      request: named.request,
    },
    habits: { make: (body, id) => ({ id, ...body, status: 'pending' }) },
    faults: [],
  },
  {
    name: 'fields',
    declared: {
      ...named,
      listHeaders: { 'X-Tags': { schema: { type: 'array', items: { type: 'integer' } } } },
      parameters: [
        { name: 'X-Request-Id', in: 'header', required: true, schema: { type: 'string', minLength: 4 } },
      ],
    },
    habits: {
      before: ({ method, path: [, id], headers }) =>
        method === 'GET' && id === undefined && String(headers['x-request-id'] ?? '').length < 4
          ? { status: 400, body: { title: 'who asks' } }
          : undefined,
      list: (items) => ({ status: 200, body: items, headers: { 'X-Tags': '1, 2,3' } }),
    },
    faults: [
      [
        'has a text among the numbers of a field',
        'headers-match',
        'type',
        'X-Tags',
        { list: (items) => ({ status: 200, body: items, headers: { 'X-Tags': '1,two' } }) },
      ],
    ],
  },
  {
    name: 'long-notes',
    declared: {
      item: noted,
      request: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name, note: noted.properties.note },
      },
    },
    habits: {},
    faults: [
      [
        'cuts what it lists',
        'created-item-listed',
        'listed-differently',
        '/note',
        {
          show: (item, where) =>
            where === 'listed' && item.note !== undefined
              ? { ...item, note: String(item.note).slice(0, 60) }
              : item,
        },
      ],
      [
        'finds by HEAD what is not there',
        'head-matches-get',
        'head-of-unknown-differs',
        'thingId',
        {
          before: ({ method, path: [, id] }, items) =>
            method === 'HEAD' && id !== undefined && !items.has(id)
              ? { status: 200, headers: { 'Content-Type': 'application/json' } }
              : undefined,
        },
      ],
    ],
  },
  {
    name: 'requests-with-names',
    declared: {
      ...named,
      parametersOfAll: [{ name: 'X-Request-Id', in: 'header', schema: { type: 'string', minLength: 4 } }],
    },
    habits: {
      before: ({ headers }) =>
        String(headers['x-request-id'] ?? 'four').length < 4
          ? { status: 400, body: { title: 'id' } }
          : undefined,
    },
    faults: [
      [
        'names a deletion itself',
        'request-id-unique',
        'request-id-not-echoed',
        'X-Request-Id',
        {
          before: ({ method }) =>
            method === 'DELETE'
              ? { status: 404, headers: { 'X-Request-Id': 'req_own' }, body: { title: 'gone' } }
              : undefined,
        },
      ],
    ],
  },
  {
    name: 'exported',
    declared: {
      ...named,
      paths: {
        '/exports': {
          get: {
            operationId: 'exportThings',
            parameters: [
              { name: 'format', in: 'query', schema: { enum: ['csv', 'json', 'short'], default: 'json' } },
            ],
            responses: {
              '200': {
                description: 'A file.',
                content: {
                  'text/csv': { schema: { type: 'string' } },
                  'application/json': { schema: { type: 'array' } },
                },
              },
              ...responses(400),
            },
          },
        },
      },
    },
    habits: { before: (call) => exported(call, (format) => format) },
    faults: [
      [
        'has one format for all',
        'requested-format-returned',
        'wrong-media-type',
        'format=csv',
        { before: (call) => exported(call, () => 'json') },
      ],
    ],
  },
  {
    name: 'idempotent-by-hint-alone',
    declared: named,
    hints: { idempotencyHeader: 'Request-Key' },
    habits: { before: (call, items) => once(call, items) },
    faults: [
      [
        'does a repeated request twice',
        'idempotency-key-honored',
        'carried-out-twice',
        null,
        { before: () => undefined },
      ],
      [
        'tells the refusal of a request to the one that was mended',
        'idempotency-key-honored',
        'rejection-replayed',
        'Request-Key',
        { before: (call, items) => once(call, items, { storesRejections: true }) },
      ],
      [
        'tells of the present in a repeated answer',
        'idempotency-key-honored',
        'replay-follows-change',
        'name',
        { before: (call, items) => once(call, items, { showsPresent: true }) },
      ],
    ],
  },
  {
    name: 'idempotent-with-an-example-of-the-key',
    declared: {
      ...named,
      makeParameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
          example: '9f3c6f0e-thing-0001',
        },
      ],
    },
    habits: { before: (call, items) => withoutKey(call) ?? once(call, items) },
    faults: [
      [
        'does a repeated request twice',
        'idempotency-key-honored',
        'carried-out-twice',
        null,
        { before: (call) => withoutKey(call) },
      ],
    ],
  },
]

const withoutKey = ({ method, path, headers }: Call): PlainResponse | undefined =>
  method === 'POST' && path.length === 1 && !/^[\w-]{8,64}$/.test(String(headers['idempotency-key'] ?? ''))
    ? { status: 400, body: { title: 'key' } }
    : undefined

const first = new Map<unknown, { text: string; response: PlainResponse }>()

/** A POST with a known key gets the first response again, another one with it an error. */
function once(
  call: Call,
  items: Map<string, Item>,
  mistake: { storesRejections?: true; showsPresent?: true } = {},
): PlainResponse | undefined {
  const key = call.headers['request-key'] ?? call.headers['idempotency-key']
  if (call.method !== 'POST' || call.path.length !== 1 || key === undefined) return undefined
  const known = first.get(key)
  if (known !== undefined) {
    const { status, body } = known.response
    if (status === 400) return known.response
    if (known.text !== call.text) return { status: 400, body: { title: 'key' } }
    return mistake.showsPresent
      ? { ...known.response, body: items.get(String((body as Item).id)) }
      : known.response
  }
  const rejection = rejectionOf(named.request, call)
  if (rejection !== undefined && mistake.storesRejections)
    first.set(key, { text: call.text, response: rejection })
  if (rejection !== undefined) return rejection
  const id = `t9${String(first.size).padStart(4, '0')}`
  items.set(id, { id, ...call.body })
  const response = { status: 201, body: { id, ...call.body }, headers: { Location: `/things/${id}` } }
  first.set(key, { text: call.text, response })
  return response
}

function exported(
  { path: [first], method, query }: Call,
  made: (format: string) => string,
): PlainResponse | undefined {
  if (first !== 'exports') return undefined
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: { Allow: 'GET, HEAD' }, body: { title: 'no' } }
  const format = query.get('format') ?? 'json'
  if (!['csv', 'json', 'short'].includes(format)) return { status: 400, body: { title: 'format' } }
  const headers = { 'Content-Type': made(format) === 'csv' ? 'text/csv' : 'application/json' }
  return { status: 200, headers, body: [] }
}
