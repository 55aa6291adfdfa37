import {
  type ContractDocument,
  documentOf,
  follow,
  type JsonObject,
  objectAt,
} from '../../src/contract/index.ts'
import { typesOf } from './types.ts'

/**
 * The TypeScript types of a bundled AsyncAPI document: an alias for each event's payload, named after its
 * message, and `WebhookEvent`, the union of them all. The schemas are read as those of an OpenAPI 3.1
 * document, whose dialect they share.
 */
export async function eventTypes(document: ContractDocument): Promise<string> {
  const components = objectAt(document.root, 'components')
  const schemas: JsonObject = { ...objectAt(components, 'schemas') }
  const events: string[] = []
  for (const [key, given] of Object.entries(objectAt(components, 'messages'))) {
    const { payload } = follow(document, given)
    if (payload === undefined) throw new Error(`The message ${key} has no payload.`)
    const name = key.charAt(0).toUpperCase() + key.slice(1)
    if (JSON.stringify(payload) !== JSON.stringify({ $ref: `#/components/schemas/${name}` })) {
      if (name in schemas) throw new Error(`The message ${key} and another schema share the name ${name}.`)
      schemas[name] = payload
    }
    events.push(name)
  }
  if ('WebhookEvent' in schemas) throw new Error('WebhookEvent is the name of the union of all events.')
  const types = await typesOf(documentOf({ openapi: '3.1.0', paths: {}, components: { schemas } }))
  const union = events.map((name) => `\n  | ${name}`).join('')
  return `${types}\n/** Every event, told apart by \`type\`. */\nexport type WebhookEvent =${union || ' never'}\n`
}
