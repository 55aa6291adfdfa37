/** Values of another item that a response shows, such as `customer_name` next to `customer_id`. */
import type { Json } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, names, saysCurrent, saysFixed } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { isOfRole } from './roles.ts'
import { normal, ownerOfId } from './vocabulary.ts'

/** A value that an item shows of the item that it refers to. */
export interface Copy {
  /** Where it is shown. */
  path: readonly string[]
  /** The property with the id of the other item. */
  reference: string
  target: Resource
  /** The property of the other item. */
  of: string
}

/** The values that a read shows of the items that the resource refers to. */
export function copiesOf(api: Api, graph: ResourceGraph, resource: Resource, read: ApiOperation): Copy[] {
  const shown = responseProperties(api, read)
  // A value that clients send is not a copy.
  const sent = new Set(
    [resource.create, resource.put, resource.update].flatMap((one) => [...bodyProperties(api, one).keys()]),
  )
  return [...shown].flatMap(([reference, schema]): Copy[] => {
    const owner = ownerOfId(reference)
    const target = owner === undefined ? undefined : graph.referredBy(reference, schema, resource)
    if (
      owner === undefined ||
      owner === '' ||
      target?.read === undefined ||
      target === resource ||
      target.parent !== undefined
    )
      return []
    const others = responseProperties(api, target.read)
    const isCopied = (of: string, one: Json): boolean => {
      const view = withoutNull(api.document, viewOf(api.document, one))
      const isPlain = typesOf(view).every((type) => type === 'string' || type === 'boolean')
      return (
        isPlain &&
        !isOfRole(api, target, 'volatile', of) &&
        !isOfRole(api, target, 'passing', of) &&
        !isOfRole(api, target, 'change', of)
      )
    }
    return [...shown].flatMap(([name, inner]): Copy[] => {
      const view = withoutNull(api.document, viewOf(api.document, inner))
      if (saysFixed(descriptionOf(view)) || sent.has(name)) return []
      if (normal(name) === normal(owner))
        return membersOf(view).flatMap(([of, one]): Copy[] =>
          others.has(of) && of !== target.idMember && isCopied(of, one)
            ? [{ path: [name, of], reference, target, of }]
            : [],
        )
      const of = [...others.keys()].find((one) => normal(name) === normal(owner + one))
      return of !== undefined && of !== target.idMember && isCopied(of, inner)
        ? [{ path: [name], reference, target, of }]
        : []
    })
  })
}

/** Whether the document states that a copy follows the item that it is of. */
export function follows(api: Api, read: ApiOperation, { path, target, of }: Copy): boolean {
  const [name = ''] = path
  const { update } = target
  if (update?.method !== 'PATCH' || !bodyProperties(api, update).has(of)) return false
  return (
    saysCurrent(descriptionOf(viewOf(api.document, responseProperties(api, read).get(name)))) ||
    names(descriptionOf(update.operation), name)
  )
}
