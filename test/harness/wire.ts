/** Requests over TLS whose every exchange is checked against the document and counted for coverage. */
import { Agent, request as send } from 'undici'
import {
  createResponseChecker,
  type Exchange,
  type Finding,
  formatFinding,
  loadDocument,
} from '../../src/toolkit/conformance/index.ts'
import {
  type Coverage,
  createCoverage,
  createMatcher,
  listOperations,
  type Operation,
} from '../../src/toolkit/openapi/index.ts'

export interface WireRequest {
  method: string
  /** The path after {base_url}, query included; or an absolute path from `origin` when `outside` is true. */
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
   * Sends one request and checks the response.
   * @throws ContractViolation when the response violates the document
   */
  send(request: WireRequest): Promise<WireResponse>
  coverage: Coverage
  close(): Promise<void>
}

/** The server broke its document; the message is what to act on. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
}

/** A document for the check of exchanges, and the base path of its operations. */
export interface Contract {
  basePath: string
  operations: Operation[]
  check(exchange: Exchange): Finding[]
  match: ReturnType<typeof createMatcher>
}

function contractOf(file: string, basePath: string): Contract {
  const document = loadDocument(file)
  const checker = createResponseChecker(document, { closed: true })
  const operations = listOperations(document)
  return { basePath, operations, check: (one) => checker.check(one), match: createMatcher(document) }
}

export const serviceContract = contractOf('generated/openapi.v1.json', '/v1')
export const oauthContract = contractOf('generated/openapi.oauth.json', '')

/** The operations of the service document. */
export const documentedOperations = serviceContract.operations

/**
 * @param origin such as `https://localhost:49152`
 * @param ca PEM of the CA that issued the server's certificate
 */
export function createWire(origin: string, ca: string, contract: Contract = serviceContract): Wire {
  // Under load a handshake lasts longer than undici's ten seconds.
  const agent = new Agent({ connect: { ca, timeout: 60_000 } })
  const coverage = createCoverage(contract.operations)
  return {
    coverage,
    close: () => agent.close(),
    async send({ method, path, outside, key, headers = {}, body }) {
      const target = (outside ? '' : contract.basePath) + path
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
      if (!outside) inspect(contract, exchange, coverage)
      return {
        ...exchange,
        json: () => JSON.parse(exchange.body.toString()) as unknown,
        header: (name) => response.headers[name.toLowerCase()]?.toString(),
      }
    },
  }
}

function inspect(contract: Contract, exchange: Exchange, coverage: Coverage): void {
  const findings = contract.check(exchange)
  if (findings.length > 0) {
    throw new ContractViolation(
      [
        `${exchange.method} ${exchange.url} was answered with ${exchange.status}, against the document:`,
        ...findings.map((finding) => `  ${formatFinding(finding)}`),
        `  body: ${exchange.body.toString().slice(0, 1000)}`,
      ].join('\n'),
    )
  }
  const { operation } = contract.match(exchange.method, exchange.url)
  // HEAD is found as GET, but shows nothing of its body.
  if (operation !== undefined && operation.method === exchange.method)
    coverage.record(operation.operationId, exchange.status)
}
