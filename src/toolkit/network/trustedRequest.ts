/**
 * Which requests a local server trusts. A page of any site can send requests to a port of this machine. Two headers
 * that no page can write distinguish them: `Host` (DNS rebinding) and `Origin` (Fetch Standard, "forbidden request-header").
 */
import { isIP } from 'node:net'

/** Names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Checks the `Host` header of a request to a local server. Trusted are localhost and its subdomains, every IP address
 * (rebinding needs a name), the host that the server listens on, and the hosts given in addition; `*` trusts all.
 *
 * @param host what the server listens on
 * @param more names of further hosts, without a port
 * @returns the reason for status 421; undefined for a trusted host, and for a request without the header
 * @example untrustedHost({ host: 'evil.example:4010' }, '127.0.0.1') // 'Received Host: evil.example:4010; …'
 */
export function untrustedHost(
  headers: Headers,
  host: string,
  more: readonly string[] = [],
): string | undefined {
  const received = headers.host
  if (received === undefined || more.includes('*')) return undefined
  const name = hostnameOf(String(received))
  const isTrusted =
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    isIP(name) !== 0 ||
    [host, ...more].some((one) => one.toLowerCase() === name)
  if (isTrusted) return undefined
  return `Received Host: ${printable(String(received))}; this server trusts localhost, IP addresses and the hosts that it was started with.`
}

/**
 * Checks the `Origin` header of a request that changes the server itself.
 *
 * @returns whether the request comes from a page of this server, or from no page
 * @example isOfForeignPage({ origin: 'https://evil.example', host: 'localhost:4010' }) // true
 */
export function isOfForeignPage({ origin, host, 'sec-fetch-site': site }: Headers): boolean {
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  return origin !== `http://${host}` && origin !== `https://${host}`
}

/** `localhost` of `LOCALHOST.:4010`, `::1` of `[::1]:4010`. */
const hostnameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const printable = (text: string): string => text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')
