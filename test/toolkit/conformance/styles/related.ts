/** Styles of resources that refer to others: created elsewhere than they are read, listed below what they refer to. */
import { json, responses } from './documents.ts'
import type { Before } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const required = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (one: string, schema: object = text) => [{ name: one, in: 'path', required: true, schema }]
const ofThing = inPath('thingId', { type: 'string', pattern: '^t[0-9]{5}$' })
const methodOf = ({ method }: Call): string => (method === 'HEAD' ? 'GET' : method)
const allowing = (...methods: string[]): PlainResponse => ({
  ...rejected(405),
  headers: { Allow: methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ') },
})

const Order = { $ref: '#/components/schemas/Order' }
const newOrder = closed({ thingId: { type: 'string', description: 'ID of the thing.' } })
const orderPaths = {
  '/orders': {
    post: {
      operationId: 'makeOrder',
      requestBody: required(newOrder),
      responses: { '201': json(Order), ...responses(400, 404, 415) },
    },
  },
  '/orders/{orderId}': {
    parameters: inPath('orderId'),
    get: { operationId: 'getOrder', responses: { '200': json(Order), ...responses(404) } },
    delete: { operationId: 'removeOrder', responses: { '204': { description: 'Gone.' }, ...responses(404) } },
  },
  '/things/{thingId}/orders': {
    parameters: ofThing,
    get: {
      operationId: 'listOrdersOfThing',
      responses: { '200': json({ type: 'array', items: Order }), ...responses(404) },
    },
  },
}

/** Orders are listed below what they refer to, which cannot be deleted before them. */
function orders(mistake?: 'lists all' | 'deletes things with orders'): Before {
  const all = new Map<string, Item>()
  let count = 0
  const ofOrders = (call: Call, items: Map<string, Item>): PlainResponse => {
    const [, id, ...more] = call.path
    if (more.length > 0) return rejected(404)
    if (id === undefined) {
      if (call.method !== 'POST') return allowing('POST')
      const problem = rejectionOf(newOrder, call)
      if (problem !== undefined) return problem
      if (!items.has(String(call.body.thingId))) return rejected(404)
      const order = { id: `o${++count}`, thingId: call.body.thingId }
      all.set(order.id, order)
      return { status: 201, body: order }
    }
    if (!['GET', 'DELETE'].includes(methodOf(call))) return allowing('GET', 'DELETE')
    const order = all.get(id)
    if (order === undefined) return rejected(404)
    if (call.method === 'DELETE') all.delete(id)
    return call.method === 'DELETE' ? { status: 204 } : { status: 200, body: order }
  }
  return (call, items) => {
    const [first, id = '', below] = call.path
    if (first === 'orders') return ofOrders(call, items)
    const own = [...all.values()].filter(({ thingId }) => thingId === id)
    if (below === undefined)
      return call.method === 'DELETE' && own.length > 0 && mistake !== 'deletes things with orders'
        ? rejected(409)
        : undefined
    if (below !== 'orders' || call.path.length > 3) return rejected(404)
    if (methodOf(call) !== 'GET') return allowing('GET')
    if (!items.has(id)) return rejected(404)
    return { status: 200, body: mistake === 'lists all' ? [...all.values()] : own }
  }
}

const Remark = { $ref: '#/components/schemas/Remark' }
const newRemark = closed({ words: name })
const remarkPaths = {
  '/things/{thingId}/remarks': {
    parameters: ofThing,
    get: {
      operationId: 'listRemarks',
      parameters: [
        { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
      ],
      responses: {
        '200': json(closed({ items: { type: 'array', items: Remark }, offset: number })),
        ...responses(400, 404),
      },
    },
    post: {
      operationId: 'makeRemark',
      requestBody: required(newRemark),
      responses: { '201': json(Remark), ...responses(400, 404, 415) },
    },
  },
  '/remarks/{remarkId}': {
    parameters: inPath('remarkId'),
    get: { operationId: 'getRemark', responses: { '200': json(Remark), ...responses(404) } },
    put: {
      operationId: 'changeRemark',
      requestBody: required(newRemark),
      responses: { '200': json(Remark), ...responses(400, 404, 415) },
    },
    delete: {
      operationId: 'removeRemark',
      responses: { '204': { description: 'Gone.' }, ...responses(404) },
    },
  },
}

/** Remarks are created and listed below another resource, and have addresses of their own. */
function remarks(mistake?: 'keeps what is deleted' | 'forgets changes' | 'reports offset 0'): Before {
  const all = new Map<string, Item & { thing: string }>()
  let count = 0
  const shown = ({ thing: _, ...one }: Item & { thing: string }) => one
  const ofOne = (call: Call): PlainResponse => {
    const [, id = '', ...more] = call.path
    if (more.length > 0 || id === '') return rejected(404)
    if (!['GET', 'PUT', 'DELETE'].includes(methodOf(call))) return allowing('GET', 'PUT', 'DELETE')
    const remark = all.get(id)
    const problem = call.method === 'PUT' ? rejectionOf(newRemark, call) : undefined
    if (problem !== undefined) return problem
    if (remark === undefined) return rejected(404)
    if (call.method === 'DELETE') {
      if (mistake !== 'keeps what is deleted') all.delete(id)
      return { status: 204 }
    }
    const changed = call.method === 'PUT' ? { ...remark, words: call.body.words } : remark
    if (mistake !== 'forgets changes') all.set(id, changed)
    return { status: 200, body: shown(changed) }
  }
  return (call, items) => {
    const [first, thing = '', below] = call.path
    if (first === 'remarks') return ofOne(call)
    if (below === undefined) return undefined
    if (below !== 'remarks' || call.path.length > 3) return rejected(404)
    if (!['GET', 'POST'].includes(methodOf(call))) return allowing('GET', 'POST')
    if (methodOf(call) === 'GET') {
      const [offset, limit] = [call.query.get('offset') ?? '0', call.query.get('limit') ?? '20']
      if (!/^\d{1,9}$/.test(offset) || !/^([1-9]|[1-4]\d|50)$/.test(limit)) return rejected(400)
      if (!items.has(thing)) return rejected(404)
      const own = [...all.values()].filter((one) => one.thing === thing).map(shown)
      const page = own.slice(Number(offset), Number(offset) + Number(limit))
      return {
        status: 200,
        body: { items: page, offset: mistake === 'reports offset 0' ? 0 : Number(offset) },
      }
    }
    const problem = rejectionOf(newRemark, call)
    if (problem !== undefined) return problem
    if (!items.has(thing)) return rejected(404)
    const remark = { id: `r${++count}`, words: call.body.words, thing }
    all.set(remark.id, remark)
    return { status: 201, body: shown(remark) }
  }
}

export const relatedStyles = (): Style[] => [
  {
    name: 'listed-below-what-they-refer-to',
    declared: {
      ...named,
      removed: {
        '204': { description: 'Gone.' },
        '409': { ...responses(409)['409'], description: 'The thing has orders.' },
      },
      paths: orderPaths,
      schemas: { Order: closed({ id: text, thingId: text }) },
    },
    habits: { before: orders() },
    faults: [
      [
        'lists all orders below each thing',
        'nested-item-scoped-to-parent',
        'listed-below-other-parent',
        'thingId',
        { before: orders('lists all') },
      ],
      [
        'deletes things with orders',
        'promised-conflict-returned',
        'accepted-in-state',
        '/things/{thingId}',
        { before: orders('deletes things with orders') },
      ],
    ],
  },
  {
    name: 'created-elsewhere',
    declared: { ...named, paths: remarkPaths, schemas: { Remark: closed({ id: text, words: name }) } },
    habits: { before: remarks() },
    faults: [
      [
        'keeps deleted remarks',
        'deleted-item-gone',
        'wrong-status',
        'GET of a deleted resource',
        { before: remarks('keeps what is deleted') },
      ],
      [
        'forgets changed remarks',
        'update-applied-exactly',
        'put-not-stored',
        '/words',
        { before: remarks('forgets changes') },
      ],
      [
        'reports offset 0 on each page',
        'list-pages-complete',
        'wrong-position',
        '/offset',
        { before: remarks('reports offset 0') },
      ],
    ],
  },
]
