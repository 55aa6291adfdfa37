import type { Random } from '../../runtime/random.ts'
import { digestOf, newSecret } from './secrets.ts'

/** A new client secret: shown once, kept as a digest. */
export function newClientSecret(random: Random): { secret: string; digest: string; last4: string } {
  const secret = `cs_${newSecret(random)}`
  return { secret, digest: digestOf(secret), last4: secret.slice(-4) }
}
