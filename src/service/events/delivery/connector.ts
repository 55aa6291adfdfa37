/**
 * Opens the connection of a delivery: lookup, address check, TCP, address check on the socket, TLS. The address
 * is checked again on the connected socket because only that one receives bytes.
 */
import { isIP, type Socket, connect as tcpConnect } from 'node:net'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls'
import type { buildConnector } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import type { AddressGuard } from './addressGuard.ts'
import type { Resolve } from './resolver.ts'

/** Why no connection came about. */
export type ConnectFailureCode =
  | 'ADDRESS_REFUSED'
  | 'DNS_FAILURE'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_RESET'
  | TlsFailureCode
  | 'TIMEOUT'

/** Only the verdict on the certificate, without other details of the handshake. */
type TlsFailureCode =
  | 'TLS_FAILURE'
  | 'TLS_CERTIFICATE_EXPIRED'
  | 'TLS_CERTIFICATE_SELF_SIGNED'
  | 'TLS_CERTIFICATE_UNTRUSTED'
  | 'TLS_NAME_MISMATCH'

export class ConnectFailure extends Error {
  readonly code: ConnectFailureCode

  constructor(code: ConnectFailureCode, cause: unknown) {
    super(`${code}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'ConnectFailure'
    this.code = code
  }
}

interface ConnectorParts {
  guard: AddressGuard
  resolve: Resolve
  clock: Clock
  /** PEM certificates that receivers may be signed by, next to those that Node trusts. */
  ca: string | undefined
  /** Milliseconds for the whole connection. */
  deadline: number
}

/** Stored: parsing the root certificates takes 10 ms. There are as many as the environments have certificates of their own. */
const contexts = new Map<string | undefined, SecureContext>()

function contextFor(ca: string | undefined): SecureContext {
  const known = contexts.get(ca)
  if (known !== undefined) return known
  const made = createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] })
  contexts.set(ca, made)
  return made
}

/** A connector for undici; what it reports as an error is always a ConnectFailure. */
export function createConnector(parts: ConnectorParts): buildConnector.connector {
  return (options, callback) => {
    const timeout = new AbortController()
    const cancel = parts.clock.after(parts.deadline, () => timeout.abort())
    const open = async (): Promise<TLSSocket> => {
      const addresses = await lookUp(parts, options.hostname, timeout.signal)
      const port = Number(options.port || 443)
      const socket = await openTcp(parts, options.hostname, addresses, port, timeout.signal)
      return await secure(socket, options, contextFor(parts.ca))
    }
    open()
      .finally(cancel)
      .then(
        (socket) => callback(null, socket),
        (error) => callback(timeout.signal.aborted ? new ConnectFailure('TIMEOUT', error) : error, null),
      )
  }
}

/** The addresses of a host that deliveries may go to. The others are left out: nothing is ever sent to them. */
async function lookUp(
  { guard, resolve }: ConnectorParts,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) !== 0 ? [host] : await ask(resolve, host, signal)
  const permitted = addresses.filter(guard.allows)
  if (permitted.length > 0) return permitted
  throw new ConnectFailure('ADDRESS_REFUSED', `${host} is at ${addresses.join(', ')}`)
}

async function ask(resolve: Resolve, host: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await Promise.race([resolve(host, signal), aborted(signal)])
  } catch (error) {
    throw new ConnectFailure('DNS_FAILURE', error)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Connects to the first address that responds; both families are tried side by side (RFC 8305). */
function openTcp(
  { guard }: ConnectorParts,
  host: string,
  addresses: string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return new Promise((resolve, reject) => {
    const socket = tcpConnect({
      host,
      port,
      signal,
      noDelay: true,
      autoSelectFamily: true,
      lookup: (_name, _options, response) => response(null, found),
    })
    socket.once('error', (error) => reject(new ConnectFailure(tcpFailure(error), error)))
    socket.once('connect', () => {
      if (guard.allows(socket.remoteAddress ?? '')) return resolve(socket)
      socket.destroy()
      reject(new ConnectFailure('ADDRESS_REFUSED', `the connection leads to ${socket.remoteAddress}`))
    })
  })
}

const tcpFailure = (error: NodeJS.ErrnoException): ConnectFailureCode =>
  error.code === 'ETIMEDOUT'
    ? 'TIMEOUT'
    : error.code === 'ECONNRESET'
      ? 'CONNECTION_RESET'
      : 'CONNECTION_REFUSED'

function secure(
  socket: Socket,
  { hostname }: buildConnector.Options,
  secureContext: SecureContext,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = tlsConnect({
      socket,
      secureContext,
      host: hostname, // an address is matched against the certificate's addresses
      // Never an address, never with the final dot (RFC 6066, section 3).
      ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, '') }),
      ALPNProtocols: ['http/1.1'],
    })
    secured.once('secureConnect', () => resolve(secured))
    secured.once('error', (error) => reject(new ConnectFailure(tlsFailure(error), error)))
  })
}

/** By the codes of Node's `tls` module, which are OpenSSL's. */
const VERDICTS: Record<string, TlsFailureCode> = {
  CERT_HAS_EXPIRED: 'TLS_CERTIFICATE_EXPIRED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS_CERTIFICATE_SELF_SIGNED',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS_CERTIFICATE_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS_CERTIFICATE_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS_CERTIFICATE_UNTRUSTED',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS_CERTIFICATE_UNTRUSTED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS_NAME_MISMATCH',
}

const tlsFailure = ({ code }: NodeJS.ErrnoException): TlsFailureCode => VERDICTS[code ?? ''] ?? 'TLS_FAILURE'
