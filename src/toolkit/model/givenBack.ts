/** Requests that give back what others used up: the cancellation of an order, of its customer, or of the slot of a booking. */

import type { JsonObject } from '../openapi/document.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, mentions, restoreSentence } from './description.ts'
import { responseProperties, settable, setterOf, settingProperty } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { nounsOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { isGivenUp, soundsLike } from './vocabulary.ts'

export interface GivingBack {
  /** The items that use something up. */
  resource: Resource
  /** The request that ends one of them, or the item that they belong to. */
  operation: ApiOperation
  /** How they belong to the item of the request. Undefined: it is about one of them. */
  relation: Relation | undefined
  /** The status that the request sets. */
  sets: JsonObject | undefined
  /** The sentence, for messages. */
  text: string
}

export function givingBack(api: Api, graph: ResourceGraph): GivingBack[] {
  return graph.resources.flatMap((holder) => [
    ...ownOf(api, holder),
    ...relationsTo(api, graph, holder).flatMap((relation) => throughHolder(api, relation)),
  ])
}

/** The requests on one of the items. */
function ownOf(api: Api, resource: Resource): GivingBack[] {
  if (resource.create === undefined || resource.read === undefined) return []
  const base = { resource, relation: undefined }
  const plain = ending(api, resource).flatMap((operation) => {
    const text = restoreSentence(descriptionOf(operation.operation))
    return text === undefined ? [] : [{ ...base, operation, sets: undefined, text }]
  })
  const status = statusOf(api, resource)
  const setter = status && setterOf(api, resource, status)
  const text = setter && restoreSentence(descriptionOf(setter.operation))
  if (status === undefined || setter === undefined || text === undefined) return plain
  const ends = settable(api, resource, status).filter((value) => isGivenUp(value) && mentions(text, value))
  return [
    ...plain,
    ...ends.map((value) => ({
      ...base,
      operation: setter,
      sets: { [settingProperty(api, setter, status)]: value },
      text,
    })),
  ]
}

/** The requests on what the items belong to. */
function throughHolder(api: Api, relation: Relation): GivingBack[] {
  const { holder, child: resource } = relation
  if (resource.create === undefined || resource.read === undefined) return []
  return ending(api, holder).flatMap((operation) => {
    const description = descriptionOf(operation.operation)
    const text = restoreSentence(description)
    const isMeant = nounsOf(resource).some((noun) => mentions(description, noun))
    return text === undefined || !isMeant ? [] : [{ resource, relation, operation, sets: undefined, text }]
  })
}

const ending = (api: Api, { delete: remove, item }: Resource): ApiOperation[] => [
  ...(remove === undefined ? [] : [remove]),
  ...actionsOn(api, item).filter((one) => isGivenUp(actionOn(item, one.path) ?? '')),
]

/** The resources whose numbers a sentence may be about: the only one, or those that it names. */
export function meantBy({ text }: GivingBack, targets: readonly Resource[]): readonly Resource[] {
  const different = [...new Set(targets)]
  if (different.length < 2) return different
  return different.filter((one) =>
    nounsOf(one).some((noun) => mentions(text, noun.split(' ').at(-1) ?? noun)),
  )
}

/** The numbers of an item that are about what is used up or left. */
export const supplyNumbers = (api: Api, { read }: Resource): string[] =>
  [...responseProperties(api, read).keys()].filter(
    (name) => soundsLike('remaining', name) || soundsLike('supplyUse', name),
  )
