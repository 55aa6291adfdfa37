/**
 * Enums that may grow: known values for completion, while any other value is accepted. Documents write them as
 * `x-extensible-enum` (Zalando's RESTful API Guidelines, rule 112), or as `anyOf` of any string and an enum.
 */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOfFragment, valueAt } from '../openapi/pointer.ts'
import { isData, isNameMap } from '../openapi/walk.ts'

const EXTENSION = 'x-extensible-enum'

/** The tree with each such schema as one with a type and `x-extensible-enum`, of which typesWorker.mjs makes a type. */
export function withOpenEnums(root: JsonObject): JsonObject {
  const copyOf = (node: Json, names: boolean): Json => {
    if (Array.isArray(node)) return node.map((one) => copyOf(one, false))
    if (!isObject(node)) return node
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [
        key,
        !names && isData(key, inner) ? inner : copyOf(inner, !names && isNameMap(key, inner)),
      ]),
    )
    return names ? copy : withOpenBranch(root, withType(copy))
  }
  return copyOf(root, false) as JsonObject
}

/** A schema of values without a type has the type of its values. */
function withType(schema: JsonObject): JsonObject {
  const { [EXTENSION]: values, type } = schema
  if (!Array.isArray(values) || type !== undefined || schema.$ref !== undefined) return schema
  return { type: values.every((value) => typeof value === 'number') ? 'number' : 'string', ...schema }
}

/** The branch for any string does not absorb the known values of the others. */
function withOpenBranch(root: JsonObject, schema: JsonObject): JsonObject {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  const isEnum = (branch: Json) => {
    const target =
      isObject(branch) && typeof branch.$ref === 'string'
        ? valueAt(root, pointerOfFragment(branch.$ref))
        : branch
    return isObject(target) && (typeof target.const === 'string' || hasStrings(target.enum))
  }
  if (!anyOf.some(isEnum)) return schema
  return {
    ...schema,
    anyOf: anyOf.map((branch) =>
      isObject(branch) && branch.type === 'string' && !isEnum(branch)
        ? { [EXTENSION]: [], ...branch }
        : branch,
    ),
  }
}

const hasStrings = (values: Json | undefined): boolean =>
  Array.isArray(values) && values.some((value) => typeof value === 'string')
