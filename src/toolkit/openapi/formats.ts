/**
 * The only implementation of `format`, shared by requests, responses, events and `conform`, so that they always agree.
 * Every accepted value is also valid for the full and the fast formats of ajv-formats, so clients that use either
 * accept all responses.
 *
 * V8's regular expressions store a position for each repetition of a group, and overflow on texts of several megabytes.
 * The expressions of this file therefore repeat classes of characters, and groups only within a bounded length.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'

// Ajv's own formats, in no registry.
const { 'iso-time': _time, 'iso-date-time': _dateTime, ...registered } = fullFormats

/** RFC 4648, section 4, without line breaks. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** RFC 3339, section 5.6, `full-date`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeapYear ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0)
  return day >= 1 && day <= days
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const DATE_TIME =
  /^(.{10})[Tt]([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|(60))(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/** RFC 3339, section 5.6, `date-time`: seconds and an offset are there, a fraction may be. */
function isDateTime(text: string): boolean {
  const found = DATE_TIME.exec(text)
  if (!found || !isDate(found[1] ?? '')) return false
  const [, , hour, minute, leapSecond, sign, offsetHours, offsetMinutes] = found
  if (leapSecond === undefined) return true
  // Appendix D: a leap second ends a day in UTC.
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  return (Number(hour) * 60 + Number(minute) + 1 - offset) % (24 * 60) === 0
}

const ATOM = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/** Domains have at most 255 octets (RFC 5321, section 4.5.3.1.2). */
export const EMAIL = new RegExp(
  `^(?!\\.|[^@]*\\.[.@])[.${ATOM}]+@(?=[\\s\\S]{1,255}$)(?:${LABEL}\\.)+${LABEL}$`,
)

const MAX_DOMAIN_LENGTH = 255
const MAIL_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)
const NOT_IN_NAMES = new RegExp(`[^.${ATOM}]`)

/**
 * Email addresses that common implementations accept: an ASCII dot-atom (RFC 5321) and a domain with a dot. RFC 5321
 * also allows `x@localhost` and quoted names, which most clients reject.
 */
export function isEmail(text: string): boolean {
  // EMAIL itself, in parts: as long as V8 has not compiled it, it overflows on texts of several megabytes too.
  const at = text.indexOf('@')
  const name = text.slice(0, at)
  if (at < 1 || name.startsWith('.') || name.endsWith('.') || name.includes('..')) return false
  const domain = text.slice(at + 1)
  return domain.length <= MAX_DOMAIN_LENGTH && MAIL_DOMAIN.test(domain) && !NOT_IN_NAMES.test(name)
}

// RFC 3986, appendix A. Only ASCII: other characters are percent-encoded, or punycode (`xn--`) in hosts. A percent sign
// without two hexadecimal digits is found first, so that it counts as a character here.
const PLAIN = "A-Za-z0-9._~!$&'()*+,;=%\\-"
const PCHAR = `${PLAIN}:@`
const HOST = `(?:\\[(?<literal>[^\\]]*)\\]|[${PLAIN}]*)`
const AUTHORITY = `(?:[${PLAIN}:]*@)?${HOST}(?::[0-9]*)?`
const SEGMENTS = `(?:/[${PCHAR}/]*)?`
const QUERY_AND_FRAGMENT = `(?:\\?[${PCHAR}/?]*)?(?:#[${PCHAR}/?]*)?`

/** @param first the characters of the first segment of a path without a leading slash */
const reference = (prefix: string, first: string) =>
  new RegExp(
    `^${prefix}(?://${AUTHORITY}${SEGMENTS}|/(?:[${PCHAR}][${PCHAR}/]*)?|[${first}]+${SEGMENTS}|)${QUERY_AND_FRAGMENT}$`,
  )
export const URI = reference('[A-Za-z][A-Za-z0-9+.\\-]*:', PCHAR)
/** A colon in the first segment would turn the part before it into a scheme. */
export const RELATIVE_REFERENCE = reference('', `${PLAIN}@`)
export const BROKEN_PERCENT = /%(?![0-9A-Fa-f]{2})/
const IP_FUTURE = new RegExp(`^[vV][0-9A-Fa-f]+\\.[${PLAIN}:]+$`)

function isUri(text: string): boolean {
  return isReference(URI, text)
}
function isRelativeReference(text: string): boolean {
  return isReference(RELATIVE_REFERENCE, text)
}

/** A character that no reference contains. */
const NOT_IN_REFERENCES = /[^A-Za-z0-9._~!$&'()*+,;=\-:@/?#[\]%]/
/** Most addresses, which need no look at the whole grammar. */
const ORDINARY = /^https?:\/\/[A-Za-z0-9.-]+(?:\/[A-Za-z0-9._~\-/]*)?$/

function isReference(expression: RegExp, text: string): boolean {
  if (ORDINARY.test(text)) return expression === URI
  if (NOT_IN_REFERENCES.test(text) || BROKEN_PERCENT.test(text)) return false
  const found = expression.exec(text)
  if (!found) return false
  const literal = found.groups?.literal
  return literal === undefined || IP_FUTURE.test(literal) || (fullFormats.ipv6 as RegExp).test(literal)
}

export const EXPRESSION = /\{[^{}]*\}/g
export const VARIABLE = /^[a-z0-9_%]+(?::[1-9][0-9]{0,3}|\*)?$/i

export const NOT_IN_TEMPLATES = /[\p{Cc} "'<>\\^`{|}]/u

/** RFC 6570, section 2. */
function isUriTemplate(text: string): boolean {
  if (BROKEN_PERCENT.test(text) || NOT_IN_TEMPLATES.test(text.replaceAll(EXPRESSION, ''))) return false
  return (text.match(EXPRESSION) ?? []).every((expression) =>
    expression
      .slice(1, -1)
      .replace(/^[+#./;?&=,!@|]/, '')
      .split(',')
      .every((variable) => VARIABLE.test(variable)),
  )
}

const WORD = '[a-z0-9\\u{a1}-\\u{ffff}]+'
const DOMAIN_LABEL = `(?:${WORD}-)*${WORD}`
const PUBLIC_IPV4 = [
  '(?!(?:10|127)(?:\\.\\d{1,3}){3})(?!(?:169\\.254|192\\.168)(?:\\.\\d{1,3}){2})',
  '(?!172\\.(?:1[6-9]|2\\d|3[0-1])(?:\\.\\d{1,3}){2})',
  '(?:[1-9]\\d?|1\\d\\d|2[01]\\d|22[0-3])(?:\\.(?:1?\\d{1,2}|2[0-4]\\d|25[0-5])){2}',
  '(?:\\.(?:[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-4]))',
].join('')
const DOMAIN = `${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*\\.[a-z\\u{a1}-\\u{ffff}]{2,}`
/**
 * Addresses of public hosts, as https://gist.github.com/dperini/729294 has them. A host has at most 253 characters
 * (RFC 1035, section 2.3.4).
 */
const URL_HOST = new RegExp(
  `(?=[^/:@]{1,253}(?:[:/]|$))(?:${PUBLIC_IPV4}|${DOMAIN})(?::\\d{2,5})?(?:/|$)`,
  'iuy',
)

function isUrl(text: string): boolean {
  const [scheme] = /^(?:https?|ftp):\/\//i.exec(text) ?? []
  if (scheme === undefined || /\s/.test(text)) return false
  // The host follows the scheme, or a user, which may contain any sign.
  const least = scheme.length + 1
  for (let start = scheme.length; start > 0; start = text.indexOf('@', Math.max(start, least)) + 1) {
    URL_HOST.lastIndex = start
    if (URL_HOST.test(text)) return true
  }
  return false
}

/** All known formats by name. Unknown formats accept every value, as JSON Schema requires. */
export const formats = {
  ...registered,
  date: isDate,
  'date-time': isDateTime,
  time: (text: string) => isDateTime(`1970-01-01T${text}`),
  byte: isBase64,
  email: isEmail,
  uri: isUri,
  'uri-reference': (text: string) => isUri(text) || isRelativeReference(text),
  'uri-template': isUriTemplate,
  url: isUrl,
  // RFC 6901: a tilde only as ~0 and ~1.
  'json-pointer': /^(?![\s\S]*~(?![01]))(?:\/[\s\S]*)?$/,
  'json-pointer-uri-fragment':
    /^#(?![\s\S]*(?:~(?![01])|%(?![0-9a-f]{2})))(?:\/[a-z0-9_\-.!$&'()*+,;:=@%~/]*)?$/i,
  'relative-json-pointer': /^(?:0|[1-9][0-9]*)(?:#|(?![\s\S]*~(?![01]))(?:\/[\s\S]*)?)$/,
}
