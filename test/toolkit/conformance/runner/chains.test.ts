/** Operations that need several others before them: a tariff of the site, money in the wallet, an offer that was accepted. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const object = (properties: object) => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, ...properties },
})

const get = (name: string) => ({ get: { responses: { 200: shown(ref(name)), 404: { description: '' } } } })
const post = (
  name: string,
  sent: Record<string, object> | undefined,
  said: { description?: string; conflict?: string } = {},
) => ({
  post: {
    description: said.description ?? '',
    ...(sent && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: Object.keys(sent),
              additionalProperties: false,
              properties: sent,
            },
          },
        },
      },
    }),
    responses: {
      201: shown(ref(name)),
      404: { description: '' },
      409: { description: said.conflict ?? 'Conflict.' },
      422: { description: '' },
    },
  },
})
const paths = {
  '/tariffs': post('Tariff', { name: text }),
  '/tariffs/{id}': { parameters: [id], ...get('Tariff') },
  '/sites': post('Site', { name: text }),
  '/sites/{id}': {
    parameters: [id],
    ...get('Site'),
    patch: {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', properties: { name: text, tariff_id: text } } },
        },
      },
      responses: { 200: shown(ref('Site')), 404: { description: '' }, 422: { description: '' } },
    },
  },
  '/sites/{id}/plugs': { parameters: [id], ...post('Plug', { kind: { enum: ['a', 'b'] } }) },
  '/customers': post('Customer', { name: text }),
  '/customers/{id}': { parameters: [id], ...get('Customer') },
  '/customers/{id}/wallet/top-ups': {
    parameters: [id],
    ...post('TopUp', { amount: { type: 'integer', minimum: 500, maximum: 5000 } }),
  },
  '/customers/{id}/cards': {
    parameters: [id],
    ...post('Card', { uid: { type: 'string', pattern: '^[0-9A-F]{8}$' } }),
  },
  '/cards/{id}/block': { parameters: [id], ...post('Card', undefined) },
  '/sessions': post('Session', { card_uid: text, plug_id: text }),
  '/sessions/{id}': { parameters: [id], ...get('Session') },
  '/sessions/{id}/stop': { parameters: [id], ...post('Session', undefined) },
  '/sessions/{id}/invoice': { parameters: [id], ...post('Invoice', undefined) },
  '/invoices/{id}': { parameters: [id], ...get('Invoice') },
  '/invoices/{id}/pay': { parameters: [id], ...post('Invoice', undefined) },
  '/receipts': { get: { responses: { 200: shown({ type: 'array', items: ref('Receipt') }) } } },
  '/receipts/{id}': { parameters: [id], ...get('Receipt') },
  '/receipts/{id}/send': { parameters: [id], ...post('Receipt', undefined) },
}
const state = (...values: string[]) => ({ enum: values })
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Charging', version: '1' },
  paths,
  components: {
    schemas: {
      Tariff: object({ name: text }),
      Plug: object({ kind: text, site_id: text }),
      Site: object({
        name: text,
        tariff_id: { type: ['string', 'null'] },
        plugs: { type: 'array', items: ref('Plug') },
      }),
      Customer: object({ name: text }),
      TopUp: object({ amount: { type: 'integer' } }),
      Card: object({ uid: text, customer_id: text }),
      Session: object({ customer_id: text, plug_id: text, status: state('charging', 'stopped', 'invoiced') }),
      Invoice: object({ session_id: text, status: state('open', 'paid') }),
      Receipt: {
        ...object({ invoice_id: text }),
        required: ['id', 'invoice_id'],
      },
    },
  },
})

interface Thing {
  [name: string]: unknown
  id: string
}

/** The server: it makes the receipt of an invoice itself. */
function createServer() {
  const all = new Map<string, Thing>()
  const add = (kind: string, thing: object): Thing => {
    const one = { id: `${kind}_${crypto.randomUUID()}`, ...thing }
    all.set(one.id, one)
    return one
  }
  const of = (kind: string) => [...all.values()].filter((one) => one.id.startsWith(`${kind}_`))
  const fail = (status: number, detail: string): [number, unknown] => [status, { detail }]
  const start = (sent: Record<string, unknown>): [number, unknown] => {
    const card = of('card').find((one) => one.uid === sent.card_uid)
    const plug = all.get(String(sent.plug_id))
    if (card === undefined || plug === undefined) return fail(422, 'There is no such card or plug.')
    const customer = all.get(String(card.customer_id))
    if (typeof all.get(String(plug.site_id))?.tariff_id !== 'string')
      return fail(409, 'The site has no tariff.')
    if (Number(customer?.balance ?? 0) < 500) return fail(409, 'The wallet must hold at least 500 cents.')
    if (of('session').some((one) => one.plug_id === plug.id && one.status === 'charging'))
      return fail(409, 'The plug is in use.')
    return [201, add('session', { customer_id: customer?.id, plug_id: plug.id, status: 'charging' })]
  }
  const act = (verb: string, thing: Thing, sent: Record<string, unknown>): [number, unknown] => {
    const move = (from: string, to: string): [number, unknown] => {
      if (thing.status !== from) return fail(409, `It is ${String(thing.status)}.`)
      thing.status = to
      return [201, thing]
    }
    if (verb === 'plugs') return [201, add('plug', { ...sent, site_id: thing.id })]
    if (verb === 'cards') return [201, add('card', { ...sent, customer_id: thing.id })]
    if (verb === 'wallet/top-ups') {
      thing.balance = Number(thing.balance ?? 0) + Number(sent.amount)
      return [201, add('topup', sent)]
    }
    if (verb === 'stop') return move('charging', 'stopped')
    if (verb === 'pay') return move('open', 'paid')
    if (verb !== 'invoice') return [201, thing]
    const [status, body] = move('stopped', 'invoiced')
    if (status >= 300) return [status, body]
    const invoice = add('invoice', { session_id: thing.id, status: 'open' })
    add('receipt', { invoice_id: invoice.id })
    return [201, invoice]
  }
  return ({ method, url, body }: { method: string; url: string; body: string }): [number, unknown?] => {
    const [kind = '', one, ...rest] = (url.split('?')[0] ?? '').split('/').slice(1)
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (one === undefined && method === 'GET') return [200, of(kind.slice(0, -1))]
    if (one === undefined) return kind === 'sessions' ? start(sent) : [201, add(kind.slice(0, -1), sent)]
    const thing = all.get(decodeURIComponent(one))
    if (thing === undefined) return [404, {}]
    const plugs = of('plug').filter((plug) => plug.site_id === thing.id)
    if (method === 'PATCH' && typeof sent.tariff_id === 'string' && !all.has(sent.tariff_id))
      return fail(422, 'tariff_id: there is no such tariff.')
    if (method === 'PATCH') Object.assign(thing, sent)
    if (method !== 'POST') return [200, kind === 'sites' ? { tariff_id: null, ...thing, plugs } : thing]
    return act(rest.join('/'), thing, sent)
  }
}

it('reaches each operation of a chain', { timeout: 60_000 }, async () => {
  const { unreached, reached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
