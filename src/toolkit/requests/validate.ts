/** Holds a request to its operation: parameters, media type, body. */

import type { Api, ApiOperation, Parameter } from '../conformance/api/api.ts'
import { declares } from '../conformance/api/api.ts'
import { typesOf, viewOf } from '../conformance/api/schemaView.ts'
import { isJson, mediaTypeOf, readJson } from '../conformance/json.ts'
import { validatorOf } from '../conformance/validators.ts'
import type { Json, JsonObject } from '../contract/index.ts'
import { type HttpRequest, Refusal } from './exchange.ts'

export interface ValidRequest {
  path: Record<string, string>
  query: Record<string, Json>
  /** The JSON body; undefined where there is none, or none of JSON. */
  body: Json | undefined
}

/** A valid request, and where its path stands. */
export interface PlacedRequest extends ValidRequest {
  /** The request's path as sent, without the server's prefix. */
  concrete: string
  /** What of the path stood before it. */
  prefix: string
  headers: Record<string, string>
}

/**
 * @param params the path's variables, decoded
 * @throws Refusal 400 (or 422 where the operation declares that alone), 404 for a path parameter, 415 for a media type
 */
export function validate(
  api: Api,
  operation: ApiOperation,
  request: HttpRequest,
  params: Record<string, string>,
): ValidRequest {
  const check = validatorOf(api.document)
  const given = new URL(request.url, 'http://mock').searchParams
  const issues: { field: string; issue: string }[] = []
  const query: Record<string, Json> = {}
  for (const input of operation.inputs) {
    const received = givenFor(api, input, request, given, params)
    if (received === undefined) {
      if (input.required) issues.push({ field: fieldOf(input), issue: 'received nothing; expected a value' })
      continue
    }
    if (input.in === 'query') query[input.name] = received
    if (input.schemaPointer === undefined) continue
    const [problem] = check(input.schemaPointer, received, 'text')
    if (problem === undefined) continue
    if (input.in === 'path')
      throw new Refusal(404, `There is no such ${input.name.replace(/_?id$/i, '')}.`, { hint: /NOT_FOUND/i })
    issues.push({ field: fieldOf(input), issue: problem.message })
  }
  const declared = new Set(
    operation.inputs.filter((one) => one.in === 'query').map((one) => one.name.replace(/\[.*$/, '')),
  )
  const closed = declares(operation, 400) || declares(operation, 422)
  const unknown = [...new Set([...given.keys()].map((name) => name.replace(/\[.*$/, '')))].filter(
    (name) => !declared.has(name),
  )
  const schemes = operation.security.length > 0 ? /key|token/i : /$^/
  for (const name of unknown) {
    if (!closed || schemes.test(name)) continue
    const names = [...declared].join(', ')
    issues.push({
      field: `query.${name}`,
      issue: `received ${JSON.stringify(given.get(name))}; expected ${names === '' ? 'no query parameter' : `one of the parameters ${names}`}`,
    })
  }
  const body = bodyOf(api, operation, request, issues)
  const [first] = issues
  if (first !== undefined) {
    const status = declares(operation, 400) || !declares(operation, 422) ? 400 : 422
    throw new Refusal(status, `${first.field}: ${first.issue}`, { hint: /VALIDATION/i, issues })
  }
  return { path: params, query, body }
}

function bodyOf(
  api: Api,
  operation: ApiOperation,
  request: HttpRequest,
  issues: { field: string; issue: string }[],
): Json | undefined {
  const { body } = operation
  if (request.body.length === 0) {
    if (body?.required) issues.push({ field: 'body', issue: 'received nothing; expected a body' })
    return undefined
  }
  if (body === undefined) return undefined
  const type = mediaTypeOf(request.headers['content-type'] ?? '')
  const types = [body.mediaType, ...body.others]
  if (!types.some((one) => matches(mediaTypeOf(one), type)))
    throw new Refusal(
      415,
      `Received the media type ${type === '' ? 'of nothing' : type}; expected ${types.join(' or ')}.`,
      { hint: /MEDIA_TYPE/i },
    )
  if (!isJson(type)) return undefined
  const reading = readJson(request.body)
  if ('problem' in reading)
    throw new Refusal(400, `The body is not JSON: ${reading.problem}.`, { hint: /JSON/ })
  const problems =
    mediaTypeOf(body.mediaType) === type ? validatorOf(api.document)(body.schemaPointer, reading.value) : []
  for (const { pointer, message } of problems) issues.push({ field: memberPath(pointer), issue: message })
  return reading.value as Json
}

const matches = (declared: string, received: string): boolean =>
  declared === received ||
  declared === '*/*' ||
  (declared.endsWith('/*') && received.startsWith(declared.slice(0, -1)))

/** `/events/2/name` → `events[2].name`. */
const memberPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part, index) =>
      /^\d+$/.test(part)
        ? `[${part}]`
        : `${index === 0 ? '' : '.'}${part.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('') || 'body'

const fieldOf = (input: Parameter): string => `${input.in}.${input.name}`

/** What was sent for a parameter: text, or a list or object put together by its style (OpenAPI 3.1, "Style Values"). */
function givenFor(
  api: Api,
  input: Parameter,
  request: HttpRequest,
  query: URLSearchParams,
  params: Record<string, string>,
): Json | undefined {
  const view = viewOf(api.document, input.schema)
  const types = typesOf(view)
  if (input.in === 'query' && types.includes('object') && input.style !== 'json')
    return objectIn(input, query)
  const texts =
    input.in === 'query'
      ? [...query.getAll(input.name), ...query.getAll(`${input.name}[]`)]
      : [
          input.in === 'path'
            ? params[input.name]
            : input.in === 'header'
              ? request.headers[input.name.toLowerCase()]
              : cookie(request, input.name),
        ]
  const [text] = texts
  if (text === undefined) return undefined
  if (input.style === 'json') {
    try {
      return JSON.parse(text) as Json
    } catch {
      return text
    }
  }
  if (!types.includes('array')) return text
  const separator = input.style === 'spaceDelimited' ? ' ' : input.style === 'pipeDelimited' ? '|' : ','
  const split = input.in !== 'query' || !input.explode
  const items = (split ? texts.flatMap((one) => (one ?? '').split(separator)) : texts) as string[]
  return items
}

function objectIn(input: Parameter, query: URLSearchParams): JsonObject | undefined {
  const members: JsonObject = {}
  for (const [key, value] of query) {
    const [, outer, inner] = /^([^[]+)\[([^\]]+)\]$/.exec(key) ?? []
    if (outer === input.name && inner !== undefined) members[inner] = value
  }
  return Object.keys(members).length > 0 ? members : undefined
}

const cookie = ({ headers }: HttpRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split(/=(.*)/s, 2))
    .find(([key]) => key === name)?.[1]
