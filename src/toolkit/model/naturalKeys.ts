/** References by another value than the id: `cardUid` for the `uid` of a card, `tariff_code` for the `code` of a tariff. */
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api } from './api.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { normal, soundsLike } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

export interface NaturalKey {
  resource: Resource
  /** The property of its items with the value. */
  member: string
}

const known = new WeakMap<ResourceGraph, ReadonlyMap<string, NaturalKey>>()

/**
 * The property that a text of this name repeats from an item of another resource.
 * @param from the resource that the text is about
 */
export function naturalKey(
  api: Api,
  graph: ResourceGraph,
  name: string,
  from: Resource | undefined,
): NaturalKey | undefined {
  const keys = known.get(graph) ?? keysOf(api, graph)
  known.set(graph, keys)
  const found = keys.get(normal(name))
  return found?.resource === from ? undefined : found
}

/** The keys of all resources, by the names of references. Names that two resources share are left out. */
function keysOf(api: Api, { resources }: ResourceGraph): ReadonlyMap<string, NaturalKey> {
  const found = new Map<string, NaturalKey>()
  const shared = new Set<string>()
  for (const resource of resources)
    for (const member of keysIn(api, resource))
      for (const name of new Set(nounsOf(resource).map((noun) => nameOfKey(normal(noun), normal(member))))) {
        if (found.has(name) && found.get(name)?.resource !== resource) shared.add(name)
        found.set(name, { resource, member })
      }
  for (const name of shared) found.delete(name)
  return found
}

/** `tariffcode` for the `code` of a tariff, and `discountcode` for that of a discount code. */
const nameOfKey = (noun: string, member: string): string =>
  noun.endsWith(member) && noun !== member ? noun : noun + member

/** The texts that clients choose and that identify an item. */
function keysIn(api: Api, { create, idMember }: Resource): string[] {
  if (create === undefined) return []
  return membersOf(viewOf(api.document, thingSchema(api, create))).flatMap(([name, schema]) => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    const isText = typesOf(view).join() === 'string' && view.enum === undefined
    return isText && name !== idMember && soundsLike('naturalKey', name) ? [name] : []
  })
}
