/** Sentences that state when a request is rejected by the state of an item, and sentences that look alike and do not. */
import { describe, expect, it } from 'vitest'
import { allowedStates, isDecidedByState } from '../../../src/toolkit/model/allowedStates.ts'
import { createApi } from '../../../src/toolkit/model/api.ts'
import {
  presentStates,
  type StateCondition,
  stateCondition,
  withoutOpposites,
} from '../../../src/toolkit/model/description.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { statePromises } from '../../../src/toolkit/model/statePromises.ts'
import { referenceSentence, stateSentence } from '../../../src/toolkit/model/stateSentences.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const STATES = ['draft', 'open', 'approved', 'shipped', 'on_hold', 'cancelled', 'closed']

const inWords = (condition: StateCondition | undefined): string | undefined =>
  condition && [...(condition.isNot ? ['not'] : []), ...condition.states].join(' ')

describe('the state of the item of a request', () => {
  const isRequest = (verb: string) => /^(?:ship|cancel|add|pay)/i.test(verb)
  const subject = { states: STATES, nouns: ['order'], isItself: true, isRequest }
  it.each<[text: string, expected: string | undefined]>([
    ['Ships it. Only an approved order can be shipped.', 'not approved'],
    ['An order can be cancelled only while it is open or approved', 'not open approved'],
    ['Orders can only be cancelled when they are on hold.', 'not on_hold'],
    ['Can be cancelled only while `draft`.', 'not draft'],
    ['Only a draft can be cancelled', 'not draft'],
    ['Only drafts can be cancelled', 'not draft'],
    ['Drafts only. Its lines go with it.', 'not draft'],
    ['Open orders only, else 409.', 'not open'],
    ["Closed ones can't be cancelled", 'closed'],
    ['Closed orders cannot be shipped - any attempt gets 409', 'closed'],
    ['Closed ones are hidden', undefined],
    ['Draft lines only.', undefined],
    ['Managers only.', undefined],
    ['Possible only from open.', 'not open'],
    ['Only possible while the order is open', 'not open'],
    ['Closed orders are not shipped.', 'closed'],
    ['Closed orders are not counted.', undefined],
    ['Possible while the order is open.', undefined],
    ['Allowed only in `open` (409).', 'not open'],
    ['From `approved` only.', 'not approved'],
    ['Requires an approved order', 'not approved'],
    ['Requires the order to be approved.', 'not approved'],
    ['The order must be approved first', 'not approved'],
    ['The order must be in status `approved` (409 otherwise).', 'not approved'],
    ['Order must be open or approved to be cancelled', 'not open approved'],
    ['Only orders in state approved can be shipped', 'not approved'],
    ['Orders that are not approved cannot be shipped', 'not approved'],
    ['Lines can only be added to draft orders', 'not draft'],
    ['Lines can be added only while the order is a draft.', 'not draft'],
    ['Cancels an order. It cannot be cancelled once it has shipped.', 'shipped'],
    ['An order cannot be cancelled after it has been shipped.', 'shipped'],
    ['Once shipped, an order can no longer be cancelled', 'shipped'],
    ['Orders can be cancelled until they are shipped.', 'shipped'],
    ['Cannot cancel a shipped order', 'shipped'],
    ['Lines cannot be added to a closed order.', 'closed'],
    ['An order that is closed or cancelled cannot be shipped', 'cancelled closed'],
    ['A closed order can no longer be cancelled.', 'closed'],
    ['The order must not be closed.', 'closed'],
    ['Orders can only be cancelled while `on_hold`.', 'not on_hold'],
    ['An order that is `on_hold` or `open` cannot be cancelled', 'open on_hold'],
    ['On-hold orders cannot be canceled', 'on_hold'],
    ['A canceled order cannot be shipped.', 'cancelled'],
    ['Once an order has left `draft`, neither its lines nor its address can be cancelled.', 'not draft'],
    ['Only a draft with at least one line can be shipped', 'not draft'],
    ['Can be cancelled only if, and only if, it is open.', undefined],
    ['Cancelled when, and only when, the order is open.', undefined],
    ['You can cancel an order only while it is open.', 'not open'],
    ["You can only cancel an order that's open", 'not open'],
    ['An order is shipped from `approved` and from no other status', 'not approved'],
    ['An order can be cancelled only from `open`, and only once it is paid.', 'not open'],
    ['A closed one gives you a 409', 'closed'],
    ['You can only cancel an order of an open customer', undefined],
    ['An order is shipped from the open warehouse', undefined],
    ['Once an order is shipped, its story is told and we answer 409', 'shipped'],
    ['Orders with `closed: true` cannot be shipped.', 'closed'],
    ['An order can be cancelled while it is open.', undefined],
    ['An approved order can be cancelled.', undefined],
    ['An order cannot be cancelled once it is shipped, unless it is lost', undefined],
    ['An order cannot be cancelled once it is shipped. Admins can override this.', undefined],
    ['An order can only be cancelled by its owner while it is open.', undefined],
    ['An order can only be cancelled if it is open and has no lines.', undefined],
    ['An order can only be cancelled while the customer is open.', undefined],
    ['Only open orders of the customer can be cancelled.', undefined],
    ['Only closed orders cannot be cancelled.', undefined],
    ['Neither closed nor cancelled orders can be shipped', undefined],
    ['Once approved, the order can be shipped.', undefined],
    ['A closed order cannot be edited.', undefined],
    ['Lines can be added only while it is draft', undefined],
    ['The order may be closed.', undefined],
    ['The order should be approved.', undefined],
    ['The order must be cancelled by the customer.', undefined],
    ['The order is usually open. Only an open order can be cancelled.', undefined],
    ['Only open or overdue orders can be cancelled.', undefined],
    ['The order must be approved before it is shipped.', 'not approved'],
    ['The order must be approved before the order is cancelled.', 'not approved'],
    ['The order must be approved before the invoice is closed.', undefined],
    ['The order must be approved before it is archived', undefined],
    ['The order must be approved before a refund is paid.', undefined],
    ['The order must be open, in order to be refunded', undefined],
    ['Only approved orders can be shipped abroad.', undefined],
    ['Only approved orders can be shipped free of charge.', undefined],
    ['Draft orders cannot be shipped to other countries.', undefined],
    ['An open order cannot be shipped express.', undefined],
    ['Closed orders cannot be cancelled immediately.', undefined],
    ['Only approved orders can ship goods.', undefined],
    ['Its orders must be closed.', undefined],
  ])('%s', (text, expected) => {
    expect(inWords(stateSentence(text, subject)?.condition)).toBe(expected)
  })
})

describe('the states in which a text allows a request', () => {
  const isRequest = (verb: string) => /^(?:ship|cancel|approv)/i.test(verb)
  const subject = { states: STATES, nouns: ['order'], isItself: true, isRequest }
  it.each<[text: string, expected: string | undefined]>([
    ['Cancels an open or approved order.', 'open approved'],
    ['Cancels an order that is `draft` or `on_hold`.', 'draft on_hold'],
    ['Ships an approved order and sets `shippedAt`.', 'approved'],
    ['Open and approved orders can be cancelled as long as nothing was sent.', 'open approved'],
    ['Cancels it. Orders can be cancelled while they are open.', 'open'],
    ['Can be cancelled from `open` or `approved`.', 'open approved'],
    ['Ships an approved order. Closed orders can be shipped as well.', undefined],
    ['Ships an approved order. Open orders can be shipped if paid.', 'open approved'],
    ['Ships an approved order. Drafts are also possible.', undefined],
    ['Ships an approved order. Has no effect on a shipped one.', undefined],
    ['Records a cancelled order.', undefined],
    ['Marks a shipped order as delivered.', undefined],
    ['Ships the approved part of an order.', undefined],
    ['Ships an approved order or a draft of it.', undefined],
    ['Ships it with an open invoice.', undefined],
    ['Open orders are shipped within a day.', undefined],
    ['An approved order can be edited.', undefined],
    ['Ships an approved order. It becomes `shipped`.', 'approved'],
    ['Ships an approved order. Drafts are rejected.', 'approved'],
    ['Cancels an open order. Cancelled orders stay in the list.', 'open'],
    ['Cancels an open order. Drafts are deleted.', undefined],
    ['Cancels an approved order. For open orders the payment is returned.', undefined],
    ['Cancels an open order. The same call withdraws a closed one.', undefined],
    ['Cancels an open order. Repeating the call on a cancelled one returns the order.', undefined],
    ['Approved orders can be cancelled by customers, open ones by anyone.', undefined],
    ['Approved orders can be cancelled by the customer. Staff cancels orders in every stage.', undefined],
    ['Cancels an open order and reopens a closed order.', undefined],
    ['Cancels a draft order; any other order is archived.', undefined],
    ['Moves an `open` or `approved` order to `cancelled` and sets its end.', 'open approved'],
    ['Moves the order from open or approved to cancelled; in any other status it is a 409.', 'open approved'],
    ['Moves an open order to cancelled, or a cancelled one back to open.', undefined],
    ['Moves an open order to approved and an approved order to shipped.', undefined],
    ['Adds an approved order to shipped.', undefined],
    ['Cancels an order that is a draft or open. An existing label becomes `void`.', 'draft open'],
  ])('%s', (text, expected) => {
    expect(allowedStates(text, subject, true)?.states.join(' ')).toBe(expected)
  })

  it.each<[text: string, expected: string | undefined]>([
    ['Cancels an open order. Returns 409 otherwise.', 'open'],
    ['Cancels an open order (`409` for any other).', 'open'],
    ['Cancels an open order. Returns 409 in any other status.', 'open'],
    ['An order can be cancelled while it is open; after that it is a 409.', 'open'],
    [
      'Orders can be cancelled for as long as they are open; a request at any later time is met with 409.',
      'open',
    ],
    ['Cancels an open order. Returns 409 if it has payments.', undefined],
    ['Cancels an open order.', undefined],
    [
      'Either side may cancel an open or approved order. A verb in the wrong status gives 409.',
      'open approved',
    ],
    [
      'The customer may cancel a draft order; the shop can archive an approved one. A verb in the wrong status gives 409.',
      'draft',
    ],
    ['Either side may cancel an open or approved order.', undefined],
    ['Either side may archive an approved order. A verb in the wrong status gives 409.', undefined],
    ['Either side may not cancel an open order. A verb in the wrong status gives 409.', undefined],
  ])('where no error response states that the state decides: %s', (text, expected) => {
    expect(allowedStates(text, subject, false)?.states.join(' ')).toBe(expected)
  })

  it.each<[cause: string, expected: string[]]>([
    ['The answer is 409 if the order is already shipped, otherwise 422.', ['shipped']],
    ['The order has already been cancelled.', ['cancelled']],
    ['A shipped order has a number already.', []],
  ])('the present state in "%s"', (cause, expected) => {
    expect(presentStates(cause, STATES)).toEqual(expected)
  })

  it.each<[cause: string, expected: boolean]>([
    ['The order is not in a state that allows it.', true],
    ['Not possible in the current status.', true],
    ['The order cannot be cancelled.', true],
    ['Invalid state transition', true],
    ['The request conflicts with the current state of the order', true],
    ['The state of the order does not allow the action (`invalid_state`).', true],
    ['The status does not allow the operation', true],
    ['The order has payments.', false],
    ['The email address is taken.', false],
    ['The customer cannot be billed.', false],
  ])('the cause %s', (cause, expected) => {
    expect(isDecidedByState(cause, isRequest)).toBe(expected)
  })
})

describe('tables of what is possible in each state', () => {
  const tables: [title: string, table: string, ...expected: string[]][] = [
    [
      'states with their actions',
      '| Status | Meaning | Permitted actions |\n|---|---|---|\n' +
        STATES.map((state) => `| \`${state}\` | – | ${state === 'approved' ? 'ship' : 'none'} |`).join('\n'),
      'ship: not approved',
    ],
    [
      'actions with their states',
      '| Operation | From | To |\n|---|---|---|\n| `ship` | `open`, `approved` | shipped |',
      'ship: not open approved',
    ],
    ['not all states', '| Status | Actions |\n|---|---|\n| approved | ship |\n| draft | none |'],
    ['the states afterwards', '| Operation | Status |\n|---|---|\n| `ship` | `shipped` |'],
    [
      'remarks that allow more',
      '| Operation | From | Remarks |\n|---|---|---|\n| `ship` | `open` | Staff may do so later too |',
    ],
    ['other columns', '| Operation | From | Who |\n|---|---|---|\n| `ship` | any | staff |'],
  ]
  it.each(tables)('%s', (_title, description, ...expected) => {
    expect(promisesOf({ ship: { description } })).toEqual(expected)
  })
})

describe('the state of an item that a property refers to', () => {
  it.each<[text: string, expected: string | undefined]>([
    ['The plan. Must not be closed.', 'closed'],
    ['Must be an open plan.', 'not open'],
    ['Must refer to an open or approved plan (409).', 'not open approved'],
    ['The plan must be open.', 'not open'],
    ['It must not be on hold', 'on_hold'],
    ['Only open plans.', 'not open'],
    ['Only open plans can be booked.', 'not open'],
    ['Closed plans are rejected', 'closed'],
    ['Closed plans cannot be booked.', 'closed'],
    ['The id of an open plan.', undefined],
    ['The plan, which may be closed.', undefined],
    ['Should be an open plan.', undefined],
    ['Must be an open plan unless the trial is over.', undefined],
    ['Must be open when the trial starts.', undefined],
    ['Must be the plan of an open order.', undefined],
    ['Only open plans are listed.', undefined],
    ['Only open plans can be deleted.', undefined],
    ['A closed plan cannot be deleted.', undefined],
    ['Closed plans cannot be changed here', undefined],
  ])('%s', (text, expected) => {
    expect(inWords(referenceSentence(text, { states: STATES, nouns: ['plan'] })?.condition)).toBe(expected)
  })
})

describe('the cause of an error response', () => {
  it.each<[text: string, expected: string | undefined]>([
    ['Not possible for closed orders', 'closed'],
    ['This is a closed response', undefined],
    ['Not allowed while the order is closed', 'closed'],
    ['Allowed from `open` and `approved`', undefined],
    ['Neither closed nor cancelled orders can be shipped', undefined],
    ['The order is neither open nor approved', 'not open approved'],
    ['The order is `on_hold`.', 'on_hold'],
    ['The order is not `on_hold` or canceled', 'not on_hold cancelled'],
  ])('%s', (text, expected) => {
    expect(inWords(stateCondition(text, STATES))).toBe(expected)
  })
})

const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const parts = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: text,
})

interface Said {
  description?: string
  conflict?: string
}

/** Requests on orders with a state, on their payments, and on vouchers for orders. */
function promisesOf(said: Record<string, Said>, shown: object = {}, description = ''): string[] {
  const order = {
    type: 'object',
    properties: { id: text, note: text, status: { type: 'string', enum: STATES, readOnly: true }, ...shown },
  }
  const payment = { type: 'object', properties: { id: text, amount: { type: 'number' } } }
  const voucher = { type: 'object', required: ['order_id'], properties: { id: text, order_id: text } }
  const request = (operationId: string, response: object, sent?: object) => ({
    operationId,
    description: said[operationId]?.description ?? '',
    ...(sent && { requestBody: { required: true, ...json(sent) } }),
    responses: {
      ...(response as Record<string, object>),
      409: { description: said[operationId]?.conflict ?? '' },
    },
  })
  const ok = (schema: object) => ({ 200: { description: 'OK', ...json(schema) } })
  const made = (schema: object) => ({ 201: { description: 'Created', ...json(schema) } })
  const list = (operationId: string, items: object) => ({
    operationId,
    responses: ok({ type: 'array', items }),
  })
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1', description },
    paths: {
      '/orders': { get: list('listOrders', order), post: request('createOrder', made(order), order) },
      '/orders/{orderId}': {
        parameters: [parts('orderId')],
        get: { operationId: 'getOrder', responses: ok(order) },
        patch: request('updateOrder', ok(order), order),
        delete: request('deleteOrder', { 204: { description: 'Deleted' } }),
      },
      '/orders/{orderId}/ship': { parameters: [parts('orderId')], post: request('ship', ok(order)) },
      '/orders/{orderId}/payments': {
        parameters: [parts('orderId')],
        get: list('listPayments', payment),
        post: request('createPayment', made(payment), payment),
      },
      '/orders/{orderId}/payments/{paymentId}': {
        parameters: [parts('orderId'), parts('paymentId')],
        get: { operationId: 'getPayment', responses: ok(payment) },
        patch: request('updatePayment', ok(payment), payment),
      },
      '/vouchers': {
        get: list('listVouchers', voucher),
        post: request('createVoucher', made(voucher), voucher),
      },
      '/vouchers/{voucherId}': {
        parameters: [parts('voucherId')],
        get: { operationId: 'getVoucher', responses: ok(voucher) },
      },
    },
  })
  const api = createApi(document)
  const graph = findResources(api)
  return graph.resources.flatMap((resource) =>
    statePromises(api, graph, resource).map(
      ({ operation, condition }) => `${operation.operationId}: ${inWords(condition)}`,
    ),
  )
}

describe('the requests that the description of the API rules out', () => {
  it.each<[description: string, ...expected: string[]]>([
    ['Only draft orders can be edited.', 'updateOrder: not draft'],
    ['Payments cannot be edited once the order is closed.', 'updatePayment: closed'],
    ['Only draft orders can be edited. Notes can be changed in every state.'],
    ['- Only draft orders can be edited.\n- Notes can be changed at any time.'],
  ])('%s', (description, ...expected) => {
    expect(promisesOf({}, {}, description)).toEqual(expected)
  })
})

describe('the requests that a description rules out', () => {
  it.each<[operation: string, description: string, ...expected: string[]]>([
    ['updateOrder', 'Changes it. A closed order cannot be changed.', 'updateOrder: closed'],
    ['updateOrder', 'It can only be changed while it is open.', 'updateOrder: not open'],
    ['updateOrder', 'The order cannot be changed once it is shipped.', 'updateOrder: shipped'],
    ['updateOrder', 'The price cannot be changed once the order is approved.'],
    ['updateOrder', 'Price cannot be changed once approved.'],
    ['updateOrder', 'The customer can only be changed while the order is open.'],
    ['updateOrder', 'While the order is shipped, its address cannot be changed.'],
    ['updateOrder', 'If it is shipped, the tracking number cannot be changed.'],
    ['updateOrder', 'Shipped orders cannot change the address.'],
    ['updateOrder', 'Shipped orders cannot be changed completely.'],
    ['updateOrder', 'The price of an approved order cannot be changed.'],
    ['updateOrder', 'The order must be approved before it is shipped.'],
    ['deleteOrder', 'Draft orders cannot be deleted permanently.'],
    ['deleteOrder', 'Approved orders cannot be deleted immediately.'],
    ['deleteOrder', 'An order must be cancelled before a refund is paid.'],
    ['createPayment', 'Only approved orders can receive payments.'],
    ['createPayment', 'Makes it. Only approved orders can make payments.', 'createPayment: not approved'],
    ['createPayment', 'Makes it. A closed order cannot make new payments.', 'createPayment: closed'],
    ['createPayment', 'Makes it. Closed orders cannot make payments above 100 EUR.'],
    ['createPayment', 'Makes it. Closed orders cannot make large payments.'],
    ['createPayment', 'Adds it. Only approved orders can add goods.'],
    ['createPayment', 'The order must be approved before the payment is captured.'],
    [
      'createPayment',
      'Adds it. Payments can only be added to approved orders.',
      'createPayment: not approved',
    ],
    ['updatePayment', 'The amount cannot be changed once the order is shipped.'],
    ['createVoucher', 'Only approved orders can use vouchers.'],
    ['createVoucher', 'Closed orders cannot order alcohol.'],
    ['createVoucher', 'Closed orders cannot place vouchers above 100 EUR.'],
    ['ship', 'Ships it (409 if it is not open).', 'ship: not open'],
    ['ship', 'Ships an approved order (409 otherwise).', 'ship: not approved'],
    ['ship', 'Requires an approved order (409 otherwise).', 'ship: not approved'],
    ['ship', 'Ships it (409 if the customer is not open).'],
    ['ship', 'Ships it (409 if a shipment is open).'],
    ['ship', 'Ships it (409 if any line is not closed).'],
    ['ship', 'A closed order needs force (409 otherwise).'],
    ['ship', 'If the order is closed, it is returned; if open, cancelled (409 otherwise).'],
  ])('%s: %s', (operation, description, ...expected) => {
    expect(promisesOf({ [operation]: { description } })).toEqual(expected)
  })
})

describe('the requests that an error response rules out', () => {
  it.each<[operation: string, conflict: string, ...expected: string[]]>([
    ['ship', 'The order is not open.', 'ship: not open'],
    ['ship', 'Already closed', 'ship: closed'],
    ['ship', 'The order has already been closed.', 'ship: closed'],
    ['ship', 'Conflict: it is a draft', 'ship: draft'],
    ['ship', "The order's status is not approved.", 'ship: not approved'],
    ['ship', 'The status of the order is closed', 'ship: closed'],
    ['ship', 'Only open orders can be shipped.', 'ship: not open'],
    ['ship', 'Closed orders cannot be shipped', 'ship: closed'],
    ['ship', 'The order is not open. It can be reopened by the support.', 'ship: not open'],
    ['ship', 'The order is closed, so it cannot be sent by mail.', 'ship: closed'],
    ['ship', 'The order is closed or cancelled.', 'ship: cancelled closed'],
    ['ship', 'It is not `open`, i.e. it was closed before or another one replaced it.', 'ship: not open'],
    ['ship', 'The order is not open, that is, it was shipped before.', 'ship: not open'],
    ['ship', 'The order is late, i.e. it was closed before.'],
    [
      'ship',
      'The order is closed (`order_closed`), is late (`late`) or users wait for it (`wait`).',
      'ship: closed',
    ],
    ['ship', 'The order is on hold, on the shelf or already shipped.', 'ship: on_hold'],
    ['ship', 'The order is closed, is late and has a payment.'],
    ['ship', 'If the order is closed, is late or has a payment.', 'ship: closed'],
    ['ship', 'Conflict:\n- the order is closed\n- a payment is pending', 'ship: closed'],
    ['ship', 'Possible reasons:\n1. The order is closed.\n2. A payment is pending.', 'ship: closed'],
    ['createPayment', 'The order is closed.', 'createPayment: closed'],
    ['updateOrder', 'Closed orders are read-only.', 'updateOrder: closed'],
    ['ship', 'The order still has open shipments.'],
    ['ship', 'There are open shipments.'],
    ['ship', 'The order has a draft invoice.'],
    ['ship', 'The order has a draft.'],
    ['ship', 'Open orders exist.'],
    ['ship', 'The payment is open.'],
    ['ship', 'Payment open'],
    ['ship', 'The draft has errors.'],
    ['ship', 'Another order is open.'],
    ['ship', 'Another open order exists.'],
    ['ship', 'There is already an approved order for this slot.'],
    ['ship', 'Close the open orders first.'],
    ['ship', 'Its orders must be closed.'],
    ['ship', 'The carrier has not approved.'],
    ['ship', 'The email address of the customer is not approved.'],
    ['ship', 'Only approved orders can be shipped abroad.'],
    ['ship', 'Draft orders cannot be shipped to other countries.'],
    ['ship', 'The order must be approved before the invoice is sent.'],
    ['ship', 'Shipping works for:\n- open orders\n- approved orders'],
    ['ship', 'Orders in these states can be shipped:\n- open\n- approved'],
    ['ship', 'Conflict with the state. Shippable states:\n- open\n- approved'],
    ['ship', 'Conflict.\n\nShippable states:\n- open\n- approved'],
    ['ship', 'The state does not fit. Fitting ones are\n- open\n- approved'],
    ['ship', 'Wait until the order is\n- open\n- or approved'],
    ['ship', 'Returned if\n- the window is over, and\n- the order is closed'],
    ['updateOrder', 'Lines can only be changed while the order is open.'],
    ['updateOrder', 'The price of an approved order cannot be changed.'],
    ['updateOrder', 'The price is fixed once approved.'],
    ['createVoucher', 'Closed orders cannot use vouchers above 100 EUR.'],
  ])('%s: %j', (operation, conflict, ...expected) => {
    expect(promisesOf({ [operation]: { conflict } })).toEqual(expected)
  })
  it('is not clear where two properties have the state', () => {
    const shown = { payment_status: { type: 'string', enum: ['open', 'cancelled'] } }
    expect(promisesOf({ ship: { conflict: 'The order is cancelled.' } }, shown)).toEqual([])
    expect(promisesOf({ ship: { conflict: 'The order is closed.' } }, shown)).toEqual(['ship: closed'])
  })
})

it.each<[text: string, states: string[], expected: string]>([
  ['The donor has been deactivated', ['active'], 'The donor is not active'],
  ['the bin is inactive', ['active'], 'the bin is not active'],
  ['The show is unpublished', ['published'], 'The show is not published'],
  ['The bin is inactive', ['active', 'inactive'], 'The bin is inactive'],
  ['The bin is inactive', ['open'], 'The bin is inactive'],
])('the opposite of a flag: %s', (text, states, expected) =>
  expect(withoutOpposites(text, states, states)).toBe(expected),
)
