/** The violations of a document in one delivery. */

import { type ContractDocument, isObject, type Json } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { mediaTypeOf, readJson } from '../../openapi/json.ts'
import { locate } from '../../openapi/resolve.ts'
import type { SchemaValidator } from '../../schema/validate.ts'
import type { RuleFact } from '../messages/catalogue.ts'
import type { Delivery } from '../receiver/receiver.ts'
import type { EventMessage } from './eventTypes.ts'

/** A violation, and its place in the body. */
type DeliveryProblem = RuleFact & { pointer?: string; within?: string }

interface DeliveryChecker {
  document: ContractDocument
  validate: SchemaValidator
}

/** @param method in which the document has it sent */
export function* problemsOf(
  { document, validate }: DeliveryChecker,
  delivery: Delivery,
  message: EventMessage,
  method = 'POST',
): Generator<DeliveryProblem> {
  if (delivery.method !== method) yield { code: 'wrong-method', received: delivery.method, expected: method }
  const type = readHeader(delivery.headers, 'content-type')
  if (type === undefined || mediaTypeOf(type) !== mediaTypeOf(message.contentType))
    yield { code: 'wrong-content-type', received: type, expected: message.contentType }
  const reading = readJson(delivery.body)
  if ('problem' in reading) yield { code: 'invalid-json', pointer: '', details: { reason: reading.problem } }
  else if (message.payloadPointer !== undefined)
    for (const { provenance, ...problem } of validate(
      locate(document, message.payloadPointer).pointer,
      reading.value,
    ))
      yield problem
  for (const { name, required, schemaPointer } of message.headers) {
    const value = readHeader(delivery.headers, name)
    if (value === undefined) {
      if (required) yield { code: 'missing-header', subject: name }
      continue
    }
    if (delivery.repeatedHeaders.includes(name.toLowerCase()))
      yield { code: 'header-repeated', subject: name }
    if (schemaPointer === undefined) continue
    const { node, pointer } = locate(document, schemaPointer)
    if (isObject(node as Json))
      for (const { code, received, expected, details } of validate(pointer, value, 'text'))
        yield {
          code,
          subject: name,
          within: name,
          received,
          expected,
          ...(details !== undefined && { details }),
        }
  }
}
