/** Which members of a document hold names that an author chose, and which hold data. */
import { isObject, type Json } from './document.ts'

/** Maps whose keys are names, so that `properties.example` is a schema, not an example. */
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
/** Members that hold data, where a `$ref` is no reference. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value', 'dataValue'])

/** `headers` of an AsyncAPI message is a schema, that of an OpenAPI response a map. */
export const isNameMap = (key: string, value: Json): boolean =>
  NAME_MAPS.has(key) && !(key === 'headers' && isObject(value) && typeof value.type === 'string')

export const isData = (key: string, value: unknown): boolean =>
  DATA.has(key) || (key === 'examples' && Array.isArray(value))
