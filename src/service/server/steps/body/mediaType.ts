/** The Content-Type of requests (RFC 9110, section 8.3). */
import { ApiError } from '../../../errors.ts'

const JSON_ONLY = ['application/json'] as const

/**
 * @param accepted the media types of the operation, in lower case.
 * @returns the one of `accepted` that the body has.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when it has none or another one, or any parameter but `charset=utf-8`.
 * @example requireMediaType('application/json; charset=UTF-8') // 'application/json'
 */
export function requireMediaType(
  header: string | undefined,
  accepted: readonly string[] = JSON_ONLY,
): string {
  if (header !== undefined) {
    if (accepted.includes(header)) return header
    const [type = '', ...parameters] = header.toLowerCase().split(';')
    const essence = type.trim()
    if (accepted.includes(essence) && parameters.every(isUtf8)) return essence
  }
  const received = header === undefined ? 'missing' : header.slice(0, 200)
  const list = accepted.join(' or ')
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The Content-Type is ${received}; ${list} is taken (charset=utf-8).`,
    {
      details: {
        field: 'header.Content-Type',
        received: header === undefined ? null : received,
        expected: accepted,
      },
      headers: { Accept: accepted.join(', ') }, // RFC 9110, section 15.5.16
    },
  )
}

const isUtf8 = (parameter: string) => /^\s*(charset\s*=\s*("utf-8"|utf-8)\s*)?$/.test(parameter)
