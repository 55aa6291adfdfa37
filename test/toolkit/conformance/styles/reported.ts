/** Styles of secondary data about a resource: logs of actions, filters over pages, caches, limits. */
import type { Identity } from '../../../../src/toolkit/conformance/conform.ts'
import { responses, Thing } from './documents.ts'
import * as lists from './lists.ts'
import type { Call, Habits, Item, PlainResponse } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const number = { type: 'integer', minimum: 0 }

/** The call in progress: calls are handled one at a time. */
let current: Call | undefined
const remembers = (call: Call): undefined => {
  current = call
}

interface Log {
  entries: Item[]
  /** Left out: everything that is done. */
  reports?(action: string): boolean
  requestId?(call: Call): unknown
  /** When an entry was written, where that matters. */
  now?(): number
}

/** The habits of a server that writes its actions into a log, and shows it as `shown` defines. */
export function logging(
  shown: (log: Item[], query: URLSearchParams) => PlainResponse,
  mistake: Partial<Log> = {},
) {
  const entries: Item[] = []
  const report = (action: string, targetId: unknown) => {
    if (mistake.reports?.(action) === false || current === undefined) return
    const requestId = (mistake.requestId ?? ((call) => call.requestId))(current)
    entries.push({ id: `e${entries.length}`, action, targetId, requestId, at: mistake.now?.() })
  }
  return {
    before: (call) => {
      remembers(call)
      if (call.path[0] !== 'audit-log') return undefined
      return ['GET', 'HEAD'].includes(call.method)
        ? shown(entries, call.query)
        : { status: 405, headers: { Allow: 'GET, HEAD' }, body: { title: 'no' } }
    },
    make: (body, id) => {
      report('made', id)
      return { id, ...body }
    },
    change: (item, body) => {
      // An update without a change is not logged.
      if (Object.entries(body).some(([member, value]) => item[member] !== value)) report('changed', item.id)
      Object.assign(item, body)
    },
    remove: (items, id) => {
      if (!items.delete(id)) return { status: 404, body: { title: 'gone' } }
      report('removed', id)
      return { status: 204 }
    },
  } satisfies Partial<Habits>
}

export const entry = (...members: string[]) => ({
  type: 'object',
  required: ['id', 'action', 'targetId'],
  properties: Object.fromEntries(
    ['id', 'action', 'targetId', ...members].map((member) => [member, { type: 'string' }]),
  ),
})
export const logAt = (parameters: object[], schema: object) => ({
  '/audit-log': {
    get: {
      operationId: 'listLog',
      parameters,
      responses: {
        '200': { description: 'What was done.', content: { 'application/json': { schema } } },
        ...responses(400),
      },
    },
  },
})
export const newestFirst = (log: Item[]): PlainResponse => ({ status: 200, body: [...log].reverse() })
const inPages = [
  { name: 'limit', in: 'query', schema: { ...number, minimum: 1, maximum: 50 } },
  { name: 'cursor', in: 'query', schema: number },
]
const page = (items: object) => ({
  type: 'object',
  required: ['items', 'next_cursor'],
  properties: { items: { type: 'array', items }, next_cursor: { type: ['integer', 'null'] } },
})

const inColour = (items: Item[], query: URLSearchParams): Item[] =>
  query.has('colour') ? items.filter(({ colour }) => colour === query.get('colour')) : items
/** The items of a colour, page by page; the filter is repeated, or forgotten, on the later ones. */
const coloured = (forgets: boolean) => (items: Item[], query: URLSearchParams) =>
  ['red', 'blue', null].includes(query.get('colour'))
    ? lists.short(forgets && query.has('cursor') ? items : inColour(items, query), query)
    : { status: 400, body: { title: 'colour' } }

const keyOf = (place: 'header' | 'query', value: string): Identity['credentials'][number] =>
  place === 'header' ? { kind: 'header', name: 'X-Key', value } : { kind: 'query', name: 'key', value }
const keyed = (place: 'header' | 'query') => ({
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: place, name: place === 'header' ? 'X-Key' : 'key' } },
  },
})
const KEYS = ['own-key', 'foreign-key', 'small-key']
const keyIn = ({ headers, query }: Call): string => String(headers['x-key'] ?? query.get('key'))
const unauthorized = (): PlainResponse => ({
  status: 401,
  headers: { 'WWW-Authenticate': 'Key realm="styles"' },
  body: { title: 'who' },
})

/** Resources belong to the key that created them, and are shown only to it, with a directive for caches. */
const owned = (control: string) =>
  ({
    make: (body, id) => ({ id, ...body, owner: current && keyIn(current) }),
    show: ({ owner: _, ...item }) => item,
    before: (call, items) => {
      remembers(call)
      if (!KEYS.includes(keyIn(call))) return unauthorized()
      const [, id] = call.path
      const item = id === undefined ? undefined : items.get(id)
      if (item === undefined) return undefined
      if (item.owner !== keyIn(call)) return { status: 404, body: { title: 'none' } }
      const { owner: _, ...body } = item
      return ['GET', 'HEAD'].includes(call.method)
        ? { status: 200, headers: { 'Cache-Control': control }, body }
        : undefined
    },
    // Nothing is listed for strangers.
    list: (items) => ({ status: 200, body: current && keyIn(current) === 'own-key' ? items : [] }),
  }) satisfies Partial<Habits>

function storedStyle(style: string, place: 'header' | 'query', control: string, wrong: string[]): Style {
  return {
    name: style,
    declared: { ...named, security: keyed(place) },
    identity: { name: 'owner', credentials: [keyOf(place, 'own-key')], organization: 'one' },
    others: [{ name: 'stranger', credentials: [keyOf(place, 'foreign-key')], organization: 'two' }],
    habits: owned(control),
    faults: wrong.map((one) => [
      `says ${one} of what is private`,
      'tenant-data-isolated',
      'shared-cache',
      null,
      { before: owned(one).before },
    ]),
  }
}

/** Five requests a minute for the small plan. */
const MINUTE = 60_000
const MOST = 5

function limiting(
  now: () => number,
  reported: { factor?: number; rejects?: false; date?: (at: number) => number } = {},
): Partial<Habits> {
  const windows = new Map<number, number>()
  let left = MOST
  return {
    before: (call) => {
      if (!KEYS.includes(keyIn(call))) return unauthorized()
      left = MOST
      if (keyIn(call) !== 'small-key') return undefined
      const window = Math.floor(now() / MINUTE)
      const used = (windows.get(window) ?? 0) + 1
      windows.set(window, used)
      left = Math.max(0, MOST - used)
      if (used <= MOST || reported.rejects === false) return undefined
      const end = (window + 1) * MINUTE
      const seconds = Math.ceil((end - now()) / 1000)
      const date = reported.date && new Date(reported.date(end)).toUTCString()
      return {
        status: 429,
        headers: {
          'Retry-After': date ?? String(seconds * (reported.factor ?? 1)),
          'RateLimit-Remaining': '0',
        },
        body: { title: 'slowly' },
      }
    },
    list: (items) => ({ status: 200, headers: { 'RateLimit-Remaining': String(left) }, body: items }),
  }
}

export const statedStyles = (now: () => number): Style[] => [
  {
    name: 'audit-log',
    declared: { ...named, paths: logAt([], { type: 'array', items: entry('requestId') }) },
    habits: logging(newestFirst),
    faults: [
      [
        'tells of no deletions',
        'audit-log-complete',
        'no-audit-entry',
        'deletion',
        logging(newestFirst, { reports: (action) => action !== 'removed' }),
      ],
      [
        'names the wrong requests',
        'audit-log-complete',
        'wrong-request-id',
        '/requestId',
        logging(newestFirst, { requestId: () => 'req_of_another' }),
      ],
    ],
  },
  {
    name: 'audit-log-with-traces',
    declared: { ...named, paths: logAt([], { type: 'array', items: entry('traceId') }) },
    habits: logging((log) =>
      newestFirst(log.map(({ requestId: _, ...one }) => ({ ...one, traceId: 'a'.repeat(32) }))),
    ),
    faults: [],
  },
  {
    name: 'log-with-ids-of-its-own',
    declared: { ...named, paths: logAt([], { type: 'array', items: entry('requestId') }) },
    habits: logging(newestFirst, {
      requestId: ({ requestId }) => Buffer.from(`gateway ${String(requestId)}`).toString('base64url'),
    }),
    faults: [],
  },
  {
    name: 'audit-log-in-pages',
    declared: { ...named, paths: logAt(inPages, page(entry('requestId'))) },
    habits: logging((log, query) => lists.short(log, query)),
    faults: [
      [
        'tells of no deletions',
        'audit-log-complete',
        'no-audit-entry',
        'deletion',
        logging((log, query) => lists.short(log, query), { reports: (action) => action !== 'removed' }),
      ],
    ],
  },
  {
    name: 'filtered-pages',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'colour'],
        properties: { id: { type: 'string' }, name, colour: { enum: ['red', 'blue'] } },
      },
      request: {
        type: 'object',
        required: ['name', 'colour'],
        additionalProperties: false,
        properties: { name, colour: { enum: ['red', 'blue'] } },
      },
      parameters: [...inPages, { name: 'colour', in: 'query', schema: { enum: ['red', 'blue'] } }],
      list: page(Thing),
    },
    habits: { list: coloured(false) },
    faults: [
      [
        'forgets the filter on later pages',
        'list-filter-applied',
        'unfiltered-item',
        'colour',
        { list: coloured(true) },
      ],
    ],
  },
  storedStyle('kept-after-questions', 'header', 'public, no-cache', ['public, max-age=60', 's-maxage=60']),
  storedStyle('kept-by-address', 'query', 'public, max-age=60', []),
  limitedStyle('limits-of-a-small-plan', limiting(now), [
    [
      'tells milliseconds in Retry-After',
      'rate-limit-enforced',
      'retry-after-too-long',
      null,
      limiting(now, { factor: 1000 }),
    ],
    [
      'counts to nothing and refuses nobody',
      'rate-limit-enforced',
      'remaining-not-enforced',
      null,
      limiting(now, { rejects: false }),
    ],
  ]),
  limitedStyle('limits-until-a-date', limiting(now, { date: (end) => end }), [
    [
      'tells a date that is over',
      'rate-limit-enforced',
      'retry-after-too-short',
      null,
      limiting(now, { date: (end) => end - 2 * MINUTE }),
    ],
  ]),
]

const limitedStyle = (name: string, habits: Partial<Habits>, faults: Style['faults']): Style => ({
  name,
  declared: {
    ...named,
    security: keyed('header'),
    listHeaders: { 'RateLimit-Remaining': { schema: number } },
    listStatuses: responses(429),
  },
  identity: { name: 'owner', credentials: [keyOf('header', 'own-key')] },
  others: [{ name: 'small', credentials: [keyOf('header', 'small-key')], plan: 'small' }],
  habits,
  faults,
})
