/** A request and an answer, whatever carries them. */
import type { ErrorKind } from '../model/vocabulary.ts'
export interface HttpRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
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
  bytes: Buffer
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** JSON when it is no text; none for undefined. */
  body?: unknown
}

/** The parameters of a query, of any path that a client may send. */
export const queryOf = (url: string): URLSearchParams => {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return new URLSearchParams(query)
}

/** Where the client found us, without a trailing slash; '' where it does not say. */
export const originOf = ({ headers }: Pick<HttpRequest, 'headers'>): string =>
  headers.host === undefined ? '' : `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host}`

export type Facts = Record<string, string | number | readonly string[]>

/** A reason to answer with an error, in words and for programs. */
export class Refusal extends Error {
  readonly status: number
  /** Chooses among the examples and the codes of the document; undefined: any. */
  readonly kind: ErrorKind | undefined
  readonly headers: Record<string, string>
  /** For programs. An error of the document is used only where it can state this code; undefined: its example decides. */
  readonly code: string | undefined
  /** The members that were wrong. */
  readonly issues: { field: string; issue: string }[]
  /** What is so of this request, by the names that members of an error have: `received`, `expected`, `limit` and their like. */
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
    this.name = 'Refusal'
    this.status = status
    this.kind = more.kind
    this.headers = more.headers ?? {}
    this.code = more.code
    this.issues = more.issues ?? []
    this.facts = more.facts ?? {}
  }
}

/** A refusal for one member of the request. */
export const refusedField = (field: string, issue: string): Refusal =>
  new Refusal(400, `${field}: ${issue}`, { kind: 'invalid', issues: [{ field, issue }] })
