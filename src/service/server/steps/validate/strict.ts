/**
 * The strict validator of development and tests: express-openapi-validator over requests and responses.
 * It runs on copies, so that nothing it coerces or attaches reaches the real request.
 */
import type { Express, NextFunction, Request, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { formats } from '../../../../toolkit/contract/formats.ts'
import { withLists } from '../../query.ts'
import { looseNumbers, refusalOf, structuralViolations, type Violation } from './issues.ts'
import type { RequestParts, Validator } from './validator.ts'

type Middleware = (request: Request, response: Response, next: NextFunction) => unknown

/**
 * @param document the bundled OpenAPI document, for it answers 500 to every request of one with `$ref`ed path items
 * @param basePath path of {base_url}, `/v1`
 * @throws Error when the document is not valid OpenAPI: the server refuses to start
 */
export async function createStrictValidator(
  document: object,
  basePath: string,
  app: Express,
): Promise<Validator> {
  const middlewares = OpenApiValidator.middleware({
    apiSpec: forJudging(document) as never,
    validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
    validateResponses: { removeAdditional: false, coerceTypes: false },
    validateSecurity: false,
    fileUploader: false,
    validateFormats: true,
    // In place of the library's own, which are others for requests and for answers.
    formats: formats as never,
  }) as Middleware[]
  const [prepare] = middlewares
  if (prepare)
    await run([prepare], shadowRequest('GET', basePath, undefined, app), shadowResponse(), () => {})

  // The validator hooks `json` of the response it saw with the request, and reports through that request's `next`.
  const shadows = new WeakMap<RequestParts, { response: Response; complaints: unknown[] }>()
  return {
    async request(operation, parts) {
      const request = shadowRequest(
        operation.method.toUpperCase(),
        basePath,
        { ...parts, query: withLists(operation, parts.query) },
        app,
      )
      const response = shadowResponse()
      const complaints: unknown[] = []
      const structural = structuralViolations(operation, parts)
      try {
        await run(middlewares, request, response, (late) => complaints.push(late))
      } catch (error) {
        throw isRefusal(error) ? refusalOf([...structural, ...error.errors], parts) : error
      }
      const valid = { params: request.params, query: request.query as Record<string, unknown> }
      if (structural.length === 0) structural.push(...looseNumbers(parts, valid))
      if (structural.length > 0) throw refusalOf(structural, parts)
      shadows.set(parts, { response, complaints })
      return { ...valid, body: request.body }
    },
    response(_operation, parts, status, body) {
      const shadow = shadows.get(parts)
      if (!shadow) return
      shadow.response.statusCode = status
      shadow.response.json(body)
      if (shadow.complaints.length > 0) throw shadow.complaints[0]
    },
  }
}

/** What no schema looks at; the library walks the whole document again for each operation and status. */
const UNUSED = new Set(['example', 'examples', 'links', 'webhooks'])
/** Refusals are written in one place, and judged on the wire by the tests; each would cost a compilation a route. */
const REFUSAL = /^[45]\d\d$/
/** Below these the keys are names that the document chose. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'dependentSchemas',
  'parameters',
  'paths',
])

/**
 * A copy of the document as the library is to judge by it.
 * - Without examples and links: with them the first request of a route takes half a second.
 * - Reserved characters and empty values in a query are left to the schemas, as RFC 3986, section 3.4 has it; the
 *   library refuses both by rules of its own.
 */
function forJudging(document: object): object {
  const visit = (value: unknown, named: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false))
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      if (!named && (UNUSED.has(key) || REFUSAL.test(key))) continue
      copy[key] = visit(inner, !named && NAMED.has(key))
    }
    if (copy.in === 'query' && 'name' in copy)
      Object.assign(copy, { allowReserved: true, allowEmptyValue: true })
    return copy
  }
  return visit(document, false) as object
}

function shadowRequest(
  method: string,
  basePath: string,
  parts: RequestParts | undefined,
  app: Express,
): Request {
  const url = `${basePath}${parts?.target ?? ''}`
  const path = url.split('?', 1)[0]
  return {
    method,
    url,
    originalUrl: url,
    path,
    baseUrl: '',
    params: {},
    query: { ...parts?.query },
    headers: { ...parts?.headers },
    body: parts?.body === undefined ? undefined : structuredClone(parts.body),
    app,
    get(name: string) {
      return parts?.headers[name.toLowerCase()]
    },
  } as unknown as Request
}

function shadowResponse(): Response {
  return {
    statusCode: 200,
    headersSent: false,
    json: () => {},
    getHeaders: () => ({ 'content-type': 'application/json' }),
  } as unknown as Response
}

/**
 * Runs middlewares in order; resolves when the last called next, rejects with what one of them refused with.
 * An error that comes after that goes to `late`.
 */
async function run(
  middlewares: readonly Middleware[],
  request: Request,
  response: Response,
  late: (error: unknown) => void,
): Promise<void> {
  for (const middleware of middlewares) {
    await new Promise<void>((resolve, reject) => {
      let called = false
      const next = (error?: unknown) => {
        if (called) return error === undefined ? undefined : late(error)
        called = true
        return error === undefined ? resolve() : reject(error)
      }
      Promise.resolve(middleware(request, response, next)).catch(reject)
    })
  }
}

function isRefusal(error: unknown): error is { status: number; errors: Violation[] } {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  )
}
