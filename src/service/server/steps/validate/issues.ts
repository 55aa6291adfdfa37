/**
 * One form of refusal for both validators: from a list of (place, message) to the error a client sees, with
 * the same `details.field` whichever validator found it.
 */

import { expectations } from '../../../../../generated/expectations.ts'
import { type ApiError, type Issue, notFound, validationError } from '../../../errors.ts'
import type { Operation } from '../../operationTable.ts'
import type { RequestParts } from './validator.ts'

/** A violation as Ajv reports it; `path` is a JSON pointer such as `/body/events/2` or `/query/limit`. */
export interface Violation {
  path: string
  message: string
}

/** What no schema says: the members of the request that the operation does not have, or must have. */
export function structuralViolations(operation: Operation, parts: RequestParts): Violation[] {
  const missing = operation.body?.required === true && parts.body === undefined
  return [
    ...unknownQuery(operation, parts),
    ...(missing ? [{ path: '/body', message: 'must be a body' }] : []),
  ]
}

/** Query parameters that the operation does not have: refused, never dropped in silence. */
function unknownQuery(operation: Operation, parts: RequestParts): Violation[] {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const expected = known.length > 0 ? `one of the parameters ${known.join(', ')}` : 'no query parameter'
  return Object.keys(parts.query)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `/query/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: `must be ${expected}`,
    }))
}

/**
 * Numbers in the path or the query that are written otherwise than they are read: `1e2`, `01`, `+1`, `0x10`, ` 1`,
 * `Infinity`. The conversion of text takes them all, and holds the last one to no maximum.
 */
export function looseNumbers(
  parts: RequestParts,
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

const locations = ['params', 'headers', 'query', 'body']
const headerNames = new Map(
  ['If-Match', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id'].map((name) => [name.toLowerCase(), name]),
)

/**
 * A path parameter that breaks its pattern names nothing: 404, the same as for an unknown identifier
 * (docs/decisions.md, "order of refusal"). Anything else is a 400 that lists every violation.
 */
export function refusalOf(violations: readonly Violation[], parts: RequestParts): ApiError {
  const ordered = withoutCauses(violations)
    .map((violation) => ({ ...violation, segments: violation.path.split('/').slice(1).map(unescapePointer) }))
    .sort((a, b) => rank(a.segments[0]) - rank(b.segments[0]) || compare(a.path, b.path))
  const first = ordered[0]
  if (first?.segments[0] === 'params') return notFound(kindOf(first.segments[1] ?? 'resource'))
  const found = new Map<string, { received: string; expected: Set<string>; alternatives: boolean }>()
  for (const { segments, message } of ordered) {
    const field = fieldOf(segments)
    const received = describe(valueAt(parts, segments))
    const entry = found.get(field) ?? { received, expected: new Set(), alternatives: false }
    found.set(field, entry)
    // Beside it stand the violations of each alternative.
    if (ALTERNATIVES.test(message)) entry.alternatives = true
    else entry.expected.add(phrase(message))
  }
  const [head, ...others] = [...found].map(([field, { received, expected, alternatives }]): Issue => {
    const words = [...expected].join(alternatives ? ', or ' : ', and ')
    return { field, issue: `received ${received}; expected ${words || 'one of the documented forms'}` }
  })
  return validationError(head ?? { field: 'body', issue: 'the request breaks the contract' }, ...others)
}

const ALTERNATIVES = /^must match (?:exactly one schema in oneOf|a schema in anyOf)$/

/**
 * What led to other violations says nothing beside them: that an `if` led to its `then`, that a tag fits no alternative
 * (its own list of values says so), that no alternative fits where members below do not.
 */
function withoutCauses(violations: readonly Violation[]): readonly Violation[] {
  const telling = violations.filter(
    ({ path, message }) =>
      !CAUSES.test(message) &&
      !(ALTERNATIVES.test(message) && violations.some((other) => other.path.startsWith(`${path}/`))),
  )
  return telling.length > 0 ? telling : violations
}

const CAUSES = /^must match "(?:then|else)" schema$|^(?:value of )?tag ".*" must be (?:string|in oneOf)$/s

/** What a format asks for, in words. */
const formatWords: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-11-02',
  'date-time': 'an RFC 3339 time with seconds and an offset, such as 2026-11-02T09:30:00Z',
  email: 'an e-mail address such as ada@example.com',
  uri: 'an absolute URI in ASCII, such as https://example.com/a%20b',
}

/** What was expected, in words; Ajv's own message where it has no place here. */
const phrases: readonly [pattern: RegExp, phrase: string | ((...groups: string[]) => string)][] = [
  [/^must have required property .*$/, 'a value'],
  [/^must NOT have (?:additional|unevaluated) properties$/, 'no member of this name'],
  [/^boolean schema is false$/, 'none together with the other members'],
  [/^must NOT have fewer than (\d+) (\w+)$/, (_, count, things) => `at least ${counted(count, things)}`],
  [/^must NOT have more than (\d+) (\w+)$/, (_, count, things) => `at most ${counted(count, things)}`],
  [/^must NOT have duplicate items .*$/, 'no item twice'],
  [/^must be >= (.+)$/, 'at least $1'],
  [/^must be <= (.+)$/, 'at most $1'],
  [/^must be equal to one of the allowed values: (.+)$/s, 'one of $1'],
  [/^must match format "(.+)"$/, (_, format = '') => formatWords[format] ?? `the format ${format}`],
  [
    /^must match pattern "(.+)"$/s,
    (_, pattern = '') => expectations[pattern] ?? `text that matches ${pattern}`,
  ],
  [/^property name must be valid$/, 'members whose names are so'],
  [/^must be equal to constant$/, 'the one value that it may have'],
  [/^must be ((?:string|integer|number|boolean|object|array|null|,)+)$/, (_, types = '') => typeWords(types)],
  [/^must be (.+)$/s, '$1'],
]

function phrase(message: string): string {
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

/** The strict validator gives an empty path for a member whose name is empty: it is the body's. */
const rank = (location: string | undefined): number => locations.indexOf(location ?? 'body')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const unescapePointer = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** `promptId` → `prompt`: what the client was looking for. */
export const kindOf = (parameter: string): string => parameter.replace(/Id$/, '').toLowerCase()

/** A path that a client can use: `content`, `events[2]`, `variables.name`, `query.limit`, `header.If-Match`. */
function fieldOf([location, ...rest]: string[]): string {
  const inner = rest
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join('')
  if (location === 'body') return inner === '' ? 'body' : inner
  if (location === 'headers') return `header.${headerNames.get(inner) ?? inner}`
  return inner === '' ? (location ?? 'body') : `${location}.${inner}`
}

function valueAt(parts: RequestParts, segments: readonly string[]): unknown {
  let value: unknown = parts
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = (value as Record<string, unknown>)[segment]
  }
  return value
}

/** Keys and signing secrets, by the prefixes that we give them. */
const SECRET = /svc_(?:live|test)_|whsec_/

/** What was received, short enough for a message; a secret in the wrong place is not repeated, for messages get logged. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`
  if (SECRET.test(value)) return 'a secret'
  return value.length > 60 ? `a string of ${value.length} characters` : JSON.stringify(value)
}
