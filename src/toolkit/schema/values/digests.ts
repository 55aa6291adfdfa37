/** Digests as APIs write them. */
import { createHash } from 'node:crypto'

/** A digest without the name of its algorithm before it: `sha256:`, `md5=`. */
export const bareDigest = (given: string): string => given.replace(/^(sha|md)-?\d+[:=-]/i, '')

/** Whether a text is the digest of these bytes: in hexadecimal digits or base64, behind the name of its algorithm or not. */
export function isDigestOf(given: string, algorithm: string, bytes: Buffer): boolean {
  const right = createHash(algorithm).update(bytes).digest()
  const bare = bareDigest(given)
  const base64 = right.toString('base64')
  const forms = [base64, base64.replace(/=+$/, ''), right.toString('base64url')]
  return bare.toLowerCase() === right.toString('hex') || forms.includes(bare)
}

export const hexDigest = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('hex')
