/** The part of a document that one operation needs, for a library that walks all that it is given. */
import type { Operation } from '../../operationTable.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/**
 * The document of one operation: itself, and what it refers to.
 * - Without examples, links and texts: with them the first request of a route needs half a second.
 * - Reserved characters and empty values in a query are left to the schemas, as RFC 3986, section 3.4 has it; the
 *   library rejects both by rules of its own.
 * - With the objects instead of the references: the library compiles each schema that it has to look up. That costs 40 of
 *   the 60 ms that a route then needs to be prepared.
 */
export function bundleOf(
  document: object,
  basePath: string,
  { path, method }: Pick<Operation, 'path' | 'method'>,
) {
  const whole = document as JsonObject
  const item = memberOf(memberOf(whole, 'paths'), path)
  const paths = { [path]: { parameters: item.parameters ?? [], [method]: item[method] ?? {} } }
  const components: { [kind: string]: JsonObject } = {}
  const seen = new Set<string>()
  const collect = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) collect(item)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string' || seen.has(inner)) {
        collect(inner)
        continue
      }
      seen.add(inner)
      const [, , kind = '', name = ''] = inner.split('/')
      const target = memberOf(memberOf(memberOf(whole, 'components'), kind), unescapePointer(name))
      components[kind] = { ...components[kind], [unescapePointer(name)]: target }
      collect(target)
    }
  }
  collect(paths)
  const { openapi = '3.1.0', info = {} } = whole
  const servers = [{ url: basePath === '' ? '/' : basePath }]
  return inlined(stripped({ openapi, info, servers, paths, components }) as JsonObject)
}

/** The document with its references written out; as it is where one leads back to itself. */
function inlined({ components = {}, ...rest }: JsonObject): JsonObject {
  let recursive = false
  const within = (value: Json, open: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map((item) => within(item, open))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...siblings } = value
    if (typeof $ref !== 'string') return mapped(value, open)
    if (open.includes($ref)) {
      recursive = true
      return value
    }
    const [, , kind = '', name = ''] = $ref.split('/')
    const target = within(memberOf(memberOf(components as JsonObject, kind), unescapePointer(name)), [
      ...open,
      $ref,
    ]) as JsonObject
    const others = mapped(siblings, open)
    // Both count (JSON Schema 2020-12, section 8.2.3.1): where they have a keyword in common they are next to each other.
    const common = Object.keys(others).some((keyword) => keyword in target)
    return common
      ? { ...others, allOf: [target, ...((others.allOf as Json[]) ?? [])] }
      : { ...target, ...others }
  }
  const mapped = (value: JsonObject, open: readonly string[]): JsonObject => {
    const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner, open)]))
    // Ajv compares items otherwise where it sees that they are texts, so that it must not see more than in the document.
    const referred = typeof memberOf(value, 'items').$ref === 'string'
    return value.uniqueItems === true && referred ? { ...copy, items: { allOf: [copy.items as Json] } } : copy
  }
  const whole = mapped(rest, [])
  return recursive ? { ...rest, components } : whole
}

/** Keywords without a schema. */
const UNUSED = new Set(['example', 'examples', 'links', 'description', 'summary', 'x-origin'])
/** Below these the keys are names that the document chose. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'dependentSchemas',
  'parameters',
  'paths',
  'headers',
  'responses',
  'requestBodies',
])

/** A copy, for the library changes what it is given. */
function stripped(value: Json, named = false): Json {
  if (Array.isArray(value)) return value.map((item) => stripped(item))
  if (typeof value !== 'object' || value === null) return value
  const copy: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!named && UNUSED.has(key) && !(key === 'description' && 'content' in value)) continue
    copy[key] = stripped(inner, !named && NAMED.has(key) && !Array.isArray(inner))
  }
  if (!named) writeTagsAsConditions(copy)
  if (copy.in === 'query' && 'name' in copy)
    Object.assign(copy, { allowReserved: true, allowEmptyValue: true })
  return copy
}

/**
 * The library looks for a tag among the properties of the body, wherever the alternatives are, and without the tag it
 * complains of every alternative. As conditions they mean the same, and it complains only of the intended one.
 */
function writeTagsAsConditions(schema: JsonObject): void {
  const { propertyName, mapping } = memberOf(schema, 'discriminator')
  if (typeof propertyName !== 'string' || typeof mapping !== 'object' || !Array.isArray(schema.oneOf)) return
  const tags = Object.entries(mapping as JsonObject)
  const conditions = tags.map(([tag, $ref]) => ({
    if: { required: [propertyName], properties: { [propertyName]: { const: tag } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { $ref: $ref as string },
  }))
  const { discriminator: _discriminator, oneOf: _oneOf, allOf = [], ...others } = schema
  for (const key of Object.keys(schema)) delete schema[key]
  const known: JsonObject = { properties: { [propertyName]: { enum: tags.map(([tag]) => tag) } } }
  Object.assign(schema, others, { allOf: [...(allOf as Json[]), known, ...conditions] })
}

const memberOf = (value: JsonObject, name: string): JsonObject => (value[name] ?? {}) as JsonObject

const unescapePointer = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~')
