/**
 * The states in which actions are possible, by the life of an item: "`requested` → `confirmed` → `completed`. A verb in
 * the wrong status gives 409."
 */
import { escaped } from '../openapi/templates.ts'
import { isDecidedByState } from './allowedStates.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, plainSentences } from './description.ts'
import type { ListedAction } from './lifeCycles.ts'
import { actionOn } from './paths.ts'
import { rejectionsOf } from './rejections.ts'
import type { Resource } from './resources.ts'
import { surroundingTexts } from './surroundings.ts'
import { type Transitions, transitionsIn } from './transitions.ts'
import { isActionTo } from './vocabulary.ts'

/** The actions that lead to a state of a life that a text around them describes, with the states before it. */
export function chainedActions(api: Api, { item }: Resource, states: readonly string[]): ListedAction[] {
  if (states.length < 2) return []
  return actionsOn(api, item).flatMap((operation) => {
    const name = actionOn(item, operation.path) ?? ''
    const [target, ...others] = states.filter((state) => isActionTo(name, state))
    if (target === undefined || others.length > 0) return []
    const found = surroundingTexts(api, operation).flatMap((text) => {
      const from = statesBefore(text, target, states, operation)
      return from === undefined ? [] : [{ operation, from, text: firstLine(text) }]
    })
    // Two texts about one state may be about different cases.
    const isOne = new Set(found.map(({ from }) => from.join())).size === 1
    return isOne ? found.slice(0, 1) : []
  })
}

const firstLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** "A verb applied in the wrong status gives 409" */
const WRONG_STATE = /\b(?:in|from) (?:the|a|any) wrong (?:state|status)\b[^.;]{0,60}\b4\d\d\b/i
/** Whether a text rules out the wrong states of an action, and not only those of another: "Submitting in the wrong state gives 409". */
const isRuledOut = (text: string, target: string): boolean =>
  plainSentences(text, '.;').some((one) => {
    const [, verb] = /^\W*([a-z]+)ing\b/i.exec(one) ?? []
    return WRONG_STATE.test(one) && (verb === undefined || isActionTo(verb, target))
  })

/** Ways back, and actions in several states. */
const MAY_RETURN =
  /\b(?:any (?:time|state|status|point)|always|again|back|re-?open\w*|re-?submit\w*|re-?start\w*|repeat\w*|directly|skip\w*|unless|except\w*|typical\w*|usual\w*|normal\w*|mostly|does nothing|optional\w*)\b|↔|⇄|⇌|<-/i

/** Actions that succeed although nothing is left to do. */
const IN_VAIN = /\b(?:idempotent\w*|no effect|harmless|nothing happens)\b/i

const REPEATABLE =
  /\b(?:idempotent\w*|no effect|harmless|unchanged|again|repeat\w*|already|nothing happens)\b/i

/** The states before another one, where the text and the error responses of the action leave no other. */
function statesBefore(
  text: string,
  target: string,
  states: readonly string[],
  operation: ApiOperation,
): string[] | undefined {
  if (MAY_RETURN.test(text) || IN_VAIN.test(text) || REPEATABLE.test(descriptionOf(operation.operation)))
    return undefined
  const chain = transitionsIn([withArrows(text, states)], states)
  if (chain === undefined) return undefined
  const from = [...chain.after].flatMap(([state, next]) => (next.has(target) ? [state] : []))
  if (from.length === 0) return undefined
  const isDecided = () => rejectionsOf(operation).some(({ cause }) => isDecidedByState(cause, () => false))
  return isRuledOut(text, target) || (isFirstStep(chain, from) && isDecided()) ? from : undefined
}

/** Whether the only state before is that of a new item, which all others come after. */
const isFirstStep = ({ after }: Transitions, from: readonly string[]): boolean => {
  const [first, ...others] = [...after.keys()].filter((state) =>
    [...after.values()].every((next) => !next.has(state)),
  )
  return others.length === 0 && from.length === 1 && from[0] === first
}

/** "Starts life as `draft`, becomes `submitted`, then `in_review`, and ends as `approved` or `rejected`" with arrows. */
function withArrows(text: string, states: readonly string[]): string {
  const one = `(?:${[...states]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\w-])`
  const group = `${one}(?:(?:,| or|, or) ${one})*`
  const link =
    ',?(?: and)?(?: then| later| finally| next)? (?:(?:it )?(?:becomes|turns into|turns|moves to|goes to|ends up as|ends as|ends in|changes to) )?'
  const life = new RegExp(
    `\\b(?:starts?|begins?)(?: life| out| off)? (?:as|in) ${one}(?:${link}${group})+`,
    'g',
  )
  const between = new RegExp(`(?<=${one})${link}(?=${one})`, 'g')
  return text
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(life, (found) => found.replaceAll(between, ' → ').replaceAll(/ → or /g, ' or '))
}
