import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { documentOf } from '../openapi/documentOf.ts'
import { follow } from '../openapi/resolve.ts'
import type { TypesMaker } from './types.ts'

/**
 * The TypeScript types of a bundled AsyncAPI document: its schemas, an alias for the payload of each message,
 * and for webhooks `WebhookEvent`, the union of all payloads. The schemas are read as those of an OpenAPI 3.1
 * document, whose dialect they share. A message without a payload, or with one in another schema language,
 * has the type `unknown`.
 */
export async function eventTypes(
  document: ContractDocument,
  typesOf: TypesMaker['typesOf'],
  aliases?: 'for all' | 'where possible',
): Promise<string> {
  const schemas: JsonObject = { ...objectAt(objectAt(document.root, 'components'), 'schemas') }
  const payloads: Json[] = []
  for (const channel of Object.values(objectAt(document.root, 'channels'))) {
    for (const [key, message] of Object.entries(objectAt(follow(document, channel), 'messages'))) {
      const payload = payloadOf(document, follow(document, message).payload)
      const $ref = isNamed(payload) ? payload.$ref : `#/components/schemas/${put(schemas, key, payload)}`
      if (!payloads.some((known) => isObject(known) && known.$ref === $ref)) payloads.push({ $ref })
    }
  }
  // Made here even when the document has one, so that no message can be missing from it.
  if (payloads.length > 0 && areWebhooks(document))
    schemas.WebhookEvent = { description: 'Every event, distinguished by `type`.', oneOf: payloads }
  const root = { openapi: '3.1.0', paths: {}, components: { schemas: withoutMarks(schemas) } }
  return typesOf(documentOf(root, document.source), aliases)
}

/** Whether the application sends its messages over HTTP and nothing else: no broker, no socket. */
function areWebhooks(document: ContractDocument): boolean {
  const operations = Object.values(objectAt(document.root, 'operations')).map((one) => follow(document, one))
  if (operations.length === 0 || operations.some(({ action }) => action !== 'send')) return false
  const channels = Object.values(objectAt(document.root, 'channels')).map((one) => follow(document, one))
  const servers = Object.values(objectAt(document.root, 'servers')).map((one) => follow(document, one))
  const protocols = [
    ...servers.map(({ protocol }) => String(protocol)),
    ...[...channels, ...operations].flatMap(({ bindings }) => Object.keys(follow(document, bindings))),
  ]
  return protocols.every((protocol) => /^https?$/.test(protocol))
}

/** A name in PascalCase that no other schema has; two messages with one payload share it. */
function put(schemas: JsonObject, key: string, payload: JsonObject): string {
  const words = key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const wanted = /^[A-Z]/.test(name) ? name : `Message${name}`
  for (let count = 1; ; count++) {
    const free = count === 1 ? wanted : `${wanted}${count}`
    if (Object.hasOwn(schemas, free) && JSON.stringify(schemas[free]) !== JSON.stringify(payload)) continue
    schemas[free] = payload
    return free
  }
}

const isNamed = (payload: JsonObject): payload is { $ref: string } =>
  typeof payload.$ref === 'string' && payload.$ref.startsWith('#/components/schemas/')

/** The formats that are JSON Schema, as AsyncAPI names them. */
const isJsonSchema = (format: string): boolean => /aai\.asyncapi|schema\+|vnd\.oai\.openapi/.test(format)

/** The schema itself, where it is wrapped with its format (AsyncAPI 3.0, "Multi Format Schema Object"). */
function payloadOf(document: ContractDocument, given: Json | undefined): JsonObject {
  if (!isObject(given)) return {}
  const target = follow(document, given)
  if (typeof target.schemaFormat !== 'string') return isNamed(given) ? given : target
  return isJsonSchema(target.schemaFormat) && isObject(target.schema) ? target.schema : {}
}

/** The discriminator of AsyncAPI is the name of a property, that of OpenAPI an object. */
const withoutMarks = (schemas: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(schemas, (key, value: unknown) =>
      key === 'discriminator' && typeof value === 'string' ? undefined : value,
    ),
  ) as JsonObject
