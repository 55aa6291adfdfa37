/** States that actions lead to, by their names and a sentence that repeats the verb: "Cancels a pending booking." */
import type { ApiOperation } from './api.ts'
import { descriptionOf, namesExceptions } from './description.ts'
import { type MarkedSentence, markedSentences, type Subject } from './markedSentences.ts'
import { isActionTo, isState, normal, wordsOf } from './vocabulary.ts'

interface EnteredState {
  state: string
  /** Whether the item is in that state, and not only in another one than before. */
  isExact: boolean
  /** The sentence, for messages. */
  text: string
}

/** Actions of several persons, in parts, or at another moment. */
const GRADUAL =
  /\b(?:approvals?|approvers?|signatures?|signers?|parties|both|everyone|each|votes?|voting|quorum|majority|partial\w*|parts?|remaining|step|stages?|schedul\w+|queue\w*|eventually|later|soon|background|asynchronous\w*|end of|takes? effect|attempts?|tries|start(?:s|ing)? (?:the|an?)|initiat\w+|(?:ask|appl)\w* (?:for|to)|may|might|can|could|second|review\w*|sync\w*|third part(?:y|ies)|provider|follows|once|until|unless|if|when|whenever|toggles?|undo\w*|by default|instead)\b/i
/** Requests for an action of other callers. */
const INDIRECT =
  /\b(?:request(?:s|ed|ing)?|propos\w+|offer\w*|suggest\w*|nominat\w+|already|repeat\w*|twice|again)\b/i
/** Statements about rejections, which do not change what a request that succeeds does. */
const REJECTION =
  /\b(?:4\d\d|reject\w*|refus\w+|fails?|error|conflict|cannot|can['’]t|must|(?:can|may) (?:only|not)|only|not (?:possible|allowed)|allowed|already)\b/i

/**
 * The state that an action leads to; undefined where no sentence states it, or where it may depend on something.
 * @param name of the action in the path
 * @param itself the item; the others are items that it refers to
 */
export function enteredState(
  operation: ApiOperation,
  name: string,
  [itself, ...others]: readonly Subject[],
): EnteredState | undefined {
  if (itself === undefined) return undefined
  const subjects = [itself, ...others]
  const { responses, operation: node } = operation
  const success = [...responses].find(([status]) => /^20[014]$/.test(status))?.[1].node
  const response = descriptionOf(success)
  const shown = /\b(?:now|then|status|state)\b/i.test(response)
    ? markedSentences(response, subjects).flatMap((one) => shownState(one, itself))
    : []
  if (shown[0] !== undefined) return shown[0]
  const state = stateNamed(name, itself.states)
  if (state === undefined || isState('passing', normal(state))) return undefined
  const summary = typeof node.summary === 'string' ? node.summary : ''
  const sentences = markedSentences(descriptionOf(node), subjects)
  const isUnclear = (text: string) => !REJECTION.test(text) && (GRADUAL.test(text) || namesExceptions(text))
  if (sentences.some(({ text }) => isUnclear(withoutOccasion(text, name)))) return undefined
  const candidates = [...markedSentences(summary, subjects), ...named(operation, sentences, subjects)]
  candidates.unshift(...sentences.slice(0, 1))
  const found = candidates.find((one) => saysAction(one, name) && !GRADUAL.test(withoutRejection(one.text)))
  return found && { state, isExact: false, text: found.text }
}

/** "When a booking is cancelled, its seats are released": the occasion is the request itself. */
const withoutOccasion = (text: string, action: string): string =>
  text.replace(
    /^(?:when(?:ever)?|once|as soon as|after|each time|every time) [^,]{1,40} (?:is|are|was|has been|gets) (\w+), /i,
    (occasion, verb: string) => (isActionTo(wordsOf(action)[0] ?? '', verb.toLowerCase()) ? '' : occasion),
  )

/** The name of the operation as a sentence, where its description does not repeat the verb: "Frees the seats." */
function named(
  { operationId }: ApiOperation,
  sentences: readonly MarkedSentence[],
  subjects: readonly Subject[],
): MarkedSentence[] {
  const [verb = '', ...object] = wordsOf(operationId)
  return sentences.some(({ text }) => INDIRECT.test(text))
    ? []
    : markedSentences(`${verb} the ${object.join(' ')}`, subjects).map((one) => ({
        ...one,
        text: operationId,
      }))
}

/** "Cancels a draft, or fails with 409." */
const withoutRejection = (text: string): string =>
  text.replace(/[,;(]? ?(?:and |or |but )?[^,;(]*\b4\d\d\b.*$/, '')

/** "The shipment, now `in_transit`", "The booking is now confirmed" in the description of a response. */
function shownState({ marked, text }: MarkedSentence, { states }: Subject): EnteredState[] {
  const state =
    /^⟨N0⟩(?:,| is|, which is|, that is)? (?:now|then) (?:in (?:the )?(?:⟨S⟩ )?)?⟨V:([^⟩]+)⟩$/i.exec(
      marked,
    )?.[1] ?? /^⟨N0⟩,? (?:in|with) (?:the |its )?⟨S⟩ (?:set to |now )?⟨V:([^⟩]+)⟩$/i.exec(marked)?.[1]
  return state !== undefined && states.includes(state) && !isState('passing', normal(state))
    ? [{ state, isExact: true, text }]
    : []
}

/** The one state with the name of the action: `checked_in` of `check-in`. */
function stateNamed(action: string, states: readonly string[]): string | undefined {
  const [verb = '', ...rest] = wordsOf(action)
  const found = states.filter((state) => {
    const [first = '', ...further] = wordsOf(state)
    const isSame = normal(state) === normal(action)
    const isOf = isActionTo(verb, first) && /(?:ed|en|id|nt|un|wn|active|open)$/.test(first)
    return isSame || (isOf && further.join(' ') === rest.join(' '))
  })
  // Another state with the verb may be the first one of the way: `cancel_requested`, `partially_paid`.
  const isSingle =
    rest.length > 0 ||
    states.every((state) => found.includes(state) || !wordsOf(state).some((word) => isActionTo(verb, word)))
  return found.length === 1 && isSingle ? found[0] : undefined
}

/** Whether a sentence begins with the verb of the action, and is about one item. */
function saysAction({ marked }: MarkedSentence, action: string): boolean {
  const [verb = '', ...rest] = wordsOf(action)
  const base = verb.replace(/y$/, '(?:y|ie)')
  const particle = rest.length === 0 ? '' : `(?: ${rest.join(' ')})?`
  const object = '(?:⟨N\\d+⟩|it|this)'
  return new RegExp(`^(?:(?:and|then) )?${base}(?:e?s)?${particle}(?: ${object}(?:$|[ ,(;])|$)`, 'i').test(
    marked,
  )
}
