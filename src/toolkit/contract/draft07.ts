/** Schemas of draft-07, which AsyncAPI 3.0 extends, in the words of JSON Schema 2020-12. */
import { isObject, type JsonObject } from './document.ts'

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
