/** Numbers, states and moments that descriptions promise, as sentences state them. */
import { describe, expect, it } from 'vitest'
import {
  afterDeletion,
  losesReference,
  portionIn,
  remainderIn,
  rulesOutCircles,
  saysCountOf,
  saysSum,
  statesBefore,
  summaryIn,
} from '../../../src/toolkit/model/description.ts'
import { effectsIn } from '../../../src/toolkit/model/effects.ts'
import { computed, formulasOf, isRounded } from '../../../src/toolkit/model/formulas.ts'
import { promisedSide } from '../../../src/toolkit/model/promisedSides.ts'
import { transitionsIn, wayBetween } from '../../../src/toolkit/model/transitions.ts'
import { hasSameUnit, isActionTo, stateOfMoment, withoutUnit } from '../../../src/toolkit/model/vocabulary.ts'
import { documentOf, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { createResponseChecker } from '../../../src/toolkit/responses/checkResponse.ts'

describe('the items that a number is about', () => {
  const states = ['open', 'in_progress', 'closed']
  it.each<[text: string, noun: string, expected: ReturnType<typeof portionIn>]>([
    ['Number of issues.', 'issue', { states: [], isNot: false }],
    ['How many issues the project has', 'issue', { states: [], isNot: false }],
    ['Number of issues that belong to the project.', 'issue', { states: [], isNot: false }],
    ['Number of open issues.', 'issue', { states: ['open'], isNot: false }],
    [
      'Number of issues that are open or in progress.',
      'issue',
      { states: ['open', 'in_progress'], isNot: false },
    ],
    ['Number of issues that are not closed.', 'issue', { states: ['closed'], isNot: true }],
    ['Number of all issues, closed ones included', 'issue', { states: [], isNot: false }],
    ['Number of issues, including closed ones.', 'issue', { states: [], isNot: false }],
    ['Number of issues. Closed ones are not included.', 'issue', 'unclear'],
    ['Number of open issues, including blocked ones', 'issue', { states: ['open'], isNot: false }],
    ['Number of overdue issues.', 'issue', 'unclear'],
    ['Number of approved issues.', 'issue', 'unclear'],
    ['Number of issues, drafts excluded', 'issue', 'unclear'],
    ['Issues of the last 30 days.', 'issue', 'unclear'],
    ['Number of entries of the ledger', 'entry', { states: [], isNot: false }],
    ['Number of boxes', 'issue', undefined],
  ])('%s', (text, noun, expected) => expect(portionIn(text, noun, states)).toEqual(expected))

  it.each([
    ['Number of line items', 'line-item', true],
    ['Total number of comments', 'comment', true],
    ['How many entries there are', 'entry', true],
    ['The number shown on comments', 'comment', false],
    ['How many loans the member may have open: adult 5, child 3', 'loan', false],
    ['Maximum number of loans', 'loan', false],
  ])('%s counts %s: %s', (text, noun, expected) => expect(saysCountOf(text, noun)).toBe(expected))

  it.each([
    ['Sum of the weights of all parcels', 'weight_kg', 'parcel', false],
    ['Total of the invoices including VAT', 'vat', 'invoice', false],
    ['Total of the VAT of the invoices', 'vat', 'invoice', true],
    ['Sum of the weights of all parcels', 'weight', 'parcel', true],
    ['Total `weight_kg` of the parcels', 'weight_kg', 'parcel', true],
    ['The weight of a parcel', 'weight', 'parcel', false],
  ])('%s adds up %s of %s: %s', (text, of, noun, expected) => expect(saysSum(text, of, noun)).toBe(expected))
})

describe('a formula', () => {
  const number = { type: 'number' }
  const values = { quantity: 2, unit_price: 3, tax: 4, discount_percent: 10 }
  const lines = [
    { amount: 1, quantity: 2, unit_price: 3 },
    { amount: 5, quantity: 1, unit_price: 1 },
  ]
  const document = documentOf({ openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths: {} })
  const entry = { type: 'object', properties: { amount: number, quantity: number, unit_price: number } }
  const schemaWith = (description: string) => ({
    type: 'object',
    properties: {
      total: { ...number, description },
      ...Object.fromEntries(Object.keys(values).map((name) => [name, number])),
      lines: { type: 'array', items: entry },
    },
  })
  it.each<[text: string, expected: number | undefined]>([
    ['`quantity` × `unit_price`.', 6],
    ['Quantity times unit price.', 6],
    ['Quantity times unit price, rounded to cents', 6],
    ['Quantity times unit price, rounded', undefined],
    ['Quantity times unit price, rounded for display', undefined],
    ['Sum of `quantity` × `unit_price` over all lines, rounded to cents', undefined],
    ['quantity × unit_price with the discount applied', undefined],
    ['Sum of quantity, tax and the shipping costs.', undefined],
    ['unit_price * quantity * (1 - discount_percent / 100)', 5.4],
    ['The sum of quantity, unit price and tax.', 9],
    ['Always quantity - tax.', -2],
    ['Sum of the amounts of all lines.', 6],
    ['Sum of `quantity` × `unit_price` over all lines', 7],
    ['Number of lines', undefined],
    ['Total in cents', undefined],
    ['Quantity minus tax, never below zero', 0],
    ['Quantity minus tax, but at least 1.', 1],
    ['quantity × unit_price, at most 5.', 5],
    ['quantity × unit_price, capped at a maximum of `tax`', 4],
    ['quantity × unit_price, at most 5 for members', undefined],
    ['`unit_price` less `discount_percent` percent.', 2.7],
    ['`unit_price` minus `discount_percent`', 2.7],
    ['`quantity` times `unit_price`, less `discount_percent` percent.', 5.4],
    ['`discount_percent` % of the `unit_price`', 0.3],
    ['10 % of `unit_price`.', 0.3],
    ['`unit_price` plus 20 % VAT', 3.6],
    ['`unit_price` minus a discount of 10 %.', 2.7],
    ['quantity × unit_price reduced by 50 %', 3],
    ['`unit_price` minus 10 % for members.', undefined],
    ['`unit_price` with a 10 % discount', undefined],
    ['`unit_price`, of which 10 % are due at once', undefined],
    ['10 % plus 5', undefined],
    ['quantity × unit_price. Members get 10 % off.', undefined],
    ['quantity × unit_price. Free for members.', undefined],
    ['quantity × unit_price. Computed by the server.', 6],
    ['Computed by the server as the `quantity` times the `unit_price`, in cents.', 6],
    ['The total amount: quantity × unit_price. Read-only.', 6],
    ['quantity × unit_price. Never changes afterwards.', undefined],
    ['The highest quantity × unit_price', undefined],
    ['quantity / tax, in percent.', undefined],
    ['quantity / tax, in %', undefined],
    ['quantity plus 10 % commission of the tax.', undefined],
    ['quantity / tax^2', undefined],
    ['quantity plus tax, unit_price and duty.', undefined],
    ['quantity less tax and credits.', undefined],
    ['quantity times the sum of unit price and tax.', 14],
    ['The sum of quantity and unit price plus tax.', 9],
    ['Sum of quantity and unit price, minus 10 %.', undefined],
    ['quantity times discount percent', undefined],
    ['quantity × unit_price. VAT is added at checkout.', undefined],
    ['quantity × unit_price. Vouchers are subtracted.', undefined],
    ['quantity × unit_price. Overtime counts double.', undefined],
    ['quantity × unit_price. Truncated to an integer.', undefined],
    ['quantity × unit_price. Updated nightly.', undefined],
    ['quantity × unit_price. Null until the order is placed.', 6],
    ['Average of quantity + tax', undefined],
    ['Sum of `amount` over `lines`, plus `tax`.', undefined],
    ['Must be less than quantity - tax', undefined],
    ['About quantity × tax', undefined],
    ['The quantity (tax)', undefined],
    ['The quantity/tax of the order', undefined],
    ['Sum of the unit prices of all lines.', undefined],
  ])('%s', (text, expected) => {
    const [formula] = formulasOf(document, schemaWith(text))
    const result = formula && computed(formula, { ...values, lines })
    expect(result === undefined ? result : Math.round(result * 1e6) / 1e6).toBe(expected)
  })

  it.each([
    ['half up', 134218644.3, 67230 * 1996.41],
    ['up', 70774707.36, 32861 * 2153.76],
  ] as const)('that is rounded %s, of large numbers', (mode, shown, exact) => {
    expect(isRounded({ digits: 2, mode }, shown, exact)).toBe(true)
    expect(isRounded({ digits: 2, mode }, shown + 0.01, exact)).toBe(false)
  })

  it.each<[text: string, type: string, right: number[], wrong: number[]]>([
    ['`hours` × `rate`, rounded to two decimals.', 'number', [2.48, 2.47], [2.49, 2.4]],
    ['`hours` × `rate`, rounded half up to cents', 'number', [2.48], [2.47]],
    ['`hours` × `rate` (rounded down to two decimal places).', 'number', [2.47], [2.48]],
    ['`hours` × `rate`, rounded up', 'integer', [3], [2]],
    ['`hours` × `rate`, rounded half up to the nearest integer', 'number', [2], [3, 2.475]],
  ])('that is rounded: %s', (text, type, right, wrong) => {
    const properties = { hours: number, rate: number, fee: { type, description: text } }
    const [formula] = formulasOf(document, { type: 'object', properties })
    const exact = formula && computed(formula, { hours: 1.5, rate: 1.65 })
    const fits = (one: number) =>
      isRounded(formula?.rounding ?? { digits: 9, mode: undefined }, one, exact ?? 0)
    expect([right.map(fits), wrong.map(fits)]).toEqual([right.map(() => true), wrong.map(() => false)])
  })

  it.each<[total: string, summand: string, schema: JsonObject, expected: number | undefined]>([
    ['total_price', 'amount', number, 8],
    ['total', 'quantity', { type: 'integer' }, undefined],
    ['total_price', 'quantity', number, undefined],
    ['total_price', 'product_id', { type: 'integer' }, undefined],
    ['total_price', 'charge_id', { type: 'integer' }, undefined],
    ['total_price', 'share', { type: 'string', format: 'decimal' }, 8],
  ])('that sums up entries: %s by %s', (total, summand, schema, expected) => {
    const items = { type: 'object', properties: { sku: { type: 'string' }, [summand]: schema } }
    const properties = {
      [total]: { ...number, description: 'Total of the items.' },
      items: { type: 'array', items },
    }
    const [formula] = formulasOf(document, { type: 'object', properties })
    const value = { items: [{ [summand]: 3 }, { [summand]: 5 }] }
    expect(formula && computed(formula, value)).toBe(expected)
  })

  it('of amounts of money', () => {
    const amount = { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$' }
    const money = { type: 'object', properties: { amount, currency: { type: 'string' } } }
    const { properties } = schemaWith('')
    const schema = {
      type: 'object',
      properties: {
        ...properties,
        net: { ...money, description: 'Sum of the fees.' },
        tax: money,
        gross: { ...money, description: '`net` plus `tax`.' },
        less: { ...amount, description: '`quantity` × `unit_price`, less `discount_percent`.' },
        fees: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' }, fee: money } },
        },
      },
    }
    const of = (value: string) => ({ amount: value, currency: 'EUR' })
    const value = { net: of('3.00'), tax: of('0.57'), fees: [{ fee: of('1.25') }, { fee: of('1.75') }] }
    const found = formulasOf(document, schema).map((one) => [one.property, computed(one, value)])
    expect(found).toEqual([
      ['net', 3],
      ['gross', 3.57],
      ['less', undefined], // the value lacks the price
    ])
  })

  const checked = (description: string, example?: object) => {
    const content = { 'application/json': { schema: schemaWith(description), ...(example && { example }) } }
    return createResponseChecker(
      documentOf({
        openapi: '3.1.0',
        info: { title: 'Orders', version: '1' },
        paths: {
          '/order': { get: { operationId: 'getOrder', responses: { 200: { description: 'It.', content } } } },
        },
      }),
    ).check({
      method: 'GET',
      url: '/order',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ ...values, total: 7 })),
    })
  }

  it('that a response does not match is a finding', () => {
    expect(checked('`quantity` × `unit_price`')).toMatchObject([
      { rule: 'totals-add-up', code: 'wrong-formula', pointer: '/total', received: 7, expected: 6 },
    ])
  })

  it('that an example contradicts is not used', () => {
    expect(checked('`quantity` × `unit_price`', { ...values, total: 9 })).toEqual([])
  })
})

describe('transitions', () => {
  const states = ['draft', 'open', 'paid', 'void']
  it.each<[text: string, edges: Record<string, string[]> | undefined, isComplete: boolean]>([
    ['`draft` → `open` → `paid`, nothing else.', { draft: ['open'], open: ['paid'] }, true],
    [
      'draft -> open | void; open -> paid or void. Other changes are rejected with 409.',
      { draft: ['open', 'void'], open: ['paid', 'void'] },
      true,
    ],
    ['draft -> open -> paid. No skipping, no way back.', { draft: ['open'], open: ['paid'] }, true],
    ['`draft` to `open` to `paid`, one step at a time.', { draft: ['open'], open: ['paid'] }, true],
    ['draft → open → paid, in this order.', { draft: ['open'], open: ['paid'] }, true],
    ['draft → open. There is no way to skip the queue.', { draft: ['open'] }, false],
    ['draft to open to paid.', undefined, false],
    ['Usually draft → open.', { draft: ['open'] }, false],
    ['draft → open. Otherwise, properties keep their value.', { draft: ['open'] }, false],
    ['draft → open, otherwise `409`.', { draft: ['open'] }, true],
    ['An order is draft, open or paid.', undefined, false],
    ['draft → open → paid; any other state → void.', { draft: ['open'], open: ['paid'] }, false],
    ['Allowed transitions: draft → open; open ↔ paid.', { draft: ['open'] }, false],
  ])('%s', (text, edges, isComplete) => {
    const found = transitionsIn([text], states)
    expect(found && Object.fromEntries([...found.after].map(([from, to]) => [from, [...to]]))).toEqual(edges)
    expect(found?.isComplete ?? false).toBe(isComplete)
  })

  it('lead from state to state', () => {
    const found = transitionsIn(['draft → open → paid'], states)
    expect(found && wayBetween(found, 'draft', 'paid')).toEqual(['open', 'paid'])
    expect(found && wayBetween(found, 'paid', 'draft')).toBeUndefined()
  })

  it.each([
    ['cancel', 'cancelled', true],
    ['pay', 'paid', true],
    ['ship', 'shipped', true],
    ['start', 'in_progress', true],
    ['open', 'closed', false],
    ['complain', 'completed', false],
    ['publish', 'public', false],
  ])('the action %s leads to %s: %s', (action, state, expected) =>
    expect(isActionTo(action, state)).toBe(expected),
  )

  it.each([
    ['closed_at', 'closed'],
    ['cancelledAt', 'cancelled'],
    ['date_paid', 'paid'],
    ['name', undefined],
    ['expires_at', undefined],
    ['closeAt', undefined],
  ])('%s is the moment of %s', (name, state) => expect(stateOfMoment(name)).toBe(state))
})

it.each<[text: string, causes: string[], expected: string | undefined]>([
  ['Must be in the future.', [], 'future'],
  ['Cannot be in the past.', [], 'future'],
  ['Must not be in the future', [], 'past'],
  ['A date in the future', [], 'future'],
  ['Not in the future.', [], 'past'],
  ['Not in the future and not before the booking; the time of the request if omitted.', [], 'past'],
  ['Date of death. Not in the future and not before the birth date.', [], 'past'],
  ['Day of the visit. Not earlier than today.', [], 'future'],
  ['Invoices dated today or earlier are sent immediately.', [], undefined],
  ['A value no later than now publishes the post directly.', [], undefined],
  ['Should be no earlier than today.', [], undefined],
  ['Rounded to the day, in UTC, never in the future.', [], undefined],
  ['Shown when it is not in the future.', [], undefined],
  ['When it was issued', ['issued_on is in the future'], 'past'],
  ['May be in the past', [], undefined],
  ['Should be in the future, otherwise it is overdue at once', [], undefined],
  ['Must not be more than five years in the future', [], undefined],
  ['Must be in the future if it is given', [], undefined],
])('%s with %j: in the %s', (text, causes, expected) =>
  expect(promisedSide(text, causes, 'issued_on')).toBe(expected),
)

it.each([
  ['Its cards are kept (`shop_id` is null).', 'card', true, true],
  ['Deletes the shop. Its cards are kept, and their `shop_id` becomes null.', 'card', true, true],
  [
    'Deletes the shop with its desks, and its cards lose their shop (`shop_id` becomes null).',
    'card',
    true,
    true,
  ],
  ['Its cards are kept (`shop_id` is null).', 'card', false, true],
  ['Cards of the shop are kept; their `shop_id` becomes null.', 'card', false, true],
  ['Cards of the shop are kept; their `logo_url` becomes null.', 'card', true, false],
  ['Its cards are kept. Its desks become unassigned.', 'card', true, false],
  ['Its cards are unassigned.', 'card', true, true],
  ['Its cards are unassigned.', 'card', false, false],
  ['Its cards are kept and unassigned (`other_shop_id` is null).', 'card', true, false],
  ['Its cards are kept with a null `logo_url`.', 'card', true, false],
  ['Its cards are kept.', 'card', true, false],
  ['If it has cards, their shop becomes null.', 'card', true, false],
])('%s: each %s loses its reference (the only one: %s): %s', (text, noun, isOnly, expected) =>
  expect(losesReference(text, noun, 'shop_id', isOnly)).toBe(expected),
)

it.each([
  ['energyPriceCents', 'creditLimitCents', 'energyPrice', true],
  ['maxPowerKw', 'powerKw', 'maxPower', true],
  ['amount_cents', 'spent_cents', 'amount', true],
  ['distanceKm', 'total_km', 'distance', true],
  ['weight_kg', 'weight', 'weight', false],
  ['amount', 'total', 'amount', false],
])('%s and %s: without its unit %s, and the same unit: %s', (one, other, bare, isSame) =>
  expect([withoutUnit(one), hasSameUnit(one, other)]).toEqual([bare, isSame]),
)

it.each([
  ['The customer has open orders.', ['open']],
  ['The customer has orders in progress.', []],
  ['While in progress orders exist', ['in_progress']],
  ['A customer with an open or in progress order', ['open', 'in_progress']],
  ['A customer with open, in progress orders', ['open', 'in_progress']],
  ['Open customers with in progress orders', ['in_progress']],
])('%s: %j', (text, named) => expect(statesBefore(text, 'order', ['open', 'in_progress'])).toEqual(named))

it.each<[text: string, noun: string, expected: string | undefined]>([
  ['Deletes the tour with its bookings.', 'booking', 'deleted'],
  ['Deletes a team. Its members are also removed.', 'member', 'deleted'],
  ['Deletes a team. Its members remain.', 'member', 'kept'],
  ['Deletes the label. Tasks with the label keep existing; it is only detached.', 'task', 'kept'],
  ['Only a guide without tours can be deleted.', 'tour', undefined],
  ['Its bookings are deleted with it, and its guides lose their tour (null).', 'booking', 'deleted'],
  ['Its bookings are deleted with it, and its guides lose their tour (null).', 'guide', 'kept'],
  ['Its bookings are kept, but the guests are deleted with it.', 'booking', 'kept'],
  ['If `cascade` is true, the tour is deleted, and its bookings are deleted with it.', 'booking', undefined],
  ['Deletes the tour.', 'booking', undefined],
  ['Deletes the category and removes it from all products.', 'product', undefined],
  ['Removes the tour and notifies the guests of its bookings.', 'booking', undefined],
  ['Deletes the guest and all cancelled bookings.', 'booking', undefined],
  ['Deletes the guest. Guests with bookings are anonymised and not removed.', 'booking', undefined],
  ['Deleting a room with confirmed bookings cancels them.', 'booking', undefined],
  ['Deletes the guest and all related bookings.', 'booking', 'deleted'],
  ['Drafts only. Its items go with it.', 'item', 'deleted'],
  ['Takes all of its episodes down with it.', 'episode', 'deleted'],
  ['Gone with all of its jobs', 'job', 'deleted'],
  ["If the team hasn't played yet, it is removed for good, with players and matches.", 'player', 'deleted'],
  ['If the team has no players, it is removed with its matches.', 'match', undefined],
  ['The items go with it to the archive.', 'item', undefined],
  ['Takes the items into account, and the customer with it.', 'item', undefined],
  ['Drivers of the shop are kept; their `shop_id` becomes null.', 'driver', 'kept'],
  ['Its items do not vanish with it.', 'item', undefined],
  ['Items may go with it.', 'item', undefined],
  ['The items of other orders do not go with it.', 'item', undefined],
  ['With `?cascade=true`, its items go with it.', 'item', undefined],
  ['Its items disappear with it from the list.', 'item', undefined],
])('%s: each %s is %s', (text, noun, expected) => expect(afterDeletion(text, noun)).toBe(expected))

it.each([
  ['A folder can be put neither into itself nor below itself.', true],
  ['`409` for a cycle.', true],
  ['Moves the folder itself and all files.', false],
])('%s: circles are ruled out: %s', (text, expected) => expect(rulesOutCircles(text)).toBe(expected))

it.each<[text: string, expected: [string, unknown][]]>([
  ['Closes the issue and sets `closed_at`.', [['closed_at', undefined]]],
  [
    'Final. Sets `closed_at` and `closed_by`, sets the remaining quantity to zero.',
    [
      ['remaining_quantity', 0],
      ['closed_at', undefined],
      ['closed_by', undefined],
    ],
  ],
  ['Reopens it and clears `closed_at`.', [['closed_at', null]]],
  [
    '`status` becomes `open` and `closed_at` is set to null.',
    [
      ['status', 'open'],
      ['closed_at', null],
    ],
  ],
  ['Sets `closed_at` if it is open.', []],
  ['Sets `status` of all other issues.', []],
  ['Does not set `closed_at`.', []],
  ['Archives it without setting `closed_at`.', []],
])('the effects of "%s"', (text, expected) => {
  const properties = ['closed_at', 'closed_by', 'remaining_quantity', 'status']
  expect(
    effectsIn(text, properties, ['open', 'closed']).map(({ property, value }) => [property, value]),
  ).toEqual(expected)
})

describe('a number over items', () => {
  it.each<[text: string, by: string | undefined, rest: string]>([
    ['Average of the ratings of all reviews.', 'average', 'sum of ratings of all reviews'],
    ['The average rating of its reviews, rounded to one decimal', 'average', 'sum of rating of its reviews'],
    ['Mean amount of the payments; null without payments.', 'average', 'sum of amount of the payments'],
    ['Highest amount of the bids.', 'most', 'sum of amount of the bids'],
    ...[
      'Average rating of its reviews; null if it has fewer than 3 reviews.',
      'Average rating of its reviews, rounded to the nearest 0.5.',
      'Average rating of its reviews, as a percentage.',
      'Average rating of its reviews, ignoring the worst one.',
      'Minimum rating of a review.',
      'Highest rating ever given in a review.',
    ].map((text): [string, undefined, string] => [text, undefined, text]),
    ['Sum of the amounts', undefined, 'Sum of the amounts'],
    ['Usually the average of the ratings', undefined, 'Usually the average of the ratings'],
  ])('%s', (text, by, rest) => expect(summaryIn(text)).toEqual({ by, text: rest }))

  it.each<[text: string, from: string | undefined, rest: string]>([
    ['`capacity` minus the number of bookings.', 'capacity', 'the number of bookings.'],
    ['The seat limit − the sum of the seats', 'seat_limit', 'the sum of the seats'],
    ['Capacity minus the deposit', undefined, 'Capacity minus the deposit'],
    ...['and blocked slots', 'times two', '; 0 when closed', '- 1'].map(
      (end): [string, undefined, string] => {
        const text = `capacity minus the number of bookings ${end}`
        return [text, undefined, text]
      },
    ),
    [
      'Twice the capacity minus the number of bookings',
      undefined,
      'Twice the capacity minus the number of bookings',
    ],
  ])('%s', (text, from, rest) =>
    expect(remainderIn(text, ['capacity', 'seat_limit'])).toEqual({ from, text: rest }),
  )
})
