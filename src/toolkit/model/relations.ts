/** Which resources belong to others: by their path, or by a property with the id of the other one. */
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { lastSegment, ownerOfId, singularOf, wordsOf } from './vocabulary.ts'

export interface Relation {
  child: Resource
  holder: Resource
  /** The property of a new child that contains the id of its holder. Undefined: the path contains it. */
  property: string | undefined
}

const known = new WeakMap<ResourceGraph, ReadonlyMap<Resource, readonly Relation[]>>()

/** The relations in which items of a resource have children that can be created. */
export function relationsTo(api: Api, graph: ResourceGraph, holder: Resource): readonly Relation[] {
  const relations = known.get(graph) ?? relationsIn(api, graph)
  known.set(graph, relations)
  return relations.get(holder) ?? []
}

/** The relations of the items of a resource to those that they belong to. */
export const relationsFrom = (api: Api, graph: ResourceGraph, child: Resource): Relation[] =>
  graph.resources.flatMap((holder) => relationsTo(api, graph, holder).filter((one) => one.child === child))

function relationsIn(api: Api, graph: ResourceGraph): ReadonlyMap<Resource, readonly Relation[]> {
  const relations = new Map<Resource, Relation[]>()
  for (const relation of graph.resources.flatMap((child) => relationsOf(api, graph, child))) {
    const others = relations.get(relation.holder)
    if (others === undefined) relations.set(relation.holder, [relation])
    else others.push(relation)
  }
  return relations
}

/** The relations of a resource to those that its items belong to. */
function relationsOf(api: Api, graph: ResourceGraph, child: Resource): Relation[] {
  if (child.create === undefined) return []
  const around = child.parent ?? graph.alongPath(child.create.path).at(-1)
  const above =
    around === undefined || around === child ? [] : [{ child, holder: around, property: undefined }]
  const named = membersOf(viewOf(api.document, child.create.body?.schema)).flatMap(([property, schema]) => {
    const holder = isScalar(api, schema) ? graph.referredBy(property, schema, child) : undefined
    return holder === undefined || holder === around ? [] : [{ child, holder, property }]
  })
  return [...above, ...named]
}

/** The relations to items that no request creates, and that show the id of the holder: the tickets of an order that is paid. */
export const issuedRelations = (api: Api, graph: ResourceGraph, holder: Resource): Relation[] =>
  holder.create === undefined
    ? []
    : graph.resources.flatMap((child) => {
        if (child === holder || (child.create ?? child.put ?? child.parent) !== undefined) return []
        if (child.list === undefined || child.read === undefined) return []
        return [...responseProperties(api, child.read)].flatMap(([property, schema]) =>
          isScalar(api, schema) && graph.referredBy(property, schema, child) === holder
            ? [{ child, holder, property }]
            : [],
        )
      })

/** The resource whose items a PUT puts into another item, by their ids: variants of `PUT /carts/{id}/items/{variant_id}`. */
export function putInto(graph: ResourceGraph, resource: Resource): Resource | undefined {
  const { put, parameter } = resource
  const input = put?.inputs.find((one) => one.in === 'path' && one.name === parameter)
  const target = input && graph.referredBy(parameter, input.schema)
  return target === resource || target?.create === undefined ? undefined : target
}

/** A request of another resource that refers to an item. */
interface Reference {
  operation: ApiOperation
  /** The property of its body that contains the id of the item. */
  property: string
  /** Words of descriptions for the item: `vehicle`, or `towing vehicle` for `towing_vehicle_id`. */
  nouns: readonly string[]
}

/** The creations, changes and actions of other resources whose bodies refer to an item, by one property. */
export function referencesTo(api: Api, graph: ResourceGraph, target: Resource): Reference[] {
  return graph.resources.flatMap((from) => {
    if (from === target) return []
    const operations = [from.create, from.update, from.replace, ...actionsOn(api, from.item)]
    return [...new Set(operations)].flatMap((operation): Reference[] => {
      const found = [...bodyProperties(api, operation)].filter(
        ([name, schema]) => isScalar(api, schema) && graph.referredBy(name, schema, from) === target,
      )
      const [[property] = [], ...others] = found
      if (operation === undefined || property === undefined || others.length > 0) return []
      const own = wordsOf(ownerOfId(property) ?? '').join(' ')
      return [{ operation, property, nouns: [...new Set([nounOf(target), own])].filter((one) => one !== '') }]
    })
  })
}

const isScalar = ({ document }: Api, schema: Parameters<typeof viewOf>[1]): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).every(
    (type) => type === 'string' || type === 'integer' || type === 'null',
  )

/** The noun for one item of a resource, as descriptions use it: `line item` for `/line-items`. */
export const nounOf = ({ collection }: Pick<Resource, 'collection'>): string =>
  singularOf(lastSegment(collection))

/** The nouns for one item in descriptions: `line item` and `item` of `/line-items`. */
export function nounsOf(resource: Pick<Resource, 'collection'>): string[] {
  const noun = nounOf(resource)
  return [...new Set([noun, wordsOf(noun).at(-1) ?? noun])]
}
