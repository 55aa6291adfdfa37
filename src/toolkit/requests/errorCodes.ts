/** The code of an error, as the schema of the document can state it. */
import type { JsonObject } from '../openapi/document.ts'
import type { Refusal } from './exchange.ts'

/** Where the example is of another error, the code among those of the schema that fits this one. */
export function codeOf(view: JsonObject, shown: string, { hint }: Refusal): string {
  if (hint.source === '(?:)' || hint.test(shown) || !Array.isArray(view.enum)) return shown
  return view.enum.find((one): one is string => typeof one === 'string' && hint.test(one)) ?? shown
}

/** The refusal's own code, as the schema can state it. */
export function ownCode(
  name: string,
  view: JsonObject,
  shown: string,
  refusal: Refusal,
  words: { isUntrue: boolean },
): string {
  const { code = '', status } = refusal
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const choices = Array.isArray(view.enum) ? view.enum : view.const === undefined ? undefined : [view.const]
  if (choices === undefined) {
    // A type that is an address (RFC 9457, section 3.1.1) has none for this error.
    if (/^about:|\//.test(shown)) return 'about:blank'
    if (shown === shown.toUpperCase()) return code
    const lower = code.toLowerCase()
    return shown.includes('-') ? lower.replaceAll('_', '-') : lower
  }
  const texts = choices.filter((one): one is string => typeof one === 'string')
  const same = texts.find((one) => plain(one) === plain(code))
  const kind = status >= 500 ? /internal|server|unexpected|api_error/i : refusal.hint
  const fitting = same ?? (kind.source === '(?:)' ? undefined : texts.find((one) => kind.test(one)))
  // A class of errors next to the code may be coarse, such as `invalid_request_error`.
  const coarse = name.toLowerCase().endsWith('code') || status >= 500 ? undefined : texts.find(isOfClient)
  words.isUntrue ||= (fitting ?? coarse) === undefined
  return fitting ?? coarse ?? shown
}

const isOfClient = (text: string): boolean => /^(invalid|bad)_?request/i.test(text)
