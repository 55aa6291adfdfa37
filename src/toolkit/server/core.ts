/**
 * Serves handlers according to their OpenAPI document, which defines routes, credentials, validation and error responses.
 * The server responds like the mock of the same document, and never sends a response that the document forbids.
 * Independent of Node's server and of `fetch`: `listener.ts` and `fetchHandler.ts` are the adapters.
 */
import { randomUUID } from 'node:crypto'
import { type Api, type ApiOperation, createApi } from '../model/api.ts'
import { type ContractDocument, DocumentError, formatDocumentFinding, objectAt } from '../openapi/document.ts'
import { concreteType } from '../openapi/json.ts'
import { readDocument } from '../openapi/load.ts'
import { createMatcher } from '../openapi/match.ts'
import { responseFor } from '../openapi/operations.ts'
import type { Keys } from '../requests/credentials.ts'
import { bytesOf, HttpError, type HttpRequest, type HttpResponse } from '../requests/exchange.ts'
import { type FormValue, mapFiles } from '../requests/fields.ts'
import { withParts } from '../requests/multipart.ts'
import { paramsOf, splitPath } from '../requests/path.ts'
import { rejectionResponse } from '../requests/rejections.ts'
import { validate } from '../requests/validate.ts'
import { createResponseChecker } from '../responses/checkResponse.ts'
import { inferredRuleIds } from '../responses/checks.ts'
import { type Authenticate, findCaller } from './authenticate.ts'
import { type CorsOptions, createCors } from './cors.ts'
import type { Handlers } from './handler.ts'
import { accepts, maxBytesOf, otherBody, requireAcceptable, requireNoCoding, tooLarge } from './receiving.ts'
import { ResponseInvalidError } from './responseInvalid.ts'
import { headerOf, type Outgoing, streamedBody, wholeBody, withFileHeaders } from './sending.ts'
import { typedParameters } from './values.ts'

export interface ServerOptions<Operations, Identity = unknown> {
  /** A file, or a document that was loaded. */
  document: string | ContractDocument
  handlers: Handlers<Operations, Identity>
  /** Finds the identity of a credential, where the document has security. */
  authenticate?: Authenticate<Identity>
  /** Known credentials with the scopes of each; `authenticate` is called for the others. */
  keys?: Keys
  /** Pages of other origins may call: `true` for any, without cookies. Default: none. */
  cors?: boolean | CorsOptions
  /** Most bytes of a body, where the document has no `x-max-bytes`; default 1 MiB. */
  maxBodyBytes?: number
  /** For development: a 500 states which property of a response is wrong. Default: false; the report states it always. */
  explain?: boolean
  /** Receives errors that clients must not see: exceptions of handlers, and responses that the document forbids. Default: `console.error`. */
  report?(error: unknown): void
}

export interface Incoming {
  request: Omit<HttpRequest, 'body' | 'parts'>
  raw: unknown
  signal: AbortSignal
  /** Whether the body was decoded by something in front. */
  isDecoded: boolean
  /** @returns undefined for a body of more bytes */
  read(max: number): Promise<Buffer | undefined>
}

interface Core {
  /** @returns undefined for a path that is not in the document; unexpected errors are thrown */
  respond(incoming: Incoming): Promise<Outgoing | undefined>
  notFound(incoming: Incoming): Outgoing
  /** The response to an unexpected error, which is reported. */
  failure(incoming: Incoming, error: unknown): Outgoing
  report(error: unknown): void
}

type AnyHandler = (call: unknown) => Promise<HttpResponse>

/**
 * @throws DocumentError for a document that cannot be read, or that is broken in a part; Error for an operation without a
 * handler, or an option that is wrong
 */
export const createCore = <Operations, Identity>(options: ServerOptions<Operations, Identity>): Core =>
  new DocumentCore(options)

class DocumentCore<Operations, Identity> implements Core {
  readonly report: (error: unknown) => void
  readonly #options: ServerOptions<Operations, Identity>
  readonly #api: Api
  readonly #find
  readonly #check
  readonly #cors
  readonly #handlers: Readonly<Record<string, AnyHandler | undefined>>
  /** The most bytes of the body of each operation. */
  readonly #limits: ReadonlyMap<ApiOperation, number>

  constructor(options: ServerOptions<Operations, Identity>) {
    const document = typeof options.document === 'string' ? wholeDocument(options.document) : options.document
    const api = createApi(document)
    this.#options = options
    this.#api = api
    this.#find = createMatcher(document)
    this.#check = createResponseChecker(document).check
    this.#cors = createCors(options.cors)
    this.#handlers = options.handlers as unknown as Readonly<Record<string, AnyHandler | undefined>>
    this.report = options.report ?? ((error) => console.error(error))
    this.#limits = new Map(api.operations.map((one) => [one, maxBytesOf(api, one, options.maxBodyBytes)]))
    for (const { operationId } of api.operations)
      if (!Object.hasOwn(this.#handlers, operationId) || this.#handlers[operationId] === undefined)
        throw new Error(`The operation ${operationId} has no handler. Add it to handlers.`)
  }

  async respond(incoming: Incoming): Promise<Outgoing | undefined> {
    const { request } = incoming
    const { operation, methods } = this.#operationOf(request)
    if (methods.length === 0) return undefined
    const preflight =
      operation === undefined ? this.#cors?.preflight({ ...request, body: SOME_BYTES }, methods) : undefined
    if (preflight !== undefined) return { status: 204, headers: preflight, body: undefined }
    try {
      if (operation === undefined) throw methodNotAllowed(request.method, methods)
      return this.#shared(incoming, await this.#perform(operation, incoming))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      requireErrorStatus(operation, error)
      return this.#shared(incoming, this.#errorOf(operation, request, error))
    }
  }

  notFound(incoming: Incoming): Outgoing {
    const error = new HttpError(404, 'There is nothing at this path.', {
      kind: 'notFound',
      code: 'NOT_FOUND',
    })
    return this.#shared(incoming, this.#errorOf(undefined, incoming.request, error))
  }

  failure(incoming: Incoming, error: unknown): Outgoing {
    this.report(error)
    const { operation } = this.#operationOf(incoming.request)
    const failure = failureOf(error, this.#options.explain ?? false)
    return this.#shared(incoming, this.#errorOf(operation, incoming.request, failure))
  }

  async #read(operation: ApiOperation, incoming: Incoming): Promise<HttpRequest> {
    const max = this.#limits.get(operation) ?? 0
    if (Number(incoming.request.headers['content-length'] ?? 0) > max) throw tooLarge(max)
    if (!incoming.isDecoded) requireNoCoding(incoming.request)
    const body = await incoming.read(max)
    if (body === undefined) throw tooLarge(max)
    return withParts({ ...incoming.request, body })
  }

  async #perform(operation: ApiOperation, incoming: Incoming): Promise<Outgoing> {
    const unread = { ...incoming.request, body: Buffer.alloc(0) }
    const caller = await findCaller(this.#api, operation, unread, incoming.raw, this.#options)
    requireAcceptable(operation, unread)
    const request = await this.#read(operation, incoming)
    const params = paramsOf(operation, splitPath(operation, request).concrete)
    const valid = validate(this.#api, operation, request, params)
    const call = {
      ...typedParameters(this.#api, operation, valid),
      headers: request.headers,
      body: filesIn(valid.form) ?? valid.body ?? otherBody(request),
      caller,
      signal: incoming.signal,
      raw: incoming.raw,
    }
    const returned: unknown = await this.#handlers[operation.operationId]?.(call)
    return this.#outgoingOf(operation, request, responseIn(operation, returned))
  }

  /** @throws ResponseInvalidError for a response that the document forbids */
  #outgoingOf(operation: ApiOperation, request: HttpRequest, response: HttpResponse): Outgoing {
    const named = withFileHeaders({ ...response, headers: { ...response.headers } })
    const made = withType(operation, named, request.headers.accept)
    const whole = bytesIn(operation, made)
    const isStream = whole === undefined
    const findings = this.#check({
      ...made,
      body: isStream ? SOME_BYTES : Buffer.from(whole),
      method: operation.method,
      url: request.url,
    }).filter(({ rule }) => !isStream || HEAD_RULES.has(rule))
    const forbidden = findings.filter(({ rule }) => !inferredRuleIds.includes(rule))
    if (forbidden.length > 0) throw new ResponseInvalidError(operation.operationId, forbidden)
    if (findings.length > 0) this.report(new ResponseInvalidError(operation.operationId, findings))
    if (made.body === undefined) return { ...made, body: undefined }
    return { ...made, body: whole ?? streamedBody(made) }
  }

  #errorOf(
    operation: ApiOperation | undefined,
    { headers }: Incoming['request'],
    error: HttpError,
  ): Outgoing {
    const response = rejectionResponse(this.#api, operation, error, headers['x-request-id'] ?? randomUUID())
    return { ...response, body: bytesOf(response) }
  }

  /** Adds what pages of other origins need. */
  #shared({ request }: Incoming, outgoing: Outgoing): Outgoing {
    if (this.#cors === undefined) return outgoing
    const added = this.#cors.headersFor({ ...request, body: SOME_BYTES }, outgoing.headers)
    const vary = [headerOf(outgoing.headers, 'vary'), added.Vary].filter((one) => one !== undefined)
    const { Vary: _, ...rest } = outgoing.headers
    return {
      ...outgoing,
      headers: { ...rest, ...added, ...(vary.length > 0 && { Vary: vary.join(', ') }) },
    }
  }

  #operationOf({ method, url }: Incoming['request']) {
    const { operation, methods } = this.#find(method, url)
    return { operation: operation && this.#api.byId.get(operation.operationId), methods }
  }
}

/** @throws ResponseInvalidError for what is not a response, or cannot be sent as one */
function responseIn({ operationId }: ApiOperation, returned: unknown): HttpResponse {
  const fail = (reason: string) => new ResponseInvalidError(operationId, reason)
  if (typeof returned !== 'object' || returned === null)
    throw fail(`the handler returned ${String(returned)}; expected an object with a status`)
  // Not by spreading: the properties of an instance of a class may be getters.
  const { status, headers, body } = returned as HttpResponse
  const named = headerEntries(headers).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  for (const [name, value] of named) {
    if (!HEADER_NAME.test(name)) throw fail(`${JSON.stringify(name)} is not a valid name of a header`)
    const fault = [value]
      .flat()
      .map(headerFault)
      .find((one) => one !== undefined)
    if (fault !== undefined)
      throw fail(`the header ${name} ${fault}; expected text without control characters`)
  }
  return { status, body, headers: Object.fromEntries(named) as HttpResponse['headers'] }
}

/** The headers of an object or of `Headers`, which has an entry for each `Set-Cookie`. */
function headerEntries(
  headers: Record<string, unknown> | Headers | undefined,
): [name: string, value: unknown][] {
  if (!(headers instanceof Headers))
    return Object.entries<unknown>(headers ?? {}).filter(([, value]) => value !== undefined)
  const cookies = headers.getSetCookie()
  const others = [...headers].filter(([name]) => name !== 'set-cookie')
  return cookies.length === 0 ? others : [...others, ['set-cookie', cookies]]
}

/** Why a value cannot be sent in a header. It may be a secret, and reasons are logged: they do not repeat it. */
function headerFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return `has a value of the type ${value === null ? 'null' : typeof value}`
  const code = UNSENDABLE.exec(value)?.[0].codePointAt(0)
  return code === undefined
    ? undefined
    : `contains the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** RFC 9110, sections 5.1 and 5.5. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is found
const UNSENDABLE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u

/** @throws ResponseInvalidError for a body that JSON does not have, such as a BigInt */
function bytesIn({ operationId }: ApiOperation, response: HttpResponse): Uint8Array | undefined {
  try {
    return wholeBody(response)
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    throw new ResponseInvalidError(operationId, `its body is not JSON (${reason})`)
  }
}

/** @throws ResponseInvalidError */
function requireErrorStatus(operation: ApiOperation | undefined, { status }: HttpError): void {
  if (Number.isInteger(status) && status >= 400 && status <= 599) return
  const reason = `an HttpError has the status ${status}; expected 400 to 599`
  throw new ResponseInvalidError(operation?.operationId ?? 'a request', reason)
}

/** A body that is not looked at. */
const SOME_BYTES = Buffer.from(' ')

/** The rules that need no body, for one that comes piece by piece. */
const HEAD_RULES = new Set([
  'status-declared',
  'content-type-declared',
  'headers-match',
  'no-body-where-forbidden',
])

function failureOf(error: unknown, explains: boolean): HttpError {
  const isInvalid = error instanceof ResponseInvalidError
  const code = isInvalid ? 'RESPONSE_INVALID' : 'INTERNAL_ERROR'
  if (isInvalid && explains)
    return new HttpError(500, error.message, { code, kind: 'internal', issues: error.issues })
  return new HttpError(500, 'The server failed; its log has the reason.', { code, kind: 'internal' })
}

/** A server needs the whole of its document. */
function wholeDocument(file: string): ContractDocument {
  const document = readDocument(file)
  const errors = document.findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new DocumentError('MALFORMED', errors.map(formatDocumentFinding).join('\n'))
  return document
}

function methodNotAllowed(method: string, methods: readonly string[]): HttpError {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new HttpError(405, `Received ${method}; this path allows ${allow}.`, {
    kind: 'methodNotAllowed',
    code: 'METHOD_NOT_ALLOWED',
    headers: { Allow: allow },
  })
}

const filesIn = (form: FormValue | undefined) =>
  form && mapFiles(form, ({ filename, type, bytes }) => new File([new Uint8Array(bytes)], filename, { type }))

/** The media type that the document gives to a response whose handler names none: the first that the client accepts. */
function withType(operation: ApiOperation, handled: HttpResponse, accept: string | undefined): HttpResponse {
  const named = headerOf(handled.headers, 'content-type') !== undefined
  const response = responseFor(operation, handled.status)
  const types =
    response === undefined ? [] : Object.keys(objectAt(response.node, 'content')).map(concreteType)
  const type = types.find((one) => accepts(accept, one.toLowerCase())) ?? types[0]
  if (named || handled.body === undefined || type === undefined) return handled
  return { ...handled, headers: { ...handled.headers, 'Content-Type': type } }
}
