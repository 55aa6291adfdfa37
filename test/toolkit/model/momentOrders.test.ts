/** Sentences that state an order of moments, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { type MomentPlace, momentOrders, nameOf } from '../../../src/toolkit/model/momentOrders.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const day = { type: 'string', format: 'date' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const shown = (schema: object) => ({ description: '', ...json(schema) })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const course = { type: 'object', properties: { id: { type: 'string' }, starts_on: day, ends_on: day } }
const sent = { course_id: { type: 'string' }, from: day, until: day, deliveryDeadline: day }
const stay = { type: 'object', properties: { id: { type: 'string' }, ...sent } }

/** An API with this description of the creation of a stay, or of the action that moves it. */
function ordersOf(text: string, isAction: boolean): string[] {
  const responses = { 201: shown(stay), 422: { description: '' } }
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Stays', version: '1' },
      paths: {
        '/courses': { post: { requestBody: json(course), responses: { 201: shown(course) } } },
        '/courses/{id}': { parameters: [id], get: { responses: { 200: shown(course) } } },
        '/stays': {
          post: {
            description: isAction ? '' : text,
            requestBody: json({ type: 'object', properties: sent }),
            responses,
          },
        },
        '/stays/{id}': { parameters: [id], get: { responses: { 200: shown(stay) } } },
        '/stays/{id}/move': {
          parameters: [id],
          post: {
            description: isAction ? text : '',
            requestBody: json({ type: 'object', properties: { moved_on: day } }),
            responses,
          },
        },
      },
    }),
  )
  const name = (place: MomentPlace) =>
    place.in === 'now' && place.after > 0 ? `now+${place.after / 3_600_000}h` : nameOf(place)
  const graph = findResources(api)
  return api.operations.flatMap((operation) =>
    momentOrders(api, graph, operation).map(
      ({ earlier, later, isStrict }) => `${name(earlier)} ${isStrict ? '<' : '<='} ${name(later)}`,
    ),
  )
}

it.each<[text: string, ...orders: string[]]>([
  ['Returns 422 if `until` is not after `from`.', 'from < until'],
  ['Returns 422 if `until` is before `from`.', 'from <= until'],
  ['Returns 422 when the delivery deadline lies on or before from.', 'from < deliveryDeadline'],
  ['`until` must be on or after `from` (422).', 'from <= until'],
  ["`until` can't be earlier than `from`.", 'from <= until'],
  ['`until` has to be later than `from`.', 'from < until'],
  ['`from` must be no later than `until`.', 'from <= until'],
  ['Rejected with 422 if `from` follows `until`.', 'from <= until'],
  ['`from` must not be before the start of the course.', 'course_id.starts_on <= from'],
  ["Returns 422 if `until` is after the course's end.", 'until <= course_id.ends_on'],
  [
    'Returns 422 if the deadline is before the course starts or after it ends.',
    'course_id.starts_on <= deliveryDeadline',
    'deliveryDeadline <= course_id.ends_on',
  ],
  ['`from` must lie in the future.', 'now < from'],
  ['Returns 422 if `from` is in the past.', 'now < from'],
  ['`from` must be at least 48 hours ahead.', 'now+48h <= from'],
  ['Stays can be booked until 24 hours before `from`.', 'now+24h <= from'],
  ['`until` should be after `from`.'],
  ['`until` is after `from`.'],
  ['`until` may be before `from`.'],
  ['Returns 422 if `until` is before `from`, unless it is a transfer.'],
  ['`until` must be after `from`. Administrators can override this.'],
  ['`until` must be more than 3 days after `from`.'],
  ['Stays are free of charge until 24 hours before `from`.'],
  ['Normally `until` must be after `from`.'],
  ['`until` must be after the invoice date.'],
  ['Reminders must be sent before `from`.'],
])('of the body: %s', (text, ...orders) => expect(ordersOf(text, false)).toEqual(orders))

it.each<[text: string, ...orders: string[]]>([
  ['Returns 422 if `moved_on` is before `from`.', 'from <= moved_on'],
  ['Stays can be moved up to 24 hours before `from`.', 'now+24h <= from'],
  ['Returns 422 if the stay has already started.'],
  ['Returns 422 if `from` has already passed.', 'now <= from'],
  ['Returns 422 when there are less than 12 hours until `from`.', 'now+12h <= from'],
  ['Moving opens 48 hours before `from`.', 'from <= now+48h'],
  ['Moving costs a fee less than 24 hours before `from`.'],
  ['The fee is 10 when there are less than 12 hours until `from`.'],
])('of the item: %s', (text, ...orders) => expect(ordersOf(text, true)).toEqual(orders))
