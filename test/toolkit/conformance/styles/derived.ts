/** Styles of what a server makes itself: names found in a text, keys, versions, files, names of which there is one. */
import { responses, Thing } from './documents.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })
const path = {
  name: 'thingId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^t[0-9]{5}$' },
}
const missing = (): PlainResponse => ({ status: 404, body: { title: 'no' } })
const rejected = (allow: string): PlainResponse => ({
  status: 405,
  headers: { Allow: allow },
  body: { title: 'no' },
})

export const words = (text: unknown): string[] => [...new Set(String(text).split(/\s+/).filter(Boolean))]

/** A POST or PATCH that would give a name twice. */
export function used(call: Call, items: Map<string, Item>): PlainResponse | undefined {
  const {
    method,
    path: [, id],
    body,
  } = call
  const accepted = method === 'PATCH' ? { ...named.request, required: [] } : named.request
  if (rejectionOf(accepted, call) !== undefined || (id !== undefined && !items.has(id))) return undefined
  if (!['POST', 'PATCH'].includes(method) || typeof body?.name !== 'string') return undefined
  const other = [...items.values()].find((one) => one.name === body.name && one.id !== id)
  return other === undefined ? undefined : { status: 409, body: { title: 'taken' } }
}

const keyed = (
  call: Call,
  items: Map<string, Item>,
  forgets: boolean,
  issued: Set<string>,
): PlainResponse | undefined => {
  const given = String(call.headers['x-key'])
  const valid = given === 'first-key' || [...items.values()].some((one) => one.key === given)
  if (valid) issued.add(given)
  return valid || (forgets && issued.has(given))
    ? undefined
    : { status: 401, headers: { 'WWW-Authenticate': 'Key realm="styles"' }, body: { title: 'who' } }
}

const versioned = {
  item: {
    type: 'object',
    required: ['id', 'name', 'version', 'hasChanges'],
    properties: {
      id: { type: 'string' },
      name,
      version: { type: 'integer', description: 'Number of the last version.' },
      hasChanges: { type: 'boolean' },
    },
  },
  request: named.request,
  paths: {
    '/things/{thingId}/versions': {
      parameters: [path],
      get: {
        operationId: 'listVersions',
        responses: {
          '200': json({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }),
          ...responses(404),
        },
      },
      post: { operationId: 'makeVersion', responses: { '201': json({ type: 'object' }), ...responses(404) } },
    },
    '/things/{thingId}/versions/{version}': {
      parameters: [
        path,
        { name: 'version', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      ],
      get: {
        operationId: 'getVersion',
        responses: {
          '200': json({ type: 'object', properties: { version: { type: 'integer' } } }),
          ...responses(404),
        },
      },
    },
  },
}

/** Versions below each resource: `[{ version: 1, name: … }]`. */
function versions(call: Call, items: Map<string, Item>): PlainResponse | undefined {
  const [, id = '', below, number] = call.path
  if (below !== 'versions') return undefined
  const item = items.get(id)
  const allowed = number === undefined ? 'GET, HEAD, POST' : 'GET, HEAD'
  const method = call.method === 'HEAD' ? 'GET' : call.method
  if (!allowed.split(', ').includes(method)) return rejected(allowed)
  if (item === undefined) return missing()
  const stored = item.history as Item[]
  if (number !== undefined) {
    const found = stored[Number(number) - 1]
    return found === undefined ? missing() : { status: 200, body: found }
  }
  if (method === 'GET') return { status: 200, body: stored }
  stored.push({ id, version: stored.length + 1, name: item.name, hasChanges: false })
  return { status: 201, body: stored.at(-1) }
}

const shownWith =
  (change: (item: Item, last: Item | undefined) => Item) =>
  ({ history, ...item }: Item): Item => {
    const last = (history as Item[]).at(-1)
    const reported = {
      ...item,
      version: last?.version ?? 0,
      hasChanges: last !== undefined && last.name !== item.name,
    }
    return change(reported, last)
  }

const file = (
  call: Call,
  items: Map<string, Item>,
  rows: (items: Item[]) => Item[],
): PlainResponse | undefined => {
  if (call.path[1] !== 'export') return undefined
  if (!['GET', 'HEAD'].includes(call.method)) return rejected('GET, HEAD')
  return { status: 200, body: rows([...items.values()]) }
}

export const derivedStyles = (): Style[] => [
  {
    name: 'words-of-a-text',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'slug', 'words'],
        properties: {
          id: { type: 'string' },
          name,
          slug: { type: 'string' },
          words: { type: 'array', items: { type: 'string' } },
        },
      },
      request: named.request,
    },
    habits: {
      make: (body, id) => ({ id, ...body, slug: String(body.name).toLowerCase(), words: words(body.name) }),
      change: (item, body) =>
        void Object.assign(item, body, body.name === undefined ? {} : { words: words(body.name) }),
    },
    faults: [
      [
        'keeps the words of the first text',
        'derived-property-updated',
        'derived-value-stale',
        '/words',
        { change: (item, body) => void Object.assign(item, body) },
      ],
    ],
  },
  {
    name: 'one-of-a-name',
    declared: {
      ...named,
      madeStatuses: responses(409),
      changedStatuses: responses(409),
    },
    habits: { before: used },
    faults: [
      [
        'looks at creations alone',
        'duplicate-value-rejected',
        'wrong-status',
        'an update to the name of another resource',
        { before: (call, items) => (call.method === 'POST' ? used(call, items) : undefined) },
      ],
    ],
  },
  {
    name: 'told-of-every-answer',
    declared: named,
    hints: { head: 'supported', everyResponse: { 'X-Powered-By': null } },
    habits: {},
    faults: [
      ['has no HEAD', 'head-matches-get', 'head-status-differs', null, { head: false }],
      [
        'names its framework',
        'consistent-responses',
        'header-not-as-configured',
        'X-Powered-By',
        { list: (items) => ({ status: 200, body: items, headers: { 'X-Powered-By': 'Style 1.0' } }) },
      ],
    ],
  },
  keyStyle(),
  {
    name: 'kept-versions',
    declared: versioned,
    habits: {
      make: (body, id) => ({ id, ...body, history: [] }),
      show: shownWith((item) => item),
      before: versions,
    },
    faults: [
      [
        'stays at its first version',
        'update-applied-exactly',
        'not-newest-version',
        '/version',
        { show: shownWith((item) => ({ ...item, version: Math.min(1, Number(item.version)) })) },
      ],
      [
        'tells of no changes',
        'update-applied-exactly',
        'change-not-flagged',
        '/hasChanges',
        { show: shownWith((item) => ({ ...item, hasChanges: false })) },
      ],
    ],
  },
  {
    name: 'with-an-export',
    declared: {
      ...named,
      paths: {
        '/things/export': {
          get: { operationId: 'exportAll', responses: { '200': json({ type: 'array', items: Thing }) } },
        },
      },
    },
    habits: { before: (call, items) => file(call, items, (all) => all) },
    faults: [
      [
        'exports all but the last',
        'download-complete',
        'export-incomplete',
        null,
        { before: (call, items) => file(call, items, (all) => all.slice(0, -1)) },
      ],
    ],
  },
]

/** Keys that open what made them. */
function keyStyle(): Style {
  const issued = new Set<string>()
  let made = 0
  return {
    name: 'issued-keys',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name, key: { type: 'string', readOnly: true } },
      },
      request: named.request,
      security: {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
      collection: 'keys',
    },
    identity: { name: 'owner', credentials: [{ kind: 'header', name: 'X-Key', value: 'first-key' }] },
    habits: {
      collection: 'keys',
      location: (id) => `/keys/${id}`,
      make: (body, id) => ({ id, ...body, key: `made-key-${String(++made).padStart(6, '0')}` }),
      show: ({ key, ...item }, where) => (where === 'made' ? { ...item, key } : item),
      before: (call, items) => keyed(call, items, false, issued),
    },
    faults: [
      [
        'takes keys that were deleted',
        'revoked-credential-rejected',
        'wrong-status',
        'a deleted credential',
        { before: (call, items) => keyed(call, items, true, issued) },
      ],
      [
        'gives everybody one key',
        'secrets-unique',
        'secret-repeated',
        'key',
        { make: (body, id) => ({ id, ...body, key: 'the-one-and-only' }) },
      ],
    ],
  }
}
