/** References by another value than the id, and the kinds of items that the document makes without an address of their own. */
import { describe, expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { naturalKey } from '../../../src/toolkit/model/naturalKeys.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const shown = (name: string) => ({
  description: '',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const id = (name: string) => ({ name, in: 'path', required: true, schema: text })
const object = (properties: object) => ({ type: 'object', properties: { id: text, ...properties } })

const api = createApi(
  documentOf({
    openapi: '3.1.0',
    info: { title: 'Charging', version: '1' },
    paths: {
      '/customers': { post: { operationId: 'addCustomer', responses: { 201: shown('Customer') } } },
      '/customers/{customer_id}': {
        parameters: [id('customer_id')],
        get: { operationId: 'getCustomer', responses: { 200: shown('Customer') } },
      },
      '/customers/{customer_id}/cards': {
        parameters: [id('customer_id')],
        post: { operationId: 'addCard', responses: { 201: shown('Card') } },
      },
      '/cards/{card_id}/block': {
        parameters: [id('card_id')],
        post: { operationId: 'blockCard', responses: { 200: shown('Card') } },
      },
      '/stations': { post: { operationId: 'addStation', responses: { 201: shown('Station') } } },
      '/stations/{station_id}': {
        parameters: [id('station_id')],
        get: { operationId: 'getStation', responses: { 200: shown('Station') } },
      },
      '/stations/{station_id}/plugs': {
        parameters: [id('station_id')],
        post: { operationId: 'addPlug', responses: { 201: shown('Plug') } },
      },
      '/discount_codes': { post: { operationId: 'addCode', responses: { 201: shown('DiscountCode') } } },
      '/discount_codes/{code_id}': {
        parameters: [id('code_id')],
        get: { operationId: 'getCode', responses: { 200: shown('DiscountCode') } },
      },
      '/sessions': { post: { operationId: 'start', responses: { 201: shown('Session') } } },
      '/sessions/{session_id}': {
        parameters: [id('session_id')],
        get: { operationId: 'getSession', responses: { 200: shown('Session') } },
      },
      '/sessions/{session_id}/invoice': {
        parameters: [id('session_id')],
        post: { operationId: 'invoice', responses: { 201: shown('Invoice') } },
      },
      '/invoices/{invoice_id}': {
        parameters: [id('invoice_id')],
        get: { operationId: 'getInvoice', responses: { 200: shown('Invoice') } },
      },
    },
    components: {
      schemas: {
        Customer: object({ number: text, email: text }),
        Card: object({ uid: text, label: text, kind: { enum: ['a', 'b'] } }),
        Plug: object({ kind: text }),
        Station: object({ plugs: { type: 'array', items: { $ref: '#/components/schemas/Plug' } } }),
        DiscountCode: object({ code: text }),
        Session: object({}),
        Invoice: object({}),
      },
    },
  }),
)
const graph = findResources(api)
const at = (item: string) => graph.resources.find((one) => one.item === item)

describe('items that are made elsewhere', () => {
  it.each([
    ['/cards/{card_id}', 'addCard'],
    ['/stations/{station_id}/plugs/{id}', 'addPlug'],
    ['/invoices/{invoice_id}', 'invoice'],
    ['/sessions/{session_id}', 'start'],
  ])('%s by %s', (item, create) => expect(at(item)?.create?.operationId).toBe(create))

  it('are referred to by their kind', () =>
    expect(graph.referredBy('plug_id', text, at('/sessions/{session_id}'))?.item).toBe(
      '/stations/{station_id}/plugs/{id}',
    ))
})

describe('a key in place of an id', () => {
  it.each([
    ['cardUid', '/cards/{card_id}', 'uid'],
    ['card_uid', '/cards/{card_id}', 'uid'],
    ['customer_number', '/customers/{customer_id}', 'number'],
    ['discount_code', '/discount_codes/{code_id}', 'code'],
  ])('%s refers to %s by %s', (name, item, member) => {
    const found = naturalKey(api, graph, name, at('/sessions/{session_id}'))
    expect([found?.resource.item, found?.member]).toEqual([item, member])
  })
  it.each(['card_label', 'uid', 'card_kind', 'customer_email', 'session_number'])(
    '%s refers to none',
    (name) => expect(naturalKey(api, graph, name, undefined)).toBeUndefined(),
  )
  it('is not one of its own resource', () =>
    expect(naturalKey(api, graph, 'card_uid', at('/cards/{card_id}'))).toBeUndefined())
})
