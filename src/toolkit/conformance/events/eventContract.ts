/** The events that a server sends, as a document declares them: AsyncAPI messages, or the webhooks of an OpenAPI document. */

import { sentMessages } from '../../model/deliveries.ts'
import { millisecondsIn } from '../../model/description.ts'
import { leadsTo, soundsLike } from '../../model/vocabulary.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../../openapi/json.ts'
import { listOperations } from '../../openapi/operations.ts'
import { pointerOf, valueAt } from '../../openapi/pointer.ts'
import { originOf } from '../../openapi/provenance.ts'
import { locate } from '../../openapi/resolve.ts'
import { membersOf, requiredOf, viewOf } from '../../schema/view.ts'
import type { Delivery } from '../receiver/receiver.ts'
import { type EventHeader, type EventMessage, literalOf, literalsOf, messagesByType } from './eventTypes.ts'

export interface EventContract {
  document: ContractDocument
  messages: EventMessage[]
  /** The operation whose callbacks the events are, and the place of the address in its body. */
  subscribe?: { operationId: string; url: string } | undefined
  /** The message of a delivery; undefined without a match. */
  messageOf(delivery: Pick<Delivery, 'headers' | 'json'>): EventMessage | undefined
  /** Milliseconds in one unit of a number at the root of a payload, from its description; undefined where it states no unit. */
  unitOf(delivery: Pick<Delivery, 'headers' | 'json'>, pointer: string): number | undefined
}

/** @returns undefined for a document without events */
export function eventContractOf(document: ContractDocument): EventContract | undefined {
  const declared = document.kind === 'asyncapi' ? asyncMessages(document) : webhookMessages(document)
  const called =
    declared.length > 0 || document.kind === 'asyncapi' ? undefined : subscribedMessages(document)
  const { messages, subscribe } = called ?? { messages: declared, subscribe: undefined }
  if (messages.length === 0) return undefined
  const messageOf: EventContract['messageOf'] = (delivery) => match(messages, delivery)
  return {
    document,
    messages,
    subscribe,
    messageOf,
    unitOf: (delivery, pointer) => unitAt(document, messageOf(delivery)?.payloadPointer, pointer),
  }
}

function unitAt(
  document: ContractDocument,
  payload: string | undefined,
  pointer: string,
): number | undefined {
  const schema = payload === undefined ? undefined : (valueAt(document.root, payload) as Json)
  const member = new Map(membersOf(viewOf(document, schema))).get(pointer.slice(1))
  const { description } = viewOf(document, member)
  if (typeof description !== 'string') return undefined
  return millisecondsIn(description)
}

function asyncMessages(document: ContractDocument): EventMessage[] {
  return sentMessages(document).flatMap((message) => {
    const headersNode = message.headersPointer && locate(document, message.headersPointer)
    const declared = {
      contentType: message.contentType,
      payloadPointer: message.payloadPointer,
      headers: headersNode ? headersOfSchema(document, headersNode) : [],
      pointer: message.pointer,
      origin: originOf(message.node, document.mark) ?? 'decided',
    }
    return messagesByType(document, declared, message.name)
  })
}

function headersOfSchema(
  document: ContractDocument,
  { node, pointer }: { node: JsonObject; pointer: string },
): EventHeader[] {
  const view = viewOf(document, node)
  const required = requiredOf(view)
  return membersOf(view).flatMap(([name, schema]) => {
    const reported = { name, required: required.has(name), ...valuesOf(document, schema) }
    // Each part of a composition describes something of it.
    const places = placesOf(document, { node, pointer }, name)
    return (places.length > 0 ? places : [undefined]).map((schemaPointer, index) => ({
      ...reported,
      required: reported.required && index === 0,
      schemaPointer,
    }))
  })
}

/** Where a schema, or a part of it, describes a property. */
function placesOf(
  document: ContractDocument,
  { node, pointer }: { node: JsonObject; pointer: string },
  name: string,
  depth = 0,
): string[] {
  const own = isObject(objectAt(node, 'properties')[name]) ? [pointer + pointerOf('properties', name)] : []
  const parts = Array.isArray(node.allOf) && depth < 8 ? node.allOf : []
  return [
    ...own,
    ...parts.flatMap((part, index) =>
      isObject(part)
        ? placesOf(document, locate(document, pointer + pointerOf('allOf', index)), name, depth + 1)
        : [],
    ),
  ]
}

function valuesOf(document: ContractDocument, schema: Json | undefined) {
  const view = viewOf(document, schema)
  return { literal: literalOf(view), values: Array.isArray(view.enum) ? view.enum : [] }
}

/** OpenAPI 3.1, "webhooks": the POST of each path item. */
function webhookMessages(document: ContractDocument): EventMessage[] {
  return Object.keys(objectAt(document.root, 'webhooks')).flatMap((name) => {
    const item = locate(document, pointerOf('webhooks', name))
    if (!isObject(item.node.post)) return []
    return messagesOfOperation(document, locate(document, item.pointer + pointerOf('post')), name)
  })
}

/** The events of an operation's callbacks, where that operation creates a subscription. */
function subscribedMessages(
  document: ContractDocument,
): Pick<EventContract, 'messages' | 'subscribe'> | undefined {
  for (const { operation, operationId, path, pointer } of listOperations(document)) {
    if (!leadsTo('subscriptions', `${path} ${operationId}`)) continue
    for (const name of Object.keys(objectAt(operation, 'callbacks'))) {
      const at = locate(document, pointer + pointerOf('callbacks', name))
      for (const expression of Object.keys(at.node)) {
        const [, url] = /^\{\$request\.body#([^}]+)\}$/.exec(expression) ?? []
        const item = locate(document, at.pointer + pointerOf(expression))
        if (url === undefined || !isObject(item.node.post)) continue
        const sent = locate(document, item.pointer + pointerOf('post'))
        return { messages: messagesOfOperation(document, sent, name), subscribe: { operationId, url } }
      }
    }
  }
  return undefined
}

const messagesOfOperation = (
  document: ContractDocument,
  sent: { node: JsonObject; pointer: string },
  name: string,
): EventMessage[] => messagesByType(document, messageOfOperation(document, sent, name), name)

/** The message that an operation of a webhook or callback sends. */
export function messageOfOperation(
  document: ContractDocument,
  { node, pointer }: { node: JsonObject; pointer: string },
  name: string,
): EventMessage {
  const body =
    node.requestBody === undefined ? undefined : locate(document, pointer + pointerOf('requestBody'))
  const content = body === undefined ? {} : objectAt(body.node, 'content')
  const contentType = Object.keys(content).find((one) => isJson(mediaTypeOf(one))) ?? Object.keys(content)[0]
  const payloadPointer =
    body === undefined || contentType === undefined
      ? undefined
      : body.pointer + pointerOf('content', contentType, 'schema')
  const parameters = Array.isArray(node.parameters) ? node.parameters : []
  const headers = parameters.flatMap((_, index): EventHeader[] => {
    const parameter = locate(document, pointer + pointerOf('parameters', index))
    if (parameter.node.in !== 'header' || typeof parameter.node.name !== 'string') return []
    const { schema } = parameter.node
    return [
      {
        name: parameter.node.name,
        required: parameter.node.required === true,
        schemaPointer: schema === undefined ? undefined : parameter.pointer + pointerOf('schema'),
        ...valuesOf(document, schema),
      },
    ]
  })
  return {
    type: name,
    literals: literalsOf(document, payloadPointer),
    contentType: contentType ?? 'application/json',
    payloadPointer,
    headers,
    pointer,
    origin: originOf(node, document.mark) ?? 'decided',
  }
}

function match(
  messages: readonly EventMessage[],
  { headers, json }: Pick<Delivery, 'headers' | 'json'>,
): EventMessage | undefined {
  const fits = messages.filter(
    (message) =>
      message.literals.every(({ pointer, value }) => valueAt(json as Json, pointer) === value) &&
      message.headers.every(
        ({ name, literal }) => literal === undefined || readHeader(headers, name) === String(literal),
      ),
  )
  const reported = (message: EventMessage) =>
    message.literals.length + message.headers.filter(({ literal }) => literal !== undefined).length
  const [best] = fits.sort((a, b) => reported(b) - reported(a))
  if (best !== undefined && reported(best) > 0) return best
  // Without literals in the document, a property or header with the message's name identifies it.
  const members = isObject(json as Json)
    ? Object.entries(json as JsonObject).filter(([name]) => soundsLike('eventType', name))
    : []
  const named = [...members.map(([, value]) => value), ...Object.values(headers)]
  return messages.find(({ type }) => named.includes(type)) ?? (messages.length === 1 ? best : undefined)
}
