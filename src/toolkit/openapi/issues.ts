/**
 * Converts Ajv's errors to issues for clients: the location, the received value and the expected value. Server and mock
 * share this module, so that they respond alike.
 */
import { isObject, type Json } from './document.ts'

/** One problem of a request: its location, and the received and expected values. */
interface Issue {
  field: string
  issue: string
}

/** A violation as Ajv reports it; `path` is a JSON pointer such as `/body/events/2` or `/query/limit`. */
export interface Violation {
  path: string
  message: string
}

/** A request as far as it is validated, by the first steps of the pointers. */
export interface ReceivedParts {
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, unknown>>
  cookies?: Readonly<Record<string, unknown>>
  body: unknown
}

export interface Wording {
  /** Descriptions of patterns: `x-expected` of the document by pattern. */
  expectations: Readonly<Record<string, string>>
  /** Matches strings that must not be repeated, since messages are logged. */
  secret?: RegExp
}

/** Converts an Ajv error. A missing or undeclared property is reported at its own location, not at its parent's. */
export function violationOf({
  instancePath,
  message,
  params,
}: {
  instancePath: string
  message?: string
  params: Record<string, unknown>
}): Violation {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  const allowed = params.allowedValues
  return {
    path: member === undefined ? instancePath : `${instancePath}/${String(member)}`,
    message: `${message ?? 'breaks the contract'}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`,
  }
}

/** A query parameter that the operation does not declare. It is rejected, never ignored. */
export function unknownParameter(name: string, known: readonly string[]): Violation {
  const expected = known.length > 0 ? `one of the parameters ${known.join(', ')}` : 'no query parameter'
  return {
    path: `/query/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    message: `must be ${expected}`,
  }
}

export const missingBody: Violation = { path: '/body', message: 'must be a body' }

/** @param path pointer of a parameter that must be there */
export const missingParameter = (path: string): Violation => ({
  path,
  message: 'must have required property ',
})

/**
 * Numbers in the path or query in an unusual notation: `1e2`, `01`, `+1`, `0x10`, ` 1`, `Infinity`. Type coercion
 * accepts all of them, and `Infinity` passes any `maximum` check.
 */
export function looseNumbers(
  parts: ReceivedParts,
  valid: { params: Readonly<Record<string, unknown>>; query: Readonly<Record<string, unknown>> },
): Violation[] {
  return (['params', 'query'] as const).flatMap((place) =>
    Object.entries(parts[place])
      .filter(([name, given]) => {
        const [texts, values] = [[given].flat(), [valid[place][name]].flat()]
        return !texts.every((text, index) => isPlain(text, values[index]))
      })
      .map(([name]) => ({
        path: `/${place}/${name}`,
        message: 'must be a number in plain digits, such as 10',
      })),
  )
}

function isPlain(text: unknown, value: unknown): boolean {
  if (typeof value === 'string' || typeof text !== 'string') return true // text, or a call in this process
  if (typeof value === 'number' && !Number.isInteger(value)) return /^-?(0|[1-9]\d*)\.\d+$/.test(text)
  return String(value) === text
}

/** The words that the patterns of a document have in `x-expected`, by pattern. */
export function expectationsIn(root: Json): Record<string, string> {
  const words: Record<string, string> = Object.create(null)
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    if (isObject(value) && typeof value.pattern === 'string' && typeof value['x-expected'] === 'string')
      words[value.pattern] = value['x-expected']
    for (const inner of Object.values(value)) visit(inner as Json)
  }
  visit(root)
  return words
}

const PARTS = ['params', 'headers', 'query', 'body']

/** The name of the path parameter that is wrong; undefined where none is. */
export function wrongPathParameter(violations: readonly Violation[]): string | undefined {
  const paths = violations.map(({ path }) => path).sort()
  return /^\/params\/([^/]*)/.exec(paths.find((path) => path.startsWith('/params/')) ?? '')?.[1]
}

/** The issues of a request, one for each invalid location: headers, then the query, then the body. */
export function issuesOf(violations: readonly Violation[], parts: ReceivedParts, wording: Wording): Issue[] {
  const ordered = withoutCauses(violations)
    .map((violation) => ({ ...violation, segments: violation.path.split('/').slice(1).map(unescapePointer) }))
    .sort((a, b) => rank(a.segments[0]) - rank(b.segments[0]) || compare(a.path, b.path))
  const found = new Map<string, { received: string; expected: Set<string>; alternatives: boolean }>()
  for (const { segments, message } of ordered) {
    const field = fieldOf(segments)
    const received = describe(valueAt(parts, segments), wording.secret)
    const entry = found.get(field) ?? { received, expected: new Set(), alternatives: false }
    found.set(field, entry)
    // Ajv also reports the errors of each alternative.
    if (ALTERNATIVES.test(message)) entry.alternatives = true
    else entry.expected.add(phrase(message, wording))
  }
  return [...found].map(([field, { received, expected, alternatives }]): Issue => {
    const words = [...expected].join(alternatives ? ', or ' : ', and ')
    return { field, issue: `received ${received}; expected ${words || 'one of the documented forms'}` }
  })
}

const ALTERNATIVES = /^must match (?:exactly one schema in oneOf|a schema in anyOf)$/

/**
 * Removes errors that only report the failure of others:
 * - `then` applies because of `if`
 * - a tag matches no alternative, which its enum reports too
 * - no alternative matches, although errors of its properties are present
 */
function withoutCauses(violations: readonly Violation[]): readonly Violation[] {
  const reporting = violations.filter(
    ({ path, message }) =>
      !CAUSES.test(message) &&
      !(ALTERNATIVES.test(message) && violations.some((other) => other.path.startsWith(`${path}/`))),
  )
  return reporting.length > 0 ? reporting : violations
}

const CAUSES = /^must match "(?:then|else)" schema$|^(?:value of )?tag ".*" must be (?:string|in oneOf)$/s

/** Requirements of formats in words. */
const formatWords: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-11-02',
  'date-time': 'an RFC 3339 time with seconds and an offset, such as 2026-11-02T09:30:00Z',
  time: 'an RFC 3339 time with an offset, such as 09:30:00Z',
  byte: 'Base64 without line breaks',
  email: 'an e-mail address such as ada@example.com',
  uri: 'an absolute URI in ASCII, such as https://example.com/a%20b',
}

/** Expected values by Ajv's message; other messages are used unchanged. */
const phrases: readonly [pattern: RegExp, phrase: string | ((...groups: string[]) => string)][] = [
  [/^must have required property .*$/, 'a value'],
  [/^must NOT have (?:additional|unevaluated) properties$/, 'no property of this name'],
  [/^boolean schema is false$/, 'none together with the other properties'],
  [/^must NOT have fewer than (\d+) (\w+)$/, (_, count, things) => `at least ${counted(count, things)}`],
  [/^must NOT have more than (\d+) (\w+)$/, (_, count, things) => `at most ${counted(count, things)}`],
  [/^must NOT have duplicate items .*$/, 'no item twice'],
  [/^must be >= (.+)$/, 'at least $1'],
  [/^must be <= (.+)$/, 'at most $1'],
  [/^must be equal to one of the allowed values: (.+)$/s, 'one of $1'],
  [/^must match format "(.+)"$/, (_, format = '') => formatWords[format] ?? `the format ${format}`],
  [/^property name must be valid$/, 'valid property names'],
  [/^must be equal to constant$/, 'the one value that it may have'],
  [/^must be ((?:string|integer|number|boolean|object|array|null|,)+)$/, (_, types = '') => typeWords(types)],
  [/^must be (.+)$/s, '$1'],
]

function phrase(message: string, { expectations }: Wording): string {
  const pattern = /^must match pattern "(.+)"$/s.exec(message)?.[1]
  if (pattern !== undefined) return expectations[pattern] ?? `text that matches ${pattern}`
  const known = phrases.find(([pattern]) => pattern.test(message))
  return known ? message.replace(known[0], known[1] as string) : `that it ${message}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

const typeWords = (types: string): string =>
  types
    .split(',')
    .map((type) => TYPES[type] ?? type)
    .join(' or ')

const SINGULAR: Readonly<Record<string, string>> = {
  characters: 'character',
  items: 'item',
  properties: 'member',
}

const counted = (count = '', things = ''): string =>
  count === '1'
    ? `1 ${SINGULAR[things] ?? things}`
    : `${count} ${things === 'properties' ? 'members' : things}`

/** The strict validator reports an empty path for a property with an empty name, which is in the body. */
const rank = (location: string | undefined): number => PARTS.indexOf(location ?? 'body')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const unescapePointer = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** A path that a client can use: `content`, `events[2]`, `variables.name`, `query.limit`, `header.If-Match`. */
function fieldOf([location, ...rest]: string[]): string {
  const inner = rest
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join('')
  if (location === 'body') return inner === '' ? 'body' : inner
  if (location === 'headers') return `header.${HEADER_NAMES.get(inner) ?? titled(inner)}`
  return inner === '' ? (location ?? 'body') : `${location}.${inner}`
}

/** Headers whose usual spelling is not that of their words. */
const HEADER_NAMES = new Map(
  ['DNT', 'ETag', 'TE', 'WWW-Authenticate', 'X-API-Key', 'X-CSRF-Token'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)
const titled = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

function valueAt(parts: ReceivedParts, segments: readonly string[]): unknown {
  let value: unknown = parts
  for (const segment of segments) {
    // `?id=a` is a list with one entry if the document declares a list.
    if (typeof value === 'string' && segment === '0') continue
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = (value as Record<string, unknown>)[segment]
  }
  return value
}

/** A short description of the received value. Secrets are not repeated, since messages are logged. */
function describe(value: unknown, secret: RegExp | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`
  if (secret?.test(value)) return 'a secret'
  return value.length > 60 ? `a string of ${value.length} characters` : JSON.stringify(value)
}
