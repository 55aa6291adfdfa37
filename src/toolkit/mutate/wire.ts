/** HTTP messages between the tests and the target, and how a fault changes them. */

export type Fields = readonly (readonly [name: string, value: string])[]

export interface WireRequest {
  method: string
  /** Path and query of the request line. */
  target: string
  fields: Fields
  body: Buffer
}

export interface WireResponse {
  status: number
  fields: Fields
  body: Buffer
}

/** Sends a request to the target. */
export type Send = (request: WireRequest) => Promise<WireResponse>

/** Responds to a request of the tests. `send` reaches the target, as often as the fault needs. */
export type Handle = (request: WireRequest, send: Send) => Promise<WireResponse>

/** The facts about the run of the tests in which a fault is planted. */
export interface PlantedRun {
  /** Values of the run that may be secrets of signatures. */
  secrets(): readonly string[]
  /** Notes a change that the messages do not show, for example of their order. */
  mark(request: WireRequest): void
}

/** A request with the response that its sender received. */
export interface Exchange {
  request: WireRequest
  response: WireResponse
}

/**
 * Whether clients or the target could notice a fault: the response is not the target's response to the request, or a write
 * was sent more often than once.
 */
export function isChanged(request: WireRequest, sent: readonly Exchange[], response: WireResponse): boolean {
  const writes = sent.filter((one) => !isSafe(one.request)).length
  return (
    writes > (isSafe(request) ? 0 : 1) ||
    !sent.some((one) => one.request === request && one.response === response)
  )
}

/** RFC 9110, section 9.2.1. */
const isSafe = ({ method }: WireRequest): boolean => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)

export type JsonObject = Record<string, unknown>

// --- header fields

export function fieldOf({ fields }: { fields: Fields }, name: string): string | undefined {
  return fields.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
}

/** The message with this field set, at the same position, or without it. */
export function withField<M extends { fields: Fields }>(message: M, name: string, value?: string): M {
  const isOwn = ([other]: Fields[number]) => other.toLowerCase() === name.toLowerCase()
  const at = message.fields.findIndex(isOwn)
  const others = message.fields.filter((field) => !isOwn(field))
  if (value === undefined) return { ...message, fields: others }
  const before = at < 0 ? others : others.slice(0, at)
  const own = [message.fields[at]?.[0] ?? name, value] as const
  return { ...message, fields: [...before, own, ...others.slice(before.length)] }
}

// --- query and path

export const pathOf = ({ target }: WireRequest): string => target.split('?')[0] ?? target

export const queryOf = ({ target }: WireRequest): URLSearchParams =>
  new URLSearchParams(target.split('?')[1] ?? '')

/** The request with an edited query. The bytes of a query stay the same where the edit changes nothing. */
export function withQuery(request: WireRequest, edit: (query: URLSearchParams) => void): WireRequest {
  const query = queryOf(request)
  const before = query.toString()
  edit(query)
  const after = query.toString()
  if (after === before) return request
  return { ...request, target: pathOf(request) + (after && `?${after}`) }
}

// --- bodies

/** @returns undefined for a body that is not JSON */
export function jsonOf({ body }: { body: Buffer }): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function withJson<M extends { fields: Fields; body: Buffer }>(message: M, value: unknown): M {
  const body = Buffer.from(JSON.stringify(value))
  const isLength = (name: string) => name.toLowerCase() === 'content-length'
  return withField(
    { ...message, body },
    'Content-Length',
    message.fields.some(([name]) => isLength(name)) ? String(body.length) : undefined,
  )
}

export const succeeded = ({ status }: WireResponse): boolean => status >= 200 && status < 300
