/** From OpenAPI 3.1 to the 3.0 that Dredd reads. */
import { Converter } from '@apiture/openapi-down-convert'
import { isObject, type Json, type JsonObject, objectAt } from '../../src/toolkit/openapi/index.ts'

/**
 * The document as OpenAPI 3.0: the converter's work, and the parts that it leaves undone. Bodies have no schemas in it
 * unless the caller wants them: each transaction is given that of its response, and Dredd needs minutes to read them.
 */
export function downConvert(document: JsonObject, { withSchemas = false } = {}): JsonObject {
  const converted = new Converter(structuredClone(document)).convert() as JsonObject
  delete objectAt(converted, 'info').summary
  const finished = finish(converted, withSchemas) as JsonObject
  const components = objectAt(finished, 'components')
  const schemas = objectAt(components, 'schemas')
  components.schemas = {}
  components.schemas = reachable(JSON.stringify(finished), schemas)
  return finished
}

/** The schemas that `text` refers to, and those that they refer to. */
function reachable(text: string, schemas: JsonObject, found: JsonObject = {}): JsonObject {
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
    if (name in found || !(name in schemas)) continue
    found[name] = schemas[name] ?? {}
    reachable(JSON.stringify(schemas[name]), schemas, found)
  }
  return found
}

/** Exclusive bounds become flags next to a bound, lists of types a choice. */
function finish(node: Json, withSchemas: boolean): Json {
  if (Array.isArray(node)) return node.map((one) => finish(one, withSchemas))
  if (!isObject(node)) return node
  const copy: JsonObject = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'content' && !withSchemas ? withoutSchemas(value) : finish(value, withSchemas),
    ]),
  )
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const value = copy[exclusive]
    if (typeof value === 'number') Object.assign(copy, { [bound]: value, [exclusive]: true })
  }
  if (Array.isArray(copy.type) && copy.type.every((type) => typeof type === 'string')) {
    const types = copy.type.filter((type) => type !== 'null')
    if (types.length < copy.type.length) copy.nullable = true
    delete copy.type
    if (types.length === 1) copy.type = types[0] ?? null
    else copy.anyOf = types.map((type) => ({ type }))
  }
  return copy
}

const withoutSchemas = (content: Json): Json =>
  isObject(content)
    ? Object.fromEntries(
        Object.entries(content).map(([type, media]) => [
          type,
          isObject(media)
            ? Object.fromEntries(Object.entries(media).filter(([key]) => key !== 'schema'))
            : media,
        ]),
      )
    : content
