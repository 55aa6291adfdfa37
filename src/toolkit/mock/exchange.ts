/** What the mock receives and gives, whatever carries it. */
export interface MockRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
}

export interface MockAnswer {
  status: number
  headers: Record<string, string>
  /** JSON when it is no text; none for undefined. */
  body?: unknown
}

/** What a client asks of the mock by `Prefer` (RFC 7240), as Prism understands it, and a delay. */
export interface Preference {
  code?: number
  example?: string
  dynamic?: boolean
  /** Of what is made up for this answer, in place of `--seed`. */
  seed?: string
  /** Milliseconds. */
  delay?: number
}

/** Reads `Prefer: code=404, example=missing, dynamic=true, seed=7, delay=300`; what it does not know, it leaves aside. */
export function preferenceOf(header: string | undefined): Preference {
  const found: Preference = {}
  for (const part of (header ?? '').split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim().replace(/^"(.*)"$/, '$1'))
    const number = Number(value)
    if (name === 'code' && Number.isInteger(number) && number >= 200 && number <= 599) found.code = number
    if (name === 'example' && value !== '') found.example = value
    if (name === 'dynamic') found.dynamic = value !== 'false'
    if (name === 'seed' && value !== '') found.seed = value
    if (name === 'delay' && number >= 0 && number <= 60_000) found.delay = number
  }
  return found
}

/** A reason to answer with an error, in words and for programs. */
export class Refusal extends Error {
  readonly status: number
  /** Chooses among the examples of the document: the first whose text has it. */
  readonly hint: RegExp
  readonly headers: Record<string, string>
  /** The members that were wrong. */
  readonly issues: { field: string; issue: string }[]

  constructor(
    status: number,
    message: string,
    more: {
      hint?: RegExp
      headers?: Record<string, string>
      issues?: { field: string; issue: string }[]
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.hint = more.hint ?? /(?:)/
    this.headers = more.headers ?? {}
    this.issues = more.issues ?? []
  }
}

/** A refusal for one member of the request. */
export const refusedField = (field: string, issue: string): Refusal =>
  new Refusal(400, `${field}: ${issue}`, { hint: /VALIDATION/i, issues: [{ field, issue }] })
