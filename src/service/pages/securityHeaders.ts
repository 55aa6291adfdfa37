import { createHash } from 'node:crypto'
import { COPY_SCRIPT } from './copyButton.ts'
import { STYLE } from './style.ts'

/** The headers of every page; HSTS comes with the connection (`transport/listener.ts`). */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin', // "no-referrer" would remove the Origin of our own forms
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const STYLE_HASH = digestOf(STYLE)
const COPY_SCRIPT_HASH = digestOf(COPY_SCRIPT)

interface Permissions {
  /** Where a form of the page may lead in addition to this site. */
  redirectUri?: string | undefined
  /** Whether the script of the copy button may run. */
  hasCopyButton?: true | undefined
}

/**
 * The permissions of a page: show itself, and send forms here. A redirect that follows a form counts as one of its
 * targets (CSP level 3, "form-action pre-navigation check"), so that the client's address is named too.
 */
export function contentSecurityPolicy({ redirectUri, hasCopyButton }: Permissions): string {
  const target = redirectUri === undefined ? '' : sourceOf(redirectUri)
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ...(hasCopyButton ? [`script-src 'sha256-${COPY_SCRIPT_HASH}'`] : []),
    'img-src data:',
    `form-action 'self'${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * A source expression (CSP level 3, section 2.3.1) after a space. It is empty for an invalid host: such a
 * redirect URI may be left from a time when it could be registered, and would add its own directives.
 */
function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri)
  const source = protocol === 'https:' || protocol === 'http:' ? origin : protocol
  return /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9._[\]:-]+)?$/.test(source) ? ` ${source}` : ''
}
