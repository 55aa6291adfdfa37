/** Sentences that state which values no two items share, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { uniquePromises } from '../../../src/toolkit/model/uniqueRules.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const json = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
})
const id = { name: 'id', in: 'path', required: true, schema: text }
const sent = { member_id: text, book_id: text, slot: text, visit_date: { type: 'string', format: 'date' } }
const reservation = {
  id: text,
  ...sent,
  status: { enum: ['open', 'done', 'lost'] },
  active: { type: 'boolean' },
}

const kind = (name: string, properties: object, shown: object, description = '') => ({
  [`/${name}`]: {
    post: {
      description,
      requestBody: json(properties),
      responses: { 201: { description: '', ...json(shown) }, 409: { description: '' } },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [id],
    get: { responses: { 200: { description: '', ...json(shown) } } },
  },
})

/** The properties that no two reservations share, and the states that count, by this description of the creation of a reservation. */
function uniquesOf(description: string, ofSlot = ''): string[] {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: {
        title: 'Reservations',
        version: '1',
        description: 'A reservation is called *current* while its status is `open` or `lost`.',
      },
      paths: {
        ...kind('members', { name: text }, { id: text, name: text }),
        ...kind('books', { name: text }, { id: text, name: text }),
        ...kind(
          'reservations',
          { ...sent, slot: { ...text, description: ofSlot } },
          reservation,
          description,
        ),
      },
    }),
  )
  const graph = findResources(api)
  return graph.resources.flatMap((one) =>
    uniquePromises(api, graph, one).map(({ properties, most, states, flag, ignoresCase }) =>
      [
        ...(most > 1 ? [most] : []),
        properties.join('+'),
        ...states,
        ...(flag === undefined ? [] : [flag]),
        ...(ignoresCase ? ['in any case'] : []),
      ].join(' '),
    ),
  )
}

it.each<[text: string, ...found: string[]]>([
  ['Returns 409 if another reservation already has the same `slot`.', 'slot'],
  ['Returns 409 if a reservation with this slot exists, regardless of case.', 'slot in any case'],
  [
    'Returns 409 if there is already a reservation for the same member and the same visit date.',
    'member_id+visit_date',
  ],
  ['Returns 409 if there is already a reservation for the same book that is not done.', 'book_id open lost'],
  ['Returns 409 if the member already has an open reservation on this book.', 'member_id+book_id open'],
  ['A second reservation for the same member and book is rejected.', 'member_id+book_id'],
  ['The slot is unique across the platform.', 'slot'],
  ['The slot must be unique per member.', 'slot+member_id'],
  ['No two reservations may share the same slot.', 'slot'],
  ['One reservation per member and visit date.', 'member_id+visit_date'],
  ['There can be only one open reservation per book (409).', 'book_id open'],
  ['A member can have only one reservation per book.', 'member_id+book_id'],
  ["A member can't have two open reservations for the same book.", 'member_id+book_id open'],
  ['A member can only reserve a book once.', 'member_id+book_id'],
  ['Nobody can have two current reservations for the same book (409).', 'book_id+member_id open lost'],
  ['The slot uniquely identifies a reservation.', 'slot'],
  ['One active reservation per member and visit date.', 'member_id+visit_date active'],
  ['One active reservation per place. Place = slot + visit date.', 'slot+visit_date active'],
  ['A member makes at most two reservations a day (409).', '2 member_id+visit_date'],
  ['A member can have no more than 3 open reservations for a book.', '3 member_id+book_id open'],
  [
    'One person, told apart by `slot`, can hold no more than two open reservations for a book.',
    '2 slot+book_id open',
  ],
  ['A slot holds up to 4 reservations.', '4 slot'],
  ['A slot can have at most 4 reservations that are not lost.', '4 slot open done'],
  [
    "A slot can have one reservation per book that isn't lost, and three altogether.",
    'slot+book_id open done',
    '3 slot open done',
  ],
  ['Returns 409 if another reservation has this slot/date pair.', 'slot+visit_date'],
  ['Returns 409 if the slot is in use (also if its reservation is done).', 'slot'],
  ['Time slots are unique within the platform.', 'slot'],
  ['One current reservation per shelf.'],
  ['One urgent reservation per member.'],
  ['A member makes at most two reservations a week.'],
  ['A member makes at most two payments a day.'],
  ['A member makes at least two reservations a day.'],
  ['A slot holds up to 400 reservations.'],
  ['A slot can have at most 4 members.'],
  ['Returns 409 if the device is in use.'],
  ['Returns 409 if the slot is not in use.'],
  ['The slot need not be unique.'],
  ['One reservation per member and branch.'],
  ['Two reservations may share the same slot.'],
  ['The slot must be unique per branch.'],
  ['No two reservations of the same branch may share the same slot.'],
  ['A member can have two reservations per book.'],
  ['Returns 409 if the member already has an overdue reservation on this book.'],
  ['Returns 409 if another reservation already has the same slot, unless it is lost.'],
  ['Usually, one reservation per member and book.'],
  ['One reservation per page.'],
  ['One open reservation per member and book: a newer one supersedes the older.'],
  ['One open reservation per member and book. A second one replaces the first.'],
])('%s', (description, ...found) => expect(uniquesOf(description)).toEqual(found))

it.each<[text: string, ...found: string[]]>([
  ['Must be unique.', 'slot'],
  ['Unique per member.', 'slot+member_id'],
  ['Unique per branch.'],
])('of the property: %s', (description, ...found) => expect(uniquesOf('', description)).toEqual(found))
