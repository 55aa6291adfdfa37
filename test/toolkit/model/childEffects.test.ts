/** Sentences that promise an effect on the items that belong to another one, and sentences that look alike. */
import { expect, it } from 'vitest'
import { childEffectsIn } from '../../../src/toolkit/model/childEffects.ts'

const KINDS = {
  nouns: ['booking'],
  holders: ['course'],
  states: ['requested', 'open', 'confirmed', 'cancelled', 'closed'],
}

it.each<[text: string, expected: string | undefined]>([
  ['Cancelling a course cancels all its open bookings.', 'open: cancelled'],
  ['All bookings that are still open are cancelled.', 'open: cancelled'],
  ['Cancels the course. All its open bookings are cancelled too.', 'open: cancelled'],
  ['Cancels the course and all its bookings.', ': cancelled'],
  ['Cancels the course together with its requested and open bookings.', 'requested open: cancelled'],
  ['Closing the course closes its bookings.', ': closed'],
  ['When the course is cancelled, its bookings become `cancelled`.', ': cancelled'],
  ['Cancels the course, and marks all open bookings as closed.', 'open: closed'],
  ['Cancels it. Each open booking of the course is cancelled.', 'open: cancelled'],
  ['Cancels it and cancels its open bookings, and notifies the members.', 'open: cancelled'],
  ['Its bookings are closed automatically.', ': closed'],
  ['Cancels the course. A booking of the course that is still open is cancelled.', 'open: cancelled'],
  ['Cancels the course. Bookings that are still open become cancelled.', 'open: cancelled'],
  ['A seat booking of the course that is still open is cancelled.', 'open: cancelled'],
  [
    'This closes the course, and every booking of the course that is still `open` becomes `cancelled` along with it.',
    'open: cancelled',
  ],
  ['All bookings in status `open` are set to `cancelled`.', 'open: cancelled'],
  ['Cancels every booking of the course that is open.', 'open: cancelled'],
  ['Cancels all bookings still open or requested.', 'requested open: cancelled'],
  ['Sometimes plans change. Cancels the course and all its bookings.', ': cancelled'],
  ['Cancels the course and all its bookings. Usually they are refunded.', undefined],
  ['A booking that is still open can be cancelled.', undefined],
  ['A booking that is still open is shown.', undefined],
  ['The booking that is still open is cancelled.', undefined],
  ['Cancels the course. Its bookings may be cancelled later.', undefined],
  ['Cancels the course. Its bookings are not cancelled.', undefined],
  ['Cancels the course. Bookings can be cancelled too.', undefined],
  ['Cancels the course. Its bookings are cancelled in the background.', undefined],
  ['Cancels the course. Its bookings are cancelled unless they are paid.', undefined],
  ['Cancels the course. Its upcoming bookings are cancelled.', undefined],
  ['Cancels the course. Its bookings of tomorrow are cancelled.', undefined],
  ['Cancels the course. Its first booking is cancelled.', undefined],
  ['Cancels the course. Its booking is cancelled.', undefined],
  ['Cancels the course. If all its bookings are cancelled, it is closed.', undefined],
  ['Only possible when all its bookings are cancelled.', undefined],
  ['When the course is deleted, its bookings become cancelled.', undefined],
  ['Lists its cancelled bookings.', undefined],
  ['Cancels the course. Its open bookings are cancelled, confirmed bookings are closed.', undefined],
  ['Cancels the course. Its open bookings are cancelled. Its confirmed bookings are closed.', undefined],
  ['Requires: all its bookings are closed.', undefined],
  ['Precondition: all bookings are closed.', undefined],
  ['Conflict: its bookings are open.', undefined],
  ['Deletes the course. Requires:\n- all its bookings are closed', undefined],
  ['Administrators: all its open bookings are cancelled.', undefined],
  ['Cancels the course. The rooms of its bookings are closed.', undefined],
  ['Reopens the course. All bookings cancelled with it stay cancelled.', undefined],
])('%s', (text, expected) => {
  const [effect] = childEffectsIn(text, KINDS, (verb) => /^(?:cancel|clos)/i.test(verb))
  expect(effect && `${effect.from.join(' ')}: ${effect.state}`).toBe(expected)
})
