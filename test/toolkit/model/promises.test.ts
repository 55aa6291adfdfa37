/** Sentences that promise what the state of other items decides, and sentences that look alike and promise nothing. */
import { describe, expect, it } from 'vitest'
import {
  copiesIn,
  defaultsIn,
  ignoresCase,
  limitsIn,
  momentNamed,
  neverFalls,
  requiresSome,
  rulesOutOverlaps,
  saysUnique,
  singleIn,
  stateCondition,
  valueNamed,
} from '../../../src/toolkit/model/description.ts'
import { relatedEffectsIn } from '../../../src/toolkit/model/effects.ts'

const STATES = ['draft', 'active', 'on_hold', 'retired', 'closed']

describe('the state of an item that a request refers to', () => {
  it.each<[text: string, noun: string, expected: string | undefined]>([
    ['A retired van cannot be assigned', 'van', 'retired'],
    ['The course is not active, so it cannot be taught.', 'course', 'not active'],
    ['Returned when the account is closed.', 'account', 'closed'],
    ['Conflict: the plan has been retired.', 'plan', 'retired'],
    ['Only active members can borrow', 'member', 'not active'],
    ['The supplier must be active.', 'supplier', 'not active'],
    ["The project's status is on hold", 'project', 'on_hold'],
    ['The machine is retired or closed.', 'machine', 'retired closed'],
    ['A clinic with status `closed` accepts no visits', 'clinic', 'closed'],
    ['The van has to be active', 'van', 'not active'],
    ['The van should be active', 'van', 'not active'],
    ['The van is expected to be active', 'van', 'not active'],
    ['The van should not be retired', 'van', undefined],
    ['The van does not need to be active', 'van', undefined],
    ['Only retired vans are rejected', 'van', undefined],
    ['Only retired vans cannot be assigned', 'van', undefined],
    ['An active van is required.', 'van', undefined],
    ['Requires an active van.', 'van', undefined],
    ['Active vans only.', 'van', undefined],
    ['No active van was found', 'van', undefined],
    ['There is no active van', 'van', undefined],
    ['Without an active van', 'van', undefined],
    ['The request needs an active van', 'van', undefined],
    ['A van which is active is needed', 'van', undefined],
    ['An active van is not assigned', 'van', undefined],
    ['No retired van can be assigned', 'van', undefined],
    ['The van is retired, unless the trip is a transfer.', 'van', undefined],
    ['A retired van can be assigned', 'van', undefined],
    ['A retired van may be assigned by administrators', 'van', undefined],
    ['The van is retired, except for administrators', 'van', undefined],
    ['The van is retired, unless the trip is a transfer.', 'van', undefined],
    ['The van is retired, but not when it is towed', 'van', undefined],
    ['The van is usually active', 'van', undefined],
    ['An active van becomes retired', 'van', undefined],
    ['Retires an active van', 'van', undefined],
    ['Only Retires an active van', 'van', 'not active'],
    ['The trip of the van is closed', 'van', undefined],
    ['The driver is retired', 'van', undefined],
    ['The van is retired and has trips', 'van', undefined],
  ])('%s', (text, noun, expected) => {
    const condition = stateCondition(text, STATES, [noun])
    const words = condition && [...(condition.isNot ? ['not'] : []), ...condition.states].join(' ')
    expect(words).toBe(expected)
  })
})

describe('items of which one is necessary', () => {
  it.each([
    ['Only a draft with at least one line can be submitted', true],
    ['The order must have at least one line.', true],
    ['An order without lines cannot be submitted.', true],
    ['The order has no lines', true],
    ['The order is not a draft, or has no lines.', true],
    ['An order without lines can be submitted', false],
    ['Only an order without lines can be deleted', false],
    ['The order must have at least one line that is paid', false],
    ['The order has no lines of this supplier', false],
    ['The order must have at least two lines', false],
    ['An order usually has at least one line', false],
    ['The order has at least one line', false],
    ['The order has no customer', false],
  ])('%s: %s', (text, expected) => expect(requiresSome(text, 'line')).toBe(expected))
})

it.each([
  ['it is not active', 'not active'],
  ['Only it is active', 'not active'],
  ['Only Retires an active van', 'not active'],
  ['An active van becomes retired', undefined],
])('the state of the item itself: %s', (text, expected) => {
  const condition = stateCondition(text, STATES)
  expect(condition && [...(condition.isNot ? ['not'] : []), ...condition.states].join(' ')).toBe(expected)
})

describe('items of which there is one at most', () => {
  it.each<[text: string, noun: string, holder: string, expected: string | undefined]>([
    ['A driver has at most one active trip', 'trip', 'driver', 'active'],
    ['The patient already has an active visit.', 'visit', 'patient', 'any active'],
    ['A seat cannot have more than one active ticket', 'ticket', 'seat', 'active'],
    ['The driver has an active trip', 'trip', 'driver', 'any active'],
    ['The driver has a current trip', 'trip', 'driver', undefined],
    ['The driver has a trip', 'trip', 'driver', undefined],
    ['The machine is already on an active job', 'job', 'machine', 'any active'],
    ['409 if the member has another draft or active loan', 'loan', 'member', undefined],
    ['The member has another draft or active loan', 'loan', 'member', 'any draft active'],
    ['Only one order per table: a table can have only one active order', 'order', 'table', 'active'],
    ['A driver has at most one active trip, except for administrators', 'trip', 'driver', undefined],
    ['A driver has at most one trip to a town that is not done', 'trip', 'driver', undefined],
    ['A driver can have only one active trip at a time.', 'trip', 'driver', 'active'],
    ...[
      'The driver already has a trip whose goal is the same.',
      'The driver already has a trip called the same.',
      'The driver already has a trip that has this goal.',
      'The driver already has a trip that overlaps',
      'The driver already has a trip starting at the same time',
      'The driver already has a trip at the same time',
      'The driver already has a trip during this period',
      'During this period, the driver already has a trip',
      'The driver already has a trip today',
      'The driver already has a trip (same date)',
      'There is at most one trip each day per driver',
      'A driver has at most one trip each day',
      'The driver cannot take several trips simultaneously',
    ].map((text) => [text, 'trip', 'driver', undefined] as [string, string, string, undefined]),
    ['A member has at most three active loans', 'loan', 'member', '3 active'],
    ['A member can have up to 5 active loans at a time.', 'loan', 'member', '5 active'],
    ['The member already has 3 active loans', 'loan', 'member', '3 active'],
    ['The member has reached the limit of 4 active loans.', 'loan', 'member', '4 active'],
    ['Members cannot borrow more than 5 loans at once', 'loan', 'member', '5'],
    ['A team is limited to 10 projects', 'project', 'team', '10'],
    ['A member has at most 50 active loans', 'loan', 'member', undefined],
    ['A member has at most three active loans of one category', 'loan', 'member', undefined],
    ['A member has at most three active loans, five with a pass', 'loan', 'member', undefined],
    ['A member usually has up to 3 loans', 'loan', 'member', undefined],
    ['A member has at most three active loans per day', 'loan', 'member', undefined],
    ['A loan has up to 3 members', 'loan', 'member', undefined],
    ['A member is limited to 2 loans; the paid plan has no limit.', 'loan', 'member', undefined],
    ['For guests: the member already has two loans.', 'loan', 'member', undefined],
    ['A driver usually has only one active trip', 'trip', 'driver', undefined],
    ['A driver may have more than one active trip', 'trip', 'driver', undefined],
    ['A trip has at most one driver', 'trip', 'driver', undefined],
    ['The driver already has a licence for active trips', 'trip', 'driver', undefined],
  ])('%s', (text, noun, holder, expected) => {
    const single = singleIn(text, noun, holder, STATES)
    const most = single !== undefined && single.most > 1 ? [single.most] : []
    expect(single && [...most, ...(single.isAny ? ['any'] : []), ...single.states].join(' ')).toBe(expected)
  })
})

describe('periods that must not overlap', () => {
  it.each([
    ['Bookings of one hall must not overlap.', 'booking', true],
    ['The nurse is already scheduled in that period', 'shift', true],
    ['The van is booked during these dates.', 'rental', true],
    ['Overlaps with another reservation of the same court', 'reservation', true],
    ['The period overlaps an existing booking', 'booking', true],
    ['The period overlaps an active booking of the hall.', 'booking', true],
    ['No two bookings of one hall may overlap', 'booking', true],
    ['Bookings must not overlap each other', 'booking', true],
    ['The room is not available for the requested dates', 'stay', true],
    ['A calendar cannot be double-booked', 'meeting', true],
    ['the stay overlaps another draft, active or on-hold booking of the same room', 'booking', true],
    ["The same nurse can't be in two shifts at once", 'shift', true],
    ['A nurse shall not have two shifts that overlap in time', 'shift', true],
    ['The court already has another reservation during that time', 'reservation', true],
    ['A nurse must not have two shifts', 'shift', false],
    ['The nurse already has another shift', 'shift', false],
    ['A nurse can have two shifts at once', 'shift', false],
    ["A manager can't be in two shifts at once", 'shift', false],
    ['The stay overlaps another holiday of the same room', 'booking', false],
    ['Two bookings of the same hall may never overlap.', 'booking', true],
    ['Two bookings of the same hall can never overlap', 'booking', true],
    ['the dates overlap those of another booking of the same hall', 'booking', true],
    ['the dates overlap those of another booking - sharing a single day is enough', 'booking', true],
    ['During that span nothing else can be put in the hall', 'screening', true],
    ['During that time no other booking can use the hall', 'booking', true],
    ['During that span nothing else can be changed in the catalogue', 'screening', false],
    ['During that span something else can be put in the hall', 'screening', false],
    ['the dates overlap those of a holiday of the same hall', 'booking', false],
    ['Two bookings of the same hall may sometimes overlap.', 'booking', false],
    ['Bookings may overlap.', 'booking', false],
    ['Bookings of one hall must not overlap, except for administrators', 'booking', false],
    ['Bookings of one owner must not overlap.', 'booking', false],
    ['The hotel is fully booked in this period', 'booking', false],
    ['The time is in the past', 'booking', false],
    ['The van is usually booked at that time', 'rental', false],
    ['The period overlaps a holiday of the hall.', 'booking', false],
    ['Bookings must not overlap the blackout dates', 'booking', false],
    ['The bookings overlap with a maintenance window', 'booking', false],
    ['The shift overlaps more than 2 others', 'shift', false],
    ['The shift overlaps more than 2 other shifts', 'shift', false],
    ['Bookings must not overlap by more than 10 minutes', 'booking', false],
    ['Username is taken on this date', 'booking', false],
    ['The guide is booked at that time', 'tour', false],
    ['Two bookings of one hall must not have a day in common', 'booking', true],
    ['Reservations of one hall must never share a night', 'booking', true],
    ['The hall is booked on one of these days', 'booking', true],
    ['Two bookings of one hall may have a day in common', 'booking', false],
    ['Two bookings of one owner must not have a day in common', 'booking', false],
    ['Two bookings of one hall must not have an owner in common', 'booking', false],
    ['The owner is booked on one of these days', 'booking', false],
  ])('%s (%s): %s', (text, noun, expected) => {
    const parts = ['hall', 'nurse', 'van', 'court', 'room', 'calendar', 'username']
    expect(rulesOutOverlaps(text, { noun, states: STATES, parts })).toBe(expected)
  })
})

describe('effects on the item that another one refers to', () => {
  it.each<[text: string, noun: string, expected: string | undefined]>([
    ['Ends the trip. The van becomes `retired`.', 'van', 'retired'],
    ['Returns the loan and marks the copy as active again.', 'copy', 'active'],
    ['Puts the machine on hold.', 'machine', 'on_hold'],
    ['Starts the task and sets the machine to `on_hold`.', 'machine', 'on_hold'],
    ['Closes the case; the status of its file is set to `closed`.', 'file', 'closed'],
    ['Closes the case; the status of its file becomes closed.', 'file', 'closed'],
    ["The table's status changes to active.", 'table', 'active'],
    ['If it was the last trip, the van becomes retired.', 'van', undefined],
    ['The van may become retired.', 'van', undefined],
    ['The van becomes active or retired.', 'van', undefined],
    ['The driver becomes active.', 'van', undefined],
    ['Ends the trip, and the van becomes active again.', 'van', 'active'],
    ['Plans a trip. At its departure, the van becomes `active`.', 'van', undefined],
    ['Plans a trip. Soon, the van becomes active.', 'van', undefined],
    ['Plans a trip. The van becomes active in the background.', 'van', undefined],
    ['Plans a trip. The van becomes active. This happens in the background.', 'van', undefined],
    ['Plans a trip. The van becomes active within a minute.', 'van', undefined],
    ['Plans a trip. The van becomes retired at the end of the trip.', 'van', undefined],
    ['The van becomes retired provided it has no further trips.', 'van', undefined],
    ['The van becomes retired as long as it has no trips.', 'van', undefined],
    ['The van becomes retired in case it has no trips.', 'van', undefined],
    ['Undoes the request that marks the van as retired.', 'van', undefined],
    ['Undoes the request that ends the trip and marks the van as retired.', 'van', undefined],
    ['Does not make the van active.', 'van', undefined],
    ['Ends the trip; a retired van becomes `active`.', 'van', 'active'],
    ['If the van of the trip is still on hold, it becomes active.', 'van', 'active'],
    ['If the van of the trip is not on hold, it becomes active.', 'van', undefined],
    ['When the last trip ends, a retired van becomes active.', 'van', undefined],
    ['If it was paid, a retired van becomes active.', 'van', undefined],
    ['In the nightly run, a retired van becomes active.', 'van', undefined],
  ])('%s', (text, noun, expected) => {
    expect(relatedEffectsIn(text, [noun], STATES)[0]?.state).toBe(expected)
  })
})

describe('numbers that only rise', () => {
  it.each([
    ['The odometer never decreases.', true],
    ['The odometer can only be increased.', true],
    ['The odometer must not be lower than the current value', true],
    ['The odometer must be at least the last reading', true],
    ['An odometer cannot go backwards', true],
    ['Sets the odometer.', false],
    ['The odometer never decreases, except for corrections', false],
    ['The odometer usually only increases', false],
    ['The price never decreases.', false],
    ['The odometer must not be lower than 0', false],
    ['The odometer must be at least the current odometer', true],
    ['The odometer never falls below its last value (422).', true],
    ['The odometer never falls below zero.', false],
    ['The odometer must be at least the current usage', false],
    ['The odometer cannot be reduced if orders exist', false],
    ['If orders exist, the odometer cannot be reduced', false],
    ['The odometer cannot be lowered more than 10 km', false],
    ['The odometer never drops below the minimum', false],
    ['The odometer never decreases automatically', false],
  ])('%s: %s', (text, expected) => {
    expect(neverFalls(text, 'odometer', false, []).length > 0).toBe(expected)
  })
  it.each([
    ['The reading is lower than the last one', true],
    ['A count below its current value', true],
    ['The reading is lower than zero', false],
    ['The reading is lower than the current bookings.', false],
  ])('where %s is rejected: %s', (cause, expected) => {
    const property = cause.includes('count') ? 'count' : 'reading'
    expect(neverFalls('', property, false, [cause]).length > 0).toBe(expected)
  })
})

describe('a limit by the value of another item', () => {
  const properties = ['capacity_kg', 'seats', 'max_guests', 'balance']
  it.each<[text: string, property: string | undefined, noun: string, expected: string | undefined]>([
    ['Must not exceed the capacity of the van.', undefined, 'van', 'capacity_kg'],
    ["Cannot be greater than the account's balance", undefined, 'account', 'balance'],
    ['At most the `max_guests` of the hall', undefined, 'hall', 'max_guests'],
    ['The party size exceeds the seats of the table', 'party_size', 'table', 'seats'],
    ['The amount is above the remaining balance of the card', 'amount', 'card', 'balance'],
    ['May exceed the capacity of the van.', undefined, 'van', undefined],
    ['Must not exceed the capacity of the van unless it is towed', undefined, 'van', undefined],
    ['Must not exceed twice the capacity of the van', undefined, 'van', undefined],
    ['Must not exceed the capacity of the depot', undefined, 'van', undefined],
    ['Must not exceed 100.', undefined, 'van', undefined],
    ['The weight exceeds the capacity of the van', 'volume', 'van', undefined],
    ['Weight in kg, must not exceed the capacity of the van (422).', undefined, 'van', 'capacity_kg'],
    ['The weight must be at most the capacity of the van.', undefined, 'van', 'capacity_kg'],
    ['Rejected where it exceeds the capacity of the van.', undefined, 'van', 'capacity_kg'],
    ['A load is split where it exceeds the capacity of the van.', undefined, 'van', undefined],
    ['A warning is sent where it exceeds the capacity of the van.', undefined, 'van', undefined],
    ['Is flagged when it is more than the capacity of the van.', undefined, 'van', undefined],
    ['Truncated where it exceeds the capacity of the van.', undefined, 'van', undefined],
    ['At most the capacity of the van is counted.', undefined, 'van', undefined],
    ['Of this, at most the capacity of the van is counted.', undefined, 'van', undefined],
    ['The volume must not exceed the capacity of the van.', undefined, 'van', undefined],
    ['When towed, it must not exceed the capacity of the van.', undefined, 'van', undefined],
    ['The van is towed and the weight exceeds the capacity of the van', 'weight', 'van', undefined],
    ['The weight does not exceed the capacity of the van', 'weight', 'van', undefined],
    ['The weight exceeds the capacity of the van by ten', 'weight', 'van', undefined],
  ])('%s', (text, property, noun, expected) => {
    const [found] = limitsIn(text, property ?? 'weight', property !== undefined).flatMap(
      (one) => valueNamed(one, [noun], properties) ?? [],
    )
    expect(found).toBe(expected)
  })
})

describe('the moment of a copy', () => {
  it.each<[phrase: string, noun: string, expected: string | undefined]>([
    ['the price of the plan', 'order', 'creation'],
    ['the price of the plan when the order is created', 'order', 'creation'],
    ['the price of the plan when it is created.', 'order', 'creation'],
    ['the price of the plan at creation', 'order', 'creation'],
    ['the price of the plan at the time of the order.', 'order', 'creation'],
    ['the price of the plan on booking', 'stay', 'creation'],
    ['the price of the plan when the booking is made', 'booking', 'creation'],
    ['the price of the plan when the order is shipped.', 'order', 'shipped'],
    ['the price of the plan when the booking is confirmed', 'booking', 'confirmed'],
    ['the price of the plan on activation', 'order', 'activation'],
    ['the price of the plan at the start of the rental', 'rental', 'start'],
    ['the price of the plan after approval.', 'order', undefined],
    ['the price of the plan when the payment is made', 'order', undefined],
    ['the price of the plan when the payment is confirmed', 'order', undefined],
    ['the price of the plan by a nightly job', 'order', undefined],
  ])('%s', (phrase, noun, expected) => {
    const moment = momentNamed(phrase, noun)
    expect(moment === 'creation' ? moment : moment?.words.join(' ')).toBe(expected)
  })
})

describe('the source of a value in another item', () => {
  const properties = ['price_cents', 'currency', 'name']
  it.each<[text: string, noun: string, same: string, expected: string | undefined]>([
    ['Defaults to the price of the plan.', 'plan', 'price_cents', 'price_cents'],
    ["Default: the customer's currency.", 'customer', 'currency', 'currency'],
    ['Defaults to that of the customer.', 'customer', 'currency', 'currency'],
    ['If omitted, the name of the product is used.', 'product', 'title', 'name'],
    ['When left out, it is the currency of the account', 'account', 'currency', 'currency'],
    ['Copied from the plan when the contract starts.', 'plan', 'price_cents', 'price_cents'],
    ["Taken from the product's price at the time of the order.", 'product', 'unit_price', 'price_cents'],
    ['Usually defaults to the price of the plan.', 'plan', 'price_cents', undefined],
    ['May default to the price of the plan.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan if it is active.', 'plan', 'price_cents', undefined],
    ['Defaults to 10.', 'plan', 'price_cents', undefined],
    ['The price of the plan, for information.', 'plan', 'price_cents', undefined],
    ['Defaults to the name of the plan followed by the year.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan converted to cents.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan per seat.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan multiplied by seats.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan excluding tax.', 'plan', 'price_cents', undefined],
    ['Defaults to the name of the plan in upper case.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan in the currency of the customer.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan for new customers.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan until the trial ends.', 'plan', 'price_cents', undefined],
    ['Defaults to the name of the plan and a number.', 'plan', 'price_cents', undefined],
    ['Defaults to that of the plan followed by the year.', 'plan', 'price_cents', undefined],
    ['Copied from the plan when the contract starts, in upper case.', 'plan', 'price_cents', undefined],
    ['Copied from the plan when it starts and converted to cents.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan at half the rate.', 'plan', 'price_cents', undefined],
    ['Defaults to the price of the plan, except for administrators.', 'plan', 'price_cents', undefined],
  ])('%s', (text, noun, same, expected) => {
    const phrases = [...defaultsIn(text), ...copiesIn(text)]
    const [found] = phrases.flatMap((one) => valueNamed(one, [noun], properties, same) ?? [])
    expect(found).toBe(expected)
  })
})

it.each([
  ['Unique across the fleet, regardless of case.', true],
  ['Case-insensitively unique.', true],
  ['Must be unique; codes that differ only in case are the same.', true],
  ['Unique. Codes that differ only in case are distinct.', false],
  ['Need not be unique, regardless of case.', false],
  ['Unique; upper and lower case are disregarded.', false],
  ['Unique, which disregards upper and lower case.', true],
])('%s is unique in every case: %s', (text, expected) =>
  expect(saysUnique(text) && ignoresCase(text)).toBe(expected),
)
