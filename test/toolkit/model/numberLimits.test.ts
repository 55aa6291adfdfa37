/** Limits of numbers and lengths that documents state about requests. */
import { describe, expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import type { Expression } from '../../../src/toolkit/model/expressions.ts'
import { numberLimits } from '../../../src/toolkit/model/numberLimits.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const integer = { type: 'integer' }
const day = { type: 'string', format: 'date' }
const text = { type: 'string' }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })

const kindOf = (name: string, sent: object, description = '') => ({
  [`/${name}`]: {
    post: {
      description,
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: sent } } } },
      responses: {
        201: shown({ type: 'object', properties: { id: text, ...sent } }),
        409: { description: '' },
        422: { description: '' },
      },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { responses: { 200: shown({ type: 'object', properties: { id: text, ...sent } }) } },
  },
})

const written = (one: Expression): string =>
  one.kind === 'number'
    ? String(one.value)
    : one.kind === 'operand'
      ? one.name
      : one.kind === 'choice'
        ? `(${written(one.when)} ? ${written(one.value)} : ${written(one.otherwise)})`
        : `${written(one.left)} ${one.operator} ${written(one.right)}`

/** The limits of a stay, as "least adults 2". @param own the description of its property `adults` */
function limitsFor(description: string, own = ''): string[] {
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Stays', version: '1' },
    paths: {
      ...kindOf('hotels', { rank: { enum: ['basic', 'luxury'] }, limit_kg: integer }),
      ...kindOf('rooms', {
        hotel_id: text,
        kind: { enum: ['single', 'double', 'apartment'] },
        capacity: integer,
        rate_min: integer,
        rate_max: integer,
      }),
      ...kindOf(
        'stays',
        {
          room_id: text,
          arrival: day,
          departure: day,
          adults: { ...integer, description: own },
          children: integer,
          luggage_kg: integer,
          rate: integer,
          board: { enum: ['none', 'half', 'full'] },
        },
        description,
      ),
    },
  })
  const api = createApi(document)
  const graph = findResources(api)
  return graph.resources
    .flatMap((one) => numberLimits(api, graph, one))
    .map(({ side, left, bound }) => `${side} ${written(left)}: ${written(bound)}`)
}

const ENDS = ['least rate: room_id.rate_min', 'most rate: room_id.rate_max']

describe('a limit of a number', () => {
  it.each([
    'The `rate` has to lie within the rate band of the room (422).',
    "Returns 422 if the rate is outside the room's rate range.",
  ])('by the ends of a range: %s', (description) => expect(limitsFor(description)).toEqual(ENDS))
  it.each([
    'The `rate` has to lie within the price band of the room (422).',
    'The `rate` has to lie within the rate band of the hotel (422).',
    'The `rate` has to lie within the usual range (422).',
  ])('not by a range that no numbers state: %s', (description) => expect(limitsFor(description)).toEqual([]))

  it.each<[text: string, ...expected: string[]]>([
    [
      "Returns 422 if `adults` plus `children` exceeds the room's capacity.",
      'most adults + children: room_id.capacity',
    ],
    [
      '422 if the sum of `adults` and `children` is greater than the capacity of the room.',
      'most adults + children: room_id.capacity',
    ],
    [
      '`adults` and `children` together must not exceed the capacity of the room (422).',
      'most adults + children: room_id.capacity',
    ],
    [
      'Returns 422 if the stay is longer than 30 nights, or 90 nights for a room of kind `apartment`.',
      'most all nights: (/rooms/{id}.kind apartment ? 90 : 30)',
    ],
    [
      'A stay must not be longer than 30 nights (90 for apartments); otherwise 422.',
      'most all nights: (/rooms/{id}.kind apartment ? 90 : 30)',
    ],
    ['Stays can last at most 14 nights (422).', 'most all nights: 14'],
    ['A stay lasts at least 2 nights (422).', 'least all nights: 2'],
    ['A stay lasts between 7 days and 2 years (422).', 'least all days: 7'],
    ['Stays are at least 2 nights and at most 3 weeks long, and start on Mondays.', 'least all nights: 2'],
    ['A stay is at least 2 days and at most 30 days long, and up to 60 days in winter.'],
    ['A stay is at least 2 days and at most 30 days long, and longer for staff.'],
    ['Stays are at least 2 days and at most 30 nights long.', 'least all days: 2', 'most all nights: 30'],
    ['A stay usually lasts between 7 days and 2 years.'],
    ['An inspection lasts at least 2 nights.'],
    ['A stay must be at least 2 nights (422).', 'least all nights: 2'],
    ['Rejected with 422 if the stay is shorter than 2 nights.', 'least all nights: 2'],
    ['The luggage must not exceed the limit of the hotel (422).', 'most luggage_kg: hotel_id.limit_kg'],
    ['Returns 422 if the luggage weighs more than 30 kg.'],
    ['Returns 422 if the luggage is more than 30 kg.', 'most luggage_kg: 30'],
    ['The `rate` must be a multiple of 5 (422).', 'multiple rate: 5'],
    [
      'Returns 422 if `rate` is not a multiple of the capacity of the room.',
      'multiple rate: room_id.capacity',
    ],
    ['The `rate` must be between 10 and 50 (422).', 'least rate: 10', 'most rate: 50'],
    [
      'A stay with board `none` has at most 5 `adults`, with `half` at most 4 and with `full` at most 3 (422).',
    ],
    [
      'For `none` at most 5 `adults`, for `half` at most 4.',
      'most adults: (board none ? 5 : (board half ? 4 : ?))',
    ],
    [
      '| board | Minimum adults | Maximum adults |\n|---|---|---|\n| `none` | 1 | 2 |\n| `half` | 2 | 4 |\n\nReturns 422 if `adults` is outside the range for the board.',
      'most adults: (board none ? 2 : (board half ? 4 : ?))',
      'least adults: (board none ? 1 : (board half ? 2 : ?))',
    ],
  ])('%s', (description, ...expected) => expect(limitsFor(description)).toEqual(expected))

  it.each<[own: string, expected: string]>([
    ['Must not exceed the capacity of the room.', 'most adults: room_id.capacity'],
    ['At most 4.', 'most adults: 4'],
    ['It must be at least 2.', 'least adults: 2'],
  ])('of the property: %s', (own, expected) => expect(limitsFor('', own)).toEqual([expected]))

  it.each([
    'Returns 422 if `adults` plus `children` exceeds the capacity of the room unless the hotel agrees.',
    'Returns 422 if `adults` usually exceeds the capacity of the room.',
    'Stays of more than 30 nights are cheaper.',
    'Stays longer than 30 nights need a deposit.',
    'A stay should not be longer than 30 nights in summer (422).',
    'Returns 422 if the stay is longer than 30 nights, or 90 nights for members.',
    'Returns 422 if the stay is longer than the contract.',
    'Returns 422 if the luggage is more than 30 boxes.',
    'Returns 422 if the rate exceeds the capacity of the room by more than 10.',
    'The rate may exceed the capacity of the room.',
    'Returns 409 if the room has more than 3 stays.',
    'Up to 5 photos can be attached (422).',
    'A stay with more than 4 adults gets a discount.',
    'Returns 422 if the total of all stays exceeds the capacity of the room.',
  ])('that is not read: %s', (description) => expect(limitsFor(description)).toEqual([]))
})
