/** The proof in the consent page's form that it was shown to this session for this very request. */
import { timingSafeEqual } from 'node:crypto'
import { CONSENT_MS } from './lifetimes.ts'
import type { OAuthContext } from './oauthContext.ts'

/** The request and the session of a shown page. */
interface Shown {
  /** Names the session; a session of anyone else signs another text. */
  sessionDigest: string
  /** The whole query of the authorization request. */
  search: string
}

const signed = (context: OAuthContext, { sessionDigest, search }: Shown, id: string, end: string) =>
  context.sign(`consent\n${sessionDigest}\n${id}\n${end}\n${search}`)

export function consentProof(context: OAuthContext, shown: Shown): string {
  const id = context.random.bytes(16).toString('base64url')
  const end = String(context.clock.now() + CONSENT_MS)
  return `${id}.${end}.${signed(context, shown, id, end)}`
}

/** The identifier of the page that `proof` was made for; undefined when it is another's, altered or too old. */
export function consentIdOf(context: OAuthContext, shown: Shown, proof: string): string | undefined {
  const [id = '', end = '', mac = ''] = proof.split('.')
  if (!sameText(mac, signed(context, shown, id, end))) return undefined
  return Number(end) > context.clock.now() ? id : undefined
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
