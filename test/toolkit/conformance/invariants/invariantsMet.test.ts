/** `x-invariants` of a document, in the responses of a server that breaks them. */
import { describe, expect, it } from 'vitest'
import { messageOf, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding } from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { invoicesDocument, type Show, startInvoices } from './invoices.ts'

const TOTAL = 'total == sum(lines.amount)'
const CLOSED = 'status == "closed" implies closedAt != null'
const AMOUNT = 'amount == quantity * unitPrice'

async function findingsOf(document: object, show?: Show): Promise<ConformanceFinding[]> {
  await using server = await startInvoices(show === undefined ? {} : { show })
  const findings: ConformanceFinding[] = []
  const summary = await runConformance({
    document: documentOf(document),
    target: server.url,
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) =>
      ['valid-request-succeeds', 'created-read-back', 'created-item-listed'].includes(id),
    ),
    subscribers: [(event) => event.type === 'finding' && findings.push(event.finding)],
  })
  expect(summary.reached.operations).toBe(5)
  return findings.filter(({ rule }) => rule === 'invariants-met')
}

const stated = () => invoicesDocument([TOTAL, 'lineCount == count(lines)', CLOSED], [AMOUNT])

describe('invariants-met', () => {
  it('reports nothing about a server that keeps the invariants', async () => {
    expect(await findingsOf(stated())).toEqual([])
  })

  it('reports the values, the object and the place of a broken invariant, in items and in entries of lists', async () => {
    const found = await findingsOf(stated(), (invoice) => ({ ...invoice, total: Number(invoice.total) + 1 }))
    const operations = new Set(found.map(({ operationId }) => operationId))
    expect([...operations].sort()).toEqual(['createInvoice', 'getInvoice', 'listInvoices', 'updateInvoice'])
    expect(new Set(found.map(({ cause }) => cause)).size).toBe(1)
    for (const finding of found) {
      expect(finding).toMatchObject({
        subject: TOTAL,
        kind: 'server-fault',
        fault: 992,
        place: { pointer: '/components/schemas/Invoice/x-invariants/0' },
        received: { total: expect.any(Number), 'sum(lines.amount)': expect.any(Number) },
      })
      const { total, 'sum(lines.amount)': sum } = finding.received as Record<string, number>
      expect(Number(total) - Number(sum)).toBeCloseTo(1)
      expect(messageOf(finding)).toBe(`received total ${total}, sum(lines.amount) ${sum}; expected ${TOTAL}`)
    }
    expect(found.find(({ operationId }) => operationId === 'listInvoices')?.pointer).toMatch(/^\/items\/\d+$/)
    expect(found.find(({ operationId }) => operationId === 'getInvoice')?.pointer).toBe('')
  })

  it('checks objects inside others', async () => {
    const found = await findingsOf(stated(), (invoice) => ({
      ...invoice,
      lines: (invoice.lines as { amount: number }[]).map((line) => ({ ...line, amount: line.amount + 1 })),
      total: Number(invoice.total) + Number(invoice.lineCount),
    }))
    expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set([AMOUNT]))
    expect(found.find(({ operationId }) => operationId === 'getInvoice')?.pointer).toBe('/lines/0')
  })

  it('does not apply where a value is missing or null', async () => {
    const found = await findingsOf(stated(), ({ total: _, ...invoice }) => ({
      ...invoice,
      lineCount: null,
      lines: [{ quantity: 1, unitPrice: null, amount: 5 }],
    }))
    expect(found).toEqual([])
  })

  it('stops at an invariant that cannot be parsed', async () => {
    await expect(findingsOf(invoicesDocument(['total is right']))).rejects.toThrow(
      'x-invariants "total is right" has an unexpected "i" at column 7; expected one of ==',
    )
  })
})
