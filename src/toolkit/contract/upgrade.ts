/**
 * OpenAPI 2.0 documents as 3.1, so that every tool reads one form. The conversion is that of `@scalar/openapi-upgrader`,
 * which the build copies into the package; here are the places of the original for messages.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { pointerOf, pointerOfFragment, tokensOf, valueAt } from './pointer.ts'
import { upgrade } from './upgrader.ts'

/** Whether a tree is an OpenAPI 2.0 document. */
export const isSwagger = (root: unknown): root is JsonObject => isObject(root) && root.swagger === '2.0'

/**
 * The same API in OpenAPI 3.1.
 * @param root an OpenAPI 2.0 document whose references are local; it is left as it is
 */
export function upgraded(root: JsonObject): JsonObject {
  const copy = structuredClone(root)
  for (const [path, item] of Object.entries(isObject(copy.paths) ? copy.paths : {})) {
    const whole = inlined(copy, item)
    if (!isObject(whole)) continue
    ;(copy.paths as JsonObject)[path] = whole
    inlineParts(copy, whole)
    for (const operation of Object.values(whole)) if (isObject(operation)) inlineParts(copy, operation)
  }
  return upgrade(copy, '3.1') as JsonObject
}

/** Parameters and responses of other files have the form of 2.0, which only their place in an operation converts. */
function inlineParts(root: JsonObject, owner: JsonObject): void {
  if (Array.isArray(owner.parameters)) owner.parameters = owner.parameters.map((one) => inlined(root, one))
  const { responses } = owner
  if (isObject(responses))
    for (const [status, response] of Object.entries(responses)) responses[status] = inlined(root, response)
}

/** What a reference into another file leads to; anything else as it is. */
function inlined(root: JsonObject, node: Json): Json {
  if (!isObject(node) || typeof node.$ref !== 'string' || !node.$ref.startsWith('#/x-files/')) return node
  const target = valueAt(root, pointerOfFragment(node.$ref.slice(1)))
  return target === undefined ? node : structuredClone(target)
}

const SECTIONS: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  requestBodies: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
}

/**
 * Where a node of the converted document is written in the original, or what contains it there.
 * @param pointer a JSON Pointer into the result of `upgraded`
 * @example originalPointer('/components/schemas/Pet/properties/id') // '/definitions/Pet/properties/id'
 */
export function originalPointer(pointer: string): string {
  const [first, second = '', ...rest] = tokensOf(pointer)
  if (first === 'servers') return pointerOf('host')
  if (first === 'components') {
    const section = SECTIONS[second]
    return section === undefined ? '' : pointerOf(section, ...withoutContent(rest))
  }
  if (first === undefined) return pointer
  return pointerOf(first, ...(second === '' && rest.length === 0 ? [] : [second]), ...withoutContent(rest))
}

/** The levels that 3.x puts between a response and its schema, or in the place of a body parameter. */
function withoutContent(tokens: readonly string[]): string[] {
  const body = tokens.indexOf('requestBody')
  if (body >= 0) return [...tokens.slice(0, body), 'parameters']
  const content = tokens.indexOf('content')
  if (content < 0) return [...tokens]
  const [mediaType = '', part, ...rest] = tokens.slice(content + 1)
  if (part === 'example' || part === 'examples') return [...tokens.slice(0, content), 'examples', mediaType]
  return [...tokens.slice(0, content), ...(part === undefined ? [] : [part, ...rest])]
}
