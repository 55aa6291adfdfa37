/** A document of invoices with computed properties, and its server. */
import { randomUUID } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../../../src/toolkit/openapi/document.ts'
import { type JsonServer, startJson } from '../runner/jsonServer.ts'

const money = { type: 'number', minimum: 0, maximum: 1000 }
const time = { type: ['string', 'null'], format: 'date-time' }
const LINE = {
  type: 'object',
  required: ['quantity', 'unitPrice'],
  properties: {
    quantity: { type: 'integer', minimum: 1, maximum: 50 },
    unitPrice: { ...money, multipleOf: 0.01 },
    amount: { type: 'number', readOnly: true },
  },
}
const sendable = {
  title: { type: 'string', minLength: 1, maxLength: 40 },
  discount: { type: 'integer', minimum: 0, maximum: 500 },
  startedAt: { type: 'string', format: 'date-time' },
  endedAt: { type: 'string', format: 'date-time' },
  lines: { type: 'array', minItems: 1, maxItems: 5, items: { $ref: '#/components/schemas/Line' } },
  status: { type: 'string', enum: ['open', 'closed'] },
  width: { type: 'integer', minimum: 1, maximum: 100 },
  height: { type: 'integer', minimum: 1, maximum: 10_000 },
}
const computed = {
  id: { type: 'string', readOnly: true },
  total: { type: 'number', readOnly: true },
  lineCount: { type: 'integer', readOnly: true },
  caption: { type: 'string', readOnly: true },
  closedAt: { ...time, readOnly: true },
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const INVOICE = { $ref: '#/components/schemas/Invoice' }
const shown = { description: 'The invoice.', ...json(INVOICE) }
const error = {
  description: 'The error.',
  ...json({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }),
}
const rejections = { 400: error, 404: error, 415: error, 422: error }

/** @param invariants of an invoice, and of a line */
export const invoicesDocument = (invariants?: string[], ofLines?: string[]): JsonObject =>
  structuredClone({
    openapi: '3.1.0',
    info: { title: 'Invoices', version: '1' },
    paths: {
      '/invoices': {
        get: {
          operationId: 'listInvoices',
          responses: {
            200: {
              description: 'All.',
              ...json({
                type: 'object',
                required: ['items'],
                properties: { items: { type: 'array', items: { oneOf: [INVOICE, { type: 'string' }] } } },
              }),
            },
          },
        },
        post: {
          operationId: 'createInvoice',
          requestBody: {
            required: true,
            ...json({
              type: 'object',
              required: Object.keys(sendable),
              additionalProperties: false,
              properties: sendable,
            }),
          },
          responses: { 201: shown, ...rejections },
        },
      },
      '/invoices/{invoiceId}': {
        parameters: [{ name: 'invoiceId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getInvoice', responses: { 200: shown, 404: error } },
        patch: {
          operationId: 'updateInvoice',
          requestBody: {
            required: true,
            ...json({ type: 'object', additionalProperties: false, minProperties: 1, properties: sendable }),
          },
          responses: { 200: shown, ...rejections },
        },
        delete: { operationId: 'deleteInvoice', responses: { 204: { description: 'Gone.' }, 404: error } },
      },
    },
    components: {
      schemas: {
        Line: { ...LINE, ...(ofLines && { 'x-invariants': ofLines }) },
        Base: {
          type: 'object',
          required: [...Object.keys(sendable), ...Object.keys(computed)],
          properties: { ...sendable, ...computed },
        },
        Invoice: {
          allOf: [{ $ref: '#/components/schemas/Base' }],
          ...(invariants && { 'x-invariants': invariants }),
        },
      },
    },
  }) as unknown as JsonObject

/** Changes what the server shows. */
export type Show = (invoice: JsonObject) => JsonObject

interface Behavior {
  show?: Show
  /** Whether the server accepts an end before the start. */
  isLenient?: boolean
}

const rounded = (value: number): number => Math.round(value * 100) / 100

function stored(sent: JsonObject, before: JsonObject = {}): JsonObject {
  const invoice = { ...before, ...sent }
  const lines = (invoice.lines as JsonObject[]).map((line) => ({
    quantity: Number(line.quantity),
    unitPrice: Number(line.unitPrice),
    amount: rounded(Number(line.quantity) * Number(line.unitPrice)),
  }))
  return {
    ...invoice,
    lines,
    total: rounded(lines.reduce((sum, { amount }) => sum + amount, 0)),
    lineCount: lines.length,
    caption: invoice.title ?? null,
    closedAt: invoice.status === 'closed' ? (before.closedAt ?? new Date().toISOString()) : null,
  }
}

/** Why the server rejects what a client sent. */
function objection(sent: Json | undefined, isWhole: boolean, isLenient: boolean): string | undefined {
  if (!isObject(sent) || Object.keys(sent).length === 0) return 'Send an object.'
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(sendable, name))
  if (unknown !== undefined) return `${unknown} is unknown.`
  for (const name of Object.keys(sendable))
    if (isWhole && sent[name] === undefined) return `${name} is required.`
  const wrong = Object.entries(sent).find(([name, value]) => !isRight(name, value))
  if (wrong !== undefined) return `${wrong[0]} is invalid.`
  const isBackwards = Date.parse(String(sent.endedAt)) < Date.parse(String(sent.startedAt))
  return isBackwards && !isLenient ? 'endedAt must not be before startedAt.' : undefined
}

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

const isCents = (value: unknown): boolean =>
  isWithin(value, 0, 1000) && Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) < 1e-6

const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) &&
  !Number.isNaN(Date.parse(value))

function isRight(name: string, value: Json | undefined): boolean {
  if (name === 'title') return typeof value === 'string' && value !== '' && [...value].length <= 40
  if (name === 'discount') return Number.isInteger(value) && isWithin(value, 0, 500)
  if (name === 'width') return Number.isInteger(value) && isWithin(value, 1, 100)
  if (name === 'height') return Number.isInteger(value) && isWithin(value, 1, 10_000)
  if (name === 'status') return value === 'open' || value === 'closed'
  if (name !== 'lines') return isTime(value)
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 5 &&
    value.every(
      (line) =>
        isObject(line) &&
        Number.isInteger(line.quantity) &&
        isWithin(line.quantity, 1, 50) &&
        isCents(line.unitPrice),
    )
  )
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

export function startInvoices({
  show = (invoice) => invoice,
  isLenient = false,
}: Behavior = {}): Promise<JsonServer> {
  const invoices = new Map<string, JsonObject>()
  return startJson(({ method, url, headers, body }) => {
    const [, , id] = url.split(/[/?]/)
    const isJson = /^application\/json\b/.test(headers['content-type'] ?? '')
    if (['POST', 'PATCH'].includes(method) && !isJson) return [415, { title: 'Send JSON.' }]
    const found = id === undefined ? undefined : invoices.get(id)
    if (id !== undefined && found === undefined) return [404, { title: 'There is no such invoice.' }]
    if (method === 'DELETE') return [invoices.delete(id ?? '') ? 204 : 404]
    if (method === 'GET')
      return found === undefined ? [200, { items: [...invoices.values()].map(show) }] : [200, show(found)]
    const sent = parsed(body)
    const isWhole = found === undefined
    const wrong =
      objection(sent, isWhole, isLenient) ??
      objection({ ...pick(found), ...(sent as JsonObject) }, true, isLenient)
    if (wrong !== undefined) return [422, { title: wrong }]
    const invoice = stored(sent as JsonObject, found ?? { id: randomUUID() })
    invoices.set(String(invoice.id), invoice)
    return [isWhole ? 201 : 200, show(invoice)]
  })
}

const pick = (invoice: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(invoice).filter(([name]) => Object.hasOwn(sendable, name))) as JsonObject
