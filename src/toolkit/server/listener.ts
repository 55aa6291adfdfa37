/**
 * Serves handlers by their document: routes, credentials, validation and refusals come from it, so that a server says
 * what the mock of the same document says. What it adds is a promise: no answer of a handler leaves that the document
 * forbids.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiOperation, createApi } from '../conformance/api/api.ts'
import { createResponseChecker } from '../conformance/checkResponse.ts'
import { formatFinding } from '../conformance/finding.ts'
import { concreteType, mediaTypeOf } from '../conformance/json.ts'
import {
  type ContractDocument,
  createMatcher,
  DocumentError,
  formatDocumentFinding,
  objectAt,
  readDocument,
  responseFor,
} from '../contract/index.ts'
import { authorize, identify, type Keys } from '../requests/credentials.ts'
import { type HttpAnswer, type HttpRequest, Refusal } from '../requests/exchange.ts'
import { paramsOf, splitPath } from '../requests/path.ts'
import { refusalAnswer } from '../requests/refusals.ts'
import { validate } from '../requests/validate.ts'
import { bytesOf, headersOf, readBody } from '../requests/wire.ts'
import type { Handlers } from './handler.ts'
import { typedParameters } from './values.ts'

export interface ListenerOptions<Operations> {
  /** A file, or a document that was loaded. */
  document: string | ContractDocument
  handlers: Handlers<Operations>
  /** Credentials with the scopes of each; needed where the document has security. */
  keys?: Keys
  /** Most bytes of a body; default 1 MiB. */
  largestBody?: number
  /** Told of what no client is told: errors of handlers, and answers that the document forbids. */
  report?(error: unknown): void
}

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

type AnyHandler = (call: unknown) => Promise<HttpAnswer & { status: number }>

/**
 * @throws DocumentError for a document that cannot be read, or that is broken in a part; Error for an operation without a handler
 * @example createServer(createListener<operations>({ document: 'generated/openapi.json', handlers })).listen(3000)
 */
export function createListener<Operations>(options: ListenerOptions<Operations>): Listener {
  const document = typeof options.document === 'string' ? wholeDocument(options.document) : options.document
  const api = createApi(document)
  const find = createMatcher(document)
  const { check } = createResponseChecker(document)
  const handlers = options.handlers as Readonly<Record<string, AnyHandler | undefined>>
  const report = options.report ?? ((error) => console.error(error))
  const largest = options.largestBody ?? 1024 * 1024
  for (const { operationId } of api.operations)
    if (handlers[operationId] === undefined) throw new Error(`The operation ${operationId} has no handler.`)

  async function perform(operation: ApiOperation, request: HttpRequest): Promise<HttpAnswer> {
    const caller = identify(api, operation, request, options.keys ?? new Map())
    authorize(caller)
    const valid = validate(
      api,
      operation,
      request,
      paramsOf(operation, splitPath(operation, request).concrete),
    )
    const call = {
      ...typedParameters(api, operation, valid),
      headers: request.headers,
      body: valid.body ?? otherBody(request),
      caller: caller && { credential: caller.credential, scopes: caller.scopes },
    }
    const answer = (await handlers[operation.operationId]?.(call)) as HttpAnswer
    const made = withType(operation, { ...answer, headers: { ...answer.headers } })
    const findings = check({ ...made, body: bytesOf(made), method: operation.method, url: request.url })
    if (findings.length > 0)
      throw new Error(`An answer that the document forbids.\n${findings.map(formatFinding).join('\n')}`)
    return made
  }

  async function answerTo(request: HttpRequest): Promise<HttpAnswer> {
    const requestId = request.headers['x-request-id'] ?? randomUUID()
    let operation: ApiOperation | undefined
    try {
      const { operation: found, methods } = find(request.method, request.url)
      operation = found && api.byId.get(found.operationId)
      if (operation !== undefined) return await perform(operation, request)
      throw refusalWithout(request, methods)
    } catch (error) {
      if (!(error instanceof Refusal)) report(error)
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'The server failed; its log has the reason.')
      return refusalAnswer(api, operation, refusal, requestId)
    }
  }

  return (request, response) => {
    void readBody(request, largest)
      .then((body) => {
        const { method = 'GET', url = '/' } = request
        const headers = headersOf(request)
        if (body !== undefined) return answerTo({ method, url, headers, body })
        const refusal = new Refusal(413, `The body is larger than ${largest} bytes.`)
        return refusalAnswer(api, undefined, refusal, headers['x-request-id'] ?? randomUUID())
      })
      .then((answer) => {
        const { status, headers } = answer
        const body = bytesOf(answer)
        const length = body.length > 0 || status >= 400 ? { 'Content-Length': String(body.length) } : {}
        response.writeHead(status, { ...headers, ...length })
        response.end(request.method === 'HEAD' ? undefined : body)
      })
      .catch((error: unknown) => {
        report(error)
        response.destroy()
      })
  }
}

/** A server stands on the whole of its document. */
function wholeDocument(file: string): ContractDocument {
  const document = readDocument(file)
  const errors = document.findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new DocumentError('MALFORMED', errors.map(formatDocumentFinding).join('\n'))
  return document
}

function refusalWithout({ method }: HttpRequest, methods: readonly string[]): Refusal {
  if (methods.length === 0) return new Refusal(404, 'There is nothing at this path.', { hint: /NOT_FOUND/i })
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Refusal(405, `Received ${method}; this path takes ${allow}.`, {
    hint: /METHOD/i,
    headers: { Allow: allow },
  })
}

/** The media type that the document gives to an answer whose handler names none. */
function withType(operation: ApiOperation, answer: HttpAnswer): HttpAnswer {
  const named = Object.keys(answer.headers).some((name) => /^content-type$/i.test(name))
  const response = responseFor(operation, answer.status)
  const [range] = response === undefined ? [] : Object.keys(objectAt(response.node, 'content'))
  const type = range && concreteType(range)
  if (named || answer.body === undefined || type === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'Content-Type': type } }
}

/** A body that is neither JSON nor a form: text, or bytes. */
function otherBody({ headers, body }: HttpRequest): string | Buffer | undefined {
  if (body.length === 0) return undefined
  return mediaTypeOf(headers['content-type'] ?? '').startsWith('text/') ? body.toString() : body
}
