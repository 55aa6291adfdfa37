/** Descriptions of properties that state what an action does to them, and others that look alike. */
import { expect, it } from 'vitest'
import { describedEffect } from '../../../src/toolkit/model/describedEffects.ts'

const ACTIONS = ['ship', 'check-out', 'return', 'renew', 'approve', 'deliver']
const read = (text: string, isNumber: boolean) =>
  describedEffect(text, { isNumber }, ['order'], ACTIONS)?.action

it.each([
  ['Set when the order ships.', 'ship'],
  ['Set when the order is shipped.', 'ship'],
  ['Time of the shipment; set once it is shipped.', 'ship'],
  ['Filled in by the check-out.', 'check-out'],
  ['Recorded when it has been checked out.', 'check-out'],
  ['Set on delivery.', 'deliver'],
  ['Set upon approval.', 'approve'],
  ['Null until the order is approved.', 'approve'],
  ['`null` until returned.', 'return'],
  ['Who approved it, null until it was approved.', 'approve'],
])('%s: %s', (text, expected) => expect(read(text, false)).toBe(expected))

it.each([
  ['How often the order was renewed.', 'renew'],
  ['Number of times it has been renewed.', 'renew'],
  ['Goes up by one with every renewal.', 'renew'],
])('%s: counts %s', (text, expected) => expect(read(text, true)).toBe(expected))

it.each([
  'Set when the order is paid.',
  'Set when the order is shipped or delivered.',
  'Set when the order is first shipped.',
  'Set when the parcel ships.',
  'May be set when the order ships.',
  'Not set when the order ships.',
  'Set on delivery if somebody signed.',
  'Set on delivery. Also set on approval.',
  'Set on delivery, except for letters.',
  'Expected date, set on approval by the buyer.',
  'When the order ships.',
  'Null until the invoice is approved.',
])('%s: nothing', (text) => expect(read(text, false)).toBeUndefined())

it.each(['Number of times it was viewed.', 'Number of renewals allowed.', 'How often it can be renewed.'])(
  '%s: no count',
  (text) => expect(read(text, true)).toBeUndefined(),
)
