/** Sentences about stocks that requests use up, give back and exceed, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import {
  differenceSentence,
  includesLastDay,
  leavesLists,
  returnSentence,
  saysSameRules,
  saysScarce,
  useSentence,
} from '../../../src/toolkit/model/description.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { derivedFlags, isMeant, statedFlags } from '../../../src/toolkit/model/statedFlags.ts'
import { finalGroups } from '../../../src/toolkit/model/stateGroups.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

it.each<[text: string, isScarce: boolean]>([
  ['Fewer tickets than wanted are available', true],
  ['There is not enough on hand', true],
  ['Insufficient stock', true],
  ['The quantity exceeds the available stock', true],
  ['More than is left was ordered', true],
  ['The stock would become negative', true],
  ['Insufficient permissions', false],
  ['Not enough credit', false],
  ['The order is not open', false],
  ['The quantity exceeds the maximum per order, whatever is available', false],
  ['There are not enough approvers', false],
  ['Less than 24 hours left before the event begins', false],
  ['The quantity is more than the limit for available products', false],
  ['The amount is greater than the limit', false],
  ['The animal is deceased or the stock is lower than the quantity (`insufficient_stock`).', true],
])('%s: %s', (text, isScarce) => expect(saysScarce(text)).toBe(isScarce))

it.each<[text: string, of: (text: string) => string | undefined, isRead: boolean]>([
  ['All parts on the order go back to stock.', returnSentence, true],
  ['The tickets that it held are available again, and its code no longer counts.', returnSentence, true],
  ['Releases the seats.', returnSentence, true],
  ['Cancelled orders may be restocked later.', returnSentence, false],
  ['If the order was not shipped, its units go back to stock.', returnSentence, false],
  ['The quantities do not go back to stock.', returnSentence, false],
  ['Units go back to stock, unless they are damaged.', returnSentence, false],
  ['Returns the order with its items.', returnSentence, false],
  ['Reserves tickets of one event for a customer.', useSentence, true],
  ['The quantities are taken from stock.', useSentence, true],
  ['Creates a prescription and takes its quantity out of the stock of the medicine.', useSentence, true],
  ['Takes its quantity out of the stock when it is paid.', useSentence, false],
  ['Reserves seats only when the order is paid.', useSentence, false],
  ['The stock changes by the difference of the quantities.', differenceSentence, true],
  ['The difference is refunded.', differenceSentence, false],
  ['A difference between the stock and the count is logged.', differenceSentence, false],
  ['Stock levels are adjusted by the nightly job.', differenceSentence, false],
  ['The tickets are released to the customer.', returnSentence, false],
  ['Items that have been shipped are returned to stock.', returnSentence, false],
  ['Unsold tickets are released.', returnSentence, false],
  ['The stock is reduced on confirmation.', useSentence, false],
  ['The quantity is taken from stock by the confirmation.', useSentence, false],
  ['An outgoing movement reduces the stock, an incoming one increases it.', useSentence, false],
])('%s', (text, of, isRead) => expect(of(text) !== undefined).toBe(isRead))

it.each<[text: string, isSame: boolean]>([
  ['The rules for plates and full depots are the same as for new vehicles.', true],
  ['The same limits as for new bookings apply to seats.', true],
  ['The same limit of 200 characters applies.', false],
  ['Name and address follow the same rules; moving to another depot is always possible.', false],
  ['Returns the same body as the creation.', false],
])('%s: the same rules, %s', (text, isSame) => expect(saysSameRules(text)).toBe(isSame))

it('closed items are those in final states', () => {
  expect(finalGroups(['open', 'completed', 'cancelled'])[0]).toEqual({
    word: 'closed',
    states: ['completed', 'cancelled'],
  })
  expect(finalGroups(['open', 'closed', 'cancelled']).map(({ word }) => word)).not.toContain('closed')
  expect(finalGroups(['open', 'done'])).toEqual([])
})

/** The flag that a boolean parameter of a list of tasks has by its description. */
function flagOf(description: string, ofProperty = '') {
  const Task = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      status: { enum: ['open', 'in_progress', 'done'] },
      due_on: { type: 'string', format: 'date' },
      is_late: { type: 'boolean', description: ofProperty },
      created_at: { type: 'string', format: 'date-time' },
    },
  }
  const shown = (schema: object) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  })
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Tasks', version: '1' },
      paths: {
        '/tasks': {
          get: {
            parameters: [{ name: 'late', in: 'query', description, schema: { type: 'boolean' } }],
            ...shown({ type: 'array', items: Task }),
          },
        },
        '/tasks/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: shown(Task),
        },
      },
    }),
  )
  const [flag] = findResources(api).resources.flatMap((one) => [
    ...statedFlags(api, one),
    ...derivedFlags(api, one),
  ])
  return flag && { states: flag.states, date: flag.date }
}

it.each([
  ['Both the first and the last day of a run count.', true],
  ['The last day is not included.', false],
  ['Both dates are included in the response.', false],
  ['A late check-out on the last day counts as another night.', false],
  ['Runs last one day or more.', false],
  ['The dates overlap those of another season - sharing a single day is enough.', true],
  ['Sharing a single day is not enough.', false],
])('%s: %s', (text, expected) => expect(includesLastDay(text)).toBe(expected))

it.each([
  ['The speaker is also taken off all sessions.', true],
  ['Removes the speaker; they also disappear from their sessions.', true],
  ['Speakers of sessions cannot be deleted.', false],
  ['If the event is over, the speaker is removed from its sessions.', false],
  ['The speaker is not removed from past sessions.', false],
  ['A speaker can be removed from a session with PATCH.', false],
])('%s: %s', (text, expected) => expect(leavesLists(text, 'session')).toBe(expected))

const due = { property: 'due_on', format: 'date', isPast: true }

it.each<[sentence: string, states: string[] | undefined]>([
  [
    'A task is overdue when it is open or in progress and its due_on is before today',
    ['open', 'in_progress'],
  ],
  ['Only tasks that are not done and whose due date has passed', ['open', 'in_progress']],
  ['True for tasks whose due_on is in the past', undefined],
])('%s', (sentence, values) =>
  expect(flagOf(`${sentence}.`)).toEqual({
    states: values && { property: 'status', values },
    date: due,
  }),
)

it.each(['False when the due date has passed.', 'Whether it is hidden when its due date has passed.'])(
  'is no property: %s',
  (text) => expect(flagOf('', text)).toBeUndefined(),
)

it('is a property as well', () =>
  expect(flagOf('', 'True exactly if the task is open and its `due_on` lies before today.')).toEqual({
    states: { property: 'status', values: ['open'] },
    date: due,
  }))

it.each([
  'Only tasks that are open',
  'Only tasks that are assigned to me and whose due_on is before today',
  'Tasks whose due_on is before the given day',
  'Not only tasks whose due_on is before today',
  'Whether to include tasks whose due_on is in the past',
  'Also lists tasks whose due_on is before today',
  'Hides tasks whose due_on is before today',
  'Sends a warning when the due date has passed',
  'Only tasks of projects that are open and whose due_on is before today',
  'Only tasks that are open or unassigned and whose due_on is before today',
])('%s: nothing', (sentence) => expect(flagOf(`${sentence}.`)).toBeUndefined())

it('is meant by state and date, and is not known for a date close to the present', () => {
  const flag = {
    states: { property: 'status', values: ['open'] },
    date: { property: 'due_on', format: 'date' as const, isPast: true },
  }
  const now = Date.parse('2031-05-20T12:00:00Z')
  expect(isMeant(flag, { status: 'open', due_on: '2031-05-01' }, now)).toBe(true)
  expect(isMeant(flag, { status: 'done', due_on: '2031-05-01' }, now)).toBe(false)
  expect(isMeant(flag, { status: 'open', due_on: '2031-06-01' }, now)).toBe(false)
  expect(isMeant(flag, { status: 'open', due_on: null }, now)).toBe(false)
  expect(isMeant(flag, { status: 'open', due_on: '2031-05-20' }, now)).toBeUndefined()
  expect(isMeant(flag, { due_on: '2031-05-01' }, now)).toBeUndefined()
})
