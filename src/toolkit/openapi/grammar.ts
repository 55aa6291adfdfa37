/** The object kinds of OpenAPI 3.0 to 3.2 and AsyncAPI 3.0, and the properties that lead from one kind to another. */
import { METHODS } from './operations.ts'

export type Kind =
  | 'openapi'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'link'
  | 'example'
  | 'securityScheme'
  | 'schema'
  | 'asyncapi'
  | 'channel'
  | 'asyncOperation'
  | 'reply'
  | 'message'
  | 'messageTrait'
  | 'payload'

/** `one`: the value is of the kind; `map` and `list`: its entries are. */
export type Step = readonly ['one' | 'map' | 'list', Kind]

const operationMembers: Record<string, Step> = {
  parameters: ['list', 'parameter'],
  requestBody: ['one', 'requestBody'],
  responses: ['map', 'response'],
  callbacks: ['map', 'callback'],
}

const describedValue: Record<string, Step> = {
  schema: ['one', 'schema'],
  content: ['map', 'mediaType'],
  examples: ['map', 'example'],
}

const schema: Record<string, Step> = {
  properties: ['map', 'schema'],
  patternProperties: ['map', 'schema'],
  dependentSchemas: ['map', 'schema'],
  $defs: ['map', 'schema'],
  definitions: ['map', 'schema'],
  allOf: ['list', 'schema'],
  anyOf: ['list', 'schema'],
  oneOf: ['list', 'schema'],
  prefixItems: ['list', 'schema'],
  items: ['one', 'schema'],
  additionalProperties: ['one', 'schema'],
  unevaluatedProperties: ['one', 'schema'],
  unevaluatedItems: ['one', 'schema'],
  propertyNames: ['one', 'schema'],
  contains: ['one', 'schema'],
  not: ['one', 'schema'],
  if: ['one', 'schema'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: ['one', 'schema'],
  else: ['one', 'schema'],
  contentSchema: ['one', 'schema'],
}

export const GRAMMAR: Record<Kind, Record<string, Step>> = {
  openapi: {
    paths: ['map', 'pathItem'],
    webhooks: ['map', 'pathItem'],
    components: ['one', 'components'],
  },
  components: {
    schemas: ['map', 'schema'],
    responses: ['map', 'response'],
    parameters: ['map', 'parameter'],
    examples: ['map', 'example'],
    requestBodies: ['map', 'requestBody'],
    headers: ['map', 'header'],
    securitySchemes: ['map', 'securityScheme'],
    links: ['map', 'link'],
    callbacks: ['map', 'callback'],
    pathItems: ['map', 'pathItem'],
    mediaTypes: ['map', 'mediaType'],
    messages: ['map', 'message'],
    messageTraits: ['map', 'messageTrait'],
    channels: ['map', 'channel'],
    operations: ['map', 'asyncOperation'],
    replies: ['map', 'reply'],
  },
  pathItem: {
    parameters: ['list', 'parameter'],
    ...Object.fromEntries(METHODS.map((method): [string, Step] => [method, ['one', 'operation']])),
    query: ['one', 'operation'],
    additionalOperations: ['map', 'operation'],
  },
  operation: operationMembers,
  callback: {},
  parameter: describedValue,
  header: describedValue,
  requestBody: { content: ['map', 'mediaType'] },
  response: { headers: ['map', 'header'], content: ['map', 'mediaType'], links: ['map', 'link'] },
  mediaType: {
    schema: ['one', 'schema'],
    itemSchema: ['one', 'schema'],
    examples: ['map', 'example'],
    encoding: ['map', 'encoding'],
  },
  encoding: { headers: ['map', 'header'] },
  link: {},
  example: {},
  securityScheme: {},
  schema,
  asyncapi: {
    channels: ['map', 'channel'],
    operations: ['map', 'asyncOperation'],
    components: ['one', 'components'],
  },
  channel: { messages: ['map', 'message'] },
  asyncOperation: { channel: ['one', 'channel'], messages: ['list', 'message'], reply: ['one', 'reply'] },
  reply: { channel: ['one', 'channel'], messages: ['list', 'message'] },
  message: { headers: ['one', 'payload'], payload: ['one', 'payload'], traits: ['list', 'messageTrait'] },
  messageTrait: { headers: ['one', 'payload'] },
  payload: {},
}

/**
 * The kind of object at a path below an object of a kind; undefined inside of a map or list, and where the grammar has none.
 * @example kindBelow('openapi', ['paths', '/books', 'get']) // 'operation'
 */
export function kindBelow(kind: Kind, path: readonly string[]): Kind | undefined {
  const [name, ...rest] = path
  if (name === undefined) return kind
  const step = Object.hasOwn(GRAMMAR[kind], name) ? GRAMMAR[kind][name] : undefined
  if (step === undefined) return undefined
  const [way, inner] = step
  if (way === 'one') return kindBelow(inner, rest)
  return rest.length === 0 ? undefined : kindBelow(inner, rest.slice(1))
}

/** The replacement for an unusable part: a schema that accepts everything, or an empty object. */
export const harmless = (kind: Kind): true | Record<string, never> =>
  kind === 'schema' || kind === 'payload' ? true : {}

export const NAMES: Record<Kind, string> = {
  openapi: 'an OpenAPI object',
  components: 'a components object',
  pathItem: 'a path item',
  operation: 'an operation',
  callback: 'a callback',
  parameter: 'a parameter',
  header: 'a header',
  requestBody: 'a request body',
  response: 'a response',
  mediaType: 'a media type object',
  encoding: 'an encoding',
  link: 'a link',
  example: 'an example object',
  securityScheme: 'a security scheme',
  schema: 'a schema',
  asyncapi: 'an AsyncAPI object',
  channel: 'a channel',
  asyncOperation: 'an operation',
  reply: 'a reply',
  message: 'a message',
  messageTrait: 'a message trait',
  payload: 'a schema',
}
