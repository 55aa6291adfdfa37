/** Translates schemas of OpenAPI 3.0 and JSON Schema draft 7 to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
import { isObject, type Json, type JsonObject } from './document.ts'
import type { Findings } from './findings.ts'
import { pointerOf } from './pointer.ts'

/** The schema itself, changed in place, or another one around it. */
export function translateSchema30(node: JsonObject, pointer: string, findings: Findings): JsonObject {
  exclusive(node, 'exclusiveMinimum', 'minimum', pointer, findings)
  exclusive(node, 'exclusiveMaximum', 'maximum', pointer, findings)
  if (node.example !== undefined && node.examples === undefined) node.examples = [node.example]
  const { nullable } = node
  delete node.nullable
  if (nullable !== true) return node
  const hasParts = ['allOf', 'anyOf', 'oneOf'].some((name) => name in node)
  // A part such as `allOf` would reject the null that a type list allows.
  if (typeof node.type === 'string' && !hasParts) {
    node.type = [node.type, 'null']
    if (!Array.isArray(node.enum) || node.enum.includes(null)) return node
    // By OpenAPI 3.0.3, an enum without null excludes null. Authors who write `nullable` mean the opposite.
    findings.warning(
      'without-effect',
      pointer + pointerOf('nullable'),
      'the enum lacks null, so that nullable strictly has no effect; null is treated as allowed',
    )
    node.enum = [...node.enum, null]
    return node
  }
  if (!hasParts) return node
  if (node.type === undefined) {
    findings.warning(
      'without-effect',
      pointer + pointerOf('nullable'),
      'there is no type next to it, so that nullable strictly has no effect; null is treated as allowed',
    )
  }
  return { anyOf: [{ type: 'null' }, node] as Json[], ...described(node) }
}

/** Annotations that readers expect on the outer schema. */
const described = (node: JsonObject): JsonObject => {
  const outside = [
    'description',
    'title',
    'readOnly',
    'writeOnly',
    'deprecated',
    'default',
    'example',
    'examples',
  ]
  return Object.fromEntries(
    Object.entries(node).filter(([name]) => outside.includes(name) || name.startsWith('x-')),
  )
}

/** In OpenAPI 3.0, `exclusiveMinimum` is a boolean next to the bound; since 3.1, it is the bound itself. */
function exclusive(
  node: JsonObject,
  keyword: string,
  bound: string,
  pointer: string,
  findings: Findings,
): void {
  const value = node[keyword]
  if (typeof value !== 'boolean') return
  delete node[keyword]
  if (!value) return
  if (typeof node[bound] === 'number') {
    node[keyword] = node[bound]
    delete node[bound]
  } else
    findings.warning(
      'without-effect',
      pointer + pointerOf(keyword),
      `there is no "${bound}" that it could exclude`,
    )
}

/** Schemas of draft-07, which AsyncAPI 3.0 extends, in the words of JSON Schema 2020-12. */

/** Changes the schema in place; its parts were changed before it. */
export function translateDraft07(node: JsonObject): void {
  if (Array.isArray(node.items)) {
    node.prefixItems = node.items
    delete node.items
    if (node.additionalItems !== undefined) node.items = node.additionalItems
  }
  delete node.additionalItems
  if (!isObject(node.dependencies)) return
  for (const [name, value] of Object.entries(node.dependencies)) {
    const keyword = Array.isArray(value) ? 'dependentRequired' : 'dependentSchemas'
    node[keyword] = { ...(isObject(node[keyword]) ? node[keyword] : {}), [name]: value }
  }
  delete node.dependencies
}
