/**
 * A planted fault: a small change on the wire between a client and the right server, named by the error and
 * described by its effect on a client. Written from only the source specification and the documents.
 */
import {
  type Fields,
  fieldOf,
  type Handle,
  isObject,
  type JsonObject,
  jsonOf,
  pathOf,
  succeeded,
  type WireRequest,
  type WireResponse,
  withField,
  withJson,
} from '../../../../src/toolkit/mutate/wire.ts'
import { createMatcher, loadDocument } from '../../../../src/toolkit/openapi/index.ts'

export * from '../../../../src/toolkit/mutate/wire.ts'

/** Knowledge for planting: credentials of the right server, for faults that forget to check one. */
export interface Credentials {
  /** Every scope, in the organization that is tested. */
  owner: string
  /** Every scope, in another organization. */
  other: string
}

export type FaultClass =
  | 'storing'
  | 'changing'
  | 'deleting'
  | 'listing'
  | 'paging'
  | 'credentials'
  | 'tenancy'
  | 'constraints'
  | 'errors'
  | 'shape'
  | 'status'
  | 'conditional'
  | 'idempotency'
  | 'limits'
  | 'http'
  | 'domain'

export interface Fault {
  name: string
  class: FaultClass
  /** The effect on a client, in one sentence. */
  suffering: string
  /** The fact of the source, of a document or of an RFC that it breaks. */
  breaks: string
  /** Makes a fresh fault: what it remembers across exchanges begins anew. */
  plant(credentials: Credentials): Handle
}

const document = loadDocument('generated/openapi.v1.json')
const match = createMatcher(document)

/** The operation that a request means; HEAD is the operation of GET. */
export function operationOf({ method, target }: WireRequest): string | undefined {
  return match(method, target).operation?.operationId
}

/** Which requests a fault concerns: operations by name, or a test of the request. */
export type Concern = string | readonly string[] | ((request: WireRequest) => boolean)

export function concerns(concern: Concern, request: WireRequest): boolean {
  if (typeof concern === 'function') return concern(request)
  const operation = operationOf(request)
  return operation !== undefined && [concern].flat().includes(operation)
}

// --- header fields

export const bearerOf = (request: WireRequest) => fieldOf(request, 'authorization')

export const withBearer = (request: WireRequest, key: string) =>
  withField(request, 'Authorization', `Bearer ${key}`)

// --- query and path

/** The last segment of the path: the id of what a by-id operation means. */
export const lastSegment = (request: WireRequest) => pathOf(request).split('/').at(-1) ?? ''

// --- bodies

export function objectOf(message: { body: Buffer }): JsonObject | undefined {
  const value = jsonOf(message)
  return isObject(value) ? value : undefined
}

export function withBytes<M extends { fields: Fields; body: Buffer }>(message: M, bytes: Buffer): M {
  const fields = message.fields.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'content-length' ? [name, String(bytes.length)] : [name, value],
  )
  return { ...message, fields, body: bytes }
}

/** Changes a JSON object in place. Another body, or an unchanged one, stays untouched to the byte. */
export function editJson<M extends { fields: Fields; body: Buffer }>(
  message: M,
  edit: (body: JsonObject) => void,
): M {
  const body = objectOf(message)
  if (body === undefined) return message
  const before = JSON.stringify(body)
  edit(body)
  return JSON.stringify(body) === before ? message : withJson(message, body)
}

/** The items of a list response. */
export function itemsOf(body: JsonObject): JsonObject[] | undefined {
  if (!('hasMore' in body)) return undefined
  return Object.values(body).find((value) => Array.isArray(value)) as JsonObject[] | undefined
}

/** The resource of a response, or each item of a list. */
export function resourcesOf(body: JsonObject): JsonObject[] {
  const items = itemsOf(body)
  if (items !== undefined) return items
  return 'object' in body ? [body] : []
}

/** The code of an error response. */
export function codeOf(response: WireResponse): unknown {
  const error = objectOf(response)?.error
  return isObject(error) ? error.code : undefined
}

// --- kinds of faults

/** Changes the requests of some operations before the right server sees them. */
export const asks =
  (concern: Concern, edit: (request: WireRequest) => WireRequest): Handle =>
  (request, send) =>
    send(concerns(concern, request) ? edit(request) : request)

/** Changes the JSON bodies of requests. */
export const asksJson = (concern: Concern, edit: (body: JsonObject) => void): Handle =>
  asks(concern, (request) => editJson(request, edit))

/** Changes what comes back. */
export const responses =
  (concern: Concern, edit: (response: WireResponse, request: WireRequest) => WireResponse): Handle =>
  async (request, send) => {
    const response = await send(request)
    return concerns(concern, request) ? edit(response, request) : response
  }

/** Changes the JSON bodies of successes. */
export const returnsJson = (
  concern: Concern,
  edit: (body: JsonObject, request: WireRequest) => void,
): Handle =>
  responses(concern, (response, request) =>
    succeeded(response) ? editJson(response, (body) => edit(body, request)) : response,
  )

/** Changes each resource wherever it is shown: as a body or in a list. */
export const showsResources = (object: string, edit: (resource: JsonObject) => void): Handle =>
  returnsJson(
    () => true,
    (body) => {
      for (const resource of resourcesOf(body)) if (resource.object === object) edit(resource)
    },
  )

/** Changes every error response of a status, wherever it comes. */
export const errorsOf = (
  status: number,
  edit: (response: WireResponse, request: WireRequest) => WireResponse,
): Handle =>
  responses(
    () => true,
    (response, request) => (response.status === status ? edit(response, request) : response),
  )

/** Sends a fixed request again when the right server rejects it with this status: a server that does not check. */
export const forgives =
  (
    status: number,
    concern: Concern,
    fix: (request: WireRequest, rejection: WireResponse) => WireRequest | undefined,
  ): Handle =>
  async (request, send) => {
    const response = await send(request)
    if (response.status !== status || !concerns(concern, request)) return response
    const fixed = fix(request, response)
    if (fixed === undefined) return response
    const second = await send(fixed)
    return succeeded(second) ? second : response
  }

export const anything = () => true
