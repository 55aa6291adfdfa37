import { expect, it } from 'vitest'
import { isActionName, isSecretEnding, singularOf, withoutId } from '../../../src/toolkit/model/vocabulary.ts'

it.each([
  ['warehouses', 'warehouse'],
  ['cases', 'case'],
  ['licenses', 'license'],
  ['courses', 'course'],
  ['causes', 'cause'],
  ['uses', 'use'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['aliases', 'alias'],
  ['gases', 'gas'],
  ['boxes', 'box'],
  ['batches', 'batch'],
  ['caches', 'cache'],
  ['coaches', 'coach'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['categories', 'category'],
  ['replies', 'reply'],
  ['people', 'person'],
  ['children', 'child'],
  ['shelves', 'shelf'],
  ['archives', 'archive'],
  ['indices', 'index'],
  ['analyses', 'analysis'],
  ['diagnoses', 'diagnosis'],
  ['crises', 'crisis'],
  ['matrices', 'matrix'],
  ['appendices', 'appendix'],
  ['knives', 'knife'],
  ['lenses', 'lens'],
  ['excuses', 'excuse'],
  ['bookies', 'bookie'],
  ['quizzes', 'quiz'],
  ['schemas', 'schema'],
  ['series', 'series'],
  ['credit_notes', 'credit_note'],
])('the singular of %s is %s, and that of the singular is itself', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular)
  expect(singularOf(singular)).toBe(singular)
})

it.each([
  ...['cancel', 'end', 'archive', 'check-in', 'checkout', 'no-show', 'mark-as-read', 'sign-out', 'opt-out'],
  ...['add-to-cart', 'convert_trial', 'rollback', 'roll-back', 'pin'],
])('%s is an action', (segment) => expect(isActionName(segment)).toBe(true))

it.each([
  ...['end-date', 'start-time', 'release-notes', 'block-list', 'pin-code', 'run-configuration'],
  ...['transfer-limit', 'merge_requests', 'checkout-session', 'settings', 'add-ons', 'sign', 'log-entries'],
])('%s is not an action', (segment) => expect(isActionName(segment)).toBe(false))

it.each([
  ['clientSecret', true],
  ['access_token', true],
  ['newPassword', true],
  ['supportsApiKey', false],
  ['needsPassword', false],
  ['usesClientSecret', false],
  ['clientToken', false],
])('%s is a secret: %s', (name, expected) => expect(isSecretEnding(name)).toBe(expected))

it.each([
  ['booking_id', 'booking'],
  ['drawingId', 'drawing'],
  ['user_uuid', 'user'],
  ['planGuid', 'plan'],
  ['unitids', 'unit'],
  ['line_item_ids', 'lineitem'],
])('%s is the id of a %s', (name, bare) => expect(withoutId(name)).toBe(bare))
