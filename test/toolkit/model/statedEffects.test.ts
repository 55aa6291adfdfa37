/** Sentences that state effects of a request on several items, and sentences that look alike. */
import { expect, it } from 'vitest'
import type { Change } from '../../../src/toolkit/model/effectForms.ts'
import type { Subject } from '../../../src/toolkit/model/markedSentences.ts'
import { statedEffects } from '../../../src/toolkit/model/statedEffects.ts'

const SUBJECTS: readonly Subject[] = [
  {
    nouns: ['booking'],
    states: ['pending', 'confirmed', 'checked_in', 'cancelled'],
    properties: [
      'dueOn',
      'renewals',
      'closedAt',
      'closedBy',
      'remainingMinutes',
      'quantity',
      'note',
      'assigneeId',
    ],
  },
  { nouns: ['room'], states: ['available', 'occupied', 'cleaning'], properties: ['number', 'seatsLeft'] },
  { nouns: ['guest'], states: ['active', 'blocked'], properties: ['staysCount', 'balance', 'points'] },
]
const isRequest = (verb: string): boolean => /^cancel/i.test(verb)

function inWords(change: Change): string {
  if (change.kind === 'becomes' || change.kind === 'enters') return String(change.value)
  if (change.kind === 'added') return `${change.sign < 0 ? '-' : '+'}${change.amount}`
  if (change.kind === 'moved') return `${change.sign < 0 ? '-' : '+'}${change.amount} ${change.unit}`
  return change.kind
}

const read = (text: string): string =>
  statedEffects(text, SUBJECTS, isRequest)
    .map(
      ({ subject, property, change }) =>
        `${SUBJECTS[subject]?.nouns[0]}${property === undefined ? '' : `.${property}`} ${inWords(change)}`,
    )
    .join(', ')

it.each<[text: string, expected: string]>([
  ['Sets the booking to `checked_in` and its room to `occupied`.', 'booking checked_in, room occupied'],
  [
    'The room goes to `cleaning` and the guest’s `staysCount` goes up by one.',
    'room cleaning, guest.staysCount +1',
  ],
  [
    "The room goes to `cleaning` and the guest's stays count goes up by one.",
    'room cleaning, guest.staysCount +1',
  ],
  ['Moves `dueOn` 14 days later and adds one to `renewals`.', 'booking.dueOn +14 day, booking.renewals +1'],
  ['Extends the due on by two weeks. Increments `renewals`.', 'booking.dueOn +2 week, booking.renewals +1'],
  ['`dueOn` is extended by 7 days.', 'booking.dueOn +7 day'],
  ['`dueOn` is extended by 7 days. Returns 409 after two renewals.', 'booking.dueOn +7 day'],
  ['Checked out; the guest’s `staysCount` counter is one higher.', 'guest.staysCount +1'],
  ['`renewals` is 2 lower.', 'booking.renewals -2'],
  ['`closedAt` = now.', 'booking.closedAt set'],
  ["The room's `seatsLeft` follows.", 'room.seatsLeft set'],
  ['`note` = null', 'booking.note null'],
  ['Booked. There is one seat less left.', 'room.seatsLeft -1'],
  ['There are two more seats left now.', ''],
  ['There are two more seats left.', 'room.seatsLeft +2'],
  ['Booked. There is one seat less left. One guest may have at most two bookings.', 'room.seatsLeft -1'],
  ['Pushes `dueOn` out by 7 days.', 'booking.dueOn +7 day'],
  ['Adds 7 days to `dueOn`.', 'booking.dueOn +7 day'],
  ['The booking becomes `confirmed` and `closedAt` is filled in.', 'booking confirmed, booking.closedAt set'],
  [
    'Sets `closedAt` to the current time and `closedBy` to the caller.',
    'booking.closedAt set, booking.closedBy set',
  ],
  ['Clears `assigneeId` and resets `renewals` to 0.', 'booking.assigneeId cleared, booking.renewals 0'],
  ['`closedAt` and `closedBy` are cleared.', 'booking.closedAt cleared, booking.closedBy cleared'],
  ['Checks out one room and sets it to `occupied`.', 'room occupied'],
  [
    'The booking remembers the guest, moves to `confirmed`, and the room is `occupied`.',
    'booking confirmed, room occupied',
  ],
  ['The booking becomes `cancelled` and keeps your reason in `note`.', 'booking cancelled, booking.note set'],
  [
    'A booking can only be made by a guest who is `active` (409), and the room is then `occupied`.',
    'room occupied',
  ],
  [
    'Moves the booking to `confirmed` and drops `remainingMinutes` to zero.',
    'booking confirmed, booking.remainingMinutes 0',
  ],
  ["The quantity is added to the guest's `points`.", 'guest.points +quantity'],
  ["Deducts the quantity from the guest's balance.", 'guest.balance -quantity'],
  ['The balance of the guest is reduced by `quantity`.', 'guest.balance -quantity'],
  ["Reduces the room's `seatsLeft` by 1.", 'room.seatsLeft -1'],
  ['`seatsLeft` of the room drops by two.', 'room.seatsLeft -2'],
  ['Cancelling a booking sets the room back to available.', 'room available'],
  ['When a booking is cancelled, its room becomes available again.', 'room available'],
  ['Transitions the booking from `pending` to `confirmed`.', 'booking confirmed'],
  ['Status changes: the booking becomes confirmed.', ''],
  ['The status of the room changes to occupied.', 'room occupied'],
  ["The room's status is set to occupied.", 'room occupied'],
  ['Marks the booking as confirmed; the room is marked as occupied.', 'booking confirmed, room occupied'],
  [
    'Effects:\n- the room becomes `cleaning`\n- `seatsLeft` is increased by 1',
    'room cleaning, room.seatsLeft +1',
  ],
  ['Checks the guest out: the room becomes `cleaning`.', 'room cleaning'],
  ['Cancels the booking and releases the room.', 'room available'],
  ['Cancels the booking; the room is freed again.', 'room available'],
  ['Cancels the booking and blocks the guest.', 'guest blocked'],
  ['Sets `closedAt`, which also clears `note`.', 'booking.closedAt set, booking.note cleared'],
  ['On success the booking is `confirmed`.', 'booking confirmed'],
  ['Once cancelled, its room becomes available.', 'room available'],
  ['Records the time of closing (`closedAt`).', 'booking.closedAt set'],
  ['Booking becomes `confirmed`, room becomes `occupied`.', 'booking confirmed, room occupied'],
  ['Completes the booking (→ `checked_in`).', 'booking checked_in'],
  ['Credits the quantity to the guest’s `points`.', 'guest.points +quantity'],
  ['The guest earns 10 points.', ''],
  ['The guest earns 10 `points`.', 'guest.points +10'],
  ['Balance is reduced by the quantity.', 'guest.balance -quantity'],
  ['The booking reverts to `pending`.', 'booking pending'],
  ['The booking gets a `note`.', 'booking.note set'],
  ['Adds one to `renewals`. Returns 409 if it was renewed twice.', 'booking.renewals +1'],
  ['Takes the dates from the room, which becomes `occupied`.', 'room occupied'],
  ['Lets a guest go. They become `blocked`.', 'guest blocked'],
])('%s', (text, expected) => expect(read(text)).toBe(expected))

it.each([
  'If the booking was confirmed, the room becomes available.',
  'The room becomes available unless it is blocked.',
  'The room becomes available if the booking was paid.',
  'The room becomes available after the cleaning.',
  'The room becomes available or occupied.',
  'The room may become available.',
  'The first checkout of a guest stamps `note` and moves it from `pending` to `confirmed`.',
  'The last payment moves the booking to `confirmed`.',
  'A payment by a manager marks the booking as `confirmed`.',
  'Public comments by an agent move it to `confirmed`.',
  'The room does not become available.',
  'The room is not set to available.',
  'For members, the room becomes available.',
  'The room becomes available, for members only.',
  'The room becomes available for members.',
  'The room becomes available at the end of the day.',
  'Members: the room becomes available.',
  'Fails if:\n- the room is set to occupied',
  'Reverts the request that sets the room to occupied.',
  'The room of another booking becomes available.',
  "The room's owner becomes active.",
  'The first room becomes available.',
  'Usually the room becomes available.',
  'The room becomes available. If another booking exists, it stays `occupied` instead.',
  'The room becomes available. It becomes occupied.',
  'The room becomes available in the background.',
  'Sets `closedAt` and `closedBy` to something.',
  'Adds one to the number of rooms.',
  'Adds the guest to the room.',
  'Moves the booking to another room.',
  '`dueOn` may be moved by 14 days.',
  '`renewals` goes up by at most one.',
  '`renewals` goes up by one for each day.',
  '`renewals` is limited to 2.',
  'Extends `dueOn` by up to 14 days.',
  '`points` go up by 10, suites count double.',
  '`points` go up by 10. Suites count double.',
  '`points` go up by 10. Members of the club get 20.',
  'Moves `dueOn` 14 days later. Weekends are skipped.',
  'Extends `dueOn` by 14 days, counted from today.',
  'Extends `dueOn` by two weeks (one week in high season).',
  'Extends `dueOn` by 14 days. Sundays and holidays move to the next day.',
  '`quantity` is set to 0, half of it for late bookings.',
  'The room is available.',
  'Books the room.',
  'Takes the dates of a room, which may become `occupied`.',
  "The quantity is added to the guest's `points`. Gold guests earn twice as many.",
  "The quantity is added to the guest's `points`, capped at 100.",
  "Adds the quantity to the guest's `points`. At most 100 `points` are given.",
  'Checks whether the room is set to occupied.',
  'Members: releases the room.',
  'Does not release the room.',
  'Releases the rooms.',
  'Once paid, the room becomes available.',
  'The guest loses some `points`.',
  'The guest is active.',
  'Before 2020 the room was set to occupied.',
  'There is one seat less left for members.',
  'There may be one seat less left.',
  'There is one seat left.',
  '`renewals` is one higher than `number`.',
  '`renewals` is at least one higher.',
  '`closedAt` = `dueOn`',
  '`number` follows the order of the rooms.',
])('%s: nothing', (text) => expect(read(text)).toBe(''))
