import type { Random } from '../runtime/random.ts'

/** 32 characters without look-alikes, so that a byte picks each as often. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password to hand to a person: 24 characters, 120 bits. */
export const createPassword = (random: Random): string =>
  [...random.bytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
