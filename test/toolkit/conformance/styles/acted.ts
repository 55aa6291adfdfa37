/** Styles of actions on resources, of jobs next to them, and of lists in an order of several keys. */
import { json, responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Habits, type Item, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const Thing = { $ref: '#/components/schemas/Thing' }
const time = { type: 'string', format: 'date-time' }
const ofThing = {
  name: 'thingId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^t[0-9]{5}$' },
}

const described = (description: string) => ({
  ...json({ $ref: '#/components/schemas/Problem' }),
  description,
})

/** The first of several that responds. */
/** Paths of an action that 409 rejects, for the described reason. */
const paidWith = (reason: string) => ({
  '/things/{thingId}/pay': {
    parameters: [ofThing],
    post: {
      operationId: 'payThing',
      responses: { '200': json(Thing), ...responses(404), '409': described(reason) },
    },
  },
})

const inTurn =
  (...all: Before[]): Before =>
  (call, items) => {
    for (const one of all) {
      const response = one(call, items)
      if (response !== undefined) return response
    }
    return undefined
  }

/** Names are unique. */
const uniqueNames: Before = (call, items) => {
  const { method, path, body } = call
  if (method !== 'POST' || path.length !== 1 || rejectionOf(named.request, call) !== undefined)
    return undefined
  return [...items.values()].some((one) => one.name === body.name) ? rejected(409) : undefined
}

/** A resource is paid for once. */
const payable =
  (now: () => number, isRetained: boolean, again = false): Before =>
  ({ method, path }, items) => {
    const [, id = '', last, ...more] = path
    if (last === undefined) return undefined
    if (last !== 'pay' || more.length > 0) return rejected(404)
    if (method !== 'POST') return { ...rejected(405), headers: { Allow: 'POST' } }
    const item = items.get(id)
    if (item === undefined) return rejected(404)
    if (item.paidAt !== null && !again) return rejected(409)
    const paid = { ...item, paidAt: new Date(now()).toISOString() }
    if (isRetained) items.set(id, paid)
    return { status: 200, body: paid }
  }

const Job = { type: 'object', required: ['id', 'state'], properties: { id: text, state: { enum: ['done'] } } }
const ofJob = { name: 'jobId', in: 'path', required: true, schema: text }
const jobPaths = {
  '/things/{thingId}/exports': {
    parameters: [ofThing],
    post: {
      operationId: 'exportThing',
      responses: {
        '202': json(
          { $ref: '#/paths/~1jobs~1{jobId}/get/x-job' },
          { Location: { required: true, schema: text } },
        ),
        ...responses(404),
      },
    },
  },
  '/jobs/{jobId}': {
    parameters: [ofJob],
    get: {
      operationId: 'getJob',
      'x-job': Job,
      responses: { '200': json({ $ref: '#/paths/~1jobs~1{jobId}/get/x-job' }), ...responses(404) },
    },
  },
}

/** A slow action is done by a job, which is a resource of its own. */
function exporting(address: string): Before {
  const jobs = new Map<string, Item>()
  return ({ method, path }, items) => {
    const [first, id = '', last, ...more] = path
    if (more.length > 0) return rejected(404)
    if (first === 'jobs') {
      const job = last === undefined ? jobs.get(id) : undefined
      if (!['GET', 'HEAD'].includes(method)) return { ...rejected(405), headers: { Allow: 'GET, HEAD' } }
      return job === undefined ? rejected(404) : { status: 200, body: job }
    }
    if (last !== 'exports') return undefined
    if (method !== 'POST') return { ...rejected(405), headers: { Allow: 'POST' } }
    if (!items.has(id)) return rejected(404)
    const job = { id: `j${jobs.size + 1}`, state: 'done' }
    jobs.set(job.id, job)
    return { status: 202, body: job, headers: { Location: `${address}/${job.id}` } }
  }
}

const sized = closed({ name, size: number })
const byKeys =
  (most: number): Habits['list'] =>
  (items, query) => {
    const keys = (query.get('sort') ?? 'name').split(',')
    if (keys.some((key) => !/^-?(name|size)$/.test(key))) return rejected(400)
    const compared = (a: Item, b: Item, key: string) => {
      const [one, two] = [a, b].map((item) => item[key.replace('-', '')] as string | number)
      if (one === two || one === undefined || two === undefined) return 0
      return one < two === key.startsWith('-') ? 1 : -1
    }
    const order = (a: Item, b: Item) =>
      keys
        .slice(0, most)
        .map((key) => compared(a, b, key))
        .find((one) => one !== 0) ?? 0
    return { status: 200, body: [...items].sort(order) }
  }

let count = 0

/** A creation may create several resources, and leads to their list. */
const several: Before = (call, items) => {
  if (call.method !== 'POST' || call.path.length !== 1) return undefined
  const rejection = rejectionOf(named.request, call)
  if (rejection !== undefined) return rejection
  const made = { id: `t7${String(++count).padStart(4, '0')}`, ...call.body }
  items.set(made.id, made)
  return { status: 201, body: { things: [made] }, headers: { Location: '/things' } }
}

export const actedStyles = (now: () => number): Style[] => [
  {
    name: 'paid-by-an-action',
    declared: {
      item: itemOf({ paidAt: { ...time, type: ['string', 'null'] } }),
      request: named.request,
      paths: {
        '/things/{thingId}/pay': {
          parameters: [ofThing],
          post: { operationId: 'payThing', responses: { '200': json(Thing), ...responses(404, 409) } },
        },
      },
    },
    habits: { make: (body, id) => ({ id, ...body, paidAt: null }), before: payable(now, true) },
    faults: [
      [
        'responses and forgets',
        'update-applied-exactly',
        'action-result-lost',
        '/paidAt',
        { before: payable(now, false) },
      ],
    ],
  },
  {
    name: 'paid-once-as-described',
    declared: {
      item: itemOf({ paidAt: { ...time, type: ['string', 'null'] } }),
      request: named.request,
      madeStatuses: { '409': described('There is a thing with this name already: the name is taken.') },
      paths: paidWith('The thing is already paid for.'),
    },
    habits: {
      make: (body, id) => ({ id, ...body, paidAt: null }),
      before: inTurn(uniqueNames, payable(now, true)),
    },
    faults: [
      [
        'is paid for twice',
        'promised-conflict-returned',
        'conflict-accepted',
        '/things/{thingId}/pay',
        { before: inTurn(uniqueNames, payable(now, true, true)) },
      ],
      [
        'accepts a taken name',
        'promised-conflict-returned',
        'conflict-accepted',
        '/things',
        { before: payable(now, true) },
      ],
    ],
  },
  {
    // The descriptions speak of states that a second request does not cause for certain.
    name: 'conflicts-of-the-moment',
    declared: {
      item: itemOf({ paidAt: { ...time, type: ['string', 'null'] } }),
      request: named.request,
      madeStatuses: { '409': described('Another creation is already running.') },
      paths: paidWith('The thing cannot be paid for.'),
    },
    habits: {
      make: (body, id) => ({ id, ...body, paidAt: null }),
      before: payable(now, true, true),
    },
    faults: [],
  },
  {
    name: 'exported-by-jobs',
    declared: { ...named, paths: jobPaths },
    habits: { before: exporting('/jobs') },
    faults: [
      ['leads elsewhere', 'created-item-listed', 'wrong-location', null, { before: exporting('/job') }],
    ],
  },
  {
    name: 'several-made-at-once',
    declared: {
      ...named,
      madeStatuses: {
        '201': json({ type: 'object', properties: { things: { type: 'array', items: Thing } } }),
      },
    },
    habits: { before: several },
    faults: [
      [
        'lists nothing',
        'created-item-listed',
        'not-listed',
        null,
        { before: several, list: () => ({ status: 200, body: [] }) },
      ],
    ],
  },
  {
    name: 'sorted-by-several-keys',
    declared: {
      item: itemOf({ size: number }),
      request: sized,
      parameters: [
        {
          name: 'sort',
          in: 'query',
          explode: false,
          schema: { type: 'array', items: { enum: ['name', '-name', 'size', '-size'] }, default: ['name'] },
        },
      ],
    },
    habits: { accepts: sized, list: byKeys(4) },
    faults: [
      [
        'looks at the first key alone',
        'list-order-applied',
        'wrong-second-order',
        'name',
        { list: byKeys(1) },
      ],
    ],
  },
  {
    name: 'newest-in-a-sentence',
    declared: { ...named, listDescription: 'The newest thing comes first.' },
    habits: { list: (items) => ({ status: 200, body: [...items].reverse() }) },
    faults: [
      [
        'begins with the oldest',
        'list-order-applied',
        'wrong-creation-order',
        null,
        { list: (items) => ({ status: 200, body: items }) },
      ],
    ],
  },
]
