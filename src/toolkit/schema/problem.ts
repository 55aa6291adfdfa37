/** What is wrong at one place of a value. */
import type { Origin } from '../openapi/provenance.ts'

/** What is wrong, as data. The sentence for readers follows from it. */
export interface Fact {
  /** What kind of mistake it is: the keyword of the schema, or a name such as `still-listed`. */
  code: string
  /** The part of the contract that it is about: a property, a parameter, a header or a kind of input. */
  subject?: string
  /** The part of what was received where it is wrong, such as a header or an attempt; the body when left out. */
  within?: string
  /** The observed value; a status as a number. */
  received?: unknown
  expected?: unknown
  /** Further values that the sentence names. */
  details?: Readonly<Record<string, unknown>>
}

/** What a check objects to. */
export interface Problem extends Fact {
  /** JSON Pointer into the body. */
  pointer?: string
  /** Who says so. */
  provenance: Origin
}

/** The keywords of JSON Schema 2020-12 that a value can violate. */
const KEYWORDS = [
  'additionalProperties',
  'anyOf',
  'const',
  'contains',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'false schema',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'propertyNames',
  'required',
  'type',
  'unevaluatedItems',
  'unevaluatedProperties',
  'uniqueItems',
] as const

export type Keyword = (typeof KEYWORDS)[number]

export const isKeyword = (code: string): code is Keyword => KEYWORDS.some((one) => one === code)

/** A problem at one place of a body. */
export interface SchemaProblem extends Problem {
  code: Keyword
  pointer: string
}

/** The data of the sentences of `Catalogue`, by code: a code or a value that is missing does not compile. */
export type FactOf<Catalogue extends Record<string, (fact: never) => string>> = {
  [Code in keyof Catalogue & string]: { code: Code } & Parameters<Catalogue[Code]>[0]
}[keyof Catalogue & string]

/** A received value, short enough for a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
