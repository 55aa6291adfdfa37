/** Holds a request to its operation: parameters, media type, body. */

import type { Api, ApiOperation, Parameter } from '../conformance/api/api.ts'
import { declares } from '../conformance/api/api.ts'
import { membersOf, typesOf, viewOf } from '../conformance/api/schemaView.ts'
import { isJson, mediaTypeOf, readJson } from '../conformance/json.ts'
import { validatorOf } from '../conformance/validators.ts'
import { isObject, type Json, type JsonObject } from '../contract/index.ts'
import { schemeNamed } from './credentials.ts'
import { type HttpRequest, queryOf, Refusal } from './exchange.ts'
import { typedText } from './place.ts'

export interface ValidRequest {
  path: Record<string, string>
  query: Record<string, Json>
  /** A JSON body, or that of a form; undefined where there is none, or another: its bytes are the request's. */
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
  const given = queryOf(request.url)
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
  const inQuery = operation.inputs.filter((one) => one.in === 'query')
  const declared = new Set(inQuery.map((one) => one.name.replace(/\[.*$/, '')))
  // The members of an object in form style are parameters of their own (OpenAPI 3.1, "Style Examples").
  const spread = inQuery.filter((one) => isSpread(api, one))
  const anyName = spread.some((one) => takesAnyName(api, one))
  const closed = declares(operation, 400) || declares(operation, 422)
  const unknown = [...new Set([...given.keys()].map((name) => name.replace(/\[.*$/, '')))].filter(
    (name) =>
      !declared.has(name) &&
      !spread.some((one) => Object.hasOwn(query, one.name) && isMember(query[one.name], name)),
  )
  const credentials = operation.security.flat().map(({ scheme }) => schemeNamed(api, scheme))
  for (const name of unknown) {
    if (!closed || anyName || credentials.some((one) => one.in === 'query' && one.name === name)) continue
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
  if (type === 'application/x-www-form-urlencoded') return formOf(api, operation, request, issues)
  if (!isJson(type)) return undefined
  const reading = readJson(request.body)
  if ('problem' in reading)
    throw new Refusal(400, `The body is not JSON: ${reading.problem}.`, { hint: /JSON/ })
  const problems =
    mediaTypeOf(body.mediaType) === type ? validatorOf(api.document)(body.schemaPointer, reading.value) : []
  for (const { pointer, message } of problems) issues.push({ field: memberPath(pointer), issue: message })
  return reading.value as Json
}

/** The fields of a form as an object, held to the schema of the body. */
function formOf(
  api: Api,
  { body }: ApiOperation,
  request: HttpRequest,
  issues: { field: string; issue: string }[],
): Json | undefined {
  if (body === undefined || mediaTypeOf(body.mediaType) !== 'application/x-www-form-urlencoded')
    return undefined
  const fields = new URLSearchParams(request.body.toString())
  const members = new Map(membersOf(viewOf(api.document, body.schema)))
  const form: JsonObject = {}
  for (const name of new Set(fields.keys())) {
    const view = viewOf(api.document, members.get(name))
    const values = fields.getAll(name)
    const [first = ''] = values
    const items = typesOf(viewOf(api.document, view.items))
    if (typesOf(view).includes('array')) form[name] = values.map((one) => typedText(items, one))
    else form[name] = values.length > 1 ? values : typedText(typesOf(view), first)
  }
  for (const { pointer, message } of validatorOf(api.document)(body.schemaPointer, form))
    issues.push({ field: memberPath(pointer), issue: message })
  return form
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
    return objectIn(api, input, query)
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

/** An object in a query, by its style: `filter[name]=x`, `name=x`, or `filter=name,x`. */
function objectIn(api: Api, input: Parameter, query: URLSearchParams): JsonObject | undefined {
  const members: JsonObject = {}
  if (isSpread(api, input)) {
    const names = membersOf(viewOf(api.document, input.schema)).map(([name]) => name)
    for (const [name, value] of query)
      if (names.includes(name) || takesAnyName(api, input)) members[name] = value
  } else if (input.style === 'form') {
    const parts = query.get(input.name)?.split(',') ?? []
    for (let at = 0; at + 1 < parts.length; at += 2) members[parts[at] as string] = parts[at + 1] as string
  }
  for (const [key, value] of query) {
    const [, outer, inner] = /^([^[]+)\[([^\]]+)\]$/.exec(key) ?? []
    if (outer === input.name && inner !== undefined) members[inner] = value
  }
  return Object.keys(members).length > 0 ? members : undefined
}

/** Whether the members of a parameter stand in the query by themselves. */
const isSpread = (api: Api, input: Parameter): boolean =>
  input.style === 'form' && input.explode && typesOf(viewOf(api.document, input.schema)).includes('object')

const takesAnyName = (api: Api, input: Parameter): boolean => {
  const { additionalProperties, properties } = viewOf(api.document, input.schema)
  return isSpread(api, input) && (properties === undefined || isObject(additionalProperties))
}

const isMember = (value: Json | undefined, name: string): boolean =>
  isObject(value) && Object.hasOwn(value, name)

const cookie = ({ headers }: HttpRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split(/=(.*)/s, 2))
    .find(([key]) => key === name)?.[1]
