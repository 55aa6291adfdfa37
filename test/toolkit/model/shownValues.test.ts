/** Values that the descriptions of schemas show. */
import { expect, it } from 'vitest'
import { shownValue, specialValue } from '../../../src/toolkit/model/shownValues.ts'

it.each([
  ['Name of the zone (e.g. “example.com.”) MUST have a trailing dot', 'example.com.'],
  ['The region, for example `eu-west-1`.', 'eu-west-1'],
  ["Unit of measure such as 'kg' or 'lb'.", 'kg'],
  ['Region (e.g. eu-west-1, us-east-2)', 'eu-west-1'],
  ['Always set to "Zone"', 'Zone'],
  ['Is set to `tsig`.', 'tsig'],
  ['The name of the host, with a trailing dot.', 'www.example.org.'],
  ['Set to "DELETE" to remove the records.', undefined],
  ['The path, e.g. `/users/{id}`', undefined],
  ['A name, for example that of the owner.', undefined],
  ['The name, without a trailing dot.', undefined],
  ['Must not end with a trailing dot.', undefined],
  ['A trailing period is removed.', undefined],
  ['The name. Values such as `system` are not allowed.', undefined],
  ['Unlike fields such as `name`, this one is unique.', undefined],
  ['Set to "null"', undefined],
  ['The scheme (e.g. http/https)', undefined],
  ['See example "Create a user"', undefined],
  ['The city. Example: "Bern"', 'Bern'],
  ['The name of the zone.', undefined],
  ["The customer's name, such as Ada's", undefined],
])('text: %s', (description, shown) => {
  expect(shownValue({ type: 'string', description })).toBe(shown)
})

it('reads numbers, and entries of a list', () => {
  expect(shownValue({ type: 'integer', description: 'Port, e.g. "8080"' })).toBe(8080)
  expect(shownValue({ type: 'integer', description: 'Ratio, e.g. "0.5"' })).toBeUndefined()
  expect(shownValue({ type: 'boolean', description: 'Flag, e.g. "yes"' })).toBeUndefined()
  const items = { type: 'string' }
  expect(shownValue({ type: 'array', items, description: 'Tags, e.g. "red"' })).toEqual(['red'])
})

it('leaves schemas with a format or choices as they are', () => {
  expect(shownValue({ type: 'string', enum: ['a'], description: 'e.g. "b"' })).toBeUndefined()
  expect(shownValue({ type: 'string', format: 'email', description: 'e.g. "b"' })).toBeUndefined()
})

it.each([
  ['The special value `me` can be used to indicate the authenticated user.', 'me'],
  ['Id of the user, or the special keyword "self".', 'self'],
  ['The id of the user.', undefined],
])('special: %s', (description, value) => {
  expect(specialValue({ description })).toBe(value)
})
