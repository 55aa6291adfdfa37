import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

/** What every page sends; HSTS comes with the connection (`transport/listener.ts`). */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin', // "no-referrer" would take the Origin from our own forms
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * What a page may do: show itself, and send forms here. A redirect that follows a form counts as one of its
 * targets (CSP level 3, "form-action pre-navigation check"), so that the client's address is named too.
 */
export function contentSecurityPolicy(redirectUri?: string): string {
  const target = redirectUri === undefined ? '' : sourceOf(redirectUri)
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'img-src data:',
    `form-action 'self'${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * A source expression (CSP level 3, section 2.3.1) behind a space. Of a host that is none it is empty: such a
 * redirect URI may be left from a time when it could be registered, and would write directives of its own.
 */
function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri)
  const source = protocol === 'https:' || protocol === 'http:' ? origin : protocol
  return /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9._[\]:-]+)?$/.test(source) ? ` ${source}` : ''
}
