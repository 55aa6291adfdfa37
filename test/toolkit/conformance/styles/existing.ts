/** Styles of what the server has by itself, which no request creates, and of the tags of what it shows. */
import { createHash } from 'node:crypto'
import { json, responses } from './documents.ts'
import type { Call, Item, PlainResponse } from './server.ts'
import { type Fault, named, type Style } from './style.ts'

const text = { type: 'string' }
const properties = {
  id: text,
  text,
  level: { enum: ['info', 'error'] },
  tags: { type: 'array', items: text },
  source: { type: 'object', properties: { id: text, name: text } },
  lastSeen: { type: 'string', format: 'date-time' },
}
const Signal = { $ref: '#/components/schemas/Signal' }
const page = (name: string) => ({
  type: 'object',
  required: [name, 'total'],
  properties: { [name]: { type: 'array', items: Signal }, total: { type: 'number' } },
})
const sizes = [
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
]
const listAt = (name: string, operationId: string) => ({
  get: { operationId, parameters: sizes, responses: { '200': json(page(name)), ...responses(400) } },
})

/** How the server shows its signals: in lists, and one of them. */
interface Shown {
  all?(signals: Item[], kind: string): Item[]
  listed?(signal: Item): Item
  total?(count: number, kind: string): number
}

const signalsOf =
  (
    now: () => number,
    { all = (signals) => signals, listed = (signal) => signal, total = (count) => count }: Shown = {},
  ) =>
  ({ method, path, query }: Call): PlainResponse | undefined => {
    const [kind = '', id] = path
    if (kind !== 'signals' && kind !== 'recent') return undefined
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { Allow: 'GET, HEAD' }, body: { title: 'no' } }
    const signals = ['one', 'two', 'three'].map((name, index) => ({
      id: `s-${name}`,
      text: `Signal ${name}`,
      level: index === 1 ? 'error' : 'info',
      tags: ['b', 'a'],
      source: { id: 'door', name: 'Door' },
      lastSeen: new Date(now() - 60_000 * index).toISOString(),
    }))
    if (id !== undefined) {
      const signal = signals.find((one) => one.id === id)
      return signal === undefined
        ? { status: 404, body: { title: 'none' } }
        : { status: 200, body: { ...signal, lastSeen: new Date(now()).toISOString() } }
    }
    const [offset, limit] = [query.get('offset') ?? '0', query.get('limit') ?? '50']
    if (!/^\d+$/.test(offset) || !/^([1-9]|[1-4]\d|50)$/.test(limit))
      return { status: 400, body: { title: 'page' } }
    const items = all(signals.map(listed), kind).slice(Number(offset), Number(offset) + Number(limit))
    return { status: 200, body: { [kind]: items, total: total(signals.length, kind) } }
  }

/** A weak tag of each item, as Express makes them. */
const tagged =
  (tagOf: (item: Item) => string) =>
  ({ method, path }: Call, items: Map<string, Item>): PlainResponse | undefined => {
    const item = items.get(path[1] ?? '')
    if (item === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
    return { status: 200, headers: { ETag: `W/"${tagOf(item)}"` }, body: item }
  }

/** Each import makes a report, whose address it returns. */
const importing =
  (location: string) =>
  ({ method, path }: Call): PlainResponse | undefined => {
    const [kind, , name] = path
    if (kind !== 'imports' && kind !== 'reports') return undefined
    if (kind === 'imports' && method === 'POST')
      return { status: 201, headers: { Location: `/returns-addresses${location}` } }
    if (kind === 'imports' || (method !== 'GET' && method !== 'HEAD'))
      return {
        status: 405,
        headers: { Allow: kind === 'imports' ? 'POST' : 'GET, HEAD' },
        body: { title: 'no' },
      }
    return name === 'imported' ? { status: 200, body: {} } : { status: 404, body: { title: 'none' } }
  }

export const existingStyles = (now: () => number): Style[] => {
  const hour = (signal: Item): Item => ({ ...signal, lastSeen: new Date(now() + 3_600_000).toISOString() })
  let shown = 0
  const fault = (name: string, finding: [string, string, string | null], how: Shown): Fault => [
    name,
    ...finding,
    { before: signalsOf(now, how) },
  ]
  return [
    {
      name: 'returns-addresses',
      declared: {
        ...named,
        paths: {
          '/imports': {
            post: {
              operationId: 'startImport',
              responses: { '201': { description: 'Started.' }, ...responses(400) },
            },
          },
          '/reports/latest/{reportName}': {
            parameters: [{ name: 'reportName', in: 'path', required: true, schema: text }],
            get: {
              operationId: 'getReport',
              responses: { '200': json({ type: 'object' }), ...responses(404) },
            },
          },
        },
      },
      habits: { before: importing('/reports/latest/imported') },
      faults: [
        [
          'sends the address of nothing',
          'created-item-listed',
          'location-not-found',
          null,
          { before: importing('/reports/latest/imports') },
        ],
      ],
    },
    {
      name: 'shows-what-is-left',
      declared: { ...named, item: { ...named.item, properties: { ...named.item.properties, left: text } } },
      habits: {
        show: (item, where) => (where === 'made' ? item : { ...item, left: `59m${++shown}s` }),
      },
      faults: [
        [
          'lists other names',
          'created-item-listed',
          'listed-differently',
          '/name',
          {
            show: (item, where) =>
              where === 'listed'
                ? { ...item, left: `59m${++shown}s`, name: 'other' }
                : { ...item, left: '1s' },
          },
        ],
      ],
    },
    {
      name: 'tags-what-it-shows',
      declared: named,
      habits: {
        before: tagged((item) => createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 8)),
      },
      faults: [
        [
          'leaves the tag after a change',
          'conditional-requests-honored',
          'etag-of-another',
          null,
          { before: tagged(({ id }) => String(id)) },
        ],
      ],
    },
    {
      name: 'has-signals-of-its-own',
      declared: {
        ...named,
        schemas: { Signal: { type: 'object', required: ['id', 'text', 'lastSeen'], properties } },
        paths: {
          '/signals': listAt('signals', 'listSignals'),
          '/signals/{signalId}': {
            parameters: [{ name: 'signalId', in: 'path', required: true, schema: text }],
            get: { operationId: 'getSignal', responses: { '200': json(Signal), ...responses(404) } },
          },
          '/recent': listAt('recent', 'listRecent'),
        },
      },
      // Lists have less of a signal than its GET: the beginning of its text, tags in no order, and the id of its source.
      habits: {
        before: signalsOf(now, {
          listed: (signal) => ({
            ...signal,
            text: String(signal.text).slice(0, 4),
            tags: ['a', 'b'],
            source: { id: 'door' },
          }),
        }),
      },
      faults: [
        fault('lists other texts', ['created-item-listed', 'listed-differently', '/text'], {
          listed: (signal) => ({ ...signal, text: `${String(signal.text)}!` }),
        }),
        fault('lists other tags', ['created-item-listed', 'listed-differently', '/tags'], {
          listed: (signal) => ({ ...signal, tags: ['b', 'c'] }),
        }),
        fault('lists no levels', ['created-item-listed', 'left-out-of-list', '/level'], {
          listed: ({ level: _, ...signal }) => signal,
        }),
        fault('cuts the last letter', ['created-item-listed', 'listed-differently', '/text'], {
          listed: (signal) => ({ ...signal, text: String(signal.text).slice(0, -1) }),
        }),
        fault('lists the first one again', ['list-pages-complete', 'listed-twice', null], {
          all: (signals) => [...signals, ...signals.slice(0, 1)],
        }),
        fault('counts one of none', ['count-matches-items', 'wrong-count', '/total'], {
          all: (signals, kind) => (kind === 'recent' ? [] : signals),
          total: (count, kind) => (kind === 'recent' ? 1 : count),
        }),
        fault('counts one more', ['count-matches-items', 'wrong-count', '/total'], {
          total: (count) => count + 1,
        }),
        fault('is an hour ahead', ['timestamps-plausible', 'time-in-future', 'lastSeen'], { listed: hour }),
      ],
    },
  ]
}
