/** Counts and pages in lists, changes by PUT next to PATCH, and values that no example shows. */
import { createHash } from 'node:crypto'
import { json, responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Habits, type Item, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const note = { type: 'string', maxLength: 80 }

/** Pages of a number and a size, which show how many there are. */
const numbered =
  (pagesOf: (total: number, size: number) => number): Habits['list'] =>
  (items, query) => {
    const [page, size] = [query.get('page') ?? '1', query.get('perPage') ?? '2']
    if (!/^[1-9]\d{0,5}$/.test(page) || !/^([1-9]|10)$/.test(size)) return rejected(400)
    const [at, count] = [Number(page), Number(size)]
    return {
      status: 200,
      body: {
        data: items.slice((at - 1) * count, at * count),
        meta: { page: at, perPage: count, total: items.length, totalPages: pagesOf(items.length, count) },
      },
    }
  }

/** Notes below resources, which show how many notes they have. */
function withNotes(countOf: (notes: Map<string, Item>, ever: number) => number): Before {
  const notes = new Map<string, Map<string, Item>>()
  const ever = new Map<string, number>()
  let count = 0
  return (call, items) => {
    const [, id = '', last, noteId, ...more] = call.path
    const { method } = call
    const isQuestion = ['GET', 'HEAD'].includes(method)
    const item = items.get(id)
    const own = notes.get(id) ?? new Map<string, Item>()
    notes.set(id, own)
    if (last === undefined) {
      if (item !== undefined) item.noteCount = countOf(own, ever.get(id) ?? 0)
      return undefined
    }
    if (last !== 'notes' || more.length > 0) return rejected(404)
    if (noteId === undefined) {
      if (!isQuestion && method !== 'POST') return { ...rejected(405), headers: { Allow: 'GET, HEAD, POST' } }
      if (item === undefined) return rejected(404)
      if (isQuestion) return { status: 200, body: [...own.values()] }
      const rejection = rejectionOf(named.request, call)
      if (rejection !== undefined) return rejection
      const made = { id: `n${++count}`, ...call.body }
      own.set(made.id, made)
      ever.set(id, (ever.get(id) ?? 0) + 1)
      return { status: 201, body: made, headers: { Location: `/things/${id}/notes/${made.id}` } }
    }
    if (!isQuestion && method !== 'DELETE')
      return { ...rejected(405), headers: { Allow: 'GET, HEAD, DELETE' } }
    const one = own.get(noteId)
    if (one === undefined) return rejected(404)
    if (isQuestion) return { status: 200, body: one }
    own.delete(noteId)
    return { status: 204 }
  }
}
const Note = { $ref: '#/components/schemas/Thing/properties/name' }
const noteSchema = { type: 'object', required: ['id', 'name'], properties: { id: text, name: Note } }
const ofThing = {
  name: 'thingId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^t[0-9]{5}$' },
}
const notePaths = {
  '/things/{thingId}/notes': {
    parameters: [ofThing],
    get: {
      operationId: 'listNotes',
      responses: { '200': json({ type: 'array', items: noteSchema }), ...responses(404) },
    },
    post: {
      operationId: 'makeNote',
      requestBody: { required: true, content: { 'application/json': { schema: named.request } } },
      responses: { '201': json(noteSchema), ...responses(400, 404, 415) },
    },
  },
  '/things/{thingId}/notes/{noteId}': {
    parameters: [ofThing, { name: 'noteId', in: 'path', required: true, schema: text }],
    get: { operationId: 'getNote', responses: { '200': json(noteSchema), ...responses(404) } },
    delete: { operationId: 'removeNote', responses: { '204': { description: 'Gone.' }, ...responses(404) } },
  },
}

/** A change by PUT next to the one by PATCH, each for clients that know the present state. */
const twofold = closed({ name, note }, ['name'])
const made = closed({ name, note, internal: { type: 'boolean' } }, ['name'])
const tagOf = (item: Item) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 12)}"`
const byPut =
  ({ looks = true, isRetained = false, flips = false } = {}): Before =>
  (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (item === undefined && call.path.length === 2 && call.method === 'PUT') return rejected(404)
    if (item === undefined || call.path.length !== 2 || call.method === 'DELETE') return undefined
    if (['GET', 'HEAD'].includes(call.method))
      return { status: 200, body: item, headers: { ETag: tagOf(item) } }
    if (!['PUT', 'PATCH'].includes(call.method))
      return { ...rejected(405), headers: { Allow: 'GET, HEAD, PUT, PATCH, DELETE' } }
    const tag = call.headers['if-match']
    const isPut = call.method === 'PUT'
    const rejection = rejectionOf(isPut ? twofold : { ...made, required: [] }, call)
    if (rejection !== undefined) return rejection
    if (tag !== undefined && tag !== '*' && tag !== tagOf(item) && (looks || !isPut)) return rejected(412)
    if (isPut) item.note = isRetained ? item.note : ''
    if (isPut && flips) item.internal = item.internal !== true
    Object.assign(item, call.body)
    return { status: 200, body: item, headers: { ETag: tagOf(item) } }
  }
const ifMatch = { name: 'If-Match', in: 'header', schema: text }
const Thing = { $ref: '#/components/schemas/Thing' }
const putPath = {
  put: {
    operationId: 'replaceThing',
    parameters: [ifMatch],
    requestBody: { required: true, content: { 'application/json': { schema: twofold } } },
    responses: { '200': json(Thing), ...responses(400, 404, 412, 415) },
  },
}

/** Hours by halves, which no example shows. */
const halves = { type: 'number', minimum: 0, maximum: 1000, multipleOf: 0.5 }
const timed = {
  ...closed({ name, hours: halves, due: { type: 'string', format: 'date' } }, ['name']),
  examples: [{ name: 'Work' }],
}
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
const byDue =
  (down: number): Habits['list'] =>
  (items, query) => {
    const [sort, before] = [query.get('sort') ?? 'name', query.get('due_before')]
    if (!['name', 'due', '-due'].includes(sort)) return rejected(400)
    if (before !== null && !isDay(before)) return rejected(400)
    const key = (item: Item) => String(item[sort.replace('-', '')] ?? '')
    const way = sort === '-due' ? down : 1
    const dated = items.filter(({ due }) => before === null || (due !== undefined && String(due) < before))
    return { status: 200, body: [...dated].sort((a, b) => (key(a) < key(b) ? -way : way)) }
  }

/** A code in upper case and an account number of which the last digits are shown. */
const coded = { type: 'string', pattern: '^[A-Za-z0-9]{4,8}$' }
const account = { type: 'string', pattern: '^[0-9]{8}$' }
const converted =
  (nameOf: (sent: string) => string): NonNullable<Habits['show']> =>
  (item) => ({
    ...item,
    name: nameOf(String(item.name)),
    code: String(item.code).toUpperCase(),
    account: `****${String(item.account).slice(4)}`,
  })
const CONVERTED = 'The code is stored in upper case, and its account is charged.'

export const unshownStyles = (): Style[] => [
  {
    name: 'converted-texts',
    declared: {
      item: itemOf({ code: coded, account: { type: 'string', pattern: '^[*]{4}[0-9]{4}$' } }),
      request: closed({ name, code: coded, account }, ['name', 'code', 'account']),
      // It is about changes, too.
      makeDescription: CONVERTED,
    },
    habits: { show: converted((sent) => sent) },
    faults: [
      [
        'converts the name too',
        'created-read-back',
        'sent-value-changed',
        '/name',
        { show: converted((sent) => sent.toUpperCase()) },
      ],
    ],
  },
  {
    name: 'pages-of-a-number',
    declared: {
      ...named,
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
        { name: 'perPage', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 10, default: 2 } },
      ],
      list: {
        type: 'object',
        required: ['data', 'meta'],
        properties: {
          data: { type: 'array', items: Thing },
          meta: {
            type: 'object',
            required: ['page', 'perPage', 'total', 'totalPages'],
            properties: Object.fromEntries(
              ['page', 'perPage', 'total', 'totalPages'].map((one) => [one, { type: 'integer' }]),
            ),
          },
        },
      },
    },
    habits: { list: numbered((total, size) => Math.ceil(total / size)) },
    faults: [
      [
        'cuts off the last page',
        'count-matches-items',
        'wrong-page-count',
        'totalPages',
        { list: numbered((total, size) => Math.floor(total / size)) },
      ],
    ],
  },
  {
    name: 'counted-from-outside',
    declared: { item: itemOf({ noteCount: number }), request: named.request, paths: notePaths },
    habits: { make: (body, id) => ({ id, ...body, noteCount: 0 }), before: withNotes((own) => own.size) },
    faults: [
      [
        'counts what was deleted',
        'count-matches-items',
        'count-not-reduced',
        '/noteCount',
        { before: withNotes((_, ever) => ever) },
      ],
      [
        'counts one too many',
        'count-matches-items',
        'wrong-count',
        '/noteCount',
        { before: withNotes((own) => own.size + 1) },
      ],
    ],
  },
  {
    name: 'put-beside-patch',
    declared: {
      item: itemOf({ note: text, internal: { type: 'boolean' } }),
      request: made,
      changeParameters: [ifMatch],
      changedStatuses: responses(412),
      further: putPath,
    },
    habits: {
      accepts: made,
      make: (body, id) => ({ id, note: '', internal: false, ...body }),
      before: byPut(),
    },
    faults: [
      [
        'overlooks tags of a PUT',
        'conditional-requests-honored',
        'wrong-status',
        'If-Match with an ETag that the resource never had',
        { before: byPut({ looks: false }) },
      ],
      [
        'keeps what a PUT leaves out',
        'put-replaces-item',
        'property-not-removed',
        '/note',
        { before: byPut({ isRetained: true }) },
      ],
      [
        'turns what no PUT says',
        'update-applied-exactly',
        'put-changed-other',
        '/internal',
        { before: byPut({ flips: true }) },
      ],
    ],
  },
  {
    name: 'what-no-example-shows',
    declared: {
      item: itemOf({ hours: halves, due: { type: 'string', format: 'date' } }, []),
      request: timed,
      parameters: [
        { name: 'sort', in: 'query', schema: { enum: ['name', 'due', '-due'], default: 'name' } },
        {
          name: 'due_before',
          in: 'query',
          description: 'Things that are due before this day.',
          schema: { type: 'string', format: 'date' },
        },
      ],
    },
    habits: {
      accepts: timed,
      list: byDue(-1),
      before: ({ method, body }) =>
        ['POST', 'PATCH'].includes(method) && typeof body.due === 'string' && !isDay(body.due)
          ? rejected(400)
          : undefined,
    },
    faults: [
      [
        'loses halves',
        'created-read-back',
        'sent-value-changed',
        '/hours',
        {
          make: (body, id) => ({
            id,
            ...body,
            ...('hours' in body && { hours: Math.floor(Number(body.hours)) }),
          }),
        },
      ],
      [
        'empties what a change leaves out',
        'update-applied-exactly',
        'other-property-changed',
        '/hours',
        {
          change: (item, body) => {
            delete item.hours
            Object.assign(item, body)
          },
        },
      ],
      [
        'takes true for a number',
        'invalid-body-rejected',
        'wrong-status',
        'boolean instead of number at /hours (type)',
        {
          accepts: {
            ...timed,
            properties: { ...timed.properties, hours: { anyOf: [halves, { type: 'boolean' }] } },
          },
        },
      ],
      ['sorts days one way alone', 'list-order-applied', 'wrong-order', 'due', { list: byDue(1) }],
      [
        'includes the day',
        'list-filter-applied',
        'unfiltered-item',
        'due_before',
        {
          list: (items, query) => {
            const day = query.get('due_before')
            const response = byDue(-1)(items, query, '')
            const [last] = items.filter(({ due }) => day !== null && due === day)
            if (response.status === 200 && last !== undefined) (response.body as Item[]).push(last)
            return response
          },
        },
      ],
    ],
  },
]
