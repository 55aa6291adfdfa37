/** Identities of a run: named credentials and their permissions. */
import type { ApiOperation } from '../../model/api.ts'
import { type ContractDocument, isObject, type Json, objectAt } from '../../openapi/document.ts'
import type { Identity } from '../config/identity.ts'

/** Whether the identity satisfies one alternative of `security`. */
export const mayCall = (identity: Identity, operation: ApiOperation): boolean =>
  operation.security.length === 0 ||
  operation.security.some((alternative) =>
    alternative.every(
      ({ scopes }) =>
        identity.scopes === undefined || scopes.every((scope) => covers(identity.scopes ?? [], scope)),
    ),
  )

/** `organization:admin` of an identity covers no other scope: what covers what is the server's own business. */
const covers = (granted: readonly string[], scope: string): boolean => granted.includes(scope)

export interface Roles {
  /** Sends everything that is to succeed. */
  main: Identity
  /** Of the same organization, with fewer scopes, or only for reading. */
  narrow: Identity[]
  /** Of another organization, with every scope. */
  stranger: Identity | undefined
  /** Its limits are there to be used up. */
  limited: Identity | undefined
}

export function rolesOf(identities: readonly Identity[]): Roles {
  const main = identities[0] ?? { name: 'nobody', credential: { kind: 'none' } }
  const limited = identities.find(
    (one) =>
      one !== main && (one.plan !== undefined || /(^|[^a-z])(small|limited|free)([^a-z]|$)/i.test(one.name)),
  )
  const others = identities.filter((one) => one !== main && one !== limited)
  return {
    main,
    limited,
    stranger: others.find(
      (one) =>
        one.organization !== undefined &&
        one.organization !== main.organization &&
        one.scopes === undefined &&
        one.may === undefined,
    ),
    narrow: others.filter(
      (one) =>
        (one.scopes !== undefined || one.may !== undefined) &&
        (one.organization === undefined || one.organization === main.organization),
    ),
  }
}

/**
 * Whose data a request is about: that of the identity, where it is one of the configuration with an organization of its
 * own; else the first identity's.
 */
export function callerOf(
  { identities, roles }: { identities: readonly Identity[]; roles: Roles },
  identity: Identity | null,
): Identity {
  const known = identities.find((one) => one === identity)
  return known?.organization === undefined || known.organization === roles.main.organization
    ? roles.main
    : known
}

/** Whether the credential of an identity is where the security schemes of an operation require it. */
export function fitsSchemes(
  { root }: ContractDocument,
  { credential, client }: Identity,
  { security }: ApiOperation,
): boolean {
  const schemes = objectAt(objectAt(root, 'components'), 'securitySchemes')
  const place = client === undefined ? credential : { kind: 'header', name: 'Authorization' }
  const isIn = (kind: string, name: string) =>
    place.kind === kind && 'name' in place && place.name.toLowerCase() === name.toLowerCase()
  const isAtPlace = (scheme: Json | undefined) =>
    isObject(scheme) &&
    (scheme.type === 'apiKey'
      ? isIn(String(scheme.in), String(scheme.name))
      : isIn('header', 'Authorization'))
  return security.some(
    (alternative) => alternative.length > 0 && alternative.every(({ scheme }) => isAtPlace(schemes[scheme])),
  )
}

/** The headers, and what is added to the query, of a request by this identity. */
export function present(identity: Identity): { headers: Record<string, string>; query: string } {
  const { credential } = identity
  switch (credential.kind) {
    case 'header':
      return { headers: { [credential.name]: credential.value }, query: '' }
    case 'cookie':
      return { headers: { Cookie: `${credential.name}=${credential.value}` }, query: '' }
    case 'query':
      return {
        headers: {},
        query: `${encodeURIComponent(credential.name)}=${encodeURIComponent(credential.value)}`,
      }
    default:
      return { headers: {}, query: '' }
  }
}

/** A path with more in its query. */
export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`

/** How a credential is spoilt. */
type Forgery = 'empty' | 'garbage' | 'altered' | 'cut' | 'other scheme'

/** Another secret of the same form: one letter in the middle differs, for the last one of base64 may stand for nothing. */
export function withOtherLetter(secret: string, from = 0): string {
  const at = Math.floor((secret.length + from) / 2)
  return `${secret.slice(0, at)}${secret.charAt(at) === 'a' ? 'b' : 'a'}${secret.slice(at + 1)}`
}

/** The same identity with an invalid credential. */
export function forged(identity: Identity, how: Forgery): Identity {
  const { credential } = identity
  if (credential.kind === 'none') return identity
  const [scheme = '', secret = ''] = /^(\S+) (.+)$/.exec(credential.value)?.slice(1) ?? ['', credential.value]
  // Basic is spoilt in what it encodes: the last letters of base64 may stand for nothing.
  const isBasic = scheme.toLowerCase() === 'basic'
  const plain = isBasic ? Buffer.from(secret, 'base64').toString() : secret
  const encoded = (text: string) => (isBasic ? Buffer.from(text).toString('base64') : text)
  const changed = {
    empty: '',
    garbage: 'not-a-credential',
    // Of Basic the password is what changes.
    altered: encoded(withOtherLetter(plain, isBasic ? plain.indexOf(':') + 1 : 0)),
    cut: encoded(plain.slice(0, Math.max(1, plain.length - 4))),
    'other scheme': secret,
  }[how]
  const named = how === 'other scheme' ? (scheme.toLowerCase() === 'basic' ? 'Bearer' : 'Basic') : scheme
  const value = scheme === '' ? changed : `${named} ${changed}`
  const { variable: _, client: __, ...known } = identity
  return { ...known, name: `${identity.name}, ${how}`, credential: { ...credential, value } }
}
