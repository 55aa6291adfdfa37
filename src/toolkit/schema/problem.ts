/** Validation problems as data. */
import type { Origin } from '../openapi/provenance.ts'

/** A problem as data. Reports generate the sentence for readers from it. */
export interface Fact {
  /** Kind of problem: the schema keyword, or a name such as `still-listed`. */
  code: string
  /** The part of the contract concerned: a property, a parameter, a header or a kind of input. */
  subject?: string
  /** The part of the received message concerned, such as a header or an attempt. Default: the body. */
  within?: string
  /** The observed value; a status as a number. */
  received?: unknown
  expected?: unknown
  /** Further values that the sentence names. */
  details?: Readonly<Record<string, unknown>>
}

/** A problem that a check reports. */
export interface Problem extends Fact {
  /** JSON Pointer into the body. */
  pointer?: string
  /** `specified` if HTTP or a marked part of the document requires it, otherwise `decided`. */
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
