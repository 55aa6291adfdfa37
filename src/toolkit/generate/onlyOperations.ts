/** A part of an OpenAPI document: some of its operations, and the components that these use. */
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { listOperations, METHODS } from '../openapi/operations.ts'
import { pointerOf, pointerOfFragment, tokensOf, valueAt } from '../openapi/pointer.ts'
import { follow } from '../openapi/resolve.ts'
import { isData, isNameMap } from '../openapi/walk.ts'

/**
 * The tree of the document with the selected operations only. Webhooks, other tags and unused components are left out.
 * @param selected ids of operations, as `listOperations` returns them
 */
export function onlyOperations(document: ContractDocument, selected: ReadonlySet<string>): JsonObject {
  // `x-webhooks` is the name of webhooks in documents of OpenAPI 3.0 (Redoc).
  const { components, webhooks: _, 'x-webhooks': __, ...rest } = document.root
  const operations = listOperations(document).filter(({ operationId }) => selected.has(operationId))
  const tags = new Set(operations.flatMap(({ operation }) => operation.tags ?? []))
  const selectedPlaces = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const part: JsonObject = { ...rest, paths: pathsWith(document, selectedPlaces) }
  if (Array.isArray(rest.tags))
    part.tags = rest.tags.filter((tag) => isObject(tag) && tags.has(tag.name ?? ''))
  const used = new Map<string, Json>()
  const copying: Copying = { document, part, used, waiting: [], open: new Set() }
  const copy = copyOf(copying, part) as JsonObject
  if (!isObject(components)) return copy
  copyComponents(copying)
  // Security schemes are referred to by name.
  const named = isObject(components.securitySchemes) && { securitySchemes: components.securitySchemes }
  const sections = Object.keys(components).flatMap((section): [string, JsonObject][] => {
    const names = Object.keys(objectAt(components, section)).filter((name) =>
      used.has(pointerOf('components', section, name)),
    )
    const entries = names.map((name) => [name, used.get(pointerOf('components', section, name))])
    return names.length === 0 ? [] : [[section, Object.fromEntries(entries) as JsonObject]]
  })
  return { ...copy, components: { ...Object.fromEntries(sections), ...named } }
}

function pathsWith(document: ContractDocument, selectedPlaces: ReadonlySet<string>): JsonObject {
  const paths: JsonObject = {}
  for (const [path, given] of Object.entries(objectAt(document.root, 'paths'))) {
    const { $ref: _, additionalOperations, ...item } = follow(document, given)
    const has = (method: string) => selectedPlaces.has(`${method} ${path}`)
    const part = Object.entries(item).filter(([key]) => !IS_METHOD.has(key) || has(key.toUpperCase()))
    const further = Object.entries(isObject(additionalOperations) ? additionalOperations : {}).filter(
      ([method]) => has(method),
    )
    if (further.length > 0) part.push(['additionalOperations', Object.fromEntries(further)])
    if (part.some(([key]) => IS_METHOD.has(key) || key === 'additionalOperations'))
      paths[path] = Object.fromEntries(part)
  }
  return paths
}

const IS_METHOD = new Set<string>([...METHODS, 'query'])

/** The state of copies of parts of a document. */
interface Copying {
  document: ContractDocument
  /** The tree without what is left out. */
  part: JsonObject
  /** The copies of components, by their pointers. */
  used: Map<string, Json>
  /** Pointers of components that are not copied yet. */
  waiting: string[]
  /** Pointers whose targets are being copied to the place of a reference, so that a circle ends. */
  open: Set<string>
}

/** Marks a component as used. */
function use({ used, waiting }: Copying, pointer: string): void {
  if (used.has(pointer)) return
  used.set(pointer, null)
  waiting.push(pointer)
}

/** Copies the components in use, and those that they use. */
function copyComponents(copying: Copying): void {
  const { document, used, waiting } = copying
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    used.set(next, copyOf(copying, valueAt(document.root, next) ?? {}))
}

function copyOf(copying: Copying, node: Json, names = false): Json {
  if (Array.isArray(node)) return node.map((one) => copyOf(copying, one))
  if (!isObject(node)) return node
  if (!names && typeof node.$ref === 'string') return referenceOf(copying, node, pointerOfFragment(node.$ref))
  if (!names && isObject(node.discriminator)) useMapped(copying, node.discriminator)
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [
      key,
      !names && isData(key, inner) ? inner : copyOf(copying, inner, !names && isNameMap(key, inner)),
    ]),
  )
}

function referenceOf(copying: Copying, node: JsonObject, pointer: string): Json {
  const { document, part, open } = copying
  const [area = '', section = '', name = ''] = tokensOf(pointer)
  if (area === 'components') {
    use(copying, pointerOf(area, section, name))
    return node
  }
  const target = valueAt(document.root, pointer)
  // A part of an operation that is left out is copied to the place that refers to it.
  const isGone = target !== undefined && valueAt(part, pointer) === undefined
  if (!isGone || open.has(pointer)) return node
  open.add(pointer)
  const { $ref: _, ...beside } = node
  const copy = copyOf(copying, target)
  open.delete(pointer)
  return isObject(copy) ? { ...copy, ...beside } : copy
}

/** Values of a discriminator lead to schemas by reference or by name. */
function useMapped(copying: Copying, discriminator: JsonObject): void {
  for (const target of Object.values(objectAt(discriminator, 'mapping'))) {
    if (typeof target !== 'string') continue
    const isReference = target.startsWith('#/')
    const pointer = isReference ? pointerOfFragment(target) : pointerOf('components', 'schemas', target)
    if (valueAt(copying.document.root, pointer) !== undefined) use(copying, pointer)
  }
}
