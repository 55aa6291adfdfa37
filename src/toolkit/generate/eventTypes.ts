import {
  type ContractDocument,
  documentOf,
  follow,
  isObject,
  type JsonObject,
  objectAt,
} from '../contract/index.ts'
import type { TypesMaker } from './types.ts'

/**
 * The TypeScript types of a bundled AsyncAPI document: its schemas, an alias for the payload of each message,
 * and `WebhookEvent`, the union of all payloads. The schemas are read as those of an OpenAPI 3.1 document,
 * whose dialect they share.
 */
export async function eventTypes(
  document: ContractDocument,
  typesOf: TypesMaker['typesOf'],
): Promise<string> {
  const schemas: JsonObject = { ...objectAt(objectAt(document.root, 'components'), 'schemas') }
  const messages = Object.values(objectAt(document.root, 'channels')).flatMap((channel) =>
    Object.entries(objectAt(follow(document, channel), 'messages')),
  )
  const payloads = messages.map(([key, message]) => {
    const { payload } = follow(document, message)
    if (!isObject(payload)) throw new Error(`The message ${key} has no payload.`)
    if (typeof payload.$ref === 'string') return { $ref: payload.$ref }
    const name = key.charAt(0).toUpperCase() + key.slice(1)
    if (name in schemas) throw new Error(`The message ${key} and another schema share the name ${name}.`)
    schemas[name] = payload
    return { $ref: `#/components/schemas/${name}` }
  })
  // Made here even when the document has one, so that no message can be missing from it.
  schemas.WebhookEvent = { description: 'Every event, told apart by `type`.', oneOf: payloads }
  return typesOf(documentOf({ openapi: '3.1.0', paths: {}, components: { schemas } }))
}
