/** Form bodies, application/x-www-form-urlencoded: the token endpoint and the pages. */
import { validationError } from '../../errors.ts'

export const FORM = 'application/x-www-form-urlencoded'

/**
 * @returns the parameters by name, in their order; empty values are kept.
 * @throws ApiError VALIDATION_ERROR at a parameter that is given twice (RFC 6749, section 3.2), holds NUL or is
 *   not percent-encoded UTF-8.
 * @example parseForm(Buffer.from('grant_type=client_credentials')).get('grant_type')
 */
export function parseForm(body: Buffer): Map<string, string> {
  const parameters = new Map<string, string>()
  // Bytes beyond ASCII do not occur in a form; as Latin-1 they show up in the decoding below.
  for (const pair of body.toString('latin1').split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), 'body')
    const field = name.slice(0, 100)
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), field)
    if (parameters.has(name)) throw validationError({ field, issue: 'received it twice; expected it once' })
    parameters.set(name, value)
  }
  return parameters
}

function decode(text: string, field: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (/^[\x20-\x7e]*$/.test(text) && !decoded.includes('\0')) return decoded
  } catch {
    // told below
  }
  throw validationError({ field, issue: 'received text that is not percent-encoded UTF-8 without NUL' })
}
