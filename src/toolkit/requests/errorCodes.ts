/** The code of an error, as the schema of the document can state it. */
import { isErrorOf, normal } from '../model/vocabulary.ts'
import type { JsonObject } from '../openapi/document.ts'
import type { HttpError } from './exchange.ts'

/** Where the example is of another error, the code among those of the schema that fits this one. */
export function codeOf(view: JsonObject, shown: string, { kind }: HttpError): string {
  if (kind === undefined || isErrorOf(kind, shown) || !Array.isArray(view.enum)) return shown
  return view.enum.find((one): one is string => typeof one === 'string' && isErrorOf(kind, one)) ?? shown
}

/** The rejection's own code, as the schema can state it. */
export function ownCode(
  name: string,
  view: JsonObject,
  shown: string,
  rejection: HttpError,
  words: { isUntrue: boolean },
): string {
  const { code = '', status } = rejection
  const choices = Array.isArray(view.enum) ? view.enum : view.const === undefined ? undefined : [view.const]
  if (choices === undefined) {
    // A type that is an address (RFC 9457, section 3.1.1) has none for this error.
    if (/^about:|\//.test(shown)) return 'about:blank'
    if (shown === shown.toUpperCase()) return code
    const lower = code.toLowerCase()
    return shown.includes('-') ? lower.replaceAll('_', '-') : lower
  }
  const texts = choices.filter((one): one is string => typeof one === 'string')
  const same = texts.find((one) => normal(one) === normal(code))
  const kind = status >= 500 ? 'internal' : rejection.kind
  const fitting = same ?? (kind === undefined ? undefined : texts.find((one) => isErrorOf(kind, one)))
  // A class of errors next to the code may be coarse, such as `invalid_request_error`.
  const coarse =
    name.toLowerCase().endsWith('code') || status >= 500
      ? undefined
      : texts.find((one) => isErrorOf('client', one))
  words.isUntrue ||= (fitting ?? coarse) === undefined
  return fitting ?? coarse ?? shown
}
