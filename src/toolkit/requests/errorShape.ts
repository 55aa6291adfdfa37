/** The response of the document that shows the form of its errors. */
import type { Api, ApiOperation } from '../model/api.ts'
import { type JsonObject, objectAt } from '../openapi/document.ts'
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
