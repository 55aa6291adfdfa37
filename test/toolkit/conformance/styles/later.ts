/** Styles of late effects: jobs, indexes, logs in batches, slow deletions. */
import { json, responses, Thing } from './documents.ts'
import * as lists from './lists.ts'
import { entry, logAt, logging, newestFirst } from './reported.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const colour = { enum: ['red', 'blue'] }
const none = (): PlainResponse => ({ status: 404, body: { title: 'none' } })
const rejected = (allow: string): PlainResponse => ({
  status: 405,
  headers: { Allow: allow },
  body: { title: 'no' },
})
const isQuestion = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

/** Resources are created by jobs, which are done a second later. */
function jobs(now: () => number, accepts: object = named.request) {
  const gone = new Set<string>()
  const all: { id: string; at: number; thingId: string; body: Item }[] = []
  const shown = ({ id, at, thingId }: (typeof all)[number]): Item => ({
    id,
    status: at <= now() ? 'done' : 'queued',
    thingId: at <= now() ? thingId : null,
  })
  return (call: Call, items: Map<string, Item>): PlainResponse | undefined => {
    for (const { at, thingId, body } of all.filter((one) => one.at <= now() && one.body !== undefined))
      if (at <= now() && !gone.has(thingId))
        items.set(thingId, items.get(thingId) ?? { id: thingId, ...body })
    const [kind, id] = call.path
    if (kind === 'jobs') {
      const job = all.find((one) => one.id === id)
      if (!isQuestion(call)) return rejected('GET, HEAD')
      return job === undefined ? none() : { status: 200, body: shown(job) }
    }
    if (call.method === 'DELETE' && id !== undefined && items.has(id)) gone.add(id)
    if (call.method !== 'POST' || id !== undefined) return undefined
    const rejection = rejectionOf(accepts, call)
    if (rejection !== undefined) return rejection
    const number = String(all.length).padStart(5, '0')
    const job = { id: `j${number}`, at: now() + 1_000, thingId: `t${number}`, body: call.body }
    all.push(job)
    return { status: 202, headers: { Location: `/jobs/${job.id}` }, body: shown(job) }
  }
}

/** A search index that is made anew every second: what lists show, with their totals and filters. */
function indexed(now: () => number, shown: (items: Item[]) => Item[] = (items) => items) {
  let at = 0
  let index: Item[] = []
  return {
    before: (_: Call, items: Map<string, Item>) => {
      if (now() - at < 1_000) return undefined
      at = now()
      index = shown(structuredClone([...items.values()]))
      return undefined
    },
    list: (_: Item[], query: URLSearchParams): PlainResponse => {
      const asked = query.get('colour')
      if (asked !== null && !colour.enum.includes(asked)) return { status: 400, body: { title: 'colour' } }
      const fitting = asked === null ? index : index.filter((one) => one.colour === asked)
      const response = lists.short(fitting, query)
      return response.status === 200
        ? { ...response, body: { ...(response.body as object), total: fitting.length } }
        : response
    },
  }
}

/** Deletions wait for a clean-up. */
const finalized = (now: () => number): Style['habits'] => ({
  make: (body, id) => ({ id, ...body, metadata: { created: new Date(now()).toISOString() } }),
  before: (_, items) => {
    for (const [id, { metadata }] of items) {
      const { deletionTimestamp: at } = metadata as Item
      if (typeof at === 'string' && Date.parse(at) + 2_000 <= now()) items.delete(id)
    }
    return undefined
  },
  remove: (items, id) => {
    const item = items.get(id)
    if (item === undefined) return none()
    item.metadata = { deletionTimestamp: new Date(now()).toISOString(), ...(item.metadata as object) }
    return { status: 200, body: item }
  },
})

const countOf = (value: unknown): number => String(value).split(/\s+/).length

/** Keys that are in use until a while after their deletion. */
function revocable(now: () => number, delay: number): Style['habits'] {
  const ends = new Map<string, number>()
  let made = 0
  return {
    collection: 'keys',
    location: (id) => `/keys/${id}`,
    make: (body, id) => ({ id, ...body, key: `key-of-many-${String(++made).padStart(6, '0')}` }),
    show: ({ key, ...item }, where) => (where === 'made' ? { ...item, key } : item),
    remove: (items, id) => {
      const item = items.get(id)
      if (item === undefined) return none()
      ends.set(String(item.key), now() + delay)
      items.delete(id)
      return { status: 204 }
    },
    before: ({ headers }, items) => {
      const given = String(headers['x-key'])
      const valid =
        given === 'first-key' ||
        [...items.values()].some((one) => one.key === given) ||
        (ends.get(given) ?? 0) > now()
      return valid
        ? undefined
        : { status: 401, headers: { 'WWW-Authenticate': 'Key realm="styles"' }, body: { title: 'who' } }
    },
  }
}

/** A log that is written every four seconds. */
const batched = (now: () => number, mistake: Parameters<typeof logging>[1] = {}) =>
  logging(
    (log) => {
      const written = Math.floor(now() / 4_000) * 4_000
      return newestFirst(log.filter(({ at }) => Number(at) < written).map(({ at: _, ...one }) => one))
    },
    { ...mistake, now },
  )

export const laterStyles = (now: () => number): Style[] => [
  {
    name: 'made-by-jobs',
    declared: {
      ...named,
      madeStatuses: {
        '201': undefined,
        '202': json(
          {
            type: 'object',
            required: ['id', 'status', 'thingId'],
            properties: {
              id: text,
              status: { enum: ['queued', 'done'] },
              thingId: { type: ['string', 'null'] },
            },
          },
          { Location: { schema: text } },
        ),
      },
      paths: {
        '/jobs/{jobId}': {
          get: {
            operationId: 'getJob',
            parameters: [{ name: 'jobId', in: 'path', required: true, schema: text }],
            responses: { '200': json({ type: 'object' }), ...responses(404) },
          },
        },
      },
    },
    habits: { before: jobs(now) },
    faults: [
      [
        'takes whatever comes',
        'invalid-body-rejected',
        'wrong-status',
        'an undeclared property at /unexpectedMember (additionalProperties)',
        { before: jobs(now, { type: 'object' }) },
      ],
    ],
  },
  {
    name: 'indexed-every-second',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'colour'],
        properties: { id: text, name, colour },
      },
      request: {
        type: 'object',
        required: ['name', 'colour'],
        additionalProperties: false,
        properties: { name, colour },
      },
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
        { name: 'cursor', in: 'query', schema: { type: 'integer', minimum: 0 } },
        { name: 'colour', in: 'query', schema: colour },
      ],
      list: {
        type: 'object',
        required: ['items', 'next_cursor', 'total'],
        properties: {
          items: { type: 'array', items: Thing },
          next_cursor: { type: ['integer', 'null'] },
          total: { type: 'integer' },
        },
      },
    },
    habits: indexed(now),
    faults: [
      ['shows nothing for good', 'created-item-listed', 'not-listed', null, indexed(now, () => [])],
      [
        'loses the blue ones but the first',
        'list-filter-applied',
        'missing-from-filtered-pages',
        'colour',
        indexed(now, (items) => {
          const blue = items.filter((one) => one.colour === 'blue')
          return items.filter((one) => one.colour !== 'blue' || one === blue[0])
        }),
      ],
    ],
  },
  {
    name: 'counted-a-second-later',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'wordCount', 'quote'],
        properties: {
          id: text,
          name,
          wordCount: { type: 'integer' },
          quote: {
            type: 'object',
            description: 'What it costs, fixed when the thing is created.',
            properties: { letters: { type: 'integer' } },
          },
        },
      },
      request: named.request,
    },
    habits: {
      make: (body, id) => ({
        id,
        ...body,
        wordCount: countOf(body.name),
        quote: { letters: String(body.name).length },
      }),
      change: (item, body) => void Object.assign(item, body, { countedAt: now() + 1_000 }),
      show: ({ countedAt, ...item }) => item,
      before: (_, items) => {
        for (const item of items.values())
          if (Number(item.countedAt ?? 0) <= now()) item.wordCount = countOf(item.name)
        return undefined
      },
    },
    faults: [
      [
        'never counts again',
        'derived-property-updated',
        'derived-value-stale',
        '/wordCount',
        { before: () => undefined },
      ],
    ],
  },
  {
    name: 'log-in-batches',
    declared: { ...named, paths: logAt([], { type: 'array', items: entry('requestId') }) },
    habits: batched(now),
    faults: [
      [
        'tells of no deletions',
        'audit-log-complete',
        'no-audit-entry',
        'deletion',
        batched(now, { reports: (action) => action !== 'removed' }),
      ],
      [
        'names the wrong requests',
        'audit-log-complete',
        'wrong-request-id',
        '/requestId',
        batched(now, { requestId: ({ requestId }) => String(requestId).replace(/\d/g, '7') }),
      ],
    ],
  },
  {
    name: 'deleted-by-finalizers',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'metadata'],
        properties: {
          id: text,
          name,
          metadata: { type: 'object', properties: { created: moment, deletionTimestamp: moment } },
        },
      },
      request: named.request,
      removed: { '200': json(Thing) },
    },
    habits: finalized(now),
    faults: [
      [
        'deletes nothing',
        'deleted-item-gone',
        'wrong-status',
        'GET of a deleted resource',
        { remove: (items, id) => (items.has(id) ? { status: 200, body: items.get(id) } : none()) },
      ],
    ],
  },
  {
    name: 'revoked-within-a-minute',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: text, name, key: { type: 'string', readOnly: true } },
      },
      request: named.request,
      security: {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
      collection: 'keys',
      removeDescription: 'Revokes a key. It may still be taken for up to 30 seconds.',
    },
    identity: { name: 'owner', credentials: [{ kind: 'header', name: 'X-Key', value: 'first-key' }] },
    habits: revocable(now, 20_000),
    faults: [
      [
        'takes revoked keys for an hour',
        'revoked-credential-rejected',
        'wrong-status',
        'a deleted credential',
        revocable(now, 3_600_000),
      ],
    ],
  },
]
