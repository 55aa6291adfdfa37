/** What one trial works with: it sends, remembers what it sent, and notes what is broken. */
import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { thingIn } from '../../model/wrapping.ts'
import { readHeader } from '../../openapi/headers.ts'
import { readJson } from '../../openapi/json.ts'
import { createRandom, seedFor } from '../../schema/values/random.ts'
import { type Guard, NEEDS_EXISTING_DATA } from '../safety/guard.ts'
import { itemAddress, type Ownership } from '../safety/ownership.ts'
import type { SingletonState } from '../safety/singletonState.ts'
import type { Writes } from '../safety/writes.ts'
import { withCurrentVersion } from './bodyVersion.ts'
import { sendElsewhere } from './elsewhere.ts'
import type { Recorded } from './events.ts'
import { findInList } from './findInList.ts'
import type { Fixtures } from './fixtures.ts'
import { callerOf, type Identity, present, withQuery } from './identities.ts'
import { isUnsupportedByMock } from './notObserved.ts'
import { CURRENT_TAG, type Parts, requestOf, type WireRequest } from './requests.ts'
import { type Broken, NotObserved, type Plan, type SendOptions, type TrialContext } from './rule.ts'
import { type Answer, NoAnswer, OutOfTime, pauseOf, TooLong, type Transport } from './send.ts'
import type { Tokens } from './tokens.ts'

export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

export interface Habit {
  question: string
  answer: string
  operationId: string | null
  /** Whether this answer is the one that a standard asks for, however many give another. */
  right: boolean
  told: Broken
}

export interface TrialContextParts {
  plan: Plan
  fixtures: Fixtures
  transport: Transport
  clock: Clock
  /** Waits for the target while other trials send. */
  pause(milliseconds: number): Promise<void>
  /** Told of a request before it goes out, and of what was recorded of it. */
  begin(
    request: Pick<Recorded, 'trial' | 'operationId' | 'method'>,
  ): (answer: Pick<Recorded, 'number' | 'status'>) => void
  /** How many exchanges are recorded. */
  recorded(): number
  /** Every exchange goes through here: numbered, checked, reported. */
  record(exchange: Omit<Recorded, 'number'>, keep: boolean, beganAt?: number): Recorded
  makeRoom(resource: Resource): Promise<boolean>
  /** Every write passes it before it is sent. */
  guard: Guard
  ownership: Ownership
  singletons: SingletonState
  writes: Writes
  /** Whether writes may go to data that the run did not create. */
  allowsExisting: boolean
  tokens: Tokens
  /** Of the run; what must be new each time follows from it. */
  salt: number
  /** When the run has to be over. */
  deadline: number
}

export interface RecordedTrial extends TrialContext {
  exchanges: Recorded[]
  problems: Broken[]
  habits: Habit[]
  /** Ends the check: puts back the singletons that it wrote to. */
  settle(): Promise<void>
}

const MOST_RETRIES = 4

export function createTrialContext(parts: TrialContextParts, trial: string, seed: number): RecordedTrial {
  const { plan, fixtures, transport, clock } = parts
  const exchanges: Recorded[] = []
  const problems: Broken[] = []
  const habits: Habit[] = []
  let keeping = 0

  /** @throws NotObserved for a write to data that the run did not create */
  const guarded = async (wire: WireRequest, identity: Identity | null, stated: boolean): Promise<void> => {
    const verdict = await parts.guard.judge(wire, identity)
    const why =
      verdict.send && verdict.putBack !== undefined
        ? await parts.singletons.hold(trial, verdict.putBack, wire, callerOf(plan, identity))
        : verdict.send
          ? undefined
          : verdict.why
    if (why === undefined || stated || parts.allowsExisting) return
    parts.writes.stopped(wire)
    throw new NotObserved(`${NEEDS_EXISTING_DATA} (${why})`)
  }

  const deliver = async (wire: WireRequest, options: SendOptions): Promise<Recorded> => {
    const identity = options.identity === undefined ? plan.roles.main : options.identity
    await guarded(wire, identity, options.stated === true)
    if (identity !== null) await parts.tokens.prepare(identity)
    let shown = identity === null ? { headers: {}, query: '' } : present(identity)
    const path = withQuery(wire.path, shown.query)
    const [secretHeader] = Object.keys(shown.headers)
    const headersNow = () =>
      withoutEmpty(
        withCookies({ ...plan.headers, ...wire.headers }, { ...shown.headers, ...options.headers }),
      )
    let headers = headersNow()
    let renewals = 0
    const told = () => ({
      trial,
      identity: identity?.name ?? null,
      operationId: wire.operationId,
      ...(wire.template !== undefined && { template: wire.template }),
      method: wire.method,
      url: wire.path,
      path: wire.path,
      requestHeaders: headers,
      requestBody: wire.body,
      ...(shown.query !== '' && { secretQuery: shown.query }),
      ...(secretHeader !== undefined && { secretHeader }),
    })
    for (let attempt = 0; ; attempt++) {
      const ended = parts.begin({ trial, operationId: wire.operationId, method: wire.method })
      const beganAt = parts.recorded()
      const startedAt = clock.now()
      const took = () => ({ startedAt, milliseconds: clock.now() - startedAt })
      let answer: Answer
      try {
        answer = await transport.send({ ...wire, path, headers })
      } catch (error) {
        if (error instanceof OutOfTime) ended({ number: parts.recorded(), status: 0 })
        if (!(error instanceof NoAnswer)) throw error
        const nothing = { status: 0, headers: {}, body: Buffer.alloc(0), json: undefined }
        const exchange = parts.record({ ...told(), ...nothing, ...took() }, false, beganAt)
        ended(exchange)
        exchanges.push(exchange)
        if (error instanceof TooLong) throw new NotObserved(error.message)
        if (options.mayBreakOff !== true)
          problems.push({
            code: 'no-response',
            subject: wire.method,
            details: { reason: error.message },
            exchange,
          })
        throw new NotObserved(`received no response to ${wire.method} (${error.message})`)
      }
      const reading =
        answer.body.length > 0 && /json/i.test(readHeader(answer.headers, 'content-type') ?? '')
          ? readJson(answer.body)
          : undefined
      const whole = reading !== undefined && 'value' in reading ? reading.value : undefined
      const operation = answer.status < 300 ? plan.api.byId.get(wire.operationId ?? '') : undefined
      const json = thingIn(plan.api, operation, whole)
      const { status, headers: fields, body } = answer
      const recorded = parts.record(
        {
          ...told(),
          status,
          headers: fields,
          body,
          json,
          ...(json !== whole && { wrapped: whole }),
          ...took(),
        },
        keeping > 0,
        beganAt,
      )
      ended(recorded)
      exchanges.push(recorded)
      if (isUnsupportedByMock(recorded))
        throw new NotObserved(`the mock does not support ${wire.operationId ?? wire.method}`, recorded)
      const refused = shown.headers.Authorization
      if (answer.status === 401 && identity !== null && refused !== undefined && renewals++ === 0)
        if (await parts.tokens.renew(identity, refused)) {
          shown = present(identity)
          headers = headersNow()
          continue
        }
      if (answer.status !== 429 || options.limits === true) return recorded
      const pause = pauseOf(answer, clock.now())
      if (attempt >= MOST_RETRIES || !Number.isFinite(pause) || clock.now() + pause > parts.deadline)
        throw new NotObserved(
          `the target's rate limit (429, Retry-After ${readHeader(answer.headers, 'retry-after') ?? 'missing'}) leaves no time; raise the limits of the plan or give --time-budget more`,
        )
      await clock.wait(pause)
    }
  }

  const context: RecordedTrial = {
    ...plan,
    exchanges,
    problems,
    habits,
    random: createRandom(seedFor(seed, trial), parts.salt),
    now: () => clock.now(),
    wait: (milliseconds) => parts.pause(milliseconds),
    send: async (operation, given, options = {}) => {
      const wire = requestOf(plan.api.document, operation, {
        ...given,
        headers: await withTag(context, operation, given),
        body:
          options.version === undefined ? await withCurrentVersion(context, operation, given) : given.body,
      })
      return deliver(options.method === undefined ? wire : { ...wire, method: options.method }, options)
    },
    sendRaw: (method, path, options = {}) =>
      deliver(
        {
          method,
          path,
          headers: { Accept: '*/*' },
          body: options.body === undefined ? undefined : Buffer.from(options.body),
          operationId: null,
        },
        options,
      ),
    async elsewhere(method, url, request) {
      const answer = await sendElsewhere({ transport, now: context.now }, trial, { ...request, method, url })
      const recorded = parts.record(answer, keeping > 0)
      exchanges.push(recorded)
      return recorded
    },
    parts: (operation, options) => fixtures.parts(context, operation, options),
    succeed: (operation, options) => fixtures.succeed(context, operation, options),
    item: (resource, options) => fixtures.item(context, resource, options),
    read: (item, options) => {
      if (item.resource.read === undefined) return context.notObserved(`${item.resource.item} has no GET`)
      return context.send(item.resource.read, { params: item.params, query: {}, headers: {} }, options)
    },
    findInList: (item, options = {}) => findInList(context, item, options),
    async keep(work) {
      keeping++
      try {
        return await work()
      } finally {
        keeping--
      }
    },
    makeRoom: (resource) => parts.makeRoom(resource),
    own: (resource, params, accepted) => parts.ownership.own(resource, params, accepted),
    isOwn: (resource, params) => parts.ownership.ownerOf(itemAddress(resource, params)) !== undefined,
    state: (operation, params) => parts.guard.state(operation, params),
    settle: () => parts.singletons.release(trial),
    broken: (broken) => void problems.push(broken),
    notObserved: (reason) => {
      throw new NotObserved(reason)
    },
    habit: (question, answer, told, { right = false } = {}) =>
      void habits.push({ question, answer, told, right, operationId: told.exchange.operationId }),
  }
  return context
}

/** The headers with the tag that the item has now, where the document asks for one. */
async function withTag(
  context: TrialContext,
  operation: ApiOperation,
  { headers, params }: Parts,
): Promise<Parts['headers']> {
  const name = Object.keys(headers).find((one) => headers[one] === CURRENT_TAG)
  if (name === undefined) return headers
  const read = context.graph.alongPath(operation.path).at(-1)?.read
  const answer = read && (await context.send(read, { params, query: {}, headers: {} }))
  return { ...headers, [name]: readHeader(answer?.headers ?? {}, 'etag') ?? '*' }
}

/** A credential in a cookie stands beside the cookies of the operation. */
function withCookies(
  own: Record<string, string>,
  further: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const name = Object.keys(further).find((one) => one.toLowerCase() === 'cookie')
  const both = [own.Cookie, name && further[name]].filter(Boolean).join('; ')
  return { ...own, ...further, ...(name !== undefined && { [name]: both }) }
}

const withoutEmpty = (headers: Record<string, string | undefined>): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) kept[name] = value
  return kept
}
