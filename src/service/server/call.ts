/**
 * One call of an operation, over HTTP or in this process: what the steps find out about it, and the context that its
 * handler is given. The services are on the prototype: copied into each call they would cost 14 µs a request.
 */
import { audit, targetsOf } from '../resources/audit.ts'
import type { WriteTransaction } from '../storage/database.ts'
import type { Form, Parameters } from '../syntax/form.ts'
import type { KnownClient } from './endpoint.ts'
import type { Exchange, Rendered } from './exchange.ts'
import type { Caller, Services } from './handler.ts'
import type { Operation } from './operationTable.ts'
import { parseQuery, type RawQuery } from './query.ts'
import type { OpenedUpload } from './steps/body/openUpload.ts'
import type { FreshCall } from './steps/idempotency/idempotency.ts'
import type { Admission, CountedAccount, RateLimiter } from './steps/rateLimit/limiter.ts'
import type { AnyResult } from './steps/respond.ts'
import { conform } from './steps/validate/compiled.ts'
import type { RequestParts } from './steps/validate/validator.ts'

/** The end of a call: turns the handler's result into bytes, inside the transaction of a change. */
type Render = (call: Call, result: unknown) => Rendered

export interface Call extends Services {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the services are put on the prototype below.
export class Call {
  /** Undefined: a call in this process. */
  readonly exchange: Exchange | undefined
  /** Undefined: the path or the method names none. */
  readonly operation: Operation | undefined
  /** The methods of the path where it exists and the method names no operation. */
  allowed: readonly string[] | undefined = undefined
  params: Record<string, string>
  /** As sent; coerced, with the defaults of the document, once it is validated. */
  query: Record<string, unknown> = NOTHING
  body: unknown = undefined
  /** The body as sent, for the fingerprint of an idempotency key. */
  bytes: Buffer = NO_BYTES
  upload: OpenedUpload | undefined = undefined
  form: Form | undefined = undefined
  caller!: Caller
  /** The client of the authorization server, and its form. */
  client: KnownClient | undefined = undefined
  parameters: Parameters | undefined = undefined
  /** The signed-in user, for the pages. */
  session: object | undefined = undefined
  cookies: string[] | undefined = undefined
  /** The account that the request counts for: an organization under its plan, or a named caller, else the address. */
  account: CountedAccount | undefined = undefined
  countedAs: string | undefined = undefined
  /** The limits, for every response. */
  limits: Record<string, string> | undefined = undefined
  /** The request as its validator saw it. */
  parts: RequestParts | undefined = undefined
  idempotent: FreshCall | undefined = undefined
  render: Render
  /** The result of the handler. */
  result: unknown = undefined
  /** Ends the call: no further step is accepted. */
  rendered: Rendered | undefined = undefined

  constructor(
    exchange: Exchange | undefined,
    operation: Operation | undefined,
    params: Record<string, string>,
    render: Render,
  ) {
    this.exchange = exchange
    this.operation = operation
    this.params = params
    this.render = render
  }

  get ifMatch(): string | undefined {
    return this.exchange?.request.headers['if-match']
  }

  /** Path and query as sent, below the base path. */
  get target(): string {
    const { path = '', search = '' } = this.exchange ?? {}
    return search === '' ? path : `${path}?${search}`
  }

  get rawQuery(): RawQuery {
    return this.exchange ? parseQuery(this.exchange.search) : (this.query as RawQuery)
  }

  /** Notes the limits, and rejects when nothing is left. */
  count(admission: Admission): void {
    this.limits = admission.headers
    if (admission.error) throw admission.error
  }

  countAddress(limiter: RateLimiter): void {
    this.count(limiter.admitAddress(this.countedAs ?? this.exchange?.address ?? 'in process'))
  }

  /** A handler accepts its context apart: what it is given has to know its call. Only a change requests these two. */
  get transact(): (work: (tx: WriteTransaction) => Promise<AnyResult>) => Promise<AnyResult> {
    return (work) => this.#transact(work)
  }

  get audit(): (tx: WriteTransaction, targets: readonly string[]) => Promise<void> {
    return (tx, targets) => this.#audit(tx, targets)
  }

  /** A change, its audit entries and the record of an idempotent response are one transaction. */
  #transact(work: (tx: WriteTransaction) => Promise<AnyResult>): Promise<AnyResult> {
    return this.database.write(async (tx) => {
      const result = await work(tx)
      if (this.exchange) this.rendered = this.render(this, result)
      await this.#audit(tx, targetsOf(result.body, this.params, this.query))
      if (this.idempotent && this.rendered) await this.idempotent.record(tx, this.rendered)
      return result
    })
  }

  #audit(tx: WriteTransaction, targets: readonly string[]): Promise<void> {
    const { caller, exchange } = this
    return audit(
      tx,
      { ids: this.ids, now: this.clock.now() },
      {
        operation: this.operation?.id ?? '',
        targets,
        requestId: exchange?.requestId ?? null,
        organizationId: caller.organizationId,
        userId: caller.userId,
        credentialId: exchange ? caller.credentialId : null,
        triggeredBy: caller.triggeredBy,
      },
    )
  }
}

Object.assign(Call.prototype, { conform })

const NOTHING: Record<string, unknown> = Object.freeze(Object.create(null))
const NO_BYTES = Buffer.alloc(0)

export type CallClass = new (...parameters: ConstructorParameters<typeof Call>) => Call

/** The class of the calls of one environment. */
export function callClassOf(services: Services): CallClass {
  const EnvironmentCall = class extends Call {}
  Object.assign(EnvironmentCall.prototype, services)
  return EnvironmentCall
}

/** Something that a call passes; what it returns is awaited only where it is a promise. */
export type CallStep = (call: Call) => undefined | void | Promise<void>
