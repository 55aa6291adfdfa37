import { isObject, type JsonObject } from '../openapi/document.ts'
import { documentOf } from '../openapi/documentOf.ts'
import { listOperations } from '../openapi/operations.ts'

/**
 * The operations of `now` that differ from those of `before`: first those that changed themselves, then those that
 * reach a component that did. Both are bundles.
 */
export function changedOperations(before: JsonObject, now: JsonObject): string[] {
  if (before.openapi === undefined || now.openapi === undefined) return []
  const known = textsOf(before)
  const present = textsOf(now)
  const changed = new Set<string>()
  for (const [reference, text] of present.components)
    if (known.components.get(reference) !== text) changed.add(reference)
  // A part that refers to a changed part has changed with it.
  for (let grew = true; grew; ) {
    grew = false
    for (const [reference, text] of present.components) {
      if (changed.has(reference) || !referencesIn(text).some((one) => changed.has(one))) continue
      changed.add(reference)
      grew = true
    }
  }
  const all = [...present.operations]
  const own = all.filter(([id, text]) => known.operations.get(id) !== text)
  const reached = all.filter(
    (entry) => !own.includes(entry) && referencesIn(entry[1]).some((one) => changed.has(one)),
  )
  return [...own, ...reached].map(([id]) => id)
}

function textsOf(root: JsonObject): { operations: Map<string, string>; components: Map<string, string> } {
  const operations = new Map(
    listOperations(documentOf(root)).map(({ operationId, path, method, operation }) => [
      operationId,
      `${method} ${path} ${JSON.stringify(operation)}`,
    ]),
  )
  const components = new Map<string, string>()
  for (const [group, members] of Object.entries(isObject(root.components) ? root.components : {})) {
    for (const [name, value] of Object.entries(isObject(members) ? members : {}))
      components.set(`#/components/${group}/${name}`, JSON.stringify(value))
  }
  return { operations, components }
}

const referencesIn = (text: string): string[] =>
  [...text.matchAll(/"\$ref":"(#\/components\/[^"/]+\/[^"/]+)/g)].map(([, reference]) => reference ?? '')
