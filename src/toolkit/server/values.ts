/** Parameters as handlers receive them: strings of the URL converted to the schema's types, with defaults. */
import type { Api, ApiOperation, Parameter } from '../model/api.ts'
import { isObject, type Json } from '../openapi/document.ts'
import { typedText } from '../requests/path.ts'
import type { ValidRequest } from '../requests/validate.ts'
import { membersOf, typesOf, viewOf } from '../schema/view.ts'

export function typedParameters(
  api: Api,
  operation: ApiOperation,
  { path, query }: ValidRequest,
): { path: Record<string, Json>; query: Record<string, Json> } {
  const typed = { path: {} as Record<string, Json>, query: {} as Record<string, Json> }
  for (const input of operation.inputs) {
    if (input.in !== 'path' && input.in !== 'query') continue
    const given = (input.in === 'path' ? path : query)[input.name]
    const value =
      given === undefined ? viewOf(api.document, input.schema).default : typedValue(api, input, given)
    if (value !== undefined) typed[input.in][input.name] = value
  }
  return typed
}

function typedValue(api: Api, input: Parameter, given: Json): Json {
  const view = viewOf(api.document, input.schema)
  if (isObject(given)) {
    const members = new Map(membersOf(view))
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [
        name,
        typedText(typesOf(viewOf(api.document, members.get(name))), one),
      ]),
    )
  }
  if (!Array.isArray(given)) return typedText(typesOf(view), given)
  const itemTypes = typesOf(viewOf(api.document, view.items))
  return given.map((one) => typedText(itemTypes, one))
}
