/** The effects of requests on the items that belong to their item, by the descriptions of the operations. */

import type { JsonObject } from '../openapi/document.ts'
import { type Api, type ApiOperation, actionsOn, partsWritten } from './api.ts'
import { type ChildEffect, childEffectsIn, settingOf } from './childEffects.ts'
import { descriptionOf } from './description.ts'
import { isShown, setterOf, settingProperty } from './operationProperties.ts'
import { outcomeText } from './outcomes.ts'
import { actionOn } from './paths.ts'
import { nounsOf, type Relation } from './relations.ts'
import type { Resource } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { stateGroups, withGroups } from './stateGroups.ts'
import { surroundingTexts } from './surroundings.ts'
import { isActionTo, wordsOf } from './vocabulary.ts'

export interface RelatedChildEffect extends ChildEffect {
  relation: Relation
  operation: ApiOperation
  status: Status
  /** The status that the request sets, where it is an update. */
  sets?: JsonObject
}

/** The effects of the actions on the holder, and of its deletion. */
export function relatedChildEffects(api: Api, relation: Relation): RelatedChildEffect[] {
  const { child, holder } = relation
  const status = statusOf(api, child)
  if (status === undefined || !isShown(child) || child === holder) return []
  const kinds = { nouns: nounsOf(child), holders: nounsOf(holder), states: status.values }
  const written = partsWritten(api, holder.item).filter(({ body }) => body === undefined)
  const operations = [...actionsOn(api, holder.item), ...written, ...[holder.delete ?? []].flat()]
  const ofActions = operations.flatMap((operation) => {
    const name = actionOn(holder.item, operation.path) ?? 'delete'
    const isRequest = (verb: string) => isActionTo(wordsOf(name)[0] ?? '', verb.toLowerCase())
    const text = outcomeText(operation)
    const groups =
      text === '' ? [] : stateGroups(textsAbout(api, child, operation), kinds.nouns, kinds.states)
    const effects = childEffectsIn(withGroups(text, groups, kinds.nouns), kinds, isRequest)
    return effects.map((effect) => ({ ...effect, relation, operation, status }))
  })
  return [...ofActions, ...ofSetter(api, relation, status, kinds)]
}

/** The effects of an update that sets a status: "Setting `status` to `deceased` also cancels all open visits." */
function ofSetter(
  api: Api,
  relation: Relation,
  status: Status,
  kinds: Parameters<typeof childEffectsIn>[1],
): RelatedChildEffect[] {
  const own = statusOf(api, relation.holder)
  const operation = own && setterOf(api, relation.holder, own)
  if (own === undefined || operation === undefined) return []
  const property = settingProperty(api, operation, own)
  return childEffectsIn(outcomeText(operation), kinds, () => false).flatMap((effect) => {
    const state = settingOf(effect.text)?.state
    return state === undefined || !own.values.includes(state)
      ? []
      : [{ ...effect, relation, operation, status, sets: { [property]: state } }]
  })
}

/** The texts that may define words for the states of an item. */
const textsAbout = (api: Api, { create, read, item }: Resource, operation: ApiOperation): string[] =>
  [create, read, ...actionsOn(api, item), operation].flatMap((one) =>
    one === undefined ? [] : [...surroundingTexts(api, one), descriptionOf(one.operation)],
  )
