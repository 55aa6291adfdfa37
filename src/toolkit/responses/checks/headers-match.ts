import { type ContractDocument, type Json, type JsonObject, objectAt } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { type Origin, originOf } from '../../openapi/provenance.ts'
import { type Located, locate } from '../../openapi/resolve.ts'
import type { SchemaProblem } from '../../schema/problem.ts'
import { typesOf, viewOf } from '../../schema/view.ts'
import type { ResponseCheck, ResponseContext, ResponseProblem } from '../finding.ts'

interface Declared extends Located {
  name: string
  provenance: Origin
  /** Where a schema is declared. */
  schema?: { pointer: string; view: JsonObject; explode: boolean }
}

/** By the response that declares them: the check runs for every response. */
const declaredHeaders = new WeakMap<JsonObject, readonly Declared[]>()

function headersOf(document: ContractDocument, response: Located): readonly Declared[] {
  const known = declaredHeaders.get(response.node)
  if (known !== undefined) return known
  const declared = Object.keys(objectAt(response.node, 'headers'))
    // OpenAPI 3.1, "Response Object": a Content-Type declared here is ignored.
    .filter((name) => name.toLowerCase() !== 'content-type')
    .map((name): Declared => {
      const { node, pointer } = locate(document, response.pointer + pointerOf('headers', name))
      const header = { name, node, pointer, provenance: originOf(node, document.mark) ?? 'decided' }
      if (node.schema === undefined) return header
      const view = viewOf(document, node.schema)
      return { ...header, schema: { pointer: `${pointer}/schema`, view, explode: node.explode === true } }
    })
  declaredHeaders.set(response.node, declared)
  return declared
}

/** Declared response headers are there when required, and satisfy their schema. */
export const headersMatch: ResponseCheck = function* (context) {
  const { document, response, header, validate } = context
  if (response === undefined) return
  for (const declared of headersOf(document, response)) {
    const { name, node, provenance, schema } = declared
    const value = header(name)
    if (value === undefined) {
      if (node.required === true) yield { code: 'missing-header', subject: name, provenance }
    } else if (schema !== undefined) {
      const read = fieldValue(schema.view, value, schema.explode)
      for (const problem of validate(schema.pointer, read, 'text')) yield inHeader(name, problem, provenance)
    } else yield* contentProblems(context, name, declared, value)
  }
}

/** The value of a field: lists and objects are written in the style `simple` (OpenAPI 3.1, "Style Values"). */
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
  { document, validate }: ResponseContext,
  name: string,
  { node, pointer }: Located,
  text: string,
): Iterable<ResponseProblem> {
  const [type] = Object.keys(objectAt(node, 'content'))
  if (type === undefined || !isJson(mediaTypeOf(type))) return
  const provenance = originOf(node, document.mark) ?? 'decided'
  const reading = readJson(Buffer.from(text))
  if ('problem' in reading)
    return yield {
      code: 'invalid-json',
      subject: name,
      within: name,
      details: { reason: reading.problem },
      provenance,
    }
  if (objectAt(objectAt(node, 'content'), type).schema === undefined) return
  for (const problem of validate(pointer + pointerOf('content', type, 'schema'), reading.value))
    yield inHeader(name, problem, provenance)
}

const inHeader = (name: string, { pointer, ...problem }: SchemaProblem, provenance: Origin) => ({
  ...problem,
  subject: name,
  within: name,
  provenance,
})
