/** Keywords that Zod has no schema for, as conditions on the value as it was received. */
import { isObject, type Json, type JsonObject, objectAt } from '../../openapi/document.ts'
import { unicodePattern } from '../../openapi/patterns.ts'
import { mergedOf, requiredOf } from '../../schema/view.ts'
import { refined } from './scalars.ts'
import type { ZodScope } from './scope.ts'

type Write = (schema: Json | undefined, scope: ZodScope) => string

interface Around {
  keywords: JsonObject
  scope: ZodScope
  write: Write
  /** Whether a value matches a schema. */
  accepts(schema: Json): string
}

/** Conditions on objects; other values pass them. */
const OF_OBJECTS: Record<string, (value: Json, around: Around) => string> = {
  minProperties: (least) => `Object.keys(value).length >= ${JSON.stringify(least)}`,
  maxProperties: (most) => `Object.keys(value).length <= ${JSON.stringify(most)}`,
  propertyNames: (schema, { accepts }) => `Object.keys(value).every((value) => ${accepts(schema)})`,
  patternProperties: patternCondition,
  dependentRequired: (names, { scope: { use } }) =>
    each(
      names,
      (name, needed) =>
        `(!${use('has')}(value, ${name}) || ${JSON.stringify(needed)}.every((name: string) => ${use('has')}(value, name)))`,
    ),
  dependentSchemas: (names, { scope: { use }, accepts }) =>
    each(names, (name, schema) => `(!${use('has')}(value, ${name}) || ${accepts(schema)})`),
}

const OF_ALL: Record<string, (value: Json, around: Around) => string> = {
  uniqueItems: (value, { scope: { use } }) => (value === true ? `${use('isUnique')}(value)` : 'true'),
  not: (schema, { accepts }) => `!${accepts(schema)}`,
  if: (schema, { keywords, accepts }) =>
    `(${accepts(schema)} ? ${accepts(keywords.then ?? true)} : ${accepts(keywords.else ?? true)})`,
  contains: (schema, { keywords, accepts }) => {
    const { minContains = 1, maxContains } = keywords
    const found = `value.filter((value) => ${accepts(schema)}).length`
    const most = maxContains === undefined ? '' : ` && ${found} <= ${JSON.stringify(maxContains)}`
    return `(!Array.isArray(value) || (${found} >= ${JSON.stringify(minContains)}${most}))`
  },
}

/** The keywords of a schema that become conditions. */
export const conditionKeys = (keywords: JsonObject): string[] =>
  [...Object.keys(OF_OBJECTS), ...Object.keys(OF_ALL)].filter((key) => keywords[key] !== undefined)

const each = (names: Json, condition: (name: string, value: Json) => string): string =>
  Object.entries(isObject(names) ? names : {})
    .map(([name, value]) => condition(JSON.stringify(name), value ?? true))
    .join(' && ') || 'true'

/** Properties with names that match, and the others where patterns decide which those are. */
function patternCondition(patterns: Json, { keywords, scope, write }: Around): string {
  const rows = Object.entries(isObject(patterns) ? patterns : {}).flatMap(([pattern, schema]) => {
    const unicode = unicodePattern(pattern)
    return typeof unicode === 'string'
      ? [`[new RegExp(${JSON.stringify(unicode)}, 'u'), ${write(schema, scope)}]`]
      : []
  })
  const names = JSON.stringify(Object.keys(objectAt(keywords, 'properties')))
  const further = write(keywords.additionalProperties, scope)
  return `${scope.use('matchesNames')}(value, [${rows.join(', ')}], ${names}, ${further})`
}

/** An expression of the names that an object may have, where Zod's own strict object does not know them all. */
function allowedNames(
  { additionalProperties, unevaluatedProperties, patternProperties, properties }: JsonObject,
  forms: readonly Json[],
  { scope, accepts }: Around,
): string | undefined {
  if (forms.length === 0 || patternProperties !== undefined) return undefined
  const own = Object.keys(isObject(properties) ? properties : {})
  if (additionalProperties === false) return JSON.stringify(own)
  if (additionalProperties !== undefined || unevaluatedProperties !== false) return undefined
  const parts = forms.map((form) => {
    const { keywords } = mergedOf(scope.document, form)
    return `...(${accepts(form)} ? ${JSON.stringify(Object.keys(objectAt(keywords, 'properties')))} : [])`
  })
  return `[${[...own.map((name) => JSON.stringify(name)), ...parts].join(', ')}]`
}

/** The conditions of a schema, as calls that follow an expression. */
export function conditionsOf(
  keywords: JsonObject,
  forms: readonly Json[],
  scope: ZodScope,
  write: Write,
): string[] {
  const { use } = scope
  const accepts = (schema: Json) => `${write(schema, { ...scope, isCheck: true })}.safeParse(value).success`
  const around = { keywords, scope, write, accepts }
  const ofObject = (condition: string, message: string) =>
    refined(`!${use('isObject')}(value) || (${condition})`, message)
  const conditions = conditionKeys(keywords).map((key) => {
    const message = `Does not match "${key}"`
    const value = keywords[key] ?? true
    const own = OF_OBJECTS[key]?.(value, around)
    return own === undefined
      ? refined(OF_ALL[key]?.(value, around) ?? 'true', message)
      : ofObject(own, message)
  })
  const properties = objectAt(keywords, 'properties')
  const missing = [...requiredOf(keywords)].filter((name) => properties[name] === undefined)
  // Zod has no key for a required property without a schema.
  if (missing.length > 0)
    conditions.push(
      ofObject(
        `${JSON.stringify(missing)}.every((name) => ${use('has')}(value, name))`,
        `Must have ${missing.join(', ')}`,
      ),
    )
  const names = allowedNames(keywords, forms, around)
  if (names !== undefined)
    conditions.push(
      ofObject(
        `Object.keys(value).every((name) => ${names}.includes(name))`,
        'Must have no other properties',
      ),
    )
  return conditions
}
