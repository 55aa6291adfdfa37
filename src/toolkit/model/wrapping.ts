/** Response envelopes: `{ "data": { "id": 1, … } }` wraps a resource in one property. Rules check the resource inside. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf } from '../schema/view.ts'
import { type Api, type ApiOperation, successSchema } from './api.ts'
import { isIdName, isKeyName, isSibling, lastSegment, normal, singularOf, soundsLike } from './vocabulary.ts'

const known = new WeakMap<Api, Map<string, string | undefined>>()

/** The property that wraps the resource; undefined if the response is the resource itself, or a list. */
export function wrapperOf(api: Api, operation: ApiOperation): string | undefined {
  const found = known.get(api) ?? new Map<string, string | undefined>()
  known.set(api, found)
  if (!found.has(operation.operationId)) found.set(operation.operationId, wrapperIn(api, operation))
  return found.get(operation.operationId)
}

function wrapperIn(api: Api, operation: ApiOperation): string | undefined {
  const members = membersOf(viewOf(api.document, successSchema(api, operation)?.schema))
  const own = members.filter(([name]) => !isSibling(name))
  const frames = own.filter(
    ([name, schema]) =>
      soundsLike('envelope', name) && typesOf(viewOf(api.document, schema)).includes('object'),
  )
  // `{ "status_code": 200, "service": "crm", "data": { … } }`
  const [only] = frames.length === 1 && !own.some(([name]) => isIdName(name)) ? frames : own
  if (only === undefined || (own.length > 1 && only !== frames[0])) return undefined
  const inner = viewOf(api.document, only[1])
  const isCalled = normal(only[0]) === normal(singularOf(lastSegment(operation.path)))
  const isThing =
    typesOf(inner).includes('object') &&
    membersOf(inner).length > 0 &&
    (isCalled || membersOf(inner).some(([name]) => isKeyName(name)))
  return isThing ? only[0] : undefined
}

/** The schema of the resource that an operation returns, without its envelope. */
export function thingSchema(api: Api, operation: ApiOperation): Json | undefined {
  const schema = successSchema(api, operation)?.schema
  const wrapper = wrapperOf(api, operation)
  if (wrapper === undefined) return schema
  const { properties } = viewOf(api.document, schema)
  return isObject(properties) ? properties[wrapper] : schema
}

/** The resource in a request body, without the envelope that some APIs use in requests too: `{ "user": { … } }`. */
export function thingSent(api: Api, operation: ApiOperation, body: JsonObject): JsonObject {
  const wrapper = wrapperOf(api, operation)
  const inner = wrapper === undefined ? undefined : body[wrapper]
  return isObject(inner) && Object.keys(body).length === 1 ? inner : body
}

/** The resource in a response body, without its envelope. */
export function thingIn(api: Api, operation: ApiOperation | undefined, json: unknown): unknown {
  const wrapper = operation && wrapperOf(api, operation)
  if (wrapper === undefined || !isObject(json as Json)) return json
  const inner = (json as JsonObject)[wrapper]
  return isObject(inner) ? inner : json
}
