import { describe, expect, test } from 'vitest'
import { createIdentifiers } from '../../../src/service/runtime/identifiers.ts'
import { type Random, systemRandom } from '../../../src/service/runtime/random.ts'
import { ManualClock } from '../../harness/clock.ts'

const fixed = (hex: string): Random => ({
  bytes: (count) => Buffer.from(hex, 'hex').subarray(0, count),
  fraction: () => 0,
})

/** The 128 bits of a TypeID, read back digit by digit. */
const bitsOf = (id: string): bigint =>
  [...id.slice(id.indexOf('_') + 1)].reduce(
    (bits, digit) => bits * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)),
    0n,
  )

describe('identifiers', () => {
  test('hold the time, version 7, the counter, the variant and the random bits where RFC 9562 puts them', () => {
    const clock = new ManualClock(0x0188bac7_4afa)
    const id = createIdentifiers(clock, fixed('ffffffffffffffff')).create('prompt')
    expect(id).toMatch(/^prompt_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
    expect(bitsOf(id).toString(16).padStart(32, '0')).toBe('0188bac74afa77ffbfffffffffffffff')
  })

  test('match the published example of the TypeID form', () => {
    // typeid-spec, valid.json: 0110c853-1d09-52d8-d73e-1194e95b5f19 is 0123456789abcdefghjkmnpqrs; ours is version 7.
    expect(bitsOf('x_0123456789abcdefghjkmnpqrs').toString(16)).toBe('110c8531d0952d8d73e1194e95b5f19')
  })

  test('ascend as they are made: within a millisecond, past the counter, and when the clock goes back', () => {
    const clock = new ManualClock()
    const ids = createIdentifiers(clock, systemRandom())
    const made: string[] = []
    for (let n = 0; n < 10_000; n++) made.push(ids.create('evt'))
    clock.jump(clock.now() - 60_000)
    for (let n = 0; n < 10; n++) made.push(ids.create('evt'))
    clock.jump(clock.now() + 120_000)
    made.push(ids.create('evt'))
    expect([...made].sort()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
  })

  test('of two makers in the same millisecond differ', () => {
    const clock = new ManualClock()
    const made = [1, 2].flatMap(() => {
      const ids = createIdentifiers(clock, systemRandom())
      return Array.from({ length: 1000 }, () => ids.create('key'))
    })
    expect(new Set(made).size).toBe(2000)
  })
})

describe("the system's randomness", () => {
  test.each([0, 1, 32, 4096, 4097, 100_000])('gives %i bytes', (count) => {
    expect(systemRandom().bytes(count)).toHaveLength(count)
  })

  test('never gives the same bytes twice, and what was given stays as it was', () => {
    const random = systemRandom()
    const drawn = Array.from({ length: 1000 }, () => random.bytes(16))
    const before = drawn.map((bytes) => bytes.toString('hex'))
    random.bytes(4096)
    expect(drawn.map((bytes) => bytes.toString('hex'))).toEqual(before)
    expect(new Set(before).size).toBe(1000)
  })

  test('fractions lie in [0, 1)', () => {
    const random = systemRandom()
    for (let n = 0; n < 1000; n++) {
      const fraction = random.fraction()
      expect(fraction).toBeGreaterThanOrEqual(0)
      expect(fraction).toBeLessThan(1)
    }
  })
})
