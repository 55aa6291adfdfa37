/** Which operations the sentences around them are about. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { descriptionOf } from '../../../src/toolkit/model/description.ts'
import { withSentencesElsewhere } from '../../../src/toolkit/model/sentencesElsewhere.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'Done.' } } })

const paths = {
  '/tours': { get: operation('listTours'), post: operation('createTour') },
  '/tours/{id}': {
    get: operation('getTour'),
    patch: operation('updateTour'),
    delete: operation('deleteTour'),
  },
  '/tours/{id}/stops': { post: operation('addStop') },
  '/bookings': { post: operation('placeBooking') },
  '/bookings/{id}': { delete: operation('deleteBooking') },
  '/bookings/{id}/cancel': { post: operation('cancelBooking') },
  '/bookings/{id}/check-in': { post: operation('checkIn') },
  '/invoices/{id}/send': { post: operation('sendInvoice') },
}

/** The operations whose description contains the sentence, in their order. */
function aboutWhat(description: string): string {
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Tours', version: '1', description },
    paths,
  })
  return withSentencesElsewhere(createApi(document))
    .operations.flatMap((one) => (descriptionOf(one.operation) === '' ? [] : [one.operationId]))
    .join(' ')
}

it.each<[text: string, operations: string]>([
  ['Cancelling a booking releases its seats.', 'cancelBooking'],
  ['- **Cancelling a confirmed booking** releases its seats.', 'cancelBooking'],
  ['When a booking is cancelled, its seats are released.', 'cancelBooking'],
  ['When you cancel a booking, its seats are released.', 'cancelBooking'],
  ['To cancel a booking, it must not have begun.', 'cancelBooking'],
  ['Checking in a booking records `checked_in_at`.', 'checkIn'],
  ['Placing a booking takes seats.', 'placeBooking'],
  ['Adding a stop to a tour makes it longer.', 'addStop'],
  ['Deleting a tour also deletes its bookings.', 'deleteTour'],
  ['A tour with bookings cannot be deleted.', 'deleteTour'],
  ['Only tours without bookings can be deleted.', 'deleteTour'],
  ['Updating a tour changes its version.', 'updateTour'],
  ['Sending an invoice locks it.', 'sendInvoice'],
  ['Deleting the stops of a tour makes it shorter.', ''],
  ['Cancelling the tour of a booking releases its seats.', ''],
  ['Bookings are listed by date.', ''],
  ['The tour of a booking cannot be deleted.', 'deleteTour'],
  ['Creating an account is free.', ''],
  ['Adding a booking to a group is free.', ''],
  ["Deleting a booking's tickets is free.", ''],
  ['When a booking was cancelled, its seats are free.', ''],
  ['## Changelog\n\n- A booking cannot be deleted.', ''],
  ['## Planned for 2027\n\n### Bookings\n\nA booking cannot be deleted.', ''],
  ['## Changelog\n\n- Faster.\n\n## Rules\n\nA booking cannot be deleted.', 'deleteBooking'],
  ['When a message is sent, it is stored.', ''],
])('%s', (text, operations) => expect(aboutWhat(text)).toBe(operations))

it('includes the sentences that go on', () => {
  const document = documentOf({
    openapi: '3.1.0',
    info: {
      title: 'Tours',
      version: '1',
      description:
        'Cancelling a booking releases its seats. This does not apply to groups. Staff may do more. Tours are public.',
    },
    paths,
  })
  const [found] = withSentencesElsewhere(createApi(document)).operations.filter(
    (one) => one.operationId === 'cancelBooking',
  )
  expect(descriptionOf(found?.operation)).toBe(
    'Cancelling a booking releases its seats. This does not apply to groups. Staff may do more.',
  )
})
