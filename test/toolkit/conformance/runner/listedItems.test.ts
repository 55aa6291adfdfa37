/** Lists: pages that end between equal items, items that are left out by default, and a flag that one item has. */
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const flag = { type: 'boolean' }
const number = { type: 'integer', minimum: 100, maximum: 100_000 }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const gone = { 404: { description: '' } }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
})
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const sending = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
const isDefault = { ...flag, description: "Exactly one of a shop's addresses is the default." }
const updated_at = { type: 'string', format: 'date-time', description: 'When the shop was last changed.' }
const shop = { $ref: '#/components/schemas/Shop' }
const address = object({ id: text, street: text, is_default: isDefault })

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  components: {
    schemas: {
      Shop: object({
        id: text,
        name: text,
        price: number,
        retired: flag,
        status: { enum: ['open', 'closed'] },
        updated_at,
      }),
    },
  },
  paths: {
    '/shops': {
      get: {
        operationId: 'listShops',
        parameters: [
          query('limit', 'Page size.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          query('cursor', 'The `next` of the page before.', { type: 'string' }),
          query('sort', 'The order. A minus sign means descending.', {
            enum: ['name', '-name', 'price', '-price'],
          }),
          query('include_retired', 'Whether retired shops are listed, too.', { ...flag, default: false }),
        ],
        responses: {
          200: shown(object({ data: { type: 'array', items: shop }, next: { type: ['string', 'null'] } })),
          400: { description: '' },
        },
      },
      post: {
        operationId: 'createShop',
        ...sending(object({ name: text, price: number })),
        responses: { 201: shown(shop), 422: { description: '' } },
      },
    },
    '/shops/{shopId}': {
      parameters: [inPath('shopId')],
      get: { operationId: 'getShop', responses: { 200: shown(shop), ...gone } },
      patch: {
        operationId: 'updateShop',
        ...sending(object({ name: text, retired: flag }, [])),
        responses: { 200: shown(shop), ...gone },
      },
    },
    '/shops/{shopId}/close': {
      parameters: [inPath('shopId')],
      post: { operationId: 'closeShop', responses: { 200: shown(shop), ...gone } },
    },
    '/shops/{shopId}/addresses': {
      parameters: [inPath('shopId')],
      get: {
        operationId: 'listAddresses',
        responses: { 200: shown({ type: 'array', items: address }), ...gone },
      },
      post: {
        operationId: 'createAddress',
        ...sending(object({ street: text, is_default: { ...isDefault, default: false } }, ['street'])),
        responses: { 201: shown(address), ...gone },
      },
    },
    '/shops/{shopId}/addresses/{addressId}': {
      parameters: [inPath('shopId'), inPath('addressId')],
      delete: { operationId: 'deleteAddress', responses: { 204: { description: '' }, ...gone } },
    },
  },
})

const FAULTS = {
  'skips items that are equal to the last one of a page': ['list-order-applied', 'equal-item-missing'],
  'sorts prices as texts': ['list-order-applied', 'wrong-order'],
  'lists retired shops, too': ['created-item-listed', 'unfiltered-item'],
  'has two default addresses': ['related-values-match', 'wrong-flag-count'],
  'has no default address after a deletion': ['related-values-match', 'wrong-flag-count'],
  'keeps the time of the last change': ['update-applied-exactly', 'update-time-not-later'],
} as const

type Fault = keyof typeof FAULTS

interface Address {
  id: string
  street: string
  is_default: boolean
}
interface Shop {
  id: string
  name: string
  price: number
  retired: boolean
  status: string
  updated_at: string
}

function listed(shops: readonly Shop[], search: URLSearchParams, fault?: Fault): [number, unknown?] {
  const [, sign = '', key = 'id'] = /^(-?)(name|price)$/.exec(search.get('sort') ?? '') ?? []
  const textOf = (one: Shop): string =>
    key === 'price' && fault !== 'sorts prices as texts'
      ? String(one.price).padStart(9, '0')
      : String(one[key as 'name'])
  const isAfter = (one: Shop, other: Shop): boolean =>
    textOf(one) === textOf(other) || textOf(one) > textOf(other) !== (sign === '-')
  const isHidden = ({ retired }: Shop) =>
    retired && search.get('include_retired') !== 'true' && fault !== 'lists retired shops, too'
  const all = shops
    .filter((one) => !isHidden(one))
    .sort((one, other) => (textOf(one) === textOf(other) ? 0 : isAfter(one, other) ? 1 : -1))
  const cursor = search.get('cursor')
  const last = cursor === null ? undefined : shops.find(({ id }) => `after-${id}` === cursor)
  if (cursor !== null && last === undefined) return [400, {}]
  const start = last === undefined ? 0 : all.findIndex(({ id }) => id === last.id) + 1
  const rest = all
    .slice(start)
    .filter(
      (one) =>
        fault !== 'skips items that are equal to the last one of a page' ||
        last === undefined ||
        textOf(one) !== textOf(last),
    )
  const data = rest.slice(0, Number(search.get('limit') ?? 20))
  return [200, { data, next: data.length < rest.length ? `after-${data.at(-1)?.id}` : null }]
}

/** Retains one default address. */
function settle(all: Address[], preferred: Address | undefined, fault?: Fault): void {
  const one = preferred ?? all.find(({ is_default }) => is_default) ?? all[0]
  if (fault === 'has two default addresses') return
  for (const each of all) each.is_default = each === one
}

function startShops(fault?: Fault): Promise<JsonServer> {
  const shops = new Map<string, Shop>()
  const addresses = new Map<string, Address[]>()
  let count = 0
  const now = () => new Date(Date.UTC(2031, 4, 1) + ++count * 7).toISOString()
  return startJson(({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://shops')
    const [, , id, inside, key] = pathname.split('/')
    const sent = body === '' ? {} : JSON.parse(body)
    if (id === undefined) {
      if (method === 'GET') return listed([...shops.values()], searchParams, fault)
      const made: Shop = { id: `shop${++count}`, retired: false, status: 'open', updated_at: now(), ...sent }
      shops.set(made.id, made)
      addresses.set(made.id, [])
      return [201, made]
    }
    const [found, all] = [shops.get(id), addresses.get(id)]
    if (found === undefined || all === undefined) return [404]
    if (inside === undefined)
      return [200, method === 'GET' ? found : Object.assign(found, sent, { updated_at: now() })]
    if (inside === 'close')
      return [
        200,
        Object.assign(
          found,
          { status: 'closed' },
          fault !== 'keeps the time of the last change' && { updated_at: now() },
        ),
      ]
    if (method === 'GET') return [200, all]
    if (key !== undefined) {
      const at = all.findIndex((one) => one.id === key)
      if (at < 0) return [404]
      all.splice(at, 1)
      if (fault !== 'has no default address after a deletion') settle(all, undefined, fault)
      return [204]
    }
    const made: Address = { id: `a${++count}`, is_default: false, ...sent }
    all.push(made)
    settle(all, made.is_default || all.length === 1 ? made : undefined, fault)
    return [201, made]
  })
}

async function findingsAt(fault?: Fault): Promise<string[]> {
  await using server = await startShops(fault)
  const found: string[] = []
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(
      ({ id }) => Object.values(FAULTS).some(([rule]) => rule === id) || id === 'default-applies',
    ),
    subscribers: [
      (event) => void (event.type === 'finding' && found.push(`${event.finding.rule} ${event.finding.code}`)),
    ],
  })
  return found
}

describe('lists of equal items, of some items, and with one flag', () => {
  it('have no findings at a right server', { timeout: 60_000 }, async () => {
    expect(await findingsAt()).toEqual([])
  })

  it.each(casesOf(Object.keys(FAULTS) as Fault[], 2, 1))('%s', { timeout: 60_000 }, async (fault) => {
    expect(await findingsAt(fault)).toContain(FAULTS[fault].join(' '))
  })
})
