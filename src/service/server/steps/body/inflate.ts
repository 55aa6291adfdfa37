/** Content-Encoding of requests (RFC 9110, section 8.4), bounded after inflation. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate as unzlib } from 'node:zlib'
import { ApiError, validationError } from '../../../errors.ts'

export type Encoding = 'identity' | 'gzip' | 'deflate' | 'br'

const decoders = { gzip: promisify(gunzip), deflate: promisify(unzlib), br: promisify(brotliDecompress) }

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE, with `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function requireEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const name = header.trim().toLowerCase()
  if (name === 'gzip' || name === 'deflate' || name === 'br' || name === 'identity') return name
  if (name === 'x-gzip') return 'gzip' // its alias (RFC 9110, section 8.4.1.3)
  const expected = ['gzip', 'deflate', 'br', 'identity']
  const message = `The Content-Encoding is ${header.slice(0, 100)}; expected one of ${expected.join(', ')}.`
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message, {
    details: { field: 'header.Content-Encoding', received: header.slice(0, 100), expected },
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  })
}

/**
 * Inflates `raw` and stops as soon as the result would pass `maxBytes`.
 * @throws ApiError PAYLOAD_TOO_LARGE (the inflated size is unknown: `received` is the first byte too many) or
 *   VALIDATION_ERROR when `raw` is not in `encoding`.
 */
export async function inflate(
  raw: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  maxBytes: number,
): Promise<Buffer> {
  try {
    return await decoders[encoding](raw, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const message = `The body inflates from ${raw.length} to more than ${maxBytes} bytes; at most ${maxBytes} are allowed.`
      throw new ApiError('PAYLOAD_TOO_LARGE', message, {
        details: { received: maxBytes + 1, allowed: maxBytes },
      })
    }
    throw notInEncoding(encoding)
  }
}

export function notInEncoding(encoding: Encoding): ApiError {
  const issue = `received data that is not valid ${encoding}; expected a body in that encoding`
  return validationError({ field: 'header.Content-Encoding', issue })
}
