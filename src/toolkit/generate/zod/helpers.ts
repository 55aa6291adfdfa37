/** Functions that a generated module contains if its schemas need them. They check as the validators of this package do. */
import {
  BROKEN_PERCENT,
  EMAIL,
  EXPRESSION,
  formats,
  NOT_IN_TEMPLATES,
  RELATIVE_REFERENCE,
  URI,
  VARIABLE,
} from '../../openapi/formats.ts'

const HELPERS = {
  lengthOf: `/** Characters, as JSON Schema counts them. */
const lengthOf = (text: string): number => [...text].length
`,
  isObject: `const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
`,
  has: `const has = (value: object, name: string): boolean => Object.hasOwn(value, name)
`,
  keyOf: `/** The same text for equal values. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
`,
  isUnique: `const isUnique = (value: unknown): boolean =>
  !Array.isArray(value) || new Set(value.map(keyOf)).size === value.length
`,
  isListed: `const isListed = (value: unknown, values: readonly unknown[]): boolean =>
  values.some((one) => keyOf(one) === keyOf(value))
`,
  unless: `/** Accepts values of other types, to which the keywords of the schema do not apply. */
const unless = (type: 'object' | 'array' | 'string' | 'number', schema: z.ZodType) =>
  z.unknown().refine((value) => {
    const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    return own !== type || schema.safeParse(value).success
  })
`,
  matchesNames: `/** Properties by patterns of their names; further ones where neither a name nor a pattern matches. */
const matchesNames = (value: object, patterns: [RegExp, z.ZodType][], names: string[], further: z.ZodType): boolean =>
  Object.entries(value).every(([name, one]) => {
    const own = patterns.filter(([pattern]) => pattern.test(name))
    if (own.length === 0) return names.includes(name) || further.safeParse(one).success
    return own.every(([, schema]) => schema.safeParse(one).success)
  })
`,
  isDate: `/** A full-date of RFC 3339. */
const isDate = (text: string): boolean => {
  const [, year, month, day] = (/^(\\d{4})-(\\d{2})-(\\d{2})$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12 || day < 1) return false
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}
`,
  isDateTime: `/** A date-time of RFC 3339. A leap second ends a day in UTC. */
const isDateTime = (text: string): boolean => {
  const found = /^(.{10})[Tt]([01]\\d|2[0-3]):([0-5]\\d):(?:[0-5]\\d|(60))(?:\\.\\d+)?(?:[Zz]|([+-])([01]\\d|2[0-3]):([0-5]\\d))$/.exec(text)
  if (found === null || !isDate(found[1] ?? '')) return false
  const [, , hour, minute, leapSecond, sign, hours, minutes] = found
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  return leapSecond === undefined || (Number(hour) * 60 + Number(minute) + 1 - offset) % 1440 === 0
}
`,
  isTime: `/** A full-time of RFC 3339. */
const isTime = (text: string): boolean => isDateTime(\`1970-01-01T\${text}\`)
`,
  isBase64: `/** Base64 of RFC 4648 without line breaks. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
`,
  isRegex: `/** A regular expression of ECMA-262, which has no \\Z. */
const isRegex = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp && !/[^\\\\]\\\\Z/.test(text)
  } catch {
    return false
  }
}
`,
  isReference: `/** A reference of RFC 3986. The address in brackets is of IPv6 or of a later version. */
const isReference = (pattern: RegExp, text: string): boolean => {
  const found = pattern.exec(text)
  const literal = found?.groups?.literal
  return found !== null && !${BROKEN_PERCENT}.test(text) && (literal === undefined || /^[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=\\-:]+$/.test(literal) || ${formats.ipv6}.test(literal))
}
`,
  isUri: `const isUri = (text: string): boolean => isReference(${URI}, text)
`,
  isUriReference: `const isUriReference = (text: string): boolean => isUri(text) || isReference(${RELATIVE_REFERENCE}, text)
`,
  isUriTemplate: `/** A template of RFC 6570. */
const isUriTemplate = (text: string): boolean =>
  !${BROKEN_PERCENT}.test(text) &&
  !${NOT_IN_TEMPLATES}.test(text.replaceAll(${EXPRESSION}, '')) &&
  (text.match(${EXPRESSION}) ?? []).every((expression) =>
    expression.slice(1, -1).replace(/^[+#./;?&=,!@|]/, '').split(',').every((one) => ${VARIABLE}.test(one)),
  )
`,
} as const

export type Helper = keyof typeof HELPERS

export const HELPER_NAMES = Object.keys(HELPERS)

/** Helpers that a helper calls. */
const NEEDED: Partial<Record<Helper, Helper[]>> = {
  isUnique: ['keyOf'],
  isListed: ['keyOf'],
  isDateTime: ['isDate'],
  isTime: ['isDateTime', 'isDate'],
  isUri: ['isReference'],
  isUriReference: ['isUri', 'isReference'],
}

/** The source of the helpers, and of those that they call. */
export function sourceOf(helpers: Iterable<Helper>): string {
  const all = new Set<Helper>()
  const add = (helper: Helper): void => {
    for (const one of NEEDED[helper] ?? []) add(one)
    all.add(helper)
  }
  for (const helper of helpers) add(helper)
  return (Object.keys(HELPERS) as Helper[])
    .filter((helper) => all.has(helper))
    .map((helper) => HELPERS[helper])
    .join('\n')
}

interface Format {
  helper?: Helper
  pattern?: RegExp
}

/** Formats of strings that are checked. */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(
    Object.entries(formats).flatMap(([name, format]): [string, Format][] =>
      // Regular expressions with a state match every second time.
      format instanceof RegExp && !format.global ? [[name, { pattern: format }]] : [],
    ),
  ),
  date: { helper: 'isDate' },
  'date-time': { helper: 'isDateTime' },
  time: { helper: 'isTime' },
  byte: { helper: 'isBase64' },
  regex: { helper: 'isRegex' },
  email: { pattern: EMAIL },
  uri: { helper: 'isUri' },
  'uri-reference': { helper: 'isUriReference' },
  'uri-template': { helper: 'isUriTemplate' },
}
