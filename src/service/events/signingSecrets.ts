/** The signing secrets of webhooks, as they lie in the database. */
import type { Keyring } from '../secrets/keyring.ts'

export const sealSecret = (keyring: Keyring, webhookId: string, secret: string): Buffer =>
  keyring.seal(secret, context(webhookId))

const context = (webhookId: string): string => `webhooks.secret ${webhookId}`

interface SealedSecrets {
  webhook_id: string
  secret: Buffer
  previous_secret: Buffer | null
  /** Unix milliseconds. */
  previous_secret_until: number | null
}

/** Opened secrets that are stored, so that a busy webhook's is not decrypted for each attempt. */
const MAX_CACHED_SECRETS = 1000

/** @returns a reader of the secrets that sign at `now`, the newest first: two while a rotation overlaps */
export function createSigningSecrets(keyring: Keyring): (sealed: SealedSecrets, now: number) => string[] {
  const opened = new Map<string, { sealed: Buffer; secret: string }>()

  const open = (webhookId: string, sealed: Buffer): string =>
    keyring.open(sealed, context(webhookId)).toString()

  const current = ({ webhook_id: id, secret: sealed }: SealedSecrets): string => {
    const known = opened.get(id)
    if (known?.sealed.equals(sealed)) return known.secret
    const secret = open(id, sealed)
    if (opened.size >= MAX_CACHED_SECRETS) opened.clear()
    opened.set(id, { sealed, secret })
    return secret
  }

  return (sealed, now) => {
    const { webhook_id: id, previous_secret: previous, previous_secret_until: until } = sealed
    const overlaps = previous !== null && until !== null && now < until
    return overlaps ? [current(sealed), open(id, previous)] : [current(sealed)]
  }
}
