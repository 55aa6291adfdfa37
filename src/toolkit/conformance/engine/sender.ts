/** Sends the requests of one check: guarded, with a credential, repeated where a token expires or a rate limit is reached. */
import { thingIn } from '../../model/wrapping.ts'
import { readHeader } from '../../openapi/headers.ts'
import { readJson } from '../../openapi/json.ts'
import { isUnsupportedByMock } from '../../openapi/unsupportedByMock.ts'
import type { Identity } from '../config/identity.ts'
import type { CheckContextParts, CheckRecord } from './checkParts.ts'
import { sendElsewhere } from './elsewhere.ts'
import type { Recorded } from './events.ts'
import { callerOf, isAuthorization, present, withQuery } from './identities.ts'
import type { WireRequest } from './requests.ts'
import { NeedsExistingData, NotObserved, type SendOptions } from './rule.ts'
import { NoResponse, OutOfTime, type PlainResponse, pauseOf, TooLong } from './send.ts'

/** Repetitions after 429. */
const MAX_RETRIES = 4

/** A request with the credential that it shows. */
interface Presented {
  wire: WireRequest
  options: SendOptions
  identity: Identity | null
  headers: Record<string, string>
  query: string
  /** The headers with credentials. */
  secretHeaders: readonly string[]
}

export class Sender {
  readonly #parts: CheckContextParts
  readonly #check: string
  readonly #record: CheckRecord

  /** @param record receives the exchanges, and a problem where the target does not respond */
  constructor(parts: CheckContextParts, check: string, record: CheckRecord) {
    this.#parts = parts
    this.#check = check
    this.#record = record
  }

  /**
   * @throws NotObserved where the write may not be sent, or the target does not respond
   * @throws Unreachable, OutOfTime, TokenRejected
   */
  async send(wire: WireRequest, options: SendOptions): Promise<Recorded> {
    const { plan, tokens, clock } = this.#parts
    const identity = options.identity === undefined ? plan.roles.main : options.identity
    await this.#requireAllowed(wire, identity, options.stated === true)
    if (identity !== null) await tokens.prepare(identity)
    let presented = this.#present(wire, identity, options)
    let isRenewed = false
    for (let attempt = 0; ; attempt++) {
      const recorded = await this.#exchange(presented)
      if (recorded.status === 401 && !isRenewed && (await this.#renew(presented))) {
        isRenewed = true
        presented = this.#present(wire, identity, options)
        continue
      }
      if (recorded.status !== 429 || options.limits === true) return recorded
      const pause = pauseOf(recorded, clock.now())
      const isTooLong = !Number.isFinite(pause) || clock.now() + pause > this.#parts.deadline
      if (attempt >= MAX_RETRIES || isTooLong)
        throw new NotObserved({
          code: 'rate-limited',
          retryAfter: readHeader(recorded.headers, 'retry-after') ?? 'missing',
        })
      await clock.wait(pause)
    }
  }

  /** Sends to any address, such as that of an authorization server. */
  async sendElsewhere(request: Parameters<typeof sendElsewhere>[2]): Promise<Recorded> {
    const { transport, clock } = this.#parts
    const response = await sendElsewhere({ transport, now: () => clock.now() }, this.#check, request)
    const recorded = this.#parts.record(response, this.#record.sharing > 0)
    this.#record.exchanges.push(recorded)
    return recorded
  }

  /** @throws NotObserved for a write to data that the run did not create */
  async #requireAllowed(wire: WireRequest, identity: Identity | null, stated: boolean): Promise<void> {
    const { guard, singletons, plan, writes, allowsExisting } = this.#parts
    const verdict = await guard.check(wire, identity)
    if (!verdict.send && verdict.endsRun === true && !stated)
      throw new NotObserved({ code: 'ends-run', what: verdict.why })
    const why =
      verdict.send && verdict.putBack !== undefined
        ? await singletons.hold(this.#check, verdict.putBack, wire, callerOf(plan, identity))
        : verdict.send
          ? undefined
          : verdict.why
    if (why === undefined || stated || allowsExisting) return
    writes.stopped(wire)
    throw new NeedsExistingData({ code: 'needs-existing-data', why })
  }

  #present(wire: WireRequest, identity: Identity | null, options: SendOptions): Presented {
    const shown = identity === null ? { headers: {}, query: '' } : present(identity)
    const secretHeaders = Object.keys(shown.headers)
    const own = { ...this.#parts.plan.headers, ...wire.headers }
    const headers = withoutEmpty(withCookies(own, { ...shown.headers, ...options.headers }))
    return { wire, options, identity, headers, query: shown.query, secretHeaders }
  }

  /** Whether the identity has a new token in place of the rejected one. */
  async #renew({ identity }: Presented): Promise<boolean> {
    if (identity === null) return false
    const rejected = identity.credentials.find(isAuthorization)?.value
    return rejected !== undefined && this.#parts.tokens.renew(identity, rejected)
  }

  /** One request, and its response as the run records it. */
  async #exchange(presented: Presented): Promise<Recorded> {
    const { wire, headers, query } = presented
    const { transport, clock } = this.#parts
    const { operationId, method } = wire
    const ended = this.#parts.begin({ check: this.#check, operationId, method })
    const beganAt = this.#parts.recorded()
    const startedAt = clock.now()
    const request = () => ({
      ...this.#described(presented),
      startedAt,
      milliseconds: clock.now() - startedAt,
    })
    let response: PlainResponse
    try {
      response = await transport.send({ ...wire, path: withQuery(wire.path, query), headers })
    } catch (error) {
      if (error instanceof OutOfTime) ended({ number: this.#parts.recorded(), status: 0 })
      if (!(error instanceof NoResponse)) throw error
      const nothing = { status: 0, headers: {}, body: Buffer.alloc(0), json: undefined }
      const exchange = this.#parts.record({ ...request(), ...nothing }, false, beganAt)
      ended(exchange)
      this.#record.exchanges.push(exchange)
      return this.#withoutResponse(error, exchange, presented)
    }
    const { json, whole } = this.#read(wire, response)
    const { status, headers: fields, body } = response
    const recorded = this.#parts.record(
      { ...request(), status, headers: fields, body, json, ...(json !== whole && { wrapped: whole }) },
      this.#record.sharing > 0,
      beganAt,
    )
    ended(recorded)
    this.#record.exchanges.push(recorded)
    if (isUnsupportedByMock(recorded))
      throw new NotObserved({ code: 'unsupported-by-mock', operation: operationId ?? method }, recorded)
    return recorded
  }

  #described({ wire, identity, headers, query, secretHeaders }: Presented) {
    return {
      check: this.#check,
      identity: identity?.name ?? null,
      operationId: wire.operationId,
      ...(wire.template !== undefined && { template: wire.template }),
      method: wire.method,
      url: wire.path,
      path: wire.path,
      requestHeaders: headers,
      requestBody: wire.body,
      ...(query !== '' && { secretQuery: query }),
      ...(secretHeaders.length > 0 && { secretHeaders }),
    }
  }

  /** The JSON of a response: the resource, and the whole body that may wrap it. */
  #read(
    { operationId }: WireRequest,
    { status, headers, body }: PlainResponse,
  ): { json: unknown; whole: unknown } {
    const { api } = this.#parts.plan
    const isJson = body.length > 0 && /json/i.test(readHeader(headers, 'content-type') ?? '')
    const reading = isJson ? readJson(body) : undefined
    const whole = reading !== undefined && 'value' in reading ? reading.value : undefined
    const operation = status < 300 ? api.byId.get(operationId ?? '') : undefined
    return { json: thingIn(api, operation, whole), whole }
  }

  #withoutResponse(error: NoResponse, exchange: Recorded, { wire, options }: Presented): never {
    if (error instanceof TooLong) throw new NotObserved({ code: 'response-too-long', why: error.message })
    const details = { reason: error.message }
    if (options.mayBreakOff !== true)
      this.#record.problems.push({ code: 'no-response', subject: wire.method, details, exchange })
    throw new NotObserved({ code: 'no-response', method: wire.method, why: error.message })
  }
}

/** Combines a credential in a cookie with the cookies of the operation. */
function withCookies(
  own: Record<string, string>,
  further: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const name = Object.keys(further).find((one) => one.toLowerCase() === 'cookie')
  const both = [own.Cookie, name && further[name]].filter(Boolean).join('; ')
  return { ...own, ...further, ...(name !== undefined && { [name]: both }) }
}

const withoutEmpty = (headers: Record<string, string | undefined>): Record<string, string> => {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) defined[name] = value
  return defined
}
