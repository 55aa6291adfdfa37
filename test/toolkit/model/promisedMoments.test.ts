/** Moments that descriptions compute from other ones. */
import { describe, expect, it } from 'vitest'
import { propertyOperand } from '../../../src/toolkit/model/expressions.ts'
import { isPromisedMoment, promisedMoment } from '../../../src/toolkit/model/promisedMoments.ts'

const operands = ['loan_days', 'quantity'].map(propertyOperand)
const noun = 'reservation'
const moments = ['created_at', 'issued_on', 'starts_on'].map(propertyOperand)

describe('a moment', () => {
  it.each<[text: string, amount: string, unit: string, base: string]>([
    ['14 days after `issued_on`.', '14', 'day', 'issued_on'],
    ['Thirty days after the issued on.', '30', 'day', 'issued_on'],
    ['Set by the server: two weeks after `issued_on`', '2', 'week', 'issued_on'],
    ['When the reservation lapses. It expires 15 minutes after creation.', '15', 'minute', 'created_at'],
    ['24 hours after the reservation was made', '24', 'hour', 'created_at'],
    ['24 hours after it was created', '24', 'hour', 'created_at'],
    ['`issued_on` plus 30 days.', '30', 'day', 'issued_on'],
    ['`starts_on` + `loan_days`.', 'loan_days', 'day', 'starts_on'],
    ['`loan_days` days after `starts_on`', 'loan_days', 'day', 'starts_on'],
    ['Defaults to one month after `starts_on` if omitted.', '1', 'month', 'starts_on'],
    ['2 days before `starts_on`', '2', 'day', 'starts_on'],
  ])('%s', (text, amount, unit, base) =>
    expect(promisedMoment(text, 'due_on', { operands, moments, noun })).toMatchObject({ amount, unit, base }),
  )

  it.each([
    'At least 14 days after `issued_on`.',
    'Must be 14 days after `issued_on` or later.',
    'At most 30 days after `issued_on`',
    'Usually 14 days after `issued_on`.',
    '14 working days after `issued_on`.',
    '14 days after `issued_on`, or 30 for members.',
    '14 days after `issued_on` unless the customer has other terms.',
    'No later than 14 days after `issued_on`',
    'Reminders are sent 3 days after `issued_on`.',
    '14 days after the last payment',
    '`quantity` after `starts_on`',
    'Not within 2 days before `starts_on`',
    'Up to 2 hours before `starts_on`.',
    '30 days after `issued_on`. Weekends are skipped.',
    '14 days after `issued_on`. 30 days for gold members.',
    '30 minutes after it was created. Each request extends it.',
    '7 days after the payment is made',
    '7 days after the order is placed',
    'When it lapses, unless it is extended. 14 days after `issued_on`.',
  ])('that is not promised: %s', (text) =>
    expect(promisedMoment(text, 'due_on', { operands, moments, noun })).toBeUndefined(),
  )

  it.each<[unit: 'day' | 'hour' | 'month', amount: number, base: string, shown: string, fits: boolean]>([
    ['day', 14, '2026-01-01', '2026-01-15', true],
    ['day', 14, '2026-01-01', '2026-01-16', false],
    ['day', 14, '2026-01-01T23:00:00Z', '2026-01-16', true],
    ['day', 14, '2026-01-01T23:00:00Z', '2026-01-31', false],
    ['hour', 2, '2026-01-01T10:00:00Z', '2026-01-01T12:00:01Z', true],
    ['hour', 2, '2026-01-01T10:00:00Z', '2026-01-01T13:00:00Z', false],
    ['month', 1, '2026-01-31', '2026-02-28', true],
    ['month', 1, '2026-01-31', '2026-03-31', false],
  ])('%s %d after %s: %s', (unit, amount, base, shown, fits) =>
    expect(isPromisedMoment({ unit, isBefore: false }, amount, base, shown)).toBe(fits),
  )
})
