import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../../src/service/secrets/passwordHash.ts'

// RFC 7914, section 12: scrypt of "pleaseletmein" with the salt "SodiumChloride", N 16384, r 8, p 1; its first 32 octets.
const KNOWN = 'scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU=$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI='

const cases: [string, { given: [password: string, stored: string | null]; want: boolean }][] = [
  ['the right password', { given: ['pleaseletmein', KNOWN], want: true }],
  ['a wrong one', { given: ['pleaseletmein ', KNOWN], want: false }],
  ['nobody', { given: ['pleaseletmein', null], want: false }],
]
test.each(cases)('%s', async (_, { given, want }) => {
  expect(await verifyPassword(...given)).toBe(want)
})

test('a password is known again however its accents are typed, and hashed with a salt of its own', async () => {
  const [first, second] = await Promise.all([
    hashPassword('caf\u00e9 au lait'),
    hashPassword('caf\u00e9 au lait'),
  ])
  expect(first).not.toBe(second)
  expect(await verifyPassword('cafe\u0301 au lait', first)).toBe(true)
})
