/**
 * Copies of documents whose schemas allow only declared properties. Responses are documented as open, so that a new
 * property does not break clients that validate. Tests of the server close them to find undocumented properties.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { pointerOfFragment, valueAt } from './pointer.ts'
import { isData } from './walk.ts'

/** A whole schema of a value, one part of a composed schema, or a part that only narrows what another part declares. */
type Role = 'value' | 'part' | 'condition'

/** Keywords whose schemas apply to child values. */
const VALUES = ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']
const GROUPS_OF_VALUES = ['properties', 'patternProperties', 'prefixItems']
/** Keywords whose schemas apply to the same value, so that no single one declares all properties. */
const PARTS = ['allOf', 'then', 'else', 'dependentSchemas']
const CHOICES = ['oneOf', 'anyOf']
/** References and parts that are followed to find the names of properties. */
const MAX_DEPTH = 8

/**
 * A copy in which every object schema that declares properties rejects undeclared ones. Composed schemas are closed as a
 * whole (`unevaluatedProperties`), others where they are declared (`additionalProperties`).
 */
export function closedCopy<Root extends object>(root: Root): Root {
  const copy = structuredClone(root) as JsonObject
  const roles = {
    value: new Set<JsonObject>(),
    part: new Set<JsonObject>(),
    condition: new Set<JsonObject>(),
  }
  const isPart = (schema: JsonObject) => roles.part.has(schema) || roles.condition.has(schema)
  const target = ({ $ref }: JsonObject) =>
    typeof $ref === 'string' && $ref.startsWith('#') ? valueAt(copy, pointerOfFragment($ref)) : undefined

  const names = (schema: Json | undefined, depth = 0): string[] => {
    if (!isObject(schema) || depth > MAX_DEPTH) return []
    const own = isObject(schema.properties) ? Object.keys(schema.properties) : []
    return [target(schema), ...listOf(schema.allOf)].reduce<string[]>(
      (found, part) => found.concat(names(part, depth + 1)),
      own,
    )
  }
  /** Whether a part only constrains properties that other parts declare. */
  const narrows = (part: Json, others: readonly Json[]): boolean => {
    if (!isObject(part) || isReference(part) || !isObject(part.properties)) return false
    const declared = new Set(others.flatMap((other) => names(other)))
    return Object.keys(part.properties).every((name) => declared.has(name))
  }

  const visit = (schema: Json | undefined, role: Role): void => {
    if (!isObject(schema) || roles[role].has(schema)) return
    roles[role].add(schema)
    const [below, beside] = role === 'condition' ? ([role, role] as const) : (['value', 'part'] as const)
    for (const key of VALUES) visit(schema[key], below)
    for (const key of GROUPS_OF_VALUES) for (const one of listOf(schema[key])) visit(one, below)
    const parts = listOf(schema.allOf)
    for (const [at, one] of parts.entries())
      visit(one, narrows(one, [...parts.slice(0, at), ...parts.filter(isReference)]) ? 'condition' : beside)
    for (const one of [schema.then, schema.else, ...listOf(schema.dependentSchemas)]) visit(one, 'condition')
    const chosen = role === 'value' && !declares(schema) ? role : beside
    for (const key of CHOICES) for (const one of listOf(schema[key])) visit(one, chosen)
    visit(target(schema), chosen)
  }

  const findSchemas = (node: Json, name?: string): void => {
    if (Array.isArray(node)) for (const one of node) findSchemas(one)
    if (!isObject(node)) return
    for (const [key, inner] of Object.entries(node)) {
      if (isData(key, inner)) continue
      if ((key === 'schema' || key === 'payload') && name !== 'properties') visit(inner, 'value')
      else findSchemas(inner, key)
    }
  }
  findSchemas(copy)

  for (const schema of roles.value) {
    if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) continue
    const referred = target(schema)
    const chooses = referred !== undefined || CHOICES.some((key) => schema[key] !== undefined)
    if (isComposed(schema) || (chooses && declares(schema))) schema.unevaluatedProperties = false
    else if (isObject(referred)) {
      if (isPart(referred) && declares(referred)) schema.unevaluatedProperties = false
    } else if (isObject(schema.properties) && !isPart(schema)) schema.additionalProperties = false
  }
  return copy as Root
}

const isReference = (schema: Json): boolean => isObject(schema) && typeof schema.$ref === 'string'

const isComposed = (schema: JsonObject) => PARTS.some((key) => schema[key] !== undefined)

/** Whether the schema itself declares properties, without its references and choices. */
const declares = (schema: JsonObject) => isObject(schema.properties) || isComposed(schema)

const listOf = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
