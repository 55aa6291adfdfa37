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
  ['A date that has yet to come is refused likewise.', 'moved_on < now'],
  ['A date in the past is rejected with 422.', 'now < moved_on'],
  ['A stay that has passed is rejected with 422.'],
  ['A date in the past is accepted.'],
  ['Moving opens 48 hours before `from`.', 'from <= now+48h'],
  ['Moving costs a fee less than 24 hours before `from`.'],
  ['The fee is 10 when there are less than 12 hours until `from`.'],
])('of the item: %s', (text, ...orders) => expect(ordersOf(text, true)).toEqual(orders))

const moment = { type: 'string', format: 'date-time' }
const lesson = { starts_at: moment, ends_at: moment }

/** An API with this description of the creation of a lesson of a term, of its start, or of the action that finishes it. */
function lessonOrders(text: string, place: 'creation' | 'start' | 'action'): string[] {
  const term = { id: { type: 'string' }, starts_on: day, ends_on: day }
  const whole = { id: { type: 'string' }, ...lesson }
  const object = (properties: object) => ({ type: 'object', properties })
  const responses = { 201: shown(object(whole)), 409: { description: '' } }
  const of = (wanted: string) => (place === wanted ? text : '')
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Lessons', version: '1' },
      paths: {
        '/terms': { post: { requestBody: json(object(term)), responses: { 201: shown(object(term)) } } },
        '/terms/{id}': { parameters: [id], get: { responses: { 200: shown(object(term)) } } },
        '/terms/{id}/lessons': {
          parameters: [id],
          get: { responses: { 200: shown({ type: 'array', items: object(whole) }) } },
          post: {
            description: of('creation'),
            requestBody: json(object({ ...lesson, starts_at: { ...moment, description: of('start') } })),
            responses,
          },
        },
        '/lessons/{id}': { parameters: [id], get: { responses: { 200: shown(object(whole)) } } },
        '/lessons/{id}/finish': { parameters: [id], post: { description: of('action'), responses } },
      },
    }),
  )
  const name = (one: MomentPlace) =>
    one.in === 'now' && one.after > 0 ? `now+${one.after / 3_600_000}h` : nameOf(one)
  const graph = findResources(api)
  return api.operations.flatMap((operation) =>
    momentOrders(api, graph, operation).map(
      ({ earlier, later, isStrict }) => `${name(earlier)} ${isStrict ? '<' : '<='} ${name(later)}`,
    ),
  )
}

it.each<[text: string, ...orders: string[]]>([
  ['The start must be 60 days or more away so that rooms can be found.', 'now+1440h <= starts_at'],
  ['The start must be an hour or more ahead (409).', 'now+1h <= starts_at'],
  ['Lessons start at least twelve hours from now.'],
  ['Lessons start at least 12 hours from now.', 'now+12h <= starts_at'],
  ['A lesson starts no less than two hours ahead.', 'now+2h <= starts_at'],
  ['Lessons start at least 12 hours from now and at the full hour.', 'now+12h <= starts_at'],
  ["A lesson can't start in the past.", 'now < starts_at'],
  ['A date in the past is rejected with 409.'],
  ['Returns 409 if the lesson starts less than 2 days from now.', 'now+48h <= starts_at'],
  [
    'Returns 409 if `starts_at` lies before now or more than 30 days after it.',
    'now <= starts_at',
    'starts_at <= now+720h',
  ],
  [
    "Returns 409 if `starts_at` lies in the future, or falls outside the term's `starts_on`..`ends_on`.",
    'starts_at < now',
    'starts_on <= starts_at',
    'starts_at <= ends_on',
  ],
  ['The start lies within the term.', 'starts_on <= starts_at', 'starts_at <= ends_on'],
  ['Returns 409 if the start is outside the term.', 'starts_on <= starts_at', 'starts_at <= ends_on'],
  ['Booking closes on the eve of the start of the term.', 'now <= starts_on'],
  ['Lessons usually start at least 12 hours from now.'],
  ['Lessons that start at least 12 hours from now are cheaper.'],
  ['Lessons start 12 hours from now.'],
  ['The start is within the term.'],
  ['The start lies within the year.'],
  ['Returns 409 if the teacher is outside the term.'],
])('of a new item: %s', (text, ...orders) => expect(lessonOrders(text, 'creation')).toEqual(orders))

it.each<[text: string, ...orders: string[]]>([
  ['Today at the earliest and 90 days ahead at the latest.', 'now <= starts_at', 'starts_at <= now+2160h'],
  ['Today or later, at most 90 days ahead.', 'now <= starts_at', 'starts_at <= now+2160h'],
  ['When it begins. No nearer than tomorrow.', 'now+24h <= starts_at'],
  ['Tomorrow at the earliest.', 'now+24h <= starts_at'],
  ['At least two days ahead.', 'now+48h <= starts_at'],
  ['At most 90 days in advance.', 'starts_at <= now+2160h'],
  ['Tomorrow by default.'],
  ['Reminders are sent at least two days ahead.'],
  ['Not before the end.', 'ends_at <= starts_at'],
])('of the property: %s', (text, ...orders) => expect(lessonOrders(text, 'start')).toEqual(orders))

it.each<[text: string, ...orders: string[]]>([
  ['Must happen two hours or more ahead of the start.', 'now+2h <= starts_at'],
  ['Must be requested at least 30 minutes before the start.', 'now+0.5h <= starts_at'],
  ["Once the lesson has started it's too late and you get a 409 (`already_started`).", 'now <= starts_at'],
  ['Returns 409 if it has started already.', 'now <= starts_at'],
  ["Returns 409 if the lesson isn't over yet.", 'ends_at <= now'],
  ["Returns 409 if the lesson isn't over yet (`not-over`).", 'ends_at <= now'],
  ['Not before the start.', 'starts_at <= now'],
  ['Once the lesson has started, the teacher is paid.'],
  ['Not before the holidays.'],
  ['Returns 200 if it has started already.'],
])('of an action: %s', (text, ...orders) => expect(lessonOrders(text, 'action')).toEqual(orders))
