/** A clock that begins at the time of the pages, on which only waits take time. */
export function createFixedClock() {
  let now = Date.parse('2026-03-01T12:00:00Z')
  return {
    now: () => now,
    async wait(milliseconds: number) {
      now += milliseconds
    },
  }
}
