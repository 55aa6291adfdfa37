/** Numbers of items that one holder may have, as sentences state them: "at most 3 open loans per member". */
import { inEitherNumber, mostFirst, namesExceptions, statePattern } from './description.ts'

interface CountLimit {
  most: number
  /** The states of the items that count; all where it is empty. */
  states: readonly string[]
}

interface Kinds {
  /** Words for the items. */
  nouns: readonly string[]
  /** Words for what has them. */
  holders: readonly string[]
  /** The values of the status of the items. */
  states: readonly string[]
}

const MAX_ITEMS = 50
const MOST = '(?:at most|up to|(?:no|not) more than|a maximum of|max(?:imum)?\\.?(?: of)?|only)'
const HAVE =
  '(?:ha(?:s|ve|d)|holds?|contains?|includes?|comprises?|owns?|keeps?|borrows?|takes?|runs?|carr(?:y|ies)|books?|manages?|is assigned|are assigned|be assigned|handles?)'
const CANNOT = "(?:cannot|can ?not|can[’']t|must not|may not|must never|may never)"
const AT_ONCE =
  '(?:,? (?:at (?:a|any|one|the same) (?:given )?time|at once|simultaneously|concurrently|in total|in parallel))?'

/**
 * The limit that a sentence states for the items of one holder.
 * @param text without the limits of special cases, and with numbers in digits
 * @example countLimitIn('A member can have at most 3 open loans', …) // { most: 3, states: ['open'] }
 */
export function countLimitIn(text: string, { nouns, holders, states }: Kinds): CountLimit | undefined {
  if (namesExceptions(text)) return undefined
  const plain = mostFirst(text)
    .replaceAll('`', '')
    .replace(REASON, '')
    .replace(/[\s.;]+$/, '')
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const one = states.length === 0 ? '(?!)' : `(?:${states.map(statePattern).join('|')})`
  const list = `${one}(?:(?:,? (?:or|and)|,|/) ?${one})*`
  const behind = `(?: (?:(?:that|which) (?:is|are) |in (?:the )?(?:status |state )?|with (?:the )?(?:status |state )|currently |still )*(?<behind>${list}))?`
  const thing = `(?:(?<before>${list}) )?${noun}${behind}`
  const holder = `(?:${holders.map(inEitherNumber).join('|')})`
  const start = `(?:(?:the|this|that|an?|each|every|any|one|a single|such an?) )?${holder}`
  const per = `(?:per|for (?:each|every|one|an?|the same)|of (?:one|the same)|in (?:one|an?|each)|on (?:one|an?|each)) ${holder}`
  const count = '(?<most>\\d+)'
  const forms = [
    `${start} (?:already|currently) ${HAVE} (?:already )?${count} ${thing}`,
    `${start} ${HAVE} ${count} ${thing} already`,
    `${start} (?:already |now )?(?:has|have|holds?|contains?) (?:its|their|all|the full|the maximum of) (?:full |maximum )?${count} ${thing}(?: already)?`,
    `${start} (?:is|are|may be|can be) (?<verb>\\w+) ${MOST} ${count} times`,
    `${start} (?:(?:can|may|must|should) )?(?:(?:only )?(?:have|${HAVE}) )?${MOST} ${count} ${thing}`,
    `${start} (?:can|may) only ${HAVE} ${count} ${thing}`,
    `${start} ${CANNOT} ${HAVE} more than ${count} ${thing}`,
    `no ${holder} (?:(?:can|may) )?(?:(?:ever )?have|${HAVE}) more than ${count} ${thing}`,
    `${start} (?:is|are) limited to ${count} ${thing}`,
    `${start} ha(?:s|ve) (?:already )?reached (?:the|its|their) (?:limit|maximum)(?: number)? of ${count} ${thing}`,
    `(?:there (?:can|may|must) be )?${MOST} ${count} ${thing}(?: (?:are|is) (?:allowed|permitted|possible))? ${per}(?: (?:are|is) (?:allowed|permitted|possible))?`,
    `(?:the |an? )?(?:limit|maximum) of ${count} ${thing} ${per}(?: (?:has been|is|was|would be) (?:reached|exceeded))?`,
    `more than ${count} ${thing} ${per}(?: (?:are|is) not (?:allowed|permitted|possible))?`,
    `${start} (?:would|will) (?:then )?have more than ${count} ${thing}`,
  ]
  for (const form of forms) {
    const groups = new RegExp(`^(?:${form})${AT_ONCE}$`, 'i').exec(plain)?.groups
    if (
      groups === undefined ||
      (groups.verb !== undefined && !nouns.some((one) => isFor(one, groups.verb ?? '')))
    )
      continue
    const words = `${groups.before ?? ''} ${groups.behind ?? ''}`
    const most = Number(groups.most)
    const named = states.filter((state) =>
      new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(words),
    )
    return most > 0 && most <= MAX_ITEMS ? { most, states: named } : undefined
  }
  return undefined
}

/** Whether a verb is one for the items: "shown" for screenings, "reviewed" for reviews. */
const isFor = (noun: string, verb: string): boolean =>
  USUAL.test(verb) ||
  verb.toLowerCase().startsWith(noun.toLowerCase().replace(/(?:ings?|ations?|ions?|ments?|e|s)$/, ''))

const USUAL = /^(?:shown|screened|played|performed|booked|scheduled|lent|borrowed|rented|redeemed|offered)$/i

/** "…, which is the most we accept" */
const REASON =
  /,? (?:which|and (?:that|this)) is (?:the (?:most|maximum|limit)|all|as many as|our (?:limit|maximum))\b[^,;]*$/i
