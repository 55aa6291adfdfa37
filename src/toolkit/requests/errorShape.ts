/** The response of the document that shows the form of its errors. */
import type { Api, ApiOperation } from '../model/api.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { isJson, mediaTypeOf } from '../openapi/json.ts'
import { responseFor } from '../openapi/operations.ts'
import { pointerOf } from '../openapi/pointer.ts'
import type { Located } from '../openapi/resolve.ts'

/** The response that shows the form of an error; where the operation has none of the status, one of another operation. */
export function declaredFor(
  api: Api,
  operation: ApiOperation | undefined,
  status: number,
): Located | undefined {
  const own = operation && responseFor(operation, status)
  if (own !== undefined && jsonOf(own) !== undefined) return own
  const others = api.operations.map((one) => one.responses.get(String(status)) ?? responseFor(one, status))
  const withJson = (one: Located | undefined): one is Located =>
    one !== undefined && jsonOf(one) !== undefined
  if (others.some(withJson)) return others.find(withJson)
  const anyError = api.operations.flatMap((one) =>
    [...one.responses].filter(([key]) => /^(4|5|default)/.test(key)),
  )
  return anyError.map(([, response]) => response).find(withJson)
}

export function jsonOf({
  node,
  pointer,
}: Located): { type: string; node: JsonObject; pointer: string } | undefined {
  const content = objectAt(node, 'content')
  const type = Object.keys(content).find((name) => isJson(mediaTypeOf(name)))
  if (type === undefined || objectAt(content, type).schema === undefined) return undefined
  return { type, node: objectAt(content, type), pointer: pointer + pointerOf('content', type, 'schema') }
}

/** Whether an operation declares the status, by itself or by its range. */
export function isDeclared({ operations }: Api, status: number): boolean {
  const keys = [String(status), `${Math.floor(status / 100)}XX`]
  return operations.some(({ responses }) => keys.some((key) => responses.has(key)))
}

/**
 * The form that an error shares with others: of an `allOf` the part that is a reference. The parts next to it narrow it
 * to one error, such as to its codes.
 */
export function sharedForm(
  schema: Json | undefined,
  pointer: string,
): { schema: Json | undefined; pointer: string } {
  const parts = isObject(schema) && Array.isArray(schema.allOf) ? schema.allOf : []
  const referred = parts.flatMap((part, index) => (isObject(part) && part.$ref !== undefined ? [index] : []))
  const [index] = referred
  return index === undefined || referred.length > 1
    ? { schema, pointer }
    : { schema: parts[index], pointer: pointer + pointerOf('allOf', index) }
}
