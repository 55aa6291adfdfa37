/** Roles of a resource's properties: id, creation time, secret, reference to another resource. */
import type { ContractDocument, Json } from '../openapi/document.ts'
import { locate } from '../openapi/resolve.ts'
import { schemaPart } from '../openapi/schemaPart.ts'
import { isAbsent, membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, successSchema } from './api.ts'
import {
  countedIn,
  descriptionOf,
  momentIn,
  saysCountOf,
  saysNameOf,
  saysRegion,
  saysSecretKey,
  saysVersionOfSoftware,
} from './description.ts'
import { type Evidence, evidence } from './evidence.ts'
import { listItems, listPlace } from './listPlace.ts'
import { isGuessedId, type Resource, type ResourceGraph } from './resources.ts'
import { hasRole, type PropertyRole, statedRoleOf } from './roles.ts'
import {
  countedBy,
  isNameOf,
  isPartOfAddress,
  isSecretEnding,
  isStateOf,
  isVagueCreation,
  lastSegment,
  normal,
  singularOf,
  soundsLike,
} from './vocabulary.ts'
import {
  flatOf,
  flatSchema,
  formsOf,
  partsOf,
  resourceObjectOf,
  shownMembers,
  thingSchema,
  wrapperOf,
} from './wrapping.ts'

export interface PropertyFact {
  /** Name of the property in the resource. */
  property: string
  role: PropertyRole
  /** Collection path of the resource that a reference refers to. */
  refersTo?: string
  /** Whether a request can set it. */
  writable: boolean
  evidence: Evidence
}

/** The properties with a role, in the order of the schema. */
export function propertiesOf(api: Api, graph: ResourceGraph, resource: Resource): PropertyFact[] {
  const { document } = api
  const shown = resource.read ?? resource.create ?? resource.put ?? resource.update
  // A response to a creation may show less than a list, or put the resource next to a secret.
  const listed = shownIn(document, resource.list && listItems(api, resource.list))
  const read = new Map(shownIn(document, shown && thingSchema(api, shown)))
  // The path of one item may return a list.
  const isList =
    !read.has(resource.idMember) && listed.some(([name]) => name === resource.idMember) && shown !== undefined
  const own = isList && listPlace(api, shown) !== undefined ? new Map<string, Json>() : read
  const further = listed.filter(([name]) => !own.has(name))
  const properties = [...own, ...further]
  const bodies = [resource.create, resource.update, resource.put, resource.replace].map((one) =>
    sentIn(document, one?.body?.schema),
  )
  const sendable = new Set(
    bodies.flat().flatMap(([name, schema]) => (isAbsent(document, schema, 'request') ? [] : [name])),
  )
  const seen = new Set(properties.map(([name]) => name))
  // Passwords appear only in requests.
  const sentOnly = bodies
    .flat()
    .filter(([name, schema]) => !seen.has(name) && hasRole(document, 'secret', name, schema))
  const response = shown && successSchema(api, shown)
  const wrapper = shown && wrapperOf(api, shown)
  const thing =
    response && (wrapper === undefined ? response.pointer : placeIn(document, response.pointer, wrapper))
  const placeOf = (property: string) =>
    (thing === undefined ? undefined : placeIn(document, thing, property)) ??
    (shown ?? resource.list)?.pointer ??
    ''
  const facts = [...properties, ...new Map(sentOnly)].flatMap(([property, schema]) => {
    const found = roleOf(api, graph, resource, property, schema, placeOf(property))
    return found === undefined ? [] : [{ property, ...found, writable: sendable.has(property) }]
  })
  const names = properties.map(([name]) => name)
  return [
    ...facts,
    ...spokenName(document, resource, properties, facts).map((property) => ({
      property,
      role: 'name' as const,
      writable: sendable.has(property),
      evidence: evidence('description', placeOf(property)),
    })),
  ].filter(
    (fact) =>
      !isSecondary(fact, facts) &&
      !(fact.role === 'status' && fact.evidence.source === 'name' && isPartOfAddress(fact.property, names)),
  )
}

/** The name of an item without a property of such a name: "The name of the metric" for `caption`. */
function spokenName(
  document: ContractDocument,
  { collection }: Resource,
  properties: Members,
  facts: readonly PropertyFact[],
): string[] {
  if (facts.some(({ role }) => role === 'name')) return []
  const kind = singularOf(lastSegment(collection))
  const found = properties.find(([name, schema]) => {
    const view = withoutNull(document, viewOf(document, schema))
    const isPlain = typesOf(view).includes('string') && view.enum === undefined && view.format === undefined
    return (
      isPlain && !facts.some(({ property }) => property === name) && saysNameOf(descriptionOf(view), kind)
    )
  })
  return found === undefined ? [] : [found[0]]
}

/** Whether another property is the creation time by a clearer name: `created_at` next to `timestamp`. */
const isSecondary = (
  { role, property, evidence: { source } }: PropertyFact,
  facts: readonly PropertyFact[],
) =>
  source !== 'override' &&
  role === 'createdAt' &&
  isVagueCreation(property) &&
  facts.some((other) => other.role === role && !isVagueCreation(other.property))

type Members = [name: string, schema: Json][]

/** The properties of a resource in responses, also those of its `attributes` (JSON:API), and those that all forms have. */
function shownIn(document: ContractDocument, schema: Json | undefined): Members {
  const parts = partsOf(document, schema)
  return parts === undefined ? shownMembers(document, schema) : membersOf(flatOf(document, parts))
}

/** The properties that requests may send, in any of the forms. */
function sentIn(document: ContractDocument, schema: Json | undefined): Members {
  const sent = viewOf(document, schema)
  const data = new Map(membersOf(sent)).get('data')
  const object =
    resourceObjectOf(document, data) === undefined ? sent : viewOf(document, flatSchema(document, data))
  return [...membersOf(object), ...formsOf(document, object).flat()]
}

/** JSON Pointer of a property in a schema or its `allOf`; the schema's own pointer if the property is not found. */
const placeIn = (document: ContractDocument, schema: string, property: string): string =>
  schemaPart(document, schema, ['properties', property], ['allOf']) ?? locate(document, schema).pointer

/** Whether a number counts what an item has, by its name, and for `totalExamples` also by its description. */
function isCount(graph: ResourceGraph, resource: Resource, name: string, text: string): boolean {
  const counted = countedBy(name)
  return (
    soundsLike('count', name) ||
    countsBelow(graph, resource, name) ||
    countsKind(graph, name, text) ||
    (counted !== undefined && saysCountOf(text, counted))
  )
}

/** Whether a description counts items of a collection, "Number of contacts in the list", or the name is `size`. */
function countsKind({ resources }: ResourceGraph, name: string, text: string): boolean {
  const noun = countedIn(text)
  if (noun === undefined) return false
  const kinds = resources.map(({ collection }) => normal(singularOf(lastSegment(collection))))
  return soundsLike('extent', name) || kinds.includes(normal(singularOf(noun)))
}

/** Whether a number has the name of a collection below the item: `comments` of `/issues/{id}/comments`. */
const countsBelow = ({ resources }: ResourceGraph, { item }: Resource, name: string): boolean =>
  singularOf(name) !== name && resources.some(({ collection }) => collection === `${item}/${name}`)

function roleOf(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  name: string,
  schema: Json,
  pointer: string,
): Pick<PropertyFact, 'role' | 'refersTo' | 'evidence'> | undefined {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const stated = statedRoleOf(api.document, name, schema)
  if (stated === false) return undefined
  if (stated !== undefined) return { role: stated, evidence: evidence('override', pointer) }
  const types = typesOf(view)
  const isText = types.includes('string') || types.length === 0
  const isNumber = types.includes('integer') || types.includes('number')
  const isTime = /^date/.test(String(view.format))
  const byName = (role: PropertyRole, confidence?: number) => ({
    role,
    evidence: evidence('name', pointer, confidence),
  })
  const bySchema = (role: PropertyRole) => ({ role, evidence: evidence('schema', pointer) })
  if (name === resource.idMember) return byName('id', isGuessedId(resource) ? 0.5 : 0.9)
  if (view.format === 'password') return bySchema('secret')
  for (const role of ['createdAt', 'updatedAt', 'deletedAt'] as const)
    if (soundsLike(role, name) && (isTime || isText || isNumber))
      return isTime ? bySchema(role) : byName(role, 0.7)
  if (isTime && soundsLike('eventTime', name) && momentIn(descriptionOf(view)) === 'createdAt')
    return { role: 'createdAt', evidence: evidence('description', pointer) }
  const target = graph.referredBy(name, schema, resource)
  if (target !== undefined && (isText || isNumber || types.includes('array')))
    return { ...byName('reference'), refersTo: target.collection }
  const text = descriptionOf(view)
  // A property "key" may also be an identifier.
  const isSecret = soundsLike('issuedSecret', name) && (soundsLike('secret', name) || saysSecretKey(text))
  if (isText && view.enum === undefined && (isSecret || isSecretEnding(name))) return byName('secret')
  if (isText && !isTime && soundsLike('etag', name)) return byName('etag')
  const isVersion = soundsLike('version', name) && !saysVersionOfSoftware(text)
  if (isVersion && view.enum === undefined && (isNumber || isText))
    return byName('version', isNumber ? 0.8 : 0.6)
  if (isText && soundsLike('digest', name)) return byName('digest')
  const isState = soundsLike('status', name) || (view.enum !== undefined && isStateOf(name))
  if ((isText || isNumber) && isState && !saysRegion(text))
    return view.enum === undefined ? byName('status', 0.7) : bySchema('status')
  if (isNumber && isCount(graph, resource, name, text)) return byName('count')
  if (view.enum === undefined && soundsLike('volatile', name)) return byName('volatile', 0.7)
  const isName = soundsLike('name', name) || isNameOf(name, singularOf(lastSegment(resource.collection)))
  return isText && view.enum === undefined && isName ? byName('name') : undefined
}
