/** The headers of a request's body, checked before a byte of it is read. */
import type { IncomingMessage } from 'node:http'
import { ApiError, validationError } from '../../../errors.ts'
import { type Encoding, requireEncoding } from './inflate.ts'

export interface BodyBounds {
  /** Bytes allowed, on the wire and after inflation alike. */
  maxBytes: number
}

/** The client went away, or the connection failed, before the body was whole: no one is left to respond. */
export class RequestAborted extends Error {
  constructor() {
    super('The request ended before its body was complete.')
    this.name = 'RequestAborted'
  }
}

/** Whether the request has a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers
  return transfer !== undefined || (length !== undefined && length !== '0')
}

/**
 * @returns the Content-Encoding.
 * @throws ApiError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE
 */
export function requireFraming(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { maxBytes }: BodyBounds,
): Encoding {
  const transfer = headers['transfer-encoding']
  // Node calls the handler before it rejects a Transfer-Encoding that it cannot undo.
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') {
    const issue = `received ${transfer.slice(0, 100)}; expected chunked`
    throw validationError({ field: 'header.Transfer-Encoding', issue })
  }
  const encoding = requireEncoding(headers['content-encoding'])
  const length = Number(headers['content-length'] ?? 0)
  if (length > maxBytes) throw tooLarge(length, maxBytes)
  return encoding
}

export function tooLarge(received: number, allowed: number): ApiError {
  const message = `The body has ${received} bytes or more; at most ${allowed} are allowed.`
  return new ApiError('PAYLOAD_TOO_LARGE', message, { details: { received, allowed } })
}
