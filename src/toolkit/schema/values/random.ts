/** Repeatable random numbers: all generated values of a run follow from its seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to `below`. */
  below(below: number): number
  pick<T>(list: readonly T[]): T | undefined
  /** Lower-case letters and digits. They differ between runs, so that names do not collide with those of an earlier run. */
  word(length: number): string
  /** A source that continues as this one would. */
  fork(): Random
}

/**
 * Mulberry32: small, fast, and good enough to choose test values.
 * @param salt of the run; words depend on seed and salt, all other choices only on the seed
 */
export const createRandom = (seed: number, salt = 0): Random => new Mulberry32(seed, salt)

/** Letters and digits of the shortest word that is recognized. */
const RECOGNIZED = 7
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A class, because a value of a large document needs thousands of them. */
class Mulberry32 implements Random {
  #state: number
  #words: Random | undefined

  constructor(seed: number, salt: number) {
    this.#state = seed >>> 0
    this.#words = salt === 0 ? undefined : new Mulberry32((seed ^ salt) >>> 0, 0)
  }

  next(): number {
    const state = (this.#state + 0x6d2b79f5) >>> 0
    this.#state = state
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  fork(): Random {
    const copy = new Mulberry32(0, 0)
    copy.#state = this.#state
    copy.#words = this.#words?.fork()
    return copy
  }

  word(length: number): string {
    if (this.#words !== undefined) return this.#words.word(length)
    let word = ''
    for (let index = 0; index < length; index++) word += LETTERS.charAt(this.below(index === 0 ? 24 : 32))
    // By a digit, a longer word is known as one of these again (see `generatedIn`).
    return length < RECOGNIZED || /\d/.test(word)
      ? word
      : `${word.slice(0, -1)}${(word.charCodeAt(length - 1) % 8) + 2}`
  }
}

/** A separate seed for each check, so that one check can be repeated by itself (FNV-1a). */
export function seedFor(seed: number, text: string): number {
  let hash = 2_166_136_261 ^ seed
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 16_777_619)
  }
  return hash >>> 0
}

/** Distinguishes texts, but not against attackers: 22 hexadecimal digits (FNV-1a, three times). */
export const fingerprint = (text: string): string =>
  [1, 2, 3]
    .map((turn) => seedFor(turn, text).toString(16).padStart(8, '0'))
    .join('')
    .slice(0, 22)

/** Random values that depend only on the scope's name, not on values generated before. */
export interface ScopedRandom extends Random {
  within<T>(scope: string, run: () => T): T
  /** Follows another source from here on. */
  restart(outside: Random): void
}

export function scopedRandom(outside: Random): ScopedRandom {
  let current = outside
  return {
    next: () => current.next(),
    below: (below) => current.below(below),
    pick: (list) => current.pick(list),
    word: (length) => current.word(length),
    fork: () => scopedRandom(current.fork()),
    restart(outside) {
      current = outside
    },
    within(scope, run) {
      const before = current
      current = createRandom(seedFor(1, scope))
      try {
        return run()
      } finally {
        current = before
      }
    },
  }
}

/** A word that no text has by chance: letters with digits among them. */
const GENERATED = new RegExp(
  `(?<![a-z0-9])(?=[a-z]*\\d)(?=\\d*[a-z])[a-z0-9]{${RECOGNIZED},}(?![a-z0-9])`,
  'gi',
)

/** The words of a text that look as `Random.word` makes them. */
export const generatedIn = (text: string): string[] => text.match(GENERATED) ?? []

/** Whether a text contains such a word. */
export const hasGenerated = (text: string): boolean => generatedIn(text).length > 0
