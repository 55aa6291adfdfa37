/** The event messages of an AsyncAPI document, by event type. */
import { type ContractDocument, isObject, type Json, objectAt } from '../openapi/document.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { follow, locate } from '../openapi/resolve.ts'

export interface EventMessage {
  type: string
  contentType: string
  /** Pointer of the payload's schema. */
  payloadPointer: string
}

/**
 * Finds each message's event type: the literal `type` of its payload, else the message's `name`.
 * Reads `components.messages` and the messages of the channels (AsyncAPI 3.0, "Channel Object").
 */
export function listMessages(document: ContractDocument): Map<string, EventMessage> {
  const { root } = document
  const places = [
    ...Object.keys(objectAt(objectAt(root, 'components'), 'messages')).map((name) =>
      pointerOf('components', 'messages', name),
    ),
    ...Object.keys(objectAt(root, 'channels')).flatMap((channel) => {
      const { node, pointer } = locate(document, pointerOf('channels', channel))
      return Object.keys(objectAt(node, 'messages')).map((name) => pointer + pointerOf('messages', name))
    }),
  ]
  const messages = new Map<string, EventMessage>()
  for (const place of places) {
    const { node, pointer } = locate(document, place)
    const type = literalType(document, node.payload) ?? node.name
    if (typeof type !== 'string' || messages.has(type)) continue
    const contentType = node.contentType ?? root.defaultContentType
    messages.set(type, {
      type,
      contentType: typeof contentType === 'string' ? contentType : 'application/json',
      payloadPointer: pointer + pointerOf('payload'),
    })
  }
  return messages
}

/** `properties.type.const` of the schema or of a part of its `allOf`. */
function literalType(document: ContractDocument, schema: Json | undefined): Json | undefined {
  const node = follow(document, schema)
  const literal = follow(document, objectAt(node, 'properties').type).const
  if (literal !== undefined || !Array.isArray(node.allOf)) return literal
  return node.allOf
    .map((part) => (isObject(part) ? literalType(document, part) : undefined))
    .find((found) => found !== undefined)
}
