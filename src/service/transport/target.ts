/** The forms of a request target (RFC 9112, section 3.2), and the name that a request is for. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'

const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/i
/** RFC 3986, section 3.2.2: a registered name, or an address in brackets; then perhaps a port. */
const HOST = /^(\[[0-9a-f:.]+\]|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::(\d*))?$/i

/** Host and port of a CA; undefined for what is not one, one with a user name included. */
export function parseAuthority(text: string): { host: string; port: string } | undefined {
  const [, host, port = ''] = HOST.exec(text) ?? []
  return host === undefined ? undefined : { host: host.toLowerCase(), port }
}

/**
 * Brings the absolute form of a target into the origin form, in `request.url`: a server must accept both (RFC 9112,
 * section 3.2.2). The address must be of this server: the name in `Host`, the one of the TLS connection or the
 * address that was connected to.
 * @returns what is wrong with the target, if anything
 */
export function settleTarget(request: IncomingMessage): string | undefined {
  const { url = '', socket } = request
  if (url.startsWith('/')) return undefined
  if (url === '*' && request.method === 'OPTIONS') return undefined
  const [, scheme, authority, rest] = ABSOLUTE.exec(url) ?? []
  if (scheme === undefined || authority === undefined || rest === undefined) {
    return `received the target ${shown(url)}, expected a path that begins with a slash, or an absolute https address`
  }
  const named = parseAuthority(authority)
  if (named === undefined || named.host === '') {
    return `received a target for ${shown(authority)}, expected a host, with a port or without`
  }
  const isTls = 'encrypted' in socket
  if (isTls && scheme.toLowerCase() !== 'https') return 'received an http target over TLS, expected https'
  const own = [parseAuthority(request.headers.host ?? '')?.host, socket.localAddress]
  if (isTls) own.push((socket as TLSSocket & { servername?: string | false }).servername || undefined)
  const wanted = named.host.replace(/^\[(.*)\]$/, '$1')
  if (!own.some((name) => name?.toLowerCase().replace(/^\[(.*)\]$/, '$1') === wanted)) {
    return `received a target for ${shown(authority)}, which is not this server`
  }
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return undefined
}

const shown = (text: string) => JSON.stringify(text.slice(0, 100))

/**
 * Whether browsers may remember that this name speaks only TLS (RFC 6797). They remember it for every port of the
 * name: never for an address or `localhost`, where other programs respond in plain HTTP.
 * @param host the header of the request
 */
export function mayBeRemembered(host: string | undefined): boolean {
  const name = parseAuthority(host ?? '')?.host.replace(/\.$/, '') ?? ''
  return name.includes('.') && isIP(name) === 0 && !name.startsWith('[') && !name.endsWith('.localhost')
}
