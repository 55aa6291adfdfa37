/**
 * Responses that wrap a resource in one property, `{ "data": { "id": 1, … } }`, and resource objects of JSON:API,
 * `{ "type": "users", "id": "1", "attributes": { "name": "Ada" } }`: the rules read the resource as a plain object.
 */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { isNullable, membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, successSchema } from './api.ts'
import { isIdName, isKeyName, isSibling, lastSegment, normal, singularOf, soundsLike } from './vocabulary.ts'

const known = new WeakMap<Api, Map<string, string | undefined>>()

/** The property that wraps the resource; undefined if the response is the resource itself, or a list. */
export function wrapperOf(api: Api, operation: ApiOperation): string | undefined {
  const found = known.get(api) ?? new Map<string, string | undefined>()
  known.set(api, found)
  if (!found.has(operation.operationId)) found.set(operation.operationId, wrapperIn(api, operation))
  return found.get(operation.operationId)
}

function wrapperIn(api: Api, operation: ApiOperation): string | undefined {
  const members = membersOf(viewOf(api.document, successSchema(api, operation)?.schema))
  const own = members.filter(([name]) => !isSibling(name))
  const frames = own.filter(
    ([name, schema]) =>
      soundsLike('envelope', name) && typesOf(viewOf(api.document, schema)).includes('object'),
  )
  // `{ "status_code": 200, "service": "crm", "data": { … } }`
  // The `id` next to a resource with an id is that of the response.
  const isOfResponse =
    own.length === 2 && membersOf(viewOf(api.document, frames[0]?.[1])).some(([name]) => isIdName(name))
  const isFramed = frames.length === 1 && (isOfResponse || !own.some(([name]) => isIdName(name)))
  const [only] = isFramed ? frames : own
  if (only === undefined || (own.length > 1 && only !== frames[0])) return undefined
  const inner = viewOf(api.document, only[1])
  const isCalled = normal(only[0]) === normal(singularOf(lastSegment(operation.path)))
  const isThing =
    typesOf(inner).includes('object') &&
    membersOf(inner).length > 0 &&
    (isCalled || membersOf(inner).some(([name]) => isKeyName(name) || isOwnKey(operation, name)))
  return isThing ? only[0] : undefined
}

/** Whether a property is the key in the path of an item, or has its name: `route_key` of `/route/{routeKey}`. */
const isOwnKey = ({ path }: ApiOperation, name: string): boolean =>
  [/\{([^}/]+)\}$/.exec(path)?.[1] ?? '', `${singularOf(lastSegment(path))}Key`].some(
    (key) => normal(key) === normal(name) && key !== '',
  )

type Members = [name: string, schema: Json][]

/** The properties of each form of a schema. */
export const formsOf = (document: ContractDocument, { oneOf, anyOf }: JsonObject): Members[] =>
  [oneOf ?? anyOf ?? []].flat().map((form) => membersOf(viewOf(document, form)))

/** The properties of a schema, and those that all of its forms have. */
export function shownMembers(document: ContractDocument, schema: Json | undefined): Members {
  const view = viewOf(document, schema)
  const [first, ...others] = formsOf(document, view)
  const common = first?.filter(([name]) => others.every((form) => form.some(([other]) => other === name)))
  return [...membersOf(view), ...(common ?? [])]
}

/** The schema of the resource that an operation returns, without its envelope. */
export function thingSchema(api: Api, operation: ApiOperation): Json | undefined {
  const schema = successSchema(api, operation)?.schema
  const wrapper = wrapperOf(api, operation)
  const { properties } = wrapper === undefined ? {} : viewOf(api.document, schema)
  const inner = wrapper !== undefined && isObject(properties) ? properties[wrapper] : schema
  return api.isFlat === true ? flatSchema(api.document, inner) : inner
}

/** The resource in a request body, without the envelope that some APIs use in requests too: `{ "user": { … } }`. */
export function thingSent(api: Api, operation: ApiOperation, body: JsonObject): JsonObject {
  const wrapper = wrapperOf(api, operation)
  const inner = wrapper === undefined ? undefined : body[wrapper]
  return isObject(inner) && Object.keys(body).length === 1 ? inner : body
}

/** The resource in a response body, without its envelope. */
export function thingIn(api: Api, operation: ApiOperation | undefined, json: unknown): unknown {
  const wrapper = operation && wrapperOf(api, operation)
  if (wrapper === undefined || !isObject(json as Json)) return json
  const inner = (json as JsonObject)[wrapper]
  if (!isObject(inner)) return json
  return api.isFlat === true ? flatValue(inner) : inner
}

/** Where the schemas of the properties are in the document that `withoutFrames` returns. */
export const SCHEMAS = 'x-frames'

/** Names that a resource object of JSON:API has in addition to its properties. */
export const OF_RESOURCE = new Set(['type', 'id', 'attributes', 'relationships', 'links', 'meta'])

/** The parts of a resource object. */
export interface ResourceObject {
  view: JsonObject
  attributes: JsonObject
  relationships: [name: string, schema: Json][]
}

/** `{ type, id, attributes, relationships }`; undefined for other objects, and where two parts have a property of one name. */
export function resourceObjectOf(
  document: ContractDocument,
  schema: Json | undefined,
): ResourceObject | undefined {
  const parts = partsOf(document, schema)
  if (parts === undefined) return undefined
  const names = membersOf(parts.attributes).map(([name]) => name)
  const isOwn = (name: string) => names.includes(name) || OF_RESOURCE.has(name)
  if (names.some((name) => OF_RESOURCE.has(name))) return undefined
  return parts.relationships.some(([name]) => isOwn(name)) ? undefined : parts
}

/** The same for all objects of this form, for readers that do not need to write it again. */
export function partsOf(document: ContractDocument, schema: Json | undefined): ResourceObject | undefined {
  const view = withoutNull(document, viewOf(document, schema))
  const members = new Map(membersOf(view))
  if (![...members.keys()].every((name) => OF_RESOURCE.has(name))) return undefined
  if (!members.has('type') && !members.has('id')) return undefined
  const attributes = withoutNull(document, viewOf(document, members.get('attributes')))
  const relationships = membersOf(viewOf(document, members.get('relationships')))
  return membersOf(attributes).length === 0 ? undefined : { view, attributes, relationships }
}

const flattened = new WeakMap<ContractDocument, Map<Json, Json>>()

/** The schema of a resource with the properties of its `attributes` and the ids of its `relationships`. */
export function flatSchema(document: ContractDocument, schema: Json | undefined): Json | undefined {
  if (!isObject(schema)) return schema
  const known = flattened.get(document) ?? new Map<Json, Json>()
  flattened.set(document, known)
  const found = known.get(schema)
  if (found !== undefined) return found
  const object = resourceObjectOf(document, schema)
  const flat = object === undefined ? schema : flatOf(document, object)
  const named = object !== undefined && typeof schema.$ref === 'string' ? schema.$ref : undefined
  const shown = named === undefined ? flat : referenceTo(document, named, flat)
  known.set(schema, shown)
  return shown
}

/** A reference to a flat schema, the same for the same reference, by which rules recognize a schema. */
function referenceTo(document: ContractDocument, reference: string, flat: Json): Json {
  const schemas = document.root[SCHEMAS]
  if (!isObject(schemas)) return flat
  schemas[reference] ??= flat
  return { $ref: `#${pointerOf(SCHEMAS, reference)}` }
}

export function flatOf(
  document: ContractDocument,
  { view, attributes, relationships }: ResourceObject,
): JsonObject {
  const { type: _, attributes: __, relationships: ___, ...others } = Object.fromEntries(membersOf(view))
  const requiredAbove = requiredOf(view)
  const inRelationships = requiredOf(viewOf(document, memberIn(view, 'relationships')))
  const references = relationships.flatMap(([name, one]) => {
    const ids = idsIn(document, one)
    return ids === undefined ? [] : [[name, ids] as const]
  })
  const isRequired = requiredAbove.has('relationships')
  return {
    type: 'object',
    properties: { ...others, ...Object.fromEntries([...membersOf(attributes), ...references]) },
    required: [
      ...Object.keys(others).filter((name) => requiredAbove.has(name)),
      ...(requiredAbove.has('attributes') ? requiredOf(attributes) : []),
      ...references.flatMap(([name]) => (isRequired && inRelationships.has(name) ? [name] : [])),
    ],
    ...(attributes.additionalProperties !== undefined && {
      additionalProperties: attributes.additionalProperties,
    }),
  }
}

export const memberIn = (view: JsonObject, name: string): Json | undefined =>
  new Map(membersOf(view)).get(name)

/** The schema of the id or ids in a relationship (JSON:API, "Resource Linkage"); undefined where it only has links. */
export function idsIn(document: ContractDocument, relationship: Json): Json | undefined {
  const data = memberIn(withoutNull(document, viewOf(document, relationship)), 'data')
  const linkage = viewOf(document, data)
  const bare = withoutNull(document, linkage)
  if (typesOf(bare).includes('array')) {
    const one = identifierIn(document, bare.items)
    const { minItems, maxItems } = bare
    return (
      one && {
        type: 'array',
        items: one,
        ...(minItems !== undefined && { minItems }),
        ...(maxItems !== undefined && { maxItems }),
      }
    )
  }
  const one = identifierIn(document, data)
  if (one === undefined || !isNullable(document, linkage)) return one
  return { ...one, type: [...typesOf(one), 'null'] }
}

const linked = new WeakMap<JsonObject, string>()

/** The `type` of the resource that a property of `flatSchema` contains the id of. */
export const linkedType = (schema: Json | undefined): string | undefined =>
  isObject(schema) ? linked.get(schema) : undefined

function identifierIn(document: ContractDocument, schema: Json | undefined): JsonObject | undefined {
  const view = withoutNull(document, viewOf(document, schema))
  const id = memberIn(view, 'id')
  if (id === undefined) return undefined
  const one = { type: 'string', ...viewOf(document, id) }
  const type = onlyValue(document, memberIn(view, 'type'))
  if (type !== undefined) linked.set(one, type)
  return one
}

/** The only string that a schema allows, or the first that it shows. */
export function onlyValue(document: ContractDocument, schema: Json | undefined): string | undefined {
  const { const: constant, enum: values, default: usual, example, examples } = viewOf(document, schema)
  const shown = [constant, ...[values, usual, example, examples].flat()]
  return shown.find((one): one is string => typeof one === 'string')
}

/** A resource object as an object with its properties; other values as they are. */
export function flatValue(value: Json): Json {
  if (!isObject(value) || !isObject(value.attributes)) return value
  if (!Object.keys(value).every((name) => OF_RESOURCE.has(name))) return value
  const { type: _, attributes, relationships, ...others } = value
  return { ...others, ...attributes, ...linkedIds(relationships) }
}

const linkedIds = (relationships: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(relationships) ? relationships : {}).flatMap(([name, relationship]) => {
      const data = isObject(relationship) ? relationship.data : undefined
      if (data === undefined) return []
      const idOf = (one: Json) => (isObject(one) ? (one.id ?? null) : one)
      return [[name, Array.isArray(data) ? data.map(idOf) : idOf(data)]]
    }),
  )
