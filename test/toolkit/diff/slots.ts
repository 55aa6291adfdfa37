/** The base documents of the verdicts, and where in them a case puts what it changes. */

export interface Case {
  id: string
  at: string
  old?: unknown
  new?: unknown
  level: 'breaking' | 'risky' | 'compatible' | 'docs' | 'none'
  says?: string[]
  today?: string
  oldVersion?: string
  schemas?: Json
  oldSchemas?: Json
  newSchemas?: Json
  findings?: number
  rule?: string
  theirs?: string
  why?: string
}

export type Json = Record<string, unknown>

const json = (schema: unknown) => ({ 'application/json': { ...(schema !== undefined && { schema }) } })
const responses = (schema?: unknown) => ({
  description: 'An answer.',
  ...(schema !== undefined && { content: json(schema) }),
})
const without = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))

/** The files of one side, by name; every one that is no `shared.json` is a document. */
export function filesOf({ at, ...given }: Case, side: 'old' | 'new'): Record<string, Json> {
  const value = given[side] ?? undefined
  const schemas = { ...given.schemas, ...(side === 'old' ? given.oldSchemas : given.newSchemas) }
  const openapi = (parts: Json): Record<string, Json> => ({
    'openapi.json': {
      openapi: (side === 'old' && given.oldVersion) || '3.1.0',
      info: { title: 'Things', version: '1.0.0' },
      paths: {},
      ...parts,
      components: {
        securitySchemes: SCHEMES,
        ...(Object.keys(schemas).length > 0 && { schemas }),
        ...(parts.components as Json),
      },
    },
  })
  const get = (operation: Json) =>
    openapi({ paths: { '/things': { get: { responses: { 200: responses() }, ...operation } } } })
  const post = (body: unknown, response?: unknown) =>
    openapi({
      paths: {
        '/things': {
          post: { ...(body !== undefined && { requestBody: body }), responses: { 200: responses(response) } },
        },
      },
    })
  const holder = (schema: unknown) => ({
    type: 'object',
    ...(schema !== undefined && { properties: { note: schema } }),
  })
  switch (at) {
    case 'reqBody':
      return post({ required: true, content: json(value) })
    case 'reqProp':
      return post({ required: true, content: json(holder(value)) })
    case 'resBody':
      return get({ responses: { 200: responses(value) } })
    case 'resProp':
      return get({ responses: { 200: responses(holder(value)) } })
    case 'both': {
      const ref = { $ref: '#/components/schemas/Both' }
      const made = post({ required: true, content: json(ref) }, ref)
      ;(made['openapi.json']?.components as Json).schemas = { Both: value }
      return made
    }
    case 'paths':
      return openapi({ paths: value })
    case 'op':
      return get(without({ operationId: 'op', ...(value as Json) }))
    case 'parameters':
      return get({ parameters: value })
    case 'query':
      return get({ parameters: [{ name: 'limit', in: 'query', ...(value as Json) }] })
    case 'list':
      return openapi({ paths: listPaths(value as List) })
    case 'body':
      return post(value)
    case 'responses':
      return get({ responses: value })
    case 'header':
      return get({ responses: { 200: { ...responses(), headers: { 'X-Count': value } } } })
    case 'doc':
      return openapi({
        paths: { '/things': { get: { responses: { 200: responses() } } } },
        ...(value as Json),
      })
    case 'schemes':
      return openapi({
        security: Object.keys(value as Json).map((name) => ({ [name]: [] })),
        paths: { '/things': { get: { responses: { 200: responses() } } } },
        components: { securitySchemes: value },
      })
    case 'schemas':
      return openapi({ paths: {}, components: { schemas: value } })
    case 'webhook':
      return openapi({
        webhooks: {
          born: { post: { requestBody: { content: json(value) }, responses: { 204: responses() } } },
        },
      })
    case 'event':
      return asyncapi({}, { thing: { name: 'thing', payload: value } })
    case 'command':
      return asyncapi({}, {}, { order: { name: 'order', payload: value } })
    case 'message':
      return asyncapi({}, value as Json)
    case 'async':
      return asyncapi(value as Json)
    case 'shared': {
      const ref = { $ref: './shared.json' }
      return {
        ...get({ responses: { 200: responses(ref) } }),
        ...asyncapi({}, { thing: { name: 'thing', payload: ref } }),
        'shared.json': value as Json,
      }
    }
    default:
      throw new Error(`No slot is called ${at}.`)
  }
}

/** A list, and the operation that reads one of its items. */
interface List {
  description?: string
  /** Query parameters by their names. */
  query?: Record<string, Json>
  /** Properties of an item. Default: id and name. */
  item?: Json
  /** Properties of the response next to the items. */
  page?: Json
  headers?: Json
  /** The parameter of an item's path. Default: id. */
  id?: Json & { name: string }
}

function listPaths({ description, query = {}, item = ITEM, page, headers, id = { name: 'id' } }: List): Json {
  const schema = { type: 'object', properties: item }
  const items = { type: 'array', items: schema }
  return {
    '/things': {
      get: {
        operationId: 'listThings',
        ...(description !== undefined && { description }),
        parameters: Object.entries(query).map(([name, { description, ...rest }]) => {
          const { 'x-conformance': stated, ...schema } = rest
          return {
            name,
            in: 'query',
            schema: { type: 'string', ...schema },
            ...(description !== undefined && { description }),
            ...(stated !== undefined && { 'x-conformance': stated }),
          }
        }),
        responses: {
          200: {
            ...responses({ type: 'object', properties: { items, ...page } }),
            ...(headers !== undefined && { headers }),
          },
        },
      },
    },
    [`/things/{${id.name}}`]: {
      get: {
        operationId: 'readThing',
        parameters: [{ in: 'path', required: true, schema: { type: 'string' }, ...id }],
        responses: { 200: responses(schema) },
      },
    },
  }
}

const ITEM = { id: { type: 'string' }, name: { type: 'string' } }

const SCHEMES = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  oauth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: 'r', write: 'w' } } },
  },
}

function asyncapi(parts: Json, sent: Json = {}, received: Json = {}): Record<string, Json> {
  return {
    'asyncapi.json': {
      asyncapi: '3.0.0',
      info: { title: 'Thing events', version: '1.0.0' },
      ...parts,
      channels: {
        out: { address: 'out', messages: { base: { name: 'base', payload: { type: 'string' } }, ...sent } },
        in: {
          address: 'in',
          messages: { base: { name: 'taken', payload: { type: 'string' } }, ...received },
        },
        ...(parts.channels as Json),
      },
      operations: {
        publish: { action: 'send', channel: { $ref: '#/channels/out' } },
        receive: { action: 'receive', channel: { $ref: '#/channels/in' } },
        ...(parts.operations as Json),
      },
    },
  }
}
