import { describe, expect, it } from 'vitest'
import { defaultPlans, parsePlanLimits } from '../../../../../src/service/server/steps/rateLimit/plans.ts'

describe('defaultPlans', () => {
  it('are the table of the source, with the burst of Enterprise', () => {
    expect(defaultPlans).toEqual({
      free: { perMinute: 60, perDay: 1_000, burst: 10 },
      pro: { perMinute: 300, perDay: 10_000, burst: 50 },
      business: { perMinute: 600, perDay: 50_000, burst: 100 },
      enterprise: { perMinute: 1_000, perDay: 100_000, burst: 200 },
      unauthenticated: { perMinute: 60, burst: 10 },
    })
  })
})

describe('parsePlanLimits', () => {
  it.each<[string, { given: string; want: object }]>([
    ['an empty object changes nothing', { given: '{}', want: {} }],
    [
      'members that are given replace the defaults',
      { given: '{"free":{"burst":5}}', want: { free: { perMinute: 60, perDay: 1_000, burst: 5 } } },
    ],
    [
      'Enterprise at its minima, with a burst of its own',
      {
        given: '{"enterprise":{"perMinute":1000,"perDay":100000,"burst":1}}',
        want: { enterprise: { perMinute: 1_000, perDay: 100_000, burst: 1 } },
      },
    ],
    [
      'limits that no test reaches',
      {
        given: '{"unauthenticated":{"perMinute":1000000000000,"burst":1000000000000}}',
        want: { unauthenticated: { perMinute: 1e12, burst: 1e12 } },
      },
    ],
  ])('%s', (_name, { given, want }) => {
    expect(parsePlanLimits(given)).toEqual({ ...defaultPlans, ...want })
  })

  it.each<[string, { given: string; want: RegExp }]>([
    ['no JSON', { given: '{', want: /expected JSON/ }],
    ['a list', { given: '[]', want: /the file: received \[\]; expected an object/ }],
    [
      'an unknown plan',
      { given: '{"gold":{}}', want: /received the plan "gold"; expected free, pro, business/ },
    ],
    ['a plan named __proto__', { given: '{"__proto__":{"burst":1}}', want: /received the plan "__proto__"/ }],
    ['a plan that is a number', { given: '{"pro":5}', want: /pro: received 5; expected an object/ }],
    [
      'an unknown member',
      { given: '{"pro":{"perHour":5}}', want: /received pro.perHour; expected perMinute, perDay, burst/ },
    ],
    [
      'a day for addresses',
      { given: '{"unauthenticated":{"perDay":5}}', want: /received unauthenticated.perDay/ },
    ],
    ['zero', { given: '{"pro":{"burst":0}}', want: /pro.burst: received 0; expected a whole number from 1/ }],
    ['a fraction', { given: '{"pro":{"burst":1.5}}', want: /pro.burst: received 1.5/ }],
    ['a string', { given: '{"pro":{"burst":"9"}}', want: /pro.burst: received "9"/ }],
    ['too much', { given: '{"pro":{"burst":1e13}}', want: /pro.burst: received 10000000000000/ }],
    [
      'Enterprise below its minute',
      {
        given: '{"enterprise":{"perMinute":999}}',
        want: /enterprise.perMinute: received 999; .* from 1000 to/,
      },
    ],
    [
      'Enterprise below its day',
      {
        given: '{"enterprise":{"perDay":99999}}',
        want: /enterprise.perDay: received 99999; .* from 100000 to/,
      },
    ],
  ])('refuses %s', (_name, { given, want }) => {
    expect(() => parsePlanLimits(given)).toThrow(want)
  })
})
