/** The cookies of the pages. `__Host-` retains them to this host; ports share cookies, so the environment names them. */
import type { IncomingMessage } from 'node:http'
import type { EnvironmentName } from '../server/handler.ts'

type CookieKind = 'session' | 'visitor'

const nameOf = (environment: EnvironmentName, kind: CookieKind) => `__Host-${environment}-${kind}`

/** The value of one cookie, if it has the form of ours. */
export function readCookie(
  request: IncomingMessage,
  environment: EnvironmentName,
  kind: CookieKind,
): string | undefined {
  const wanted = `${nameOf(environment, kind)}=`
  const pair = (request.headers.cookie ?? '').split('; ').find((text) => text.startsWith(wanted))
  const value = pair?.slice(wanted.length)
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

/** A `Set-Cookie` value; without a value the cookie goes. Lax, for a client's link must find the session. */
export function cookie(
  environment: EnvironmentName,
  kind: CookieKind,
  value: string | null,
  seconds: number,
): string {
  const age = value === null ? 0 : seconds
  return `${nameOf(environment, kind)}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=Lax`
}
