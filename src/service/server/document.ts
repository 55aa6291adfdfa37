/** The operations of one document, compiled: finds the one of a request, and responds in one dialect. */
import { type Call, type CallClass, type CallStep, callClassOf } from './call.ts'
import { corsFields, isPreflight, preflightHeaders } from './cors.ts'
import type { Exchange, Rendered } from './exchange.ts'
import { compileOperation } from './operation.ts'
import { nameOperation } from './operationName.ts'
import type { Operation } from './operationTable.ts'
import { createRouter } from './router.ts'
import { hasBody, RequestAborted } from './steps/body/framing.ts'
import { type AnyResult, conditional, send } from './steps/respond.ts'
import type { CallHandler, Surface } from './surface.ts'

interface DocumentOptions extends Surface {
  operations: readonly Operation[]
  handlers: Readonly<Record<string, CallHandler | undefined>>
  /** Whether other origins may call (docs/internals/decisions.md, "CORS"); the pages are for only their own forms. */
  crossOrigin: boolean
}

export interface CompiledDocument {
  /** Responds to a request; `unknown`, where given, gets those whose path the document does not have. */
  serve(exchange: Exchange, unknown?: () => void): void
  /**
   * Runs an operation for a caller in this process: the same steps but for the credential and the limits.
   * @returns the result of its handler
   */
  call(id: string, caller: Call['caller'], parts: CallParts): Promise<unknown>
}

interface CallParts {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

interface Compiled {
  operation: Operation
  pass: CallStep
  render: Call['render']
}

export const compileDocument = (options: DocumentOptions): CompiledDocument => new DocumentServer(options)

class DocumentServer implements CompiledDocument {
  readonly #dialect: DocumentOptions['dialect']
  readonly #limiter: DocumentOptions['limiter']
  readonly #validator: DocumentOptions['validator']
  readonly #crossOrigin: boolean
  readonly #fixed: typeof corsFields | readonly []
  readonly #CallOf: CallClass
  readonly #byId: ReadonlyMap<string, Compiled>
  readonly #route
  readonly #passUnknown: CallStep

  constructor(options: DocumentOptions) {
    this.#dialect = options.dialect
    this.#limiter = options.limiter
    this.#validator = options.validator
    this.#crossOrigin = options.crossOrigin
    this.#fixed = options.crossOrigin ? corsFields : []
    this.#CallOf = callClassOf(options.services)
    const compiled = options.operations.map(
      (operation): Compiled & { method: Operation['method']; path: string } => ({
        method: operation.method,
        path: operation.path,
        operation,
        pass: compileOperation(operation, options.handlers[operation.id], options),
        render: this.#validated(operation),
      }),
    )
    this.#byId = new Map(compiled.map((one) => [one.operation.id, one]))
    this.#route = createRouter(compiled)
    this.#passUnknown = compileOperation(undefined, undefined, options)
  }

  serve(exchange: Exchange, unknown?: () => void): void {
    const { request, path } = exchange
    const method = request.method ?? 'GET'
    const found = this.#route(method, path)
    if (found.kind === 'operation') {
      const { operation, pass: way, render } = found.operation
      nameOperation(exchange.response, operation.id)
      this.#pass(new this.#CallOf(exchange, operation, found.params, render), exchange, way)
    } else if (found.kind === 'nothing' && unknown) unknown()
    else this.#serveNoOperation(exchange, method, found.kind === 'method' ? found.allowed : undefined)
  }

  /** A path without an operation, or an operation's path with another method. */
  #serveNoOperation(exchange: Exchange, method: string, allowed: readonly string[] | undefined): void {
    const { request } = exchange
    const call = new this.#CallOf(exchange, undefined, {}, this.#dialect.render)
    if (method === 'OPTIONS' && this.#crossOrigin) {
      this.#pass(call, exchange, () => {
        // A browser sends a preflight for each address of a page, and can show nothing of a rejection: a preflight is not counted.
        if (isPreflight(request)) call.limits = this.#limiter.addressHeaders(exchange.address)
        else call.countAddress(this.#limiter)
        call.rendered = { status: 204, headers: preflightHeaders(allowed ?? []), body: undefined }
      })
      return
    }
    call.allowed = this.#crossOrigin ? allowed : allowed?.filter((one) => one !== 'OPTIONS')
    this.#pass(call, exchange, this.#passUnknown)
  }

  async call(id: string, caller: Call['caller'], { params, query, body }: CallParts): Promise<unknown> {
    const found = this.#byId.get(id)
    if (!found) throw new Error(`There is no operation ${id}.`)
    const call = new this.#CallOf(undefined, found.operation, params, found.render)
    call.caller = caller
    call.query = query
    call.body = body
    await found.pass(call)
    return call.result
  }

  /** In development a response is checked against the document before it is stored or sent. */
  #validated(operation: Operation): Call['render'] {
    return (call, result) => {
      const rendered = this.#dialect.render(call, result)
      if (this.#validator?.response && call.parts && typeof rendered.body === 'string' && isJson(result)) {
        this.#validator.response(operation, call.parts, rendered.status, JSON.parse(rendered.body))
      }
      return rendered
    }
  }

  /** In development rejections are checked against the document too, and every response is looked immediately more as it goes out. */
  #validatedRejection(call: Call, requestId: string, rendered: Rendered): Rendered {
    if (!this.#validator?.response || !call.operation || typeof rendered.body !== 'string') return rendered
    try {
      this.#validator.response(call.operation, call.parts, rendered.status, JSON.parse(rendered.body))
      return rendered
    } catch (fault) {
      return this.#dialect.reject(fault, requestId)
    }
  }

  #witnessed(exchange: Exchange, rendered: Rendered): Rendered {
    if (!this.#validator?.witness || rendered.outsideContract) return rendered
    try {
      this.#validator.witness(exchange, rendered)
      return rendered
    } catch (fault) {
      return this.#dialect.reject(fault, exchange.requestId)
    }
  }

  #respond(call: Call, exchange: Exchange, rendered: Rendered): void {
    const { request } = exchange
    // A small body came with the headers and is parsed when this turn is over: its connection need not be closed.
    if (request.complete || !hasBody(request)) this.#write(call, exchange, rendered)
    else setImmediate(() => this.#write(call, exchange, rendered))
  }

  #write(call: Call, exchange: Exchange, rendered: Rendered): void {
    const { request, response, requestId, address } = exchange
    // Failed before anything was counted: the limits are those of the address (source: "on every response").
    call.limits ??= this.#limiter.admitAddress(address).headers
    send(request, response, this.#witnessed(exchange, rendered), {
      fixed: this.#fixed,
      limits: call.limits,
      requestId,
      cookies: call.cookies,
    })
  }

  #end(call: Call, exchange: Exchange): void {
    if (call.rendered) this.#respond(call, exchange, conditional(exchange.request, call.rendered))
  }

  #reject(call: Call, exchange: Exchange, error: unknown): void {
    if (error instanceof RequestAborted) return // the client is gone
    const { requestId } = exchange
    this.#respond(
      call,
      exchange,
      this.#validatedRejection(call, requestId, this.#dialect.reject(error, requestId)),
    )
  }

  #pass(call: Call, exchange: Exchange, way: CallStep): void {
    try {
      const waiting = way(call)
      if (waiting === undefined) {
        this.#end(call, exchange)
        return
      }
      waiting.then(
        () => this.#end(call, exchange),
        (error: unknown) => this.#reject(call, exchange, error),
      )
    } catch (error) {
      this.#reject(call, exchange, error)
    }
  }
}

const isJson = (result: unknown): boolean => (result as AnyResult).contentType === undefined
