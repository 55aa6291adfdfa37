/** Formats that names show. */
import { expect, it } from 'vitest'
import { formatNamed } from '../../../src/toolkit/schema/names.ts'

const rows: [name: string, format: string | undefined][] = [
  ['email', 'email'],
  ['contactEmail', 'email'],
  ['emailVerified', undefined],
  ['callbackURL', 'uri'],
  ['curl', undefined],
  ['image_url', 'uri'],
  ['remoteIp', 'ipv4'],
  ['clip', undefined],
  ['startAt', 'date-time'],
  ['flat', undefined],
  ['birthDate', 'date'],
  ['update', undefined],
  ['phoneNumber', 'phone'],
  ['microphone', undefined],
  ['timezone', 'time-zone'],
  ['currency', 'currency'],
  ['country_code', 'country'],
]

it.each(rows)('%s: %s', (name, format) => {
  expect(formatNamed(name)).toBe(format)
})
