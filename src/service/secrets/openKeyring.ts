import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'
import { loadKey, parseKey } from './masterKey.ts'

/** The first byte of all that is sealed, so that another cipher can come one day. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const OVERHEAD = 1 + NONCE_BYTES + TAG_BYTES

/**
 * The keyring under the master key in `file` (made when absent) or under `key`: 32 bytes, or their base64.
 * @throws VaultRefused when the key has another length, or others than its owner may read the file.
 *
 * @example const keyring = openKeyring({ file: '/var/lib/prompts/master.key' })
 */
export function openKeyring(given: { file: string } | { key: Buffer | string }): Keyring {
  const master = 'file' in given ? loadKey(given.file) : parseKey(given.key, 'the given master key')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32))
  const sealing = derive('vault: seal, version 1')

  return {
    seal(plain, context) {
      // Random nonces: NIST SP 800-38D, section 8.3, allows 2^32 under one key.
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(associated(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },

    open(sealed, context) {
      if (sealed.length < OVERHEAD || sealed[0] !== VERSION) {
        throw new Error(`The sealed value for ${context} is cut off or of an unknown version.`)
      }
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associated(context))
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, OVERHEAD))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(OVERHEAD)), decipher.final()])
      } catch (cause) {
        throw new Error(
          `The sealed value for ${context} was altered, or made under another key or context.`,
          {
            cause,
          },
        )
      }
    },

    derive: (purpose) => derive(`vault: derive ${purpose}`),
  }
}

/** The version is authenticated too: no one turns a value into one of another version. */
const associated = (context: string) => Buffer.from(`${VERSION} ${context}`)
