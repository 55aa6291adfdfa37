/** The deliveries of a run of the tests, each with its event. */
import { type DeclaredEvent, declaredEvents } from '../../model/deliveries.ts'
import { isEventTypeHeader, normal, soundsLike } from '../../model/vocabulary.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { createSchemaValidator } from '../../schema/validate.ts'
import { type Exchange, isObject, jsonOf, type WireRequest } from '../wire.ts'

/** Where a delivery names its event. */
interface EventType {
  in: 'body' | 'header'
  name: string
  value: string
}

/** The event of a delivery. */
export interface FoundEvent {
  /** The type of the event, else the name of the declared one. */
  event: string
  /** The event that a document declares. */
  declared: DeclaredEvent | undefined
}

export interface SentDelivery extends Exchange {
  /** The operation that gave the address. */
  operationId: string
  /** The number of deliveries that arrived before. */
  at: number
}

export type Delivery = SentDelivery & FoundEvent

/** The property or header with the type of the event. */
export function eventTypeOf(request: WireRequest): EventType | undefined {
  const body = jsonOf(request)
  const entries: [string, unknown][] = isObject(body) ? Object.entries(body) : []
  const property = entries.find(
    ([name, value]) => typeof value === 'string' && soundsLike('eventTypeName', name),
  )
  if (property !== undefined) return { in: 'body', name: property[0], value: String(property[1]) }
  const header = request.fields.find(([name]) => isEventTypeHeader(name))
  return header && { in: 'header', name: header[0], value: header[1] }
}

/** Finds the event of a delivery: by its type, by its schema, or because the documents declare only one. */
export function eventFinder(documents: readonly ContractDocument[]): (request: WireRequest) => FoundEvent {
  const declared = documents.flatMap(declaredEvents)
  const validators = new Map(documents.map((one) => [one, createSchemaValidator(one)]))
  const isOf = ({ document, payload }: DeclaredEvent, body: unknown): boolean =>
    payload !== undefined && validators.get(document)?.(payload, body).length === 0
  return (request) => {
    const type = eventTypeOf(request)?.value
    const body = jsonOf(request)
    const found =
      declared.find(({ name }) => type !== undefined && normal(name) === normal(type)) ??
      declared.find((one) => isOf(one, body)) ??
      (declared.length === 1 ? declared[0] : undefined)
    return { event: type ?? found?.name ?? 'event', declared: found }
  }
}
