/** The operations of an OpenAPI document with their parameters, bodies and responses, each with its JSON Pointer. */
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { namedExamples } from '../openapi/examples.ts'
import { concreteType, isJson, mediaTypeOf } from '../openapi/json.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { type Origin, originOf } from '../openapi/provenance.ts'
import { follow, locate } from '../openapi/resolve.ts'
import { sendable } from '../schema/values/valid.ts'
import { descriptionOf, saysError } from './description.ts'
import { actionOn } from './paths.ts'
import { isActionTo } from './vocabulary.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  node: JsonObject
  schema: Json | undefined
  /** JSON Pointer of the schema; undefined if the parameter has none. */
  schemaPointer: string | undefined
  pointer: string
  examples: Json[]
  explode: boolean
  style: string
}

/** How a request body wraps the properties of its resource. */
export interface BodyFrame {
  /**
   * @param params the path parameters of the request
   * @returns the body as it is sent. A body that is wrapped, or is not an object, stays as it is
   */
  encode(value: Json, params?: Record<string, Json>): Json
  /** The place of a property in the body that is sent: `/data/attributes/name` for `/name`. */
  pointer(inside: string): string
}

interface RequestBody {
  required: boolean
  mediaType: string
  schema: Json | undefined
  schemaPointer: string
  /** Pointer of the schema in the document as it was read, where `schemaPointer` is another. */
  place?: string
  frame?: BodyFrame
  /** The `encoding` of a form: how each property is serialized. */
  encoding: JsonObject | undefined
  examples: Json[]
  /** Other media types that the operation accepts, and the range that `mediaType` replaces, such as the range of all types. */
  others: string[]
}

/** One alternative of `security`: all of its schemes are required. An empty list permits requests without credentials. */
export type SecurityAlternative = { scheme: string; scopes: string[] }[]

export interface ApiOperation extends Operation {
  /** Without a trailing slash or format suffix, so that `/books/` and `/books.json` are the collection of `/books/{id}`. */
  path: string
  /** The path as the document writes it. */
  template: string
  /** JSON Pointer of the operation. */
  pointer: string
  inputs: Parameter[]
  body: RequestBody | undefined
  /** Declared statuses from 200 to 299, lowest first. */
  successes: number[]
  security: SecurityAlternative[]
  origin: Origin
}

export interface Api {
  document: ContractDocument
  operations: ApiOperation[]
  byId: ReadonlyMap<string, ApiOperation>
  /** Responses are read as `flatValue` returns them; see `withoutFrames`. */
  isFlat?: boolean
  /** HTTP methods by path template. */
  methods: ReadonlyMap<string, string[]>
}

/**
 * Lists the operations of a document.
 * @throws DocumentError for a reference that cannot be resolved
 */
export function createApi(document: ContractDocument): Api {
  const operations = listOperations(document).map((operation) => describe(document, operation))
  const methods = new Map<string, string[]>()
  for (const { template, method } of operations)
    methods.set(template, [...(methods.get(template) ?? []), method])
  return { document, operations, methods, byId: new Map(operations.map((one) => [one.operationId, one])) }
}

/** The operations of an API by path, so that facts about one path do not search all of them. */
const known = new WeakMap<Api, ReadonlyMap<string, readonly ApiOperation[]>>()

/** The first operation with a path and a method. The path of the collection of `/{id}` is empty. */
export const operationAt = (api: Api, path: string, method: string): ApiOperation | undefined =>
  operationsAround(api, path).find((one) => one.path === (path || '/') && one.method === method)

/**
 * The operations on a path, on the paths one segment below it, and on paths such as `/books:archive` and `/Books({id})`,
 * in the order of the document.
 */
export function operationsAround(api: Api, path: string): readonly ApiOperation[] {
  const index = known.get(api) ?? indexOf(api)
  known.set(api, index)
  return index.get(path) ?? []
}

/** The actions on an item: `POST /books/{book}/archive`, and `POST /books/{book}:archive` (AIP-136). */
export const actionsOn = (api: Api, item: string): readonly ApiOperation[] =>
  operationsAround(api, item).filter(
    ({ method, path }) => method === 'POST' && actionOn(item, path) !== undefined,
  )

/** The parts of an item that a PUT or a PATCH writes: `PUT /parcels/{id}/label`. Some are actions, such as `PUT /orders/{id}/cancel`. */
export const partsWritten = (api: Api, item: string): readonly ApiOperation[] =>
  operationsAround(api, item).filter(
    ({ method, path }) => (method === 'PUT' || method === 'PATCH') && actionOn(item, path) !== undefined,
  )

/** The actions on an item whose name leads to a state: `POST /tours/{id}/cancel` to `cancelled`. */
export const actionsTo = (api: Api, { item }: { item: string }, state: string): ApiOperation[] =>
  actionsOn(api, item).filter(({ path }) => isActionTo(actionOn(item, path) ?? '', state))

function indexOf({ operations }: Api): ReadonlyMap<string, readonly ApiOperation[]> {
  const index = new Map<string, ApiOperation[]>()
  for (const operation of operations)
    for (const place of placesOf(operation.path)) {
      const list = index.get(place)
      if (list === undefined) index.set(place, [operation])
      else list.push(operation)
    }
  return index
}

/** A path, and the paths that it is directly below. */
const placesOf = (path: string): ReadonlySet<string> =>
  new Set([
    path,
    ...['/', ':'].flatMap((sign) => {
      const end = path.lastIndexOf(sign)
      return end < 0 ? [] : [path.slice(0, end)]
    }),
    path.replace(/\(['"]?\{[^}/]+\}['"]?\)$/, ''),
  ])

function describe(document: ContractDocument, operation: Operation): ApiOperation {
  const item = locate(document, pointerOf('paths', operation.path))
  const inputs = new Map<string, Parameter>()
  const own = parametersAt(document, operation.operation, operation.pointer)
  for (const input of [...parametersAt(document, item.node, item.pointer), ...own])
    inputs.set(`${input.in} ${input.name.toLowerCase()}`, input)
  const statuses = [...operation.responses.keys()]
  return {
    ...operation,
    path: operation.path.replace(/(?<=.)(\/|\.(json|xml))$/, ''),
    template: operation.path,
    inputs: [...inputs.values()],
    body: bodyAt(document, operation.operation, operation.pointer),
    successes: statuses
      .map((status) => (/^2XX$/i.test(status) ? 200 : Number(status)))
      .filter((status) => status >= 200 && status < 300)
      .sort((a, b) => a - b),
    security: securityOf(document, operation.operation),
    origin: originOf(operation.operation, document.mark) ?? 'decided',
  }
}

function parametersAt(document: ContractDocument, owner: JsonObject, at: string): Parameter[] {
  if (!Array.isArray(owner.parameters)) return []
  return owner.parameters.flatMap((_, index) => {
    const { node, pointer } = locate(document, at + pointerOf('parameters', index))
    const place = node.in
    if (typeof node.name !== 'string') return []
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return []
    const [mediaType] = Object.keys(objectAt(node, 'content'))
    const inside = mediaType === undefined ? node : objectAt(objectAt(node, 'content'), mediaType)
    const schemaAt = mediaType === undefined ? pointer : pointer + pointerOf('content', mediaType)
    const style =
      typeof node.style === 'string'
        ? node.style
        : place === 'query' || place === 'cookie'
          ? 'form'
          : 'simple'
    return [
      {
        name: node.name,
        in: place,
        required: node.required === true || place === 'path',
        node,
        schema: inside.schema,
        schemaPointer: inside.schema === undefined ? undefined : schemaAt + pointerOf('schema'),
        pointer,
        examples: [...examplesOf(document, node), ...examplesOf(document, follow(document, inside.schema))],
        explode: typeof node.explode === 'boolean' ? node.explode : style === 'form',
        style: mediaType === undefined ? style : 'json',
      },
    ]
  })
}

function bodyAt(document: ContractDocument, operation: JsonObject, at: string): RequestBody | undefined {
  if (operation.requestBody === undefined) return undefined
  const { node, pointer } = locate(document, at + pointerOf('requestBody'))
  const content = objectAt(node, 'content')
  const types = Object.keys(content)
  const chosen = types.find((type) => isJson(mediaTypeOf(concreteType(type)))) ?? types[0]
  if (chosen === undefined) return undefined
  const media = objectAt(content, chosen)
  const mediaType = concreteType(chosen)
  const examples = [...examplesOf(document, media), ...examplesOf(document, follow(document, media.schema))]
  return {
    required: node.required === true,
    mediaType,
    schema: media.schema,
    schemaPointer: pointer + pointerOf('content', chosen, 'schema'),
    encoding: isObject(media.encoding) ? media.encoding : undefined,
    examples: examples.map((example) => sendable(document, media.schema, example)),
    others: types.filter((type) => type !== mediaType),
  }
}

/** The examples of a media type, parameter or schema, in document order. */
export function examplesOf(document: ContractDocument, node: JsonObject): Json[] {
  const examples: Json[] = []
  if (node.example !== undefined) examples.push(node.example)
  if (Array.isArray(node.examples)) examples.push(...node.examples)
  else examples.push(...namedExamples(document, node).map(({ value }) => value))
  return examples
}

function securityOf(document: ContractDocument, operation: JsonObject): SecurityAlternative[] {
  const list = operation.security ?? document.root.security
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((alternative) =>
    Object.entries(alternative).map(([scheme, scopes]) => ({
      scheme,
      scopes: Array.isArray(scopes) ? scopes.filter((one): one is string => typeof one === 'string') : [],
    })),
  )
}

/** Pointer of the schema of an operation's body in the document as it was read; of the operation where it has no body. */
export const bodyPlace = ({ body, pointer }: Pick<ApiOperation, 'body' | 'pointer'>): string =>
  body?.place ?? body?.schemaPointer ?? pointer

/** Whether the operation rejects requests without credentials. */
export const needsCredential = (operation: ApiOperation): boolean =>
  operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0)

/** Whether the document declares the status: the code itself, its class (`4XX`) or `default`. */
export const declares = (operation: ApiOperation, status: number): boolean =>
  operation.responses.has(String(status)) ||
  operation.responses.has(`${Math.floor(status / 100)}XX`) ||
  operation.responses.has('default')

/** The schema and JSON Pointer of the first successful JSON response; undefined if there is none. */
export function successSchema(
  _api: Api,
  operation: ApiOperation,
): { schema: Json; pointer: string; status: number } | undefined {
  const statuses =
    operation.successes.length === 0 && isSuccessByDefault(operation) ? [200] : operation.successes
  for (const status of statuses) {
    const { responses } = operation
    const response = responses.get(String(status)) ?? responses.get('2XX') ?? responses.get('default')
    if (response === undefined) continue
    const content = objectAt(response.node, 'content')
    const type = Object.keys(content).find((name) => isJson(mediaTypeOf(concreteType(name))))
    if (type === undefined) continue
    const { schema } = objectAt(content, type)
    const pointer = response.pointer + pointerOf('content', type, 'schema')
    if (schema !== undefined) return { schema, pointer, status }
  }
  return undefined
}

/** Whether `default` is the response to a success: the others are errors, and its description names none. */
const isSuccessByDefault = ({ responses }: ApiOperation): boolean =>
  responses.has('default') &&
  [...responses.keys()].every((status) => status === 'default' || /^[45]/.test(status)) &&
  !saysError(descriptionOf(responses.get('default')?.node))
