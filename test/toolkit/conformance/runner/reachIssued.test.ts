/** Operations on items that follow from others, and on items whose parts belong to one item in a state and a period. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { blame, collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const code = { type: 'string', pattern: '^[A-Z0-9-]{3,20}$' }
const moment = { type: 'string', format: 'date-time' }
const count = { type: 'integer', minimum: 1, maximum: 3 }
const show = { name: text, startsAt: moment, endsAt: moment }
const seatType = { name: text, salesStartAt: moment, salesEndAt: moment }
const seats = {
  type: 'array',
  minItems: 1,
  maxItems: 2,
  items: { type: 'object', required: ['seatTypeId', 'count'], properties: { seatTypeId: text, count } },
}
const order = { showId: text, seats, discountCode: code }
const pass = { orderId: text, status: { enum: ['valid', 'used'] } }
const line = { name: text, count }
const inside = (path: string) => ({
  [path]: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name)),
})
const at = (path: string, operations: object) => ({
  [path]: { parameters: inside(path)[path], ...operations },
})
const Pass = { ...object(pass), required: ['id', 'orderId', 'status'] }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shows', version: '1' },
  paths: {
    ...collection('/shows', 'Show', show),
    ...at('/shows/{id}/publish', { post: sending(undefined, 'Show', 200) }),
    ...at('/shows/{id}/seat-types', { post: sending(seatType, 'SeatType') }),
    ...at('/seat-types/{id}', { get: sending(undefined, 'SeatType', 200) }),
    ...at('/shows/{id}/discount-codes', { post: sending({ code }, 'DiscountCode') }),
    ...at('/discount-codes/{id}', { get: sending(undefined, 'DiscountCode', 200) }),
    ...at('/shows/{id}/talks', { post: sending({ startsAt: moment, endsAt: moment }, 'Talk') }),
    ...collection('/orders', 'Order', order),
    ...at('/orders/{id}/pay', { post: sending(undefined, 'Order', 200) }),
    '/passes': {
      get: {
        parameters: [{ name: 'orderId', in: 'query', schema: text }],
        responses: {
          200: {
            description: '',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pass' } } },
            },
          },
        },
      },
    },
    ...at('/passes/{passId}', { get: sending(undefined, 'Pass', 200) }),
    ...at('/passes/{passId}/check-in', { post: sending(undefined, 'Pass', 200) }),
    ...collection('/carts', 'Cart', { name: text }),
    ...at('/carts/{cartId}/lines', { post: sending(line, 'Cart') }),
    ...at('/carts/{cartId}/lines/{lineId}', { patch: sending({ count }, 'Cart', 200) }),
  },
  components: {
    schemas: {
      Show: object({ ...show, status: { enum: ['draft', 'published'] } }),
      SeatType: object({ ...seatType, showId: text }),
      DiscountCode: object({ code, showId: text }),
      Talk: object({ startsAt: moment, endsAt: moment }),
      Order: object({ ...order, status: { enum: ['pending', 'paid'] } }),
      Pass,
      Cart: object({ name: text, lines: { type: 'array', items: object(line) } }),
    },
  },
})

type Sent = Record<string, unknown>
const time = (value: unknown) => Date.parse(String(value))

/** The server, which issues a pass for each seat of an order that is paid. */
function createServer() {
  const all = new Map<string, Thing>()
  const add = (kind: string, thing: object): Response => {
    const one = { id: `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`, ...thing }
    all.set(one.id, one)
    return [201, one]
  }
  const of = (kind: string) => [...all.values()].filter(({ id }) => id.startsWith(`${kind}_`))

  const ordered = (sent: Sent): Response => {
    const shown = all.get(String(sent.showId))
    const types = (sent.seats as { seatTypeId: string }[]).map(({ seatTypeId }) => all.get(seatTypeId))
    if (shown === undefined) return blame('showId', 'does not exist')
    if (types.some((one) => one?.showId !== shown.id))
      return blame('seats[0].seatTypeId', 'is not of this show')
    if (new Set(types).size < types.length) return blame('seats[1].seatTypeId', 'occurs twice')
    if (of('codes').every((one) => one.showId !== shown.id || one.code !== sent.discountCode))
      return blame('discountCode', 'does not exist')
    if (shown.status !== 'published') return fail(409, 'not_on_sale', 'The show is not on sale.')
    const now = Date.now()
    if (types.some((one) => now < time(one?.salesStartAt) || now > time(one?.salesEndAt)))
      return fail(409, 'no_sales', 'Sales have not started.')
    return add('orders', { ...sent, status: 'pending' })
  }

  const inShow = (thing: Thing, verb: string, sent: Sent): Response => {
    if (verb === 'publish') {
      if (of('types').every(({ showId }) => showId !== thing.id))
        return fail(409, 'no_types', 'The show has no seat types.')
      return [200, Object.assign(thing, { status: 'published' })]
    }
    if (verb === 'discount-codes') return add('codes', { ...sent, showId: thing.id })
    if (verb === 'seat-types') return add('types', { ...sent, showId: thing.id })
    return time(sent.startsAt) < time(thing.startsAt) || time(sent.endsAt) > time(thing.endsAt)
      ? blame('endsAt', 'is after the show')
      : add('talks', sent)
  }

  const act = (thing: Thing, [verb = '', part]: string[], sent: Sent): Response => {
    if (thing.id.startsWith('shows_')) return inShow(thing, verb, sent)
    if (thing.id.startsWith('orders_')) {
      if (thing.status !== 'pending') return fail(409, 'paid', 'The order is paid.')
      for (const _ of thing.seats as unknown[]) add('passes', { orderId: thing.id, status: 'valid' })
      return [200, Object.assign(thing, { status: 'paid' })]
    }
    if (thing.id.startsWith('passes_'))
      return thing.status === 'valid'
        ? [200, Object.assign(thing, { status: 'used' })]
        : fail(409, 'used', 'The pass is used.')
    const lines = thing.lines as Thing[]
    if (part === undefined) {
      lines.push({ id: crypto.randomUUID().slice(0, 8), ...sent })
      return [201, thing]
    }
    const found = lines.find(({ id }) => id === part)
    if (found === undefined) return fail(404, 'no_line', 'No such line.')
    Object.assign(found, sent)
    return [200, thing]
  }

  const create = (kind: string, sent: Sent): Response => {
    if (kind === 'orders') return ordered(sent)
    if (kind === 'carts') return add('carts', { ...sent, lines: [] })
    return time(sent.startsAt) < time(sent.endsAt)
      ? add('shows', { ...sent, status: 'draft' })
      : blame('endsAt', 'must be after startsAt')
  }

  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    const [kind = '', one, ...verbs] = pathname.split('/').slice(1)
    const sent = body === '' ? {} : (JSON.parse(body) as Sent)
    const wanted = searchParams.get('orderId')
    if (kind === 'passes' && one === undefined)
      return [200, of('passes').filter(({ orderId }) => wanted === null || orderId === wanted)]
    if (one === undefined) return create(kind, sent)
    const thing = all.get(decodeURIComponent(one))
    if (thing === undefined) return fail(404, 'not_found', 'Not found.')
    return method === 'GET' ? [200, thing] : act(thing, verbs, sent)
  }
}

it('reaches each operation', async () => {
  const { unreached, reached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
