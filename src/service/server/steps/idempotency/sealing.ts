/**
 * Stores responses with a secret, such as a new key, so that the database without the credential cannot reveal them.
 * AES-256-GCM uses a key that is derived from the caller's credential, which is itself stored only as a hash.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The context of a sealed response; it opens nowhere else. */
export interface SealContext {
  organizationId: string
  credentialId: string
  key: string
  fingerprint: string
}

/** @param secret the credential as the client sent it. */
export function seal(plain: Buffer, secret: string, context: SealContext): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, context), nonce).setAAD(bytesOf(context))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @returns undefined when it was made with another secret or context, or altered. */
export function open(sealed: Buffer, secret: string, context: SealContext): Buffer | undefined {
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, context), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(bytesOf(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

function keyFor(secret: string, { key }: SealContext): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `idempotent response\n${key}`, 32))
}

const bytesOf = (context: SealContext) =>
  Buffer.from(
    JSON.stringify([context.organizationId, context.credentialId, context.key, context.fingerprint]),
  )
