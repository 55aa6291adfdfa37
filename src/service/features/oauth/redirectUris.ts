/** Redirect URIs: which may be registered, which of them a request means, and how a response is put into one. */

/** Only names and addresses: a URL's host may also contain `;` and `*`, which mean something in a policy or a header. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

const LOOPBACK = ['127.0.0.1', '[::1]']

/**
 * Why a URI may not be registered; undefined when it may. HTTPS, a loopback address, or a private-use scheme
 * that is a reversed domain name (RFC 8252, sections 7.1 and 7.3). No fragment (RFC 6749, section 3.1.2).
 */
export function faultOfRedirectUri(uri: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'contains a space or a character beyond ASCII'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  const url = new URL(uri)
  if (uri.includes('#')) return 'has a fragment'
  if (url.username !== '' || url.password !== '') return 'has a user name'
  if (/^https?:$/.test(url.protocol) && !HOST.test(url.hostname)) return 'has a host that is not a DNS name'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') {
    const isLocal = LOOPBACK.includes(url.hostname) || url.hostname === 'localhost'
    return isLocal ? undefined : 'is plain HTTP to another machine'
  }
  // A scheme with a dot belongs to someone; javascript: and data: have none.
  return url.protocol.includes('.')
    ? undefined
    : 'has a scheme that is neither https nor a reversed domain name'
}

/**
 * Whether a request's redirect URI is this registered one. It is compared exactly, except for the port of a loopback
 * address, which the system chooses for a native app (RFC 8252, section 7.3).
 */
export function isRedirectUri(registered: string, received: string): boolean {
  if (registered === received) return true
  const [ours, theirs] = [loopbackParts(registered), loopbackParts(received)]
  return ours !== undefined && theirs !== undefined && ours.host === theirs.host && ours.rest === theirs.rest
}

function loopbackParts(uri: string): { host: string; rest: string } | undefined {
  const parts = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::([1-9][0-9]{0,4}))?([/?].*)?$/s.exec(uri)
  if (!parts || Number(parts[2] ?? 80) > 65_535) return undefined
  return { host: parts[1] ?? '', rest: parts[3] ?? '' }
}

/** The URI with these parameters in its query, behind what is there. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${uri}${uri.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
