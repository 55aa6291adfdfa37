/** Requests of other items that bring an item which they refer to into a state: "Accepts the offer. The load becomes `booked`." */
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, mentions, plainSentences, saysState } from './description.ts'
import { type RelatedEffect, relatedEffectsIn } from './effects.ts'
import { outcomeText } from './outcomes.ts'
import { type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'

export interface RelatedAction extends RelatedEffect {
  relation: Relation
  /** The creation or the deletion of the other item, or an action on it. */
  operation: ApiOperation
  /** The status of the item that the other one refers to. */
  of: Status
}

/** @param holder the resource whose items get another state */
export function relatedActions(api: Api, graph: ResourceGraph, holder: Resource): RelatedAction[] {
  const of = statusOf(api, holder)
  if (of === undefined) return []
  return relatedRequests(api, graph, holder).flatMap(({ relation, operation }) =>
    relatedEffectsIn(outcomeText(operation), holderNouns(relation), of.values).map((effect) => ({
      ...effect,
      relation,
      operation,
      of,
    })),
  )
}

/** The same requests, also those whose descriptions state the effect under conditions or among others. */
export function possibleActions(
  api: Api,
  graph: ResourceGraph,
  holder: Resource,
): Pick<RelatedAction, 'relation' | 'operation'>[] {
  const of = statusOf(api, holder)
  if (of === undefined) return []
  return relatedRequests(api, graph, holder).filter(({ relation, operation }) =>
    plainSentences(descriptionOf(operation.operation)).some(
      (sentence) =>
        saysState(sentence, of.values) && holderNouns(relation).some((noun) => mentions(sentence, noun)),
    ),
  )
}

/** The creation and the deletion of the items that belong to an item, and the actions on them. */
const relatedRequests = (
  api: Api,
  graph: ResourceGraph,
  holder: Resource,
): Pick<RelatedAction, 'relation' | 'operation'>[] =>
  relationsTo(api, graph, holder).flatMap((relation) => {
    const { create, delete: remove, item } = relation.child
    return [create, remove, ...actionsOn(api, item)].flatMap((operation) =>
      operation === undefined ? [] : [{ relation, operation }],
    )
  })
