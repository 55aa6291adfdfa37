/** Sentences that promise an entry in a history for each action: "Every status change adds an entry." */
import { namesExceptions } from './description.ts'

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
const ACTION = `(?<action>actions?)|${CHANGE}`
const ITEM = '(?: (?:of|on|to|for|in) (?:the|an?|this|its) [\\w-]+(?: [\\w-]+)?)?'
const ENTRY = '(?:entry|event|record|line|row|item)'
const ADDS = `(?:adds|appends|creates|writes|produces|leaves|makes|results in) (?:an?|one|a new) (?:new )?(?:[\\w-]+ )?${ENTRY}`
const IS_RECORDED = '(?:is|are) (?:recorded|logged|listed|written|tracked|kept|stored)(?: (?:here|in it))?'
const END = '(?:,? (?:oldest|newest|latest|earliest|most recent) first|,? in (?:chronological )?order)?\\W*$'

const ALL = [
  `(?:every|each) (?:${ACTION})${ITEM} (?:${ADDS}|${IS_RECORDED})(?: (?:to|in) (?:it|the [\\w-]+(?: log)?|this [\\w-]+))?`,
  `all (?:${ACTION})${ITEM}(?: ${IS_RECORDED})?`,
  `(?:(?:an?|one) )?${ENTRY} (?:per|for (?:each|every)) (?:${ACTION})${ITEM}`,
  `(?:records|lists|contains|shows|returns|has) (?:an? ${ENTRY} for )?(?:every|each|all) (?:the )?(?:${ACTION})${ITEM}`,
  `(?:lists|shows|returns) the (?:status|state) (?:changes|transitions)${ITEM}`,
].map(
  (source) =>
    new RegExp(`^(?:the (?:history|log|list|events)[\\w ]{0,20}?(?:: |, (?:with )?| ))?${source}${END}`, 'i'),
)

const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/[`*"]/g, '')
    .split(/(?<=[.;:])\s+|\n\s*(?:\n|[-•] )/)
    .map((one) =>
      one
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/[.;:]$/, ''),
    )

/**
 * Whether the description of a history promises an entry for each action on its item.
 * @example recordsActions('The history of an order. Every status change adds an entry.') // { isForChanges: true, … }
 */
export function recordsActions(text: string): Records | undefined {
  if (namesExceptions(text)) return undefined
  for (const sentence of sentencesIn(text)) {
    const found = ALL.map((one) => one.exec(sentence)).find((one) => one !== null)
    if (found !== undefined && found !== null && !CONDITIONAL.test(sentence))
      return { isForChanges: found.groups?.action === undefined, text: sentence }
  }
  return undefined
}

/**
 * Whether the description of an action promises an entry in the history.
 * @param name of the history: `events`
 * @example recordsItself('Approves it and adds an `approved` event.', 'events') // { kind: 'approved', … }
 */
export function recordsItself(text: string, name: string): Records | undefined {
  if (namesExceptions(text)) return undefined
  const place = `(?:the|its) (?:[\\w-]+ )?(?:history|log|activity(?: log)?|timeline|events|${name.replaceAll(/[^\w-]/g, '')})`
  const start = '(?:^|\\band |, |\\bit |\\bthis |\\bwhich )(?:also |then )?'
  const forms = [
    `${start}(?:adds|appends|writes|creates|records|logs) (?:an?|one)(?: new)? (?:(?<kind>[\\w.-]+) )?(?:entry|event)(?: (?:to|in) ${place})?\\W*$`,
    `${start}is (?:recorded|logged) in ${place}(?: as (?:an? )?(?<kind>[\\w.-]+))?\\W*$`,
    `${start}(?:adds|appends) (?:an?|one)(?: new)? (?:entry|event) of (?:the )?(?:type|kind) (?<kind>[\\w.-]+)(?: to ${place})?\\W*$`,
  ].map((source) => new RegExp(source, 'i'))
  for (const sentence of sentencesIn(text)) {
    const found = forms.map((one) => one.exec(sentence)).find((one) => one !== null)
    if (found === undefined || found === null || CONDITIONAL.test(sentence)) continue
    const kind = found.groups?.kind
    return { isForChanges: false, text: sentence, ...(kind !== undefined && { kind }) }
  }
  return undefined
}
