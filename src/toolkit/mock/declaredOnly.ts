/** Removes generated properties that a schema neither declares nor forbids, because real servers would not send them. */

import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { branchesOf, membersOf, typesOf, viewOf } from '../schema/view.ts'

/** The value without undeclared properties. Objects whose schema declares none, or allows others explicitly, stay unchanged. */
export function declaredOnly(document: ContractDocument, schema: Json | undefined, value: Json): Json {
  const view = viewOf(document, schema)
  if (Array.isArray(value))
    return typesOf(view).includes('array')
      ? value.map((item) => declaredOnly(document, view.items, item))
      : value
  if (!isObject(value)) return value
  const members = new Map(membersOf(view))
  const names = Object.keys(value)
  const open =
    members.size === 0 ||
    branchesOf(view).length > 0 ||
    ['additionalProperties', 'patternProperties', 'unevaluatedProperties'].some((key) => isObject(view[key]))
  const declared = open ? names : names.filter((name) => members.has(name))
  return Object.fromEntries(
    declared.map((name) => {
      const inner = value[name] as Json
      return [name, members.has(name) ? declaredOnly(document, members.get(name), inner) : inner]
    }),
  )
}
