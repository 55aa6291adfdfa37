/** Creations that a declared 409 or 422 rejects where their period overlaps another one: "The room is booked at that time". */
import type { Api, ApiOperation } from './api.ts'
import { momentsOf } from './bounds.ts'
import { mentions, rulesOutOverlaps, statesBefore } from './description.ts'
import { bodyProperties } from './operationProperties.ts'
import { rejectionsOf } from './rejections.ts'
import { nounOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'
import { normal, ownerOfId, soundsLike, upperEndsOf } from './vocabulary.ts'

export interface OverlapPromise {
  /** The creation. */
  operation: ApiOperation
  /** The properties with both ends of the period, and their format. */
  start: string
  end: string
  format: 'date' | 'date-time'
  /** The relations to the holders of both items. Empty: all properties of the first one. */
  relations: readonly Relation[]
  /** The states in which items conflict. Empty: in each. */
  states: readonly string[]
  status: number
  description: string
}

export function overlapPromise(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
): OverlapPromise | undefined {
  const { create } = resource
  const period = create && itemPeriod(api, create)
  if (create === undefined || period === undefined) return undefined
  const all = graph.resources
    .flatMap((holder) => relationsTo(api, graph, holder))
    .filter(({ child }) => child === resource)
  const shared = {
    noun: nounOf(resource),
    states: statusOf(api, resource)?.values ?? [],
    parts: [
      ...all.flatMap(holderNouns),
      ...[...bodyProperties(api, create).keys()].map((name) => ownerOfId(name) ?? name),
    ],
  }
  const rejection = rejectionsOf(create).find(({ cause }) => rulesOutOverlaps(cause, shared))
  if (rejection === undefined) return undefined
  const { cause, status, description } = rejection
  const relations = all.filter((one) => holderNouns(one).some((noun) => mentions(cause, noun)))
  // Of a kind of room, there is more than one.
  const isCounted = relations.some(({ holder }) =>
    [...bodyProperties(api, holder.create).keys()].some((name) => soundsLike('supply', name)),
  )
  if (isCounted) return undefined
  const states = statesBefore(cause, shared.noun, shared.states)
  return { operation: create, ...period, relations, states, status, description }
}

/** The only period of a body: two moments, of which one is called the end of the other, as in `pickup_from` and `pickup_to`. */
export function itemPeriod(
  api: Api,
  create: ApiOperation,
): Pick<OverlapPromise, 'start' | 'end' | 'format'> | undefined {
  const moments = momentsOf(api.document, bodyProperties(api, create))
  const periods = moments.flatMap(({ name, format }) => {
    const ends = upperEndsOf(name)
    const end = moments.find((one) => one.format === format && ends.includes(normal(one.name)))
    return end === undefined ? [] : [{ start: name, end: end.name, format }]
  })
  const [only, ...others] = periods
  return others.length > 0 ? undefined : only
}
