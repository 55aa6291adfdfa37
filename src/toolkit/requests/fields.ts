/** Bodies of fields, as an object: forms (`address[city]=Rome`, `tags[]=a`) and `multipart/form-data`. */

import { latin1Text } from '../openapi/bytes.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type FormPart, UploadedPart } from './exchange.ts'
import { typedText } from './path.ts'

/** A value of a form: JSON, with files in it. */
export type FormValue = Json | UploadedPart | FormValue[] | { [name: string]: FormValue }
type FormObject = { [name: string]: FormValue }

/** A field by the names that lead to it, and its content. */
type Field = [names: string[], content: string | FormPart]

export const isFields = (type: string): boolean =>
  type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'

/** The fields as an object of the schema's types. */
export function readFields(
  document: ContractDocument,
  schema: Json | undefined,
  fields: readonly (readonly [name: string, content: string | FormPart])[],
): FormObject {
  const members = new Set(membersOf(viewOf(document, schema)).map(([name]) => name))
  return objectOf(
    document,
    schema,
    fields.map(([name, content]) => [namesIn(name, members), content]),
  )
}

/** A form with its files turned into something else. */
export function mapFiles<T>(value: FormValue, change: (file: UploadedPart) => T): FormValue | T {
  if (value instanceof UploadedPart) return change(value)
  if (Array.isArray(value)) return value.map((one) => mapFiles(one, change)) as FormValue[]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapFiles(one as FormValue, change)]),
  ) as FormObject
}

/** A file as JSON Schema sees it, a string: its text where it is UTF-8, else one character for each byte. */
export const textOfFile = ({ bytes }: UploadedPart): string => utf8(bytes) ?? latin1Text(bytes)

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** `address[city]` → address and city. `tags[]` → tags and an empty name. A property with exactly this name stays whole. */
function namesIn(name: string, members: ReadonlySet<string>): string[] {
  const [, first = '', rest = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? []
  if (first === '' || members.has(name)) return [name]
  return [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)]
}

function objectOf(
  document: ContractDocument,
  schema: Json | undefined,
  fields: readonly Field[],
): FormObject {
  const view = withoutNull(document, viewOf(document, schema))
  const members = new Map(membersOf(view))
  const other = isObject(view.additionalProperties) ? view.additionalProperties : undefined
  const entries = [...grouped(fields)].map(([name, inside]): [string, FormValue] => [
    name,
    fieldValue(document, members.get(name) ?? other, inside),
  ])
  // `fromEntries` defines properties, so that `__proto__` is a name like any other.
  return Object.fromEntries(entries)
}

/** The fields by the first of their names, which is removed. */
function grouped(fields: readonly Field[]): Map<string, Field[]> {
  const groups = new Map<string, Field[]>()
  for (const [[name = '', ...inner], content] of fields)
    groups.set(name, [...(groups.get(name) ?? []), [inner, content]])
  return groups
}

function fieldValue(
  document: ContractDocument,
  schema: Json | undefined,
  fields: readonly Field[],
): FormValue {
  const view = withoutNull(document, viewOf(document, schema))
  const types = typesOf(view)
  const isIndex = ([[name]]: Field) => name !== undefined && /^\d*$/.test(name)
  const contents = fields.filter(([names]) => names.length === 0).map(([, content]) => content)
  const deep = fields.filter(([names]) => names.length > 0)
  if (types.includes('array') || (deep.length > 0 && deep.every(isIndex))) {
    // `tags[]` is an item each time, `tags[0][…]` one for each number.
    const listed = [...grouped(deep)].flatMap(([index, inner]) =>
      index === '' ? inner.map((one) => [one]) : [inner],
    )
    return [...contents.map((content): Field[] => [[[], content]]), ...listed].map((one) =>
      fieldValue(document, view.items, one),
    )
  }
  if (deep.length > 0) return objectOf(document, schema, deep)
  const values = contents.map((content) => contentValue(view, content))
  const [value = ''] = values
  if (types.includes('object') && typeof value === 'string') return parsed(value) ?? value
  if (values.length > 1) return values
  return typeof value === 'string' ? typedText(types, value) : value
}

/** Media types whose content is text. */
const TEXT = /^text\/|^application\/(.*\+|x-)?(json|ndjson|jsonl|jsonlines|json-seq|xml|yaml)$/i

/** A file where the schema declares one, and for a schema without a type where the part declares one; else text. */
function contentValue(view: JsonObject, content: string | FormPart): string | UploadedPart {
  if (typeof content === 'string') return content
  const { filename, type, bytes } = content
  const file = new UploadedPart(filename ?? '', type, bytes)
  const isText = TEXT.test(type)
  if (isBinary(view)) return file
  if (typesOf(view).length === 0 && (filename !== undefined || !isText)) return file
  return utf8(bytes) ?? file
}

/**
 * Whether a string of the schema is bytes: `format: binary` (OpenAPI 3.0), or a media type without an encoding
 * (OpenAPI 3.1, "Working with Binary Data").
 */
function isBinary({ format, contentMediaType, contentEncoding }: JsonObject): boolean {
  if (format === 'binary') return true
  if (typeof contentMediaType !== 'string' || contentEncoding !== undefined) return false
  return !TEXT.test(contentMediaType)
}

/** The JSON of a field with an object (OpenAPI 3.1, "Encoding Object", `contentType`). */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
