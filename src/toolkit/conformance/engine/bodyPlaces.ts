/** Places in the bodies of requests. */
import type { ApiOperation } from '../../model/api.ts'
import { normal } from '../../model/vocabulary.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { branchesOf, membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { CheckContext } from './rule.ts'

type Document = CheckContext['api']['document']

/** The declared property that a path leads to: whole, without what wraps it, or by its last name. */
export function placeIn(
  document: Document,
  schema: Json | undefined,
  path: readonly string[],
): string[] | undefined {
  for (let start = 0; start < path.length; start++) {
    const found = declaredPath(document, schema, path.slice(start))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The place of a property that the document leaves out: at the top, or in a declared object that lists no properties. A
 * top that allows no others must mean such an object, if there is only one.
 */
export function openPlaceIn(
  document: Document,
  schema: Json | undefined,
  path: readonly string[],
): readonly string[] | undefined {
  const name = path.at(-1) ?? ''
  const top = viewOf(document, schema)
  if (path.length > 1) {
    const parent = placeIn(document, schema, path.slice(0, -1))
    return parent && isOpen(document, declaredIn(document, schema, parent)) ? [...parent, name] : undefined
  }
  if (top.additionalProperties !== false) return path
  const [open, ...others] = membersOf(top).filter(([, inside]) => isOpen(document, inside))
  return open && others.length === 0 ? [open[0], name] : undefined
}

/** The place of a property in the one declared object of a body that has it: `options.service` for `service`. */
export function placeWithin(
  document: Document,
  schema: Json | undefined,
  name: string,
): readonly string[] | undefined {
  const [found, ...others] = membersOf(viewOf(document, schema)).flatMap(([member, inside]) => {
    const view = withoutNull(document, viewOf(document, inside))
    const below = typesOf(view).includes('object') ? declaredPath(document, inside, [name]) : undefined
    return below === undefined ? [] : [[member, ...below]]
  })
  return others.length === 0 ? found : undefined
}

/** Whether an object may have any properties. */
function isOpen(document: Document, schema: Json | undefined): boolean {
  const view = withoutNull(document, viewOf(document, schema))
  return (
    typesOf(view).includes('object') && membersOf(view).length === 0 && view.additionalProperties !== false
  )
}

const declaredIn = (
  document: Document,
  schema: Json | undefined,
  path: readonly string[],
): Json | undefined =>
  path.reduce<Json | undefined>((inside, name) => {
    const view = withoutNull(document, viewOf(document, inside))
    return /^\d+$/.test(name) ? view.items : new Map(membersOf(view)).get(name)
  }, schema)

function declaredPath(
  document: Document,
  schema: Json | undefined,
  path: readonly string[],
): string[] | undefined {
  const [name, ...rest] = path
  if (name === undefined) return []
  const view = withoutNull(document, viewOf(document, schema))
  if (/^\d+$/.test(name) && view.items !== undefined) {
    const below = declaredPath(document, view.items, rest)
    return below && [name, ...below]
  }
  const forms = [view, ...branchesOf(view).map((branch) => viewOf(document, branch))]
  const member = forms.flatMap(membersOf).find(([own]) => normal(own) === normal(name))
  if (member === undefined) return undefined
  const below = declaredPath(document, member[1], rest)
  return below && [member[0], ...below]
}

/** The schema of a place in a body, and whether it has to be there. */
export function declaredAt(
  { api }: CheckContext,
  operation: ApiOperation,
  body: Json,
  path: readonly string[],
): { schema: Json | undefined; isRequired: boolean } {
  const { document } = api
  let schema: Json | undefined = operation.body?.schema
  let isRequired = true
  for (const [depth, name] of path.entries()) {
    const whole = withoutNull(document, viewOf(document, schema))
    const value = at(body, path.slice(0, depth))
    const view = isObject(value) ? branchFor(document, whole, value) : whole
    isRequired = requiredOf(view).has(name)
    schema = /^\d+$/.test(name) ? view.items : new Map(membersOf(view)).get(name)
  }
  return { schema, isRequired }
}

/** The value at a path. */
export function at(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value
  for (const name of path)
    here = isObject(here) ? here[name] : Array.isArray(here) ? here[Number(name)] : undefined
  return here
}

/** A value in a body, and where it is. */
export interface Placed<T> {
  path: readonly string[]
  value: T
}

/** The values of a body that are neither objects nor arrays. */
export function valuesIn(value: Json, path: readonly string[] = []): Placed<Json>[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return inside.flatMap(([name, one]) => valuesIn(one ?? null, [...path, String(name)]))
}
