/** Shapes that other documents have: versions in bodies, places without an address, kinds, cursors in headers, texts. */
import { json, responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const done = (item: Item | undefined, headers?: Record<string, string>): PlainResponse =>
  item === undefined ? rejected(404) : { status: 200, body: item, ...(headers !== undefined && { headers }) }

/** A change names the version that it is of, and makes the next one. */
const versionedChange = { ...closed({ version: { type: 'integer', minimum: 1 }, name }, ['version']) }
const versioned =
  (checks: boolean): Before =>
  (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (call.method !== 'PATCH' || item === undefined) return undefined
    const rejection = rejectionOf(versionedChange, call)
    if (rejection !== undefined) return rejection
    if (checks && call.body.version !== item.version) return rejected(409)
    Object.assign(item, call.body, { version: Number(item.version) + 1 })
    return done(item)
  }

/** Boxes on a shelf of a resource: no GET shows one shelf, whose address leads to its boxes all the same. */
const boxed = (mixes: boolean): Before => {
  const shelves: Item[] = []
  const boxes: Item[] = []
  return (call, items) => {
    const [, id = '', kind, shelf, inner, ...more] = call.path
    if (kind !== 'shelves') return undefined
    if (!items.has(id)) return rejected(404)
    const own = shelves.filter(({ thingId }) => thingId === id)
    const method = call.method === 'HEAD' ? 'GET' : call.method
    if (shelf === undefined) {
      if (method === 'GET') return { status: 200, body: mixes ? shelves : own }
      if (method !== 'POST') return { ...rejected(405), headers: { Allow: 'GET, HEAD, POST' } }
      const rejection = rejectionOf(named.request, call)
      if (rejection !== undefined) return rejection
      shelves.push({ id: `s${shelves.length + 1}`, thingId: id, ...call.body })
      return { status: 201, body: shelves.at(-1) }
    }
    if (inner !== 'boxes' || more.length > 0 || !own.some((one) => one.id === shelf)) return rejected(404)
    if (method === 'GET') return { status: 200, body: boxes.filter(({ shelfId }) => shelfId === shelf) }
    if (method !== 'POST') return { ...rejected(405), headers: { Allow: 'GET, HEAD, POST' } }
    const rejection = rejectionOf(named.request, call)
    if (rejection !== undefined) return rejection
    boxes.push({ id: `b${boxes.length + 1}`, shelfId: shelf, ...call.body })
    return { status: 201, body: boxes.at(-1) }
  }
}
const inside = (parameter: string) => ({ name: parameter, in: 'path', required: true, schema: text })
const listAndMake = (suffix: string, parent: string) => ({
  get: {
    operationId: `list${suffix}`,
    responses: {
      '200': json({ type: 'array', items: itemOf({ [parent]: text }) }),
      ...responses(404),
    },
  },
  post: {
    operationId: `make${suffix}`,
    requestBody: { required: true, content: { 'application/json': { schema: named.request } } },
    responses: { '201': json(itemOf({ [parent]: text })), ...responses(400, 404, 415) },
  },
})

/** Points and lines, distinguished by their kind; a note may be next to either. */
const place = {
  type: 'array',
  minItems: 2,
  prefixItems: [number, number],
  items: false,
}
const kinds = (places: object, least: number) => ({
  oneOf: [
    closed({ kind: { const: 'point' }, note: name, at: places }, ['kind', 'at']),
    closed(
      { kind: { const: 'line' }, note: name, along: { type: 'array', minItems: least, items: places } },
      ['kind', 'along'],
    ),
  ],
})
const drawn = {
  ...kinds(place, 2),
  examples: [
    { kind: 'point', at: [1, 2] },
    {
      kind: 'line',
      along: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
}

/** A drawn resource is not changed. */
const unchanging: Before = ({ method, path }) =>
  path.length === 2 && !['GET', 'HEAD', 'DELETE'].includes(method)
    ? { ...rejected(405), headers: { Allow: 'GET, HEAD, DELETE' } }
    : undefined

/** A text for each language, in no JSON at all. */
const worded = ({ isRetained = false, most = 60 } = {}): Before => {
  const words = new Map<string, string>()
  return (call, items) => {
    const [, id = '', kind, language = ''] = call.path
    if (kind !== 'words') return undefined
    const key = `${id} ${language}`
    if (!items.has(id) || !/^[a-z]{2}$/.test(language) || call.path.length > 4) return rejected(404)
    const known = words.get(key)
    const plain = (status: number, said: string): PlainResponse => ({
      status,
      text: said,
      headers: { 'Content-Type': 'text/plain' },
    })
    if (call.method === 'GET' || call.method === 'HEAD')
      return known === undefined ? rejected(404) : plain(200, known)
    if (call.method !== 'PUT') return { ...rejected(405), headers: { Allow: 'GET, HEAD, PUT' } }
    if (!String(call.headers['content-type']).startsWith('text/plain')) return rejected(415)
    if (call.text === '' || call.text.length > most) return rejected(400)
    if (!isRetained || known === undefined) words.set(key, call.text)
    return plain(known === undefined ? 201 : 200, call.text)
  }
}
const plainText = { description: 'Words.', content: { 'text/plain': { schema: text } } }

/** A list as JSON or as a table, by the Accept header. */
const tabled =
  (listens: boolean): Before =>
  (call, items) => {
    if (call.path.length !== 1 || !['GET', 'HEAD'].includes(call.method)) return undefined
    if (!listens || !String(call.headers.accept).startsWith('text/csv')) return undefined
    const rows = ['id,name', ...[...items.values()].map((one) => `${one.id},"${one.name}"`)]
    return { status: 200, text: rows.join('\r\n'), headers: { 'Content-Type': 'text/csv' } }
  }

export const shapeStyles = (): Style[] => [
  {
    name: 'version-in-the-body',
    declared: {
      item: itemOf({ version: { type: 'integer' } }, ['version']),
      request: named.request,
      changeContent: { 'application/json': { schema: versionedChange } },
      changedStatuses: responses(409),
    },
    habits: { make: (body, id) => ({ id, version: 1, ...body }), before: versioned(true) },
    faults: [
      [
        'takes any version',
        'conditional-requests-honored',
        'lost-update',
        'version',
        { before: versioned(false) },
      ],
    ],
  },
  {
    name: 'places-without-an-address',
    declared: {
      ...named,
      paths: {
        '/things/{thingId}/shelves': {
          parameters: [inside('thingId')],
          ...listAndMake('Shelves', 'thingId'),
        },
        '/things/{thingId}/shelves/{shelfId}/boxes': {
          parameters: [inside('thingId'), inside('shelfId')],
          ...listAndMake('Boxes', 'shelfId'),
        },
      },
    },
    habits: { before: boxed(false) },
    faults: [
      [
        'lists the shelves of all things',
        'nested-item-scoped-to-parent',
        'listed-below-other-parent',
        'thingId',
        { before: boxed(true) },
      ],
    ],
  },
  {
    name: 'kinds-told-apart',
    declared: {
      item: { type: 'object', required: ['id', 'kind'], properties: { id: text, kind: text, note: text } },
      request: drawn,
      changed: 'none',
    },
    habits: { accepts: kinds(place, 2), before: unchanging },
    faults: [
      [
        'takes a line of one place',
        'invalid-body-rejected',
        'wrong-status',
        '1 items at /along (minItems)',
        { accepts: kinds(place, 1) },
      ],
      [
        'takes three numbers for a place',
        'invalid-body-rejected',
        'wrong-status',
        'an item more than there are places at /at (items)',
        { accepts: kinds({ ...place, items: true }, 2) },
      ],
      [
        'loses a note',
        'created-read-back',
        'sent-value-changed',
        '/note',
        { make: ({ note: _, ...body }, id) => ({ id, ...body }) },
      ],
    ],
  },
  {
    name: 'plain-words',
    declared: {
      ...named,
      paths: {
        '/things/{thingId}/words/{language}': {
          parameters: [
            inside('thingId'),
            {
              name: 'language',
              in: 'path',
              required: true,
              schema: { type: 'string', pattern: '^[a-z]{2}$' },
            },
          ],
          get: { operationId: 'readWords', responses: { '200': plainText, ...responses(404) } },
          put: {
            operationId: 'writeWords',
            requestBody: {
              required: true,
              content: { 'text/plain': { schema: { type: 'string', minLength: 1, maxLength: 60 } } },
            },
            responses: { '200': plainText, '201': plainText, ...responses(400, 404, 415) },
          },
        },
      },
    },
    habits: { before: worded() },
    faults: [
      [
        'keeps the first words',
        'created-read-back',
        'text-not-stored',
        null,
        { before: worded({ isRetained: true }) },
      ],
      [
        'takes words of any length',
        'invalid-body-rejected',
        'wrong-status',
        'a text of 61 characters (maxLength)',
        { before: worded({ most: 1e6 }) },
      ],
    ],
  },
  {
    name: 'tables-by-accept',
    declared: { ...named, listStatuses: { '200': both() } },
    habits: { before: tabled(true) },
    faults: [
      [
        'knows JSON alone',
        'requested-format-returned',
        'wrong-media-type',
        'Accept: text/csv',
        { before: tabled(false) },
      ],
    ],
  },
]

function both() {
  const list = { type: 'array', items: { $ref: '#/components/schemas/Thing' } }
  return {
    description: 'Things.',
    content: { 'application/json': { schema: list }, 'text/csv': { schema: text } },
  }
}
