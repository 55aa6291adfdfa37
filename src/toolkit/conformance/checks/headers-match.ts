import {
  type Json,
  type JsonObject,
  type Located,
  locate,
  objectAt,
  originOf,
  pointerOf,
} from '../../contract/index.ts'
import { typesOf, viewOf } from '../api/schemaView.ts'
import type { Problem, ResponseCheck, ResponseContext } from '../finding.ts'
import { isJson, mediaTypeOf, readJson } from '../json.ts'

/** Declared response headers are there when required, and satisfy their schema. */
export const headersMatch: ResponseCheck = function* (context) {
  const { document, response, header, validate } = context
  if (response === undefined) return
  for (const name of Object.keys(objectAt(response.node, 'headers'))) {
    // OpenAPI 3.1, "Response Object": a Content-Type declared here is ignored.
    if (name.toLowerCase() === 'content-type') continue
    const declared = locate(document, response.pointer + pointerOf('headers', name))
    const provenance = originOf(declared.node) ?? 'decided'
    const value = header(name)
    if (value === undefined) {
      if (declared.node.required === true)
        yield { message: `received no ${name} header, expected one`, provenance }
    } else if (declared.node.schema !== undefined) {
      const read = fieldValue(viewOf(document, declared.node.schema), value, declared.node.explode === true)
      for (const problem of validate(declared.pointer + pointerOf('schema'), read, 'text'))
        yield { message: `${name}: ${problem.message}`, provenance }
    } else yield* contentProblems(context, name, declared, value)
  }
}

/** What a field's text stands for: lists and objects are written in the style `simple` (OpenAPI 3.1, "Style Values"). */
function fieldValue(view: JsonObject, text: string, explode: boolean): Json {
  const types = typesOf(view)
  const parts = text === '' ? [] : text.split(',').map((one) => one.trim())
  if (types.includes('array')) return parts
  if (!types.includes('object')) return text
  const pairs = explode
    ? parts.map((part) => part.split(/=(.*)/s, 2))
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []))
  return Object.fromEntries(pairs)
}

/** A field whose value is a document of its own, as JSON in a header is. */
function* contentProblems(
  { validate }: ResponseContext,
  name: string,
  { node, pointer }: Located,
  text: string,
): Iterable<Problem> {
  const [type] = Object.keys(objectAt(node, 'content'))
  if (type === undefined || !isJson(mediaTypeOf(type))) return
  const provenance = originOf(node) ?? 'decided'
  const reading = readJson(Buffer.from(text))
  const problems =
    'problem' in reading
      ? [{ message: reading.problem }]
      : objectAt(objectAt(node, 'content'), type).schema === undefined
        ? []
        : validate(pointer + pointerOf('content', type, 'schema'), reading.value)
  for (const { message } of problems) yield { message: `${name}: ${message}`, provenance }
}
