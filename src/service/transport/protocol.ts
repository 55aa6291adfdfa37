/**
 * Checks beyond Node's HTTP parser, which passes or silently drops some errors, and the form of rejections below the application.
 */
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../errors.ts'
import { parseAuthority, settleTarget } from './target.ts'

/** A request that no application may see: the response to it, in the service's error envelope. */
export interface Rejection {
  status: number
  code: ErrorCode
  /** The offending header, or what else of the request. */
  field: string
  /** The received and the expected value. */
  issue: string
}

/**
 * The rule of HTTP that a request violates although Node's parser accepted it; undefined for a sound request, whose `url`
 * is then in the origin form.
 * - another major version than 1, which a client that speaks HTTP/2 never writes into a request line
 * - a target in no form that is served here (RFC 9112, 3.2)
 * - two of a field of which Node retains the first in silence
 * - `Content-Length` with `Transfer-Encoding`, or an encoding other than one `chunked`: the ways of request
 *   smuggling (RFC 9112, 6.1 and 6.3); Node calls the handler before it rejects some of them
 * - HTTP/1.1 without a `Host`, with two, or with one that is not a host (RFC 9112, 3.2)
 */
export function protocolViolation(request: IncomingMessage): Rejection | undefined {
  if (request.httpVersionMajor !== 1) return otherVersion(request.httpVersion)
  let hosts = 0
  let lengths = 0
  let types = 0
  let encoding: string | undefined
  let encodings = 0
  const { rawHeaders } = request
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    // The length first: it rules out nearly every header without making a lower-case copy.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types++
    else if (name.length === 14 && name.toLowerCase() === 'content-length') lengths++
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      encodings++
      encoding = rawHeaders[i + 1]
    }
  }
  if (hosts > 1) return malformed('header.Host', 'received two Host headers, expected one')
  if (hosts === 0 && request.httpVersionMinor === 1)
    return malformed('header.Host', 'HTTP/1.1 requires a Host header')
  if (hosts === 1 && parseAuthority(request.headers.host ?? '') === undefined)
    return malformed('header.Host', 'received no host, expected a name or an address, with a port or without')
  if (types > 1) return malformed('header.Content-Type', 'received two Content-Type headers, expected one')
  const target = settleTarget(request)
  if (target !== undefined) return malformed('request', target)
  if (lengths > 1)
    return malformed('header.Content-Length', 'received two Content-Length headers, expected one')
  if (encodings === 0) return undefined
  if (lengths > 0)
    return malformed('header.Transfer-Encoding', 'received with Content-Length, expected one of the two')
  if (encodings > 1 || encoding?.trim().toLowerCase() !== 'chunked' || request.httpVersionMinor === 0) {
    return malformed(
      'header.Transfer-Encoding',
      `received ${JSON.stringify(encoding)}, expected chunked over HTTP/1.1`,
    )
  }
  return undefined
}

/** Turns an error of Node's parser or timers into the response to give. */
export function rejectionOf(error: {
  code?: string | undefined
  reason?: string
  /** The bytes at which the parser gave up. */
  rawPacket?: Uint8Array
}): Rejection {
  switch (error.code) {
    case 'HPE_INVALID_VERSION': {
      const [, version] = /^\S+ \S+ HTTP\/(\d\.\d)\r?$/m.exec(textOf(error.rawPacket)) ?? []
      if (version !== undefined && !version.startsWith('1.')) return otherVersion(version)
      return malformed('request', `not HTTP as expected: ${error.reason ?? error.code}`)
    }
    case 'HPE_HEADER_OVERFLOW':
      return {
        ...malformed('header', 'the header fields are larger than the server allows'),
        status: 431,
        code: 'HEADER_FIELDS_TOO_LARGE',
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        ...malformed('request', 'the request did not arrive in time'),
        status: 408,
        code: 'REQUEST_TIMEOUT',
      }
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return malformed('header.Transfer-Encoding', error.reason ?? 'not acceptable')
    case 'HPE_INVALID_CONTENT_LENGTH':
    case 'HPE_UNEXPECTED_CONTENT_LENGTH':
      return malformed('header.Content-Length', error.reason ?? 'not acceptable')
    default:
      return malformed('request', `not HTTP as expected: ${error.reason ?? error.code ?? 'malformed'}`)
  }
}

const textOf = (bytes: Uint8Array = new Uint8Array()): string =>
  Buffer.from(bytes.subarray(0, 65_536)).toString('latin1')

/** RFC 9110, section 15.6.6: the major version of the request is not spoken here. */
const otherVersion = (version: string): Rejection => ({
  ...malformed('request', `received HTTP/${version}, expected HTTP/1.1`),
  status: 505,
  code: 'HTTP_VERSION_NOT_SUPPORTED',
})

const malformed = (field: string, issue: string): Rejection => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  field,
  issue,
})

/** The error envelope of a rejection (source: "Errors"). */
export function rejectionBody({ code, field, issue }: Rejection, requestId: string): string {
  const details = { field, issue, issues: [{ field, issue }] }
  return JSON.stringify({
    success: false,
    error: { code, message: `${field}: ${issue}`, details, requestId },
  })
}
