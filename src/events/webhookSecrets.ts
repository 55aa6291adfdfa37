/** The signing secrets of webhooks: how they are made, and how they lie in the database. */
import type { Random } from '../runtime/random.ts'
import type { Vault } from '../secrets/vault.ts'

/** `whsec_` and 32 random bytes in base64 (docs/decisions.md, "webhooks"). */
export const newSecret = (random: Random): string => `whsec_${random.bytes(32).toString('base64')}`

export const sealSecret = (vault: Vault, webhookId: string, secret: string): Buffer =>
  vault.seal(secret, context(webhookId))

const context = (webhookId: string): string => `webhooks.secret ${webhookId}`

export interface SealedSecrets {
  webhook_id: string
  secret: Buffer
  previous_secret: Buffer | null
  /** Unix milliseconds. */
  previous_secret_until: number | null
}

/** The secrets that sign at `now`, the newest first: two while a rotation overlaps. */
export function webhookSecrets(vault: Vault, sealed: SealedSecrets, now: number): string[] {
  const open = (secret: Buffer) => vault.open(secret, context(sealed.webhook_id)).toString()
  const { secret, previous_secret: previous, previous_secret_until: until } = sealed
  return previous !== null && until !== null && now < until ? [open(secret), open(previous)] : [open(secret)]
}
