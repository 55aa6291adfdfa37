/** Time as a run measures it; tests inject their own. */
export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
