/** `x-invariants` in the stateful mock: computed properties, and requests that it rejects. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { invoicesDocument } from '../conformance/invariants/invoices.ts'
import { startMock } from './startMock.ts'

const stated = () =>
  invoicesDocument(
    ['total == sum(lines.amount)', 'lineCount == count(lines)', 'caption == title', 'startedAt <= endedAt'],
    ['amount == quantity * unitPrice'],
  )

const INVOICE = {
  title: 'Paint',
  discount: 0,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: '2026-01-02T00:00:00Z',
  lines: [
    { quantity: 3, unitPrice: 1.1 },
    { quantity: 2, unitPrice: 10 },
  ],
  status: 'open',
  width: 1,
  height: 1,
}

async function send(origin: string, method: string, path: string, body?: object) {
  const response = await fetch(`${origin}${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as JsonObject }
}

/** Parcels with relations between optional properties. */
const parcels = (...invariants: string[]) => {
  const number = { type: 'number' }
  const properties = {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    ...{ weight: number, netWeight: number, total: number, rate: number },
    fee: { type: 'integer' },
  }
  const Parcel = { type: 'object', required: ['name'], properties, 'x-invariants': invariants }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } }
  const shown = { description: 'The parcel.', content }
  return {
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcels': {
        post: {
          operationId: 'createParcel',
          requestBody: { required: true, content },
          responses: { 201: shown, 422: { description: 'Invalid.' } },
        },
      },
      '/parcels/{parcelId}': {
        parameters: [{ name: 'parcelId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getParcel', responses: { 200: shown } },
      },
    },
    components: { schemas: { Parcel } },
  }
}

describe('the stateful mock', () => {
  it.each([
    ['weight == netWeight', { netWeight: 0.125 }, 201, { weight: 0.125 }],
    ['fee == netWeight', { netWeight: 7 }, 201, { fee: 7 }],
    ['fee == total * rate', { total: 7, rate: 0.05 }, 201, { fee: 0 }],
    ['fee == total * rate', { total: 7, rate: 0.05, fee: 1 }, 201, { fee: 1 }],
    ['fee == total * rate', { total: 7, rate: 0.05, fee: 2 }, 422, {}],
    ['total == netWeight * rate', { netWeight: 0.125, rate: 1 }, 201, { total: 0.13 }],
    ['rate == 0 implies fee == total * rate', { total: 7, rate: 0 }, 201, { fee: 0 }],
  ])('with %s and %j: %i', async (invariant, sent, status, wanted) => {
    await using mock = await startMock(parcels(invariant), { stateful: true })
    const made = await send(mock.origin, 'POST', '/parcels', { name: 'A', ...sent })
    expect(made).toMatchObject({ status, body: wanted })
  })

  it('computes what the client does not send, after each change', async () => {
    await using mock = await startMock(stated(), { stateful: true })
    const made = await send(mock.origin, 'POST', '/invoices', INVOICE)
    expect(made).toMatchObject({ status: 201, body: { total: 23.3, lineCount: 2, caption: 'Paint' } })
    expect(made.body.lines).toMatchObject([{ amount: 3.3 }, { amount: 20 }])
    const path = `/invoices/${String(made.body.id)}`
    const change = { title: 'Oil', lines: [{ quantity: 1, unitPrice: 0.5 }] }
    const changed = await send(mock.origin, 'PATCH', path, change)
    const shown = { total: 0.5, lineCount: 1, caption: 'Oil', lines: [{ amount: 0.5 }] }
    expect(changed).toMatchObject({ status: 200, body: shown })
    expect(await send(mock.origin, 'GET', path)).toMatchObject({ status: 200, body: shown })
  })

  it('rejects values that break an invariant, and stores nothing', async () => {
    await using mock = await startMock(stated(), { stateful: true })
    const wrong = { ...INVOICE, endedAt: '2025-01-01T00:00:00Z' }
    expect((await send(mock.origin, 'POST', '/invoices', wrong)).status).toBe(422)
    const made = await send(mock.origin, 'POST', '/invoices', INVOICE)
    const path = `/invoices/${String(made.body.id)}`
    const change = { startedAt: '2027-01-01T00:00:00Z', title: 'Oil' }
    expect((await send(mock.origin, 'PATCH', path, change)).status).toBe(422)
    expect((await send(mock.origin, 'GET', path)).body).toMatchObject({ title: 'Paint' })
  })

  it('accepts them where the operation declares neither 422 nor 400', async () => {
    const document = stated()
    const { post } = (document.paths as { '/invoices': { post: { responses: JsonObject } } })['/invoices']
    delete post.responses['422']
    delete post.responses['400']
    await using mock = await startMock(document, { stateful: true })
    const wrong = { ...INVOICE, endedAt: '2025-01-01T00:00:00Z' }
    expect((await send(mock.origin, 'POST', '/invoices', wrong)).status).toBe(201)
  })
})
