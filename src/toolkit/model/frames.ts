/**
 * Requests and responses that carry the properties of a resource below other properties: `{ "user": { "name": "Ada" } }`,
 * and the resource objects of JSON:API, `{ "data": { "type": "users", "attributes": { "name": "Ada" } } }`. The rules of
 * `conform` read and write the properties themselves; `encode` puts them where the document has them.
 */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, tokensOf } from '../openapi/pointer.ts'
import { createRandom } from '../schema/values/random.ts'
import { validValue } from '../schema/values/valid.ts'
import { membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation, BodyFrame } from './api.ts'
import { isIdName, lastSegment, normal, singularOf, soundsLike } from './vocabulary.ts'
import {
  flatOf,
  flatValue,
  idsIn,
  memberIn,
  OF_RESOURCE,
  onlyValue,
  type ResourceObject,
  resourceObjectOf,
  SCHEMAS,
} from './wrapping.ts'

/**
 * The API as the rules of `conform` use it: bodies without what wraps the properties.
 * @returns the same API where no request and no response has such a form
 */
export function withoutFrames(api: Api): Api {
  const schemas: JsonObject = {}
  const document: ContractDocument = { ...api.document, root: { ...api.document.root, [SCHEMAS]: schemas } }
  const operations = api.operations.map((operation) => {
    const found = frameOf(api, operation)
    if (found === undefined || operation.body === undefined) return operation
    const { schema, frame, decode } = found
    schemas[operation.operationId] = schema
    const { schemaPointer, examples } = operation.body
    return {
      ...operation,
      body: {
        ...operation.body,
        schema,
        schemaPointer: pointerOf(SCHEMAS, operation.operationId),
        place: schemaPointer,
        examples: examples.map(decode),
        frame,
      },
    }
  })
  const isFramed = (operation: ApiOperation) => operation.body?.frame !== undefined
  const isFlat = operations.some(isFramed) || api.operations.some((one) => showsResourceObject(api, one))
  return isFlat
    ? { ...api, document, operations, byId: new Map(operations.map((one) => [one.operationId, one])), isFlat }
    : api
}

/** Whether a response shows a resource object, or a list of them. */
const showsResourceObject = ({ document }: Api, { responses }: ApiOperation): boolean =>
  [...responses].some(([status, { node }]) =>
    !status.startsWith('2') || !isObject(node.content)
      ? false
      : Object.values(node.content).some((media) => {
          const view = viewOf(document, isObject(media) ? media.schema : undefined)
          return membersOf(view).some(([, schema]) => {
            const inner = withoutNull(document, viewOf(document, schema))
            return resourceObjectOf(document, inner.items ?? schema) !== undefined
          })
        }),
  )

interface Framed {
  schema: JsonObject
  frame: BodyFrame
  /** @returns the properties in a whole body */
  decode(body: Json): Json
}

/** How an operation's body wraps the properties of its resource; undefined where it contains them itself. */
function frameOf({ document }: Api, operation: ApiOperation): Framed | undefined {
  const { body, path } = operation
  if (body === undefined || !/json/i.test(body.mediaType)) return undefined
  const outer = viewOf(document, body.schema)
  const [only, ...further] = membersOf(outer)
  if (only === undefined || further.length > 0) return undefined
  const [wrapper, schema] = only
  const inner = viewOf(document, schema)
  const isCalled =
    soundsLike('envelope', wrapper) ||
    path.split('/').some((part) => normal(singularOf(part)) === normal(wrapper) && part !== '')
  if (!isCalled || !typesOf(inner).includes('object') || membersOf(inner).length === 0) return undefined
  const object = resourceObjectOf(document, schema)
  const unwrapped = (value: Json) => (isObject(value) && isObject(value[wrapper]) ? value[wrapper] : value)
  const isWhole = (value: JsonObject) => Object.keys(value).join() === wrapper && isObject(value[wrapper])
  if (object === undefined) {
    if (!isObject(schema)) return undefined
    return {
      schema: { allOf: [schema] },
      decode: unwrapped,
      frame: {
        encode: (value) => (isObject(value) && !isWhole(value) ? { [wrapper]: value } : value),
        pointer: (inside) => pointerOf(wrapper) + inside,
      },
    }
  }
  const encode = resourceEncoder(document, object, operation)
  return {
    schema: withoutOwnId(flatOf(document, object), path),
    decode: (value) => flatValue(unwrapped(value)),
    frame: {
      encode: (value, params = {}) =>
        isObject(value) && !isWhole(value) ? { [wrapper]: encode(value, params) } : value,
      pointer: (inside) => pointerOf(wrapper) + placeIn(document, object, inside),
    },
  }
}

/** The place of a property in a resource object. */
function placeIn(
  document: ContractDocument,
  { view, relationships }: ResourceObject,
  inside: string,
): string {
  const [name = '', ...further] = tokensOf(inside)
  if (isOfObject(new Map(membersOf(view)), name)) return inside
  const isLinked = relationships.some(
    ([one, schema]) => one === name && idsIn(document, schema) !== undefined,
  )
  if (!isLinked) return `/attributes${inside}`
  const [nth, ...rest] = further
  const below = nth === undefined ? [] : [nth, 'id', ...rest]
  return pointerOf('relationships', name, ...(below.length > 0 ? ['data', ...below] : []))
}

/** A change contains the id that its path has, too; the encoder adds it. */
function withoutOwnId(schema: JsonObject, path: string): JsonObject {
  if (!path.endsWith('}')) return schema
  const isOther = (name: string) => !isIdName(name)
  return {
    ...schema,
    properties: Object.fromEntries(membersOf(schema).filter(([name]) => isOther(name))),
    required: [...requiredOf(schema)].filter(isOther),
  }
}

/** @returns a function that puts properties into a resource object of JSON:API */
function resourceEncoder(
  document: ContractDocument,
  { view, relationships }: ResourceObject,
  { path }: ApiOperation,
): (value: JsonObject, params: Record<string, Json>) => JsonObject {
  const members = new Map(membersOf(view))
  const collection = lastSegment(path.replace(/\/\{[^}/]+\}$/, ''))
  const type = onlyValue(document, members.get('type')) ?? collection
  const ids = new Map(relationships.map(([name, schema]) => [name, typesIn(document, schema)]))
  const parameter = /\{([^}/]+)\}$/.exec(path)?.[1]
  const options = { document, random: createRandom(1), extent: 'minimal' } as const
  return (value, params) => {
    const { id, ...others } = value
    const own =
      parameter === undefined ? id : (params[parameter] ?? id ?? validValue(members.get('id'), options))
    const entries = Object.entries(others)
    const attributes = entries.filter(([name]) => !ids.has(name) && !isOfObject(members, name))
    const linkages = entries.flatMap(([name, one]) => {
      const of = ids.get(name)
      return of === undefined ? [] : [[name, { data: linkage(of, one ?? null) }] as const]
    })
    return {
      ...(members.has('type') && { type }),
      ...(members.has('id') && own !== undefined && { id: typeof own === 'number' ? String(own) : own }),
      ...Object.fromEntries(entries.filter(([name]) => isOfObject(members, name))),
      attributes: Object.fromEntries(attributes),
      ...(linkages.length > 0 && { relationships: Object.fromEntries(linkages) }),
    }
  }
}

/** Whether a name is that of a property of the resource object itself, such as `meta`. */
const isOfObject = (members: ReadonlyMap<string, Json>, name: string): boolean =>
  OF_RESOURCE.has(name) && members.has(name)

/** The `type` of the resources that a relationship links to. */
function typesIn(document: ContractDocument, relationship: Json): string {
  const data = memberIn(withoutNull(document, viewOf(document, relationship)), 'data')
  const bare = withoutNull(document, viewOf(document, data))
  const one = withoutNull(document, viewOf(document, bare.items ?? data))
  return onlyValue(document, memberIn(one, 'type')) ?? ''
}

/** Resource identifier objects; other values are sent as they are, as part of an invalid request. */
function linkage(type: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((one) => linkage(type, one))
  return typeof value === 'string' || typeof value === 'number' ? { type, id: value } : value
}
