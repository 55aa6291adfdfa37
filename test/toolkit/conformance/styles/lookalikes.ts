/** Styles that look like mistakes, and are right. */
import { json, responses } from './documents.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const title = { type: 'string', minLength: 1, maxLength: 40 }
const file = (schema: object, type = 'application/json') => ({
  responses: { '200': { description: 'It.', content: { [type]: { schema } } } },
})
const rejected = (allow: string): PlainResponse => ({
  status: 405,
  headers: { Allow: allow },
  body: { title: 'no' },
})

/** Responses to GET and HEAD of one path. */
const at =
  (wanted: string, response: (call: Call, items: Map<string, Item>) => PlainResponse) =>
  (call: Call, items: Map<string, Item>): PlainResponse | undefined => {
    if (call.path.join('/') !== wanted) return undefined
    return ['GET', 'HEAD'].includes(call.method) ? response(call, items) : rejected('GET, HEAD')
  }

/** A text without a line of names, as old programs write tables. */
const table = (items: Item[]): PlainResponse => ({
  status: 200,
  headers: { 'Content-Type': 'text/csv' },
  text: items.map((item) => `"${item.id}","${String(item.name).replaceAll('"', '""')}"\n`).join(''),
})

const titled = {
  type: 'object',
  required: ['name', 'title'],
  additionalProperties: false,
  properties: { name, title },
}

/** Of a title there is one among creations; names and changes are free. */
function oneOfATitle(call: Call, items: Map<string, Item>): PlainResponse | undefined {
  if (call.method !== 'POST' || rejectionOf(titled, call) !== undefined) return undefined
  const other = [...items.values()].find((one) => one.title === call.body.title)
  return other === undefined ? undefined : { status: 409, body: { title: 'taken' } }
}

export const lookalikeStyles = (now: () => number): Style[] => [
  {
    name: 'table-without-names',
    declared: {
      ...named,
      paths: {
        '/things/export': { get: { operationId: 'exportAll', ...file({ type: 'string' }, 'text/csv') } },
      },
    },
    habits: { before: at('things/export', (_, items) => table([...items.values()])) },
    faults: [
      [
        'exports all but the last',
        'download-complete',
        'export-incomplete',
        null,
        { before: at('things/export', (_, items) => table([...items.values()].slice(0, -1))) },
      ],
    ],
  },
  {
    name: 'names-beside-titles',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'title'],
        properties: { id: { type: 'string' }, name, title },
      },
      request: { ...titled, example: { name: 'A name', title: 'A title' } },
      madeStatuses: responses(409),
      changedStatuses: responses(409),
    },
    habits: {
      before: (call, items) => {
        const response = oneOfATitle(call, items)
        if (response !== undefined || call.method !== 'PATCH' || call.body.title === undefined)
          return response
        const other = [...items.values()].find(
          (one) => one.title === call.body.title && one.id !== call.path[1],
        )
        return other === undefined || !items.has(String(call.path[1]))
          ? undefined
          : { status: 409, body: { title: 'taken' } }
      },
    },
    faults: [
      [
        'looks at creations alone',
        'duplicate-value-rejected',
        'wrong-status',
        'an update to the title of another resource',
        { before: oneOfATitle },
      ],
      [
        'makes what is taken under another title',
        'duplicate-value-rejected',
        'duplicate-renamed',
        'title',
        {
          before: (call, items) => {
            if (oneOfATitle(call, items) !== undefined) call.body.title = `${String(call.body.title)} 2`
            return undefined
          },
        },
      ],
    ],
  },
  {
    name: 'tokens-of-the-second',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name, token: { type: 'string', readOnly: true } },
      },
      request: named.request,
    },
    habits: {
      make: (body, id) => ({ id, ...body, token: `signed.${Math.floor(now() / 1000)}.signature` }),
      show: ({ token, ...item }, where) => (where === 'made' ? { ...item, token } : item),
    },
    faults: [
      [
        'gives everybody one token',
        'secrets-unique',
        'secret-repeated',
        'token',
        { make: (body, id) => ({ id, ...body, token: 'signed.forever.signature' }) },
      ],
    ],
  },
  {
    name: 'accepted-with-a-receipt',
    declared: {
      ...named,
      madeStatuses: {
        '201': undefined,
        '202': json({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
      },
    },
    habits: { before: accepted(now, (body) => body) },
    faults: [
      [
        'forgets the name',
        'created-read-back',
        'sent-value-changed',
        '/name',
        { before: accepted(now, () => ({ name: 'nameless' })) },
      ],
    ],
  },
  {
    name: 'addresses-to-be-confirmed',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'email'],
        properties: { id: { type: 'string' }, name, email: name, pendingEmail: name },
      },
      request: {
        type: 'object',
        required: ['name', 'email'],
        additionalProperties: false,
        properties: { name, email: name },
      },
    },
    habits: {
      change: (item, { email, ...body }) =>
        void Object.assign(item, body, email === undefined ? {} : { pendingEmail: email }),
    },
    faults: [
      [
        'forgets what is to be confirmed',
        'update-applied-exactly',
        'change-not-stored',
        '/email',
        { change: (item, { email: _, ...body }) => void Object.assign(item, body) },
      ],
    ],
  },
  {
    name: 'prices-between',
    declared: {
      ...named,
      paths: {
        '/prices': {
          get: {
            operationId: 'priceRange',
            parameters: ['min', 'max', 'seats'].map((one) => ({
              name: one,
              in: 'query',
              required: true,
              schema: { type: 'integer', minimum: 1, maximum: 1000 },
            })),
            responses: {
              ...file({
                type: 'object',
                properties: { min: { type: 'number' }, max: { type: 'number' }, seats: { type: 'number' } },
              }).responses,
              ...responses(400),
            },
          },
        },
      },
    },
    habits: { before: at('prices', ({ query }) => prices(query, Number(query.get('seats')))) },
    faults: [
      [
        'tells of other seats',
        'response-echoes-request',
        'query-value-not-echoed',
        '/seats',
        { before: at('prices', ({ query }) => prices(query, 1001)) },
      ],
    ],
  },
  {
    name: 'reflected-preflights',
    declared: {
      item: named.item,
      request: named.request,
      security: {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
    },
    identity: { name: 'owner', credentials: [{ kind: 'header', name: 'X-Key', value: 'only-key' }] },
    habits: { before: (call) => reflected(call, (asked) => asked) },
    faults: [
      [
        'allows no credential',
        'cors-consistent',
        'credential-not-allowed-by-cors',
        'X-Key',
        { before: (call) => reflected(call, () => 'content-type') },
      ],
    ],
  },
]

/** Resources are there a second after their address was returned. */
function accepted(now: () => number, stored: (body: Item) => Item) {
  const coming = new Map<string, { at: number; body: Item }>()
  let count = 0
  return (call: Call, items: Map<string, Item>): PlainResponse | undefined => {
    for (const [id, { at, body }] of coming)
      if (at <= now() && coming.delete(id)) items.set(id, { id, ...stored(body) })
    if (call.method !== 'POST' || call.path.length > 1) return undefined
    const rejection = rejectionOf(named.request, call)
    if (rejection !== undefined) return rejection
    const id = `t${String(++count).padStart(5, '0')}`
    coming.set(id, { at: now() + 1_000, body: call.body })
    return { status: 202, headers: { Location: `/things/${id}` }, body: { id } }
  }
}

function prices(query: URLSearchParams, seats: number): PlainResponse {
  const given = ['min', 'max', 'seats'].map((one) => query.get(one) ?? '')
  return given.every((one) => /^\d+$/.test(one) && Number(one) >= 1 && Number(one) <= 1000)
    ? { status: 200, body: { min: 40, max: 60, seats } }
    : { status: 400, body: { title: 'query' } }
}

/** Every origin is allowed its request, with a key. */
function reflected(call: Call, allowed: (asked: string) => string): PlainResponse | undefined {
  if (call.method === 'OPTIONS')
    return {
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
        'Access-Control-Allow-Headers': allowed(String(call.headers['access-control-request-headers'])),
      },
    }
  return call.headers['x-key'] === 'only-key'
    ? undefined
    : { status: 401, headers: { 'WWW-Authenticate': 'Key realm="styles"' }, body: { title: 'who' } }
}
