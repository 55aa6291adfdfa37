/** The signing secrets of webhooks, as they lie in the database. */
import type { Vault } from '../secrets/vault.ts'

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
export function signingSecrets(vault: Vault, sealed: SealedSecrets, now: number): string[] {
  const open = (secret: Buffer) => vault.open(secret, context(sealed.webhook_id)).toString()
  const { secret, previous_secret: previous, previous_secret_until: until } = sealed
  return previous !== null && until !== null && now < until ? [open(secret), open(previous)] : [open(secret)]
}
