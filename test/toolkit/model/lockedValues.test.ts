/** Values that other items lock. */
import { expect, it } from 'vitest'
import { lockedIn } from '../../../src/toolkit/model/lockedValues.ts'

const nouns = { item: ['quote', 'subscription'], holder: ['inquiry'] }
const names = ['currency', 'interval_weeks', 'blood_group', 'name']

it.each<[description: string, found: string | undefined]>([
  [
    'Possible while open. Currency is fixed once the first quote is in (409 `CURRENCY_FIXED`).',
    'currency 409',
  ],
  [
    'The interval of an inquiry cannot be changed as soon as anybody has subscribed (409 `INTERVAL_LOCKED`), not even if they cancelled since.',
    'interval_weeks 409',
  ],
  [
    'The blood group may be corrected as long as there are no quotes; from the first quote on, an attempt to change it is answered with 409.',
    'blood_group 409',
  ],
  ['Once a quote exists the currency can no longer be changed.', 'currency'],
  ['Once there are quotes, the currency cannot be changed.', 'currency'],
  ['The name can be changed. The currency cannot be changed after the first quote.', 'currency'],
  ['If the inquiry has any quotes, the currency must not be changed (422).', 'currency 422'],
  ['The currency is locked when it has quotes.', 'currency'],
  // Some quotes only, other causes, and what can be changed.
  ['Once it has a published quote its currency can no longer be changed.', undefined],
  ['The currency cannot be changed once it is awarded.', undefined],
  ['The currency can be changed once the first quote is in.', undefined],
  ['The price is fixed once the first quote is in.', undefined],
  ['The currency cannot be changed after the first invoice.', undefined],
  ['The currency cannot be changed once the first quote is in, except by admins.', undefined],
  ['The currency is fixed when the inquiry is made.', undefined],
  ['The currency cannot be changed in the app once there are quotes.', undefined],
  ['The currency cannot be changed to a weaker one after the first quote.', undefined],
  ['The currency is frozen for 24 hours after the first quote.', undefined],
  ['After the first quote, the currency is fixed for guests.', undefined],
  ['The currency cannot be changed from a quote.', undefined],
  ['When a quote is created, its currency is fixed.', undefined],
])('%s', (description, found) => {
  const [one] = lockedIn(description, nouns, names)
  expect(one && `${one.property} ${one.status ?? ''}`.trim()).toBe(found)
})

it('is about the property whose description it is', () => {
  const [one] = lockedIn('Cannot be changed once the first quote is in.', nouns, names, 'currency')
  expect(one?.property).toBe('currency')
})
