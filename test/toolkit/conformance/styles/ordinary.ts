/** Styles of ordinary services: ids that clients choose, signs before sort keys, choices that stand for all. */
import { json, responses } from './documents.ts'
import { type Before, getAt, itemOf } from './meanings.ts'
import { closed, name, rejected, text } from './parts.ts'
import { type Habits, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const time = { type: 'string', format: 'date-time' }
const code = { type: 'string', pattern: '^t[0-9]{5}$' }
const coded = closed({ key: code, name }, ['key', 'name'])

/** The client chooses the key of a resource. */
const underItsKey =
  (store: (body: Item) => Item): Before =>
  (call, items) => {
    if (call.path.length === 2 && !['GET', 'HEAD', 'DELETE'].includes(call.method))
      return { ...rejected(405), headers: { Allow: 'GET, HEAD, DELETE' } }
    if (call.method !== 'POST' || call.path.length !== 1) return undefined
    const key = String(call.body.key)
    const rejection = rejectionOf(coded, call) ?? (items.has(key) ? rejected(409) : undefined)
    if (rejection !== undefined) return rejection
    items.set(key, store(call.body))
    return { status: 201, body: items.get(key), headers: { Location: `/things/${key}` } }
  }

const anyId = { $ref: '#/components/schemas/Thing/properties/id' }
const grouped = closed({ name, groupId: anyId })
const inGroup = closed({ name, groupId: code })
const Group = { type: 'object', required: ['id', 'name'], properties: { id: text, name } }
const groupBody = { required: true, content: { 'application/json': { schema: named.request } } }

/** Groups next to the resources, each of which is in one. */
function inGroups(): Before {
  const groups = new Map<string, Item>()
  return (call) => {
    const [first, id] = call.path
    const { method } = call
    const given = call.body.groupId
    if (first !== 'groups') {
      if (method !== 'POST' && method !== 'PATCH') return undefined
      return given === undefined || typeof given !== 'string' || groups.has(given) ? undefined : rejected(400)
    }
    const group = groups.get(id ?? '')
    if (call.path.length > 2) return rejected(404)
    if (id === undefined && method === 'POST') {
      const rejection = rejectionOf(named.request, call)
      if (rejection !== undefined) return rejection
      const made = { id: `t9${String(groups.size).padStart(4, '0')}`, ...call.body }
      groups.set(made.id, made)
      return { status: 201, body: made, headers: { Location: `/groups/${made.id}` } }
    }
    if (id === undefined || !['GET', 'HEAD'].includes(method))
      return { ...rejected(405), headers: { Allow: id === undefined ? 'POST' : 'GET, HEAD' } }
    return group === undefined ? rejected(404) : { status: 200, body: group }
  }
}

const groupPaths = {
  '/groups': {
    post: {
      operationId: 'makeGroup',
      requestBody: groupBody,
      responses: { '201': json(Group), ...responses(400, 415) },
    },
  },
  '/groups/{groupId}': {
    parameters: [{ name: 'groupId', in: 'path', required: true, schema: anyId }],
    get: { operationId: 'getGroup', responses: { '200': json(Group), ...responses(404) } },
  },
}

const KEYS = ['name', '-name', 'createdAt', '-createdAt']
const ordered =
  (usual: string, { signs = true } = {}): Habits['list'] =>
  (items, query) => {
    const keys = (query.get('sort') ?? usual).split(',')
    if (keys.some((key) => !KEYS.includes(key))) return rejected(400)
    const compared = (a: Item, b: Item, key: string) => {
      const [one, two] = [a, b].map((item) => String(item[key.replace(/^-/, '')]))
      const order = String(one) < String(two) ? -1 : one === two ? 0 : 1
      return key.startsWith('-') && signs ? -order : order
    }
    const order = (a: Item, b: Item) => keys.map((key) => compared(a, b, key)).find((one) => one !== 0) ?? 0
    return { status: 200, body: [...items].sort(order) }
  }

const stated = closed({
  name,
  state: { enum: ['open', 'closed'], default: 'open' },
  labels: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 20 } },
})
const inState =
  ({ ignores = false } = {}): Habits['list'] =>
  (items, query) => {
    const state = query.get('state') ?? 'open'
    if (!['open', 'closed', 'all'].includes(state)) return rejected(400)
    const labels = query.getAll('label')
    const found = items.filter(
      (one) =>
        (state === 'all' || ignores || one.state === state) &&
        (labels.length === 0 || labels.some((label) => (one.labels as string[]).includes(label))),
    )
    return { status: 200, body: found }
  }

/** Invalid JSON is 400, which no one declares separately; an invalid value in it is 422. */
const malformedApart: Before = (call) => {
  if (call.method !== 'POST' || call.path.length !== 1) return undefined
  const rejection = rejectionOf(named.request, call)
  if (rejection?.status !== 400) return rejection
  try {
    JSON.parse(call.text)
    return rejected(422)
  } catch {
    return rejected(400)
  }
}

/** A batch has the address of a possible resource; other methods lead on to the resource of that name. */
const batch =
  (response: () => PlainResponse): Before =>
  ({ method, path }, items) => {
    const [first, id] = path
    if (first === 'things' && id === 'batch' && method === 'POST') return response()
    const allowed = first === 'things' ? (id === undefined ? 'GET POST' : 'GET PATCH DELETE') : 'GET'
    if (!`${allowed} HEAD`.split(' ').includes(method)) return rejected(404)
    if (first !== 'things') return { status: 200, body: { things: items.size } }
    return id === 'batch' ? rejected(400) : undefined
  }
const asides = ['stats', 'health', 'about', 'usage'].map((one) =>
  getAt(`/${one}`, `get_${one}`, { type: 'object', properties: { things: { type: 'integer' } } }),
)

export const ordinaryStyles = (now: () => number): Style[] => [
  {
    name: 'keys-that-clients-choose',
    declared: {
      item: { type: 'object', required: ['key', 'name'], properties: { key: text, name } },
      request: coded,
      changed: 'none',
      madeStatuses: responses(409),
    },
    habits: { accepts: coded, before: underItsKey((body) => body) },
    faults: [
      [
        'makes names small',
        'created-read-back',
        'sent-value-changed',
        '/name',
        { before: underItsKey((body) => ({ ...body, name: String(body.name).slice(0, 3) })) },
      ],
    ],
  },
  {
    name: 'ids-of-one-form',
    declared: {
      item: { ...itemOf({ groupId: text }), properties: { id: code, name, groupId: text } },
      request: grouped,
      id: anyId,
      paths: groupPaths,
    },
    habits: { accepts: inGroup, before: inGroups() },
    faults: [
      [
        'forgets the group',
        'created-read-back',
        'sent-value-changed',
        '/groupId',
        { before: inGroups(), make: (body, id) => ({ id, ...body, groupId: 't00000' }) },
      ],
    ],
  },
  {
    name: 'sorted-by-signs',
    declared: {
      item: itemOf({ createdAt: time }),
      request: named.request,
      parameters: [
        {
          name: 'sort',
          in: 'query',
          style: 'form',
          explode: false,
          description: 'Keys, separated by commas. A minus sign before a key makes its order descending.',
          schema: { type: 'array', items: { enum: KEYS }, default: ['createdAt'] },
        },
      ],
    },
    habits: {
      make: (body, id) => ({ id, ...body, createdAt: new Date(now()).toISOString() }),
      list: ordered('createdAt'),
    },
    faults: [
      [
        'overlooks signs',
        'list-order-applied',
        'wrong-order',
        'name',
        { list: ordered('createdAt', { signs: false }) },
      ],
      [
        'begins with the newest',
        'list-order-applied',
        'wrong-order',
        'createdAt',
        { list: ordered('-createdAt') },
      ],
    ],
  },
  {
    name: 'sorted-in-an-order-of-its-own',
    declared: {
      item: itemOf({ createdAt: time }),
      request: named.request,
      parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', enum: KEYS } }],
    },
    habits: {
      make: (body, id) => ({ id, ...body, createdAt: new Date(now()).toISOString() }),
      list: ordered('-createdAt'),
    },
    faults: [
      [
        'overlooks signs',
        'list-order-applied',
        'wrong-order',
        'name',
        { list: ordered('name', { signs: false }) },
      ],
    ],
  },
  {
    name: 'a-state-or-all',
    declared: {
      item: itemOf({ state: { enum: ['open', 'closed'] }, labels: { type: 'array', items: text } }),
      request: stated,
      parameters: [
        { name: 'state', in: 'query', schema: { enum: ['open', 'closed', 'all'], default: 'open' } },
        {
          name: 'label',
          in: 'query',
          description: 'Things with any of these labels.',
          schema: { type: 'array', items: text },
        },
      ],
    },
    habits: {
      accepts: stated,
      make: (body, id) => ({ id, state: 'open', labels: [], ...body }),
      list: inState(),
    },
    faults: [
      [
        'lists every state',
        'list-filter-applied',
        'second-filter-ignored',
        'state',
        { list: inState({ ignores: true }) },
      ],
    ],
  },
  {
    name: 'malformed-by-default',
    declared: {
      ...named,
      madeStatuses: { '400': undefined, ...responses(422), default: responses(500)['500'] },
    },
    habits: { before: malformedApart },
    faults: [
      [
        'fails at what is no JSON',
        'malformed-body-rejected',
        'wrong-status',
        'truncated JSON',
        {
          before: (call, items) => {
            const response = malformedApart(call, items)
            return response?.status === 400 ? rejected(500) : response
          },
        },
      ],
    ],
  },
  {
    name: 'a-batch-beside-ids',
    declared: {
      ...named,
      paths: {
        ...Object.assign({}, ...asides),
        '/things/batch': {
          post: { operationId: 'countThings', responses: { '200': json({ type: 'object' }) } },
        },
      },
    },
    habits: { before: batch(() => ({ status: 200, body: {} })) },
    faults: [
      [
        'breaks',
        'valid-request-succeeds',
        'valid-request-rejected',
        'a valid request',
        { before: batch(() => rejected(500)) },
      ],
    ],
  },
]
