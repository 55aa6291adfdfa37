/** The exchanges of a run of the tests, each with its operation, and what the document states about them. */
import { type ApiModel, modelOf } from '../model/apiModel.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { createMatcher } from '../openapi/match.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { type Delivery, eventFinder, type FoundEvent, type SentDelivery } from './webhooks/deliveries.ts'
import { secretsIn } from './webhooks/signatures.ts'
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
  /** All events that the server delivered to receivers of the tests, in their order. */
  deliveries: readonly Delivery[]
  /** Values of the exchanges that may be secrets of signatures. */
  secrets: readonly string[]
  /** Requests of the tests that the document does not describe. */
  unknown: number
  operationOf(request: WireRequest): string | undefined
  /** The event of a delivery. */
  eventOf(request: WireRequest): FoundEvent
}

/** Finds the operation of a request. @param base path of the target's URL, which requests begin with */
export function operationFinder(document: ContractDocument, base: string) {
  const match = createMatcher(document)
  return ({ method, target }: WireRequest): string | undefined => {
    const path = base !== '' && target.startsWith(base) ? target.slice(base.length) || '/' : target
    return match(method, path).operation?.operationId
  }
}

interface Recorded {
  document: ContractDocument
  /** AsyncAPI document of events. */
  events: ContractDocument | undefined
  /** Path of the target's URL, such as `/v1`; empty where there is none. */
  base: string
  passed: readonly Exchange[]
  delivered: readonly SentDelivery[]
  /** Secrets of signatures that the exchanges do not contain. */
  secrets: readonly string[]
}

export function createRecording(recorded: Recorded): Recording {
  const { document, events, base, passed, delivered, secrets } = recorded
  const operationOf = operationFinder(document, base)
  const eventOf = eventFinder(events === undefined ? [document] : [document, events])
  const exchanges = passed.flatMap((one): RecordedExchange[] => {
    const operationId = operationOf(one.request)
    return operationId === undefined ? [] : [{ ...one, operationId }]
  })
  return {
    document,
    model: modelOf(document),
    operations: new Map(listOperations(document).map((one) => [one.operationId, one])),
    exchanges,
    deliveries: delivered.map((one) => ({ ...one, ...eventOf(one.request) })),
    eventOf,
    secrets: [...new Set([...secrets, ...passed.flatMap(secretsIn)])],
    unknown: passed.length - exchanges.length,
    operationOf,
  }
}
