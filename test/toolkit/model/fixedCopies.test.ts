/** Sentences that state that a copy of a value stays as it was, and sentences that look alike. */
import { expect, it } from 'vitest'
import { fixedIn } from '../../../src/toolkit/model/fixedMoments.ts'

it.each<[text: string, noun: string, expected: string | undefined]>([
  ['The price at the time of booking; later changes of the course do not affect it.', 'seat', 'creation'],
  ['The price of the course at the time of booking.', 'seat', 'creation'],
  ['Price of the plan when the order was created', 'order', 'creation'],
  ['The price of the plan. Subsequent updates to the plan will not change it.', 'order', 'creation'],
  ['The name of the plan, not affected by later changes.', 'order', 'creation'],
  ['Price fixed at creation.', 'order', 'creation'],
  ['The rate at the moment of confirmation.', 'order', 'confirmation'],
  ['The price, frozen at checkout', 'order', 'checkout'],
  ['The price. It never changes when the plan is updated.', 'order', 'creation'],
  ['The price of the plan.', 'order', undefined],
  ['The current price of the plan; later changes affect it.', 'order', undefined],
  ['The price at the time of booking; it may change later.', 'order', undefined],
  ['The price, which may change until the order is placed.', 'order', undefined],
  ['The estimated price at the time of booking.', 'order', undefined],
  ['The price at the time of booking plus fees.', 'order', undefined],
  ['Usually the price at the time of booking.', 'order', undefined],
  ['The price at which it is sold', 'order', undefined],
  ['Changes of the plan do not affect orders.', 'order', undefined],
  ['The price. Subsequent price changes do not affect it.', 'booking', 'creation'],
  ['The price. Subsequent price changes do not affect existing bookings.', 'booking', 'creation'],
  ['The price. Subsequent price changes do not affect confirmed bookings.', 'booking', undefined],
  ['The price when it is booked. Later changes do not affect paid bookings.', 'booking', undefined],
  ['Later changes do not affect paid bookings.', 'booking', undefined],
  ['The price, unaffected by future changes until renewal.', 'booking', undefined],
  ['The price, unaffected by future changes of the booking.', 'booking', undefined],
  ['Later price changes do not apply to it until the next renewal.', 'booking', undefined],
  ['Price at registration. It is raised when the course is.', 'seat', undefined],
])('%s', (text, noun, expected) => {
  const moment = fixedIn(text, noun)?.moment
  expect(typeof moment === 'object' ? moment.words.join(' ') : moment).toBe(expected)
})
