/** The styles of Google's AIPs and of FastAPI: names with their collections, tags in bodies, null that changes nothing. */
import type { Item, PlainResponse } from './server.ts'
import { named, type Style } from './style.ts'

const text = { type: 'string' }
const readOnly = { ...text, readOnly: true }

/** The resource name contains the id of the path; next to it are a uid, a tag that may be sent back, and a count of pages. */
const book = {
  type: 'object',
  properties: {
    name: readOnly,
    uid: { ...readOnly, format: 'uuid' },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    code: { type: 'string', maxLength: 9, pattern: '^[a-z]{2}-[0-9]{1,3}$' },
    rating: { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.5 },
    createTime: { ...readOnly, format: 'date-time' },
    updateTime: { ...readOnly, format: 'date-time' },
    etag: {
      ...text,
      description: 'May be sent with an update, to ensure that the client has the current one.',
    },
  },
}

const body = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: book.properties,
}

const pageOf = (items: Item[], query: URLSearchParams): PlainResponse => {
  const [size, token] = [query.get('pageSize') ?? '10', query.get('pageToken') ?? '0']
  const by = query.get('orderBy') ?? 'creation'
  if (!/^([1-9]|[1-4]\d|50)$/.test(size) || !/^\d+$/.test(token))
    return { status: 400, body: { title: 'page' } }
  if (!['creation', 'title', '-title', 'rating', '-rating'].includes(by))
    return { status: 400, body: { title: 'order' } }
  const key = by.replace('-', '')
  const worth = (item: Item) => (key === 'rating' ? Number(item.rating ?? 0) : String(item.title))
  const sorted = [...items].sort((a, b) => {
    if (by === 'creation') return 0
    const [x, y] = [worth(a), worth(b)]
    return (x < y ? -1 : x > y ? 1 : 0) * (by.startsWith('-') ? -1 : 1)
  })
  const [at, next] = [Number(token), Number(token) + Number(size)]
  return {
    status: 200,
    body: {
      things: sorted.slice(at, next),
      ...(next < items.length && { nextPageToken: String(next) }),
      totalSize: items.length,
    },
  }
}

/** Properties of the server are accepted and ignored. */
const given = ({ title, code, rating }: Item): Item =>
  Object.fromEntries(Object.entries({ title, code, rating }).filter(([, value]) => value !== undefined))

export const resourceNameStyles = (now: () => number): Style[] => {
  let revision = 0
  const stamp = () => new Date(now()).toISOString()
  const make = (sent: Item, id: string | number): Item => ({
    name: `things/${id}`,
    uid: `8c2c3a1e-0000-4000-8000-${String(++revision).padStart(12, '0')}`,
    ...given(sent),
    createTime: stamp(),
    updateTime: stamp(),
    etag: `"${++revision}"`,
  })
  const change = (item: Item, sent: Item): void =>
    void Object.assign(item, given(sent), { updateTime: stamp(), etag: `"${++revision}"` })
  const aip: Style = {
    name: 'resource-names',
    declared: {
      item: book,
      request: body,
      parameters: [
        { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
        { name: 'pageToken', in: 'query', schema: { type: 'string', pattern: '^[0-9]+$' } },
        { name: 'orderBy', in: 'query', schema: { enum: ['title', '-title', 'rating', '-rating'] } },
      ],
      list: {
        type: 'object',
        required: ['things'],
        properties: {
          things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          nextPageToken: text,
          totalSize: { type: 'integer' },
        },
      },
      changedStatuses: { '409': { description: 'Another etag.' } },
    },
    habits: {
      make,
      change,
      list: pageOf,
      before: ({ method, path, body: sent }, items) => {
        const item = items.get(path[1] ?? '')
        const isStale = sent.etag !== undefined && item !== undefined && sent.etag !== item.etag
        return method === 'PATCH' && isStale && typeof sent.etag === 'string'
          ? { status: 409, body: { title: 'etag' } }
          : undefined
      },
    },
    faults: [
      ['takes any tag', 'conditional-requests-honored', 'lost-update', 'etag', { before: () => undefined }],
      [
        'keeps the tag',
        'update-applied-exactly',
        'etag-not-changed',
        null,
        { change: (item, sent) => void Object.assign(item, given(sent), { updateTime: stamp() }) },
      ],
      [
        'makes it anew with each change',
        'update-applied-exactly',
        'other-property-changed',
        '/createTime',
        {
          change: (item, sent) => {
            change(item, sent)
            item.createTime = stamp()
          },
        },
      ],
      [
        'keeps the time of change',
        'update-applied-exactly',
        'update-time-not-later',
        '/updateTime',
        { change: (item, sent) => void Object.assign(item, given(sent), { etag: `"${++revision}"` }) },
      ],
      [
        'rounds ratings',
        'created-read-back',
        'sent-value-changed',
        '/rating',
        {
          make: (sent, id) =>
            make(
              sent.rating === undefined ? sent : { ...sent, rating: Math.round(Number(sent.rating) - 0.1) },
              id,
            ),
        },
      ],
      [
        'orders one way alone',
        'list-order-applied',
        'wrong-order',
        'title',
        {
          list: (items, query) => {
            const by = query.get('orderBy')
            if (by !== null) query.set('orderBy', by.replace('-', ''))
            return pageOf(items, query)
          },
        },
      ],
      [
        'counts a page',
        'count-matches-items',
        'total-of-page',
        '/totalSize',
        {
          list: (items, query) => {
            const { status, body: page } = pageOf(items, query)
            const shown = page as Item
            const count = (shown.things as Item[] | undefined)?.length
            return { status, body: count === undefined ? page : { ...shown, totalSize: count } }
          },
        },
      ],
      [
        'compares the pattern with a part',
        'invalid-body-rejected',
        'wrong-status',
        'text of which a part fits the pattern at /code (pattern)',
        {
          accepts: {
            ...body,
            properties: {
              ...body.properties,
              code: { ...book.properties.code, pattern: '^[a-z]{2}-[0-9]{1,3}' },
            },
          },
        },
      ],
    ],
  }
  const size = { type: 'integer', minimum: 1, maximum: 5 }
  const note = { type: ['string', 'null'], maxLength: 40 }
  const nameless: Style = {
    name: 'null-changes-nothing',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'note'],
        properties: { ...named.item.properties, size: { ...size, default: 3 }, note },
      },
      request: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { anyOf: [named.item.properties.name, { type: 'null' }] },
          size: { anyOf: [size, { type: 'null' }] },
          note,
        },
      },
    },
    habits: {
      make: (sent, id) => ({ id, note: null, ...sent, name: sent.name ?? 'unnamed', size: sent.size ?? 3 }),
      change: (item, sent) => {
        for (const [member, value] of Object.entries(sent))
          if (value !== null || member === 'note') item[member] = value
      },
    },
    faults: [
      [
        'cannot empty a note',
        'update-applied-exactly',
        'change-not-stored',
        '/note',
        {
          change: (item, sent) => {
            for (const [member, value] of Object.entries(sent)) if (value !== null) item[member] = value
          },
        },
      ],
    ],
  }
  return [aip, nameless]
}
