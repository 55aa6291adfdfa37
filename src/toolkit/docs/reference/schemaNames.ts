/** By which names readers know schemas. */
import { type ContractDocument, isObject, type Json } from '../../openapi/document.ts'
import { pointerOfFragment, tokensOf, valueAt } from '../../openapi/pointer.ts'

/** Where a component leads that is nothing but a reference to another file. */
export function fileOfAlias(document: ContractDocument, schema: Json): string | undefined {
  if (!isObject(schema) || Object.keys(schema).length !== 1) return undefined
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/x-files/')) return undefined
  const pointer = pointerOfFragment($ref)
  const target = valueAt(document.root, pointer)
  return isObject(target) && target.$ref === undefined ? pointer : undefined
}

/** The name that an author gave to the schema at a pointer: that of a component, a definition or a file. */
export function nameOf(pointer: string): string | undefined {
  const tokens = tokensOf(pointer)
  const last = tokens.at(-1) ?? ''
  if (tokens[0] === 'x-files' && tokens.length === 2)
    return last
      .split('/')
      .at(-1)
      ?.replace(/\.(ya?ml|json)$/i, '')
  return ['schemas', '$defs', 'definitions'].includes(tokens.at(-2) ?? '') ? last : undefined
}
