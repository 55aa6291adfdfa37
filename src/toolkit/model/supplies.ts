/** Creations that a declared 409 or 422 rejects when something is used up: "The tour is fully booked." */
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, saysSameRules, saysUsedUp } from './description.ts'
import { bodyProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { rejectionsOf } from './rejections.ts'
import { type Relation, referencesTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { soundsLike } from './vocabulary.ts'

export interface LimitPromise {
  relation: Relation
  create: ApiOperation
  /** The property of a new holder with how much there is. */
  supply: string
  least: number
  /** The property of a new child with how much it uses up. Undefined: each uses one. */
  demand: string | undefined
  status: number
  description: string
  /** The update that must not move a child to a holder without a free place, either. */
  update: ApiOperation | undefined
}

/** The declared rejection of a creation whose holder has none left. */
export function supplyLimitOf(api: Api, relation: Relation): LimitPromise | undefined {
  const { create } = relation.child
  if (create === undefined) return undefined
  const rejection = rejectionsOf(create).find(({ cause }) => saysUsedUp(cause))
  const supplies = integersOf(api, relation.holder.create).filter(([name]) => soundsLike('supply', name))
  const demands = integersOf(api, create).filter(
    ([name]) => soundsLike('demand', name) || soundsLike('supply', name),
  )
  const [supply, ...others] = supplies
  if (rejection === undefined || supply === undefined || others.length > 0 || demands.length > 1)
    return undefined
  // Of a room that is booked for a time, there is as much at another time.
  const views = [...bodyProperties(api, create).values()].map((one) =>
    withoutNull(api.document, viewOf(api.document, one)),
  )
  if (views.some(({ format }) => format === 'date' || format === 'date-time')) return undefined
  if (demands.length === 0 && integersOf(api, create).some(([name]) => !soundsLike('describing', name)))
    return undefined
  // How much of a balance one item uses up is not known.
  if (demands.length === 0 && !soundsLike('places', supply[0])) return undefined
  const { status, description } = rejection
  return {
    relation,
    create,
    supply: supply[0],
    least: supply[1],
    demand: demands[0]?.[0],
    status,
    description,
    update: demands.length === 0 ? movingUpdate(api, relation, status) : undefined,
  }
}

/** An action that puts its item into another one with a number of places. */
export interface PlacePromise {
  operation: ApiOperation
  /** The item on which the action is. */
  child: Resource
  holder: Resource
  /** The property of the body with the id of the holder. */
  property: string
  /** The property of a new holder with the number of its places. */
  supply: string
  least: number
  status: number
  description: string
}

/** The actions that a declared 409 or 422 rejects where the item that they name is full. */
export function placePromises(api: Api, graph: ResourceGraph, holder: Resource): PlacePromise[] {
  const places = integersOf(api, holder.create).filter(([name]) => soundsLike('places', name))
  const [place, ...others] = places
  if (place === undefined || others.length > 0) return []
  return referencesTo(api, graph, holder).flatMap(({ operation, property }): PlacePromise[] => {
    const child = graph.resources.find(({ item }) => actionOn(item, operation.path) !== undefined)
    const rejection = rejectionsOf(operation).find(({ cause }) => saysUsedUp(cause))
    const isOne = [operation, child?.create].every((one) =>
      integersOf(api, one).every(([name]) => soundsLike('describing', name)),
    )
    if (child?.create === undefined || child === holder || rejection === undefined || !isOne) return []
    const { status, description } = rejection
    return [{ operation, child, holder, property, supply: place[0], least: place[1], status, description }]
  })
}

/** The update that can give a child another holder, where the same rules apply to it. */
function movingUpdate(
  api: Api,
  { child: { update }, property }: Relation,
  status: number,
): ApiOperation | undefined {
  if (update?.method !== 'PATCH' || property === undefined || !bodyProperties(api, update).has(property))
    return undefined
  const isSaid =
    saysSameRules(descriptionOf(update.operation)) ||
    rejectionsOf(update).some(({ cause }) => saysUsedUp(cause))
  return isSaid && update.responses.has(String(status)) ? update : undefined
}

/** The integers of a body, with their minimum. */
const integersOf = (api: Api, operation: ApiOperation | undefined): [name: string, least: number][] =>
  [...bodyProperties(api, operation)].flatMap(([name, schema]): [string, number][] => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    return typesOf(view).includes('integer')
      ? [[name, typeof view.minimum === 'number' ? view.minimum : 1]]
      : []
  })
