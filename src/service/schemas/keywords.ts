/** Keywords of JSON Schema 2020-12 allowed in user-supplied schemas: those that validate a value in isolation. */

/** Keywords whose value is one schema. */
export const ONE = [
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const
/** Keywords whose value is a list of schemas. */
export const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
/** Keywords whose value is an object of schemas. */
export const MAP = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'] as const
/** Those whose schemas validate the same value as the schema that they are in. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'dependentSchemas',
])

/** Keywords that validate by themselves. */
export const ASSERTIONS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
])

/** Keywords that validate nothing; `format` is one of them in 2020-12. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
