/** Passwords at rest: scrypt (RFC 7914) with a salt each, its cost written next to it. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and three passes, one of the equal choices of OWASP's password storage sheet; about 0.25 s. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const HASH_BYTES = 32

/** The input of scrypt. */
export interface Derivation {
  text: string
  salt: Uint8Array
  bytes: number
  options: { N: number; r: number; p: number; maxmem: number }
}

/** Computes scrypt, wherever that is done. */
export type Derive = (derivation: Derivation) => Promise<Uint8Array>

/** The text to store: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(
  password: string,
  derive: Derive = onThreadPool,
  cost = COST,
): Promise<string> {
  const salt = randomBytes(16)
  const hash = Buffer.from(await derive(derivationOf(password, salt, cost)))
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * Whether `password` matches the hash `stored`. Without `stored` (no such user, no password yet) it needs
 * as long and returns false.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  derive: Derive = onThreadPool,
): Promise<boolean> {
  const [, n = '', r = '', p = '', salt = '', hash = ''] = (stored ?? UNKNOWN_USER_HASH).split('$')
  const wanted = Buffer.from(hash, 'base64')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const found = await derive(derivationOf(password, Buffer.from(salt, 'base64'), cost))
  return timingSafeEqual(found, wanted) && stored !== null && stored !== undefined
}

const UNKNOWN_USER_HASH = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  'AAAAAAAAAAAAAAAAAAAAAA==',
  Buffer.alloc(32).toString('base64'),
].join('$')

const derivationOf = (password: string, salt: Buffer, cost: typeof COST): Derivation => ({
  // The same characters typed on another keyboard may be other code points (RFC 8265, 4.2).
  text: password.normalize('NFC'),
  salt,
  bytes: HASH_BYTES,
  options: { ...cost, maxmem: 256 * cost.N * cost.r },
})

/** On Node's own threads: for a command that hashes one password and serves no one meanwhile. */
const onThreadPool: Derive = ({ text, salt, bytes, options }) =>
  new Promise((resolve, reject) => {
    scrypt(text, salt, bytes, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
