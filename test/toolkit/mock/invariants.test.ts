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

describe('the stateful mock', () => {
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
