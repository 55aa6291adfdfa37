/** Changes that leave existing items as they are. */
import { expect, it } from 'vitest'
import { retainedIn } from '../../../src/toolkit/model/retainedValues.ts'

const names = ['hourlyRate', 'volume_l', 'discount_percent', 'name']

it.each<[description: string, found: string | undefined]>([
  [
    "Raising or lowering the rate doesn't reprice bookings that exist already - they stay at the price they were made at.",
    'hourlyRate',
  ],
  ['Volume changes apply to future bookings only.', 'volume_l'],
  ['A new hourly rate holds for bookings requested from then on.', 'hourlyRate'],
  ['Running bookings keep the discount they began with.', 'discount_percent'],
  ['Existing bookings keep their hourly rate.', 'hourlyRate'],
  ['Changing the hourly rate does not affect existing bookings.', 'hourlyRate'],
  ['A change of the volume only applies to new bookings.', 'volume_l'],
  ['Changes to the discount never affect bookings made before.', 'discount_percent'],
  ['The new rate applies to bookings made afterwards.', 'hourlyRate'],
  // Other items, other values, and changes that reach existing ones.
  ['Changing the rate does not affect existing invoices.', undefined],
  ['Changing the rate affects existing bookings.', undefined],
  ['A new rate applies to all bookings.', undefined],
  ['A new price list applies to new bookings.', undefined],
  ['Changing the rate does not affect existing bookings unless they are open.', undefined],
  ['Existing bookings keep their number.', undefined],
  ['New bookings get the new rate.', undefined],
  ['Changing the rate does not affect past bookings.', undefined],
  ['A new rate applies to new bookings; existing bookings follow at midnight.', undefined],
  ['Changing the rate does not affect existing bookings. Open ones are updated.', undefined],
])('%s', (description, found) => {
  expect(retainedIn(description, ['booking'], names)?.changed).toBe(found)
})
