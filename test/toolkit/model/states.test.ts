/** Sentences that state when a request is rejected by the state of an item, and sentences that look alike and do not. */
import { describe, expect, it } from 'vitest'
import { type StateCondition, stateCondition } from '../../../src/toolkit/model/description.ts'
import { referenceSentence, stateSentence } from '../../../src/toolkit/model/stateSentences.ts'

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
    ['Possible only from open.', 'not open'],
    ['Only possible while the order is open', 'not open'],
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
  ])('%s', (text, expected) => {
    expect(inWords(stateSentence(text, subject)?.condition)).toBe(expected)
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
  ])('%s', (text, expected) => {
    expect(inWords(stateCondition(text, STATES))).toBe(expected)
  })
})
