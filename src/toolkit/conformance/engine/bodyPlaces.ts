/** Places in the bodies of requests. */
import type { ApiOperation } from '../../model/api.ts'
import { normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { branchesOf, membersOf, requiredOf, viewOf, withoutNull } from '../../schema/view.ts'
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
  body: JsonObject,
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
