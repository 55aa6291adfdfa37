/** The operations of one document, compiled: finds the one that a request asks for, and answers in one dialect. */
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
  /** Whether other origins may call (docs/decisions.md, "CORS"); the pages are for their own forms alone. */
  crossOrigin: boolean
}

export interface CompiledDocument {
  /** Answers a request; `unknown`, where given, takes those whose path the document does not have. */
  serve(exchange: Exchange, unknown?: () => void): void
  /**
   * Runs an operation for a caller in this process: the same steps but for the credential and the limits.
   * @returns what its handler answers
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

export function compileDocument(options: DocumentOptions): CompiledDocument {
  const { dialect, limiter, validator, crossOrigin } = options
  const CallOf: CallClass = callClassOf(options.services)
  const compiled = options.operations.map(
    (operation): Compiled & { method: Operation['method']; path: string } => ({
      method: operation.method,
      path: operation.path,
      operation,
      pass: compileOperation(operation, options.handlers[operation.id], options),
      render: validated(operation),
    }),
  )
  const byId = new Map(compiled.map((one) => [one.operation.id, one]))
  const route = createRouter(compiled)
  const passUnknown = compileOperation(undefined, undefined, options)
  const fixed = crossOrigin ? corsFields : []

  /** In development an answer is held to the document before it is kept or sent. */
  function validated(operation: Operation): Call['render'] {
    return (call, result) => {
      const rendered = dialect.render(call, result)
      if (validator?.response && call.parts && typeof rendered.body === 'string' && isJson(result)) {
        validator.response(operation, call.parts, rendered.status, JSON.parse(rendered.body))
      }
      return rendered
    }
  }

  /** In development refusals are held to the document too, and every answer is looked at once more as it goes out. */
  function validatedRefusal(call: Call, requestId: string, rendered: Rendered): Rendered {
    if (!validator?.response || !call.operation || typeof rendered.body !== 'string') return rendered
    try {
      validator.response(call.operation, call.parts, rendered.status, JSON.parse(rendered.body))
      return rendered
    } catch (fault) {
      return dialect.refuse(fault, requestId)
    }
  }

  function witnessed(exchange: Exchange, rendered: Rendered): Rendered {
    if (!validator?.witness || rendered.outsideContract) return rendered
    try {
      validator.witness(exchange, rendered)
      return rendered
    } catch (fault) {
      return dialect.refuse(fault, exchange.requestId)
    }
  }

  function answer(call: Call, exchange: Exchange, rendered: Rendered): void {
    const { request } = exchange
    // A small body came with the headers and is parsed when this turn is over: its connection need not be closed.
    if (request.complete || !hasBody(request)) write(call, exchange, rendered)
    else setImmediate(() => write(call, exchange, rendered))
  }

  function write(call: Call, exchange: Exchange, rendered: Rendered): void {
    const { request, response, requestId, address } = exchange
    // Failed before anything was counted: the address tells the limits (source: "on every response").
    call.limits ??= limiter.admitAddress(address).headers
    send(request, response, witnessed(exchange, rendered), {
      fixed,
      limits: call.limits,
      requestId,
      cookies: call.cookies,
    })
  }

  function end(call: Call, exchange: Exchange): void {
    if (call.answer) answer(call, exchange, conditional(exchange.request, call.answer))
  }

  function refuse(call: Call, exchange: Exchange, error: unknown): void {
    if (error instanceof RequestAborted) return // nobody is left to answer
    const { requestId } = exchange
    answer(call, exchange, validatedRefusal(call, requestId, dialect.refuse(error, requestId)))
  }

  function pass(call: Call, exchange: Exchange, way: CallStep): void {
    try {
      const waiting = way(call)
      if (waiting === undefined) {
        end(call, exchange)
        return
      }
      waiting.then(
        () => end(call, exchange),
        (error: unknown) => refuse(call, exchange, error),
      )
    } catch (error) {
      refuse(call, exchange, error)
    }
  }

  return {
    serve(exchange, unknown) {
      const { request, path } = exchange
      const method = request.method ?? 'GET'
      const found = route(method, path)
      if (found.kind === 'operation') {
        const { operation, pass: way, render } = found.operation
        nameOperation(exchange.response, operation.id)
        return pass(new CallOf(exchange, operation, found.params, render), exchange, way)
      }
      if (found.kind === 'nothing' && unknown) return unknown()
      const call = new CallOf(exchange, undefined, {}, dialect.render)
      const allowed = found.kind === 'method' ? found.allowed : undefined
      if (method === 'OPTIONS' && crossOrigin) {
        return pass(call, exchange, () => {
          // A browser asks before each address of a page, and can show nothing of a refusal: a preflight takes none of its calls.
          if (isPreflight(request)) call.limits = limiter.addressHeaders(exchange.address)
          else call.countAddress(limiter)
          call.answer = { status: 204, headers: preflightHeaders(allowed ?? []), body: undefined }
        })
      }
      call.allowed = crossOrigin ? allowed : allowed?.filter((one) => one !== 'OPTIONS')
      pass(call, exchange, passUnknown)
    },

    async call(id, caller, { params, query, body }) {
      const found = byId.get(id)
      if (!found) throw new Error(`There is no operation ${id}.`)
      const call = new CallOf(undefined, found.operation, params, found.render)
      call.caller = caller
      call.query = query
      call.body = body
      await found.pass(call)
      return call.result
    },
  }
}

const isJson = (result: unknown): boolean => (result as AnyResult).contentType === undefined
