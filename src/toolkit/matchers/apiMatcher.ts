/** `toMatchApi` and `toSatisfyApiSpec`: whether a response is what the OpenAPI document declares. */
import { type ContractDocument, formatPosition } from '../openapi/document.ts'
import { documentOf, translatedCopy } from '../openapi/documentOf.ts'
import { readDocument } from '../openapi/load.ts'
import { createMatcher } from '../openapi/match.ts'
import { type Operation, responseFor } from '../openapi/operations.ts'
import { createResponseChecker } from '../responses/checkResponse.ts'
import type { Exchange, Finding } from '../responses/finding.ts'
import { noteExchange } from './notes.ts'
import { type Received, receivedFrom, type SentRequest } from './received.ts'

export interface ApiMatcherOptions {
  /** Report properties that the document does not declare. Default: false. */
  closed?: boolean
}

interface MatcherResult {
  pass: boolean
  message(): string
}

type ApiMatcher = (received: unknown, request?: SentRequest) => MatcherResult | Promise<MatcherResult>

export interface ApiMatchers {
  toMatchApi: ApiMatcher
  toSatisfyApiSpec: ApiMatcher
}

/**
 * Creates both matchers, for `expect.extend`.
 * @param document path of the document, or the parsed document
 * @throws DocumentError for a document that cannot be read
 */
export function createApiMatchers(
  document: string | object,
  { closed = false }: ApiMatcherOptions = {},
): ApiMatchers {
  const read = typeof document === 'string' ? readDocument(document) : translatedCopy(documentOf(document))
  const checker = createResponseChecker(read, { closed })
  const find = createMatcher(read)
  const resultOf = (given: Received, request: SentRequest): MatcherResult => {
    const exchange = { ...given, ...requestOf(find, given, request) }
    const { operation } = find(exchange.method, exchange.url)
    const findings = checker.check(exchange)
    if (operation === undefined) return failed(`${nameOf(exchange)}: the document has no such operation.`)
    if (typeof document === 'string') noteExchange(document, operation.operationId, exchange.status)
    return findings.length === 0
      ? passed(`${nameOf(exchange)} matches the document; expected a response that does not.`)
      : failed(messageOf(read, operation, exchange, findings))
  }
  const toMatchApi: ApiMatcher = (value, request = {}) => {
    const received = receivedFrom(value)
    return received instanceof Promise
      ? received.then((given) => resultOf(given, request))
      : resultOf(received, request)
  }
  return { toMatchApi, toSatisfyApiSpec: toMatchApi }
}

const passed = (message: string): MatcherResult => ({ pass: true, message: () => message })
const failed = (message: string): MatcherResult => ({ pass: false, message: () => message })
const nameOf = ({ method, url, status }: Exchange): string =>
  `${method.toUpperCase()} ${pathOf(url)} responded ${status}`

/** @throws TypeError where neither the response nor the test names the request */
function requestOf(
  find: ReturnType<typeof createMatcher>,
  given: Received,
  request: SentRequest,
): { method: string; url: string } {
  const url = request.url ?? given.url
  if (url === undefined)
    throw new TypeError(
      "toMatchApi: the response does not contain its URL. Pass it: toMatchApi({ method: 'GET', url: '/books' }).",
    )
  const method = request.method ?? given.method
  if (method !== undefined) return { method, url }
  const { methods } = find('GET', url)
  const [only] = methods
  if (only !== undefined && methods.length === 1) return { method: only, url }
  if (only === undefined) return { method: 'GET', url }
  throw new TypeError(
    `toMatchApi: the response does not contain its method, and ${pathOf(url)} has ${methods.join(', ')}. Pass it: toMatchApi({ method: '${only}' }).`,
  )
}

const pathOf = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'

/** More of one response is noise. */
const MAX_FINDINGS = 10

function messageOf(
  document: ContractDocument,
  operation: Operation,
  exchange: Exchange,
  findings: readonly Finding[],
): string {
  const declared = responseFor(operation, exchange.status)
  const position = document.positionOf(declared?.pointer ?? operation.pointer)
  const place = position === undefined ? document.source : formatPosition(position)
  const lines = findings
    .slice(0, MAX_FINDINGS)
    .map(({ rule, pointer, message }) => `  ${placeOf(pointer)}${message} (${rule})`)
  const more = findings.length - lines.length
  return [
    `${nameOf(exchange)}, which does not match ${operation.operationId} at ${place}:`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n')
}

const placeOf = (pointer: string | undefined): string =>
  pointer === undefined ? '' : `body${pointer === '' ? '' : pointer}: `
