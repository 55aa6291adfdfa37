/**
 * Schemas for types: those of requests have no `readOnly` properties, those of responses no `writeOnly` ones (OpenAPI
 * 3.1, "Schema Object"). Types of such schemas suit every client and server, which markers inside of types do not.
 */
import {
  type ContractDocument,
  DocumentError,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../openapi/document.ts'
import { escapeToken, pointerOf, pointerOfFragment, tokensOf, valueAt } from '../openapi/pointer.ts'
import { isData, isNameMap } from '../openapi/walk.ts'
import { type Direction, viewOf } from '../schema/view.ts'

/** Marks an object without the properties that it had. As a part of another, it does not forbid those of the other. */
const EMPTIED = 'x-emptied'

const PREFIX = '#/components/schemas/'

/** Which component schemas have one form for requests and another for responses, and where they are used. */
interface Plan {
  document: ContractDocument
  /** The direction of the schema with the name itself; none where no operation refers to it. */
  own: ReadonlyMap<string, Direction>
  /** Names of the forms for requests, where the name itself is the form for responses. */
  writable: ReadonlyMap<string, string>
  /** Pointers whose targets are being copied, so that a circle ends. */
  open: Set<string>
}

/**
 * The tree of the document with the schemas of each direction. A schema that both directions use, and that differs, has
 * the form for requests under a name of its own: `ItemWritable` next to `Item`.
 */
export function withDirections(document: ContractDocument): JsonObject {
  const { root } = document
  const components = objectAt(root, 'components')
  const schemas = objectAt(components, 'schemas')
  if (!mentionsDirection(root)) return root
  const plan = planOf(document, schemas)
  const own = Object.entries(schemas).map(([name, schema]) => {
    const direction = plan.own.get(name)
    return [name, direction === undefined ? schema : directed(plan, schema, direction)]
  })
  const writable = [...plan.writable].map(([name, form]) => [
    form,
    directed(plan, schemas[name] ?? true, 'request'),
  ])
  const forms = Object.fromEntries([...own, ...writable]) as JsonObject
  const changed = eachPart(root, (node, direction) => directed(plan, node, direction))
  return 'schemas' in components
    ? { ...changed, components: { ...objectAt(changed, 'components'), schemas: forms } }
    : changed
}

function mentionsDirection(node: Json | undefined): boolean {
  if (Array.isArray(node)) return node.some(mentionsDirection)
  if (!isObject(node)) return false
  return node.readOnly === true || node.writeOnly === true || Object.values(node).some(mentionsDirection)
}

function planOf(document: ContractDocument, schemas: JsonObject): Plan {
  const marked = markedOf(document, schemas)
  const used: Record<Direction, Set<string>> = { request: new Set(), response: new Set() }
  const reach = (node: Json, direction: Direction): Json => {
    for (const name of referredNames(node)) {
      if (used[direction].has(name)) continue
      used[direction].add(name)
      reach(schemas[name] ?? true, direction)
    }
    return node
  }
  eachPart(document.root, reach)
  const own = new Map<string, Direction>([...used.request].map((name) => [name, 'request']))
  for (const name of used.response) own.set(name, 'response')
  const writable = new Map<string, string>()
  const names = new Set(Object.keys(schemas))
  for (const name of used.request)
    if (used.response.has(name) && marked.has(name)) {
      let form = `${name}Writable`
      for (let count = 2; names.has(form); count++) form = `${name}Writable${count}`
      names.add(form)
      writable.set(name, form)
    }
  return { document, own, writable, open: new Set() }
}

function markedOf(document: ContractDocument, schemas: JsonObject): Set<string> {
  const referrers = new Map<string, string[]>()
  const marked = new Set<string>()
  for (const [name, schema] of Object.entries(schemas)) {
    if (hasMark(document, schema)) marked.add(name)
    for (const target of referredNames(schema))
      referrers.set(target, [...(referrers.get(target) ?? []), name])
  }
  for (const name of marked) for (const referrer of referrers.get(name) ?? []) marked.add(referrer)
  return marked
}

/** Whether a property below the schema, without references, is absent in one direction. */
function hasMark(document: ContractDocument, node: Json, names = false): boolean {
  if (Array.isArray(node)) return node.some((one) => hasMark(document, one))
  if (!isObject(node)) return false
  return Object.entries(node).some(([key, inner]) => {
    if (!names && isData(key, inner)) return false
    if (!names && key === 'properties' && isObject(inner))
      for (const property of Object.values(inner))
        if (isAbsent(document, property, 'request') || isAbsent(document, property, 'response')) return true
    return hasMark(document, inner, !names && isNameMap(key, inner))
  })
}

/** Whether messages of the direction do not contain the property. One that is both is invalid, and stays. */
function isAbsent(document: ContractDocument, property: Json, direction: Direction): boolean {
  if (!isObject(property)) return false
  const { readOnly, writeOnly } = viewAt(document, property)
  return readOnly !== writeOnly && (direction === 'request' ? readOnly : writeOnly) === true
}

/** A reference that leads nowhere is reported elsewhere. */
function viewAt(document: ContractDocument, schema: JsonObject): JsonObject {
  if (!('$ref' in schema) && !('allOf' in schema)) return schema
  try {
    return viewOf(document, schema)
  } catch (error) {
    if (error instanceof DocumentError) return schema
    throw error
  }
}

/** Names of the component schemas that the node refers to, also with a pointer below them. */
function referredNames(node: Json, names = false): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => referredNames(one))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, inner]) => {
    if (!names && key === '$ref') return schemaTokens(inner)?.slice(0, 1) ?? []
    if (!names && isData(key, inner)) return []
    return referredNames(inner, !names && isNameMap(key, inner))
  })
}

const schemaTokens = (reference: Json | undefined): string[] | undefined =>
  typeof reference === 'string' && reference.startsWith(PREFIX)
    ? tokensOf(pointerOfFragment(reference)).slice(2)
    : undefined

/** The node as messages of the direction have it. */
function directed(plan: Plan, node: Json, direction: Direction, names = false): Json {
  if (Array.isArray(node)) return node.map((one) => directed(plan, one, direction))
  if (!isObject(node)) return node
  const entries = Object.entries(node).filter(([, inner]) => inner !== undefined)
  // `fromEntries`, because assignment to the name `__proto__` would create no property.
  if (names) return Object.fromEntries(entries.map(([key, inner]) => [key, directed(plan, inner, direction)]))
  return Object.fromEntries(
    entries.flatMap(([key, inner]) => Object.entries(directedKeyword(plan, node, key, inner, direction))),
  )
}

function directedKeyword(
  plan: Plan,
  schema: JsonObject,
  key: string,
  value: Json,
  direction: Direction,
): JsonObject {
  if (isData(key, value)) return { [key]: value }
  if (key === '$ref') return directedReference(plan, value, direction)
  if (key === 'discriminator' && isObject(value))
    return { [key]: directedDiscriminator(plan, schema, value, direction) }
  if (key === 'required' && Array.isArray(value)) {
    const known = objectAt(viewAt(plan.document, schema), 'properties')
    return { [key]: value.filter((name) => !isAbsent(plan.document, known[String(name)] ?? true, direction)) }
  }
  if (key !== 'properties' || !isObject(value))
    return { [key]: directed(plan, value, direction, isNameMap(key, value)) }
  const properties = Object.entries(value)
  const present = properties.filter(([, one]) => !isAbsent(plan.document, one, direction))
  if (present.length === 0 && properties.length > 0) return { [EMPTIED]: true }
  return { [key]: directed(plan, Object.fromEntries(present), direction, true) }
}

function directedReference(plan: Plan, reference: Json, direction: Direction): JsonObject {
  const [name, ...below] = schemaTokens(reference) ?? []
  if (name === undefined) return { $ref: reference }
  const form = formOf(plan, name, direction)
  const formDirection = form === name ? plan.own.get(name) : direction
  const pointer = pointerOf('components', 'schemas', name, ...below)
  if (formDirection === undefined || !crossesAbsent(plan.document, pointer, formDirection))
    return { $ref: `#${pointerOf('components', 'schemas', form, ...below)}` }
  // The reference leads below a property that the form does not have.
  const target = valueAt(plan.document.root, pointer)
  if (!isObject(target) || plan.open.has(pointer)) return {}
  plan.open.add(pointer)
  const copy = directed(plan, target, direction) as JsonObject
  plan.open.delete(pointer)
  return copy
}

const formOf = (plan: Plan, name: string, direction: Direction): string =>
  (direction === 'request' ? plan.writable.get(name) : undefined) ?? name

/** Whether one of the properties on the way to the pointer is absent in the direction. */
function crossesAbsent(document: ContractDocument, pointer: string, direction: Direction): boolean {
  const tokens = tokensOf(pointer)
  return tokens.some((token, index) => {
    if (index < SCHEMA_DEPTH || token !== 'properties' || index + 1 >= tokens.length) return false
    const property = valueAt(document.root, pointerOf(...tokens.slice(0, index + 2)))
    return property !== undefined && isAbsent(document, property, direction)
  })
}

/** Tokens of `/components/schemas/Item`. */
const SCHEMA_DEPTH = 3

/** The values that name a schema lead to its form, whose name is not the value. */
function directedDiscriminator(
  plan: Plan,
  schema: JsonObject,
  discriminator: JsonObject,
  direction: Direction,
): JsonObject {
  const mapping = new Map<string, Json>()
  const named = (name: string): string => PREFIX + escapeToken(formOf(plan, name, direction))
  const mapped = new Set<string>()
  for (const [value, target] of Object.entries(objectAt(discriminator, 'mapping'))) {
    const [name = target] = schemaTokens(target) ?? []
    const isForm = typeof name === 'string' && plan.writable.has(name)
    mapping.set(value, isForm ? named(name) : target)
    if (typeof name === 'string') mapped.add(name)
  }
  const implied = Array.isArray(schema.oneOf) ? referredNames(schema.oneOf) : heirsOf(plan.document, schema)
  for (const name of implied)
    if (!mapped.has(name) && formOf(plan, name, direction) !== name) mapping.set(name, named(name))
  return mapping.size === 0 ? discriminator : { ...discriminator, mapping: Object.fromEntries(mapping) }
}

/** Names of the schemas whose `allOf` refers to the schema. */
function heirsOf({ root }: ContractDocument, schema: JsonObject): string[] {
  const schemas = objectAt(objectAt(root, 'components'), 'schemas')
  return Object.entries(schemas).flatMap(([name, heir]) => {
    const { allOf } = isObject(heir) ? heir : {}
    const parents = Array.isArray(allOf)
      ? referredNames(allOf.filter((one) => isObject(one) && '$ref' in one))
      : []
    return parents.some((parent) => schemas[parent] === schema) ? [name] : []
  })
}

type Change = (node: Json, direction: Direction) => Json

/** The tree with every message changed. Callbacks and webhooks are requests of the API, so their directions are reversed. */
function eachPart(root: JsonObject, change: Change): JsonObject {
  return mapped(root, (node, key) => {
    if (key === 'paths') return pathItems(node, change)
    if (key === 'webhooks') return pathItems(node, reversed(change))
    if (key !== 'components') return node
    return mapped(node, (section, name) => {
      if (name === 'pathItems') return pathItems(section, change)
      if (name === 'callbacks') return mapped(section, (callback) => pathItems(callback, reversed(change)))
      const direction = SECTIONS.get(name)
      return direction === undefined ? section : mapped(section, (part) => change(part, direction))
    })
  }) as JsonObject
}

const reversed =
  (change: Change): Change =>
  (node, direction) =>
    change(node, direction === 'request' ? 'response' : 'request')

const SECTIONS = new Map<string, Direction>([
  ['parameters', 'request'],
  ['requestBodies', 'request'],
  ['responses', 'response'],
  ['headers', 'response'],
])

const mapped = (node: Json, change: (inner: Json, key: string) => Json): Json =>
  isObject(node)
    ? Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, change(inner, key)]))
    : node

const pathItems = (items: Json, change: Change): Json =>
  mapped(items, (item) =>
    mapped(item, (node, key) => {
      if (key === 'parameters') return change(node, 'request')
      if (key === 'additionalOperations') return mapped(node, (one) => operation(one, change))
      return operation(node, change)
    }),
  )

const operation = (node: Json, change: Change): Json =>
  mapped(node, (part, key) => {
    if (key === 'parameters' || key === 'requestBody') return change(part, 'request')
    if (key === 'responses') return mapped(part, (one) => change(one, 'response'))
    if (key === 'callbacks') return mapped(part, (one) => pathItems(one, reversed(change)))
    return part
  })
