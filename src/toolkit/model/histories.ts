/** Histories of items, such as `GET /orders/{id}/events`, and the entries that descriptions promise for the actions on them. */
import { membersOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn, operationsAround } from './api.ts'
import { descriptionOf } from './description.ts'
import { listItems } from './listPlace.ts'
import { actionOn } from './paths.ts'
import { isKind, recordsActions, recordsItself } from './recordedActions.ts'
import { nounOf } from './relations.ts'
import type { Resource } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { isActionTo, lastSegment, leadsTo, normal, soundsLike, wordsOf } from './vocabulary.ts'

export interface History {
  resource: Resource
  list: ApiOperation
  /** The properties of an entry with its kind, by name, with their values. */
  kinds: ReadonlyMap<string, readonly string[]>
  /** The property of an entry with the status of the item after it. */
  after: string | undefined
  /** Whether its entries show a moment. */
  isDated: boolean
}

/** An action that adds an entry. */
export interface RecordedAction {
  history: History
  action: ApiOperation
  /** The kind of its entry; undefined where the document enumerates none, or several may be meant. */
  kind: { property: string; value: string } | undefined
  /** Whether only actions that change the status add one. */
  isForChanges: boolean
  /** The sentence, for messages. */
  text: string
}

/** The histories of the items of a resource. Clients cannot add entries to them. */
export function historiesOf(api: Api, resource: Resource): History[] {
  const around = operationsAround(api, resource.item)
  const lists = around.filter(
    ({ method, path }) =>
      method === 'GET' &&
      leadsTo('history', actionOn(resource.item, path) ?? '') &&
      !around.some((other) => other.method === 'POST' && other.path === path),
  )
  const states = statusOf(api, resource)?.values ?? []
  return lists.flatMap((list) => {
    const items = listItems(api, list)
    if (items === undefined) return []
    const members = membersOf(viewOf(api.document, items))
    const choices = members.map(([name, schema]) => [name, choicesIn(api.document, schema)] as const)
    const kinds = choices.filter(([name, values]) => soundsLike('entryKind', name) && values.length > 0)
    const after = choices.find(
      ([name, values]) =>
        soundsLike('stateAfter', name) && values.length > 0 && values.every((one) => states.includes(one)),
    )?.[0]
    const isDated = members.some(
      ([, schema]) => withoutNull(api.document, viewOf(api.document, schema)).format === 'date-time',
    )
    return [{ resource, list, kinds: new Map(kinds), after, isDated }]
  })
}

/** The actions that add an entry to a history of their item. */
export function recordedActions(api: Api, resource: Resource): RecordedAction[] {
  return historiesOf(api, resource).flatMap((history) => {
    const { list, kinds, isDated } = history
    const all = recordsActions(descriptionOf(list.operation), { noun: nounOf(resource), isDated })
    const place = { name: lastSegment(list.path), kinds: [...kinds.values()].flat() }
    return actionsOn(api, resource.item).flatMap((action): RecordedAction[] => {
      const name = actionOn(resource.item, action.path) ?? ''
      const own = recordsItself(descriptionOf(action.operation), place)
      const found = own ?? all
      if (found === undefined) return []
      const { isForChanges, text } = found
      return [{ history, action, kind: kindFor(history, name, own?.kind), isForChanges, text }]
    })
  })
}

/** The one kind of an entry that is named, or that has the name of the action: `order.approved` of `approve`. */
function kindFor({ kinds }: History, action: string, named: string | undefined): RecordedAction['kind'] {
  const isMeant = (value: string) => {
    if (named !== undefined) return isKind(value, named)
    const last = value.split(/[.:/]/).at(-1) ?? value
    const [word = '', ...further] = wordsOf(last)
    return further.length === 0 && (isActionTo(action, word) || normal(word) === normal(action))
  }
  const found = [...kinds].flatMap(([property, values]) =>
    values.filter(isMeant).map((value) => ({ property, value })),
  )
  const [kind, ...others] = found
  return others.length > 0 ? undefined : kind
}
