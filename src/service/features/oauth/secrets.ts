/** Codes, refresh tokens, client secrets and sessions: 256 random bits each, kept as a digest alone. */
import { createHash } from 'node:crypto'
import type { Random } from '../../runtime/random.ts'

/** Base64url of 256 random bits: 43 characters. */
export const newSecret = (random: Random): string => random.bytes(32).toString('base64url')

/** SHA-256 in hexadecimal. 256 random bits need no salt and no slow hash. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
