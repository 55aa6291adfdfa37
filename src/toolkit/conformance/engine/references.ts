/** References in request and response bodies: properties with the id of an item, also inside of objects and lists. */
import type { Resource } from '../../model/resources.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { membersOf, viewOf, withoutNull } from '../../schema/view.ts'
import { referenceTarget } from './materialise.ts'
import type { Plan } from './rule.ts'

export interface Reference {
  /** Names and indexes that lead to the id: `items`, `0`, `model_id`. */
  path: readonly string[]
  target: Resource
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
    return target === undefined ? [] : [{ path, target, id: value }]
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
