/**
 * A mock that needs only an OpenAPI document: it rejects invalid requests in the document's error format and responds to
 * all others with a valid response. A stateful mock stores what clients create.
 */
import { type Api, type ApiOperation, createApi } from '../model/api.ts'
import { listPlace } from '../model/listPlace.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { isHeader } from '../openapi/headers.ts'
import { hexText } from '../openapi/json.ts'
import { basePathOf, createMatcher } from '../openapi/match.ts'
import { responseFor } from '../openapi/operations.ts'
import { authorize, challenge, identify, type Keys } from '../requests/credentials.ts'
import { declaredFor } from '../requests/errorShape.ts'
import { HttpError, type HttpRequest, type HttpResponse } from '../requests/exchange.ts'
import { withFormParts } from '../requests/formParts.ts'
import { paramsOf, splitPath, typedText } from '../requests/path.ts'
import { problem, rejectionResponse, withRequestId } from '../requests/rejections.ts'
import { responseProblems } from '../requests/responseProblems.ts'
import { type PlacedRequest, type ValidRequest, validate } from '../requests/validate.ts'
import { withOneWait } from '../requests/waits.ts'
import { createRandom, scopedRandom, seedFor } from '../schema/values/random.ts'
import { createCounters } from './counters.ts'
import { createIgnoredLog, hasItems, IGNORED, namesInHeader } from './ignored.ts'
import { createLinkRewriter } from './links.ts'
import { type Preference, preferenceOf, UnknownPreference } from './preference.ts'
import { createReplays } from './replays.ts'
import { sampleList } from './sampleList.ts'
import { type Generate, mediaOf, requiredHeaders, sample } from './samples.ts'
import { givenFilters } from './state/filtering.ts'
import { createCursorSigner, pageOf } from './state/lists.ts'
import { listHeaders } from './state/pages.ts'
import { createState, type State, type StateSnapshot } from './state/state.ts'
import { isWrite } from './state/unstored.ts'

export interface MockSettings {
  /** Whether resources are stored, so that clients can read, list, change and delete them. */
  stateful: boolean
  /** Whether a stateful mock starts with the resources in the document's examples. */
  seeded?: boolean
  /** Generates values from the schemas even if the document has examples. */
  dynamic: boolean
  seed: string
  /** Makes the values of dynamic responses; the toolkit's own generator makes those that it does not. */
  generate?: Generate
  /** Reads the parts of a multipart body. Default: what `fetch` knows of forms. */
  withParts?(request: HttpRequest): Promise<HttpRequest>
  /** Credentials with their scopes; undefined accepts any credential. */
  keys?: Keys | undefined
  /** Requests per minute and credential. 0: unlimited; undefined: the limit in the document's examples. */
  rateLimit?: number | undefined
  /** The share of requests, from 0 to 1, that fail with a declared temporary error such as 429, 500 or 503. */
  flaky: number
  /** Random number from 0 to 1 (exclusive), for `flaky`. */
  random(): number
  /** Delay of each response in milliseconds. */
  latency: number
  /** Milliseconds since the Unix epoch. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Receives a warning once for each feature that works in the mock but would not on a server. */
  warn?(message: string): void
  /** Called after each successful call. */
  onSuccess?(operation: ApiOperation, response: HttpResponse): void
}

export interface Mock {
  api: Api
  state: State | undefined
  /** Undefined when no path of the document fits. */
  respond(request: HttpRequest): Promise<HttpResponse | undefined>
  /** An error in the document's form, for a path that it does not have. */
  reject(status: number, message: string, request: HttpRequest): HttpResponse
  /** Forgets what was posted and counted. */
  reset(): void
  /** The stored resources as JSON; undefined without state. */
  snapshot(): StateSnapshot | undefined
  /** Replaces the stored resources. */
  restore(snapshot: StateSnapshot): void
}

/** Counts requests without a credential, or with a wrong one. */
const NO_ONE = ''

/** Needs nothing of Node: `nodeMock.ts` adds what only Node has. */
export const createDocumentMock = (document: ContractDocument, settings: MockSettings): Mock =>
  new DocumentMock(document, settings)

/** A request on its way to its response. */
interface Call {
  request: HttpRequest
  /** Undefined where the path has no such method. */
  operation: ApiOperation | undefined
  /** The methods of the path. */
  methods: readonly string[]
  prefer: Preference
  requestId: string
  /** The rate-limit fields of the response; empty until the request is counted. */
  limits: Record<string, string>
}

/** A request that satisfies its operation. */
interface Accepted {
  operation: ApiOperation
  request: HttpRequest
  valid: ValidRequest
  prefer: Preference
  at: { concrete: string; prefix: string }
}

class DocumentMock implements Mock {
  readonly api: Api
  readonly state: State | undefined
  readonly #document: ContractDocument
  readonly #settings: MockSettings
  readonly #find
  readonly #generate
  readonly #logIgnored
  readonly #rewriteLinks
  readonly #counters
  readonly #replays
  readonly #signer
  readonly #base: string
  #isWarned: boolean

  constructor(document: ContractDocument, settings: MockSettings) {
    this.api = createApi(document)
    this.#document = document
    this.#settings = settings
    const find = createMatcher(document)
    this.#find = find
    this.#generate = settings.generate ?? (async () => undefined)
    this.#logIgnored = createIgnoredLog(settings.warn)
    this.#rewriteLinks = createLinkRewriter(document, (path) => find('GET', path).methods.length > 0)
    this.#counters = createCounters(this.api, settings.now, settings.rateLimit)
    const random = scopedRandom(createRandom(seedFor(1, settings.seed)))
    const maker = { api: this.api, random, now: settings.now }
    this.state = settings.stateful ? createState(maker, settings) : undefined
    this.#replays = settings.stateful ? createReplays() : undefined
    this.#signer = createCursorSigner(settings.seed)
    this.#base = basePathOf(document)
    this.#isWarned = this.#base === '' || hasBareServer(document)
  }

  async respond(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { operation: found, methods } = this.#find(request.method, request.url)
    if (found === undefined && methods.length === 0) return undefined
    const operation = found && this.api.byId.get(found.operationId)
    if (request.method === 'OPTIONS' && operation === undefined)
      return { status: 204, headers: { Allow: allowOf(methods) } }
    const prefer = preferenceOf(request.headers.prefer)
    const call: Call = { request, operation, methods, prefer, requestId: requestIdOf(request), limits: {} }
    let made: HttpResponse
    try {
      made = await this.#respond(call)
    } catch (error) {
      if (error instanceof UnknownPreference) return problem(404, error.message)
      if (!(error instanceof HttpError)) throw error
      made = rejectionResponse(this.api, operation, error, call.requestId)
      // Rejected before anything was counted: every response has the limits all the same.
      if (Object.keys(call.limits).length === 0 && error.status !== 429)
        call.limits = this.#counters.shown(NO_ONE)
    }
    return this.#complete(call, made)
  }

  reject(status: number, message: string, request: HttpRequest): HttpResponse {
    const requestId = requestIdOf(request)
    const rejection = new HttpError(status, message, { kind: 'notFound' })
    const rejected = rejectionResponse(this.api, undefined, rejection, requestId)
    const headers = {
      ...requiredHeaders(this.api, declaredFor(this.api, undefined, status)),
      ...rejected.headers,
      ...this.#counters.shown(NO_ONE),
    }
    return { ...rejected, headers: { ...headers, 'X-Request-Id': requestId } }
  }

  reset(): void {
    this.state?.reset()
    this.#replays?.reset()
    this.#counters.reset()
  }

  snapshot(): StateSnapshot | undefined {
    return this.state?.snapshot()
  }

  restore(snapshot: StateSnapshot): void {
    this.reset()
    this.state?.restore(snapshot)
  }

  /** @throws HttpError what the document rejects, and what `--flaky` fails */
  async #respond(call: Call): Promise<HttpResponse> {
    const { request, operation, prefer } = call
    await this.#settings.wait(prefer.delay ?? this.#settings.latency)
    if (operation === undefined) throw methodNotAllowed(call)
    const at = splitPath(operation, request)
    this.#warnWithoutBase(operation, at)
    // A response that is requested by its code needs no valid request.
    const isValidated = prefer.code === undefined
    const caller = isValidated ? identify(this.api, operation, request, this.#settings.keys) : undefined
    const credential = caller?.credential ?? NO_ONE
    call.limits = this.#counters.count(credential)
    authorize(caller)
    this.#failOnPurpose(operation)
    const params = paramsOf(operation, at.concrete)
    const valid = isValidated
      ? validate(this.api, operation, await (this.#settings.withParts ?? withFormParts)(request), params)
      : { path: params, query: {}, body: undefined }
    const work = () => this.#fulfil({ operation, request, valid, prefer, at })
    const { response: made, replayed } =
      isValidated && this.#replays !== undefined
        ? await this.#replays.once({ operation, request, credential }, work)
        : { response: await work(), replayed: false }
    if (made.status < 300 && !replayed) this.#settings.onSuccess?.(operation, made)
    const waiting = made.status === 429 || made.status === 503 ? withOneWait(made) : made
    return waiting.status >= 400 && isObject(waiting.body as Json)
      ? { ...waiting, body: withRequestId(waiting.body as Json, call.requestId) }
      : waiting
  }

  /** The response to a request that is valid. */
  async #fulfil({ operation, request, valid, prefer, at }: Accepted): Promise<HttpResponse> {
    const status = operation.successes[0] ?? 200
    const template = (wanted = status) =>
      sample(this.api, this.#generate, {
        operation,
        status: wanted,
        example: prefer.example,
        dynamic: prefer.dynamic ?? this.#settings.dynamic,
        seed: prefer.seed ?? this.#settings.seed,
        accept: request.headers.accept,
      })
    if (prefer.code !== undefined) return template(prefer.code)
    if (prefer.example !== undefined) return template()
    const placed = { ...valid, ...at, url: request.url, headers: request.headers }
    const stored = await this.state?.respond(operation, placed, template)
    if (stored !== undefined && this.#isAllowed(operation, stored.status, stored.body)) return stored
    const response = await template()
    if (stored !== undefined) return this.#echo(operation, { ...stored, body: response.body }, valid)
    if (listPlace(this.api, operation) !== undefined) return this.#page(operation, response, placed)
    if (operation.method === 'GET')
      return this.#unfiltered(operation, this.#echo(operation, response, valid), placed)
    const echoed = this.#echo(operation, response, valid)
    // Nothing was stored, and no operation reads what would have been.
    return this.state === undefined || !isWrite(operation)
      ? echoed
      : { ...echoed, headers: { ...echoed.headers, 'X-Mock-Stateless': 'true' } }
  }

  /** A list of the stateless mock has up to 25 items, like those that its example shows, and ends. */
  #page(operation: ApiOperation, response: HttpResponse, request: PlacedRequest): HttpResponse {
    const random = scopedRandom(createRandom(seedFor(2, this.#settings.seed + operation.operationId)))
    const list = sampleList({ api: this.api, random }, operation, response.body as Json, 25)
    if (list === undefined) return this.#unfiltered(operation, response, request)
    const page = pageOf(this.api, {
      operation,
      items: list.items,
      request,
      frame: response.body as Json,
      idMember: list.identity ?? 'id',
      signer: this.#signer,
    })
    const headers = listHeaders(this.api, operation, response, page.facts)
    return this.#isAllowed(operation, response.status, page.body)
      ? { ...response, headers, body: page.body }
      : this.#unfiltered(operation, response, request)
  }

  /** The response as it is, with the names of the filters that it does not honour. */
  #unfiltered(operation: ApiOperation, response: HttpResponse, { query }: PlacedRequest): HttpResponse {
    const names = givenFilters(this.api, operation, query)
    return names.length === 0 || !hasItems(this.api, operation, response.body as Json)
      ? response
      : { ...response, headers: { ...response.headers, [IGNORED]: namesInHeader(names) } }
  }

  /** The response repeats the values of the path and the body, where the document allows that. */
  #echo(operation: ApiOperation, response: HttpResponse, { path, body }: ValidRequest): HttpResponse {
    if (!isObject(response.body as Json)) return response
    const shown = response.body as JsonObject
    const last = /\{([^}]+)\}$/.exec(operation.path)?.[1]
    const given = new Map<string, Json | undefined>([
      ...Object.entries(path),
      ...(last !== undefined && path[last] !== undefined ? [['id', path[last]] as const] : []),
      ...Object.entries(isObject(body) ? body : {}),
    ])
    const echoed = Object.fromEntries(
      Object.entries(shown).map(([name, value]) => {
        const own = given.get(name)
        return [name, own === undefined ? value : typedText([typeof value], own)]
      }),
    )
    return this.#isAllowed(operation, response.status, echoed) ? { ...response, body: echoed } : response
  }

  #isAllowed(operation: ApiOperation, status: number, body: unknown): boolean {
    const response =
      operation.responses.get(String(status)) ??
      operation.responses.get('2XX') ??
      operation.responses.get('default')
    const [media] = response === undefined ? [] : mediaOf(response)
    return (
      media === undefined ||
      media.node.schema === undefined ||
      responseProblems(this.#document, media.pointer, body).length === 0
    )
  }

  /** @throws HttpError for the share of requests that `--flaky` sets */
  #failOnPurpose(operation: ApiOperation): void {
    const settings = this.#settings
    if (settings.flaky <= 0 || settings.random() >= settings.flaky) return
    const statuses = [...operation.responses.keys()]
      .map(Number)
      .filter((status) => status === 429 || status >= 500)
    const status = statuses[Math.floor(settings.random() * statuses.length)] ?? 503
    throw new HttpError(status, 'The mock fails on purpose (--flaky).', {
      headers: status === 429 ? { 'Retry-After': '1' } : {},
    })
  }

  /** The mock responds with the path of the server's URL or without it; the server does not. */
  #warnWithoutBase({ path }: ApiOperation, { concrete, prefix }: { concrete: string; prefix: string }): void {
    if (this.#isWarned || prefix !== '' || path.startsWith(`${this.#base}/`)) return
    this.#isWarned = true
    this.#settings.warn?.(`${concrete} works here without ${this.#base}; it will not on the server.`)
  }

  /** Adds the headers that the document, the status and the limits require. */
  #complete({ request, operation, requestId, limits }: Call, made: HttpResponse): HttpResponse {
    const { status } = made
    // RFC 9110, 6.4.1: whatever a document writes there, these have no content.
    const allowed = status === 204 || status === 304 ? { status, headers: made.headers } : made
    const reported = { ...this.#headersOfStatus(status, operation), ...allowed.headers }
    // Requests that are left would contradict a 429.
    const counted = status === 429 ? this.#counters.usedUp(Number(reported['Retry-After'])) : limits
    const own = operation && responseFor(operation, status)
    const response = own ?? (status >= 400 ? declaredFor(this.api, operation, status) : undefined)
    const [media] = own === undefined || allowed.body === undefined ? [] : mediaOf(own)
    const required = { ...requiredHeaders(this.api, response), ...(media && { 'Content-Type': media.type }) }
    const named =
      Object.keys(allowed.headers).find((name) => isHeader(name, 'X-Request-Id')) ?? 'X-Request-Id'
    this.#logIgnored(operation, allowed)
    const headers = { ...required, ...reported, ...counted, [named]: requestId }
    return this.#rewriteLinks({ ...allowed, headers }, request)
  }

  /** The headers that RFC 9110 and 6585 require of a status, where a response was requested by its code. */
  #headersOfStatus(status: number, operation: ApiOperation | undefined): Record<string, string> {
    if (status === 401) return { 'WWW-Authenticate': challenge(this.api, operation?.security ?? []) }
    return status === 429 ? { 'Retry-After': '1' } : {}
  }
}

const allowOf = (methods: readonly string[]): string =>
  [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')

const methodNotAllowed = ({ request: { method }, methods }: Call): HttpError =>
  new HttpError(405, `Received ${method}; this path allows ${methods.join(', ')}.`, {
    kind: 'methodNotAllowed',
    facts: { received: method, allowed: [...methods], expected: [...methods] },
    headers: { Allow: allowOf(methods) },
  })

/** Whether a server's URL has no path, or operations have servers of their own. */
function hasBareServer({ root }: ContractDocument): boolean {
  const servers = Array.isArray(root.servers) ? root.servers.filter(isObject) : []
  return servers.some(({ url }) => /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?\/?$/i.test(String(url ?? '')))
}

const requestIdOf = ({ headers }: HttpRequest): string =>
  headers['x-request-id'] ?? `req_${hexText(crypto.getRandomValues(new Uint8Array(16)))}`
