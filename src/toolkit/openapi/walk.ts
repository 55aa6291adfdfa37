/** Properties of a document that contain names chosen by the author, and properties that contain data. */
import { isObject, type Json } from './document.ts'

/** Maps whose keys are names: `properties.example` is a schema and not an example. */
const NAME_MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'messages',
  'channels',
  'operations',
  'paths',
  'webhooks',
  'callbacks',
  'content',
  'requestBodies',
  'securitySchemes',
  'links',
  'pathItems',
  'examples',
])
/** Properties that contain data, in which `$ref` is not a reference. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value', 'dataValue'])

/** `headers` of an AsyncAPI message is a schema; `headers` of an OpenAPI response is a map. */
export const isNameMap = (key: string, value: Json): boolean =>
  NAME_MAPS.has(key) && !(key === 'headers' && isObject(value) && typeof value.type === 'string')

export const isData = (key: string, value: unknown): boolean =>
  DATA.has(key) || (key === 'examples' && Array.isArray(value))

/** Every value in a tree, each object once. */
export function* nodesOf(root: Json): Generator<Json> {
  const seen = new Set<Json>()
  const waiting: Json[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue
    yield node
    if (typeof node !== 'object' || node === null) continue
    seen.add(node)
    for (const inner of Object.values(node)) if (inner !== undefined) waiting.push(inner as Json)
  }
}
