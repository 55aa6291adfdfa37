/** Finds the caller of a request by the security requirements of its operation. */
import type { Api, ApiOperation } from '../model/api.ts'
import {
  type Keys,
  missingCredential,
  presentedIn,
  schemeNamed,
  unknownCredential,
} from '../requests/credentials.ts'
import { HttpError, type HttpRequest } from '../requests/exchange.ts'
import type { Caller } from './handler.ts'

/** The parts of a request that `authenticate` receives. */
export interface UnauthenticatedRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The request as the server received it: an `IncomingMessage` of Node, or a `Request`. */
  raw: unknown
}

/** A security scheme of the document, with what the client sent for it. */
export interface PresentedScheme {
  /** The name in `components.securitySchemes`. */
  name: string
  type: string
  /** The key, the token, or `user:password` of Basic authentication. */
  credential: string
}

/**
 * @param scopes those that the operation requires of this scheme
 * @returns the value that handlers get as `caller.identity`, or undefined for an unknown credential. If it has a list
 * `scopes`, the list is checked against the operation's scopes. Without a list, all scopes are granted.
 */
export type Authenticate<Identity> = (
  request: UnauthenticatedRequest,
  scheme: PresentedScheme,
  scopes: readonly string[],
) => Identity | undefined | Promise<Identity | undefined>

interface Authentication<Identity> {
  keys?: Keys | undefined
  authenticate?: Authenticate<Identity> | undefined
}

type Found<Identity> = Caller<Identity> & { lacking: readonly string[] }

/**
 * Tries the alternatives of `security` in order. The first alternative applies for which all schemes have known
 * credentials with the required scopes.
 *
 * @returns undefined for a public operation without known credentials
 * @throws HttpError 401 without known credentials, 403 if scopes are missing
 */
export async function findCaller<Identity>(
  api: Api,
  operation: ApiOperation,
  request: HttpRequest,
  raw: unknown,
  authentication: Authentication<Identity>,
): Promise<Caller<Identity> | undefined> {
  const { security } = operation
  if (security.length === 0) return undefined
  const isOptional = security.some((schemes) => schemes.length === 0)
  const presented = presentedIn(api, operation, request)
  const known: Found<Identity>[] = []
  let rejected: HttpError | undefined
  for (const credentials of presented) {
    try {
      const found = await callerOf(api, credentials, { ...request, raw }, authentication)
      if (found?.lacking.length === 0) return withoutLacking(found)
      if (found !== undefined) known.push(found)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      rejected ??= error
    }
  }
  if (isOptional) return undefined
  if (rejected !== undefined) throw rejected
  if (presented.length === 0) throw missingCredential(api, operation, request)
  const [best] = known.sort((a, b) => a.lacking.length - b.lacking.length)
  if (best === undefined) throw unknownCredential(api, security, presented)
  throw new HttpError(403, `The credential lacks the scope ${best.lacking.join(' ')}.`, {
    kind: 'scope',
    facts: { missing: best.lacking },
  })
}

/** The caller of one alternative; undefined where one of its credentials is unknown. */
async function callerOf<Identity>(
  api: Api,
  credentials: ReturnType<typeof presentedIn>[number],
  { method, url, headers, raw }: UnauthenticatedRequest,
  { keys, authenticate }: Authentication<Identity>,
): Promise<Found<Identity> | undefined> {
  const found: { credential: string; scopes: readonly string[] | 'all'; identity: Identity }[] = []
  const identities: [string, Identity][] = []
  const lacking: string[] = []
  for (const { scheme, credential, wanted } of credentials) {
    const key = keys?.get(`${scheme}:${credential}`) ?? keys?.get(credential)
    const presented = { name: scheme, type: String(schemeNamed(api, scheme).type), credential }
    const identity =
      key === undefined
        ? await authenticate?.({ method, url, headers, raw }, presented, wanted)
        : ({ credential, scopes: key } as Identity)
    if (identity === undefined || identity === null) return undefined
    const scopes = key ?? scopesOf(identity)
    if (scopes !== 'all') lacking.push(...wanted.filter((scope) => !scopes.includes(scope)))
    found.push({ credential, scopes, identity })
    identities.push([scheme, identity])
  }
  const [first] = found
  return first && { ...first, identities: Object.fromEntries(identities), lacking }
}

const withoutLacking = <Identity>({ lacking: _, ...caller }: Found<Identity>): Caller<Identity> => caller

function scopesOf(identity: unknown): readonly string[] | 'all' {
  const { scopes } = Object(identity) as { scopes?: unknown }
  return Array.isArray(scopes) ? scopes.map(String) : 'all'
}
