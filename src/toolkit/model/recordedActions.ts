/** Sentences that promise an entry in a history for each action: "Every status change adds an entry." */
import { inEitherNumber, namesExceptions, plainSentences } from './description.ts'
import { normal } from './vocabulary.ts'

interface Records {
  /** Whether only changes of the status add one. */
  isForChanges: boolean
  /** The kind of the entry that a sentence names. */
  kind?: string
  text: string
}

const CONDITIONAL =
  /\b(?:not|never|without|only|if|when|unless|until|except|may|might|can|could|should|some|selected|most|important|major|background|asynchronous\w*|eventually|later|optional\w*)\b/i
const CHANGE =
  '(?:(?:status|state) (?:change|transition)|transition|change of (?:its|the) (?:status|state))s?'
const ENTRY = '(?:entry|event|record|line|row|item)'
const ADDS = `(?:adds|appends|creates|writes|produces|leaves|makes|results in) (?:an?|one|a new) (?:new )?(?:[\\w-]+ )?${ENTRY}`
const IS_RECORDED = '(?:is|are) (?:recorded|logged|listed|written|tracked|kept|stored)(?: (?:here|in it))?'
const END = '(?:,? (?:oldest|newest|latest|earliest|most recent) first|,? in (?:chronological )?order)?\\W*$'

/** Sentences about all actions on an item, or all changes of it. */
function formsFor(noun: string): { isList: boolean; form: RegExp }[] {
  const item = `(?:the|an?|this|its) ${inEitherNumber(noun)}`
  const ofItem = `(?: (?:of|on|to|for|in) ${item})?`
  const action = `(?:(?<action>actions?)(?: (?:on|to) ${item})?|${CHANGE}${ofItem})`
  const stated = [
    `(?:every|each) ${action} (?:${ADDS}|${IS_RECORDED})(?: (?:to|in) (?:it|the [\\w-]+(?: log)?|this [\\w-]+))?`,
    `all ${action} ${IS_RECORDED}`,
    `(?:(?:an?|one) )?${ENTRY} (?:per|for (?:each|every)) ${action}`,
    `(?:(?:lists|contains|shows|returns|has) an? ${ENTRY} for|records(?: an? ${ENTRY} for)?) (?:every|each|all) (?:the )?${action}`,
  ]
  const listed = [
    `all ${action}`,
    `(?:lists|contains|shows|returns|has) (?:every|each|all) (?:the )?${action}`,
    `(?:lists|shows|returns) the (?:status|state) (?:changes|transitions)${ofItem}`,
  ]
  const start = '(?:the (?:history|log|list|events)[\\w ]{0,20}?(?:: |, (?:with )?| ))?'
  const formOf = (source: string) => new RegExp(`^${start}${source}${END}`, 'i')
  return [
    ...stated.map((source) => ({ isList: false, form: formOf(source) })),
    ...listed.map((source) => ({ isList: true, form: formOf(source) })),
  ]
}

/**
 * Whether the description of a history promises an entry for each action on its item.
 * @param history the noun of its item, and whether its entries show a moment: "all transitions" without one may be those
 * that are possible next
 * @example recordsActions('The history of an order. Every status change adds an entry.', { noun: 'order', isDated: true }) // { isForChanges: true, … }
 */
export function recordsActions(
  text: string,
  { noun, isDated }: { noun: string; isDated: boolean },
): Records | undefined {
  if (namesExceptions(text)) return undefined
  const forms = formsFor(noun).filter(({ isList }) => isDated || !isList)
  for (const sentence of plainSentences(text)) {
    const found = forms.map(({ form }) => form.exec(sentence)).find((one) => one !== null)
    if (found !== undefined && found !== null && !CONDITIONAL.test(sentence))
      return { isForChanges: found.groups?.action === undefined, text: sentence }
  }
  return undefined
}

/** Whether the kind of an entry has this name: `approved` or `order.approved` for "approved". */
export const isKind = (value: string, named: string): boolean =>
  [value, value.split(/[.:/]/).at(-1) ?? value].some((one) => normal(one) === normal(named))

/**
 * Whether the description of an action promises an entry in the history.
 * @param history its name, such as `events`, and the kinds of its entries: a "journal entry" may be one elsewhere
 * @example recordsItself('Approves it and adds an `approved` event.', { name: 'events', kinds: ['approved'] }) // { kind: 'approved', … }
 */
export function recordsItself(
  text: string,
  { name, kinds }: { name: string; kinds: readonly string[] },
): Records | undefined {
  if (namesExceptions(text)) return undefined
  const place = `(?<place>(?:the|its) (?:[\\w-]+ )?(?:history|log|activity(?: log)?|timeline|events|${name.replaceAll(/[^\w-]/g, '')}))`
  const start = '(?:^|\\band |, |\\bit |\\bthis |\\bwhich )(?:also |then )?'
  const forms = [
    `${start}(?:adds|appends|writes|creates|records|logs) (?:an?|one)(?: new)? (?:(?<kind>[\\w.-]+) )?(?:entry|event)(?: (?:to|in) ${place})?\\W*$`,
    `${start}is (?:recorded|logged) in ${place}(?: as (?:an? )?(?<kind>[\\w.-]+))?\\W*$`,
    `${start}(?:adds|appends) (?:an?|one)(?: new)? (?:entry|event) of (?:the )?(?:type|kind) (?<kind>[\\w.-]+)(?: to ${place})?\\W*$`,
  ].map((source) => new RegExp(source, 'i'))
  for (const sentence of plainSentences(text)) {
    const found = forms.map((one) => one.exec(sentence)).find((one) => one !== null)
    if (found === undefined || found === null || CONDITIONAL.test(sentence)) continue
    const { kind, place: where } = found.groups ?? {}
    if (kind !== undefined && where === undefined && !kinds.some((one) => isKind(one, kind))) continue
    return { isForChanges: false, text: sentence, ...(kind !== undefined && { kind }) }
  }
  return undefined
}
