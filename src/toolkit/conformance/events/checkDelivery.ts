/** What a document says against one delivery. */

import { type ContractDocument, isObject, type Json } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { mediaTypeOf, readJson } from '../../openapi/json.ts'
import { locate } from '../../openapi/resolve.ts'
import type { SchemaValidator } from '../../schema/validate.ts'
import type { Delivery } from '../receiver/receiver.ts'
import type { EventMessage } from './eventTypes.ts'

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
): Generator<{ text: string; pointer: string | undefined }> {
  const say = (text: string, pointer?: string) => ({ text, pointer })
  if (delivery.method !== method) yield say(`received the method ${delivery.method}, expected ${method}`)
  const type = readHeader(delivery.headers, 'content-type')
  if (type === undefined || mediaTypeOf(type) !== mediaTypeOf(message.contentType))
    yield say(`received Content-Type: ${type ?? 'nothing'}, expected ${message.contentType}`)
  const reading = readJson(delivery.body)
  if ('problem' in reading) yield say(reading.problem, '')
  else if (message.payloadPointer !== undefined)
    for (const problem of validate(locate(document, message.payloadPointer).pointer, reading.value))
      yield say(`${problem.message} at ${problem.pointer || 'the root'}`, problem.pointer)
  for (const { name, required, schemaPointer } of message.headers) {
    const value = readHeader(delivery.headers, name)
    if (value === undefined) {
      if (required) yield say(`received no header ${name}, expected it to be present`)
      continue
    }
    if (delivery.repeatedHeaders.includes(name.toLowerCase()))
      yield say(`received the header ${name} more than once, expected it once`)
    if (schemaPointer === undefined) continue
    const { node, pointer } = locate(document, schemaPointer)
    if (isObject(node as Json))
      for (const problem of validate(pointer, value, 'text'))
        yield say(`${problem.message} in the header ${name}`)
  }
}
