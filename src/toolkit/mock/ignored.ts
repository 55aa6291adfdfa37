/** Query parameters that a list did not honour, in a header and once in the log. */
import { type Api, type ApiOperation, successSchema } from '../model/api.ts'
import { type ListPlace, listPlace } from '../model/listPlace.ts'
import { findResources } from '../model/resources.ts'
import { isIdName, LIST_NAMES, normal } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import type { HttpResponse } from '../requests/exchange.ts'
import { membersOf, viewOf, withoutNull } from '../schema/view.ts'

export const IGNORED = 'X-Mock-Ignored'

export const namesInHeader = (names: readonly string[]): string => names.map(encodeURIComponent).join(', ')

/**
 * Whether a body has items that a filter could leave out: an array, an object with an array, or the objects of a map. A
 * resource with its identifier is not a list, whatever lists it contains.
 */
export function hasItems(api: Api, operation: ApiOperation, body: Json): boolean {
  if (Array.isArray(body)) return true
  if (!isObject(body)) return false
  const place = listPlace(api, operation)
  if (isResource(api, operation, body, place)) return false
  const values = Object.values(body)
  if (place !== undefined) values.push(valueAt(body, pointerOf(...place)) ?? null)
  return values.some(Array.isArray) || (isMap(api, operation) && values.some((value) => isObject(value)))
}

function isResource(
  api: Api,
  operation: ApiOperation,
  body: JsonObject,
  place: ListPlace | undefined,
): boolean {
  if (Object.keys(body).some(isIdName) && !LIST_NAMES.includes(normal(place?.at(-1) ?? ''))) return true
  const read = findResources(api).resources.find((resource) => resource.read === operation)
  return read !== undefined && (place === undefined || Object.hasOwn(body, read.idMember))
}

/** Whether the schema of the response leaves the names of its properties open. */
function isMap(api: Api, operation: ApiOperation): boolean {
  const view = withoutNull(api.document, viewOf(api.document, successSchema(api, operation)?.schema))
  const { additionalProperties, patternProperties } = view
  const isOpen =
    isObject(additionalProperties) || additionalProperties === true || isObject(patternProperties)
  return isOpen && membersOf(view).length === 0
}

/** Logs each set of ignored parameters of an operation once. */
export function createIgnoredLog(warn: ((message: string) => void) | undefined) {
  const logged = new Set<string>()
  return (operation: ApiOperation | undefined, { headers }: HttpResponse): void => {
    const names = headers[IGNORED]
    if (names === undefined || operation === undefined) return
    const message = `${operation.method} ${operation.path} ignores ${names}: the mock cannot infer how it filters this list.`
    if (logged.has(message)) return
    logged.add(message)
    warn?.(message)
  }
}
