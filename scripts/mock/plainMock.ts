import type { MockSettings } from '../../src/toolkit/mock/mock.ts'

/** A mock for measuring and testing: it accepts any key, responds without delay, counts no requests and never fails. */
export const PLAIN_MOCK: MockSettings = {
  stateful: false,
  dynamic: false,
  seed: '1',
  rateLimit: 0,
  flaky: 0,
  random: () => 0,
  latency: 0,
  now: Date.now,
  wait: async () => {},
}
