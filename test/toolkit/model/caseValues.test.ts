/** Values that descriptions compute by cases. */
import { describe, expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { derivedValues } from '../../../src/toolkit/model/derivedValues.ts'
import { evaluated } from '../../../src/toolkit/model/expressions.ts'
import type { Source } from '../../../src/toolkit/model/namedValues.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const number = { type: 'number' }
const integer = { type: 'integer' }
const day = { type: 'string', format: 'date' }
const text = { type: 'string' }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })

const kindOf = (name: string, sent: object, more: object = {}) => ({
  [`/${name}`]: {
    post: {
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: sent } } } },
      responses: { 201: shown({ type: 'object', properties: { id: text, ...sent, ...more } }) },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { responses: { 200: shown({ type: 'object', properties: { id: text, ...sent, ...more } }) } },
  },
})

/** The computed value that a description of a stay states. */
function readIn(description: string, property = 'price', schema: object = number) {
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Stays', version: '1' },
    paths: {
      ...kindOf('brands', { label: text, medium: { enum: ['print', 'dvd'] } }),
      ...kindOf('rooms', {
        brand_id: text,
        kind: { enum: ['single', 'double', 'apartment'] },
        nightly_rate: number,
      }),
      ...kindOf('guests', { category: { enum: ['adult', 'junior', 'gold_member'] }, name: text }),
      ...kindOf(
        'stays',
        {
          room_id: text,
          guest_id: text,
          arrival: day,
          departure: day,
          seats: integer,
          weight_kg: number,
          express: { type: 'boolean' },
        },
        {
          goods_total: number,
          due_on: { ...day },
          returned_on: { ...day },
          [property]: { ...schema, description },
        },
      ),
    },
  })
  const api = createApi(document)
  const graph = findResources(api)
  return graph.resources
    .flatMap((one) => derivedValues(api, graph, one))
    .find((one) => one.property === property)
}

const values: Record<string, number> = {
  rate: 100,
  nights: 5,
  seats: 2,
  weight_kg: 20,
  goods_total: 400,
}
const nameOf = (source: Source): string =>
  source.kind === 'flag'
    ? `${source.of.property}=${source.values.join()}`
    : source.kind === 'period'
      ? source.isLateness
        ? 'late'
        : source.unit
      : source.kind === 'related'
        ? 'rate'
        : source.property

function valueBy(description: string, given: Record<string, number | undefined>): number | undefined {
  const found = readIn(description)
  if (found === undefined || !('expression' in found.result)) return undefined
  const all = { ...values, ...given }
  const value = evaluated(found.result.expression, (name) => {
    const source = found.sources.get(name)
    return source === undefined
      ? undefined
      : (all[nameOf(source)] ?? (source.kind === 'flag' ? 0 : undefined))
  })
  return value === undefined ? undefined : Math.round(value * 1e6) / 1e6
}

describe('a value by cases', () => {
  it.each<[text: string, given: Record<string, number>, expected: number]>([
    [
      "Nights times the room's nightly rate, less 10% for stays of 7 nights or more, rounded to cents.",
      { nights: 7 },
      630,
    ],
    [
      "Nights times the room's nightly rate, less 10% for stays of 7 nights or more, rounded to cents.",
      { nights: 6 },
      600,
    ],
    ["Nights times the room's nightly rate, minus 10 % for stays longer than 7 nights", { nights: 7 }, 700],
    [
      "Nights times the room's nightly rate. Stays of 7 nights or more get a 10 % discount.",
      { nights: 8 },
      720,
    ],
    [
      "Nights times the room's nightly rate. Stays of 7 nights or more get 10 % off, 20 % for 28 nights or more.",
      { nights: 28 },
      2240,
    ],
    ['`seats` × 10, plus 25 % if `express`.', { 'express=true': 1 }, 25],
    ['`seats` × 10. Express stays cost 25 % more.', { 'express=true': 1 }, 25],
    ['`seats` × 10. Express stays cost 25 % more.', {}, 20],
    ['`seats` × 10. A surcharge of 25 % applies to express stays.', { 'express=true': 1 }, 25],
    ['`seats` × 10. A surcharge of 5.00 is added for express stays.', { 'express=true': 1 }, 25],
    ['`seats` × 10. Juniors pay half.', { 'category=junior': 1 }, 10],
    ['`seats` × 10. Free for guests of category `junior`.', { 'category=junior': 1 }, 0],
    ['`seats` × 10. Gold members get 15 % off.', { 'category=gold_member': 1 }, 17],
    [
      '5 per cent of `goods_total` from £1,000 upwards, 8 per cent from £5,000 upwards, and nothing at all below £1,000. Rounded to the penny.',
      { goods_total: 5000 },
      400,
    ],
    [
      '5 per cent of `goods_total` from £1,000 upwards, 8 per cent from £5,000 upwards, and nothing at all below £1,000. Rounded to the penny.',
      { goods_total: 1000 },
      50,
    ],
    [
      '5 per cent of `goods_total` from £1,000 upwards, 8 per cent from £5,000 upwards, and nothing at all below £1,000. Rounded to the penny.',
      { goods_total: 999 },
      0,
    ],
    [
      '`null` while the stay is a draft. On booking it is calculated from the weight: £0.80 per kilogram up to and including 500 kg, £0.60 per kilogram for the whole shipment above that. Express stays cost 25 % more. The result is rounded to the penny.',
      { weight_kg: 500 },
      400,
    ],
    [
      '`null` while the stay is a draft. On booking it is calculated from the weight: £0.80 per kilogram up to and including 500 kg, £0.60 per kilogram for the whole shipment above that. Express stays cost 25 % more. The result is rounded to the penny.',
      { weight_kg: 600, 'express=true': 1 },
      450,
    ],
    [
      '0.25 for each day `returned_on` is past `due_on`, capped at 10.00. Branches often waive it at the desk.',
      { late: 3 },
      0.75,
    ],
    [
      '0.25 for each day `returned_on` is past `due_on`, capped at 10.00. Branches often waive it at the desk.',
      { late: 300 },
      10,
    ],
    ['0.50 per day late, at most 5.', { late: 4 }, 2],
    ['20 % of `goods_total` for an apartment, 10 % otherwise.', { 'kind=apartment': 1 }, 80],
    ['20 % of `goods_total` for an apartment, 10 % otherwise.', {}, 40],
    ['4.90 for orders up to 20 kg, 9.90 above that.', { weight_kg: 21 }, 9.9],
    ['10 % of the goods total, but not more than 30.', {}, 30],
    ['Whatever part of `weight_kg` exceeds 15.', {}, 5],
    ['Whatever part of `weight_kg` exceeds 25.', {}, 0],
  ])('%s %j', (description, given, expected) => expect(valueBy(description, given)).toBe(expected))
})

describe('a value that is not read', () => {
  it.each([
    '`seats` × 10. Members get 10 % off.',
    '`seats` × 10. VAT is added at checkout.',
    '`seats` × 10. Vouchers are subtracted.',
    '`seats` × 10, plus 5 % for each additional bag.',
    '`seats` × 10, less 10 % for early birds.',
    '`seats` × 10, less 10 % for stays of 7 nights or more in winter.',
    '`seats` × 10, less up to 10 % for express stays.',
    '`seats` × 10. Express stays may cost 25 % more.',
    '`seats` × 10. Express stays usually cost 25 % more.',
    '`seats` × 10. Express stays cost 25 % more unless the guest is a junior.',
    '`seats` × 10. Express stays cost 25 % more. Overtime counts double.',
    '`seats` × 10 for express stays.',
    '10 % of the goods total for express stays, 20 % for juniors.',
    '0.80 per kilogram up to 500 kg, 0.60 per kilogram above that.',
    '0.80 per kilogram for the first 500 kg, 0.60 per kilogram for the rest.',
    '5 % of `goods_total` from 1000, 8 % from 5000.',
    'About 10 % of `goods_total`, at most 30.',
    'At most 10 % of `goods_total`.',
    'Free for express stays.',
    '0.25 for each working day `returned_on` is past `due_on`.',
    '`seats` × 10, or 50.',
    '`seats` × 10, whichever is lower.',
    'Must be above 10 for express stays, 20 otherwise.',
    'The `goods_total` minus 10 % for guests who are not members.',
    'Orders of 100 or more get 10 % off.',
    'Half of `goods_total` is due now, the rest on arrival.',
  ])('%s', (description) => expect(readIn(description)).toBeUndefined())
})

describe('a moment by cases', () => {
  it.each<[text: string, given: Record<string, number>, days: string]>([
    ['21 days after `arrival`, or 7 days for a `dvd`.', {}, '21'],
    ['21 days after `arrival`, or 7 days for a `dvd`.', { 'medium=dvd': 1 }, '7'],
    ['28 days after `arrival` (14 for juniors).', { 'category=junior': 1 }, '14'],
    ['28 days after `arrival`; 14 days if the guest is a junior', { 'category=junior': 1 }, '14'],
    ['14 days after `arrival` for juniors, 28 days otherwise.', { 'category=junior': 1 }, '14'],
    ['14 days after `arrival` for juniors, 28 days otherwise.', {}, '28'],
  ])('%s %j', (description, given, days) => {
    const found = readIn(description, 'until', day)
    if (found === undefined || 'expression' in found.result) throw new Error('not read')
    const { amount, cases = [] } = found.result
    const met = cases.find(({ when }) =>
      evaluated(when, (name) => {
        const source = found.sources.get(name)
        return source && (given[nameOf(source)] ?? 0)
      }),
    )
    expect((met ?? { amount }).amount).toBe(days)
  })
  it.each([
    '21 days after `arrival`, or 7 days for new releases.',
    '21 days after `arrival`, or later for juniors.',
    '21 days after `arrival` for juniors.',
    '21 days after `arrival`, or 7 days for juniors unless it is extended.',
    'Up to 21 days after `arrival`, or 7 days for juniors.',
  ])('that is not promised: %s', (description) => expect(readIn(description, 'until', day)).toBeUndefined())
})

describe('a boolean by its description', () => {
  const flag = (description: string) => readIn(description, 'is_low', { type: 'boolean' })
  it.each<[text: string, given: Record<string, number>, expected: number]>([
    ['True if `seats` is below 5, false otherwise.', { seats: 4 }, 1],
    ['True if `seats` is below 5, false otherwise.', { seats: 5 }, 0],
    ['Whether the goods total exceeds 1000.', { goods_total: 1001 }, 1],
    [
      '`true` when `goods_total` is at or below `weight_kg`, `false` in all other cases.',
      { goods_total: 20 },
      1,
    ],
    ['Set for stays of 7 nights or more.', { nights: 7 }, 1],
    ['True for express stays.', { 'express=true': 1 }, 1],
  ])('%s %j', (description, given, expected) => {
    const found = flag(description)
    if (found === undefined || !('expression' in found.result)) throw new Error('not read')
    const all: Record<string, number> = { ...values, ...given }
    expect(
      evaluated(found.result.expression, (name) => {
        const source = found.sources.get(name)
        return source && all[nameOf(source)]
      }),
    ).toBe(expected)
  })
  it.each([
    'True if the guest is nice.',
    'True if `seats` is below 5 or the guest has a card.',
    'Whether the seats are below 5 in summer.',
    'True once an administrator has checked it.',
    'Must be true if `seats` is below 5.',
    'True if `seats` is below 5. Staff can change it.',
  ])('that is not read: %s', (description) => expect(flag(description)).toBeUndefined())
})

it.each<[property: string, isRead: boolean]>([
  ['stay_days', true],
  ['number_of_days', true],
  ['working_days', false],
  ['free_days', false],
  ['days_left', false],
])('%s, "Inclusive of both ends"', (property, isRead) =>
  expect(readIn('Inclusive of both ends', property, integer) !== undefined).toBe(isRead),
)
