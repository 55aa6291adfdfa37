/** A loaded document as a validator may have it: with its schemas, and without what only looks like schemas. */
import { isObject, type Json, type JsonObject, setOwn } from './document.ts'
import { fitsKeyword } from './schemaKeywords.ts'
import { isData, isNameMap } from './walk.ts'

/** Validators do not look into these. */
const SKIPPED = new Set(['const', 'default', 'enum'])
/** Identifiers of schemas; references are local by now. */
const IDENTIFIERS = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema'])

const roots = new WeakMap<JsonObject, JsonObject>()

/**
 * A copy of the tree without examples and schema identifiers. An `$id` in an example has no meaning (JSON Schema 2020-12,
 * section 8.2.1), but a validator that reads the whole tree would use it. JSON Pointers of schemas do not change.
 */
export function validationRootOf(root: JsonObject): JsonObject {
  const copy = roots.get(root) ?? withoutRootKeywords(copyOf(root, false) as JsonObject)
  roots.set(root, copy)
  return copy
}

/** Validators compile the whole tree as a schema, and a document may have any property at its root. */
function withoutRootKeywords(root: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(root))
    if (key === '$ref' || !fitsKeyword(key, value as Json)) delete root[key]
  return root
}

function copyOf(node: Json, names: boolean): Json {
  if (Array.isArray(node)) return node.map((item) => copyOf(item, false))
  if (!isObject(node)) return node
  return names ? copyOfMap(node) : withProtoProperty(copyOfNode(node))
}

function copyOfMap(map: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(map))
    if (value !== undefined) setOwn(copy, name, copyOf(value, false))
  return copy
}

function copyOfNode(node: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined) continue
    if (SKIPPED.has(key)) copy[key] = value
    else if (isData(key, value) || key === 'examples') continue
    else if (typeof value !== 'string' || !IDENTIFIERS.has(key))
      setOwn(copy, key, copyOf(value, isNameMap(key, value)))
  }
  return copy
}

const PROTO = '__proto__'
/** The group avoids a pattern that an author would write. */
const PROTO_PATTERN = `^(?:${PROTO})$`

/** Ajv skips the name `__proto__` in `properties`: `patternProperties` repeats its schema. Changes the given schema. */
export function withProtoProperty(schema: JsonObject): JsonObject {
  const { properties, patternProperties } = schema
  const own = isObject(properties) && Object.hasOwn(properties, PROTO) ? properties[PROTO] : undefined
  if (own === undefined) return schema
  schema.patternProperties = { ...(isObject(patternProperties) && patternProperties), [PROTO_PATTERN]: own }
  return schema
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))
const named = new WeakMap<JsonObject, boolean>()

/**
 * Whether a document has names that every object of JavaScript inherits, such as `constructor`. Ajv then needs
 * `ownProperties`: without it, such a property is never missing, and an optional one is a function.
 */
export function hasInheritedNames(root: JsonObject): boolean {
  const known = named.get(root) ?? findInheritedName(root)
  named.set(root, known)
  return known
}

function findInheritedName(node: Json | undefined): boolean {
  if (typeof node === 'string') return INHERITED.has(node)
  if (Array.isArray(node)) return node.some(findInheritedName)
  if (!isObject(node)) return false
  return Object.keys(node).some((name) => INHERITED.has(name) || findInheritedName(node[name]))
}
