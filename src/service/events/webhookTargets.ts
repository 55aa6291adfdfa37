import { validationError } from '../errors.ts'
import type { Random } from '../runtime/random.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type AddressGuard, AddressRejected } from './delivery/addressGuard.ts'
import { sealSecret } from './signingSecrets.ts'

/** The functions of deliveries that the features need when they write a webhook. */
export interface WebhookTargets {
  /**
   * Checks a URL as far as it can be known without a lookup: HTTPS, no credentials, no address that is not public.
   * @param field its place in the body
   * @throws ApiError VALIDATION_ERROR at `field`
   */
  check(url: string, field: string): void
  /** A new signing secret, `whsec_` and 32 random bytes in base64, and the form in which the database retains it. */
  newSecret(webhookId: string): { secret: string; sealed: Buffer }
}

export function createWebhookTargets(parts: {
  guard: AddressGuard
  keyring: Keyring
  random: Random
}): WebhookTargets {
  const { guard, keyring, random } = parts
  return {
    check(url, field) {
      try {
        guard.checkUrl(url)
      } catch (error) {
        if (!(error instanceof AddressRejected)) throw error
        throw validationError({ field, issue: error.message })
      }
    },
    newSecret(webhookId) {
      const secret = `whsec_${random.bytes(32).toString('base64')}`
      return { secret, sealed: sealSecret(keyring, webhookId, secret) }
    },
  }
}
