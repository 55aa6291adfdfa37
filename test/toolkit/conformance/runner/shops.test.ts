/** A server with promises about deletions and sums: cards lose their shop, and open orders prevent its deletion. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'

const text = { type: 'string' }
const cents = { type: 'integer', minimum: 1, maximum: 1000 }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const missing = { 404: { description: '' } }
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })

function resource(name: string, sent: object, more: object, removal?: object) {
  const whole = object({ id: text, ...sent, ...more })
  return {
    [`/${name}`]: {
      post: {
        operationId: `create-${name}`,
        requestBody: { required: true, content: { 'application/json': { schema: object(sent) } } },
        responses: { 201: shown(whole), 422: { description: '' } },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${name}`, responses: { 200: shown(whole), ...missing } },
      ...(removal && { delete: removal }),
    },
  }
}

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    ...resource(
      'shops',
      { name: text },
      { spent_cents: { type: 'integer', description: 'Sum of the amounts of all orders of the shop.' } },
      {
        operationId: 'delete-shops',
        description:
          'A shop with an open or paid order cannot be deleted (409 `shop_has_orders`). Its cards lose their shop (`shop_id` becomes null).',
        responses: { 204: { description: '' }, 409: { description: '' }, ...missing },
      },
    ),
    ...resource('cards', { shop_id: { type: ['string', 'null'] } }, {}),
    ...resource(
      'orders',
      { shop_id: text, amount_cents: cents },
      { status: { enum: ['open', 'paid', 'closed'] } },
    ),
  },
})

interface Thing {
  [name: string]: unknown
  id: string
}

type Fault = 'keeps references' | 'deletes with orders' | 'last amount'

class Shops {
  readonly #kinds = new Map(['shops', 'cards', 'orders'].map((kind) => [kind, new Map<string, Thing>()]))
  readonly #fault: Fault | undefined
  #count = 0

  constructor(fault: Fault | undefined) {
    this.#fault = fault
  }

  #of = (kind: string): Map<string, Thing> => this.#kinds.get(kind) ?? new Map()
  #in = (kind: string, shop: Thing): Thing[] =>
    [...this.#of(kind).values()].filter((one) => one.shop_id === shop.id)

  #shown(kind: string, thing: Thing): Thing {
    if (kind !== 'shops') return thing
    const amounts = this.#in('orders', thing).map((one) => Number(one.amount_cents))
    const counted = this.#fault === 'last amount' ? amounts.slice(-1) : amounts
    return { ...thing, spent_cents: counted.reduce((sum, one) => sum + one, 0) }
  }

  respond(method: string, [kind = '', one]: string[], body: string): [status: number, body?: unknown] {
    const own = this.#of(kind)
    const thing = own.get(one ?? '')
    if (method === 'POST') {
      const sent = JSON.parse(body) as { shop_id?: string | null }
      if (kind !== 'shops' && sent.shop_id && !this.#of('shops').has(sent.shop_id)) return [422]
      const made: Thing = {
        ...sent,
        id: `${kind}-${++this.#count}`,
        ...(kind === 'orders' && { status: 'open' }),
      }
      own.set(made.id, made)
      return [201, this.#shown(kind, made)]
    }
    if (thing === undefined) return [404]
    if (method !== 'DELETE') return [200, this.#shown(kind, thing)]
    if (this.#fault !== 'deletes with orders' && this.#in('orders', thing).length > 0) return [409]
    own.delete(thing.id)
    if (this.#fault !== 'keeps references') for (const card of this.#in('cards', thing)) card.shop_id = null
    return [204]
  }
}

async function codes(fault?: Fault): Promise<string[]> {
  const shops = new Shops(fault)
  await using server = await startJson(({ method, url, body }) =>
    shops.respond(method, url.split('?')[0]?.split('/').slice(1) ?? [], body),
  )
  const found: string[] = []
  const rules = ['deleted-item-gone', 'promised-conflict-returned', 'count-matches-items']
  const { passed } = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) => rules.includes(rule)),
    subscribers: [(event) => void (event.type === 'finding' && found.push(`${event.finding.code}`))],
  })
  expect(passed).toBeGreaterThan(0)
  return [...new Set(found)]
}

it.each<[fault: Fault | undefined, code: string[]]>([
  [undefined, []],
  ['keeps references', ['reference-not-cleared']],
  ['deletes with orders', ['accepted-in-state']],
  ['last amount', ['wrong-sum']],
])('a server with the fault %s', { timeout: 60_000 }, async (fault, code) => {
  expect(await codes(fault)).toEqual(code)
})
