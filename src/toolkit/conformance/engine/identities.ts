/** Identities of a run: named credentials and their permissions. */
import type { ApiOperation } from '../../model/api.ts'
import { credentialAlternatives, placeKey } from '../../openapi/credentialForm.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import type { Credential, Identity } from '../config/identity.ts'

/** Whether the scopes of the identity satisfy one alternative of `security`. */
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
  const main = identities[0] ?? { name: 'nobody', credentials: [] }
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

/** Where a credential is in a request. */
export type CredentialPlace = Pick<Credential, 'kind' | 'name'>

const AUTHORIZATION: CredentialPlace = { kind: 'header', name: 'Authorization' }

/** Names of headers count without regard to case (RFC 9110, 5.1), those of cookies and of parameters do not. */
export const isAtPlace = (one: CredentialPlace, other: CredentialPlace): boolean =>
  one.kind === other.kind &&
  (one.kind === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name)

export const isAuthorization = (one: CredentialPlace): boolean => isAtPlace(one, AUTHORIZATION)

export const hasCredential = ({ credentials, client }: Identity): boolean =>
  credentials.length > 0 || client !== undefined

/** The places of an identity's credentials, also that of a token that is not fetched yet. */
export const placesOf = ({ credentials, client }: Identity): CredentialPlace[] => [
  ...credentials.filter((one) => client === undefined || !isAuthorization(one)),
  ...(client === undefined ? [] : [AUTHORIZATION]),
]

/**
 * The alternatives of an operation's security for which the identity has every credential, each as the places of its
 * credentials.
 */
export function alternativesFor(
  document: ContractDocument,
  identity: Identity,
  operation: ApiOperation,
): CredentialPlace[][] {
  const own = placesOf(identity)
  const isOwn = (place: CredentialPlace) => own.some((one) => isAtPlace(one, place))
  return wantedBy(document, operation).filter((places) => places.every(isOwn))
}

/** The credentials that the identity lacks for the alternative of which it has the most. */
export function lackingFor(
  document: ContractDocument,
  identity: Identity,
  operation: ApiOperation,
): CredentialPlace[] {
  const own = placesOf(identity)
  const isOwn = (place: CredentialPlace) => own.some((one) => isAtPlace(one, place))
  const known = wantedBy(document, operation).filter((places) => places.some(isOwn))
  const lacking = known.map((places) => places.filter((place) => !isOwn(place)))
  return lacking.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** Basic and Bearer are in the same place, so that alternatives of both are one. */
function wantedBy(document: ContractDocument, { operation }: ApiOperation): CredentialPlace[][] {
  const alternatives = new Map<string, CredentialPlace[]>()
  for (const forms of credentialAlternatives(document, operation)) {
    const places = forms.map(({ in: kind, name }) =>
      kind === 'bearer' || kind === 'basic' ? AUTHORIZATION : { kind, name },
    )
    const key = JSON.stringify(forms.map(placeKey).toSorted())
    if (!alternatives.has(key)) alternatives.set(key, places)
  }
  return [...alternatives.values()]
}

/** Whether the credentials of an identity are where the security schemes of an operation require them. */
export const fitsSchemes = (
  document: ContractDocument,
  identity: Identity,
  operation: ApiOperation,
): boolean => alternativesFor(document, identity, operation).length > 0

/** The headers, and what is added to the query, of a request by this identity. */
export function present({ credentials }: Identity): { headers: Record<string, string>; query: string } {
  const headers: Record<string, string> = {}
  const query: string[] = []
  for (const { kind, name, value } of credentials) {
    if (kind === 'query') query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    else if (kind === 'header') headers[name] = value
    else headers.Cookie = [headers.Cookie ?? [], `${name}=${value}`].flat().join('; ')
  }
  return { headers, query: query.join('&') }
}

/** A path with more in its query. */
export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`

/** How a credential is spoilt. */
export type Forgery = 'empty' | 'garbage' | 'altered' | 'cut' | 'other scheme'

/** Another secret of the same form: one letter in the middle differs, for the last one of base64 may stand for nothing. */
export function withOtherLetter(secret: string, from = 0): string {
  const at = Math.floor((secret.length + from) / 2)
  return `${secret.slice(0, at)}${secret.charAt(at) === 'a' ? 'b' : 'a'}${secret.slice(at + 1)}`
}

/** The same identity with some of its credentials only, one or more of them invalid. */
export function forged(
  identity: Identity,
  how: Forgery,
  { valid, spoilt }: { valid: readonly CredentialPlace[]; spoilt: readonly CredentialPlace[] },
): Identity {
  const isAmong = (one: CredentialPlace, places: readonly CredentialPlace[]) =>
    places.some((place) => isAtPlace(one, place))
  const { client: _, ...known } = identity
  const credentials = identity.credentials.flatMap((one): Credential[] => {
    if (isAmong(one, spoilt)) return [{ kind: one.kind, name: one.name, value: spoiltValue(one.value, how) }]
    return isAmong(one, valid) ? [one] : []
  })
  return { ...known, name: `${identity.name}, ${how}`, credentials }
}

/** The same identity with some of its credentials only. */
export function withOnly(identity: Identity, valid: readonly CredentialPlace[]): Identity {
  const { client: _, ...known } = identity
  const credentials = identity.credentials.filter((one) => valid.some((place) => isAtPlace(one, place)))
  return { ...known, name: `${identity.name}, in part`, credentials }
}

function spoiltValue(value: string, how: Forgery): string {
  const [scheme = '', secret = ''] = /^(\S+) (.+)$/.exec(value)?.slice(1) ?? ['', value]
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
  const named = how === 'other scheme' ? (isBasic ? 'Bearer' : 'Basic') : scheme
  return scheme === '' ? changed : `${named} ${changed}`
}
