/** Styles of making, changing and deleting. */
import { responses, Thing } from './documents.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const gone = (): PlainResponse => ({ status: 404, body: { title: 'gone' } })
const name = { type: 'string', minLength: 1, maxLength: 40 }

export const changingStyles = (now: () => number): Style[] => [
  {
    name: 'soft-delete',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'deleted'],
        properties: { id: { type: 'string' }, name, deleted: { type: 'boolean' } },
      },
      request: named.request,
      removed: { '200': { description: 'Marked.' } },
      list: { type: 'array', items: Thing },
    },
    habits: {
      make: (body, id) => ({ id, ...body, deleted: false }),
      list: (items) => ({ status: 200, body: items.filter(({ deleted }) => deleted !== true) }),
      remove: (items, id) => {
        const item = items.get(id)
        if (item === undefined) return gone()
        item.deleted = true
        return { status: 200 }
      },
    },
    faults: [
      [
        'deletes nothing',
        'deleted-item-gone',
        'wrong-status',
        'GET of a deleted resource',
        { remove: (items, id) => (items.has(id) ? { status: 200 } : gone()) },
      ],
    ],
  },
  {
    name: 'later-delete',
    declared: { ...named, removed: { '202': { description: 'Later.' } } },
    habits: {
      before: (_, items) => {
        for (const [id, item] of items) if (Number(item.until) <= now()) items.delete(id)
        return undefined
      },
      show: ({ until: _, ...item }) => item,
      remove: (items, id) => {
        const item = items.get(id)
        if (item === undefined) return gone()
        item.until ??= now() + 1_500
        return { status: 202 }
      },
      list: (items) => ({ status: 200, body: items.filter(({ until }) => until === undefined) }),
    },
    faults: [],
  },
  {
    name: 'put-makes',
    declared: {
      ...named,
      made: 'PUT',
      removed: { '404': undefined, '204': { description: 'Gone.' }, ...responses(400) },
    },
    habits: {
      putMakes: true,
      badId: 400,
      update: 'PUT',
      remove: (items, id) => {
        items.delete(id)
        return { status: 204 }
      },
    },
    faults: [
      [
        'keeps what was deleted',
        'deleted-item-gone',
        'wrong-status',
        'GET of a deleted resource',
        { remove: () => ({ status: 204 }) },
      ],
      [
        'loses capitals',
        'created-read-back',
        'sent-value-changed',
        '/name',
        {
          make: (body, id) => ({ id, name: String(body.name).toLowerCase() }),
          change: (item, body) => void Object.assign(item, { name: String(body.name).toLowerCase() }),
        },
      ],
      [
        'shows what is not there',
        'unknown-item-not-found',
        'wrong-status',
        'an unknown thingId',
        {
          before: ({ method, path: [, id] }, items) =>
            method === 'GET' && id !== undefined && !items.has(id)
              ? { status: 200, body: { id, name: 'ghost' } }
              : undefined,
        },
      ],
    ],
  },
  {
    name: 'payments',
    declared: {
      ...named,
      paths: {
        '/things/{id}/payments': {
          post: {
            operationId: 'pay',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^t[0-9]{5}$' } },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['amount', 'note'],
                    additionalProperties: false,
                    properties: { amount: { type: 'number', minimum: 1, maximum: 900 }, note: name },
                  },
                },
              },
            },
            responses: {
              '201': {
                description: 'Paid.',
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      required: ['id', 'amount', 'note'],
                      properties: { id: { type: 'string' }, amount: { type: 'number' }, note: name },
                    },
                  },
                },
              },
              ...responses(400, 404, 415),
            },
          },
        },
      },
    },
    habits: { before: (call, items) => payment(call, items, (note) => note) },
    faults: [
      [
        'responses with another note',
        'response-echoes-request',
        'sent-value-changed',
        '/note',
        { before: (call, items) => payment(call, items, () => 'another') },
      ],
    ],
  },
  {
    name: 'late-list',
    declared: named,
    habits: {
      make: (body, id) => ({ id, ...body, listedAt: now() + 700 }),
      show: (item, where) => (where === 'listed' ? item : plain(item)),
      list: (items) => ({
        status: 200,
        body: items.filter(({ listedAt }) => Number(listedAt) <= now()).map(plain),
      }),
    },
    faults: [
      [
        'never lists what is new',
        'created-item-listed',
        'not-listed',
        null,
        { list: () => ({ status: 200, body: [] }) },
      ],
    ],
  },
  {
    name: 'sorted-newest-first',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'createdAt', 'size'],
        properties: {
          id: { type: 'string' },
          name,
          createdAt: { type: 'string', format: 'date-time' },
          size: { enum: ['small', 'medium', 'large'] },
        },
      },
      request: named.request,
      parameters: [{ name: 'sort', in: 'query', schema: { enum: ['createdAt', 'size', '-name', '+name'] } }],
    },
    habits: { make: (body, id) => sized(body, id, now()), list: sorted },
    faults: [
      [
        'sorts by name the wrong way',
        'list-order-applied',
        'wrong-order',
        'name',
        {
          list: (items, query) => {
            const sort = query.get('sort')
            if (sort === '-name') query.set('sort', '+name')
            return sorted(items, query)
          },
        },
      ],
    ],
  },
  {
    name: 'newest-first-by-word',
    declared: { ...named, listDescription: 'Lists the things that there are, newest first.' },
    habits: { list: (items) => ({ status: 200, body: [...items].reverse() }) },
    faults: [
      [
        'lists the oldest first',
        'list-order-applied',
        'wrong-creation-order',
        null,
        { list: (items) => ({ status: 200, body: items }) },
      ],
    ],
  },
  {
    name: 'order-by-word-with-a-case',
    declared: { ...named, listDescription: 'Newest first, unless a search ranks them.' },
    habits: { list: (items) => ({ status: 200, body: items }) },
    faults: [],
  },
  {
    name: 'sorted-by-word',
    declared: { ...named, listDescription: 'Lists the things. Sorted by `name`, ascending.' },
    habits: {
      list: (items) => ({
        status: 200,
        body: [...items].sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
      }),
    },
    faults: [
      [
        'sorts the other way',
        'list-order-applied',
        'wrong-order',
        'name',
        {
          list: (items) => ({
            status: 200,
            body: [...items].sort((a, b) => (String(a.name) < String(b.name) ? 1 : -1)),
          }),
        },
      ],
    ],
  },
]

const plain = ({ listedAt: _, ...item }: Item): Item => item

const SIZES = ['small', 'medium', 'large']
let made = 0
const sized = (body: Item, id: string | number, time: number): Item => ({
  id,
  ...body,
  createdAt: new Date(time).toISOString(),
  size: SIZES[made++ % 3],
})

function sorted(items: Item[], query: URLSearchParams): PlainResponse {
  const sort = query.get('sort')
  if (sort !== null && !['createdAt', 'size', '-name', '+name'].includes(sort))
    return { status: 400, body: { title: 'sort' } }
  const by = (rank: (item: Item) => string | number, way: number) =>
    [...items].sort((a, b) => (rank(a) < rank(b) ? -way : rank(a) > rank(b) ? way : 0))
  const list =
    sort === 'size'
      ? by(({ size }) => SIZES.indexOf(String(size)), 1)
      : sort?.endsWith('name')
        ? by((item) => String(item.name), sort.startsWith('-') ? -1 : 1)
        : by(({ createdAt }) => String(createdAt), -1)
  return { status: 200, body: list }
}

let payments = 0

function payment(
  call: Call,
  items: Map<string, Item>,
  note: (sent: unknown) => unknown,
): PlainResponse | undefined {
  const [, id = '', last] = call.path
  if (last !== 'payments') return undefined
  if (call.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: { title: 'no' } }
  if (!items.has(id)) return gone()
  const rejection = rejectionOf(
    {
      type: 'object',
      required: ['amount', 'note'],
      additionalProperties: false,
      properties: { amount: { type: 'number', minimum: 1, maximum: 900 }, note: name },
    },
    call,
  )
  if (rejection !== undefined) return rejection
  const { amount, note: sent } = call.body
  return { status: 201, body: { id: `p${++payments}`, amount: Number(amount) * 2, note: note(sent) } }
}
