/** The caller and its scopes, as the security schemes of the document define them. */

import type { Api, ApiOperation, SecurityAlternative } from '../model/api.ts'
import { textFromBase64 } from '../openapi/bytes.ts'
import { type JsonObject, objectAt } from '../openapi/document.ts'
import { follow } from '../openapi/resolve.ts'
import { HttpError, type HttpRequest, queryOf } from './exchange.ts'

/**
 * Credentials and the scopes of each; undefined accepts any credential, with every scope. A security scheme's name and a
 * colon before the credential (`apiKey:abc`) restrict it to that scheme. Without them, any scheme accepts it.
 */
export type Keys = ReadonlyMap<string, readonly string[] | 'all'>

interface Caller {
  credential: string
  scopes: readonly string[] | 'all'
}

/** A caller, and the scopes that the operation requires and that it lacks. */
interface Identified extends Caller {
  lacking: readonly string[]
}

const CHALLENGES: Record<string, string> = { bearer: 'Bearer', basic: 'Basic realm="mock"' }

/**
 * Finds the alternative of the operation that is presented whole, each of its credentials known; of several, one whose
 * scopes suffice. The scopes of one alternative never count for another.
 *
 * @returns the caller; undefined for an operation that needs none
 * @throws HttpError 401 without a credential, or with one that is unknown
 */
export function identify(
  api: Api,
  operation: ApiOperation,
  request: HttpRequest,
  keys: Keys | undefined,
): Identified | undefined {
  const alternatives = operation.security
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return undefined
  const presented = presentedIn(api, operation, request)
  if (presented.length === 0) throw missingCredential(api, operation, request)
  const known = presented.flatMap((credentials) => {
    const presented = credentials.map((one) => ({ ...one, scopes: scopesOf(one, keys) }))
    if (presented.some(({ scopes }) => scopes === undefined)) return []
    const lacking = presented.flatMap(({ wanted, scopes = 'all' }) =>
      scopes === 'all' ? [] : wanted.filter((scope) => !scopes.includes(scope)),
    )
    const [{ scopes = 'all' }] = presented as [(typeof presented)[number]]
    // Callers of one application share its key, so that all credentials together identify the caller.
    const credential = presented.map((one) => one.credential).join(' ')
    return [{ credential, scopes, lacking }]
  })
  const [best] = known.sort((a, b) => a.lacking.length - b.lacking.length)
  if (best !== undefined) return best
  throw unknownCredential(api, alternatives, presented)
}

interface Presented {
  scheme: string
  /** The scopes that the operation requires. */
  wanted: readonly string[]
  credential: string
}

/** The alternatives of the operation of which each credential was sent. */
export const presentedIn = (api: Api, { security }: ApiOperation, request: HttpRequest): Presented[][] =>
  security
    .map((schemes) =>
      schemes.flatMap(({ scheme, scopes }) => {
        const credential = credentialIn(schemeNamed(api, scheme), request)
        return credential === undefined ? [] : [{ scheme, wanted: scopes, credential }]
      }),
    )
    .filter((found, index) => found.length > 0 && found.length === security[index]?.length)

export function missingCredential(api: Api, { security }: ApiOperation, request: HttpRequest): HttpError {
  const isReceived = (scheme: JsonObject) =>
    scheme.type !== 'mutualTLS' && credentialIn(scheme, request) !== undefined
  const begun = security
    .map((schemes) => ({
      received: schemes.filter(({ scheme }) => isReceived(schemeNamed(api, scheme))),
      lacking: schemes.filter(({ scheme }) => credentialIn(schemeNamed(api, scheme), request) === undefined),
    }))
    .filter(({ received }) => received.length > 0)
  const received = begun.map((one) => describe(api, [one.received]))
  const what = received.length === 0 ? 'No credential' : `Only ${[...new Set(received)].join(' or ')}`
  // Alternatives that differ only in what is lacking.
  const isShared = received.length > 1 && new Set(received).size === 1
  const expected = isShared
    ? `also expected ${describe(
        api,
        begun.map(({ lacking }) => lacking),
      )}`
    : `expected ${describe(api, security)}`
  return new HttpError(401, `${what} was received; ${expected}.`, {
    kind: 'noCredential',
    headers: { 'WWW-Authenticate': challenge(api, security) },
  })
}

export function unknownCredential(
  api: Api,
  alternatives: readonly SecurityAlternative[],
  presented: readonly Presented[][],
): HttpError {
  const expired = presented.flat().some(({ credential }) => credential.toLowerCase() === 'expired')
  return new HttpError(401, expired ? 'The access token expired.' : 'The credential is unknown.', {
    kind: expired ? 'expiredCredential' : 'unknownCredential',
    headers: {
      // Only Bearer has codes of errors (RFC 6750, section 3.1).
      'WWW-Authenticate': challenge(api, alternatives).replace(/^Bearer$/, 'Bearer error="invalid_token"'),
    },
  })
}

/** @throws HttpError 403 when the caller lacks scopes */
export function authorize(caller: Pick<Identified, 'lacking'> | undefined): void {
  if (caller === undefined || caller.lacking.length === 0) return
  throw new HttpError(403, `The credential lacks the scope ${caller.lacking.join(' ')}.`, {
    kind: 'scope',
    facts: { missing: caller.lacking },
  })
}

/** The scopes of a credential; undefined: it is unknown. */
function scopesOf(
  { scheme, credential }: { scheme: string; credential: string },
  keys: Keys | undefined,
): readonly string[] | 'all' | undefined {
  if (['invalid', 'expired'].includes(credential.toLowerCase())) return undefined
  return keys === undefined
    ? scopesIn(credential)
    : (keys.get(`${scheme}:${credential}`) ?? keys.get(credential))
}

/** A JWT contains its scopes, `read-only` has those that read, and any other credential has all. */
function scopesIn(credential: string): readonly string[] | 'all' {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(credential) ?? []
  if (payload === undefined) return 'all'
  try {
    const claims = JSON.parse(textFromBase64(payload) ?? '') as {
      scope?: unknown
      scp?: unknown
    }
    const scope = claims.scope ?? claims.scp
    if (Array.isArray(scope)) return scope.map(String)
    return typeof scope === 'string' ? scope.split(' ') : 'all'
  } catch {
    return 'all'
  }
}

export function schemeNamed({ document }: Api, name: string): JsonObject {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  return follow(document, schemes[name])
}

function credentialIn(scheme: JsonObject, { url, headers }: HttpRequest): string | undefined {
  const [, kind = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(headers.authorization ?? '') ?? []
  const name = String(scheme.name ?? '')
  if (scheme.type === 'apiKey') {
    if (scheme.in === 'header') return nonEmpty(headers[name.toLowerCase()])
    if (scheme.in === 'query') return nonEmpty(queryOf(url).get(name))
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s, 2))
    return nonEmpty(pairs.find(([key]) => key === name)?.[1])
  }
  if (scheme.type === 'mutualTLS') return 'certificate'
  const wanted = scheme.type === 'http' ? String(scheme.scheme ?? 'bearer').toLowerCase() : 'bearer'
  if (kind.toLowerCase() !== wanted) return undefined
  return nonEmpty(wanted === 'basic' ? textFromBase64(rest) : rest)
}

const nonEmpty = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text === '' ? undefined : text

/** The challenge that a 401 must contain (RFC 9110, section 15.5.2). */
export const challenge = (api: Api, alternatives: readonly SecurityAlternative[]): string => {
  const schemes = alternatives.flat().map(({ scheme }) => schemeNamed(api, scheme))
  const known = schemes.map(({ type, scheme, name }) =>
    type === 'apiKey'
      ? `ApiKey name="${String(name)}"`
      : CHALLENGES[type === 'http' ? String(scheme).toLowerCase() : 'bearer'],
  )
  return known.find((one) => one !== undefined) ?? 'Bearer'
}

function describe(api: Api, alternatives: readonly SecurityAlternative[]): string {
  const words = alternatives.map((schemes) =>
    schemes.map(({ scheme }) => {
      const { type, in: place, name, scheme: kind } = schemeNamed(api, scheme)
      if (type === 'apiKey')
        return `the ${place === 'query' ? 'query parameter' : String(place)} ${String(name)}`
      if (type === 'mutualTLS') return 'a client certificate'
      if (type === 'http' && kind === 'basic') return 'the header Authorization: Basic <user:password>'
      return 'the header Authorization: Bearer <credential>'
    }),
  )
  return [...new Set(words.map((one) => one.join(' with ')))].join(' or ')
}
