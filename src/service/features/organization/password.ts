/** Passwords at rest: scrypt (RFC 7914) with a salt each, its cost written beside it. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and three passes, one of the equal choices of OWASP's password storage sheet; about 0.25 s. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const HASH_BYTES = 32

/** The text to keep: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * Whether `password` is the one that `kept` was made of. Without `kept` (no such user, no password yet) it takes
 * as long and answers false.
 */
export async function verifyPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const [, n = '', r = '', p = '', salt = '', hash = ''] = (kept ?? NOBODY).split('$')
  const wanted = Buffer.from(hash, 'base64')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const found = await derive(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(found, wanted) && kept !== null && kept !== undefined
}

const NOBODY = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  'AAAAAAAAAAAAAAAAAAAAAA==',
  Buffer.alloc(32).toString('base64'),
].join('$')

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same characters typed on another keyboard may be other code points (RFC 8265, 4.2).
    const text = password.normalize('NFC')
    scrypt(text, salt, HASH_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}
