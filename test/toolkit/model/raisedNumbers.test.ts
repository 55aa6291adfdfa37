/** Numbers that requests raise, effects on other items of one holder, and values that operations state. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { countersOf } from '../../../src/toolkit/model/counters.ts'
import { formulasOf, statedValues } from '../../../src/toolkit/model/formulas.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { siblingEffects } from '../../../src/toolkit/model/siblingEffects.ts'
import type { JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { viewOf } from '../../../src/toolkit/schema/view.ts'

const text = { type: 'string' }
const shown = (name: string) => ({
  description: '',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const sent = (properties: object) => ({ content: { 'application/json': { schema: { properties } } } })
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]

/** Copies that are lent, each with the number of its loans. */
function lending({ create = '', accept = '', count = '' }) {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Lending', version: '1' },
      paths: {
        '/copies': {
          post: {
            operationId: 'addCopy',
            requestBody: sent({ name: text }),
            responses: { 201: shown('Copy') },
          },
        },
        '/copies/{id}': { parameters, get: { operationId: 'getCopy', responses: { 200: shown('Copy') } } },
        '/loans': {
          post: {
            operationId: 'addLoan',
            description: create,
            requestBody: sent({ copy_id: text }),
            responses: { 201: shown('Loan') },
          },
        },
        '/loans/{id}': { parameters, get: { operationId: 'getLoan', responses: { 200: shown('Loan') } } },
        '/loans/{id}/accept': {
          parameters,
          post: { operationId: 'accept', description: accept, responses: { 200: shown('Loan') } },
        },
      },
      components: {
        schemas: {
          Copy: {
            type: 'object',
            properties: { id: text, name: text, times_lent: { type: 'integer', description: count } },
          },
          Loan: {
            type: 'object',
            properties: {
              ...{ id: text, copy_id: text },
              status: { type: 'string', enum: ['pending', 'accepted', 'rejected', 'expired'] },
            },
          },
        },
      },
    }),
  )
  return { api, graph: findResources(api) }
}

it.each([
  ['The copy becomes `on_loan` and its `times_lent` goes up by one.', true],
  ['Adds 1 to `times_lent`.', true],
  ['Its `times_lent` goes up by one when the loan is returned.', false],
  ['When returned, the copy is free; its `times_lent` goes up by one.', false],
  ['On return, the `times_lent` goes up by one.', false],
  ['Its `times_lent` goes up by one on return.', false],
  ['Its `times_lent` goes up by one at the end of the day.', false],
  ['For members, its `times_lent` goes up by one.', false],
  ['Usually its `times_lent` is increased by one.', false],
  ['If the copy is new:\n- its `times_lent` goes up by one.', false],
  ['Returning the loan increments its `times_lent` by one.', false],
  ['A loan for which the `times_lent` is increased by one is shown.', false],
  ['Its `times_lent` goes up by 10.', false],
  ['Its `times_lent` is increased by one hundred.', false],
  ['Its `times_lent` goes up by one. Loans of staff do not count.', false],
])('that a request raises a number: %s %s', (create, expected) => {
  const { api, graph } = lending({ create })
  expect(countersOf(api, graph).map(({ operation }) => operation.operationId)).toEqual(
    expected ? ['addLoan'] : [],
  )
})

it.each([
  ['Goes up by one whenever a loan of the copy is accepted.', ['accept']],
  ['Is incremented when a loan is made. Starts at 1.', ['addLoan']],
  ['Goes up by one when a loan is accepted. Reset to 0 at midnight.', []],
  ['Goes up by one when a loan is accepted. Updated nightly.', []],
  ['Increments when a loan is created. Capped at 3.', []],
  ['Goes up by one when a loan is accepted. Loans of staff do not count.', []],
])('what raises a number by its description: %s %s', (count, expected) => {
  const { api, graph } = lending({ count })
  expect(countersOf(api, graph).map(({ operation }) => operation.operationId)).toEqual(expected)
})

it.each([
  ['Accepts the loan. All other pending loans for the copy become `rejected`.', 'rejected'],
  ['Accepts the loan and rejects all other loans.', 'rejected'],
  ['All other pending loans whose periods overlap are `rejected`.', 'rejected'],
  ['All other pending loans for the copy become `rejected` after 24 hours.', undefined],
  ['All other pending loans become `expired` at the end of the day.', undefined],
  ['Any other pending loan is rejected with 409.', undefined],
  ['Any other loan is accepted too.', undefined],
  ['Requests for any other loan are rejected.', undefined],
  ['Payment of all other loans is accepted.', undefined],
  ['For rare copies, all other pending loans for the copy are rejected.', undefined],
  ['With `exclusive=true`, all other pending loans for the copy are rejected.', undefined],
  ['All other pending loans whose readers are late become rejected.', undefined],
  ['All other pending loans for the copy are rejected by the owner.', undefined],
  ['Accepts it and tells that all other loans are rejected.', undefined],
  ['All other pending loans become rejected. Paid ones stay as they are.', undefined],
])('the state of other items: %s %s', (accept, expected) => {
  const { api, graph } = lending({ accept })
  const states = graph.resources.flatMap((one) => siblingEffects(api, graph, one)).map(({ state }) => state)
  expect(states).toEqual(expected === undefined ? [] : [expected])
})

const document = documentOf({ openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths: {} })
const names = ['subtotal_cents', 'shipping_cents', 'total_cents']
const order: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
}

it.each([
  ['Creates an order. `total_cents` is the subtotal plus shipping.', true],
  ['`total_cents` is the subtotal plus shipping. Members pay no shipping.', false],
  ['`total_cents` is the subtotal plus shipping.\n\nFor members, shipping is free.', false],
  ['`total_cents` is the subtotal plus shipping. The total of a cancelled order is 0.', false],
  ['For guests:\n\n`total_cents` is the subtotal plus shipping.', false],
  ['With a coupon:\n- `total_cents` is the subtotal.', false],
  ['A member has at most one order.\n\n`total_cents` is the subtotal plus shipping.', true],
  ['`shipping_cents` is 500, and `total_cents` is the subtotal plus shipping.', true],
])('that an operation states how a value is computed: %s %s', (description, expected) => {
  const found = formulasOf(document, viewOf(document, order), statedValues(description, names))
  expect(found.map(({ property }) => property)).toEqual(expected ? ['total_cents'] : [])
})
