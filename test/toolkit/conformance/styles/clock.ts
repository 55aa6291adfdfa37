/** A clock for waits without delay: each moves it on. */
export function createSkippingClock() {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    async wait(milliseconds: number) {
      ahead += milliseconds
    },
    /** Milliseconds that were waited so far. */
    waited: () => ahead,
  }
}
