/** Operations and statuses that a tool reached, from its exchanges: the same measure for every tool. */
import {
  type ContractDocument,
  createCoverage,
  createMatcher,
  listOperations,
} from '../../src/toolkit/openapi/index.ts'
import type { WireRequest, WireResponse } from '../../test/toolkit/conformance/faults/fault.ts'

export interface Reach {
  operations: number
  /** Operations that responded with a documented 2xx. */
  reached: number
  /** Documented pairs of operation and status. */
  pairs: number
  covered: number
  requests: number
}

export interface Exchange {
  request: WireRequest
  response: WireResponse
}

/** @param base the path of the target below which the paths of the document are */
export function createObserver(document: ContractDocument, base: string) {
  const operations = listOperations(document)
  const match = createMatcher(document)
  const coverage = createCoverage(operations)
  const reached = new Set<string>()
  const exchanges: Exchange[] = []
  const operationOf = ({ method, target }: WireRequest) =>
    match(method, target.startsWith(base) ? target.slice(base.length) || '/' : target).operation
  return {
    exchanges,
    operationOf,
    record(request: WireRequest, response: WireResponse) {
      exchanges.push({ request, response })
      const operation = operationOf(request)
      if (operation === undefined) return
      coverage.record(operation.operationId, response.status)
      const { status } = response
      const documented = [String(status), '2XX', 'default'].some((key) => operation.responses.has(key))
      // A HEAD that the document lacks is matched with the GET.
      const isOwn = request.method !== 'HEAD' || operation.method === 'HEAD'
      if (status >= 200 && status < 300 && documented && isOwn) reached.add(operation.operationId)
    },
    reach(): Reach {
      const { documented, covered } = coverage.report()
      return {
        operations: operations.length,
        reached: reached.size,
        pairs: documented,
        covered,
        requests: exchanges.length,
      }
    },
  }
}

export type Observer = ReturnType<typeof createObserver>
