/** Zod expressions that accept the values that a schema of a document accepts. */
import { isObject, type Json, type JsonObject, objectAt } from '../../openapi/document.ts'
import { plural } from '../../openapi/plural.ts'
import { pointerOfFragment, tokensOf } from '../../openapi/pointer.ts'
import { impliedTypes, mergedOf, requiredOf, typesOf } from '../../schema/view.ts'
import { conditionKeys, conditionsOf } from './conditions.ts'
import { numberOf, refined, stringOf } from './scalars.ts'
import type { ZodScope } from './scope.ts'

const MAX_DEPTH = 24

/** The expression of a schema. */
export function zodOf(schema: Json | undefined, scope: ZodScope): string {
  if (schema === false) return 'z.never()'
  if (!isObject(schema)) return 'z.unknown()'
  const component = componentOf(schema)
  if (component !== undefined) return scope.reference(component)
  if (scope.within.length > MAX_DEPTH || scope.within.includes(schema)) return 'z.unknown()'
  const inner = { ...scope, within: [...scope.within, schema] }
  const { keywords, forms, never } = mergedOf(scope.document, schema)
  if (never) return 'z.never()'
  const hasForms = forms.length > 0
  const branches = forms.map(({ keyword, schemas }) => formsOf(keyword, schemas, keywords, inner))
  const base = valuesOf(keywords, inner, hasForms)
  const parts = base === 'z.unknown()' && hasForms ? branches : [base, ...branches]
  const joined = parts.reduce((one, other) => `z.intersection(${one}, ${other})`)
  // Zod's own refinements of an object see it without its further properties.
  const conditions = conditionsOf(
    keywords,
    forms.flatMap(({ schemas }) => schemas),
    inner,
    zodOf,
  )
  return conditions.length === 0 ? joined : `z.any()${conditions.join('')}.pipe(${joined})`
}

const ANNOTATIONS = new Set(
  '$ref title description deprecated example examples readOnly writeOnly default externalDocs xml'.split(' '),
)

/** The component that a schema refers to, where it adds only words. */
function componentOf(schema: JsonObject): string | undefined {
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/components/schemas/')) return undefined
  const [, , name, ...below] = tokensOf(pointerOfFragment($ref))
  const isPlain = Object.keys(schema).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'))
  return isPlain && below.length === 0 ? name : undefined
}

const UNTYPED = new Set(
  'required not minProperties maxProperties dependentRequired title description'.split(' '),
)

/** A form such as `{ required: [id] }`, which restricts the value of the schema around it. */
const isRestriction = (schema: Json): boolean =>
  isObject(schema) && Object.keys(schema).length > 0 && Object.keys(schema).every((key) => UNTYPED.has(key))

function formsOf(
  keyword: 'oneOf' | 'anyOf',
  schemas: readonly Json[],
  around: JsonObject,
  scope: ZodScope,
): string {
  const isCheck = schemas.every(isRestriction)
  const all = schemas.map((one) => zodOf(one, { ...scope, isCheck: isCheck || scope.isCheck }))
  if (isCheck) {
    const count = `[${all.join(', ')}].filter((one) => one.safeParse(value).success).length`
    return `z.any()${refined(`${count} ${keyword === 'oneOf' ? '=== 1' : '> 0'}`, 'Must match one of the forms')}`
  }
  if (all.length === 1) return all[0] ?? 'z.never()'
  const property = keyword === 'oneOf' ? discriminatorOf(schemas, around, scope) : undefined
  if (property !== undefined && !all.some((one) => one.startsWith('z.lazy')))
    return `z.discriminatedUnion(${JSON.stringify(property)}, [${all.join(', ')}])`
  return `z.${keyword === 'oneOf' ? 'xor' : 'union'}([${all.join(', ')}])`
}

/** The property whose constants distinguish the forms. */
function discriminatorOf(
  schemas: readonly Json[],
  around: JsonObject,
  { document }: ZodScope,
): string | undefined {
  const { propertyName } = objectAt(around, 'discriminator')
  if (typeof propertyName !== 'string') return undefined
  const values = schemas.map((schema) => {
    const { keywords, forms } = mergedOf(document, schema)
    const isSimple =
      forms.length === 0 && typesOf(keywords).join() === 'object' && conditionKeys(keywords).length === 0
    if (!isSimple || !requiredOf(keywords).has(propertyName)) return []
    const { const: only, enum: list } = mergedOf(
      document,
      objectAt(keywords, 'properties')[propertyName],
    ).keywords
    return only !== undefined ? [only] : Array.isArray(list) ? list : []
  })
  const all = values.flat()
  const areConstants =
    values.every((some) => some.length > 0) && all.every((value) => typeof value === 'string')
  return areConstants && new Set(all).size === all.length ? propertyName : undefined
}

/** The values that the keywords next to references and forms accept. */
function valuesOf(keywords: JsonObject, scope: ZodScope, hasForms: boolean): string {
  const stated = keywords.type === undefined ? [] : typesOf(keywords)
  if (keywords.const !== undefined) return literals([keywords.const], stated, scope)
  if (Array.isArray(keywords.enum)) return literals(keywords.enum, stated, scope)
  if (stated.length === 0 && scope.isCheck) return untyped(keywords, scope)
  const types = stated.length > 0 ? stated : impliedTypes(keywords, hasForms)
  if (types.length === 0) return 'z.unknown()'
  const all = types
    .filter((type) => type !== 'null' && !(type === 'integer' && types.includes('number')))
    .map((type) => typed(type, keywords, scope, hasForms))
  if (all.length === 0) return 'z.null()'
  const one = all.length === 1 ? (all[0] ?? '') : `z.union([${all.join(', ')}])`
  return types.includes('null') ? `${one}.nullable()` : one
}

const KEYWORDS_OF = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

/** Each kind of value with the keywords that apply to it. */
function untyped(keywords: JsonObject, scope: ZodScope): string {
  const parts = Object.entries(KEYWORDS_OF).flatMap(([type, own]) =>
    own.some((key) => keywords[key] !== undefined)
      ? [`${scope.use('unless')}('${type}', ${typed(type, keywords, scope, false)})`]
      : [],
  )
  return parts.length === 0 ? 'z.unknown()' : parts.reduce((one, other) => `z.intersection(${one}, ${other})`)
}

function typed(type: string, keywords: JsonObject, scope: ZodScope, hasForms: boolean): string {
  switch (type) {
    case 'string':
      return stringOf(keywords, scope)
    case 'number':
    case 'integer':
      return numberOf(type, keywords)
    case 'boolean':
      return 'z.boolean()'
    case 'array':
      return arrayOf(keywords, scope)
    case 'object':
      return objectOf(keywords, scope, hasForms)
    default:
      return 'z.unknown()'
  }
}

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** The listed values that have one of the types. */
function literals(values: readonly Json[], types: readonly string[], scope: ZodScope): string {
  const all = values.filter(
    (value) =>
      types.length === 0 ||
      types.includes(typeOf(value)) ||
      (types.includes('integer') && Number.isInteger(value)),
  )
  if (all.length === 0) return 'z.never()'
  const list = JSON.stringify(all)
  if (all.every((value) => typeof value === 'string')) return `z.enum(${list})`
  if (all.every((value) => !isObject(value) && !Array.isArray(value))) return `z.literal(${list})`
  return `z.any()${refined(`${scope.use('isListed')}(value, ${list})`, 'Must be one of the listed values')}`
}

function arrayOf(keywords: JsonObject, scope: ZodScope): string {
  const { items, prefixItems, minItems, maxItems } = keywords
  if (Array.isArray(prefixItems) && prefixItems.length > 0) return tupleOf(prefixItems, keywords, scope)
  const least = typeof minItems === 'number' && minItems > 0 ? `.min(${minItems})` : ''
  const most = typeof maxItems === 'number' ? `.max(${maxItems})` : ''
  return `z.array(${zodOf(items, scope)})${least}${most}`
}

/** An array with fewer items than are listed is valid, too. */
function tupleOf(
  prefix: readonly Json[],
  { items, minItems, maxItems }: JsonObject,
  scope: ZodScope,
): string {
  const least = typeof minItems === 'number' ? minItems : 0
  const parts = prefix.map((one, at) => `${zodOf(one, scope)}${at < least ? '' : '.optional()'}`)
  const isFull = items === false || (typeof maxItems === 'number' && maxItems <= prefix.length)
  const others = isFull ? '' : `, ${zodOf(items, scope)}`
  const enough =
    least > prefix.length
      ? refined(`value.length >= ${least}`, `Must have at least ${plural(least, 'item')}`)
      : ''
  const most =
    typeof maxItems === 'number'
      ? refined(`value.length <= ${maxItems}`, `Must have at most ${plural(maxItems, 'item')}`)
      : ''
  return `z.tuple([${parts.join(', ')}]${others})${enough}${most}`
}

function objectOf(keywords: JsonObject, scope: ZodScope, hasForms: boolean): string {
  const { patternProperties } = keywords
  const further = keywords.additionalProperties ?? keywords.unevaluatedProperties
  const required = requiredOf(keywords)
  const properties = Object.entries(objectAt(keywords, 'properties'))
  const hasPatterns = patternProperties !== undefined
  // Patterns and forms may allow further names; conditions check them.
  const others = hasPatterns || (hasForms && further === false) ? undefined : further
  const values = isObject(others) && Object.keys(others).length > 0 ? zodOf(others, scope) : 'z.unknown()'
  if (properties.length === 0 && others !== false && !hasPatterns)
    return others === undefined && keywords['x-emptied'] !== true && !hasForms && !scope.isCheck
      ? UNDESCRIBED
      : `z.record(z.string(), ${values})`
  const members = properties.map(
    ([name, schema]) => `${keyOf(name)}: ${zodOf(schema, scope)}${required.has(name) ? '' : '.optional()'}`,
  )
  const shape = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  if (others === false) return `z.strictObject(${shape})`
  if (values !== 'z.unknown()') return `z.object(${shape}).catchall(${values})`
  return `z.${others === undefined ? 'object' : 'looseObject'}(${shape})`
}

/** An object without a description of its properties, with the type that openapi-typescript gives it. */
const UNDESCRIBED = '(z.record(z.string(), z.unknown()) as unknown as z.ZodType<Record<string, never>>)'

const keyOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${JSON.stringify(name)}]`
