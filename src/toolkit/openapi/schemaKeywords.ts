/** Keywords with invalid values: each is reported with its position and removed, so that the rest of the schema is still checked. */
import { findContradictions } from './contradictions.ts'
import { isObject, type Json, type JsonObject } from './document.ts'
import type { Findings } from './findings.ts'
import { unicodePattern } from './patterns.ts'
import { pointerOf } from './pointer.ts'

type Test = readonly [expected: string, isValid: (value: Json) => boolean]

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const isCount = (value: Json) => Number.isInteger(value) && Number(value) >= 0
const isSchema = (value: Json) => isObject(value) || typeof value === 'boolean'
const areSchemas = (value: Json) => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const areNames = (value: Json) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const areMembers = (value: Json) => isObject(value) && Object.values(value).every(isSchema)

const count: Test = ['a whole number from 0', isCount]
const number: Test = ['a number', (value) => typeof value === 'number']
const boolean: Test = ['true or false', (value) => typeof value === 'boolean']
const text: Test = ['a text', (value) => typeof value === 'string']
const schema: Test = ['a schema', isSchema]
const schemas: Test = ['a list of schemas, at least one', areSchemas]
const members: Test = ['an object of schemas', areMembers]
const names: Test = ['a list of names', areNames]

const KEYWORDS: Record<string, Test> = {
  type: [
    `one of ${TYPES.join(', ')}, or a list of them`,
    (value) => {
      if (typeof value === 'string') return TYPES.includes(value)
      const list = [value].flat()
      return (
        list.length > 0 &&
        list.every((one) => typeof one === 'string' && TYPES.includes(one)) &&
        new Set(list).size === list.length
      )
    },
  ],
  enum: ['a list', (value) => Array.isArray(value) && value.length > 0],
  multipleOf: ['a number above 0', (value) => typeof value === 'number' && value > 0],
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  minContains: count,
  maxContains: count,
  uniqueItems: boolean,
  pattern: text,
  format: text,
  required: names,
  dependentRequired: [
    'an object of lists of names',
    (value) => isObject(value) && Object.values(value).every(areNames),
  ],
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  prefixItems: schemas,
  items: schema,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: schema,
  else: schema,
  contains: schema,
  propertyNames: schema,
  additionalProperties: schema,
  unevaluatedProperties: schema,
  unevaluatedItems: schema,
  properties: members,
  patternProperties: members,
  dependentSchemas: members,
  $defs: members,
  readOnly: boolean,
  writeOnly: boolean,
  discriminator: [
    'an object with "propertyName"',
    (value) => isObject(value) && typeof value.propertyName === 'string',
  ],
}

const TESTS = new Map(Object.entries(KEYWORDS).map(([keyword, [, isValid]]) => [keyword, isValid]))

/** Whether the value is valid for the keyword. Unknown keywords accept any value. */
export const fitsKeyword = (keyword: string, value: Json): boolean =>
  !Object.hasOwn(KEYWORDS, keyword) || KEYWORDS[keyword]?.[1](value) !== false

const hasUnfit = (node: JsonObject): boolean =>
  Object.keys(node).some((keyword) => TESTS.get(keyword)?.(node[keyword] as Json) === false)

const DIALECTS =
  /^https?:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/base)#?$/

/** Changes the schema in place, so that it can be compiled whatever was written. */
export function repairKeywords(node: JsonObject, pointer: string, findings: Findings): void {
  identifiers(node, pointer, findings)
  for (const [keyword, [expected, holds]] of hasUnfit(node) ? Object.entries(KEYWORDS) : []) {
    const value = node[keyword]
    if (value === undefined || holds(value)) continue
    findings.error(
      'invalid-keyword',
      pointer + pointerOf(keyword),
      `"${keyword}" is ${shown(value)}, expected ${expected}; it is not checked`,
    )
    delete node[keyword]
  }
  if (Array.isArray(node.required)) node.required = [...new Set(node.required)]
  for (const name of [
    'dependencies',
    'additionalItems',
    '$recursiveRef',
    '$recursiveAnchor',
    'nullable',
  ] as const) {
    if (node[name] === undefined) continue
    findings.warning(
      'without-effect',
      pointer + pointerOf(name),
      `"${name}" is of another dialect of JSON Schema and means nothing here`,
    )
    delete node[name]
  }
  patterns(node, pointer, findings)
  findContradictions(node, pointer, findings)
  if (typeof node.$dynamicRef === 'string' && node.$ref === undefined) {
    findings.warning(
      'unsupported',
      pointer + pointerOf('$dynamicRef'),
      '"$dynamicRef" is not followed; its target is not checked',
    )
    delete node.$dynamicRef
  }
}

/** All references are local at this point, so identifiers would only disturb validators. */
function identifiers(node: JsonObject, pointer: string, findings: Findings): void {
  const { $id, $schema } = node
  if ($id !== undefined && (typeof $id !== 'string' || !isIdentifier($id)))
    findings.error(
      'invalid-id',
      pointer + pointerOf('$id'),
      `"$id" is ${shown($id)}, expected a URI reference without a fragment; it is left out`,
    )
  if (typeof $schema === 'string' && !DIALECTS.test($schema))
    findings.warning(
      'unsupported',
      pointer + pointerOf('$schema'),
      `the dialect ${$schema} is treated as JSON Schema 2020-12`,
    )
  for (const name of ['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', 'id'])
    if (typeof node[name] === 'string' || name === '$id') delete node[name]
}

function isIdentifier(text: string): boolean {
  try {
    const { hash } = new URL(text, 'https://document.invalid/')
    return hash === '' && !/[\s<>"{}|\\^`]/.test(text)
  } catch {
    return false
  }
}

function patterns(node: JsonObject, pointer: string, findings: Findings): void {
  const reported = (at: string, text: string, why: string) =>
    findings.error(
      'invalid-pattern',
      at,
      `"${text}" is not a pattern of ECMA-262 (${why}); it is not checked`,
    )
  if (typeof node.pattern === 'string') {
    const pattern = unicodePattern(node.pattern)
    if (typeof pattern === 'string') node.pattern = pattern
    else {
      reported(pointer + pointerOf('pattern'), node.pattern, pattern.reason)
      delete node.pattern
    }
  }
  if (!isObject(node.patternProperties)) return
  const remaining: [string, Json][] = []
  for (const [text, value] of Object.entries(node.patternProperties)) {
    const pattern = unicodePattern(text)
    if (typeof pattern === 'string') remaining.push([pattern, value])
    else reported(pointer + pointerOf('patternProperties', text), text, pattern.reason)
  }
  node.patternProperties = Object.fromEntries(remaining)
}

const shown = (value: Json): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
