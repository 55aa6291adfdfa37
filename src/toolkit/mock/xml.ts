/** A value as XML, by the XML Object of its schema (OpenAPI 3.1, section 4.8.26). */

import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { membersOf, viewOf } from '../schema/view.ts'

/** The document element and everything in it; attributes, names, prefixes, namespaces and wrappers as declared. */
export function xmlOf(document: ContractDocument, schema: Json | undefined, value: Json): string {
  const view = viewOf(document, schema)
  const reference = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : ''
  const name =
    reference
      .split('/')
      .at(-1)
      ?.replace(/[^\w.-]/g, '') || 'response'
  const root = Array.isArray(value)
    ? `<${nameOf(view, name)}>${value.map((item) => element(document, view.items, item, 'item')).join('')}</${nameOf(view, name)}>`
    : element(document, schema, value, name)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`
}

function element(
  document: ContractDocument,
  schema: Json | undefined,
  value: Json,
  fallback: string,
): string {
  const view = viewOf(document, schema)
  const name = nameOf(view, fallback)
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      element(document, view.items, item, objectAt(view, 'xml').wrapped === true ? fallback : name),
    )
    return objectAt(view, 'xml').wrapped === true ? `<${name}>${items.join('')}</${name}>` : items.join('')
  }
  const members = new Map(membersOf(view))
  const entries = isObject(value) ? (Object.entries(value) as [string, Json][]) : []
  const isAttribute = ([key]: [string, Json]) =>
    objectAt(viewOf(document, members.get(key)), 'xml').attribute === true
  const attributes = entries
    .filter(isAttribute)
    .map(([key, inner]) => ` ${nameOf(viewOf(document, members.get(key)), key)}="${escapedText(inner)}"`)
  const inside = isObject(value)
    ? entries
        .filter((entry) => !isAttribute(entry))
        .map(([key, inner]) => element(document, members.get(key), inner, key))
        .join('')
    : escapedText(value)
  return `<${name}${namespaceOf(view)}${attributes.join('')}>${inside}</${name}>`
}

function nameOf(view: JsonObject, fallback: string): string {
  const { name, prefix } = objectAt(view, 'xml')
  const local = (typeof name === 'string' ? name : fallback)
    .replace(/[^\w.-]/g, '_')
    .replace(/^(?=[\d.-])/, '_')
  return typeof prefix === 'string' && /^[A-Za-z_][\w.-]*$/.test(prefix) ? `${prefix}:${local}` : local
}

function namespaceOf(view: JsonObject): string {
  const { namespace, prefix } = objectAt(view, 'xml')
  if (typeof namespace !== 'string') return ''
  return ` xmlns${typeof prefix === 'string' ? `:${prefix}` : ''}="${escapedText(namespace)}"`
}

/** XML 1.0, section 2.2, has no place for control characters. */
const escapedText = (value: Json): string =>
  String(value ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(
      /[&<>"]/g,
      (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter,
    )
