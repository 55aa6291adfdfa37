/** A request and a response, independent of their transport. */
import type { ErrorKind } from '../model/vocabulary.ts'
import { utf8Bytes } from '../openapi/bytes.ts'
import { isHeader } from '../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../openapi/json.ts'

export interface HttpRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
  /** The parts of a multipart body. */
  parts?: readonly FormPart[]
}

/** One part of a multipart body. */
export interface FormPart {
  name: string
  /** Undefined where the part has none. */
  filename: string | undefined
  /** The media type; `text/plain` where the part has none. */
  type: string
  bytes: Uint8Array
}

/** A part that is a file. */
export class UploadedPart {
  readonly filename: string
  readonly type: string
  readonly bytes: Uint8Array

  constructor(filename: string, type: string, bytes: Uint8Array) {
    this.filename = filename
    this.type = type
    this.bytes = bytes
  }
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** JSON unless it is a string; none for undefined. */
  body?: unknown
}

/** The bytes of a response: JSON, except for a string with another media type. */
export function bytesOf({ headers, body }: HttpResponse): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  const type = Object.entries(headers).find(([name]) => isHeader(name, 'Content-Type'))?.[1] ?? ''
  return utf8Bytes(typeof body === 'string' && !isJson(mediaTypeOf(type)) ? body : JSON.stringify(body))
}

/** The parameters of a query, of any path that a client may send. */
export const queryOf = (url: string): URLSearchParams => {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return new URLSearchParams(query)
}

/** The origin in the client's request, without a trailing slash; '' where the request has none. */
export const originOf = ({ headers }: Pick<HttpRequest, 'headers'>): string =>
  headers.host === undefined ? '' : `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host}`

export type Facts = Record<string, string | number | readonly string[]>

/** A reason for an error response, in words and for programs. */
export class HttpError extends Error {
  readonly status: number
  /** Chooses among the examples and the codes of the document; undefined: any. */
  readonly kind: ErrorKind | undefined
  readonly headers: Record<string, string>
  /** For programs. An error of the document is used only where it can state this code; undefined: its example decides. */
  readonly code: string | undefined
  /** The properties that were wrong. */
  readonly issues: { field: string; issue: string }[]
  /** Facts about this request, by the names of error properties: `received`, `expected`, `limit` and the like. */
  readonly facts: Facts

  constructor(
    status: number,
    message: string,
    more: {
      kind?: ErrorKind | undefined
      code?: string | undefined
      headers?: Record<string, string>
      issues?: { field: string; issue: string }[]
      facts?: Facts
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.kind = more.kind
    this.headers = more.headers ?? {}
    this.code = more.code
    this.issues = more.issues ?? []
    this.facts = more.facts ?? {}
  }
}

/** A rejection because of one property of the request. */
export const rejectedField = (field: string, issue: string): HttpError =>
  new HttpError(400, `${field}: ${issue}`, { kind: 'invalid', issues: [{ field, issue }] })

/** @param reason what follows a colon */
export const notMultipart = (reason: string): HttpError =>
  new HttpError(
    400,
    `The body is not valid multipart/form-data: ${reason}. Send parts between the boundaries that Content-Type names.`,
    { kind: 'invalid', code: 'INVALID_MULTIPART' },
  )
