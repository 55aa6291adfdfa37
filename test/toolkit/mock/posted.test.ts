/** Posted objects with objects and lists in them, in a stateful mock, and the pages of its lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { createNodeMock } from '../../../src/toolkit/mock/nodeMock.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { ORDERS } from './ordersDocument.ts'
import { startMock, type TestMock } from './startMock.ts'

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(ORDERS, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

async function call(method: string, url: string, body?: unknown, type = 'application/json', more = {}) {
  const response = await fetch(mock.origin + url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': type, ...more } }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

describe('what is posted is kept', () => {
  it('with its lists of objects, to which the answer adds what it requires', async () => {
    const lines = [
      { sku: 'ABC-1', quantity: 2, packing: { gift: true, kind: 'bag' } },
      { sku: 'ABC-2', quantity: 3 },
    ]
    const sent = { customer: 'c', currency: 'EUR', copies: 4, lines }
    const made = await call('POST', '/orders', sent)
    expect(made).toMatchObject({ status: 201, body: sent })
    const shown = made.body.lines as { id: string; price: object }[]
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2)
    expect(shown[0]?.price).toEqual({ cents: expect.any(Number) })
    expect((await call('GET', `/orders/${encodeURIComponent(made.body.id)}`)).body).toEqual(made.body)
  })

  it('with long lists of objects too', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({ sku: `ABC-${index}` }))
    expect((await call('POST', '/orders', { customer: 'c', lines })).body).toMatchObject({ lines })
  })

  it('with the defaults of members that the request leaves out, in inner objects too', async () => {
    const lines = [{ sku: 'ABC-1', packing: { gift: true } }]
    const { body } = await call('POST', '/orders', { customer: 'c', address: { street: 's' }, lines })
    expect(body).toMatchObject({
      copies: 1,
      address: { street: 's', country: 'CH' },
      lines: [{ sku: 'ABC-1', quantity: 1, packing: { gift: true, kind: 'box' } }],
    })
  })
})

it('merges a JSON merge patch to any depth, and removes what it says is null', async () => {
  const sent = { customer: 'c', address: { street: 's', city: 'c', zip: '1', note: 'n' } }
  const { body } = await call('POST', '/orders', sent)
  const url = `/orders/${encodeURIComponent(body.id)}`
  const patch = (change: object) => call('PATCH', url, change, 'application/merge-patch+json')
  expect((await patch({ address: { city: 'd', zip: null } })).body).toEqual({
    ...body,
    address: { street: 's', city: 'd', note: 'n', country: 'CH' },
  })
  const { address: _, ...without } = body
  expect((await patch({ address: null })).body).toEqual(without)
  expect((await call('GET', url)).body).toEqual(without)
})

describe('a list tells of its pages', () => {
  it('in members of the answer, as asked or by default', async () => {
    for (const _ of [1, 2, 3]) await call('POST', '/orders', { customer: 'pages' })
    const meta = async (query: string) => (await call('GET', `/orders?customer=pages${query}`)).body.meta
    expect(await meta('')).toEqual({ page: 1, perPage: 2, total: 3, total_pages: 2 })
    expect(await meta('&page=3&per_page=1')).toEqual({ page: 3, perPage: 1, total: 3, total_pages: 3 })
  })

  it('in headers: the total, and links where there are more pages', async () => {
    for (const title of ['a', 'b', 'c']) await call('POST', '/books', { title })
    const whole = await call('GET', '/books')
    expect([whole.headers.get('X-Total-Count'), whole.headers.get('Link')]).toEqual(['3', null])
    const part = await call('GET', '/books?limit=1&offset=1')
    expect(part.headers.get('X-Total-Count')).toBe('3')
    const link = (offset: number, relation: string) =>
      `<${mock.origin}/books?limit=1&offset=${offset}>; rel="${relation}"`
    expect(part.headers.get('Link')).toBe(
      [link(0, 'prev'), link(2, 'next'), link(0, 'first'), link(2, 'last')].join(', '),
    )
  })
})

it('makes up identifiers that a path takes as they are', async () => {
  const { body } = await call('POST', '/books', { title: 'a' })
  expect([body.slug, body.shelf_id].join()).toMatch(/^\S+$/)
  expect((await call('GET', `/books/${body.slug}`)).body).toEqual(body)
  const order = (await call('POST', '/orders', { customer: 'c', lines: [{ sku: 's' }] })).body
  expect([order.id, order.lines[0].id].join()).toMatch(/^\S+$/)
})

describe('a refusal without an example', () => {
  it('says its reason in the plain text, and the member beside it', async () => {
    expect((await call('POST', '/books', { title: '' })).body).toEqual({
      error: expect.stringMatching(/title.*received/),
      field: expect.stringMatching(/title$/),
    })
    expect((await call('GET', '/books/none')).body).toEqual({ error: 'There is no such slug.' })
  })
})

it('answers a repeated idempotency key as the first time, and refuses it for another request', async () => {
  const post = (customer: string) =>
    call('POST', '/orders', { customer }, 'application/json', { 'Idempotency-Key': 'one' })
  const [first, second, other] = [await post('twice'), await post('twice'), await post('other')]
  expect(second).toMatchObject({ status: 201, body: first.body })
  const marks = [first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))
  expect(marks).toEqual([null, 'true'])
  expect((await call('GET', '/orders?customer=twice')).body.data).toEqual([first.body])
  expect(other).toMatchObject({ status: 422, body: { field: 'header.Idempotency-Key' } })
})

it('answers an action on an item with the item, changed where the request says', async () => {
  const { body } = await call('POST', '/orders', { customer: 'c', currency: 'EUR' })
  const acted = await call('POST', `/orders/${body.id}/cancel`, { reason: 'x', currency: 'CHF' })
  expect(acted).toMatchObject({ status: 200, body: { ...body, currency: 'CHF' } })
  expect((await call('GET', `/orders/${body.id}`)).body).toEqual(acted.body)
  expect((await call('POST', '/orders/none/cancel', {})).status).toBe(404)
})

it('carries out once what is sent twice at the same time with one key', async () => {
  const own = await createNodeMock(documentOf(ORDERS), { ...PLAIN_MOCK, stateful: true })
  const request = {
    method: 'POST',
    url: '/orders',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'two' },
    body: Buffer.from('{"customer":"twin"}'),
  }
  const [one, two] = await Promise.all([own.respond(request), own.respond(request)])
  expect(one?.status).toBe(201)
  expect(two?.body).toEqual(one?.body)
})

it('keeps what is put under a number, and filters by what is in its lists', async () => {
  const put = await call('PUT', '/slots/7', { tags: [] })
  expect([put.status, put.body]).toEqual([201, { id: 7, tags: [] }])
  await call('PUT', '/slots/8', { tags: ['red', 'blue'] })
  expect((await call('GET', '/slots/7')).body).toEqual({ id: 7, tags: [] })
  expect((await call('GET', '/slots?tags=red')).body).toEqual([{ id: 8, tags: ['red', 'blue'] }])
})
