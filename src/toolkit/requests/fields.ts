/** Bodies of fields, as an object: forms (`address[city]=Rome`, `tags[]=a`) and `multipart/form-data`. */
import { membersOf, typesOf, viewOf, withoutNull } from '../conformance/api/schemaView.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../contract/index.ts'
import { typedText } from './path.ts'

/** A field by the names that lead to it, and its text. */
type Field = [names: string[], text: string]

export const isFields = (type: string): boolean =>
  type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'

/** The body as an object of the schema's types; undefined where a multipart body cannot be read. */
export function readFields(
  document: ContractDocument,
  schema: Json | undefined,
  contentType: string,
  body: Buffer,
): JsonObject | undefined {
  const pairs = /^multipart\//i.test(contentType)
    ? partsOf(contentType, body)
    : [...new URLSearchParams(body.toString())]
  const members = new Set(membersOf(viewOf(document, schema)).map(([name]) => name))
  return (
    pairs &&
    objectOf(
      document,
      schema,
      pairs.map(([name, text]) => [namesIn(name, members), text]),
    )
  )
}

/** `address[city]` → address, city; `tags[]` → tags, and nothing; a member of that very name stays whole. */
function namesIn(name: string, members: ReadonlySet<string>): string[] {
  const [, first = '', rest = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? []
  if (first === '' || members.has(name)) return [name]
  return [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)]
}

function objectOf(
  document: ContractDocument,
  schema: Json | undefined,
  fields: readonly Field[],
): JsonObject {
  const view = withoutNull(document, viewOf(document, schema))
  const members = new Map(membersOf(view))
  const made: JsonObject = {}
  for (const [name, inside] of grouped(fields)) {
    const other = isObject(view.additionalProperties) ? view.additionalProperties : undefined
    made[name] = fieldValue(document, members.get(name) ?? other, inside)
  }
  return made
}

/** The fields by the first of their names, which is taken off. */
function grouped(fields: readonly Field[]): Map<string, Field[]> {
  const groups = new Map<string, Field[]>()
  for (const [[name = '', ...inner], text] of fields)
    groups.set(name, [...(groups.get(name) ?? []), [inner, text]])
  return groups
}

function fieldValue(document: ContractDocument, schema: Json | undefined, fields: readonly Field[]): Json {
  const view = withoutNull(document, viewOf(document, schema))
  const types = typesOf(view)
  const isIndex = ([[name]]: Field) => name !== undefined && /^\d*$/.test(name)
  const texts = fields.filter(([names]) => names.length === 0).map(([, text]) => text)
  const deep = fields.filter(([names]) => names.length > 0)
  if (types.includes('array') || (deep.length > 0 && deep.every(isIndex))) {
    // `tags[]` is an item each time, `tags[0][…]` one for each number.
    const listed = [...grouped(deep)].flatMap(([index, inner]) =>
      index === '' ? inner.map((one) => [one]) : [inner],
    )
    return [...texts.map((text): Field[] => [[[], text]]), ...listed].map((one) =>
      fieldValue(document, view.items, one),
    )
  }
  if (deep.length > 0) return objectOf(document, schema, deep)
  const [text = ''] = texts
  if (types.includes('object')) return parsed(text) ?? text
  return texts.length > 1 ? texts : typedText(types, text)
}

/** The JSON of a field that holds an object (OpenAPI 3.1, "Encoding Object", `contentType`). */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The parts of a multipart body (RFC 7578) by their names; the content of a file as text. */
function partsOf(contentType: string, body: Buffer): [string, string][] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts = `\r\n${body.toString('utf8')}`.split(`\r\n--${boundary}`).slice(1)
  return parts.flatMap((part): [string, string][] => {
    const [, head = '', content = ''] = /^\r\n(.*?)\r\n\r\n(.*)$/s.exec(part) ?? []
    const name = /^content-disposition:.*?;\s*name="([^"]*)"/im.exec(head)?.[1]
    return name === undefined ? [] : [[name, content]]
  })
}
