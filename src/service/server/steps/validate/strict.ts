/**
 * The strict validator of development and tests: express-openapi-validator's own middleware, on the real request and
 * response. Uploads and calls in this process have neither a JSON body nor a request, and go through the compiled
 * validator.
 *
 * The library's requirements: request and response have what Express gives them. The body is there before it runs. A HEAD is shown to it as a GET. `query` and `params` are
 * properties of the request itself, because it writes to both. It compiles its document on its first request, so each route
 * gets its own document with only the parts that the route needs.
 */
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import express, { type NextFunction, type Request, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { formats, looseNumbers, type Violation } from 'specwright/validation'
import type { Exchange, Rendered } from '../../exchange.ts'
import type { Operation } from '../../operationTable.ts'
import { withLists } from '../../query.ts'
import { createCompiledValidator } from './compiled.ts'
import { rejectionOf, structuralViolations } from './rejection.ts'
import { responseIssues } from './responseIssues.ts'
import { bundleOf } from './routeDocument.ts'
import type { RequestParts, Validator, ValidParts } from './validator.ts'

/**
 * The library compiles the schema of OpenAPI itself for each route, which is half of the time to prepare it. It never
 * uses that schema where the document is not to be validated.
 */
const openapiSchema = createRequire(import.meta.url)(
  'express-openapi-validator/dist/framework/openapi.schema.validator.js',
) as { OpenAPISchemaValidator: new (options: { validateApiSpec: boolean }) => object }
openapiSchema.OpenAPISchemaValidator = new Proxy(openapiSchema.OpenAPISchemaValidator, {
  construct: (validator, [options]) => (options.validateApiSpec ? new validator(options) : {}),
})

/**
 * The functions compiled here serve few requests: Ajv's optimizer, a third of the time to compile, does not pay. The
 * schema of schemas, which each of the four engines of a route would read, is never used.
 */
const ajvOptions = createRequire(import.meta.url)(
  'express-openapi-validator/dist/framework/ajv/options.js',
) as {
  AjvOptions: { prototype: { baseOptions(): object } }
}
const { baseOptions } = ajvOptions.AjvOptions.prototype
ajvOptions.AjvOptions.prototype.baseOptions = function (this: object) {
  return { ...baseOptions.call(this), code: { optimize: false }, meta: false }
}

/** Whose requests and responses the library is given. It serves nothing. */
const app = express().enable('case sensitive routing').enable('strict routing')

type Middleware = (request: Request, response: Response, next: NextFunction) => unknown

/** The library's result for a response, which it reports through the `next` of the request. */
interface Hook {
  complaints: unknown[]
}

/**
 * The middlewares by document, base path and operation. They remember nothing of a request, so that the environments of
 * a server share what is compiled, which costs tens of milliseconds a route.
 */
const prepared = new WeakMap<object, Map<string, Middleware[]>>()

/**
 * @param document the bundled OpenAPI document
 * @param basePath path of {base_url}, `/v1`
 */
export function createStrictValidator(document: object, basePath: string): Validator {
  const compiled = createCompiledValidator()
  const routes = prepared.get(document) ?? new Map<string, Middleware[]>()
  prepared.set(document, routes)
  const hooks = new WeakMap<object, Hook>()

  function middlewaresOf(operation: Operation): Middleware[] {
    let middlewares = routes.get(`${basePath} ${operation.id}`)
    if (middlewares === undefined) {
      middlewares = OpenApiValidator.middleware({
        apiSpec: bundleOf(document, basePath, operation) as never,
        validateApiSpec: false, // looked at a time, as a whole, when the server starts
        validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
        validateResponses: { removeAdditional: false, coerceTypes: false },
        validateSecurity: false,
        fileUploader: false,
        validateFormats: true,
        // In place of the library's own, which are others for requests and for responses.
        formats: formats as never,
      }) as Middleware[]
      routes.set(`${basePath} ${operation.id}`, middlewares)
    }
    return middlewares
  }

  async function validateRequest(
    operation: Operation,
    parts: RequestParts,
    exchange: Exchange,
  ): Promise<ValidParts> {
    const request: Request = Object.setPrototypeOf(exchange.request, app.request)
    const response: Response = Object.setPrototypeOf(exchange.response, app.response)
    own(request, 'originalUrl', request.url)
    own(request, 'baseUrl', '')
    const { method } = request
    own(request, 'query', withLists(operation, parts.query))
    own(request, 'params', { ...parts.params })
    own(request, 'body', parts.body)
    // The hook calls it when there is no error; the bytes themselves are sent afterwards.
    own(response, 'json', () => response)
    const hook: Hook = { complaints: [] }
    const structural = structuralViolations(operation, parts)
    try {
      request.method = operation.method.toUpperCase()
      const fresh = !routes.has(`${basePath} ${operation.id}`)
      await run(middlewaresOf(operation), request, response, fresh, (late) => hook.complaints.push(late))
    } catch (error) {
      throw isRejection(error) ? rejectionOf([...structural, ...error.errors], parts) : error
    } finally {
      request.method = method
    }
    const valid = { params: request.params, query: request.query as Record<string, unknown> }
    if (structural.length === 0) structural.push(...looseNumbers(parts, valid))
    if (structural.length > 0) throw rejectionOf(structural, parts)
    hooks.set(response, hook)
    return { ...valid, body: request.body }
  }

  return {
    request: (operation, parts, exchange) =>
      exchange === undefined || operation.body?.upload
        ? compiled.request(operation, parts)
        : validateRequest(operation, parts, exchange),

    response({ path, method }, _parts, status, body) {
      const issues = responseIssues({ path, method, status }, body)
      if (issues.length > 0) throw new Error(`The response breaks the contract: ${issues.join('; ')}.`)
    },

    witness({ request, response }, rendered) {
      const hook = hooks.get(response)
      if (hook === undefined || !isJson(rendered)) return
      hooks.delete(response)
      showOnly(rendered.status, request as Noted)
      response.statusCode = rendered.status
      response.setHeader('Content-Type', rendered.headers['Content-Type'] ?? '')
      ;(response as Response).json(JSON.parse(rendered.body))
      response.removeHeader('Content-Type')
      if (hook.complaints.length > 0) throw hook.complaints[0]
    },
  }
}

/** The library's notes on a request: where it belongs, and the operation whose responses it compiles. */
interface Noted {
  openapi?: {
    /** Part of the name under which it retains what it compiled. */
    expressRoute: string
    _responseSchema: { responses: Record<string, unknown> }
  }
}

/** Lets the library compile the response of one status: it compiles those of all at the first response otherwise. */
function showOnly(status: number, request: Noted): void {
  const { openapi } = request
  if (openapi === undefined) return
  const { responses } = openapi._responseSchema
  const name = [String(status), `${String(status)[0]}XX`, 'default'].find((name) => name in responses)
  const shown = name === undefined ? {} : { [name]: responses[name] }
  request.openapi = {
    ...openapi,
    expressRoute: `${openapi.expressRoute} ${name}`,
    _responseSchema: { ...openapi._responseSchema, responses: shown },
  }
}

const isJson = (rendered: Rendered): rendered is Rendered & { body: string } =>
  typeof rendered.body === 'string' && /^application\/json\b/.test(rendered.headers['Content-Type'] ?? '')

const own = (target: object, name: string, value: unknown): void =>
  void Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true })

/**
 * Runs middlewares in order; resolves when the last called next, rejects with what one of them rejected with.
 * An error that comes after that goes to `late`.
 * @param fresh each of them compiles something, in a turn of the event loop of its own
 */
async function run(
  middlewares: readonly Middleware[],
  request: Request,
  response: Response,
  fresh: boolean,
  late: (error: unknown) => void,
): Promise<void> {
  for (const middleware of middlewares) {
    if (fresh) await nextTurn()
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

function isRejection(error: unknown): error is { status: number; errors: Violation[] } {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  )
}
