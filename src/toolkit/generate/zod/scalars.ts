/** Zod expressions of strings and numbers. */
import type { Json, JsonObject } from '../../openapi/document.ts'
import { unicodePattern } from '../../openapi/patterns.ts'
import { plural } from '../../openapi/plural.ts'
import { FORMATS, type Helper } from './helpers.ts'

interface Scope {
  use(helper: Helper): string
}

/** A further condition on `value`. */
export const refined = (condition: string, message: string): string =>
  `.refine((value) => ${condition}, ${JSON.stringify(message)})`

export function stringOf(keywords: JsonObject, { use }: Scope): string {
  const { minLength, maxLength, pattern, format, 'x-extensible-enum': open } = keywords
  if (format === 'binary') return 'z.instanceof(Blob)'
  // Zod's own limits count units of UTF-16.
  const length = (limit: Json | undefined, sign: string, words: string): string =>
    typeof limit === 'number' && !(sign === '>=' && limit <= 0)
      ? refined(
          `${use('lengthOf')}(value) ${sign} ${limit}`,
          `Must have at ${words} ${plural(limit, 'character')}`,
        )
      : ''
  const limits = `${length(minLength, '>=', 'least')}${length(maxLength, '<=', 'most')}`
  const text = `z.string()${limits}${patternOf(pattern)}${formatOf(format, use)}`
  return withKnown(text, open, 'string')
}

function patternOf(pattern: Json | undefined): string {
  const unicode = typeof pattern === 'string' ? unicodePattern(pattern) : undefined
  return typeof unicode === 'string' ? `.regex(new RegExp(${JSON.stringify(unicode)}, 'u'))` : ''
}

function formatOf(format: Json | undefined, use: Scope['use']): string {
  if (typeof format !== 'string' || !Object.hasOwn(FORMATS, format)) return ''
  const { helper, pattern } = FORMATS[format] ?? {}
  const message = JSON.stringify(`Must have the format ${format}`)
  if (pattern !== undefined) return `.regex(${pattern}, ${message})`
  return helper === undefined ? '' : `.refine(${use(helper)}, ${message})`
}

/** The type of an enum that may grow: its known values, and any other. */
function withKnown(expression: string, values: Json | undefined, type: 'string' | 'number'): string {
  const known = Array.isArray(values) ? values.filter((value) => typeof value === type) : []
  if (known.length === 0) return expression
  const union = [...known.map((value) => JSON.stringify(value)), `(${type} & {})`].join(' | ')
  return `(${expression} as unknown as z.ZodType<${union}>)`
}

const BOUNDS: readonly [keyword: string, method: string][] = [
  ['minimum', 'gte'],
  ['exclusiveMinimum', 'gt'],
  ['maximum', 'lte'],
  ['exclusiveMaximum', 'lt'],
]
const INT_32 = '.gte(-2147483648).lte(2147483647)'

export function numberOf(type: 'number' | 'integer', keywords: JsonObject): string {
  const { multipleOf, format, 'x-extensible-enum': open } = keywords
  const bounds = BOUNDS.flatMap(([keyword, method]) =>
    typeof keywords[keyword] === 'number' ? [`.${method}(${keywords[keyword]})`] : [],
  ).join('')
  const isWhole = type === 'integer' || format === 'int32' || format === 'int64'
  // `z.int()` accepts no integers beyond 2^53.
  const whole = isWhole ? refined('Number.isInteger(value)', 'Must be an integer') : ''
  const multiple =
    typeof multipleOf === 'number'
      ? refined(`Number.isInteger(value / ${multipleOf})`, `Must be a multiple of ${multipleOf}`)
      : ''
  const range = format === 'int32' ? INT_32 : ''
  return withKnown(`z.number()${bounds}${range}${whole}${multiple}`, open, 'number')
}
