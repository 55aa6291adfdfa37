/** Leads a value to the place of a finding: what is on the way is there, in the form that has it. */
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { type ValueOptions, validValue } from '../../schema/values/valid.ts'
import { branchesOf, membersOf, viewOf } from '../../schema/view.ts'
import type { Segment } from '../finding.ts'

export interface Reached {
  /** The whole value. */
  value: Json
  /** From the whole value to the place. */
  tokens: string[]
  /** The schema of the place; undefined where the document has none there. */
  schema: Json | undefined
}

/** Values on the way to a place are tried in at most this many forms. */
const MAX_FORMS = 24

/**
 * @param start the value that is changed as little as possible, or undefined to generate one
 * @returns a value for each form of a `oneOf` or `anyOf` that has the place
 */
export function* reach(
  schema: Json | undefined,
  start: Json | undefined,
  way: readonly Segment[],
  options: ValueOptions,
): Iterable<Reached> {
  let found = 0
  for (const form of formsOf(schema, options)) {
    const value = form === schema && start !== undefined ? start : validValue(form, options)
    if (value === undefined) continue
    for (const reached of within(form, value, way, options)) {
      yield reached
      if (++found >= MAX_FORMS) return
    }
  }
}

/** @param schema without alternatives, or one of them */
function* within(
  schema: Json | undefined,
  value: Json,
  [segment, ...rest]: readonly Segment[],
  options: ValueOptions,
): Iterable<Reached> {
  if (segment === undefined) {
    yield { value, tokens: [], schema }
    return
  }
  const inner = stepInto(schema, value, segment, options)
  if (inner === undefined) return
  for (const found of reach(inner.schema, inner.value, rest, options))
    yield { value: inner.put(found.value), tokens: [inner.token, ...found.tokens], schema: found.schema }
}

/** The schema itself, and with each of its alternatives; an alternative may have alternatives itself. */
function formsOf(schema: Json | undefined, options: ValueOptions, depth = 0): (Json | undefined)[] {
  const view = viewOf(options.document, schema)
  const branches = branchesOf(view)
  if (branches.length === 0 || depth > 3) return [schema]
  const { oneOf: _, anyOf: __, discriminator: ___, ...own } = view
  const forms = branches.map((branch): Json => ({ allOf: [own as JsonObject, branch] }))
  return [schema, ...forms.flatMap((form) => formsOf(form, options, depth + 1))]
}

interface Inner {
  token: string
  schema: Json | undefined
  value: Json | undefined
  put(value: Json): Json
}

function stepInto(
  schema: Json | undefined,
  value: Json,
  segment: Segment,
  options: ValueOptions,
): Inner | undefined {
  const view = viewOf(options.document, schema)
  if (segment.kind === 'items') return stepIntoList(view, value)
  if (Array.isArray(value)) return stepIntoTuple(view, value, segment)
  if (!isObject(value)) return undefined
  if (segment.kind === 'member') return stepIntoProperty(view, value, segment.name)
  return segment.kind === 'values' ? stepIntoMap(view, value) : undefined
}

function stepIntoList(view: JsonObject, value: Json): Inner | undefined {
  if (value !== null && !Array.isArray(value)) return undefined
  const list = value ?? []
  const inside = view.items ?? (Array.isArray(view.prefixItems) ? view.prefixItems[0] : undefined)
  return { token: '0', schema: inside, value: list[0], put: (one) => [one, ...list.slice(1)] }
}

function stepIntoProperty(view: JsonObject, object: JsonObject, name: string): Inner | undefined {
  const declared = new Map(membersOf(view)).get(name)
  return declared === undefined && !Object.hasOwn(object, name) ? undefined : innerOf(object, name, declared)
}

/** A key that the schema does not name. */
function stepIntoMap(view: JsonObject, object: JsonObject): Inner {
  const declared = new Set(membersOf(view).map(([name]) => name))
  const key = Object.keys(object).find((name) => !declared.has(name)) ?? 'key'
  const inside = isObject(view.additionalProperties) ? view.additionalProperties : patternSchema(view)
  return innerOf(object, key, inside)
}

/** The places of a tuple are named by their numbers. */
function stepIntoTuple(view: JsonObject, list: readonly Json[], segment: Segment): Inner | undefined {
  const index = segment.kind === 'member' ? Number(segment.name) : Number.NaN
  if (!Number.isInteger(index) || index > list.length) return undefined
  const inside = Array.isArray(view.prefixItems) ? view.prefixItems[index] : undefined
  return {
    token: String(index),
    schema: inside ?? view.items,
    value: list[index],
    put: (one) => list.toSpliced(index, 1, one),
  }
}

const innerOf = (object: JsonObject, name: string, schema: Json | undefined): Inner => ({
  token: name,
  schema,
  value: Object.hasOwn(object, name) ? object[name] : undefined,
  put: (one) => ({ ...object, [name]: one }),
})

const patternSchema = ({ patternProperties }: JsonObject): Json | undefined =>
  isObject(patternProperties) ? Object.values(patternProperties)[0] : undefined
