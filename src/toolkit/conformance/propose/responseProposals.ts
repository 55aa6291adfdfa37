/** Undeclared parts of responses: statuses, content, headers. */
import { STATUS_CODES } from 'node:http'
import { observedSchema } from '../../model/observedSchema.ts'
import { isApiHeader } from '../../model/vocabulary.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { type Operation, responseFor } from '../../openapi/operations.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { Located } from '../../openapi/resolve.ts'
import { declaredMedia, isBodiless } from '../../responses/media.ts'
import type { ErrorFinder } from '../../schema/validate.ts'
import type { Recorded } from '../engine/events.ts'
import type { Seen } from './observations.ts'
import { type Action, evidenceOf, jsonPathOf } from './proposal.ts'
import type { Candidate, SchemaContext } from './schemaProposals.ts'

export interface ResponseContext extends SchemaContext {
  document: ContractDocument
  operations: readonly Operation[]
  /** Validates against the document, undeclared properties rejected. */
  findClosed: ErrorFinder
  /** Lower-case names of the headers that any response declares. */
  headers: ReadonlySet<string>
}

/** Responses of one operation with one status. */
export interface ResponseGroup {
  operation: Operation
  status: number
  exchanges: Recorded[]
}

const seenIn = (exchanges: readonly Recorded[]): Seen[] =>
  exchanges.map((exchange) => ({ value: exchange.status, exchange }))

/** The value of a JSON body; undefined for any other body. */
export function jsonOf(exchange: Recorded): Json | undefined {
  const type = mediaTypeOf(readHeader(exchange.headers, 'content-type') ?? '')
  if (!isJson(type) || isBodiless({ exchange })) return undefined
  const reading = readJson(exchange.body)
  return 'value' in reading ? (reading.value as Json) : undefined
}

/** A status that the operation does not declare. */
export function undeclaredStatus(group: ResponseGroup, context: ResponseContext): Candidate {
  const { operation, status, exchanges } = group
  const at = `${operation.pointer}/responses`
  const hasResponses = isObject(valueAt(context.document.root, at))
  const target = jsonPathOf(context.tokensOf(hasResponses ? at : operation.pointer))
  const response = { [String(status)]: responseOf(status, exchanges, context) }
  return {
    code: 'undeclared-status',
    subject: String(status),
    place: nameOf(operation),
    actions: [{ target, update: hasResponses ? response : { responses: response } }],
    evidence: evidenceOf(seenIn(exchanges)),
  }
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

/** The response object of observed responses: one that the document has, where it fits them. */
export function responseOf(
  status: number,
  exchanges: readonly Recorded[],
  context: ResponseContext,
): JsonObject {
  const shared = sharedResponse(status, exchanges, context)
  if (shared !== undefined) return shared
  const headers = headersOf(exchanges, context)
  const content = contentOf(exchanges, context)
  return {
    description: STATUS_CODES[status] ?? `Status ${status}`,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

/**
 * A reference to a response of the components that other operations have for this status, or for several of its class,
 * and that all the exchanges match.
 */
function sharedResponse(
  status: number,
  exchanges: readonly Recorded[],
  { document, operations, findClosed }: ResponseContext,
): JsonObject | undefined {
  const uses = new Map<string, { located: Located; statuses: Set<string>; count: number }>()
  for (const { pointer, responses } of operations)
    for (const [key, located] of responses) {
      const written = valueAt(document.root, `${pointer}/responses/${key}`)
      if (!isObject(written) || typeof written.$ref !== 'string' || key[0] !== String(status)[0]) continue
      const known = uses.get(written.$ref) ?? { located, statuses: new Set(), count: 0 }
      known.statuses.add(key)
      known.count++
      uses.set(written.$ref, known)
    }
  const [best] = [...uses]
    .filter(([, { located, statuses }]) => {
      const isGeneral = statuses.size > 1 || [...statuses].some((key) => key.endsWith('XX'))
      const fits = exchanges.every((exchange) => matches(located, exchange, findClosed))
      return (statuses.has(String(status)) || (isGeneral && status >= 400)) && fits
    })
    .sort(
      ([, one], [, other]) =>
        Number(other.statuses.has(String(status))) - Number(one.statuses.has(String(status))) ||
        other.count - one.count,
    )
  return best === undefined ? undefined : { $ref: best[0] }
}

/** Whether a response object describes a response. */
function matches(response: Located, exchange: Recorded, find: ErrorFinder): boolean {
  const required = Object.entries(objectAt(response.node, 'headers')).filter(
    ([, header]) => isObject(header) && header.required === true,
  )
  if (required.some(([name]) => readHeader(exchange.headers, name) === undefined)) return false
  const hasContent = Object.keys(objectAt(response.node, 'content')).length > 0
  const isEmpty = isBodiless({ exchange }) || exchange.body.length === 0
  if (isEmpty || !hasContent) return isEmpty === !hasContent
  const header = (name: string) => readHeader(exchange.headers, name)
  const media = declaredMedia({ response, header })
  if (media === undefined) return false
  const value = jsonOf(exchange)
  return value === undefined || find(media.schemaPointer, value).length === 0
}

/** Media types with the schemas of what was observed. */
function contentOf(exchanges: readonly Recorded[], { style }: SchemaContext): JsonObject {
  const byType = new Map<string, Recorded[]>()
  for (const exchange of exchanges) {
    const type = mediaTypeOf(readHeader(exchange.headers, 'content-type') ?? '')
    if (type === '' || isBodiless({ exchange }) || exchange.body.length === 0) continue
    byType.set(type, [...(byType.get(type) ?? []), exchange])
  }
  return Object.fromEntries(
    [...byType].map(([type, list]): [string, Json] => {
      const values = list.map(jsonOf).filter((value) => value !== undefined)
      if (values.length > 0) return [type, { schema: observedSchema(values, style) }]
      return [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}]
    }),
  )
}

/** Headers of the API in the responses. */
function headersOf(exchanges: readonly Recorded[], context: ResponseContext, declared?: Json): JsonObject {
  const known = new Set(isObject(declared) ? Object.keys(declared).map((name) => name.toLowerCase()) : [])
  const headers: JsonObject = {}
  for (const name of new Set(exchanges.flatMap(({ headers: fields }) => Object.keys(fields)))) {
    const lower = name.toLowerCase()
    if (known.has(lower) || !(context.headers.has(lower) || isApiHeader(lower))) continue
    const values = exchanges.flatMap(({ headers: fields }) => readHeader(fields, name) ?? [])
    headers[name] = { schema: { type: values.every((one) => /^\d{1,15}$/.test(one)) ? 'integer' : 'string' } }
  }
  return headers
}

/** Content and headers that a declared response object lacks. */
export function undeclaredParts(
  response: Located,
  groups: readonly ResponseGroup[],
  context: ResponseContext,
): Candidate[] {
  const [first] = groups
  if (first === undefined) return []
  const exchanges = groups.flatMap((group) => group.exchanges)
  const target = jsonPathOf(context.tokensOf(response.pointer))
  const place = groups.length === 1 ? `${nameOf(first.operation)} ${first.status}` : target
  const headers = Object.entries(headersOf(exchanges, context, response.node.headers)).map(
    ([name, header]): Candidate => ({
      code: 'undeclared-header',
      subject: name,
      place,
      actions: [{ target, update: { headers: { [name]: header } } }],
      evidence: evidenceOf(seenIn(exchanges.filter((one) => readHeader(one.headers, name) !== undefined))),
    }),
  )
  return [...undeclaredContent(response, exchanges, { target, place, context }), ...headers]
}

function undeclaredContent(
  response: Located,
  exchanges: readonly Recorded[],
  { target, place, context }: { target: string; place: string; context: ResponseContext },
): Candidate[] {
  const hasContent = Object.keys(objectAt(response.node, 'content')).length > 0
  const others = exchanges.filter((exchange) => {
    const header = (name: string) => readHeader(exchange.headers, name)
    if (isBodiless({ exchange }) || exchange.body.length === 0 || header('content-type') === undefined)
      return false
    // An error response that declares no content states nothing about its body.
    return hasContent ? declaredMedia({ response, header }) === undefined : exchange.status < 400
  })
  return Object.entries(contentOf(others, context)).map(([type, media]): Candidate => {
    const own = others.filter((one) => mediaTypeOf(readHeader(one.headers, 'content-type') ?? '') === type)
    const actions: Action[] = [{ target, update: { content: { [type]: media } } }]
    return { code: 'undeclared-content', subject: type, place, actions, evidence: evidenceOf(seenIn(own)) }
  })
}

/** The schema of a JSON body where the operation declares one. */
export function declaredSchema(response: Located, exchange: Recorded): string | undefined {
  const header = (name: string) => readHeader(exchange.headers, name)
  return declaredMedia({ response, header })?.schemaPointer
}

/** The response object of a group, if it is declared. */
export const declaredResponse = ({ operation, status }: ResponseGroup): Located | undefined =>
  responseFor(operation, status)

/** Names of all headers that responses declare, in lower case. */
export function declaredHeaders(document: ContractDocument, operations: readonly Operation[]): Set<string> {
  const names = operations.flatMap(({ responses }) =>
    [...responses.values()].flatMap(({ node }) => Object.keys(objectAt(node, 'headers'))),
  )
  const shared = Object.keys(objectAt(objectAt(document.root, 'components'), 'headers'))
  return new Set([...names, ...shared].map((name) => name.toLowerCase()))
}
