/** Generates responses that are valid under one version, and validates them under another. */
import type { ApiOperation } from '../../model/api.ts'
import { type JsonObject, objectAt } from '../../openapi/document.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import { fittingValue } from '../../schema/values/fitting.ts'
import { createRandom } from '../../schema/values/random.ts'
import type { SampleResponse } from './message.ts'
import { allowsType } from './request.ts'
import type { Side } from './side.ts'

export type ResponseCode = 'status' | 'media-type' | 'header-missing' | 'header-undeclared'

interface ResponseProblem {
  code: ResponseCode
  text: string
}

interface DeclaredResponse {
  /** As the document writes it: `200`, `2XX` or `default`. */
  status: string
  node: JsonObject
  pointer: string
}

/** Responses of the operation, one for each status and media type, with all declared headers and without optional ones. */
export function* responsesOf(side: Side, operation: ApiOperation): Iterable<SampleResponse> {
  for (const response of declared(side, operation)) {
    const types = Object.keys(objectAt(response.node, 'content'))
    for (const type of types.length > 0 ? types : [undefined])
      for (const full of [false, true]) yield sampleOf(side, response, type, full)
  }
}

function sampleOf(
  side: Side,
  { status, node, pointer }: DeclaredResponse,
  type: string | undefined,
  full: boolean,
): SampleResponse {
  const options = {
    document: side.document,
    random: createRandom(1),
    extent: 'minimal',
    response: true,
    examples: true,
  } as const
  const schema = type === undefined ? undefined : objectAt(objectAt(node, 'content'), type).schema
  const place = { schemaPointer: pointer + pointerOf('content', type ?? '', 'schema'), schema }
  return {
    status: concreteStatus(status),
    mediaType: type === undefined ? undefined : type.includes('*') ? 'application/x-example' : type,
    headers: Object.fromEntries(
      headersOf(side, node, pointer)
        .filter(({ required }) => full || required)
        .map(({ name, schemaPointer, schema: own }) => [
          name,
          fittingValue({ schemaPointer, schema: own }, options, name) ?? 'value',
        ]),
    ),
    body: schema === undefined ? undefined : fittingValue(place, options),
  }
}

export const concreteStatus = (status: string): number =>
  /^\d{3}$/.test(status) ? Number(status) : /^\dXX$/i.test(status) ? Number(status.charAt(0)) * 100 + 18 : 500

function declared({ document }: Side, operation: ApiOperation): DeclaredResponse[] {
  return Object.keys(objectAt(operation.operation, 'responses'))
    .filter((status) => !status.startsWith('x-'))
    .map((status) => ({ status, ...locate(document, operation.pointer + pointerOf('responses', status)) }))
}

function headersOf({ document }: Side, node: JsonObject, pointer: string) {
  return Object.keys(objectAt(node, 'headers'))
    .filter((name) => name.toLowerCase() !== 'content-type')
    .map((name) => {
      const found = locate(document, pointer + pointerOf('headers', name))
      return {
        name,
        required: found.node.required === true,
        schema: found.node.schema,
        schemaPointer: found.pointer + pointerOf('schema'),
      }
    })
}

/** The violation by status, media type or headers of the response; undefined where the version declares them. */
export function responseProblem(
  side: Side,
  operation: ApiOperation,
  { status, mediaType, headers }: SampleResponse,
): ResponseProblem | undefined {
  const all = declared(side, operation)
  const own =
    all.find((one) => one.status === String(status)) ??
    all.find((one) => one.status.toUpperCase() === `${String(status).charAt(0)}XX`) ??
    all.find((one) => one.status === 'default')
  if (own === undefined) return { code: 'status', text: `the status ${status} is not declared` }
  const types = Object.keys(objectAt(own.node, 'content'))
  if (mediaType !== undefined && !types.some((type) => allowsType(type, mediaType)))
    return { code: 'media-type', text: `the media type ${mediaType} is not declared for ${status}` }
  const known = headersOf(side, own.node, own.pointer)
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const missing = known.find(({ name, required }) => required && !given.has(name.toLowerCase()))
  if (missing !== undefined) return { code: 'header-missing', text: `the header ${missing.name} is required` }
  const names = new Set(known.map(({ name }) => name.toLowerCase()))
  const undeclared = [...given].find((name) => !names.has(name))
  return undeclared === undefined
    ? undefined
    : { code: 'header-undeclared', text: `the header ${undeclared} is not declared` }
}
