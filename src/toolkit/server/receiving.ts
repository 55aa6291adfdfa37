/** Checks of a request's headers before its body is read, and the size limit of bodies. */
import type { Api, ApiOperation } from '../model/api.ts'
import { isObject, type Json, objectAt } from '../openapi/document.ts'
import { concreteType, mediaTypeOf } from '../openapi/json.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { locate } from '../openapi/resolve.ts'
import { HttpError, type HttpRequest } from '../requests/exchange.ts'

const DEFAULT_MAX_BYTES = 1024 * 1024

/**
 * The most bytes of an operation's body: `x-max-bytes` of its request body or of itself, else `fallback`.
 * @throws Error for a limit that is not a number of bytes
 */
export function maxBytesOf(
  { document }: Api,
  { operation, operationId, pointer }: ApiOperation,
  fallback = DEFAULT_MAX_BYTES,
): number {
  const body: Json =
    operation.requestBody === undefined ? {} : locate(document, pointer + pointerOf('requestBody')).node
  const given = (isObject(body) ? body['x-max-bytes'] : undefined) ?? operation['x-max-bytes'] ?? fallback
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given
  throw new Error(
    `${operationId}: x-max-bytes is ${JSON.stringify(given)}. Use a whole number of bytes, such as 10485760.`,
  )
}

export const tooLarge = (max: number): HttpError =>
  new HttpError(413, `The body is larger than ${max} bytes.`, {
    kind: 'tooLarge',
    code: 'PAYLOAD_TOO_LARGE',
    facts: { limit: max },
  })

/** @throws HttpError 415 for a body in a content coding (RFC 9110, section 15.5.16) */
export function requireNoCoding({ headers }: Pick<HttpRequest, 'headers'>): void {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() === 'identity') return
  throw new HttpError(415, `The body has the Content-Encoding ${coding}. Send it without one.`, {
    kind: 'mediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    headers: { 'Accept-Encoding': 'identity' },
    facts: { field: 'header.Content-Encoding', received: coding, expected: 'identity' },
  })
}

/** @throws HttpError 406 when the client accepts none of the media types of a success */
export function requireAcceptable(operation: ApiOperation, { headers }: HttpRequest): void {
  const offered = [...operation.responses]
    .filter(([status]) => /^(2|default)/i.test(status))
    .map(([, { node }]) => Object.keys(objectAt(node, 'content')))
  const types = offered.flat().map((range) => mediaTypeOf(concreteType(range)))
  // A success without a body suits any client.
  if (offered.some((one) => one.length === 0) || types.some((type) => accepts(headers.accept, type))) return
  if (types.length === 0) return
  throw new HttpError(
    406,
    `Received Accept: ${headers.accept}; the response has ${[...new Set(types)].join(' or ')}.`,
    {
      kind: 'notAcceptable',
      code: 'NOT_ACCEPTABLE',
      facts: { received: headers.accept ?? '', expected: types },
    },
  )
}

/** Whether an `Accept` allows a media type (RFC 9110, section 12.5.1): the most precise range decides. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
    return { range, isRejected: Number(weight) === 0 }
  })
  const [group = ''] = type.split('/')
  const best = [type, `${group}/*`, '*/*'].map((one) => ranges.find(({ range }) => range === one))
  const decisive = best.find((one) => one !== undefined)
  return decisive !== undefined && !decisive.isRejected
}

/**
 * A body that is not JSON or a form: text of `text/*`, else bytes.
 * @throws HttpError 400 for text that is not of its charset
 */
export function otherBody({ headers, body }: HttpRequest): string | Uint8Array | undefined {
  if (body.length === 0) return undefined
  const contentType = headers['content-type'] ?? ''
  if (!mediaTypeOf(contentType).startsWith('text/')) return new Uint8Array(body)
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new HttpError(400, `The body is not text in ${charset}. Send UTF-8, or state the charset.`, {
      code: 'INVALID_TEXT',
      kind: 'invalid',
    })
  }
}
