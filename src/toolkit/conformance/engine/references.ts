/** References in paths and bodies: values that are the id or another key of an item, also inside of objects and lists. */
import type { Resource } from '../../model/resources.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { membersOf, viewOf, withoutNull } from '../../schema/view.ts'
import { keyTarget, referenceTarget } from './materialise.ts'
import type { Plan } from './rule.ts'

export interface Reference {
  /** Names and indexes that lead to the id: `items`, `0`, `model_id`. */
  path: readonly string[]
  target: Resource
  /** The property of the item that `id` is the value of, where it is not the id itself. */
  by: string | undefined
  id: string | number
}

const MAX_DEPTH = 4

/**
 * The references of a body, in the order of its properties.
 * @param from the resource that the body is about
 */
export function referencesIn(
  surroundings: { plan: Plan; from: Resource | undefined },
  schema: Json | undefined,
  value: Json | undefined,
  path: readonly string[] = [],
): Reference[] {
  const { document } = surroundings.plan.api
  if (typeof value === 'string' || typeof value === 'number') {
    const name = path.findLast((one) => !/^\d+$/.test(one)) ?? ''
    const target = referenceTarget(surroundings, name, schema)
    if (target !== undefined) return [{ path, target, by: undefined, id: value }]
    const key = keyTarget(surroundings, name, schema)
    return key === undefined ? [] : [{ path, target: key.resource, by: key.member, id: value }]
  }
  if (path.length >= MAX_DEPTH) return []
  const view = withoutNull(document, viewOf(document, schema))
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      referencesIn(surroundings, view.items, one, [...path, String(index)]),
    )
  if (!isObject(value)) return []
  const schemas = new Map(membersOf(branchFor(document, view, value)))
  return Object.entries(value).flatMap(([name, one]) =>
    schemas.has(name) ? referencesIn(surroundings, schemas.get(name), one, [...path, name]) : [],
  )
}
