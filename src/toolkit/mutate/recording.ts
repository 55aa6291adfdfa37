/** The exchanges of a run of the tests, each with its operation, and what the document states about them. */
import { type ApiModel, modelOf } from '../model/apiModel.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { createMatcher } from '../openapi/match.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import type { Exchange, WireRequest } from './wire.ts'

export interface RecordedExchange extends Exchange {
  operationId: string
}

export interface Recording {
  document: ContractDocument
  model: ApiModel
  operations: ReadonlyMap<string, Operation>
  /** All requests of documented operations, in their order. */
  exchanges: readonly RecordedExchange[]
  /** Requests of the tests that the document does not describe. */
  unknown: number
  operationOf(request: WireRequest): string | undefined
}

/** Finds the operation of a request. @param base path of the target's URL, which requests begin with */
function operationFinder(document: ContractDocument, base: string) {
  const match = createMatcher(document)
  return ({ method, target }: WireRequest): string | undefined => {
    const path = base !== '' && target.startsWith(base) ? target.slice(base.length) || '/' : target
    return match(method, path).operation?.operationId
  }
}

/** @param base path of the target's URL, such as `/v1`; empty where there is none */
export function createRecording(
  document: ContractDocument,
  base: string,
  passed: readonly Exchange[],
): Recording {
  const operationOf = operationFinder(document, base)
  const exchanges = passed.flatMap((one): RecordedExchange[] => {
    const operationId = operationOf(one.request)
    return operationId === undefined ? [] : [{ ...one, operationId }]
  })
  return {
    document,
    model: modelOf(document),
    operations: new Map(listOperations(document).map((one) => [one.operationId, one])),
    exchanges,
    unknown: passed.length - exchanges.length,
    operationOf,
  }
}
