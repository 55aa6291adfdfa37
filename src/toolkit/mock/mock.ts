/**
 * A mock of one API, made of its document alone: it refuses what the document refuses, in the document's own form, and
 * answers the rest with what the document allows. With state, what is posted is kept.
 */
import { randomUUID } from 'node:crypto'
import { type Api, type ApiOperation, createApi } from '../model/api.ts'
import { listPlace } from '../model/listPlace.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { basePathOf, createMatcher } from '../openapi/match.ts'
import { responseFor } from '../openapi/operations.ts'
import { answerProblems } from '../requests/answerProblems.ts'
import { authorize, challenge, identify, type Keys } from '../requests/credentials.ts'
import { declaredFor } from '../requests/errorShape.ts'
import { type HttpAnswer, type HttpRequest, Refusal } from '../requests/exchange.ts'
import { withParts } from '../requests/multipart.ts'
import { paramsOf, splitPath, typedText } from '../requests/path.ts'
import { problem, refusalAnswer, withRequestId } from '../requests/refusals.ts'
import { type PlacedRequest, type ValidRequest, validate } from '../requests/validate.ts'
import { withOneWait } from '../requests/waits.ts'
import { createRandom, scopedRandom, seedFor } from '../schema/values/random.ts'
import { createCounters } from './counters.ts'
import { createIgnoredLog } from './ignored.ts'
import { createLinkRewriter } from './links.ts'
import { type Preference, preferenceOf, UnknownPreference } from './preference.ts'
import { createPrism } from './prism.ts'
import { createReplays } from './replays.ts'
import { sampleList } from './sampleList.ts'
import { mediaOf, requiredHeaders, sample } from './samples.ts'
import { createCursorSigner, pageOf } from './state/lists.ts'
import { listHeaders } from './state/pages.ts'
import { createState, type State } from './state/state.ts'
import { isWrite } from './state/unstored.ts'

export interface MockSettings {
  /** Whether what is posted is kept, read, listed, changed and deleted. */
  stateful: boolean
  /** With state: whether it begins with the items that the document shows. */
  seeded?: boolean
  /** Makes values up from the schemas where the document has examples too. */
  dynamic: boolean
  seed: string
  /** False: generated values are the toolkit's own, also where Prism is installed. */
  prism?: false
  /** Credentials with their scopes; undefined takes any. */
  keys?: Keys | undefined
  /** Requests a minute and credential; 0: no end; undefined: what the document's examples show. */
  rateLimit?: number | undefined
  /** The share of requests, from 0 to 1, that fails as the document declares: 429, 500, 503 and their like. */
  flaky: number
  /** From 0 up to 1, for `flaky`. */
  random(): number
  /** Milliseconds that each answer waits. */
  latency: number
  /** Milliseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Told once of what works here and would not on the server. */
  warn?(message: string): void
  /** Told of each call that succeeded, after its answer was made. */
  onSuccess?(operation: ApiOperation, answer: HttpAnswer): void
}

export interface Mock {
  api: Api
  state: State | undefined
  /** Undefined when no path of the document fits. */
  answer(request: HttpRequest): Promise<HttpAnswer | undefined>
  /** An error in the document's form, for a path that it does not have. */
  refuse(status: number, message: string, request: HttpRequest): HttpAnswer
  /** Forgets what was posted and counted. */
  reset(): void
}

/** Counts requests without a credential, or with a wrong one. */
const NOBODY = ''

export async function createMock(document: ContractDocument, settings: MockSettings): Promise<Mock> {
  const api = createApi(document)
  const find = createMatcher(document)
  const generate = settings.prism === false ? async () => undefined : createPrism(document)
  const logIgnored = createIgnoredLog(settings.warn)
  const toMock = createLinkRewriter(document, (path) => find('GET', path).methods.length > 0)
  const counters = createCounters(api, settings.now, settings.rateLimit)
  const random = scopedRandom(createRandom(seedFor(1, settings.seed)))
  const maker = { api, random, now: settings.now }
  const state = settings.stateful ? createState(maker, settings.seeded) : undefined
  const replays = settings.stateful ? createReplays() : undefined
  const signer = createCursorSigner(Buffer.from(settings.seed))

  /** The answer to a request that is as it must be. */
  async function fulfil(
    operation: ApiOperation,
    request: HttpRequest,
    valid: ValidRequest,
    prefer: Preference,
    at: { concrete: string; prefix: string },
  ) {
    const status = operation.successes[0] ?? 200
    const template = (wanted = status) =>
      sample(api, generate, {
        operation,
        status: wanted,
        example: prefer.example,
        dynamic: prefer.dynamic ?? settings.dynamic,
        seed: prefer.seed ?? settings.seed,
        accept: request.headers.accept,
      })
    if (prefer.code !== undefined) return template(prefer.code)
    if (prefer.example !== undefined) return template()
    const placed = { ...valid, ...at, url: request.url, headers: request.headers }
    const kept = await state?.answer(operation, placed, template)
    if (kept !== undefined && allowed(operation, kept.status, kept.body)) return kept
    const answer = await template()
    if (kept !== undefined) return echoing(operation, { ...kept, body: answer.body }, valid)
    if (listPlace(api, operation) !== undefined) return paged(operation, answer, placed)
    const echoed = echoing(operation, answer, valid)
    // Nothing was stored, and no operation reads what would have been.
    return state === undefined || !isWrite(operation)
      ? echoed
      : { ...echoed, headers: { ...echoed.headers, 'X-Mock-Stateless': 'true' } }
  }

  /** A list of the stateless mock has up to 25 items, like those that its example shows, and ends. */
  function paged(operation: ApiOperation, answer: HttpAnswer, request: PlacedRequest): HttpAnswer {
    const own = scopedRandom(createRandom(seedFor(2, settings.seed + operation.operationId)))
    const list = sampleList({ api, random: own }, operation, answer.body as Json, 25)
    if (list === undefined) return answer
    const { items, identity = 'id' } = list
    const page = pageOf(api, operation, items, request, answer.body as Json, identity, signer)
    const headers = listHeaders(api, operation, answer, page.facts)
    return allowed(operation, answer.status, page.body) ? { ...answer, headers, body: page.body } : answer
  }

  /** What the path and the body say stands in the answer too, where the document allows that. */
  function echoing(operation: ApiOperation, answer: HttpAnswer, { path, body }: ValidRequest): HttpAnswer {
    if (!isObject(answer.body as Json)) return answer
    const shown = answer.body as JsonObject
    const last = /\{([^}]+)\}$/.exec(operation.path)?.[1]
    const given: JsonObject = {
      ...path,
      ...(last !== undefined && path[last] !== undefined && { id: path[last] }),
      ...(isObject(body) ? body : {}),
    }
    const echoed = Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        name,
        given[name] === undefined ? value : typedText([typeof value], given[name]),
      ]),
    )
    return allowed(operation, answer.status, echoed) ? { ...answer, body: echoed } : answer
  }

  function allowed(operation: ApiOperation, status: number, body: unknown): boolean {
    const response =
      operation.responses.get(String(status)) ??
      operation.responses.get('2XX') ??
      operation.responses.get('default')
    const [media] = response === undefined ? [] : mediaOf(response)
    return (
      media === undefined ||
      media.node.schema === undefined ||
      answerProblems(document, media.pointer, body).length === 0
    )
  }

  function fail(operation: ApiOperation): void {
    if (settings.flaky <= 0 || settings.random() >= settings.flaky) return
    const statuses = [...operation.responses.keys()]
      .map(Number)
      .filter((status) => status === 429 || status >= 500)
    const status = statuses[Math.floor(settings.random() * statuses.length)] ?? 503
    throw new Refusal(status, 'The mock fails on purpose (--flaky).', {
      headers: status === 429 ? { 'Retry-After': '1' } : {},
    })
  }

  /** What RFC 9110 and 6585 want of a status, where an answer was asked for by its code. */
  function toldBy(status: number, operation: ApiOperation | undefined): Record<string, string> {
    if (status === 401) return { 'WWW-Authenticate': challenge(api, operation?.security ?? []) }
    return status === 429 ? { 'Retry-After': '1' } : {}
  }

  const base = basePathOf(document)
  let isWarned = base === '' || hasBareServer(document)
  /** The mock answers with the path of the server's URL or without; the server does not. */
  function warnWithoutBase(
    { path }: ApiOperation,
    { concrete, prefix }: { concrete: string; prefix: string },
  ) {
    if (isWarned || prefix !== '' || path.startsWith(`${base}/`)) return
    isWarned = true
    settings.warn?.(`${concrete} is answered without ${base}; the server will not.`)
  }

  async function answer(request: HttpRequest): Promise<HttpAnswer | undefined> {
    const { operation: found, methods } = find(request.method, request.url)
    if (found === undefined && methods.length === 0) return undefined
    const operation = found && api.byId.get(found.operationId)
    const requestId = requestIdOf(request)
    const prefer = preferenceOf(request.headers.prefer)
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
      ', ',
    )
    let counted: Record<string, string> = {}
    let made: HttpAnswer
    try {
      if (request.method === 'OPTIONS' && operation === undefined)
        return { status: 204, headers: { Allow: allow } }
      await settings.wait(prefer.delay ?? settings.latency)
      if (operation === undefined)
        throw new Refusal(405, `Received ${request.method}; this path takes ${methods.join(', ')}.`, {
          hint: /METHOD/i,
          facts: { received: request.method, allowed: [...methods], expected: [...methods] },
          headers: { Allow: allow },
        })
      const at = splitPath(operation, request)
      warnWithoutBase(operation, at)
      const caller = prefer.code === undefined ? identify(api, operation, request, settings.keys) : undefined
      counted = counters.count(caller?.credential ?? NOBODY)
      authorize(caller)
      fail(operation)
      const params = paramsOf(operation, at.concrete)
      const valid =
        prefer.code === undefined
          ? validate(api, operation, await withParts(request), params)
          : { path: params, query: {}, body: undefined }
      const credential = caller?.credential ?? NOBODY
      const work = () => fulfil(operation, request, valid, prefer, at)
      const { answer: fulfilled, replayed } =
        prefer.code === undefined && replays !== undefined
          ? await replays.once({ operation, request, credential }, work)
          : { answer: await work(), replayed: false }
      made = fulfilled
      if (made.status < 300 && !replayed) settings.onSuccess?.(operation, made)
      if (made.status === 429 || made.status === 503) made = withOneWait(made)
      if (made.status >= 400 && isObject(made.body as Json))
        made = { ...made, body: withRequestId(made.body as Json, requestId) }
    } catch (error) {
      if (error instanceof UnknownPreference) return problem(404, error.message)
      if (!(error instanceof Refusal)) throw error
      made = refusalAnswer(api, operation, error, requestId)
      // Refused before anything was counted: the limits stand on every answer all the same.
      if (Object.keys(counted).length === 0 && error.status !== 429) counted = counters.shown(NOBODY)
    }
    // RFC 9110, 6.4.1: whatever a document writes there, these have no content.
    if (made.status === 204 || made.status === 304) made = { status: made.status, headers: made.headers }
    const told = { ...toldBy(made.status, operation), ...made.headers }
    // It contradicts itself where requests are left.
    if (made.status === 429) counted = counters.usedUp(Number(told['Retry-After']))
    const own = operation && responseFor(operation, made.status)
    const response = own ?? (made.status >= 400 ? declaredFor(api, operation, made.status) : undefined)
    const [media] = own === undefined || made.body === undefined ? [] : mediaOf(own)
    const required = { ...requiredHeaders(api, response), ...(media && { 'Content-Type': media.type }) }
    const named = Object.keys(made.headers).find((name) => /^x-request-id$/i.test(name)) ?? 'X-Request-Id'
    logIgnored(operation, made)
    return toMock({ ...made, headers: { ...required, ...told, ...counted, [named]: requestId } }, request)
  }

  return {
    api,
    state,
    answer,
    refuse: (status, message, request) => {
      const requestId = requestIdOf(request)
      const refused = refusalAnswer(
        api,
        undefined,
        new Refusal(status, message, { hint: /NOT_FOUND/i }),
        requestId,
      )
      const headers = {
        ...requiredHeaders(api, declaredFor(api, undefined, status)),
        ...refused.headers,
        ...counters.shown(NOBODY),
      }
      return { ...refused, headers: { ...headers, 'X-Request-Id': requestId } }
    },
    reset() {
      state?.reset()
      replays?.reset()
      counters.reset()
    },
  }
}

/** Whether a server's URL has no path, or operations have servers of their own. */
function hasBareServer({ root }: ContractDocument): boolean {
  const servers = Array.isArray(root.servers) ? root.servers.filter(isObject) : []
  return servers.some(({ url }) => /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?\/?$/i.test(String(url ?? '')))
}

const requestIdOf = ({ headers }: HttpRequest): string =>
  headers['x-request-id'] ?? `req_${randomUUID().replaceAll('-', '')}`
