/** The schemas of a document that apply to a value. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { memberPointer, pointerOf, pointerOfFragment, tokensOf, valueAt } from '../openapi/pointer.ts'
import { isOnlyNull, viewOf } from './view.ts'

/** A schema as it is written. */
interface AppliedSchema {
  pointer: string
  node: JsonObject
}

/** @param isValid whether a value matches the schema at a pointer */
interface SchemaSearch {
  document: ContractDocument
  isValid(pointer: string, value: Json): boolean
}

/**
 * The schemas that apply to a value: itself, what it refers to, its parts, and the form that the value has.
 * @returns undefined where it cannot be known which form was meant
 */
export function appliedSchemas(
  search: SchemaSearch,
  pointer: string,
  value: Json,
): AppliedSchema[] | undefined {
  const parts: AppliedSchema[] = []
  const queue = [pointer]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const node = valueAt(search.document.root, at)
    if (!isObject(node) || parts.some((part) => part.pointer === at)) continue
    parts.push({ pointer: at, node })
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#')) queue.push(pointerOfFragment(node.$ref))
    if (Array.isArray(node.allOf)) for (const index of node.allOf.keys()) queue.push(`${at}/allOf/${index}`)
    const forms = formsOf(search, { pointer: at, node }, value)
    if (forms === undefined) return undefined
    queue.push(...forms)
  }
  return parts
}

/** Pointers of the forms that the value has; undefined where none fits, or several of a `oneOf`. */
function formsOf(
  { document, isValid }: SchemaSearch,
  { pointer, node }: AppliedSchema,
  value: Json,
): string[] | undefined {
  const chosen: string[] = []
  for (const keyword of ['oneOf', 'anyOf']) {
    const forms = node[keyword]
    if (!Array.isArray(forms)) continue
    const real = [...forms.keys()].flatMap((index) =>
      isOnlyNull(viewOf(document, forms[index])) ? [] : [`${pointer}/${keyword}/${index}`],
    )
    const known = real.length === 1 ? real[0] : discriminated(document, node, real, value)
    const fitting = known === undefined ? real.filter((one) => isValid(one, value)) : [known]
    if (fitting.length === 0 || (keyword === 'oneOf' && fitting.length > 1)) return undefined
    chosen.push(...fitting)
  }
  return chosen
}

/** The form that the discriminator property names, by the mapping or by the name of its schema (OpenAPI 3.1, 4.8.25). */
function discriminated(
  { root }: ContractDocument,
  { discriminator }: JsonObject,
  forms: readonly string[],
  value: Json,
): string | undefined {
  if (!isObject(discriminator) || !isObject(value)) return undefined
  const { propertyName, mapping } = discriminator
  const tag = typeof propertyName === 'string' ? value[propertyName] : undefined
  if (typeof tag !== 'string') return undefined
  const mapped = isObject(mapping) && Object.hasOwn(mapping, tag) ? mapping[tag] : undefined
  const target = typeof mapped === 'string' ? mappedPointer(mapped) : undefined
  return forms.find((form) => {
    const reference = valueAt(root, `${form}/$ref`)
    const at = typeof reference === 'string' ? pointerOfFragment(reference) : undefined
    return at !== undefined && (target === undefined ? tokensOf(at).at(-1) === tag : at === target)
  })
}

/** A mapping has a reference, or the name of a component. */
const mappedPointer = (mapped: string): string =>
  mapped.startsWith('#') ? pointerOfFragment(mapped) : pointerOf('components', 'schemas', mapped)

/** An object inside a value, with the schemas that apply to it. */
export interface SchemaObject {
  object: JsonObject
  /** Pointer in the value. */
  at: string
  schemas: readonly AppliedSchema[]
}

const MAX_DEPTH = 40

/** The objects of a value at each depth, with their schemas. Parts that no schema describes are left out. */
export function* objectsWithSchemas(
  search: SchemaSearch,
  pointer: string,
  value: Json,
  at = '',
  depth = 0,
): Generator<SchemaObject> {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  const schemas = appliedSchemas(search, pointer, value)
  if (schemas === undefined) return
  if (isObject(value)) yield { object: value, at, schemas }
  for (const [key, inner] of Object.entries(value))
    for (const below of pointersBelow(schemas, Array.isArray(value), key))
      yield* objectsWithSchemas(search, below, inner as Json, memberPointer(at, key), depth + 1)
}

/** Pointers of the schemas that the parts of a schema declare for an entry or a property. */
function pointersBelow(schemas: readonly AppliedSchema[], isArray: boolean, key: string): string[] {
  if (isArray)
    return schemas.flatMap(({ pointer, node }) =>
      isObject(node.items) && node.prefixItems === undefined ? [`${pointer}/items`] : [],
    )
  const declared = schemas.flatMap(({ pointer, node }) =>
    isObject(node.properties) && Object.hasOwn(node.properties, key)
      ? [memberPointer(`${pointer}/properties`, key)]
      : [],
  )
  if (declared.length > 0) return declared
  return schemas.flatMap(({ pointer, node }) =>
    isObject(node.additionalProperties) ? [`${pointer}/additionalProperties`] : [],
  )
}
