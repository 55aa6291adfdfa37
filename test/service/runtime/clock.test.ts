import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOOK_INTERVAL, systemClock, timestamp } from '../../../src/service/runtime/clock.ts'

describe("the system's clock", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const DAY = 86_400_000
  const waits: [string, { given: number; want: number }][] = [
    ['a short wait', { given: 250, want: 250 }],
    ['a wait that is over already', { given: -5, want: 0 }],
    // setTimeout without the clock fires these immediately.
    ['30 days, longer than a timer can be', { given: 30 * DAY, want: 30 * DAY }],
    ['180 days', { given: 180 * DAY, want: 180 * DAY }],
  ]
  test.each(waits)('%s ends when it should, once', (_name, { given, want }) => {
    const action = vi.fn()
    systemClock.after(given, action)
    vi.advanceTimersByTime(Math.max(want - 1, 0))
    expect(action).toHaveBeenCalledTimes(want === 0 ? 1 : 0)
    vi.advanceTimersByTime(1)
    expect(action).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(400 * DAY)
    expect(action).toHaveBeenCalledTimes(1)
  })

  describe('a time of the wall clock', () => {
    const HOUR = 3_600_000
    const times: [string, { given: { jump: number }; want: number }][] = [
      ['is reached when it should be', { given: { jump: 0 }, want: 8 * HOUR }],
      [
        'is seen within seconds when the clock is set ahead past it',
        { given: { jump: 9 * HOUR }, want: LOOK_INTERVAL },
      ],
      ['comes sooner when the clock is set ahead towards it', { given: { jump: 7 * HOUR }, want: HOUR }],
      ['is not put off when the clock is set back', { given: { jump: -9 * HOUR }, want: 8 * HOUR }],
    ]
    test.each(times)('%s, once', (_name, { given, want }) => {
      const action = vi.fn()
      systemClock.at(Date.now() + 8 * HOUR, action)
      vi.setSystemTime(Date.now() + given.jump)
      vi.advanceTimersByTime(want - 1)
      expect(action).toHaveBeenCalledTimes(0)
      vi.advanceTimersByTime(1)
      expect(action).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(9 * DAY)
      expect(action).toHaveBeenCalledTimes(1)
    })
  })

  test('a cancelled wait never ends, not even after its first stretch', () => {
    const action = vi.fn()
    const cancel = systemClock.after(60 * DAY, action)
    vi.advanceTimersByTime(40 * DAY)
    cancel()
    vi.advanceTimersByTime(100 * DAY)
    expect(action).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('times are RFC 3339 in UTC with milliseconds', () => {
  expect(timestamp(0)).toBe('1970-01-01T00:00:00.000Z')
  expect(timestamp(Date.UTC(2026, 10, 1, 23, 59, 59, 7))).toBe('2026-11-01T23:59:59.007Z')
})
