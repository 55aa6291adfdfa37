/** Requests by which items come to refer to an item of a resource: their creation, or an action on them. */
import type { Api, ApiOperation } from './api.ts'
import { bodyProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { issuedRelations, referencesTo, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'

export interface Link {
  child: Resource
  /** The property of the body with the id of the holder. Undefined: the path contains it. */
  property: string | undefined
  /** The creation of a child, or the action that sets the property. Undefined: the child follows from other requests. */
  by: ApiOperation | undefined
  holder: Resource
}

/** Whether the creation sends the reference: a read-only one is set by an action. */
const isSent = (api: Api, create: ApiOperation, property: string | undefined): boolean =>
  property === undefined || bodyProperties(api, create).has(property)

/** The links to the items of a resource; one for each resource whose items can refer to it. */
export function linksTo(api: Api, graph: ResourceGraph, holder: Resource): Link[] {
  const ofCreation = relationsTo(api, graph, holder).flatMap(({ child, property }): Link[] =>
    child.create === undefined || !isSent(api, child.create, property)
      ? []
      : [{ child, property, by: child.create, holder }],
  )
  const ofActions = referencesTo(api, graph, holder).flatMap(({ operation, property }): Link[] => {
    const child = graph.resources.find((one) => actionOn(one.item, operation.path) !== undefined)
    return child?.create === undefined ? [] : [{ child, property, by: operation, holder }]
  })
  const issued = issuedRelations(api, graph, holder).map((one): Link => ({ ...one, by: undefined }))
  const all = [...ofCreation, ...ofActions, ...issued]
  return all.filter((one) => all.filter(({ child }) => child === one.child).length === 1)
}
