import { expect, test } from 'vitest'
import {
  createKey,
  digestOfKey,
  environmentOfKey,
} from '../../../../src/service/features/organization/model/apiKey.ts'
import { seededRandom } from '../../../harness/random.ts'

// Checksums made elsewhere: Python's zlib.crc32 over prefix and body, in base62.
const LIVE = 'svc_live_ThisIsThirtyCharactersOfBase623VbBdR'
const TEST = 'svc_test_ThisIsThirtyCharactersOfBase621aXAOg'

const forms: [string, { given: string; want: string | undefined }][] = [
  ['a key of production', { given: LIVE, want: 'production' }],
  ['a key of development', { given: TEST, want: 'development' }],
  ['a mistyped character', { given: LIVE.replace('Thirty', 'thirty'), want: undefined }],
  ['two characters swapped', { given: LIVE.replace('This', 'Thsi'), want: undefined }],
  ['a mistyped checksum', { given: LIVE.replace(/R$/, 'S'), want: undefined }],
  ["the other environment's prefix on it", { given: LIVE.replace('live', 'test'), want: undefined }],
  ['a character missing', { given: LIVE.slice(0, -1), want: undefined }],
  ['a character too many', { given: `${LIVE}0`, want: undefined }],
  ['a line feed behind it', { given: `${LIVE}\n`, want: undefined }],
  ['another prefix', { given: 'sk_live_ThisIsThirtyCharactersOfBase623VbBdR', want: undefined }],
  ['nothing', { given: '', want: undefined }],
]
test.each(forms)('%s', (_, { given, want }) => {
  expect(environmentOfKey(given)).toBe(want)
})

test('the digest is SHA-256 in hexadecimal', () => {
  expect(digestOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('made keys fit their own checksum, use all characters, and are never the same', () => {
  const random = seededRandom('keys')
  const keys = Array.from({ length: 200 }, () => createKey('development', random))
  expect(keys.filter((key) => environmentOfKey(key) !== 'development')).toEqual([])
  expect(new Set(keys).size).toBe(200)
  expect(new Set(keys.map((key) => key.slice(9, 39)).join('')).size).toBe(62)
})
