/** Requests over TLS whose every exchange is held to the document and counted for coverage. */
import { Agent, request as send } from 'undici'
import {
  createResponseChecker,
  type Exchange,
  formatFinding,
  loadDocument,
} from '../../src/conformance/index.ts'
import { type Coverage, createCoverage, createMatcher, listOperations } from '../../src/contract/index.ts'

export interface WireRequest {
  method: string
  /** What follows {base_url}, query included; or an absolute path from `origin` when `outside` is true. */
  path: string
  outside?: boolean
  /** The credential; none when null. */
  key: string | null
  headers?: Record<string, string>
  /** Sent as it is; anything but text and bytes becomes JSON, with its Content-Type. */
  body?: unknown
}

export interface WireResponse extends Exchange {
  /** The parsed body. */
  json(): unknown
  header(name: string): string | undefined
}

export interface Wire {
  /**
   * Sends one request and checks what comes back.
   * @throws ContractViolation when the answer breaks the document
   */
  send(request: WireRequest): Promise<WireResponse>
  coverage: Coverage
  close(): Promise<void>
}

/** The server broke its document; the message is what to act on. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
}

const BASE_PATH = '/v1'
const document = loadDocument('generated/openapi.v1.json')
const checker = createResponseChecker(document)
const match = createMatcher(document)

/** The operations of the service document. */
export const documentedOperations = listOperations(document)

/**
 * @param origin such as `https://localhost:49152`
 * @param ca PEM of the authority behind the server's certificate
 */
export function createWire(origin: string, ca: string): Wire {
  const agent = new Agent({ connect: { ca } })
  const coverage = createCoverage(documentedOperations)
  return {
    coverage,
    close: () => agent.close(),
    async send({ method, path, outside, key, headers = {}, body }) {
      const target = (outside ? '' : BASE_PATH) + path
      const plain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      const requestHeaders = {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(!plain && { 'content-type': 'application/json' }),
        ...headers,
      }
      const response = await send(origin + target, {
        dispatcher: agent,
        method,
        headers: requestHeaders,
        ...(body !== undefined && { body: plain ? body : JSON.stringify(body) }),
      })
      const exchange: Exchange = {
        method,
        url: target,
        requestHeaders,
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.from(await response.body.arrayBuffer()),
      }
      if (!outside) inspect(exchange, coverage)
      return {
        ...exchange,
        json: () => JSON.parse(exchange.body.toString()) as unknown,
        header: (name) => response.headers[name.toLowerCase()]?.toString(),
      }
    },
  }
}

function inspect(exchange: Exchange, coverage: Coverage): void {
  const findings = checker.check(exchange)
  if (findings.length > 0) {
    throw new ContractViolation(
      [
        `${exchange.method} ${exchange.url} was answered with ${exchange.status}, against the document:`,
        ...findings.map((finding) => `  ${formatFinding(finding)}`),
        `  body: ${exchange.body.toString().slice(0, 1000)}`,
      ].join('\n'),
    )
  }
  const { operation } = match(exchange.method, exchange.url)
  // HEAD is found as GET, but shows nothing of its body.
  if (operation !== undefined && operation.method === exchange.method)
    coverage.record(operation.operationId, exchange.status)
}
