import { describe, expect, it } from 'vitest'
import { createAddressTable } from '../../../../../src/service/server/steps/rateLimit/addresses.ts'
import { createRateLimiter } from '../../../../../src/service/server/steps/rateLimit/limiter.ts'
import { ManualClock } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

const START = Date.UTC(2026, 10, 2, 10)
const limits = { perMinute: 60, burst: 10 }

async function setUp() {
  const clock = new ManualClock(START)
  const limiter = createRateLimiter({ clock, database: await temporaryServiceDatabase() })
  const admitted = (address: string, calls: number) =>
    Array.from({ length: calls }, () => limiter.admitAddress(address)).filter(({ allowed }) => allowed).length
  return { clock, limiter, admitted }
}

describe('requests without a credential', () => {
  it('have a burst of 10 and 60 a minute, for each address', async () => {
    const { clock, admitted } = await setUp()
    expect(admitted('192.0.2.1', 1_000)).toBe(10)
    expect(admitted('192.0.2.2', 1_000)).toBe(10)
    let rest = 0
    for (let second = 1; second < 60; second++) {
      clock.jump(START + second * 1_000)
      rest += admitted('192.0.2.1', 5)
    }
    expect(rest).toBe(50)
  })

  it('are told so in the same headers, without a day', async () => {
    const { limiter, admitted } = await setUp()
    expect(limiter.admitAddress('192.0.2.1')).toEqual({
      allowed: true,
      headers: {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '59',
        'X-RateLimit-Reset': String(START / 1000 + 60),
        'X-RateLimit-Policy': '60/minute',
        'RateLimit-Policy': '"burst";q=10;w=10',
        RateLimit: '"burst";r=9;t=1',
      },
    })
    admitted('192.0.2.1', 9)
    const rejected = limiter.admitAddress('192.0.2.1')
    expect(rejected.error?.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(rejected.headers['Retry-After']).toBe('1')
  })

  it.each<[string, { given: [string, string]; want: 'shared' | 'apart' }]>([
    ['IPv4 and its IPv6 form', { given: ['192.0.2.1', '::ffff:192.0.2.1'], want: 'shared' }],
    ['IPv4 and its IPv6 form in hexadecimal', { given: ['192.0.2.1', '::ffff:c000:201'], want: 'shared' }],
    ['two addresses of one /64', { given: ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'], want: 'shared' }],
    ['one address written in two ways', { given: ['2001:db8::1', '2001:0DB8:0:0::1'], want: 'shared' }],
    ['two /64', { given: ['2001:db8:1:2::1', '2001:db8:1:3::1'], want: 'apart' }],
    [
      'two IPv4 addresses in their IPv6 form',
      { given: ['::ffff:192.0.2.1', '::ffff:192.0.2.2'], want: 'apart' },
    ],
    ['a link-local address with its zone', { given: ['fe80::1%eth0', 'fe80::2%eth0'], want: 'shared' }],
    ['what is no address', { given: ['unknown', 'a:b'], want: 'apart' }],
  ])('%s', async (_name, { given: [first, second], want }) => {
    const { admitted } = await setUp()
    expect(admitted(first, 20)).toBe(10)
    expect(admitted(second, 20)).toBe(want === 'shared' ? 0 : 10)
  })
})

describe('the table of addresses', () => {
  it('never holds more than its bound', () => {
    const table = createAddressTable(limits, 1_000)
    for (let i = 0; i < 5_000; i++) {
      const state = table.find(`10.0.${i >> 8}.${i & 255}`, START)
      state.violations(limits, START)
      state.use()
    }
    expect(table.size).toBe(1_000)
  })

  it('forgets who has been idle, and nobody else', () => {
    const table = createAddressTable(limits, 1_000)
    for (let i = 0; i < 100; i++) table.find(`10.0.0.${i}`, START).use()
    const busy = table.find('192.0.2.1', START + 59_999)
    busy.violations(limits, START + 59_999)
    busy.use()
    for (let i = 0; i < 200; i++) table.find(`10.1.0.${i}`, START + 60_001).use()
    expect(table.size).toBe(201)
    expect(table.find('192.0.2.1', START + 60_001)).toBe(busy)
  })
})
