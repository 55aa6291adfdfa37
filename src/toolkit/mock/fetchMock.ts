/** Mocks that respond to requests of `fetch`, without a port. */
import { sample, stringMatching } from 'fast-check'
import { type ContractDocument, formatDocumentFinding } from '../openapi/document.ts'
import { createMatcher } from '../openapi/match.ts'
import { bytesOf, type HttpRequest } from '../requests/exchange.ts'
import { providePatterns } from '../schema/values/strings.ts'
import { createDocumentMock, type Mock as DocumentMock } from './mock.ts'
import { respondFrom, sendable } from './respond.ts'
import type { StateSnapshot } from './state/state.ts'

export interface MockOptions {
  /** Store created resources, so that they can be read, listed, changed and deleted. Default: true. */
  stateful?: boolean
  /** Start with the resources that the documents show as examples. */
  seeded?: boolean
  /** Generate responses from the schemas instead of returning examples. */
  dynamic?: boolean
  /** Seed for generated values. Default: `1`. */
  seed?: string
  /** The accepted credentials with their scopes. Default: any credential except `invalid` and `expired`. */
  keys?: Readonly<Record<string, readonly string[] | 'all'>>
  /** Requests per minute for each credential, then 429; 0 for no limit. Default: the limit of the examples. */
  rateLimit?: number
  /** Share of requests that fail, from 0 to 1. Default: 0. */
  flaky?: number
  /** Delay of each response, in milliseconds. Default: 0. */
  latency?: number
  /** The time, in milliseconds since the Unix epoch. Default: `Date.now`. */
  now?(): number
  /** Chance for `flaky`, from 0 up to 1. Default: `Math.random`. */
  random?(): number
  /** Receives warnings about the documents and about requests that the mock cannot serve in full. */
  warn?(message: string): void
}

/** The stored resources as JSON, one entry per document. */
export type MockState = readonly (StateSnapshot | undefined)[]

export interface Mock {
  /**
   * Responds to a request. It never rejects: errors of the mock itself are responses with status 500.
   * @param request its path decides; host and scheme are used for links in responses only
   */
  fetch(request: Request): Promise<Response>
  /** Whether a document has the path of the URL. Pass other requests on. */
  has(url: string): boolean
  /** Deletes stored resources and restarts the rate limits. */
  reset(): void
  /** Returns the stored resources, to be saved with `JSON.stringify`. */
  state(): MockState
  /** Replaces the stored resources with a value of `state()` of the same documents. */
  restore(state: MockState): void
}

/**
 * @param documents OpenAPI documents whose schemas are translated
 * @throws Error where the Content-Security-Policy forbids `new Function`
 */
export function createFetchMock(documents: readonly ContractDocument[], options: MockOptions = {}): Mock {
  requireEval()
  providePatterns({ sample, stringMatching })
  const settings = settingsOf(options)
  for (const finding of documents.flatMap(({ findings }) => findings))
    options.warn?.(formatDocumentFinding(finding))
  const mocks = documents.map((document) => createDocumentMock(document, settings))
  const matchers = documents.map((document) => createMatcher(document))
  return {
    async fetch(request) {
      const made = await respondFrom(mocks, await requestOf(request))
      const isEmpty = request.method === 'HEAD' || [204, 205, 304].includes(made.status)
      const body = isEmpty || made.body === undefined ? null : new Uint8Array(bytesOf(made))
      return new Response(body, { status: made.status, headers: sendable(made.headers) })
    },
    has: (url) => matchers.some((find) => find('GET', pathOf(url)).methods.length > 0),
    reset: () => {
      for (const mock of mocks) mock.reset()
    },
    state: () => mocks.map((mock) => mock.snapshot()),
    restore: (state) => restoreAll(mocks, state),
  }
}

/** Ajv compiles schemas; without this, a validator that cannot be compiled would reject nothing. */
function requireEval(): void {
  try {
    Function('')
  } catch (error) {
    throw new Error(
      "createMock: the Content-Security-Policy of this page or worker forbids new Function, which schema validation needs. Add 'unsafe-eval' to its script-src.",
      { cause: error },
    )
  }
}

function restoreAll(mocks: readonly DocumentMock[], state: MockState): void {
  for (const [index, mock] of mocks.entries()) {
    const snapshot = state[index]
    if (snapshot === undefined || snapshot === null) mock.reset()
    else mock.restore(snapshot)
  }
}

const settingsOf = ({ keys, ...options }: MockOptions) => ({
  stateful: options.stateful ?? true,
  seeded: options.seeded ?? false,
  dynamic: options.dynamic ?? false,
  seed: options.seed ?? '1',
  keys: keys === undefined ? undefined : new Map(Object.entries(keys)),
  rateLimit: options.rateLimit,
  flaky: options.flaky ?? 0,
  random: options.random ?? Math.random,
  latency: options.latency ?? 0,
  now: options.now ?? Date.now,
  wait: (time: number) =>
    time > 0 ? new Promise<void>((resolve) => setTimeout(resolve, time)) : Promise.resolve(),
  ...(options.warn !== undefined && { warn: options.warn }),
})

async function requestOf(request: Request): Promise<HttpRequest> {
  const { host, protocol } = new URL(request.url)
  return {
    method: request.method,
    url: pathOf(request.url),
    // Links in responses begin with the address that the client used.
    headers: { host, 'x-forwarded-proto': protocol.slice(0, -1), ...Object.fromEntries(request.headers) },
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
