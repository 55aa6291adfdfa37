/** Bodies and queries in the form `application/x-www-form-urlencoded` (RFC 6749, appendix B). */
import { OAuthError } from '../oauthErrors.ts'

export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

/** All values of each name, in the order sent; a name without a value is as if it were not there (RFC 6749, 3.1). */
export type Form = ReadonlyMap<string, readonly string[]>

/** One value for each name. */
export type Parameters = ReadonlyMap<string, string>

/** @throws OAuthError invalid_request */
export function parseForm(text: string): Form {
  const form = new Map<string, string[]>()
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = decodeFormText(pair.slice(0, equals))
    const value = decodeFormText(pair.slice(equals + 1))
    if (name === '' || value === '') continue
    const before = form.get(name)
    if (before) before.push(value)
    else form.set(name, [value])
  }
  return form
}

/** @throws OAuthError invalid_request when a name occurs twice (RFC 6749, 3.1 and 3.2) */
export function singleValues(form: Form): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, values] of form) {
    if (values.length > 1) {
      throw new OAuthError(
        'invalid_request',
        `${printable(name)} occurs ${values.length} times; expected it once.`,
      )
    }
    parameters.set(name, values[0] ?? '')
  }
  return parameters
}

/**
 * One name or value, decoded; bytes beyond ASCII may also be unencoded.
 * @throws OAuthError invalid_request
 */
export function decodeFormText(text: string): string {
  try {
    const spaced = text.replaceAll('+', ' ')
    const bare = /[\x80-\xff]/.test(spaced)
    const decoded = decodeURIComponent(bare ? spaced.replaceAll(/[\x80-\xff]/g, percent) : spaced)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // reported below
  }
  throw new OAuthError(
    'invalid_request',
    'The form contains NUL or an escape that is not percent-encoded UTF-8.',
  )
}

const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`

/** RFC 6749, 5.2 allows error_description no more than this. */
export const printable = (text: string): string =>
  text.slice(0, 200).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
