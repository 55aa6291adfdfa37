/** Operations that the target accepts only with values and other items that its error responses show, not its document. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { blame, collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const DAY = 86_400_000
const text = { type: 'string', minLength: 1, maxLength: 40 }
const day = { type: 'string', format: 'date' }
const count = { type: 'integer', minimum: 1, maximum: 20 }
const visit = {
  doctor_id: text,
  kind: { enum: ['surgery', 'checkup'] },
  planned_on: day,
  valid_until: day,
}
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Clinic with a shop', version: '1' },
  paths: {
    ...collection('/doctors', 'Doctor', { name: text }),
    ...collection('/visits', 'Visit', visit),
    '/visits/{id}/treatments': {
      parameters: [parameter('id')],
      post: sending({ doctor_id: text, name: text }, 'Treatment'),
    },
    '/visits/{id}/close': { parameters: [parameter('id')], post: sending(undefined, 'Visit') },
    ...collection('/bills', 'Bill', { visit_id: text }),
    ...collection('/articles', 'Article', { name: text }),
    '/articles/{id}/publish': { parameters: [parameter('id')], post: sending(undefined, 'Article') },
    ...collection('/places', 'Place', { name: text }),
    ...collection('/stock_movements', 'StockMovement', { article_id: text, place_id: text, amount: count }),
    ...collection('/discount_codes', 'DiscountCode', { code: { type: 'string', pattern: '^[A-Z]{8}$' } }),
    ...collection('/carts', 'Cart', { name: text }),
    '/carts/{id}/articles/{article_id}': {
      parameters: [parameter('id'), parameter('article_id')],
      put: sending({ amount: count }, 'Cart', 200),
    },
    '/carts/{id}/discount': {
      parameters: [parameter('id')],
      put: sending({ code: { type: 'string', minLength: 4, maxLength: 12 } }, 'Cart', 200),
    },
    '/carts/{id}/checkout': { parameters: [parameter('id')], post: sending(undefined, 'Cart') },
  },
  components: {
    schemas: {
      Doctor: object({ name: text }),
      Visit: object({ ...visit, status: { enum: ['open', 'closed'] } }),
      Treatment: object({ doctor_id: text, name: text }),
      Bill: object({ visit_id: text }),
      Article: object({ name: text, status: { enum: ['draft', 'published'] } }),
      Place: object({ name: text }),
      StockMovement: object({ article_id: text, place_id: text, amount: count }),
      DiscountCode: object({ code: text }),
      Cart: object({ name: text, article_ids: { type: 'array', items: text } }),
    },
  },
})

function createServer() {
  const all = new Map<string, Thing>()
  const add = (kind: string, thing: object): Thing => {
    const one = { id: `${kind}_${crypto.randomUUID()}`, ...thing }
    all.set(one.id, one)
    return one
  }
  const of = (kind: string) => [...all.values()].filter((one) => one.id.startsWith(`${kind}_`))

  const unfit = (sent: Record<string, unknown>): Response | undefined => {
    const [planned, until] = [sent.planned_on, sent.valid_until].map((one) => Date.parse(String(one)))
    const ahead = ((planned ?? 0) - Date.now()) / DAY
    if (ahead < 0) return blame('planned_on', 'lies in the past')
    if (ahead > 90) return blame('planned_on', 'is more than 90 days ahead')
    const length = ((until ?? 0) - (planned ?? 0)) / DAY
    if (length < 1 || length > 30) return blame('valid_until', 'is not within 30 days of planned_on')
    return sent.kind === 'surgery' ? blame('kind', 'is not meant for this animal') : undefined
  }

  const billed = ({ visit_id }: Record<string, unknown>): Response => {
    const visited = all.get(String(visit_id))
    if (visited?.status !== 'closed')
      return fail(409, 'wrong_status', `Not possible in status ${String(visited?.status)}.`)
    const isTreated = of('treatments').some((one) => one.visit_id === visit_id)
    return isTreated
      ? [201, add('bills', { visit_id })]
      : fail(409, 'nothing_to_bill', 'The visit has no treatments.')
  }

  const create = (kind: string, sent: Record<string, unknown>): Response => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_id') && !all.has(String(value))) return blame(name, 'does not exist')
    const rejected = kind === 'visits' ? unfit(sent) : undefined
    if (rejected !== undefined) return rejected
    if (kind === 'bills') return billed(sent)
    const start = { visits: { status: 'open' }, articles: { status: 'draft' }, carts: { article_ids: [] } }[
      kind
    ]
    return [201, add(kind, { ...sent, ...start })]
  }

  const put = (
    cart: Thing,
    what: string,
    id: string | undefined,
    sent: Record<string, unknown>,
  ): Response => {
    if (what === 'discount')
      return of('discount_codes').some(({ code }) => code === sent.code)
        ? [200, cart]
        : blame('code', 'is not a known discount code')
    const article = all.get(String(id))
    if (article?.id.startsWith('articles_') !== true) return fail(404, 'not_found', 'Article not found.')
    if (article.status !== 'published') return fail(409, 'not_published', 'The article is not published.')
    const stocked = of('stock_movements').filter((one) => one.article_id === id)
    if (stocked.reduce((sum, { amount }) => sum + Number(amount), 0) < Number(sent.amount))
      return fail(409, 'insufficient_stock', 'Not enough units are available.')
    cart.article_ids = [...(cart.article_ids as string[]), id]
    return [200, cart]
  }

  const act = (thing: Thing, verb: string, sent: Record<string, unknown>): Response => {
    if (verb === 'publish') return [201, Object.assign(thing, { status: 'published' })]
    if (verb === 'checkout')
      return (thing.article_ids as string[]).length > 0
        ? [201, thing]
        : fail(409, 'cart_empty', 'An empty cart cannot be checked out.')
    if (thing.status !== 'open')
      return fail(409, 'wrong_status', `Not possible in status ${String(thing.status)}.`)
    if (verb === 'close') return [201, Object.assign(thing, { status: 'closed' })]
    if (sent.doctor_id !== thing.doctor_id)
      return fail(403, 'not_treating', 'Only the treating doctor may do this.')
    return [201, add('treatments', { ...sent, visit_id: thing.id })]
  }

  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const [kind = '', one, verb, further] = (url.split('?')[0] ?? '').split('/').slice(1)
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (one === undefined) return create(kind, sent)
    const thing = all.get(decodeURIComponent(one))
    if (thing === undefined) return fail(404, 'not_found', 'Not found.')
    if (method === 'PUT') return put(thing, verb ?? '', further && decodeURIComponent(further), sent)
    return method === 'POST' ? act(thing, verb ?? '', sent) : [200, thing]
  }
}

it('reaches each operation', { timeout: 120_000 }, async () => {
  const { unreached, reached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
