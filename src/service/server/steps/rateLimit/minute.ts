const MINUTE = 60_000

/**
 * The count of the present clock minute, safe against a clock that jumps. In addition to the present minute it
 * remembers one other: the one it left, or after a jump back the one furthest ahead. A remembered minute continues
 * at its count, so that a clock that swings gives no minute twice. A jump back into a forgotten minute moves the
 * count along. A client may wait a minute for it at most, and not until the clock is where it was.
 */
export class MinuteCount {
  count: number
  #minute: number
  #otherCount = 0
  #otherMinute = Number.NEGATIVE_INFINITY

  constructor(now: number, count = 0) {
    this.count = count
    this.#minute = Math.floor(now / MINUTE)
  }

  /** Unix milliseconds at which the present minute ends. */
  get end(): number {
    return (this.#minute + 1) * MINUTE
  }

  moveTo(now: number): void {
    const minute = Math.floor(now / MINUTE)
    if (minute === this.#minute) return
    if (minute === this.#otherMinute) {
      const count = this.#otherCount
      this.#remember()
      this.count = count
    } else if (minute > this.#minute) {
      if (this.#otherMinute < minute) this.#remember()
      this.count = 0
    } else if (this.#otherMinute < this.#minute) {
      this.#remember()
    }
    this.#minute = minute
  }

  #remember(): void {
    this.#otherMinute = this.#minute
    this.#otherCount = this.count
  }
}
