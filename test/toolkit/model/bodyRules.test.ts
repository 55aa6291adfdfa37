/** Sentences that state which values of a body fit together, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { type BodyRule, bodyRules } from '../../../src/toolkit/model/bodyRules.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { text } from './smallKinds.ts'

const day = { type: 'string', format: 'date' }
const flag = { type: 'boolean' }

function wordsOf(rule: BodyRule): string {
  switch (rule.kind) {
    case 'needed':
      return `${rule.property} when ${rule.when.property} ${rule.when.values.map(String).join('/')}${rule.least > 0 ? ` of ${rule.least}` : ''}`
    case 'together':
      return rule.properties.join(' with ')
    case 'distinct':
      return `distinct ${rule.list}`
    case 'excluded':
      return `${rule.property} not in ${rule.list}`
    case 'entries':
      return `${rule.least} ${rule.list}`
    case 'weekday':
      return `${rule.property} not on ${rule.days.join('/')}`
  }
}

interface Place {
  /** The property that the text describes. Default: the operation. */
  of?: string
  isError?: boolean
}

/** The rules about the body of a shipment, by this description. */
function rulesOf(description: string, { of, isError = false }: Place): string[] {
  const properties: Record<string, object> = {
    kind: { type: 'string', enum: ['parcel', 'pallet', 'express'] },
    decision: { type: 'string', enum: ['approve', 'reject'] },
    grade: { type: 'integer', minimum: 1, maximum: 5 },
    fragile: flag,
    reason: text,
    remarks: text,
    phone: text,
    note: { ...text, default: '' },
    origin: text,
    stops: { type: 'array', items: text },
    item_ids: { type: 'array', items: text },
    from_hour: text,
    to_hour: text,
    pickup_on: day,
  }
  if (of !== undefined) properties[of] = { ...properties[of], description }
  const own = of === undefined && !isError ? description : ''
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Shipments', version: '1' },
      paths: {
        '/shipments': {
          post: {
            description: own,
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', required: ['origin'], properties } },
              },
            },
            responses: { 201: { description: '' }, 422: { description: isError ? description : '' } },
          },
        },
      },
    }),
  )
  return api.operations.flatMap((operation) => bodyRules(api, operation).map(wordsOf))
}

it.each<[text: string, place: Place, ...found: string[]]>([
  // Values that another value requires.
  ['Mandatory for grades 4 and 5 (422).', { of: 'remarks' }, 'remarks when grade 4/5'],
  ['Required if `kind` is `express`.', { of: 'phone' }, 'phone when kind express'],
  ['Must be given when the kind is express or pallet.', { of: 'phone' }, 'phone when kind pallet/express'],
  ['Cannot be empty for grade 5.', { of: 'remarks' }, 'remarks when grade 5'],
  ['Required when fragile is true.', { of: 'remarks' }, 'remarks when fragile true'],
  ['A `phone` is required for express shipments.', {}],
  ['A `phone` is required for kind `express`.', {}, 'phone when kind express'],
  ['For `express`, a `phone` must be given.', {}, 'phone when kind express'],
  [
    'A rejection needs a `reason` of at least 10 characters, otherwise 422.',
    {},
    'reason when decision reject of 10',
  ],
  ['Rejecting requires a reason (422).', {}, 'reason when decision reject'],
  ['Rejection without reason', { isError: true }, 'reason when decision reject'],
  ['The reason is missing for a rejection', { isError: true }, 'reason when decision reject'],
  ['`decision` is `reject` but no `reason`', { isError: true }, 'reason when decision reject'],
  ['A rejection without a reason is refused with 422.', {}, 'reason when decision reject'],
  ['Required for the courier.', { of: 'phone' }],
  ['Required if given.', { of: 'phone' }],
  ['Required when shipping abroad.', { of: 'phone' }],
  ['Usually required for grades 4 and 5.', { of: 'remarks' }],
  ['Required for grades 4 and 5 of foreign parcels.', { of: 'remarks' }],
  ['Not needed for grades 1 to 3.', { of: 'remarks' }],
  ['Required for grades 4 and 5, unless a photo is attached.', { of: 'remarks' }],
  ['Required for grade 5.', { of: 'note' }],
  ['An approval needs a moment.', {}],
  ['A rejection needs an hour to take effect.', {}],
  ['A rejection may have a reason.', {}],
  ['A rejection takes a reason.', {}],
  ['A rejection needs a reason. If it is missing, that of the customer is used.', {}],
  ['For `express`, a `phone` must be given; defaults to that of the account.', {}],
  ['A driver has at least 2 stops.', {}],
  ['A shipment has at least 2 stops.', {}, '2 stops'],
  ['An item may be used only once.', {}],
  ['The reminder must not fall on a Sunday.', {}],
  ['The pickup date must not fall on a Sunday.', {}, 'pickup_on not on 0'],
  // Values that come together.
  ['Either both are there or neither.', { of: 'to_hour' }, 'from_hour with to_hour'],
  ['Both must be given or neither.', { of: 'to_hour' }, 'from_hour with to_hour'],
  ['Given together with `from_hour`.', { of: 'to_hour' }],
  ['Must be given together with `from_hour`.', { of: 'to_hour' }, 'from_hour with to_hour'],
  ['`from_hour` and `to_hour` must be given together.', {}, 'from_hour with to_hour'],
  ['Only one of `from_hour` and `to_hour` is given', { isError: true }, 'from_hour with to_hour'],
  ['Either both are there or neither.', { of: 'remarks' }],
  ['Both are optional.', { of: 'to_hour' }],
  ['Only one of `from_hour` and `to_hour` may be given.', {}],
  // Lists without equal entries.
  ['The stops must be distinct.', {}, 'distinct stops'],
  ['All stops must be different from each other.', {}, 'distinct stops'],
  ['The same stop may not occur twice (422).', {}, 'distinct stops'],
  ['No stop may appear more than once.', {}, 'distinct stops'],
  ['Each stop may only be listed once.', {}, 'distinct stops'],
  ['`stops` must not contain duplicates.', {}, 'distinct stops'],
  ['Must not contain duplicates.', { of: 'stops' }, 'distinct stops'],
  ['A stop mentioned twice counts as invalid.', { isError: true }, 'distinct stops'],
  ['Duplicate stops', { isError: true }, 'distinct stops'],
  ['An item listed twice', { isError: true }, 'distinct item_ids'],
  ['Items: three to eight, all different.', {}, 'distinct item_ids', '3 item_ids'],
  ['Duplicates are dropped.', { of: 'stops' }],
  ['The stops may occur twice.', {}],
  ['Duplicate origin', { isError: true }],
  ['A shipment mentioned twice', { isError: true }],
  ['The drivers must be different.', {}],
  ['The stops should be distinct.', {}],
  ['The stops must be different from those of the last shipment.', {}],
  // Values that a list must not contain.
  ['The origin itself may not be among the stops.', {}, 'origin not in stops'],
  ['`stops` must not contain the `origin`.', {}, 'origin not in stops'],
  ['The origin is one of the stops', { isError: true }, 'origin not in stops'],
  [
    'The origin may not be among them, nor may a stop occur twice.',
    { of: 'stops' },
    'origin not in stops',
    'distinct stops',
  ],
  ['The origin may be among the stops.', {}],
  ['The depot may not be among the stops.', {}],
  // Lists with enough entries.
  ['A shipment needs at least two stops.', {}, '2 stops'],
  ['Between 2 and 5 stops.', {}, '2 stops'],
  ['At least one stop must be given.', {}, '1 stops'],
  ['Must contain at least one entry.', { of: 'stops' }, '1 stops'],
  ['A shipment needs at least two drivers.', {}],
  ['A shipment has at most two stops.', {}],
  // Days of the week.
  ['No shipments on Sundays (422).', {}, 'pickup_on not on 0'],
  ['Must not be a Saturday or Sunday.', { of: 'pickup_on' }, 'pickup_on not on 0/6'],
  ['Not on weekends.', { of: 'pickup_on' }, 'pickup_on not on 0/6'],
  ['The pickup falls on a weekend', { isError: true }, 'pickup_on not on 0/6'],
  ['No surcharge on Sundays.', {}],
  ['Delivered on Sundays too.', {}],
  ['Must be a Monday.', { of: 'pickup_on' }],
])('%s', (description, place, ...found) => expect(rulesOf(description, place)).toEqual(found))
