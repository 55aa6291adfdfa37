/** Stocks that orders use up, boolean filters by state and date, periods that overlap, and counts over several states. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'
import { object, parameter, type Response, type Thing } from '../runner/smallApi.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const count = { type: 'integer', minimum: 1, maximum: 1000 }
const day = { type: 'string', format: 'date' }
const time = { type: 'string', format: 'date-time' }
const responding = (status: number, schema?: object) => ({
  responses: {
    [status]: { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
    ...Object.fromEntries([404, 409, 422].map((one) => [one, { description: '' }])),
  },
})
const taking = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object', required, additionalProperties: false, properties } },
    },
  },
})
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (name: string) => responding(200, { type: 'array', items: of(name) })
const lines = {
  type: 'array',
  minItems: 1,
  maxItems: 5,
  items: {
    type: 'object',
    required: ['productId', 'quantity'],
    properties: { productId: text, quantity: count },
  },
}
const item = (name: string) => ({
  parameters: [parameter(`${name.toLowerCase()}Id`)],
  get: { operationId: `get${name}`, ...responding(200, of(name)) },
})

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': {
      post: {
        operationId: 'createProduct',
        ...taking({ name: text, stock: count }),
        ...responding(201, of('Product')),
      },
    },
    '/products/{productId}': item('Product'),
    '/orders': {
      post: {
        operationId: 'createOrder',
        description:
          'The quantities are taken from stock. Returns 409 when there is not enough of a product in stock.',
        ...taking({ customer: text, lines }),
        ...responding(201, of('Order')),
      },
    },
    '/orders/{orderId}': item('Order'),
    '/orders/{orderId}/cancel': {
      parameters: [parameter('orderId')],
      post: {
        operationId: 'cancelOrder',
        description:
          'Cancels an open order, and all quantities go back to stock. Orders in other states: 409.',
        ...responding(200, of('Order')),
      },
    },
    '/tasks': {
      post: {
        operationId: 'createTask',
        ...taking({ title: text, due_on: day }),
        ...responding(201, of('Task')),
      },
      get: {
        operationId: 'listTasks',
        parameters: [
          {
            name: 'overdue',
            in: 'query',
            description: 'A task is overdue when it is open or started and its `due_on` is before today.',
            schema: { type: 'boolean' },
          },
        ],
        ...listOf('Task'),
      },
    },
    '/tasks/{taskId}': item('Task'),
    ...Object.fromEntries(
      ['start', 'finish'].map((verb) => [
        `/tasks/{taskId}/${verb}`,
        {
          parameters: [parameter('taskId')],
          post: { operationId: `${verb}Task`, ...responding(200, of('Task')) },
        },
      ]),
    ),
    '/summary': {
      get: {
        operationId: 'getSummary',
        ...responding(200, {
          type: 'object',
          required: ['open_tasks'],
          properties: { open_tasks: { type: 'integer', description: 'Tasks that are open or started.' } },
        }),
      },
    },
    '/rooms': {
      post: { operationId: 'createRoom', ...taking({ name: text }), ...responding(201, of('Room')) },
    },
    '/rooms/{roomId}': item('Room'),
    '/talks': {
      post: {
        operationId: 'createTalk',
        description: 'Two talks in the same room cannot overlap, and no talk is moved later (409).',
        ...taking({ roomId: text, startsAt: time, endsAt: time }),
        ...responding(201, of('Talk')),
      },
    },
    '/talks/{talkId}': item('Talk'),
    '/depots': {
      post: { operationId: 'createDepot', ...taking({ name: text }), ...responding(201, of('Depot')) },
    },
    '/depots/{depotId}': item('Depot'),
    '/parcels': {
      post: {
        operationId: 'createParcel',
        ...taking({ depotId: text, name: text }),
        ...responding(201, of('Parcel')),
      },
    },
    '/parcels/{parcelId}': item('Parcel'),
    '/tours': {
      post: {
        operationId: 'createTour',
        description: 'The parcels must be those of the depot (422).',
        ...taking({ depotId: text, parcelIds: { type: 'array', items: text, minItems: 1, maxItems: 3 } }),
        ...responding(201, of('Tour')),
      },
    },
    '/tours/{tourId}': item('Tour'),
    ...Object.fromEntries(
      [
        ['send', 'Only a planned tour can be sent (409).'],
        ['recall', 'Only a sent tour can be recalled (409).'],
      ].map(([verb = '', description]) => [
        `/tours/{tourId}/${verb}`,
        {
          parameters: [parameter('tourId')],
          post: { operationId: `${verb}Tour`, description, ...responding(200, of('Tour')) },
        },
      ]),
    ),
  },
  components: {
    schemas: {
      Product: object({ name: text, stock: { type: 'integer' } }),
      Order: object({ customer: text, lines, status: { enum: ['open', 'cancelled'] } }),
      Task: object({ title: text, due_on: day, status: { enum: ['open', 'started', 'finished'] } }),
      Room: object({ name: text }),
      Talk: object({ roomId: text, startsAt: time, endsAt: time }),
      Depot: object({ name: text }),
      Parcel: object({ depotId: text, name: text }),
      Tour: object({
        depotId: text,
        parcelIds: { type: 'array', items: text },
        status: { enum: ['planned', 'sent', 'recalled'] },
      }),
    },
  },
})

interface Line {
  productId: string
  quantity: number
}

/** @param mistake what the server does wrong; undefined for a right one */
function createServer(mistake?: string) {
  const all = new Map<string, Map<string, Thing>>()
  const kind = (name: string) =>
    all.get(name) ?? all.set(name, new Map()).get(name) ?? new Map<string, Thing>()
  const make = (name: string, thing: object): Response => {
    const one = { id: crypto.randomUUID(), ...thing }
    kind(name).set(one.id, one)
    return [201, one]
  }
  const move = (order: { lines: Line[] }, sign: 1 | -1) => {
    for (const { productId, quantity } of order.lines) {
      const product = kind('products').get(productId)
      if (product !== undefined) product.stock = Number(product.stock) + sign * quantity
    }
  }
  const order = (sent: { lines: Line[] }): Response => {
    const spare = mistake === 'sells one too many' ? 1 : 0
    for (const { productId, quantity } of sent.lines) {
      const product = kind('products').get(productId)
      if (product === undefined) return [422, { message: 'productId does not exist' }]
      if (quantity > Number(product.stock) + spare) return [409, { message: 'Not enough in stock.' }]
    }
    if (mistake !== 'takes nothing') move(sent, -1)
    return make('orders', { ...sent, status: 'open' })
  }
  const talk = (sent: Record<string, string>): Response => {
    if (!kind('rooms').has(sent.roomId ?? '')) return [422, { message: 'roomId does not exist' }]
    const [from, until] = [Date.parse(sent.startsAt ?? ''), Date.parse(sent.endsAt ?? '')]
    if (!(from < until)) return [422, { message: 'endsAt must be after startsAt' }]
    const isWithin = (one: Thing, moment: number) =>
      Date.parse(String(one.startsAt)) < moment && moment < Date.parse(String(one.endsAt))
    const clashes = [...kind('talks').values()].some((one) => {
      if (one.roomId !== sent.roomId) return false
      if (mistake === 'overlooks longer talks') return isWithin(one, from) || isWithin(one, until)
      return Date.parse(String(one.startsAt)) < until && from < Date.parse(String(one.endsAt))
    })
    return clashes ? [409, { message: 'The room is taken.' }] : make('talks', sent)
  }
  const tour = (sent: { depotId: string; parcelIds: string[] }): Response =>
    kind('depots').has(sent.depotId) &&
    sent.parcelIds.every((id) => kind('parcels').get(id)?.depotId === sent.depotId)
      ? make('tours', { ...sent, status: 'planned' })
      : [422, { message: 'parcelIds must be parcels of the depot' }]
  const isLive = ({ status }: Thing) => status !== 'finished'
  const tasks = (overdue: string | null): Thing[] => {
    const today = new Date().toISOString().slice(0, 10)
    return [...kind('tasks').values()].filter((one) => {
      const isOverdue =
        (isLive(one) || mistake === 'counts finished tasks as overdue') && String(one.due_on) < today
      return overdue === null || String(isOverdue) === overdue
    })
  }
  const act = (thing: Thing, verb: string): Response => {
    const needed = { send: 'planned', recall: mistake === 'recalls planned tours' ? thing.status : 'sent' }[
      verb
    ]
    if (needed !== undefined && thing.status !== needed)
      return [409, { message: `The tour is not ${needed}.` }]
    if (verb === 'cancel') {
      if (thing.status !== 'open') return [409, { message: 'The order is not open.' }]
      if (mistake !== 'keeps cancelled quantities') move(thing as unknown as { lines: Line[] }, 1)
    }
    const status = {
      ...{ cancel: 'cancelled', start: 'started', finish: 'finished', send: 'sent', recall: 'recalled' },
    }[verb]
    return [200, Object.assign(thing, { status })]
  }
  return (
    method: string,
    [name = '', id, verb]: string[],
    sent: object,
    overdue: string | null,
  ): Response => {
    if (name === 'summary') {
      const counted = [...kind('tasks').values()].filter((one) =>
        mistake === 'counts open tasks only' ? one.status === 'open' : isLive(one),
      )
      return [200, { open_tasks: counted.length }]
    }
    if (id === undefined && method === 'GET') return [200, tasks(overdue)]
    if (name === 'orders' && id === undefined) return order(sent as { lines: Line[] })
    if (name === 'tours' && id === undefined) return tour(sent as { depotId: string; parcelIds: string[] })
    if (name === 'parcels' && id === undefined && !kind('depots').has((sent as Thing).depotId as string))
      return [422, { message: 'depotId does not exist' }]
    if (name === 'talks' && id === undefined) return talk(sent as Record<string, string>)
    if (id === undefined) return make(name, { ...sent, ...(name === 'tasks' && { status: 'open' }) })
    const thing = kind(name).get(id)
    if (thing === undefined) return [404]
    return verb === undefined ? [200, thing] : act(thing, verb)
  }
}

async function findingsOf(mistake?: string): Promise<string[]> {
  const respond = createServer(mistake)
  await using server = await startJson(({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    const sent = body === '' ? {} : JSON.parse(body)
    return respond(method, pathname.split('/').slice(1), sent, searchParams.get('overdue'))
  })
  const found = new Set<string>()
  const rules = [
    'promised-conflict-returned',
    'action-effects-applied',
    'created-item-listed',
    'count-matches-items',
  ]
  await runConformance({
    document,
    target: server.url,
    identities: [],
    rules: runnerRules.filter(({ id }) => rules.includes(id)),
    subscribers: [
      (event) => event.type === 'finding' && found.add(`${event.finding.rule} ${event.finding.operationId}`),
    ],
  })
  return [...found].sort()
}

it.each<[mistake: string | undefined, findings: string[]]>([
  [undefined, []],
  ['sells one too many', ['promised-conflict-returned createOrder']],
  ['takes nothing', ['action-effects-applied createOrder']],
  ['keeps cancelled quantities', ['action-effects-applied cancelOrder']],
  ['counts finished tasks as overdue', ['created-item-listed listTasks']],
  ['counts open tasks only', ['count-matches-items getSummary']],
  ['recalls planned tours', ['promised-conflict-returned recallTour']],
  ['overlooks longer talks', ['promised-conflict-returned createTalk']],
])('a server that %s: %j', async (mistake, findings) => {
  expect(await findingsOf(mistake)).toEqual(findings)
})
