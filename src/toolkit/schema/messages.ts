/** The sentences of problems that a schema shows, by keyword. */
import { type Fact, isKeyword, type Keyword, show } from './problem.ts'

const listed = (values: unknown): string => [values].flat().join(' or ')

const EXPECTATIONS: Partial<Record<Keyword, (expected: unknown) => string>> = {
  type: listed,
  const: show,
  enum: (expected) => `one of ${(expected as unknown[]).map(show).join(', ')}`,
  format: (expected) => `the format ${expected}`,
  minLength: (expected) => `at least ${expected} characters`,
  maxLength: (expected) => `at most ${expected} characters`,
  minimum: (expected) => `at least ${expected}`,
  maximum: (expected) => `at most ${expected}`,
  exclusiveMinimum: (expected) => `more than ${expected}`,
  exclusiveMaximum: (expected) => `less than ${expected}`,
  multipleOf: (expected) => `a multiple of ${expected}`,
  minItems: (expected) => `at least ${expected} items`,
  maxItems: (expected) => `at most ${expected} items`,
  minProperties: (expected) => `at least ${expected} properties`,
  maxProperties: (expected) => `at most ${expected} properties`,
  uniqueItems: () => 'each item once',
}

/** @param fact its code is a keyword of JSON Schema */
export function schemaMessage({ code, received, expected, details }: Fact): string {
  switch (code) {
    case 'required':
    case 'dependentRequired':
      return 'required property is missing'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'property is not declared'
    case 'pattern':
      return `received ${show(received)}; expected ${details?.words ?? `a match of ${expected}`}`
    default: {
      const words = isKeyword(code) ? EXPECTATIONS[code]?.(expected) : undefined
      const expectation = words === undefined ? `that it ${details?.requirement ?? `matches ${code}`}` : words
      return `received ${show(received)}; expected ${expectation}`
    }
  }
}
