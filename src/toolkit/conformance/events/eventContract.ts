/** What a document says of the events that a server sends: AsyncAPI messages, or the webhooks of an OpenAPI document. */
import {
  type ContractDocument,
  follow,
  isObject,
  type Json,
  type JsonObject,
  listMessages,
  locate,
  type Origin,
  objectAt,
  originOf,
  pointerOf,
  valueAt,
} from '../../contract/index.ts'
import { membersOf, requiredOf, viewOf } from '../api/schemaView.ts'
import { readHeader } from '../finding.ts'
import { isJson, mediaTypeOf } from '../json.ts'
import type { Delivery } from '../receiver/receiver.ts'

interface EventHeader {
  name: string
  required: boolean
  schemaPointer: string | undefined
  /** The one value that it may have. */
  literal: Json | undefined
}

export interface EventMessage {
  /** What the kit calls it: the literal type of its payload, else its name in the document. */
  type: string
  /** What tells it from other messages: members of the payload with one value. */
  literals: { pointer: string; value: Json }[]
  contentType: string
  payloadPointer: string | undefined
  headers: EventHeader[]
  /** Where it stands in the document. */
  pointer: string
  origin: Origin
}

export interface EventContract {
  document: ContractDocument
  messages: EventMessage[]
  /** The message that a delivery is one of; undefined when it is none. */
  messageOf(delivery: Pick<Delivery, 'headers' | 'json'>): EventMessage | undefined
}

/** Members that hold the type of an event. */
const TYPE = /^(type|event|eventtype|eventname|topic|name|kind|action|object)$/i

/** @returns undefined for a document without events */
export function eventContractOf(document: ContractDocument): EventContract | undefined {
  const messages = document.kind === 'asyncapi' ? asyncMessages(document) : webhookMessages(document)
  if (messages.length === 0) return undefined
  return { document, messages, messageOf: (delivery) => match(messages, delivery) }
}

function asyncMessages(document: ContractDocument): EventMessage[] {
  // What the described application sends; all of them where it does not say.
  const all = listMessages(document)
  const sent = all.filter(({ actions }) => actions.includes('send'))
  return (sent.length > 0 ? sent : all).map((message) => {
    const headersNode = message.headersPointer && locate(document, message.headersPointer)
    const headers = headersNode ? headersOfSchema(document, headersNode) : []
    const literals = literalsOf(document, message.payloadPointer)
    return {
      type: typeOf(literals) ?? message.name,
      literals,
      contentType: message.contentType,
      payloadPointer: message.payloadPointer,
      headers,
      pointer: message.pointer,
      origin: originOf(message.node) ?? 'decided',
    }
  })
}

function headersOfSchema(
  document: ContractDocument,
  { node, pointer }: { node: JsonObject; pointer: string },
): EventHeader[] {
  const view = viewOf(document, node)
  const required = requiredOf(view)
  return membersOf(view).map(([name, schema]) => ({
    name,
    required: required.has(name),
    schemaPointer: isObject(objectAt(node, 'properties')[name])
      ? pointer + pointerOf('properties', name)
      : undefined,
    literal: literalOf(viewOf(document, schema)),
  }))
}

/** OpenAPI 3.1, "webhooks": the POST of each path item. */
function webhookMessages(document: ContractDocument): EventMessage[] {
  return Object.keys(objectAt(document.root, 'webhooks')).flatMap((name) => {
    const item = locate(document, pointerOf('webhooks', name))
    if (!isObject(item.node.post)) return []
    const message = messageOfOperation(document, locate(document, item.pointer + pointerOf('post')), name)
    return [message]
  })
}

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
  const literals = literalsOf(document, payloadPointer)
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
        literal: literalOf(viewOf(document, schema)),
      },
    ]
  })
  return {
    type: typeOf(literals) ?? name,
    literals,
    contentType: contentType ?? 'application/json',
    payloadPointer,
    headers,
    pointer,
    origin: originOf(node) ?? 'decided',
  }
}

/** An event with both, such as `event: issues` and `action: opened`, is told by all of them. */
function typeOf(literals: EventMessage['literals']): string | undefined {
  const texts = literals
    .filter(({ pointer, value }) => TYPE.test(pointer.slice(1)) && typeof value === 'string')
    .map(({ pointer, value }) => ({ name: pointer.slice(1).toLowerCase(), value: String(value) }))
  const main =
    texts.find(({ name }) => /type|topic/.test(name)) ?? texts.find(({ name }) => /event|name/.test(name))
  return main?.value
}

/** `{const: x}` or `{enum: [x]}`. */
const literalOf = (view: JsonObject): Json | undefined =>
  view.const ?? (Array.isArray(view.enum) && view.enum.length === 1 ? view.enum[0] : undefined)

function literalsOf(
  document: ContractDocument,
  payloadPointer: string | undefined,
): EventMessage['literals'] {
  if (payloadPointer === undefined) return []
  const found = new Map<string, Json>()
  // Each part of a composition by itself: one says that there is a type, another which.
  const visit = (schema: Json | undefined, depth: number) => {
    const { node } = isObject(schema as Json) ? { node: follow(document, schema as Json) } : { node: {} }
    for (const [name, inner] of Object.entries(objectAt(node, 'properties'))) {
      const value = literalOf(viewOf(document, inner))
      if (value !== undefined) found.set(pointerOf(name), value)
    }
    if (Array.isArray(node.allOf) && depth < 8) for (const part of node.allOf) visit(part, depth + 1)
  }
  visit(valueAt(document.root, payloadPointer), 0)
  return [...found].map(([pointer, value]) => ({ pointer, value }))
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
  const told = (message: EventMessage) =>
    message.literals.length + message.headers.filter(({ literal }) => literal !== undefined).length
  const [best] = fits.sort((a, b) => told(b) - told(a))
  if (best !== undefined && told(best) > 0) return best
  // Without literals in the document, a member or header that names the message tells.
  const members = isObject(json as Json)
    ? Object.entries(json as JsonObject).filter(([name]) => TYPE.test(name))
    : []
  const named = [...members.map(([, value]) => value), ...Object.values(headers)]
  return messages.find(({ type }) => named.includes(type)) ?? (messages.length === 1 ? best : undefined)
}
