/** The constraints of a schema, in words. */
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { plural } from '../../openapi/plural.ts'

const FORMATS: Record<string, string> = {
  'date-time': 'a date and time such as `2026-11-02T09:30:00Z` (RFC 3339)',
  date: 'a date such as `2026-11-02`',
  time: 'a time of day (RFC 3339)',
  duration: 'a duration such as `P3D` (ISO 8601)',
  email: 'an e-mail address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI',
  'uri-reference': 'a URI or a relative reference',
  uuid: 'a UUID',
  byte: 'Base64',
  binary: 'binary data',
  password: 'a secret, not shown',
  regex: 'a regular expression',
  int32: 'fits into 32 bits',
  int64: 'fits into 64 bits',
}

/** Keywords that are shown elsewhere, or that have no meaning for readers. */
const REPORTED = new Set(
  '$ref $id $schema $anchor $comment $defs definitions type format title description properties required additionalProperties items oneOf anyOf enum const default example examples deprecated readOnly writeOnly nullable discriminator externalDocs xml minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties pattern contentEncoding contentMediaType contentSchema dependentRequired patternProperties propertyNames prefixItems unevaluatedProperties'.split(
    ' ',
  ),
)

/** A value as code within a line. */
export function literal(value: Json | undefined, longest = 160): string {
  const text = typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')
  return code(text.length > longest ? `${text.slice(0, longest)}…` : text)
}

/** Text as inline code of Markdown, even with backticks in it. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  if (!flat.includes('`')) return `\`${flat}\``
  const longest = Math.max(...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${flat} ${fence}`
}

/** Each line is a sentence without its full stop. */
export function notesOf(schema: JsonObject): string[] {
  const notes: string[] = []
  const add = (note: string | undefined) => note !== undefined && notes.push(note)
  const { format } = schema
  if (typeof format === 'string') add(FORMATS[format] && `Format: ${FORMATS[format]}`)
  if (schema.const !== undefined) add(`Always ${literal(schema.const)}`)
  else if (Array.isArray(schema.enum)) add(enumNote(schema.enum))
  add(range(schema, 'minLength', 'maxLength', 'character'))
  add(bounds(schema))
  if (typeof schema.multipleOf === 'number') add(`A multiple of ${schema.multipleOf}`)
  add(range(schema, 'minItems', 'maxItems', 'item'))
  if (schema.uniqueItems === true) add('No item twice')
  add(range(schema, 'minProperties', 'maxProperties', 'member'))
  add(pattern(schema))
  if (typeof schema.contentMediaType === 'string') add(`Holds ${code(schema.contentMediaType)}`)
  if (typeof schema.contentEncoding === 'string') add(`Encoded as ${code(schema.contentEncoding)}`)
  if (isObject(schema.propertyNames)) {
    const names = notesOf(schema.propertyNames)
    if (names.length > 0) add(`Property names: ${names.map(lower).join('; ')}`)
  }
  for (const [name, needed] of Object.entries(
    isObject(schema.dependentRequired) ? schema.dependentRequired : {},
  ))
    if (Array.isArray(needed))
      add(`With ${code(name)}, ${needed.map((one) => literal(one)).join(' and ')} must be there too`)
  if (schema.default !== undefined) add(`Default: ${literal(schema.default)}`)
  const example = exampleIn(schema)
  if (example !== undefined && !isObject(example) && schema.const === undefined)
    add(`Example: ${literal(example)}`)
  return notes
}

/** The first example that a schema gives itself. */
export function exampleIn(schema: JsonObject): Json | undefined {
  if (schema.example !== undefined) return schema.example
  if (Array.isArray(schema.examples)) return schema.examples[0]
  return undefined
}

/** The keywords that no sentence describes, to be shown as JSON. */
export function restOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !REPORTED.has(name) && !name.startsWith('x-')),
  )
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

function enumNote(values: Json[]): string {
  const shown = values.slice(0, 60).map((value) => literal(value, 80))
  const more = values.length - shown.length
  if (values.length === 1) return `Always ${shown[0]}`
  return `One of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function range(schema: JsonObject, low: string, high: string, unit: string): string | undefined {
  const from = typeof schema[low] === 'number' && schema[low] > 0 ? schema[low] : undefined
  const to = typeof schema[high] === 'number' ? schema[high] : undefined
  const units = (count: number) => plural(count, unit)
  if (from !== undefined && to !== undefined)
    return from === to ? `Exactly ${units(to)}` : `${from} to ${units(to)}`
  if (from !== undefined) return `At least ${units(from)}`
  return to === undefined ? undefined : `At most ${units(to)}`
}

function bounds(schema: JsonObject): string | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const from =
    typeof above === 'number'
      ? `greater than ${above}`
      : typeof minimum === 'number'
        ? `at least ${minimum}`
        : ''
  const to =
    typeof below === 'number' ? `less than ${below}` : typeof maximum === 'number' ? `at most ${maximum}` : ''
  if (from === '' && to === '') return undefined
  if (
    typeof minimum === 'number' &&
    typeof maximum === 'number' &&
    above === undefined &&
    below === undefined
  )
    return `From ${minimum} to ${maximum}`
  const both = [from, to].filter((part) => part !== '').join(', ')
  return both.charAt(0).toUpperCase() + both.slice(1)
}

/** The author's words for a pattern; the pattern itself where there are none. */
function pattern(schema: JsonObject): string | undefined {
  if (typeof schema['x-expected'] === 'string') return `Must be ${schema['x-expected']}`
  return typeof schema.pattern === 'string' ? `Matches ${code(schema.pattern)}` : undefined
}
