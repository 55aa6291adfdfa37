/** Validates a request against its operation: parameters, media type, body. */

import type { Api, ApiOperation, Parameter } from '../model/api.ts'
import { declares } from '../model/api.ts'
import { kindOf } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt, setOwn } from '../openapi/document.ts'
import {
  issuesOf,
  missingBody,
  missingParameter,
  type ReceivedParts,
  unknownParameter,
  type Violation,
  violationOf,
} from '../openapi/issues.ts'
import { isJson, mediaTypeOf, readJson } from '../openapi/json.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { locate } from '../openapi/resolve.ts'
import { membersOf, typesOf, viewOf } from '../schema/view.ts'
import { schemeNamed } from './credentials.ts'
import { HttpError, type HttpRequest, queryOf } from './exchange.ts'
import { type FormValue, isFields, mapFiles, readFields, textOfFile } from './fields.ts'
import { jsonFault } from './jsonFault.ts'
import { requestValidatorOf } from './validator.ts'

export interface ValidRequest {
  path: Record<string, string>
  query: Record<string, Json>
  /** The JSON body, or a form with its files as text; undefined where there is none, or none of these. */
  body: Json | undefined
  /** A form with its files as they were received. */
  form?: FormValue | undefined
  /** The media type of a body that was received and is neither JSON nor a form. */
  unread?: string
}

/** A valid request, and the parts of its path. */
export interface PlacedRequest extends ValidRequest {
  /** The request's path as sent, without the server's prefix. */
  concrete: string
  /** The part of the path before it. */
  prefix: string
  /** Path and query, as sent. */
  url: string
  headers: Record<string, string>
}

/**
 * @param params the path's variables, decoded
 * @throws HttpError 400 (or 422 where the operation declares only that), 404 for a path parameter, 415 for a media type
 */
export function validate(
  api: Api,
  operation: ApiOperation,
  request: HttpRequest,
  params: Record<string, string>,
): ValidRequest {
  const validator = requestValidatorOf(api.document)
  const given = queryOf(request.url)
  const violations: Violation[] = []
  const query: Record<string, Json> = Object.create(null)
  const { headers } = request
  // The first of several is validated, and the last entry of an object would win.
  const cookies = Object.fromEntries(cookiesOf(request).reverse())
  const parts: ReceivedParts = { params, query: sentIn(given), headers, cookies, body: undefined }
  for (const input of operation.inputs) {
    const received = givenFor(api, input, request, given, params)
    if (received === undefined) {
      if (input.required) violations.push(missingParameter(pathOf(input)))
      continue
    }
    if (input.in === 'query') query[input.name] = received
    if (input.schemaPointer === undefined) continue
    // Coercion changes lists and objects in place.
    const found = validator.errors(input.schemaPointer, structuredClone(received), 'text').map(violationOf)
    if (input.in === 'path' && found.length > 0)
      throw new HttpError(404, `There is no ${kindOf(input.name).toLowerCase()} with this id.`, {
        kind: 'notFound',
      })
    if (found.length > 0) violations.push(...found.map((one) => ({ ...one, path: pathOf(input) + one.path })))
    else if (isLooseNumber(api, input, received))
      violations.push({ path: pathOf(input), message: 'must be a number in plain digits, such as 10' })
  }
  violations.push(...unknownIn(api, operation, given, query))
  const { body, form } = bodyOf(api, operation, request, violations)
  if (violations.length > 0) {
    const whole = { ...parts, query: { ...parts.query, ...query }, body }
    const issues = issuesOf(violations, whole, validator.wording)
    const [first] = issues
    const status = declares(operation, 400) || !declares(operation, 422) ? 400 : 422
    throw new HttpError(status, `${first?.field}: ${first?.issue}`, { kind: 'invalid', issues })
  }
  const type = mediaTypeOf(request.headers['content-type'] ?? '')
  const isUnread = body === undefined && request.body.length > 0 && operation.body !== undefined
  return { path: params, query, body, form, ...(isUnread && { unread: type }) }
}

const GROUPS = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const

function pathOf({ in: place, name }: Parameter): string {
  const token = place === 'header' ? name.toLowerCase() : name
  return `/${GROUPS[place]}${pointerOf(token)}`
}

/** Each parameter as sent, a list where it is repeated. */
function sentIn(given: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(given.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first, ...more] = given.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** Whether a number is written otherwise than it is read, such as `1e2` or `01`. */
function isLooseNumber(api: Api, input: Parameter, received: Json): boolean {
  const types = typesOf(viewOf(api.document, input.schema))
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && !types.includes('string') && typeof received === 'string' && !PLAIN.test(received)
}
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function unknownIn(
  api: Api,
  operation: ApiOperation,
  given: URLSearchParams,
  query: Record<string, Json>,
): Violation[] {
  const inQuery = operation.inputs.filter((one) => one.in === 'query')
  // The properties of an object in form style are separate parameters (OpenAPI 3.1, "Style Examples").
  const spread = inQuery.filter((one) => isSpread(api, one))
  const closed = declares(operation, 400) || declares(operation, 422)
  if (!closed || spread.some((one) => acceptsAnyName(api, one))) return []
  const bare = (name: string) => name.replace(/\[.*$/, '')
  const known = [...new Set(inQuery.map(({ name }) => bare(name)))]
  const credentials = operation.security.flat().map(({ scheme }) => schemeNamed(api, scheme))
  const isCredential = (name: string) => credentials.some((one) => one.in === 'query' && one.name === name)
  return [...new Set([...given.keys()].map(bare))]
    .filter((name) => !known.includes(name) && !isCredential(name))
    .filter((name) => !spread.some((one) => isMember(query[one.name], name)))
    .map((name) => unknownParameter(name, known))
}

interface ReadBody {
  body?: Json | undefined
  form?: FormValue
}

function bodyOf(api: Api, operation: ApiOperation, request: HttpRequest, violations: Violation[]): ReadBody {
  const { body } = operation
  if (request.body.length === 0) {
    if (body?.required) violations.push(missingBody)
    return {}
  }
  if (body === undefined) return {}
  const type = mediaTypeOf(request.headers['content-type'] ?? '')
  const media = mediaFor(api, operation, type)
  if (media === undefined) {
    const types = [body.mediaType, ...body.others]
    throw new HttpError(
      415,
      `Received the media type ${type === '' ? 'of nothing' : type}; expected ${types.join(' or ')}.`,
      {
        kind: 'mediaType',
        code: 'UNSUPPORTED_MEDIA_TYPE',
        facts: { field: 'header.Content-Type', received: type, expected: types },
      },
    )
  }
  if (isFields(type)) {
    const form = readFields(api.document, media.schema, contentsOf(request))
    const asText = mapFiles(form, textOfFile) as Json
    violations.push(...inBody(api, media, asText))
    return { body: asText, form }
  }
  if (!isJson(type)) return {}
  const reading = readJson(request.body)
  if ('problem' in reading)
    throw new HttpError(400, `The body is not JSON: ${reading.problem}.`, {
      kind: 'invalidJson',
      code: 'INVALID_JSON',
      issues: [{ field: 'body', issue: reading.problem }],
      facts: { ...jsonFault(request.body) },
    })
  violations.push(...inBody(api, media, reading.value))
  return { body: reading.value as Json }
}

interface Media {
  schema: Json | undefined
  pointer: string
}

/** The media type of the document for what was received: itself before a range that contains it. */
function mediaFor(api: Api, operation: ApiOperation, type: string): Media | undefined {
  const { node, pointer } = locate(api.document, operation.pointer + pointerOf('requestBody'))
  const content = objectAt(node, 'content')
  const precision = (range: string) => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2)
  const [name] = Object.keys(content)
    .filter((one) => matches(mediaTypeOf(one), type))
    .sort((a, b) => precision(mediaTypeOf(b)) - precision(mediaTypeOf(a)))
  if (name === undefined) return undefined
  return { schema: objectAt(content, name).schema, pointer: pointer + pointerOf('content', name, 'schema') }
}

/** The fields of a form, in their order. */
const contentsOf = ({ parts, body }: HttpRequest) =>
  parts?.map((part) => [part.name, part] as const) ?? [...new URLSearchParams(body.toString())]

/** The violations of a body, by their place in the request. */
const inBody = (api: Api, { schema, pointer }: Media, value: unknown): Violation[] =>
  schema === undefined
    ? []
    : requestValidatorOf(api.document)
        .errors(pointer, value)
        .map(violationOf)
        .map((one) => ({ ...one, path: `/body${one.path}` }))

const matches = (declared: string, received: string): boolean =>
  declared === received ||
  declared === '*/*' ||
  (declared.endsWith('/*') && received.startsWith(declared.slice(0, -1)))

/** The value of a parameter: text, or a list or object assembled by its style (OpenAPI 3.1, "Style Values"). */
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
  // A repeated value is not a single one.
  if (!types.includes('array')) return texts.length > 1 ? (texts as string[]) : text
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
      if (names.includes(name) || acceptsAnyName(api, input)) setOwn(members, name, value)
  } else if (input.style === 'form') {
    const parts = query.get(input.name)?.split(',') ?? []
    for (let at = 0; at + 1 < parts.length; at += 2)
      setOwn(members, parts[at] as string, parts[at + 1] as string)
  }
  for (const [key, value] of query) {
    const [, outer, inner] = /^([^[]+)\[([^\]]+)\]$/.exec(key) ?? []
    if (outer === input.name && inner !== undefined) setOwn(members, inner, value)
  }
  return Object.keys(members).length > 0 ? members : undefined
}

/** Whether the properties of a parameter are separate parameters in the query. */
const isSpread = (api: Api, input: Parameter): boolean =>
  input.style === 'form' && input.explode && typesOf(viewOf(api.document, input.schema)).includes('object')

const acceptsAnyName = (api: Api, input: Parameter): boolean => {
  const { additionalProperties, properties } = viewOf(api.document, input.schema)
  return isSpread(api, input) && (properties === undefined || isObject(additionalProperties))
}

const isMember = (value: Json | undefined, name: string): boolean =>
  isObject(value) && Object.hasOwn(value, name)

const cookie = (request: HttpRequest, name: string): string | undefined =>
  cookiesOf(request).find(([key]) => key === name)?.[1]

const cookiesOf = ({ headers }: HttpRequest): [name: string, value: string][] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', value] = pair.trim().split(/=(.*)/s, 2)
    return value === undefined ? [] : [[name, value]]
  })
