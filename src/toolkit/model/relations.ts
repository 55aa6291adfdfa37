/** Which resources belong to others: by their path, or by a property with the id of the other one. */
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api } from './api.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { lastSegment, singularOf } from './vocabulary.ts'

export interface Relation {
  child: Resource
  holder: Resource
  /** The property of a new child that contains the id of its holder. Undefined: the path contains it. */
  property: string | undefined
}

/** The relations in which items of a resource have children that can be created. */
export function relationsTo(api: Api, graph: ResourceGraph, holder: Resource): Relation[] {
  return graph.resources.flatMap((child): Relation[] => {
    if (child.create === undefined) return []
    const { path } = child.create
    if (child !== holder && (child.parent === holder || graph.alongPath(path).at(-1) === holder))
      return [{ child, holder, property: undefined }]
    return membersOf(viewOf(api.document, child.create.body?.schema)).flatMap(([property, schema]) =>
      isScalar(api, schema) && graph.referredBy(property, schema, child) === holder
        ? [{ child, holder, property }]
        : [],
    )
  })
}

const isScalar = ({ document }: Api, schema: Parameters<typeof viewOf>[1]): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).every(
    (type) => type === 'string' || type === 'integer' || type === 'null',
  )

/** The noun for one item of a resource, as descriptions use it: `line item` for `/line-items`. */
export const nounOf = ({ collection }: Pick<Resource, 'collection'>): string =>
  singularOf(lastSegment(collection))
