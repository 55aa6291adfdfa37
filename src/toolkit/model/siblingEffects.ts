/** Effects of an action on the other items of the same holder: "Accepts the offer. All other pending offers for the load become `rejected`." */
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import {
  CLAUSE_END,
  CLAUSE_START,
  descriptionOf,
  directSentences,
  inEitherNumber,
  spokenState,
  statePattern,
} from './description.ts'
import { isShown } from './operationProperties.ts'
import { nounsOf, type Relation, relationsFrom } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'
import { isActionTo } from './vocabulary.ts'

export interface SiblingEffect {
  relation: Relation
  operation: ApiOperation
  status: Status
  /** The state of the other items before; any where it is undefined. */
  from: string | undefined
  state: string
  /** The sentence, for messages. */
  text: string
}

/** Effects at another moment, in some cases only, or in the background. */
const CONDITIONAL =
  /\b(?:not|never|without|after|before|within|during|overnight|at|soon|later|eventually|background|asynchronous\w*|(?:a|nightly|batch|cron|scheduled|periodic|separate) job|if|when|whenever|unless|only|once|until|except|otherwise|may|might|can|cannot|must|should|would)\b/i

/** Statements about items whose state is the same afterwards. */
const EXCEPTION = /\b(?:stays?|remains?|keeps?|kept|unaffected|except\w*|exempt\w*)\b/i

/** The effects of the actions on the items of a resource. */
export function siblingEffects(api: Api, graph: ResourceGraph, child: Resource): SiblingEffect[] {
  const status = statusOf(api, child)
  if (status === undefined || !isShown(child) || child.create === undefined) return []
  const relations = relationsFrom(api, graph, child).filter(({ holder }) => holder !== child)
  return actionsOn(api, child.item).flatMap((operation) => {
    const description = descriptionOf(operation.operation)
    if (EXCEPTION.test(description)) return []
    return directSentences(description).flatMap((text): SiblingEffect[] => {
      const found = CONDITIONAL.test(text) ? undefined : effectIn(text, child, status.values)
      const relation = found && relationIn(found.owner, relations)
      return found === undefined || relation === undefined
        ? []
        : [{ relation, operation, status, from: found.from, state: found.state, text: text.trim() }]
    })
  })
}

/** @returns the words for the holder too; '' where the text names none */
function effectIn(
  text: string,
  child: Resource,
  states: readonly string[],
): { from: string | undefined; state: string; owner: string } | undefined {
  const state = `(?:${states.map(statePattern).join('|')})`
  const noun = `(?:${nounsOf(child).map(inEitherNumber).join('|')})`
  const others = (which: string) =>
    `(?:${which}) other (?:still )?(?:(?<from>${state}) )?${noun}(?: (?:of|for|on|in|to) (?:the|that) (?:same )?(?<owner>[\\w-]+(?: [\\w-]+)?))?(?: whose (?:times?|periods?|dates?) overlaps?)?`
  const forms = [
    `${CLAUSE_START}${others('all|any|every|the')} becomes?(?: (?:then|also|automatically))* (?<to>${state})${CLAUSE_END}`,
    // "Any other offer is rejected" may be about requests.
    `${CLAUSE_START}${others('all|the')} are(?: (?:then|also|automatically|set to|marked as))* (?<to>${state})${CLAUSE_END}`,
    `(?:${CLAUSE_START}(?:it )?)(?<verb>[a-z]+s) ${others('all|any|every|the')}${CLAUSE_END}`,
  ]
  for (const form of forms) {
    const groups = new RegExp(form, 'i').exec(text)?.groups
    if (groups === undefined) continue
    const base = groups.verb?.replace(/s$/i, '')
    const to = states.filter((one) =>
      base === undefined ? isSame(one, groups.to ?? '') : isActionTo(base, one),
    )
    const from = states.find((one) => isSame(one, groups.from ?? ''))
    const [only, ...more] = to
    if (only !== undefined && more.length === 0 && only !== from)
      return { from, state: only, owner: groups.owner ?? '' }
  }
  return undefined
}

const isSame = (state: string, words: string): boolean =>
  spokenState(state).toLowerCase() === words.toLowerCase()

/** The relation to the named holder, or the only one. */
function relationIn(owner: string, relations: readonly Relation[]): Relation | undefined {
  const named = relations.filter((one) =>
    holderNouns(one).some((noun) => new RegExp(`^${inEitherNumber(noun)}\\b`, 'i').test(owner)),
  )
  const [only, ...more] = owner === '' ? relations : named
  return more.length === 0 ? only : undefined
}
