/**
 * Extracts facts from English descriptions, as do `childEffects.ts`, `describedEffects.ts`, `effectForms.ts`, `effects.ts`, `enteredStates.ts`, `expressions.ts`,
 * `fixedMoments.ts`, `formulas.ts`, `promisedMoments.ts`, `promisedSides.ts`, `recordedActions.ts`, `rejections.ts`, `stateCauses.ts`,
 * `stateSentences.ts` and `transitions.ts`. Only modules of this folder interpret prose. Ambiguous sentences give no fact.
 */

import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import {
  COMMON_WORDS,
  isActionTo,
  isStart,
  normal,
  remembered,
  singularOf,
  soundsLike,
  withoutUnit,
  wordsOf,
} from './vocabulary.ts'

/** The description of a parameter, a schema or a response; '' if it has none. */
export const descriptionOf = (node: Json | undefined): string =>
  isObject(node) && typeof node.description === 'string' ? node.description : ''

/** Whether the document states that a parameter should no longer be used. */
export const isDeprecated = (node: Json | undefined): boolean =>
  isObject(node) && (node.deprecated === true || sentencesOf(descriptionOf(node)).some(saysDeprecated))

/** "Deprecated", "This parameter is deprecated"; not "Replaces the deprecated `limit`". */
const saysDeprecated = (sentence: string): boolean =>
  /^\W*(?:this (?:\w+ )?(?:parameter|property|operation|field|option|header) (?:is|was|has been) (?:now )?)?deprecated\b/i.test(
    sentence,
  )

/** The word for the content of a parameter at the start of its description: `name` for "The name of the repository". */
export const contentNamed = (text: string): string | undefined =>
  /^\W*(?:(?:the|an?) )?(?:unique )?`?([a-z]\w*)`? of (?:the|an?|this) /i.exec(text)?.[1]?.toLowerCase()

/** Whether a text contains the name of a property as a separate word. */
export const names = (text: string, property: string): boolean =>
  new RegExp(`(?<![\\w-])${escaped(property)}(?![\\w-])`, 'i').test(text)

/** The same, but as words, also in the plural: "first names" for `firstName`. */
export const mentions = (text: string, property: string): boolean =>
  mention(property).test(text.replaceAll(/\be-mail/gi, 'email'))

const mention = remembered((property) => new RegExp(`(?<![\\w-])${inEitherNumber(property)}(?![\\w-])`, 'i'))

/** A name of several words as a pattern of these words: "unit price" for `unitPrice`. */
export const asWords = (name: string): string => wordsOf(name).map(escaped).join('[ -]')

/** `signup` and `payout`, which texts write with a hyphen too. */
const PARTICLE = /^(\w{3,}?)(up|out|off|(?<=(?:check|log|sign|plug|opt))in)$/i

/** A name as words, in the singular or the plural: "first name", "entries". */
export const inEitherNumber = (name: string): string =>
  name
    .split(/[-_ ]|(?<=[a-z])(?=[A-Z])/)
    .map((word) => escaped(word).replace(PARTICLE, '$1[- ]?$2'))
    .join('[-_ ]?')
    .replace(/y$/i, '(?:y|ies|ys)')
    .replace(/sis$/i, '(?:sis|ses)')
    .replace(/(x|ch|sh|ss)$/i, '$1(?:es)?')
    .replace(/(?<![)])$/, 's?')

/** Whether a sentence about a search mentions a property: "Matches the title". */
export const searches = (text: string, property: string): boolean =>
  sentencesOf(text).some(
    (one) => /\b(search|match|contain|find|filter|keyword)/i.test(one) && mentions(one, property),
  )

/** Words after which a name means the same: `nextBox` of `nextBoxOn`. */
const GENERAL_END = /^(?:at|on|date|time|day)$/

/** The only property that a phrase names by its words: `nextBoxOn` of "the next box". */
export function namedIn(phrase: string, names: readonly string[]): string | undefined {
  const coreOf = (text: string) =>
    wordsOf(text)
      .filter((word, index) => index === 0 || !GENERAL_END.test(word))
      .map((word) => (isStart(word) ? 'start' : word))
      .join(' ')
  const wanted = coreOf(phrase.trim().replace(/^(?:the|its|their|an?) /i, ''))
  const [only, ...others] = names.filter((name) => wanted !== '' && coreOf(name) === wanted)
  return others.length > 0 ? undefined : only
}

/** "Substring of street or postcode", "Looks in both the name and its zone" */
const PART_OF =
  /^\W*(?:(?:an?|any|the) )?(?:case[- ]insensitive )?(?:(?:sub-?string|part|fragment|piece) of|(?:words?|text|string|term) (?:that is |to (?:look|search) for )?(?:contained |found |occurring )?in|searches(?: for it)?(?: in)?|looks (?:for it )?in|contained in|looked for in) (?:(?:both|either|any of) )?([^.;]{3,120})/i
/** Words after the names, which add none. */
const HOW =
  /(?:,| \()? ?\b(?:ignoring (?:the )?case|case[- ]insensitive(?:ly)?|in any case|regardless of case|without regard to case|case is ignored)\b\)?.*$/i

/**
 * The properties that may contain the value of a parameter; empty where a part of the sentence names another one.
 * @example searchedParts('Substring of street or postcode.', ['street', 'postcode', 'id']) // ['street', 'postcode']
 */
export function searchedParts(text: string, names: readonly string[]): string[] {
  const [, list = ''] = PART_OF.exec(plainSentences(text, '.;')[0] ?? '') ?? []
  const parts = list
    .replace(HOW, '')
    .split(/\s*[,/]\s*(?:(?:and|or) )?| (?:and|or|as well as) /)
    .map((one) => one.replace(/^(?:in )?(?:the |its |their |[\w-]+['’]s )?/i, '').trim())
    .filter((one) => one !== '')
  const found = parts.map((one) => namedIn(one, names))
  return found.every((one) => one !== undefined) ? [...new Set(found as string[])] : []
}

/** Whether an item must contain each word of a search: "Every word must occur somewhere in title or director." */
export const saysEveryWord = (text: string): boolean =>
  /\b(?:every|each|all(?: of)?(?: the)?) (?:single )?(?:search )?(?:words?|terms?|keywords?)\b[^.;]*\b(?:(?:must|ha(?:ve|s) to|needs? to) (?:all )?(?:occur|appear|match|be (?:found|contained|present|matched|there|in|part of))|occurs?|appears?|(?:is|are) (?:found in|contained|present|required))\b/i.test(
    text,
  ) &&
  !/\b(?:at least one|one of the words|not all|not every|any of the words|phrase|index|letters|characters)\b/i.test(
    text,
  )

/** Whether a parameter is about the form of the response: "Display format". */
export const saysForm = (text: string): boolean =>
  /\b(display|output|response|returned) format\b|\bformat of the (response|output|results?)\b/i.test(text)

/** Whether the value of a parameter is composed of several: "in the format `FORM-LINE`", "key:value pairs". */
export const saysComposed = (text: string): boolean =>
  /\bkey ?[:=] ?value\b|\bkey[-/]value pairs\b/i.test(text) ||
  /\b(?:using|in|has) the (?:following )?(?:format|form):? [`"']?[A-Z]+[-:|/][A-Z]+\b/.test(text)

/** Whether the value of a parameter is a condition in a language of its own: "a filter expression", `k=~v`. */
export const saysLanguage = (text: string): boolean =>
  /\b(expressions?|filter syntax|query language|(?<!search )query (string|pattern)s?|operators?|(query|filter|json) (document|object))\b|\w=[~[({]|\{ ?['"]\w+['"] ?:/i.test(
    text,
  )

/** Whether a parameter names the user who sends the request: "The id of the user requesting this resource". */
export const saysCaller = (text: string): boolean =>
  /\b(user|account|customer|developer)\b(?: (?:that|who) is)? (requesting|making|performing|calling|sending)\b/i.test(
    text,
  )

/** Like `names`, but common words such as "name" must be in quotes or backticks. */
export const namesPlainly = (text: string, property: string): boolean =>
  COMMON_WORDS.includes(normal(property))
    ? new RegExp(`[\`"']${escaped(property)}[\`"']`, 'i').test(text)
    : names(text, property)

/** Whether a text is about the last update or the creation; undefined if it mentions neither or both. */
export function momentIn(text: string): 'updatedAt' | 'createdAt' | undefined {
  const [changed, created] = [
    /\b(updated|modified|changed|edited)\b/i.test(text),
    /\b(created|made|added|registered)\b/i.test(text),
  ]
  return changed === created ? undefined : changed ? 'updatedAt' : 'createdAt'
}

/** The part of a string that a filter compares; undefined if unknown, or for the whole string. */
export function partIn(text: string): 'contains' | 'prefix' | undefined {
  if (/\bexact(ly)?\b/i.test(text)) return undefined
  if (/\b(prefix|i?starts?_?( ?with|ing with)|begins? with|beginning (with|of))\b/i.test(text))
    return 'prefix'
  return /\b(i?contain(s|ing)?|substring|(any|a|in) part|or part of|partial(ly)?|search(es)?(?! for [\w ]{1,30}\b(?:in|within|at) (?:this|the|an?)\b)|fuzzy)\b/i.test(
    text,
  )
    ? 'contains'
    : undefined
}

/** Whether a comparison is case-insensitive. */
export const ignoresCase = (text: string): boolean =>
  /\bcase[- ]?insensitiv|\bin (?:any|either) (?:letter )?case\b|\b(regardless of|ignor\w+|without regard to|whatever(?: the)?|irrespective of) (the )?case\b|\b(?:disregard\w*|ignor\w+|regardless of|(?:without|no) (?:distinction|difference) (?:of|between)) (?:the )?(?:(?:upper|lower)(?:[- ]?case)?(?: (?:and|or) |\/))?(?:upper|lower)[- ]?case\b/i.test(
    text,
  ) ||
  // "however it is capitalized", "whatever its capitalisation"
  /\bhowever (?:it|they) (?:is|are) (?:capitali[sz]ed|written|spelled)\b|\b(?:regardless of|whatever|irrespective of|ignor\w+|in any|in whatever) (?:(?:the|its|their) )?(?:capitali[sz]ation|case|capitals)\b/i.test(
    text,
  ) ||
  // "Exact but for case", "upper and lower case are alike"
  /\b(?:but|except|save|apart) (?:for|from) (?:the )?(?:letter )?case\b(?! *\w)|\bupper[- ]?(?:case )?and lower[- ]?case(?: letters)? (?:are|count as|is) (?:alike|the same|equal|treated (?:alike|the same))\b/i.test(
    text,
  ) ||
  // Not "customers without case assignments".
  /\bwithout (?:the )?case\b(?! *\w)/i.test(text) ||
  // "Codes that differ only in case are the same."
  (/\bdiffer(?:s|ing)? (?:only |just )?(?:in|by) (?:letter |their |upper (?:and|or) lower )?case\b/i.test(
    text,
  ) &&
    /\b(?:same|equal|duplicates?|conflict|taken|rejected|4\d\d)\b/i.test(text)) ||
  (/\b(capital|upper[- ]?case)\b.*\b(small|lower[- ]?case)\b/i.test(text) &&
    // "Capital letters come before small ones."
    !/\b(?:before|after|code points?|first|precede)\b/i.test(text)) ||
  (/case/i.test(text.replaceAll(/\bin (?:this|that|which|any|either)? ?case\b(?: of)?/gi, '')) &&
    /insensitive|without regard|regardless|ignor/i.test(text))

/** Whether a comparison is case-sensitive: "Case matters". */
export const saysCase = (text: string): boolean =>
  !ignoresCase(text) &&
  /\bcase[- ]?sensitive|\bcase (matters|counts|is significant)\b|\bmatch(es|ing)? (the )?case\b/i.test(text)

/** Whether a filter compares whole values: "Only responses of exactly this category". */
export const saysExact = (text: string): boolean =>
  /\bexact(?:ly)?\b(?! (?:one|once|two|\d+)\b)/i.test(text) && !/\bnot\b|n.t\b/i.test(text)

/** Whether one text may contain several values: "One status, or several separated by commas". */
export const saysCommas = (text: string): boolean =>
  /\bcomma[- ](?:separated|delimited)|\b(?:separated|delimited|divided) (?:by|with) (?:a )?commas?\b/i.test(
    text,
  )

/** Whether items have to match all values of a filter, or any; undefined if unknown. */
export function severalIn(description: string): 'all' | 'any' | undefined {
  const text = description.replaceAll(/[*_]/g, '')
  const [all, any] = [
    /\b(all of|every one of|each of)\b/i.test(text),
    /\b(any of|one of|at least one|either)\b/i.test(text),
  ]
  return all === any ? undefined : all ? 'all' : 'any'
}

/** Whether the values of a filter are the ends of a range. */
export const saysRange = (text: string): boolean => /\b(between|range|interval|from .* to)\b/i.test(text)

/** Whether a bound is inclusive: "at or after this moment"; undefined if unknown. */
export function inclusiveIn(description: string): boolean | undefined {
  const text = description.toLowerCase()
  if (/exclusive|strictly|not included|excluding|\bexcludes (the|this) given\b/.test(text)) return false
  if (/\bincludes (the|this) given\b/.test(text)) return true
  if (/\bat (least|most)\b|\b(is|was) this( one)? or\b/.test(text)) return true
  if (/inclusive|included|including|\bat or (after|before)\b|\bon or (after|before)\b/.test(text)) return true
  // "First year to include", "The last day to show"
  if (
    /^(?:the )?(?:first|last|earliest|latest|lowest|highest|smallest|largest) [^.;]*\bto (?:include|list|return|show)\b/.test(
      text,
    )
  )
    return true
  const MOMENT = '(this|that|the|the given|a given) (moment|time|instant|timestamp|day|date|one)'
  if (
    new RegExp(
      `\\b(?:at|on) ${MOMENT}\\b[^.;]*\\b(?:left out|omitted|excluded|not (?:listed|returned|shown))\\b`,
    ).test(text)
  )
    return false
  if (new RegExp(`\\b(?:at|on) ${MOMENT} or\\b|\\b(not|no) (earlier|later|before|after)\\b`).test(text))
    return true
  if (
    /\b(?:excludes?|leaves? out|hides?|omits?|drops?|skips?|ignores?|removes?|without)\b [^.;]*\b(?:before|after)\b/.test(
      text,
    )
  )
    return true
  return new RegExp(`\\b(before|after) ${MOMENT}\\b`).test(text) ? false : undefined
}

/** Whether an upper or lower limit of a number is inclusive, which it is unless its text is about other values only. */
export function strictnessIn(text: string): boolean | undefined {
  if (/\bstrictly\b|\bexclusive\b(?! of)|\b(?:not|non)[- ]inclusive\b/i.test(text)) return false
  if (
    /\bor equal|\bat (?:least|most)\b|\binclusive|\bno(?:t)? (?:more|less|fewer|greater|higher|lower)\b/i.test(
      text,
    )
  )
    return true
  return /\b(?:less|lower|smaller|fewer|lighter|cheaper|shorter|greater|more|higher|larger|heavier|longer) than\b|\b(?:below|under|above|over) (?:this|that|the given)\b/i.test(
    text,
  )
    ? undefined
    : true
}

/** Whether a filter compares a part of a value that the text describes in its own way: "the primary subtag". */
export const saysOwnPart = (text: string): boolean =>
  /\b(?:primary|first|main) (?:sub)?tag\b|\bpart (?:before|after|up to|until|following|preceding) (?:the|its|any)\b/i.test(
    text,
  )

/** Whether items with a flag are not listed without it: "Archived plans are kept out of sight". */
export const saysOutOfSight = (text: string): boolean =>
  /\b(?:left out|excluded|hidden|omitted|suppressed|kept out(?: of sight)?|out of sight|not (?:listed|shown|returned|included|visible))\b/i.test(
    text,
  ) && !/\b(?:only|just|exclusively|nothing but)\b/i.test(text)

/** The side of a range: "on or after this date", "the start of the range"; undefined if the text names neither or both. */
export function sideIn(text: string): 'from' | 'until' | undefined {
  const [from, until] = [
    /\b(on|at) or (after|later)\b|\bno(t)? (earlier|sooner) than\b|\blower (limit|bound)\b|\b(date|time|datetime|moment)s? (starting )?from\b|\bstarting (date|time|datetime)\b|\b(start|beginning)\b[^.;]*\b(range|period|interval)\b/i,
    /\b(on|at) or (before|earlier)\b|\bno(t)? later than\b|\bupper (limit|bound)\b|\bending (date|time|datetime)\b|\bend(ing)?\b[^.;]*\b(range|period|interval)\b/i,
  ].map((pattern) => pattern.test(text))
  return from === until ? undefined : from ? 'from' : 'until'
}

/** The property that a bound is about: "Orders whose total_cents is at least this". */
export function boundedProperty(text: string, properties: readonly string[]): string | undefined {
  if (!/\bwhose /i.test(text)) return undefined
  const named = properties.filter((property) => {
    const words = property
      .split(/[-_]|(?<=[a-z])(?=[A-Z])/)
      .map(escaped)
      .join('[-_ ]?')
    return new RegExp(`\\bwhose [\`"]?${words}[\`"]? (is|was|lies)\\b`, 'i').test(text)
  })
  return named.length === 1 ? named[0] : undefined
}

/** Whether a text names a unit: "in cents". */
export const saysUnit = (text: string, unit: string): boolean =>
  new RegExp(`\\bin ${escaped(unit)}\\b`, 'i').test(text)

/** Whether a value identifies another resource: "The UUID of the user to whom this applies". */
export const saysIdentifier = (text: string): boolean =>
  /^(the |an? |unique )*(uuid|guid|id|ids|identifiers?) (of|for) (the |an? |this |[a-z]+ (who|that) )/i.test(
    text.trim(),
  ) || ID_PHRASE.test(text)

/** Whether a text mentions an id: "Channel ID to archive". */
export const mentionsId = (text: string): boolean => /\bid(?:entifier)?s?\b/i.test(text)

/** The whole text is the name of an id: "User ID", "The customer's unique identifier". */
const ID_PHRASE = /^\W*(?:(?:the|an?|its|your) )?(?:[\w-]+(?:['’]s)? ){1,3}(?:u?u?id|guid|identifier)s?\W*$/i

/** Whether the whole text is the name of the id of an item of this kind: "Formatted meeting ID". */
export const namesOwnId = (text: string, kind: string): boolean => kind !== '' && ownId(kind).test(text)

const ownId = remembered(
  (kind) =>
    new RegExp(
      `^\\W*(?:the )?(?!(?:parent|previous|next|related|source|original|copied|linked|main|first|last) )(?:[a-z]+ )?${asWords(kind)}(?:'s)? (?:unique )?(?:id|identifier|key|number)\\b(?=\\W*$|\\. )`,
      'i',
    ),
)

/** The kind of resource that a value identifies, as a noun: "The id of the user", "A practitioner of the clinic". */
export const identifiedIn = (text: string): string | undefined =>
  /^(?:(?:the |an? |unique )*(?:uuid|guid|id|identifier) of )?(?:the|an?|one of the) (?:existing |other )?([a-z]+)\b/i.exec(
    text.trim().replaceAll(/[`*]/g, ''),
  )?.[1]

/** The names of the parent in a text, in normal form, the longest first: `productmodel` and `product` of "parent product model". */
export function calledParent(text: string): string[] {
  const [, first, second] = /\bparent (?:<[^>]*> ?)?([a-z]+)(?: ([a-z]+))?/i.exec(text) ?? []
  return [
    ...(second === undefined ? [] : [`${first}${second}`]),
    ...(first === undefined ? [] : [first]),
  ].map(normal)
}

/** Whether a text is a key that must stay secret: "The Base64 encoded secret key". */
export const saysSecretKey = (text: string): boolean => /\b(?:secret|private) key\b/i.test(text)

/** Whether a version is not that of the item: "The version of the server software". */
export const saysVersionOfSoftware = (text: string): boolean =>
  /\bversion of (?:the |an? )?(?:\w+ )?(?:software|firmware|api|app|application|client|sdk|protocol|os|operating system|browser|engine|library)\b/i.test(
    text,
  )

/** Whether a value is the name of an item of a kind: "The name of the metric", "The name by which the metric is listed". */
export const saysNameOf = (text: string, kind: string): boolean => kind !== '' && nameOf(kind).test(text)

const nameOf = remembered(
  (kind) =>
    new RegExp(
      `^\\W*(?:the )?(?:display |full |readable )?name (?:of (?:the |this |an? )?|by which (?:the |this |an? ))${inEitherNumber(kind)}\\b(?! [a-z]+ing\\b)`,
      'i',
    ),
)

/** Whether a value is a count: "Number of projects that use it". */
export const saysNumber = (text: string): boolean =>
  /^\W*(?:the |total )*(?:number|count|amount) of\b|^\W*how many\b/i.test(text)

/** The noun that a number counts: `contacts` of "A number of contacts in the list". */
export const countedIn = (text: string): string | undefined =>
  /^\W*(?:(?:the|an?|current|total) )*(?:number|count) of (?:the |all |assigned |existing |available )*(?!(?:bytes|bits|characters|words|pages|units|pieces|copies|milliseconds|seconds|minutes|hours|days|weeks|months|years|times|meters|miles|points|cents|percents?)\b)([a-z]+s)\b(?! (?:per|to)\b)/i.exec(
    text,
  )?.[1]

/** Whether a number is that of the items of a page: "Page size of the response". */
export const saysPageSize = (text: string): boolean =>
  /\bper page\b|\bpage size\b|\b(maximum |max )?number of (results|items|records|entries)\b|\bnumber of \w+ to (return|retrieve|fetch|show|list|include)\b/i.test(
    text,
  )

/** Whether a count is that of a page: "Number of items in this page", "The number of returned items". */
export const saysOnPage = (text: string): boolean =>
  /\b(?:in|on|of) (?:this|the|each|the current) (?:page|response)\b|\breturned\b/i.test(text)

/** Whether a parameter is about pages: "paginate the result set", "messages with an ID less than this". */
export const saysPages = (text: string): boolean =>
  /\bpaginat(e|es|ed|ion|ing)\b|\bnext (page|(set|batch) of (results|items))\b|\bids? (is )?(less|lower|greater|higher|larger) than\b/i.test(
    text,
  )

/** Whether a number is an offset: "Offset in the result list". */
export const saysOffset = (text: string): boolean => /^\W*(?:the |an? )?(?:\w+ )?offset\b/i.test(text)

/** Whether a string is a cursor that the server creates: "An opaque identifier". */
export const saysToken = (text: string): boolean =>
  /\b(?:opaque|cursor)\b|\b(?:page|pagination|continuation) token\b/i.test(text)

export interface SpokenOrder {
  /** The sort key: the creation, or a property. */
  by: 'creation' | { property: string }
  descending: boolean
  /** The words of the description, for messages. */
  words: string
  /** The text does not state the direction: the list may be in either one. */
  eitherWay?: true
  /** The key of items with equal values. */
  further?: { property: string; descending: boolean }
  /** Where items without a value are. */
  missing?: 'first' | 'last'
}

/** A conditional sentence is not about the default. */
const CONDITIONAL = /\b(if|when|whenever|unless|with|where|otherwise|except|but|then|may|can|could|either)\b/i
const NEWEST =
  /\b(?:with (?:the )?)?(?:newest|latest|most recent(?:ly (?:created|added|made))?)(?: [\w-]+){0,2}?(?: (?:comes?|is|are))?(?: (?:appear(?:s|ing)?|listed|shown|returned))?[ -]first\b|\bfrom (?:the )?(?:newest|latest|most recent) to (?:the )?oldest\b/i
const OLDEST =
  /\b(?:with (?:the )?)?(?:oldest|earliest)(?: [\w-]+){0,2}?(?: (?:comes?|is|are))?(?: (?:appear(?:s|ing)?|listed|shown|returned))?[ -]first\b|\bin (?:the )?order of (?:their )?creation\b|\bin the order in which they were (?:created|made|added)\b|\bfrom (?:the )?oldest to (?:the )?(?:newest|latest|most recent)\b/i
/** The words between the adjective and "first": `release date` of "latest release date first". */
const BETWEEN =
  /\b(?:newest|latest|most recent(?:ly \w+)?|oldest|earliest)((?: [\w-]+){0,2}?)(?: (?:comes?|is|are|appear(?:s|ing)?|listed|shown|returned))*[ -]first\b/i
const TIME_OF_ITS_OWN =
  /\b(?:dates?|times?|years?|activity|repl(?:y|ies)|updates?|versions?|releases?|edits?|changes?)\b/i
/** `sorted by date of the last update, newest first` */
const OTHER_TIME =
  /\bby (?:the(?:ir)? )?(?:date of |time of )?(?:the )?(?:last |latest )?(?:updat|modif|chang|edit|publi|releas|activ|access|due|start|end|expir|sen[dt]|deliver)/i
/** `sorted by name, ascending`, ``ordered by `createdAt` descending``. */
const SORTED =
  /\b(?:sorted|ordered)(?: (?:alphabetically|numerically))? by [`"]?(\w+)[`"]?(?:,? ?\(?(?:in )?(ascending|descending|rising|falling)\b)/i
/** `the default order is by name, ascending`, `default sorting is ascending by name` */
const USUAL =
  /\bdefault (?:sort(?:ing)?|order(?:ing)?|sort order) is (?:(ascending|descending) )?by [`"]?(\w+)[`"]?(?:,? \(?(ascending|descending))?/i
/** `in alphabetical order of their name`, `alphabetically by name` */
const ALPHABETICAL = /\balphabetical(?:ly)?(?: order)? (?:of|by) (?:(?:their|its|the) )?[`"]?(\w+)/i

/** Finds the default order of a list, where all sentences state the same one. */
export const orderIn = (
  texts: readonly string[],
  ofParameter: string,
  properties: readonly string[],
): SpokenOrder | undefined => onlyOrder(saidOrders(texts, ofParameter, properties))

/** An order that a sentence states. */
export interface SaidOrder {
  sentence: string
  order: SpokenOrder | 'unclear'
}

/**
 * Finds what sentences state about the default order of a list.
 * @param texts descriptions of the list
 * @param ofParameter the description of its sort parameter; only sentences with "default" count
 */
export function saidOrders(
  texts: readonly string[],
  ofParameter: string,
  properties: readonly string[],
): SaidOrder[] {
  const sentences = [
    ...texts.flatMap(sentencesOf),
    ...sentencesOf(ofParameter).filter((one) => /\bdefaults?\b/i.test(one)),
  ]
  const ordersOf = (all: readonly string[]) =>
    all.flatMap((sentence) => {
      const order = orderOfSentence(sentence, properties)
      return order === undefined ? [] : [{ sentence, order }]
    })
  // "Slots that start at the same time come in the order of their ids" is about the second key.
  const first = ordersOf(sentences.filter((one) => !OF_TIES.test(one)))
  return first.length > 0 ? first : ordersOf(sentences.filter((one) => !OF_TIES_ONLY.test(one)))
}

const OF_TIES =
  /\b(?:the same|equal)\b[^.;]*\b(?:comes?|sorted|ordered|listed|ascending|descending|oldest|newest|first)\b|\bties\b/i

/** "Films of the same score are ordered by title": the words about equal entries are the subject. */
const OF_TIES_ONLY =
  /^\W*(?:(?:where|among|within|for|in case of) )?(?:[\w-]+ ){0,4}?(?:(?:of|with|at|on|in|for|has|have|share|start|end)\w* )?(?:the same|equal|ties|tied|simultaneous|identical)\b/i

/**
 * The order, where all sentences state the same one.
 * @returns undefined if there is no such sentence, or if sentences contradict each other
 */
export function onlyOrder(said: readonly SaidOrder[]): SpokenOrder | undefined {
  const first = said[0]?.order
  const same = said.every(
    ({ order: one }) =>
      one !== 'unclear' &&
      first !== 'unclear' &&
      one.descending === first?.descending &&
      keyOf(one) === keyOf(first),
  )
  return first === undefined || first === 'unclear' || !same ? undefined : first
}

const keyOf = ({ by }: SpokenOrder): string => (by === 'creation' ? '' : by.property)

/**
 * The sentences and list entries of a text, without marks of Markdown and without their ends.
 * @param ends the characters that end a sentence
 */
export const plainSentences = (text: string, ends = '.;:'): string[] =>
  text
    .replaceAll(/[`*"]/g, '')
    .split(new RegExp(`(?<=[${ends}])\\s+|\\n\\s*(?:\\n|[-•] )`))
    .map((one) =>
      one
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/[.;:]$/, ''),
    )

/** Clauses about some cases, or about another moment: "For members, …", "On return, …", "Usually, …". */
const OPENER =
  /(?:^|[,;:] (?:and )?)(?:on|upon|after|before|for|in|with|at|by|during|unlike|under|as|from|usually|normally|typically|often|sometimes|while|where|since|given|both|some)\b/i
/** "For members:", before a list. */
const LIST_OF_A_CASE =
  /(?:^|\n)[^\n]*\b(?:if|when|where|for|with|once|on|after|in|unless|only)\b[^\n.]*:\s*\n/i

/** Whether a text lists what happens in some cases. */
export const listsACase = (text: string): boolean => LIST_OF_A_CASE.test(text)

/** The sentences that describe what happens in each case and immediately. */
export const directSentences = (text: string): string[] =>
  listsACase(text) ? [] : plainSentences(text, '.').filter((one) => !OPENER.test(one))

/** Where a statement of a sentence may begin, and where it may end. */
export const CLAUSE_START = '(?:^|[,;] (?:and )?(?:then |also )?| and (?:then |also )?)'
export const CLAUSE_END = '(?=\\W*$|,? and (?:the|its|it|all|notif\\w+|inform\\w*)\\b|; )'

export const sentencesOf = (text: string): string[] =>
  text.split(/[.;:](?:\s|$)|\n\s*\n/).filter((one) => one.trim() !== '')

/** The earliest appointment is the one that starts first, not the one that was created first. */
function orderInTime(
  sentence: string,
  words: string,
  descending: boolean,
  properties: readonly string[],
): SpokenOrder | 'unclear' {
  if (OTHER_TIME.test(sentence)) return 'unclear'
  const starts = /\b(?:earliest|latest)\b/i.test(words) ? properties.filter(isStart) : []
  if (starts.length > 1) return 'unclear'
  const [property] = starts
  const between = BETWEEN.exec(words)?.[1] ?? ''
  const others = properties.filter((one) => one !== property)
  if (TIME_OF_ITS_OWN.test(between) || others.some((one) => mentions(between, one))) return 'unclear'
  return { by: property === undefined ? 'creation' : { property }, descending, words }
}

function usualOrder(
  [words, before, key = '', after]: RegExpExecArray,
  properties: readonly string[],
): SpokenOrder | 'unclear' {
  const property = properties.find((one) => normal(one) === normal(key))
  const way = before ?? after
  return property === undefined || way === undefined
    ? 'unclear'
    : { by: { property }, descending: /^desc/i.test(way), words }
}

/** A sentence about a parameter, about what is not the case, or about lists inside the items. */
const OTHER_ORDER = /\b(?:use|set|pass|add|specify|to|not|never|each|every|has|have)\b|=/i

/** `in descending order by name`, if there is such a property */
const ORDERED = /\bin (ascending|descending) order (?:by|of) (?:(?:their|its|the) )?[`"]?(\w+)[`"]?/i

/** The words about a sort key, the key, and the direction. */
function sortedIn(sentence: string, properties: readonly string[]): readonly string[] | undefined {
  const [words = '', way = '', key = ''] = ORDERED.exec(sentence) ?? []
  const isKnown = !OTHER_ORDER.test(sentence) && properties.some((one) => normal(one) === normal(key))
  return SORTED.exec(sentence) ?? ALPHABETICAL.exec(sentence) ?? (isKnown ? [words, key, way] : undefined)
}

const PLAINLY_SORTED = /\b(?:sorted|ordered) by (?:the |their )?[`"]?(\w+)[`"]?\W*$/i

/** Names are in ascending order where a sentence states no direction: "Ordered by `name`, then by `id`." */
function plainOrder(sentence: string, properties: readonly string[]): SpokenOrder | undefined {
  const first = sentence.replace(/,? then by [`"]?\w+[`"]?\W*$/i, '')
  const [words = '', key = ''] = PLAINLY_SORTED.exec(first) ?? []
  const property = properties.find((one) => normal(one) === normal(key))
  const isName = soundsLike('name', key) || soundsLike('handle', key)
  return property === undefined || !isName || CONDITIONAL.test(first) || OTHER_ORDER.test(first)
    ? undefined
    : { by: { property }, descending: false, words }
}

function orderOfSentence(
  sentence: string,
  properties: readonly string[],
): SpokenOrder | 'unclear' | undefined {
  const [newest, oldest] = [NEWEST, OLDEST].map((pattern) => pattern.exec(sentence))
  const usual = USUAL.exec(sentence)
  if (usual !== null) return CONDITIONAL.test(sentence) ? 'unclear' : usualOrder(usual, properties)
  const hits = [newest, oldest, sortedIn(sentence, properties)].filter(
    (hit) => hit !== null && hit !== undefined,
  )
  const [hit] = hits
  if (hit === undefined) return plainOrder(sentence, properties)
  const several = hits.length > 1 || sentence.split(/\bfirst\b/i).length > 2
  const [words = ''] = hit
  if (several || CONDITIONAL.test(sentence.replace(words, ''))) return 'unclear'
  if (hit === newest || hit === oldest) return orderInTime(sentence, words, hit === newest, properties)
  const key = normal(hit[1] ?? '')
  const property = properties.find((one) => [key, singularOf(key)].includes(normal(one)))
  if (property === undefined) return 'unclear'
  return {
    by: { property },
    descending: /^(desc|fall)/i.test(hit[2] ?? '') || /\breverse alphabet/i.test(sentence),
    words,
  }
}

/** Whether a text about an order names a second key: "by last name and then by first name". */
export const saysFurtherKey = (text: string): boolean => /\bthen (?:by )?|\bsecondar(?:y|ily)\b/i.test(text)

/** Conditions under which equal entries are in another order. */
const TIE_CONDITION =
  /\b(?:if|when|unless|otherwise|except|but|may|can|could|either|same direction|reversed?|undefined|not)\b/i
const TIE =
  /\b(?:ties|(?:are|is) (?:equal|the same|alike)|equal (?:entries|items|values|keys)|same (?:value|key)s?)\b/i
const TIE_KEY = /\bby (?:the |their )?[`"]?(\w+)[`"]?,? \(?(?:always |and )?(?:in )?(ascending|descending)\b/i

/**
 * The order of entries that are equal in the order of a list, whatever its direction.
 * @example tiesIn(['Ties are broken by `id`, always ascending.'], ['id'])
 * @returns undefined if there is no such sentence, or one with a condition
 */
export function tiesIn(texts: readonly string[], properties: readonly string[]): SpokenOrder | undefined {
  for (const sentence of texts.flatMap(sentencesOf)) {
    if (!TIE.test(sentence) || TIE_CONDITION.test(sentence)) continue
    const time = OLDEST.exec(sentence) ?? NEWEST.exec(sentence)
    const words = sentence.trim()
    if (time !== null) return { by: 'creation', descending: NEWEST.test(sentence), words }
    const [, key = '', way = ''] = TIE_KEY.exec(sentence) ?? []
    const property = properties.find((one) => normal(one) === normal(key))
    if (property !== undefined) return { by: { property }, descending: /^desc/i.test(way), words }
  }
  return undefined
}

/** Sentences about ties in all orders of a list, not only in its default order. */
const EVERY_ORDER =
  /\b(?:always|whatever|regardless|in (?:any|every|each|all|both)|the (?:given|requested)|(?<!default )sort(?:ing)? (?:order|key|parameter|value)s?|(?:sort|order)_?by)\b|`sort`/i

/** Sentences about the ties of one order: "Returns tasks by due date, ties newest first". */
const OWN_ORDER = /\bdefaults?\b|\bby\b.*\bties\b/is

/**
 * The order of equal entries whatever a request sorts by.
 * @param general descriptions of the parameters and of the API
 * @param ofList descriptions of the list, which are about its default order where they do not state another one
 */
export const tiesOfEveryOrder = (
  general: readonly string[],
  ofList: readonly string[],
  properties: readonly string[],
): SpokenOrder | undefined =>
  tiesIn(
    [
      ...general.flatMap(sentencesOf).filter((one) => EVERY_ORDER.test(one) || !OWN_ORDER.test(one)),
      ...ofList.flatMap(sentencesOf).filter((one) => EVERY_ORDER.test(one)),
    ],
    properties,
  )

/** Words directly before a list of values in their order: "are ordered", "sorted as", "the order of priorities is". */
const RANKED = /\b(?:(?:ordered|sorted|ranked)(?: as)?|order\b[^,(]*\bis|in (?:the|this) order)\s*$/i
/** Words that reverse an order, or that make it apply to some requests only. */
const NOT_RISING =
  /\b(?:highest|desc(?:ending)?|reverse[ds]?|most|from high|decreasing|falling|downwards?|if|when|unless|otherwise|except|not|may|can|could|either)\b/i

/**
 * The values of a choice from the lowest to the highest, as a text about an order lists all of them.
 * @example rankIn('Priorities are ordered `low`, `normal`, `high`.', 'priority', ['high', 'low', 'normal'])
 */
export function rankIn(text: string, property: string, values: readonly string[]): string[] | undefined {
  const one = `(?<![\\w-])(?:${values.map(escaped).join('|')})(?![\\w-])`
  const list = new RegExp(
    `${one}(?:\\s*(?:,|<|→|->|\\bthen\\b|\\band\\b)+\\s*(?:(?:and|then) )?${one}){${values.length - 1}}`,
  )
  for (const sentence of sentencesOf(text.replaceAll(/[`"']/g, ''))) {
    const found = list.exec(sentence)
    const before = sentence.slice(0, found?.index ?? 0)
    if (found === null || !RANKED.test(before) || !mentions(before, property)) continue
    const ranked = found[0].match(new RegExp(one, 'g')) ?? []
    // "…, so that `-priority` lists the highest first" agrees with the order before.
    const after = sentence.slice(found.index + found[0].length).replace(/,? so that -\w.*$/s, '')
    const isRising = [before, after].every((part) => !NOT_RISING.test(part) && !/(?<![\w-])-\w/.test(part))
    if (isRising && new Set(ranked).size === values.length) return ranked
  }
  return undefined
}

/** Whether a text about an order states that it ignores the case of a property: "Names are compared without case". */
export const sortsWithoutCase = (text: string, property: string): boolean =>
  saysOrderWithoutCase(text, property, /\b(?:sort|order|compar)/i)

/** The same for a text about the whole API, whose comparisons and orders may be other ones: "Header names are compared …". */
export const sortsAllWithoutCase = (text: string, property: string): boolean =>
  saysOrderWithoutCase(text, property, /\bsort(?:s|ed|ing)?\b|\border(?:ed|ing)\b|^\W*(?:the )?order of\b/i)

const saysOrderWithoutCase = (text: string, property: string, about: RegExp): boolean =>
  sentencesOf(text).some(
    (one) =>
      about.test(one) &&
      ignoresCase(one) &&
      (mentions(one, property) ||
        /^\W*(?:all )?(?:texts?|strings?) (?:is|are) (?:sorted|ordered|compared)\b/i.test(one)),
  )

const UP = /\b(ascending|rising|oldest first|smallest first|a to z)\b/
const DOWN = /\b(descending|falling|newest first|latest first|most recent first|largest first)\b/
/** Words about how to request the other direction, which is not the default. */
const ASKING =
  /\b(minus|hyphen|dash|sign|prefix|prefixed|prefixing|prepend|preceded?|append|suffix|add|use|pass|put|give)\b|[`'"(]-/

/** A text without the sentences about an order or other parameters: "Sorted by `created_at`." */
export const withoutSorting = (text: string): string =>
  text
    .split(/(?<=[.;])\s+/)
    .filter((one) => !/\b(?:sort\w*|order\w*|use|see)\b/i.test(one))
    .join(' ')

/** Whether an operation is for callers without a credential: "This endpoint is not authenticated". */
export const saysUnauthenticated = (text: string): boolean =>
  /\b(?:this|the) (?:endpoint|operation|route|call|request) is (?:not authenticated|unauthenticated|public)(?=\W*$|[.;,]| for the purpose)|\b(?:requires? no|(?:does not|doesn't) require(?: any)?) authentication(?=\W*$|[.;,])/i.test(
    text,
  )

/** Whether a number counts what filters leave out, too: "Number of items before filtering". */
export const saysUnfiltered = (text: string): boolean =>
  /\b(?:before|without|regardless of|ignoring|independent(?:ly)? of|whatever|not affected by)\b[^.;]*\b(?:filter|search)|\bunfiltered\b|\bnot filtered\b|\bacross all\b|\bin the (?:table|database|collection)\b/i.test(
    text,
  )

/** The states that a text calls the present ones: "The invoice is already paid". */
export const presentStates = (text: string, states: readonly string[]): string[] =>
  states.filter((state) => new RegExp(`\\balready (?:been )?${statePattern(state)}\\b`, 'i').test(text))

/** Whether a text states a limit: "At most five units". */
export const saysLimit = (text: string): boolean =>
  /\b(?:at most|no more than|up to|maximum|max|limit(?:ed|s)?)\b/i.test(text)

/** Whether each request makes something new: "Stores another version". */
export const saysFurther = (text: string): boolean =>
  /\b(?:versions?|revisions?|runs?|history|each (?:time|call|request)|again)\b/i.test(text)

/** Whether only one of several items can have a flag: "At most one address of a customer is the default". */
export const saysOnlyOne = (text: string, flag: string): boolean =>
  mentions(text, wordsOf(flag).at(-1) ?? flag) &&
  /\b(?:at most|only|exactly|no more than) one \w+ (?:\w+ ){0,4}(?:is|can be|may be|has)\b|\bno other \w+ [^.;]*\bremains?\b/i.test(
    text,
  )

/** Whether the text of an operation is about a creation: "Create or update a rule". */
export const saysCreates = (text: string): boolean =>
  wordsOf(text).some((word) => /^(create\w*|upsert\w*|add(s|ed)?|insert(s|ed)?)$/.test(word))

/**
 * Whether the text of an operation is about the creation of the item that it names: "Create a single user".
 *
 * @param kind of the item, in the singular: `user`
 */
export const saysCreatesIt = (text: string, kind: string): boolean =>
  new RegExp(
    `^\\W*creates? (?:(?:an?|the|this|one|single|new) )*${escaped(kind)}(?=\\W*$|[.,;:(]| (?:by|with|under|in|for|and|or|using|if|unless|that|which|as|at|on)\\b)`,
    'i',
  ).test(text)

/** Whether a PUT creates what it does not find, by its text: "Add / update a route with the supplied id", "Upserts the item". */
export const saysCreatesElse = (text: string): boolean =>
  sentencesOf(text).some((one) => CREATES_ELSE.some((form) => form.test(one)))

const CREATES = '(?:creates?|adds?|inserts?)'
const UPDATES = '(?:updates?|replaces?|changes?|modif(?:y|ies)|edits?|overwrites?|sets?)'
const CREATES_ELSE = [
  `^\\W*${CREATES}(?: [\\w-]+){0,3}? ?(?:/|or) ?${UPDATES}\\b`,
  `^\\W*${UPDATES}(?: [\\w-]+){0,4}? ?(?:/|,? or) ?${CREATES}\\b`,
  '^\\W*upserts?\\b',
  "\\b(?:created?|creates|added|inserted)\\b[^.;]{0,30}\\bif (?:it|the [\\w-]+) (?:does not|doesn[’']t|did not) (?:yet |already )?exist\\b",
  "\\bif (?:it|the [\\w-]+) (?:does not|doesn[’']t|did not) (?:yet |already )?exist,? (?:it|one|an?) [^.;]{0,30}\\b(?:created|added)\\b",
].map((source) => new RegExp(source, 'i'))

/** Whether the text of an operation is about a new relation to an item: "Follow a person", "Tag a show". */
export const saysJoins = (text: string): boolean =>
  /\b(?:follow|tag|star|like|join|subscribe(?: to)?|watch|bookmark|favou?rite|vote for) (?:a|an|the|this) \w/i.test(
    text,
  )

/** Whether the text of an operation is about a change of what exists: "Update a rule", `edit_rule`. */
export const saysUpdates = (text: string): boolean =>
  wordsOf(text).some((word) =>
    /^(update\w*|edit(s|ed)?|modif(y|ies|ied)|change[sd]?|replace[sd]?)$/.test(word),
  )

/** The same of an operation that cannot be a creation, such as "Sets the value" and `writeValue`. */
export const saysWrites = (text: string): boolean =>
  saysUpdates(text) || wordsOf(text).some((word) => /^(sets?|writes?|saves?)$/.test(word))

/** Whether a text names the creation as what a list is sorted by: "Order the results by the creation time". */
export const sortsByCreation = (text: string): boolean =>
  /\b(sort|order)\w* (the |of the )?(\w+ )?by (the |their )?(creation|created|date of creation)\b/i.test(text)

/** The key of the default order in the description of a sort parameter: "Default: -created", "defaults to `name`". */
export function defaultKeyIn(text: string, keys: readonly string[]): string | undefined {
  const [, sign = '', key = ''] =
    /\bdefaults?(?: (?:value|sort|order))?(?: is| to|:| =)? ?[`"'*]*([-+]?)([a-z]\w*)[`"'*]*(?=[\s).,;]|$)/i.exec(
      text,
    ) ?? []
  return keys.some((one) => normal(one) === normal(key)) ? sign + key : undefined
}

/** Whether a text lists the values of a direction: "`asc` or `desc`". */
export const namesDirections = (text: string): boolean => /\basc\b/i.test(text) && /\bdesc\b/i.test(text)

/** The default direction of a sort parameter, and whether a sign before a key reverses it. */
export function directionIn(description: string): {
  said: 'ascending' | 'descending' | undefined
  signed: boolean
} {
  const all = description.toLowerCase().split(/[.;](?:\s|$)/)
  const defaults = all.filter((one) => /\bdefaults?\b/.test(one))
  const sentences = defaults.length > 0 && !all.some((one) => ASKING.test(one)) ? defaults : all
  const plain = sentences.filter((one) => !ASKING.test(one)).join('. ')
  const [up, down] = [UP.test(plain), DOWN.test(plain)]
  return {
    said: up === down ? undefined : up ? 'ascending' : 'descending',
    signed: sentences.some((one) => ASKING.test(one) && DOWN.test(one) && !UP.test(one)),
  }
}

/** Milliseconds of one unit of a time in numbers; undefined if unknown. */
export function millisecondsIn(text: string): number | undefined {
  if (/milli|\bms\b/i.test(text)) return 1
  return saysUnixTime(text) || /\bseconds/i.test(text) ? 1000 : undefined
}

/** Whether a number is a point in time and not a duration. */
export const saysUnixTime = (text: string): boolean => /unix|epoch|timestamp/i.test(text)

/** Whether the server replaces a time in the past by the current time: "now at the earliest". */
export const saysNow = (text: string): boolean => /\bnow\b/.test(text)

const UNITS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 }

/** Milliseconds until a change is visible: "for up to 30 seconds", "within a minute"; 0 if unknown. */
export function delayIn(text: string): number {
  const [, count = '', unit = ''] =
    /\b(?:up to|within|after|at most|less than|takes|about)\s+(\d+|an?|one|a few)\s*(second|minute|hour)/i.exec(
      text,
    ) ?? []
  return unit === '' ? 0 : (Number(count) || (/few/i.test(count) ? 5 : 1)) * (UNITS[unit.toLowerCase()] ?? 0)
}

/** Whether a property is a result with the name of a parameter. */
export const saysResult = (text: string): boolean =>
  /\b(actual|effective|applied|found|computed|calculated|granted|lowest|highest|smallest|largest|average|remaining)(ly)?\b/i.test(
    text,
  )

/** Whether a total may be inexact or outdated. */
export const saysInexact = (text: string): boolean =>
  /\b(estimat\w*|approximat\w*|about|roughly|rounded|capped|at most|up to|at least|cached|may (lag|be|differ)|delayed|eventual\w*)\b/i.test(
    text,
  )

/** Whether a number counts the items of all pages: "How many orders there are on all pages". */
export const saysTotal = (text: string): boolean =>
  /\b(how many|number of|count of)\b(?! pages).*\b(on all pages|over all pages|across all pages|in total|altogether)\b/i.test(
    text,
  )

/** The part of the items of a kind that a number is about. */
export interface Portion {
  /** All items where there is none. */
  states: readonly string[]
  /** The number is about the items in every other state. */
  isNot: boolean
}

/** Words that limit a number to some items in a way that only a person understands. */
const LIMITED =
  /\b(?:only|not|non|no longer|except|excluding|without|unless|minus|less|plus|times|multiplied|divided|twice|half|double[ds]?|other than|distinct|unique|different|active|current(?:ly)?|recent(?:ly)?|last|past|future|upcoming|today|(?:this|per|each|by) (?:day|week|month|year|\w+)|over-?due|due|remaining|left|free|available|max\w*|most|allowed|limit|average|excluded|cached|you|(?:has|have) (?:read|seen)|can|could|may|fits?|holds?|planned|estimated|expected|since|until|within|during|whose|where|that|which|who|with)\b/i

/** Words before a noun that do not limit it. */
const PLAIN =
  /^(?:all|the|of|its|their|these|this|every|each|an?|and|or|many|how|for|over|in|total|non-\w+)$/i

/** Words for states whose items count too: "including closed ones", "closed ones included", "also closed ones". */
const INCLUDED = /\b(?:includ(?:es|ed|ing)|inclusive|also|even|whether|regardless|whatever)\b/i

const NEGATED = /\b(?:not|never|only|excluded|except|without)\b|n.t\b/i

/** "that the order has", "which belong to it" */
const BELONGING =
  /\b(?:were|was|are|is) (?:created|made|placed|booked|issued|opened|written) (?:with|for|by|on|in|from|against) (?:the|this|it)\b|\b(?:that|which|who) (?:(?:belongs?|(?:is|are) (?:in|on|of|at|assigned|linked)) (?:to )?|(?:the|this|an?) \w+ (?:has|contains|holds))\b/gi

/**
 * Whether the number that a text describes is about all items of a kind, or about those in some states.
 * @param noun for one item
 * @param states the values of its status
 * @returns undefined if the text does not name the kind; `unclear` if it is about some items
 * @example portionIn('Number of open issues.', 'issue', ['open', 'closed']) // { states: ['open'], isNot: false }
 */
export function portionIn(
  text: string,
  noun: string,
  states: readonly string[],
): Portion | 'unclear' | undefined {
  const [sentence] = sentencesOf(text).filter((one) => mentions(one, noun))
  if (sentence === undefined) return undefined
  const [, before] = new RegExp(`([\\w’'-]+) [\`]?${inEitherNumber(noun)}\\b`, 'i').exec(sentence) ?? []
  const isOfHolder = /['’]s?$/.test(before ?? '')
  const isLimited =
    before !== undefined &&
    !isOfHolder &&
    !PLAIN.test(before) &&
    !states.some((state) => spokenState(state).endsWith(before.toLowerCase()))
  if (isLimited) return 'unclear'
  const named = states.flatMap((state) => {
    const at = new RegExp(`\\b${statePattern(state)}\\b`, 'i').exec(sentence)
    return at === null ? [] : [{ state, at: at.index }]
  })
  // "Number of all orders, cancelled ones included", but not "Number of open issues, including blocked ones"
  const isOfState = before !== undefined && !isOfHolder && !PLAIN.test(before)
  const isAll = named.length > 0 && !isOfState && INCLUDED.test(sentence) && !NEGATED.test(sentence)
  if (isAll) return { states: [], isNot: false }
  // "Number of issues. Closed ones are not included."
  const others = sentencesOf(text).filter((one) => one !== sentence && NEGATED.test(one))
  if (others.some((one) => states.some((state) => mentions(one, spokenState(state))))) return 'unclear'
  if (named.length === 0)
    return LIMITED.test(sentence.replaceAll(BELONGING, '')) ? 'unclear' : { states: [], isNot: false }
  const first = Math.min(...named.map(({ at }) => at))
  const isNot =
    /\b(?:non|not|other than|except(?:ing)?|excluding|without|unless|neither|isn.t|aren.t)\b/i.test(
      sentence.slice(0, first),
    )
  return { states: named.map(({ state }) => state), isNot }
}

/** A state as texts write it: `in progress`, `in_progress` or `in-progress`, and `cancelled` or `canceled`. */
export const statePattern = remembered((state) =>
  escaped(spokenState(state))
    .replaceAll(' ', '[ _-]?')
    .replace(/cancell?ed\b/i, 'cancell?ed'),
)

/** A state in words: `in progress`. */
export const spokenState = (state: string): string =>
  state.replaceAll(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')

/** Words of limits: "How many loans the member may have open". */
const ALLOWED =
  /\b(?:may|can|could|might|should|must|allow(?:s|ed)?|permit(?:s|ted)?|limit(?:s|ed)?|maximum|at most|up to|entitled|remain(?:s|ing)?|left)\b/i

/** Whether a text describes the number of items of a kind: "How many loans the member has". */
export const saysCountOf = (text: string, noun: string): boolean => {
  const words = inEitherNumber(noun)
  if (ALLOWED.test(sentencesOf(text)[0] ?? '')) return false
  return new RegExp(
    `\\b(?:number|count|total) of (?:[\\w-]+ ){0,3}?[\`]?${words}\\b|\\bhow many (?:of (?:the |its |their |this )?(?:[\\w-]+['’]s? )?)?(?:[\\w-]+ ){0,2}?${words}\\b`,
    'i',
  ).test(text)
}

export type SummaryKind = 'average' | 'most' | 'least'

const SUMMARIES: Readonly<Record<string, SummaryKind>> = {
  average: 'average',
  mean: 'average',
  highest: 'most',
  largest: 'most',
  greatest: 'most',
  lowest: 'least',
  smallest: 'least',
}
const DECIMALS = '(?:,? ?\\(?rounded to (?:one|two|three|[1-3]) decimals?(?: (?:places?|digits?))?\\)?)'
const NOTHING =
  '(?:[;,.] (?:it is )?`?null`? (?:without (?:any )?\\w+|(?:if|when|while) there (?:is|are) (?:none|no \\w+)))'
/** "Average rating of its reviews, rounded to one decimal; null without reviews." */
const SUMMARY = new RegExp(
  `^(?:the )?(${Object.keys(SUMMARIES).join('|')}) (?:of )?(?:the |all )?((?:[\\w\`]+ ){1,3}?)(?:of|over|across) ((?:(?:all|its|the|their) )+(?:\\w+ )?\\w+s)${DECIMALS}?${NOTHING}?[\\s.]*$`,
  'i',
)

/**
 * The sum that a text would be about without the word for an average or an extreme: "Average rating of its reviews".
 * @example summaryIn('Average of the ratings of all reviews.') // { by: 'average', text: 'sum of ratings of all reviews' }
 */
export function summaryIn(text: string): { by: SummaryKind | undefined; text: string } {
  const [, word = '', of = '', items = ''] = SUMMARY.exec(text) ?? []
  const by = SUMMARIES[word.toLowerCase()]
  return by === undefined ? { by, text } : { by, text: `sum of ${of}of ${items}` }
}

/** The number from which a text subtracts, and the rest: "`capacity` minus the number of bookings". @param names of the numbers */
export function remainderIn(
  text: string,
  names: readonly string[],
): { from: string | undefined; text: string } {
  const [, first = '', rest] =
    /^(?:the |its )?([\w -]+?) (?:minus|less|−|–|-) ((?:the )?(?:number|count|sum|total) of (?!.*\b(?:and|or|times|plus|minus|twice)\b)[\w ]+\.?)$/i.exec(
      text.replaceAll('`', ''),
    ) ?? []
  const from = names.find((name) => new RegExp(`^(?:${escaped(name)}|${asWords(name)})$`, 'i').test(first))
  return from === undefined || rest === undefined ? { from: undefined, text } : { from, text: rest }
}

/** The parts that a sum contains or lacks: "including VAT". */
const ADDED =
  /\b(?:including|includes?|incl\.?|excluding|excludes?|excl\.?|plus|minus|less|with|without|before|after|net of|not counting) (?:any |all |the )*[\w-]+/gi

/** Whether a text describes the sum of a property over items of a kind: "Sum of the amounts of the payments". */
export const saysSum = (text: string, property: string, noun: string): boolean =>
  sentencesOf(text.replaceAll(ADDED, '')).some(
    (one) =>
      /\b(?:sum|total|combined|added up|adds up)\b/i.test(one) &&
      mentions(one, noun) &&
      mentions(one, property),
  )

/** Whether a text describes a sum over items of a kind and no more: "Sum of the lines". */
export function saysSumOfAll(text: string, noun: string): boolean {
  const whole = new RegExp(
    `^\\W*(?:the )?(?:sum|total) of (?:all |the |its )*${inEitherNumber(noun)}(?: (?:of|for) (?:the|this|an?) [\\w-]+)?\\W*$`,
    'i',
  )
  const sentences = sentencesOf(text)
  return (
    sentences.some((one) => whole.test(one)) &&
    sentences.every((one) => whole.test(one) || !OTHER_PARTS.test(one))
  )
}

/** Sentences about further parts of a sum, or about parts that do not count. */
const OTHER_PARTS =
  /\b(?:add\w*|plus|includ\w*|exclud\w*|subtract\w*|less|minus|discounts?|tax\w*|fees?|shipping|except|only|without|not|on top)\b/i

/**
 * Whether a number next to a list counts more than the items of the page: "Total number of items on the server", not "Total
 * number of items returned". A count of the database may ignore the filters.
 */
export const saysAllItems = (text: string): boolean =>
  /\btotal (number|count|sum) of\b|\btotal (?!pages?\b)\w+ count\b/i.test(text) &&
  !/\breturned\W*$|\b(?:on|in) (?:this|the current) page\b|\bin the (?:whole |entire )?database\b/i.test(text)

/** Whether a state is a part of a country: "US state or territory". */
export const saysRegion = (text: string): boolean =>
  /\b(?:US|U\.S\.|two[- ]letter) state\b|\bstates? (?:or|and) (?:territor|provinc|region)|\bprovinc/i.test(
    text,
  )

/** Whether a text describes a response as an error: "Unexpected error". */
export const saysError = (text: string): boolean =>
  /\b(errors?|unexpected|fail(?:ed|s|ures?)?|problem)\b/i.test(text)

/** Whether a text is about the moment of a property: "events starting after this" or "events that start later" for `start_date`. */
export function saysMoment(text: string, property: string): boolean {
  const [verb = ''] = wordsOf(property)
  const stem = verb.replace(/(?:ed|s)$/, '')
  if (stem.length < 3) return false
  return new RegExp(
    `\\b${escaped(stem)}(?:e?[sd]|ing|ning)\\b|\\b(?:that|which) ${escaped(stem)}\\b`,
    'i',
  ).test(text)
}

/** Whether a text has the first word of a property as it is: "that start" or "starts" for `starts_at`, "started" for `started_at`. */
export function isInSameTense(text: string, property: string): boolean {
  const [verb = ''] = wordsOf(property)
  return new RegExp(`\\b${escaped(verb.replace(/s$/, ''))}s?\\b`, 'i').test(text)
}

/** Whether a value is set once and never changes. */
export const saysFixed = (text: string): boolean =>
  /\b(fixed|frozen|snapshot|immutable|never changes|does not change|at (the )?(time of )?(its )?creation|(when|as) (it|the \w+) (is|was) (created|made)|original(ly)?|first)\b/i.test(
    text,
  )

/** Whether a copy of a value follows the value. */
export const saysCurrent = (text: string): boolean =>
  /\b(?:current|always|up[- ]to[- ]date|in sync|follows?|as it is now|live)\b/i.test(text) && !saysFixed(text)

/** Whether a server sets a property that a request leaves out, or leaves it as it is. */
export const saysFilled = (text: string): boolean =>
  /\b(stays?|assigned|generated|next free|server'?s? (choice|choos\w+|sets?|assigns?)|(set|chosen|given) by the server|automatic(ally)?)\b/i.test(
    text,
  )

/** "Properties that are left out get their default" describes a replacement. */
const REPLACED =
  /\b(?:omitted|left out|not (?:given|sent|provided|included|specified)|missing (?:fields|members|properties))\b(?:(?!\bnot\b|n't)[^.;])*\b(?:defaults?|reset|cleared|removed|deleted|null|empty)\b/gi

/** "The body is the complete new state", "Optional properties go back to their defaults" */
const REPLACES_ALL =
  /\b(?:complete|entire|whole|full)\b[^.;]{0,40}\b(?:state|representation|replac\w+|body|object|resource)\b|\b(?:falls? back|goes? back|returns?|(?:is|are) reset) to (?:its|the|their) defaults?\b/i
const STAYS =
  /\b(?:omitted|left out|missing|absent|not (?:given|sent|provided|included|specified))\b[^.;]*\b(?:unchanged|untouched|kept|keeps?|stays?|remains?|not)\b|\b(?:partial\w*|merge[sd]?)\b/i

/** Whether a replacement only changes the properties that it contains. */
export const saysMerges = (text: string): boolean =>
  !(REPLACES_ALL.test(text) && !STAYS.test(text)) &&
  /\b(partial|merge[sd]?|patch(es|ed)?|omitted|left out|not (given|sent|provided|included|specified)|missing (fields|members|properties)|only (the )?(given|sent|provided|supplied|specified|fields|members|properties)|unchanged|untouched|keeps?)\b/i.test(
    text.replaceAll(REPLACED, ''),
  )

/** Whether a number is that of the newest version. */
export const saysNewestVersion = (text: string): boolean =>
  /\b(last|latest|newest|most recent|highest)\b|each change makes the next|every change makes a new/i.test(
    text,
  )

/** Whether a sentence states that an outdated version, of a property with one of these names, is rejected. */
export const saysOutdated = (text: string, names: string): boolean =>
  text
    .split(/[.;]\s/)
    .some(
      (one) =>
        /\b(stale|outdated|out[- ]of[- ]date|up[- ]to[- ]date|current|optimistic)\b/i.test(one) &&
        new RegExp(names, 'i').test(one),
    )

/** Whether a server compares a tag with the current state. */
export const saysCompared = (text: string): boolean =>
  /\b(up[- ]to[- ]date|current|latest|match(es)?|stale|concurren\w+|optimistic|conflicts?)\b/i.test(text)

/** Whether several resources have the same secret. */
export const saysShared = (text: string): boolean =>
  /\b(of|for|by|per) (the|your|an?|each|all)? ?(account|organi[sz]ation|workspace|tenant|project|team|customer|application|app)s?\b|\b(shared|account-wide|public)\b/i.test(
    text,
  )

/** @param file the last segment of the download's path, which the text may use as the name of the file */
const aboutFile = (text: string, file: string): string =>
  text.replace(new RegExp(`\\bof the ${escaped(file)}\\b`, 'gi'), 'of the file')

/** Whether a digest is computed over the file. */
export const saysOfFile = (text: string, file: string): boolean =>
  /\b(sha-?\d|md-?5|of (the|its) (file|content|bytes|download))/i.test(aboutFile(text, file))

/** Whether a size is in another unit than bytes, or is the size of another file. */
export const saysOtherFile = (text: string, file: string): boolean =>
  /\b(kilo|mega|giga|kibi|mebi|[kmg]i?b\b|pages?|lines?|characters|pixels|blocks|rounded|approximate|original|uploaded|source|compressed|encrypted|stored|metadata)/i.test(
    aboutFile(text, file),
  )

const DIGEST = /\b(SHA-?(?:1|224|256|384|512)|MD5)\b[^.;]{0,40}?\bof (?:the |its )?[`"']?(\w+)/i
/** Words for a digest over a part of the value, or over another serialization of it. */
const OTHER_BYTES =
  /\bhmac|\b(keyed|salt(ed)?|signature|truncated|short(ened)?|prefix|first|last|leading|canonical\w*|normali[sz]ed|seriali[sz]ed|compressed|encrypted|trimmed|concatenat\w*|joined|followed by|lower-?cased)\b|\d+[ -](characters|digits|bytes|chars)/i
/** "… of the name and the id" */
const FURTHER_PART = /^[`"']?\s*(,?\s*(and|plus|with|then)\b|[+&])/i

/** The algorithm of a digest and the property that it covers: "SHA-256 of the content". */
export function digestIn(text: string): { algorithm: string; of: string } | undefined {
  const said = DIGEST.exec(text)
  const [, algorithm = '', of = ''] = said ?? []
  if (said === null || OTHER_BYTES.test(text) || FURTHER_PART.test(text.slice(said.index + said[0].length)))
    return undefined
  return { algorithm: algorithm.toLowerCase().replace('-', ''), of }
}

/** The algorithm of a signature. */
export const algorithmIn = (text: string): 'sha512' | 'sha256' | 'sha1' | undefined =>
  /sha-?512/i.test(text)
    ? 'sha512'
    : /sha-?256|-256\b/i.test(text)
      ? 'sha256'
      : /sha-?1\b/i.test(text)
        ? 'sha1'
        : undefined

export const saysBase64 = (text: string): boolean => /base-?64/i.test(text)

/** Whether the URL of a subscription must use HTTPS. */
export const requiresHttps = (text: string): boolean => /https/i.test(text)

/** Whether the URL of a subscription must be public. */
export const requiresPublicAddress = (text: string): boolean =>
  /public|private (address|network|range|ip)|loopback|internal (address|network|host)|ssrf/i.test(text)

/** Whether a button of a consent page grants the requested access. */
export const saysAllow = (label: string): boolean =>
  /allow|approve|accept|authori[sz]e|agree|grant|yes|continue|confirm/i.test(label) &&
  !/deny|cancel|reject|refuse|no\b|sign out|log ?out/i.test(label)

/** The requirement that a rejected property or parameter violates. */
export type Demand =
  | { kind: 'required' }
  /** It must be missing. */
  | { kind: 'absent' }
  /** Its value must also be valid against this schema. */
  | { kind: 'schema'; schema: JsonObject }
  | { kind: 'prefix' | 'suffix'; text: string }
  /** Its value is in use. */
  | { kind: 'unique' }
  /** It refers to a resource that does not exist. */
  | { kind: 'existing' }
  /** It must refer to a resource that the item of the path refers to. */
  | { kind: 'shown' }
  /** It must be above, or below, the value of another property of the same object. */
  | { kind: 'above' | 'below'; other: string }
  /** Its value is invalid, and the text gives no reason. */
  | { kind: 'other' }

const SIGNS: Readonly<Record<string, string>> = {
  dot: '.',
  period: '.',
  slash: '/',
  colon: ':',
  hash: '#',
  'dollar sign': '$',
  underscore: '_',
  comma: ',',
}

const CHOICE =
  /\b(?:(?:must|should|has to|can|may|to) (?:only )?be|(?:is|are)n.t|is not|not|expected|expecting|use|are|to be) (?:any |either )?(?:one )?(?:of|in)\b|\b(?:allowed|valid|accepted|possible|permitted|supported|available) (?:\w+ )?(?:values?|options?|choices?|types?|schemes?|protocols?)\b|\bmust be either\b/i
const REQUIRED =
  /\b(?:is|are|was|field|property|parameter|value|argument|attribute) (?:a )?(?:required|mandatory|missing)\b|\b(?:required|missing|mandatory)[ _](?:required )?(?:field|property|parameter|param|argument|value|attribute|query|header)s?\b|\bcan(?:no|.)t be (?:blank|empty|null|missing|undefined)\b|\bmust be (?:provided|present|specified|given|set|supplied|included)\b|\b(?:must|should|may) not be (?:blank|empty|null|undefined|missing)\b|\bmust (?:include|provide|specify|supply)\b|\bmissing (?:the |a |an )?["'`]?[\w.-]+["'`]? (?:field|property|parameter|param|argument|value|attribute|query|header)\b|\bnot (?:present|provided|specified|supplied) or (?:not|is|in|an?)\b|^required$|^missing$|\bany\.required\b|\bmissing_field\b|\b(?:received|got) undefined\b|\bno \w+ (?:(?:or|nor|and) \w+ )?(?:is |was |were )?(?:given|provided|specified|included)\b|\bexpects? .{0,40}\bto be (?:present|provided)\b|\brequires (?:a|an|the)\b/i
const ABSENT =
  /\b(?:unknown|unrecognized|unexpected|unsupported|undeclared|additional|extra) (?:field|property|properties|key|keys|parameter|param|attribute|column|argument|input|member)s?\b|\b(?:is|are) not (?:allowed|permitted|expected)\b|\bshould not exist\b|\bmust not (?:be (?:set|present|specified|provided)|(?:have|contain)(?! (?:fewer|more|less|spaces|whitespace)))\b|\bread[- ]?only\b|\bcan(?:no|.)t be (?:set|specified|provided|changed|modified)\b|\bnot permitted\b|\bobject\.unknown\b|\bextra_forbidden\b|(?<!\b(?:not|never|cannot|n.t) )\bleave ["'`]?\w+["'`]? (?:empty|out|unset)\b|\bmutually exclusive\b/i
/** Two values of which a request may have only one: "cannot give rrsets AND zone", "cannot use page and cursor together". */
const NOT_BOTH =
  /\b[Cc]an(?:no|.)t (?:give|use|specify|provide|supply|combine) (?:both )?["'`]?([A-Za-z_$][\w$.-]*)["'`]? (?:AND \w|(?:and|together with) ["'`]?[\w$.-]+["'`]?(?=$|[.,;!]| (?:together|at (?:once|the same time)|in one request)\b))/
/** A value that is missing, at the end of a clause and without a condition. */
const ABSENT_VALUE =
  /^(?!.*\b(?:if|when|because|unless)\b.*\bnot \w+).*\bnot (?:present|provided|specified|supplied)\b(?! (?:in|when|if|otherwise|elsewhere)\b)/i
/** A property that is for other requests: "is for declined quotes only", "can only be set when the status is paid". */
const ELSEWHERE =
  /\b(?:is|are) (?:allowed |valid |accepted |possible |meant )?(?:for|with|when|if|in) [\w `'"-]{1,40} only\b|\b(?:is|are) only (?:allowed |valid |accepted |possible |permitted )?(?:for|with|when|if)\b|\b(?:can|may|must) only be (?:set|given|sent|used|present|provided) (?:for|with|when|if|in)\b/i
/** A reference to something that another item does not have: "is not a unit of this rental", `line_not_in_order`. */
const OF_ANOTHER =
  /\bnot (?:an?|one|any) [\w -]{1,30}? (?:of|in|from|on) (?:this|that|the) [a-z]+|\b(?:not|n.t) (?:part of|in|on|from|belong(?:s|ing)? to|contained in|included in) (?:this|that|the same) (?!format|range|case|way|form)[a-z]+|\b(?:not|n.t) (?:(?:a )?part of|belong(?:s|ing)? to|contained in|included in) the (?!format|range|case|way|form|request|body|schema|list|enum|set|allowed|free|plan)[a-z]+|[a-z]_not_(?:in|part_of|of)_[a-z]/i
const AFFIX =
  /\b(?:must|should|needs? to|has to|have to|does(?: not|n.t)?|not)\b.{0,30}?\b(end|start|begin|terminate)(?:s|d|ed|ing)? (?:with|in|by) (?:an? |the )?(?:["'`](.{1,20}?)["'`]|([a-z]+(?: sign)?)|(\S{1,10}))/i
const EXISTING =
  /\bnot found\b|\bdoes(?: not|n.t) exist\b|\bno such\b|\bcould(?: not|n.t) (?:be found|find)\b|\bforeign key\b|\bnot exist\b|\binvalid reference\b|\bunknown (?!error)\w+\b|\bnot (?:an?|any) (?:known|existing) (?!value|format|type|time|currency|country|locale|language|unit|iso)\w+/i
const USED =
  /\b(?:taken|already (?:exists?|in use|used|registered|been taken|present|belongs to|assigned to)|exists already|duplicate|must be unique|not unique|unique constraint)\b|already_exists|_TAKEN|_EXISTS|NOT_UNIQUE/i
const INVALID =
  /\b(?:invalid|malformed|illegal|not (?:a )?valid|bad|incorrect|wrong|not acceptable|could not be parsed|cannot parse|unparsable|out of range)\b/i

/** Conflicts of the moment, of a limit or of a repeated key, which no second request causes for certain. */
const PASSING_CONFLICT =
  /\b(?:running|progress|process(?:ing|ed)?|pending|queued|concurren\w+|simultaneous\w*|limits?|quotas?|maximum|idempot\w+|version|stale|modified|updated|archived|deleted|locked)\b/i

const REPEATED =
  /\b(?:already(?! know)|twice|more than once)\b|\bonly once(?=[\s.;,]*$| (?:per|every \d+|each) \w)/i

/** "The loan has been closed before" */
const isDoneBefore = (text: string): boolean =>
  /\bbeen (?!changed|edited|viewed|opened|touched|used)\w+ed before[\s.;]*$/i.test(text) &&
  !/\b(?:not|never|must|should)\b/i.test(text)

/**
 * Whether the description of an error response promises that the same request fails when it is sent again.
 * @param by the request: an `action` on an item, a `creation`, or one `below` an item, whose state the text may be about
 * @example promisedConflict('The loan is already closed.', 'action') // true
 */
export function promisedConflict(text: string, by: 'action' | 'creation' | 'below'): boolean {
  // An action that leads to a state conflicts with it.
  const rest = by === 'action' ? text.replace(/\balready (?:archived|deleted|locked)\b/i, 'already so') : text
  if (PASSING_CONFLICT.test(rest.replace(/\bnon-\w+|\bnot \w+ed\b/gi, ''))) return false
  if (QUANTITY.test(text)) return false
  if (by === 'action') return (REPEATED.test(text) || isDoneBefore(text)) && !USED.test(text)
  if (USED.test(text) || saysUnique(text) || ONCE.test(text)) return true
  return /\balready has\b/i.test(text) || (by === 'creation' && /\balready\b/i.test(text))
}

/**
 * The properties in backticks whose values are in conflict. One after "unless" or "within" is an exception or a scope.
 * @example conflictingNames('The `serial` is taken, unless `mode` is "replace".', ['serial', 'mode']) // ['serial']
 */
export function conflictingNames(text: string, names: readonly string[]): string[] {
  const [subject = ''] = text.split(/\b(?:unless|except|without|and|in|within|with)\b/i)
  return names.filter((name) => subject.includes(`\`${name}\``))
}

/** "The microchip number, if given, must be unique." */
export const saysIfGiven = (text: string): boolean =>
  /\b(?:if|when|where|once) (?:it is |they are |one is )?(?:given|set|present|sent|provided|specified|supplied|not null)\b/i.test(
    text,
  )

/** Whether a cause is about an item that another sentence names: "it must not have an invoice already". */
export const beginsWithPronoun = (cause: string): boolean => /^(?:it|they)\b(?!.*\bunique\b)/i.test(cause)

/** A number of items, which a second one need not reach: "has 5 attachments already", "There are four already". */
const QUANTITY =
  /\b(?:ha(?:s|ve)|holds?|contains?|reached|(?:is|are) (?:there )?(?:already )?(?=\d|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty))\b[^.;]*\b(?:[2-9]|\d{2,}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b|\balready\b[^.,;]*\b(?:twice|thrice|times)\b|\b(?:[2-9]|\d\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?!of\b|or\b)[\w'’-]+ [^.,;]{0,120}\balready\b/i

/** "Cancelling a booking that is cancelled already is harmless", "A second time changes nothing and is a 200" */
const REPEATABLE =
  /\b(?:already|again|twice|repeat\w*|second time|once more|any ?more often)\b[^.;]{0,80}\b(?:harmless|no effect|no-op|nothing|unchanged|200|204|allowed|fine|ok|idempotent|succeeds?)\b|\bidempotent\b/i

/** Whether a text states that a second request of the kind succeeds. */
export const saysRepeatable = (text: string): boolean =>
  text.split(/[.;!?](?:\s|$)/).some((one) => REPEATABLE.test(one) && !/\b4\d\d\b|\bnot\b/i.test(one))

/** Whether a cause is that time has passed for an item, which no second request of an action brings about. */
export const saysTooLate = (text: string): boolean =>
  /\b(?:already|has|have) (?:started|begun|passed|elapsed|departed|taken place)\b|\bhas gone by\b/i.test(
    text,
  ) && !/\balready (?!started|begun|passed|elapsed|departed|taken place)\w+/i.test(text)

/** Sentences about a value or a relation that two items cannot have. */
const ONCE =
  /\b(?:not be in use|in use by another|(?:must|has to) stay unique|(?<!not )(?:is|are|be) unique)\b|\bcan(?:not|.t) (?:be )?\w+ twice\b|\b(?:can|may) (?:be )?\w+ (?:only|at most|no more than) once\b|\bonly once (?:for|per|in|on|to) the same\b/i

/** Words for the opposite of a flag. */
const OPPOSITES: Readonly<Record<string, string>> = {
  active: 'inactive|deactivated|disabled',
  enabled: 'disabled',
}

/**
 * A text with "is not active" instead of "has been deactivated", where an item has such a flag.
 * @param flags the names of its flags; one of several other states may not be the opposite
 * @param states its states
 */
export function withoutOpposites(text: string, flags: readonly string[], states: readonly string[]): string {
  const named = new Set(states.map((one) => one.toLowerCase()))
  return flags.reduce((changed, state) => {
    const others = (OPPOSITES[state] ?? `un${escaped(state)}`).split('|').filter((one) => !named.has(one))
    if (others.length === 0 || !/^[a-z]+$/.test(state)) return changed
    return changed.replaceAll(
      new RegExp(
        `\\b(?:(is|are|was|were)|has been|have been) (?:currently |already )?(?:${others.join('|')})\\b`,
        'gi',
      ),
      (_, verb = 'is') => `${verb} not ${state}`,
    )
  }, text)
}

/** The state in which a request is rejected, by the description of the error response. */
export interface StateCondition {
  /** Rejected in these states; with `isNot`, in every other state. */
  states: readonly string[]
  isNot: boolean
}

const NOT_IN =
  /\b(?:not|only|unless|(?:is|are|was|has|have)n.t|no longer|neither|must (?:be|have)|(?:needs?|ha(?:s|ve)|is expected|are expected) to be|should be|other than)\b/i
/** Words before a state that is missing or necessary: "without an active vehicle", "requires an active vehicle". */
const WITHOUT =
  /\b(?:no(?! longer)|none|nothing|without|lack(?:s|ing)?|missing|requires?|needs?|expects?|until|before|should|to be|allowed|possible|permitted|available|accepted)\b/i
/** Words that may follow the states in which a request is rejected: "vehicles", "accepts no visits", ", so it is read-only". */
const AFTER_STATES =
  /^(?:e?s)?(?: (?!(?:is|are|was|were|be|has|have|had|must|should|to|only|required?s?|needed|needs|necessary|expected|mandatory|missing|lacking|not?|responses?|bod(?:y|ies)|requests?|values?|parameters?|fields?)\b)[\w-]+){0,2}(?:\W*$|, (?:so|hence|thus)\b| (?:is|are) (?:rejected|forbidden|read-only|immutable|final|locked)\W*$| (?:accepts?|allows?|takes?|permits?) no\b)/i

/** Exceptions that no request can rule out: "Administrators can override this". */
const EXCEPTIONS =
  /\b(?:admin(?:istrator)?s?|overrid\w+|except(?:ions?)?|exempt\w*|usually|normally|typically|generally|sometimes|often|mostly|at the discretion)\b/i

/** Whether a text names exceptions that no request can rule out. */
export const namesExceptions = (text: string): boolean => EXCEPTIONS.test(text)

/** A cause in plain words: "with status `paid`" and "whose state is paid" are "that is paid"; consequences are left out. */
const plainCause = (text: string): string =>
  text
    .replaceAll(/[`*"]/g, '')
    .replaceAll(
      /,? (?:and|so|hence|thus)(?: (?:therefore|so|it|thus))? (?:can(?:not| not|.t)|may not|must not)\b[^.;]*/gi,
      '',
    )
    .replaceAll(
      /\b(?:with (?:the |an? )?(?:status|state)|whose (?:status|state) is|in (?:the )?(?:status|state))(?: of)? (?=\w)/gi,
      'that is ',
    )
    .replaceAll(/['’]s (?:current )?(?:status|state) (?=is\b|was\b|must be\b)/gi, ' ')
    .replace(
      /^\W*(?:conflict\W+)?(?:(?:returned|raised|occurs|given|sent|happens|rejected) )?(?:if|when(?:ever)?|because)\b /i,
      '',
    )
    .replace(
      /^\W*(?:conflict\W+)?not (?:possible|allowed|available|permitted|accepted) (?:for|in|on|with|from|while|when|if) /i,
      '',
    )

/** Sentences that state what a request does: "An open box becomes sealed", "Seals an open box". */
const STATE_CHANGE =
  /\b(?:becomes?|turns? into|is set to|goes (?:back )?to|changes to)\b|^\W*(?!(?:Has|Is|Was|Needs|Requires|Lacks|Exists|Conflicts)\b)[A-Z][a-z]+s (?:an?|the) /

/**
 * The states that the description of an error response names as its cause.
 * @param states the values of the property with the state, such as `draft` and `in_progress`
 * @param nouns what the request calls the item, where it only refers to it: the cause must be about such an item
 * @param isAllowed whether a clause may be the cause
 * @returns undefined where it names none, or more than a state
 * @example stateCondition('Only open issues can be closed.', ['open', 'closed']) // { states: ['open'], isNot: true }
 */
export function stateCondition(
  text: string,
  states: readonly string[],
  nouns: readonly string[] = [],
  isAllowed: (clause: string) => boolean = () => true,
): StateCondition | undefined {
  if (EXCEPTIONS.test(text) || STATE_CHANGE.test(text)) return undefined
  // The verb after "cannot" does not name a cause.
  const causes = plainCause(text).replace(
    /\b(can|may|could)(not| not)? be \w+/gi,
    (_, _verb, negation?: string) => (negation === undefined ? 'can' : 'cannot'),
  )
  const oneOf = `(?:${states.map(statePattern).join('|')})`
  // "Shipped and cancelled orders" are those in either state.
  const plain = causes.replace(new RegExp(`\\b(${oneOf}) and (?=${oneOf}\\b)`, 'gi'), '$1, ')
  // "Closed, unless it is empty" is closed, and something else.
  const exception = `\\b${oneOf}\\b[^.;]*\\b(?:unless|apart from|save (?:for|where|if)|but not|as long as)\\b`
  if (new RegExp(exception, 'i').test(plain)) return undefined
  // Of "closed, or has no seats left", one condition is enough; of "closed and paid", none is.
  const isChoice =
    /,[^,.;]* or (?:\w+ )*\w+/i.test(plain) && !/\b(?:and|but|while|unless|if|when)\b/i.test(plain)
  const separator = new RegExp(
    `[.;]\\s|, (?=(?:the|its|their) [\\w-]+(?: [\\w-]+)? (?:is|are|has|have|was|were)\\b${isChoice ? '|(?:is|are|has|have|was|were|on|at|already|still|not)\\b' : ''})|,? or (?!\\w+[.,]?$|(?:an? |is |are )?${oneOf}\\b)`,
    'i',
  )
  for (const whole of plain.split(separator)) {
    const clause = withoutFurther(whole)
    const isMeant =
      clause !== undefined &&
      isAllowed(clause) &&
      (nouns.length === 0 || nouns.some((noun) => isAbout(clause, noun, oneOf)))
    const condition = isMeant ? conditionIn(clause, states) : undefined
    if (condition !== undefined) return condition
  }
  return undefined
}

function conditionIn(clause: string, states: readonly string[]): StateCondition | undefined {
  const others = states.reduce((rest, one) => rest.replaceAll(new RegExp(escaped(one), 'gi'), ''), clause)
  if (PASSING_CONFLICT.test(others)) return undefined
  // "Only open issues can be closed" is about open ones.
  const [subject = ''] = clause.split(/\b(?:can|may|could)(?:not)?\b|\b(?:must|should)(?: not|n.t)\b/i)
  const named = statesNamed(subject, states)
  if (named === undefined) return undefined
  const { before, after } = named
  const isNot = NOT_IN.test(before)
  const isCause = isNot ? isNegatedCause : isRejectedIn
  return isCause(before, after, clause.slice(subject.length)) ? { states: named.states, isNot } : undefined
}

/** The states that a text names, with the parts before the first one and after the last one. */
function statesNamed(
  text: string,
  states: readonly string[],
): { states: string[]; before: string; after: string } | undefined {
  const found = states.flatMap((state) => {
    const at = new RegExp(`\\b${statePattern(state)}s?\\b`, 'i').exec(text)
    return at === null ? [] : [{ state, at: at.index, end: at.index + at[0].length }]
  })
  if (found.length === 0) return undefined
  return {
    states: found.map(({ state }) => state),
    before: text.slice(0, Math.min(...found.map(({ at }) => at))),
    after: text.slice(Math.max(...found.map(({ end }) => end))),
  }
}

/** Whether a request is rejected in all other states, unlike "Only closed vehicles are rejected". */
const isNegatedCause = (before: string, after: string, verb: string): boolean =>
  !/\b(?:not|n.t) (?:needs?|have to|required|expected|supposed)\b/i.test(before) &&
  // "Neither closed nor lost orders can be paid" is not about all others.
  !(/^\W*neither\b/i.test(before) && verb !== '') &&
  !(
    /\bonly\b/i.test(before) &&
    (/^(?:can|may|could) ?not\b/i.test(verb) || /\b(?:rejected|forbidden|blocked|fail\w*)\b/i.test(after))
  )

/** Whether the words around a state make it the cause: "Retired vehicles can be sold" is a permission. */
const isRejectedIn = (before: string, after: string, verb: string): boolean =>
  !WITHOUT.test(before) &&
  AFTER_STATES.test(after.trimEnd()) &&
  !/^ ?(?:can|may|could)\b(?!not| not)/i.test(verb)

/** A clause with one condition. "Only drafts with lines" are drafts, so the rest can be left out; "closed with lines" is less. */
function withoutFurther(clause: string): string | undefined {
  const [first = ''] = clause.split(/\b(?:and|while|with|when|if|for|by)\b/i)
  return first === clause || /^\W*only\b/i.test(clause) ? first : undefined
}

/** Whether a clause states the state of such an item: "a retired vehicle", "the vehicle is not active". */
const isAbout = (clause: string, noun: string, oneOf: string): boolean => {
  // Of "the trip of the van is closed", the van is not closed.
  const thing = `(?<!\\bof (?:the |its |this |an? )?)${inEitherNumber(noun)}`
  return new RegExp(
    `\\b${oneOf}(?:,? (?:or )?${oneOf})* (?:\\w+ )?${thing}\\b|\\b${thing}(?: (?:that|which))? (?:(?:is|are|was|were|must|should|needs?|has|have|can)(?:n.t| not)? )+(?:(?:be|been|to|expected|already|currently|still|yet|that|is|not|an?) )*${oneOf}\\b`,
    'i',
  ).test(clause)
}

/**
 * The items that there are already, by each sentence about them: `invoice` for "There is already an invoice for the contract".
 * @returns undefined where one of them is about something else: "The contract is already closed."
 */
export function existingThings(text: string): string[] | undefined {
  const found = [...text.matchAll(/\balready\b([^.;,]*)/gi)].map(([, rest = '']) =>
    /^ (?:(?:has|have|exists?|holds) )?(?:an?|one|another|some) ((?:[\w-]+ )*?[\w-]+)(?= (?:for|of|in|on|with|at|to|that|which|from)\b| \(|\W*$)/i
      .exec(rest)?.[1]
      ?.toLowerCase(),
  )
  return found.some((one) => one === undefined) ? undefined : found.filter((one) => one !== undefined)
}

/** A limit of items, by the description of an error response: "The driver already has an open trip". */
export interface Single {
  /** How many items there may be. */
  most: number
  /** The states of the item that there is already; any where it is empty. */
  states: readonly string[]
  /** Whether a second one is ruled out in every state, and not only in these. */
  isAny: boolean
}

/** "Has at most one pending box" for "has one pending box at the most". */
export const mostFirst = (text: string): string =>
  text.replaceAll(
    /\b(?<!at most |only )(one|two|three|four|five|six|seven|eight|nine|ten|\d+) ([\w-]+(?: [\w-]+){0,3}?),? at (?:the )?most\b/gi,
    'at most $1 $2',
  )

const ONE_MORE =
  '(?:already (?:has|have|had|holds|is (?:on|in|part of)|are (?:on|in)|on|in)|(?:still )?(?:has|have|holds|is on|is in) (?:another|one other)|(?:is|are) still (?:on|in))(?: an?| one| another)?'
const NO_SECOND =
  '(?:at most one|only one|no more than one|not more than one|(?:cannot|can ?not|can.t|must not|may not) (?:have|hold|be (?:on|in|assigned to)|take|own) (?:more than one|two|another|several|a second))'
const AT_ONCE = '(?: at (?:a|any|one|the same) time| at once)?'
/** Numbers in words, which are also those of items that a check can create. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const NUMBER = `(${Object.keys(NUMBER_WORDS).slice(1).join('|')}|[2-9]|10)`
/** Words of other cases, in which the limit is another one. */
const OTHER_LIMIT = /\b(?:limits?|plans?|may|guests?|premium|gold|paid)\b/i
const ALREADY_SOME = `(?:already (?:has|have|had|holds)|(?:has|have) (?:already )?reached (?:the|its|their) (?:limit|maximum) of) ${NUMBER}`
const NO_MORE = `(?:(?:is |are )?limited to|(?:at most|up to|only|no more than|not more than|a maximum of)|(?:cannot|can ?not|can.t|must not|may not) (?:have|hold|take|own|borrow) more than) ${NUMBER}`
/** Nothing after a noun limits which items count: "a trip to the same town". */
const OF_ALL = '(?: already)?(?:,? so [^.;]*)?\\W*$'

/**
 * Whether a text states that something has at most one item of a kind, or at most ten.
 * @param noun of the items
 * @param holder what has one of them
 * @param states the values of their status
 * @example singleIn('A driver has at most one open trip.', 'trip', 'driver', ['open', 'done']) // { most: 1, states: ['open'], … }
 */
export function singleIn(
  text: string,
  noun: string,
  holder: string,
  states: readonly string[],
): Single | undefined {
  if (EXCEPTIONS.test(text)) return undefined
  const one = `(?:${[...states.map(statePattern), 'open-ended'].join('|')})`
  const thing = `((?:${one}(?:,|,? or|,? and)? )*)${inEitherNumber(noun)}`
  const start = `^\\W*(?:(?:the|this|that|an?|each|every|its|one|any|such|chosen|same) )*${inEitherNumber(holder)}(?: (?:is|are|has|have|can|may|must|should|currently|still))*`
  const forms = [
    { form: `${ONE_MORE}() ${thing}`, isAny: true },
    {
      form: `(?:has|have|holds)() an? ((?:${one}(?:,|,? or|,? and)? )+)${inEitherNumber(noun)}`,
      isAny: true,
    },
    { form: `${NO_SECOND}() ${thing}${AT_ONCE}`, isAny: false },
    { form: `${ALREADY_SOME} ${thing}`, isAny: false },
    { form: `${NO_MORE} ${thing}${AT_ONCE}`, isAny: false },
  ]
  const clauses = mostFirst(plainCause(text)).split(/[.:;](?:\s|$)|,? or (?=the |an? )/i)
  const matches = (clause: string) =>
    forms.some(({ form }) => new RegExp(`${start} ${form}${OF_ALL}`, 'i').test(clause))
  // "…; the paid plan has no limit"
  if (clauses.some((clause) => OTHER_LIMIT.test(clause) && !matches(clause))) return undefined
  const found = clauses.flatMap((clause): Single[] => {
    const [hit] = forms.flatMap(({ form, isAny }) => {
      const match = new RegExp(`${start} ${form}${OF_ALL}`, 'i').exec(clause)
      return match === null ? [] : [{ found: match, isAny }]
    })
    const [, number = '', words = ''] = hit?.found ?? []
    if (hit === undefined) return []
    const named = states.filter((state) => new RegExp(`\\b${statePattern(state)}\\b`, 'i').test(words))
    const most = NUMBER_WORDS[number.toLowerCase()] ?? (Number(number) || 1)
    return [{ most, states: named, isAny: hit.isAny }]
  })
  // "Only one order per table: a table can have one open order."
  return found.find(({ states: named }) => named.length > 0) ?? found[0]
}

const NO_MATTER =
  "(?:(?:do not|don[’']t|does not|doesn[’']t|never) (?:count|matter|block|prevent|stand in the way|get in the way|use up|take up|occupy|conflict|clash)|(?:are|is) (?:not counted|not considered|not included|ignored|exempt|disregarded|left out|no obstacle)|(?:are|is)n[’']t counted)"

/**
 * The states of items that a limit ignores: "withdrawn loans and drafts do not count".
 * @param texts the descriptions with the limit
 * @param nouns for the items
 */
export function exemptStates(
  texts: readonly string[],
  nouns: readonly string[],
  states: readonly string[],
): string[] {
  if (states.length === 0) return []
  const noun = `(?:${[...nouns.map(inEitherNumber), 'ones?', 'those'].join('|')})`
  const form = new RegExp(
    `^(?:all |any |only |those |items |that are )*(?<words>[\\w-]+(?:[ ,]+[\\w-]+){0,7}?) ${NO_MATTER}\\b`,
    'i',
  )
  return texts
    .flatMap((text) => text.replaceAll(/[`*()]/g, '').split(/[.;:](?:\s|$)|\n\s*\n/))
    .flatMap((sentence) => {
      const words = form.exec(sentence.trim())?.groups?.words ?? ''
      const isOfItems = new RegExp(`\\b${noun}\\b`, 'i').test(words)
      const named = states.filter((state) =>
        new RegExp(`(?<![\\w-])${statePattern(state)}s?(?![\\w-])`, 'i').test(words),
      )
      return isOfItems || /^[\w-]+s$/i.test(words) ? named : []
    })
}

const LOWER = '(?:lower|less|smaller|below|under)(?: than)?'
const AT_THE_END = '(?:\\W*[45]\\d\\d(?: otherwise)?)?\\W*$'

/** The stored value of a property: "its current value", but not "the current bookings". */
const storedValue = (property: string): string =>
  `(?:the|its) (?:current|previous|last|stored|existing|latest|recorded|present|old) (?:one|value|reading|${inEitherNumber(property)})`

const neverFallsTo = (stored: string): RegExp =>
  new RegExp(
    `\\b(?:(?:never|can(?:not| not|.t)|must not|may not|does not|will not) (?:be )?(?:decreased?s?|lowered|reduced|go(?:es)? (?:down|back(?:wards)?)|falls?|sinks?|shrinks?|drops?|run backwards|roll(?:ed)? back)(?: again| over time| (?:below|under) ${stored})?|only (?:ever )?(?:increases?|grows?|rises?|goes up|go up|be (?:increased|raised))(?: over time)?|monotonic(?:ally)? (?:increas|ris|grow)\\w+(?: \\w+)?|(?:must not|may not|cannot|can not|can.t|never) be ${LOWER} ${stored}|must be (?:at least|no less than|not less than|greater than(?: or equal to)?|higher than|above) ${stored})${AT_THE_END}`,
    'i',
  )
const lowerThan = (stored: string): RegExp =>
  new RegExp(`\\b${LOWER} (?:\\w+ than )?${stored}${AT_THE_END}`, 'i')

/** Words for conditions under which only a value cannot fall: "Cannot be lowered while orders exist". */
const ONLY_THEN = /\b(?:if|when|while|unless|until|once|after|before|automatically)\b/i

/**
 * The sentences that state that a value can only rise.
 * @param property whose name without its unit the sentence has to mention, unless it describes the property
 * @param causes of rejections: "The odometer is lower than the current value"
 * @example neverFalls('The odometer never decreases.', 'odometer', false, []) // ['The odometer never decreases']
 */
export function neverFalls(
  text: string,
  property: string,
  isItsOwn: boolean,
  causes: readonly string[],
): string[] {
  const stored = storedValue(property)
  const [never, lower] = [neverFallsTo(stored), lowerThan(stored)]
  const isPlain = (one: string) => !EXCEPTIONS.test(one) && !ONLY_THEN.test(one)
  return [
    ...sentencesOf(text.replaceAll('`', '')).filter(
      (one) => never.test(one) && isPlain(one) && (isItsOwn || mentions(one, property)),
    ),
    ...causes.filter((cause) =>
      sentencesOf(plainCause(cause)).some(
        (one) => (never.test(one) || lower.test(one)) && isPlain(one) && mentions(one, property),
      ),
    ),
  ]
}

const MORE = '(?:more|greater|higher|larger|bigger|longer|heavier)'
const IS_MORE = `(?:exceeds?|(?:is|are|would be) (?:${MORE} than|above|over))`
const NOT_MORE = `(?:(?:(?:must|may|shall) not|can(?:not| not|.t)) (?:exceed|be (?:${MORE} than|above|over))|(?:must|may|can|shall) be (?:at most|(?:no|not) more than))`
const REJECTED_ABOVE = new RegExp(`\\b(?:${NOT_MORE}|(?<!\\b(?:may|can|might|could) )${IS_MORE})`, 'i')

/** Matches a limit in the description of a property, but not "an order is split where it exceeds the capacity". */
const ownLimit = (property: string): RegExp => {
  const subject = `(?:[\\w ()]+(?:,| and) )?(?:(?:it|this|which|the value|the number|(?:the )?${asWords(property)}) )?`
  const rejected = `(?:is )?rejected (?:if|when|where) (?:it|this) ${IS_MORE}`
  return new RegExp(`^\\W*(?:${subject}(?:${NOT_MORE}|${rejected})|at most|(?:no|not) more than) `, 'i')
}

/**
 * The words after the verb of a sentence that states an upper limit: "the capacity of the depot".
 * @param property that is limited
 * @param isCause whether the text is a cause of rejections, and not the description of the property
 */
export function limitsIn(text: string, property: string, isCause: boolean): string[] {
  return sentencesOf(text.replaceAll('`', '')).flatMap((one) => {
    const found = (isCause ? REJECTED_ABOVE : ownLimit(property)).exec(one)
    if (found === null || EXCEPTIONS.test(one)) return []
    const before = one.slice(0, found.index)
    const after = one.slice(found.index + found[0].length)
    // "… if the depot is open", "more than the capacity of the depot minus its stock"
    if (LIMIT_WITH_MORE.test(after)) return []
    if (isCause)
      return mentions(before, property) && !/\b(?:and|while|unless|not|never|without)\b/i.test(before)
        ? [after]
        : []
    return /\b(?:if|when|where|while|unless|for)\b(?! (?:it|this)\b)/i.test(found[0]) ? [] : [after]
  })
}

const LIMIT_WITH_MORE =
  /\b(?:if|when|unless|while|minus|less|plus|times|twice|half|or|and|at|on|once|is|are|as|applies)\b|[%+*/-]/i

const LEFT_OUT =
  '(?:(?:it|this) is )?(?:omitted|left out|missing|absent|empty|null|not (?:given|set|sent|provided|specified|present|supplied))'
const DEFAULTS_TO = new RegExp(
  `\\bdefaults?(?: value)?(?: is|:)?(?: to)? |\\b(?:if|when|where) ${LEFT_OUT},? (?:(?:it|this) (?:is|becomes) )?|\\bunless (?:given|set|specified|provided|sent),? `,
  'i',
)
const COPIED =
  /\b(?:copied|copy|taken(?: over)?|inherited|inherits?|snapshot|adopted)\b(?: (?:from|of))? |\bas (?:it was|of) (?:at|on|when) /i

/** The words for the source of a default: "the price of the plan" of "Defaults to the price of the plan." */
export const defaultsIn = (text: string): string[] => sourcesIn(text, DEFAULTS_TO)

/** The words for the source of a value that is copied: "the plan's price" of "Copied from the plan's price when …". */
export const copiesIn = (text: string): string[] => sourcesIn(text, COPIED)

function sourcesIn(text: string, verb: RegExp): string[] {
  const plain = text.replaceAll('`', '').replaceAll(/\bdefault(?: value)?: /gi, 'defaults to ')
  return sentencesOf(plain).flatMap((one) => {
    const found = verb.exec(one)
    if (found === null || EXCEPTIONS.test(one)) return []
    const rest = one.slice(0, found.index) + one.slice(found.index + found[0].length)
    // Where it is left out does not count as a further condition.
    const others = rest.replace(new RegExp(`\\b(?:if|when|where) ${LEFT_OUT}`, 'i'), '')
    return /\b(?:if|unless|may|might|can|or|otherwise|plus|minus|times|rounded|not|depending)\b|[%+*/]/i.test(
      others,
    )
      ? []
      : [others.trim()]
  })
}

/**
 * The moment that a phrase names: the creation of an item, or an action on it, such as "activated" of "when it is activated".
 * @param noun of the item
 * @returns the creation where it names none; undefined where it is unclear
 */
export function momentNamed(phrase: string, noun: string): 'creation' | { words: string[] } | undefined {
  const [, before, after] =
    /\b(?:(when|at|on|once|as soon as|upon)|after|until|by|during|before|while|since)\b(.*)$/i.exec(phrase) ??
    []
  if (after === undefined) return 'creation'
  if (before === undefined) return undefined
  const thing = inEitherNumber(noun)
  const made = new RegExp(`^ (?:the |this |an? )?(?:${thing}|it) (?:is|was|has been) made\\W*$`, 'i')
  const [, time, verb, name] =
    new RegExp(
      `^ (the time of (?:the |its )?|the moment of (?:the |its )?)?(?:(?:(?:(?:the |this |an? )?${thing} |it )(?:is |was |has been )?)?([a-z-]+)|(?:its|the) ([a-z-]+)(?: of (?:the|its|this) ${thing})?)\\W*$`,
      'i',
    ).exec(after) ?? []
  const word = verb ?? name
  if (made.test(after)) return 'creation'
  if (word === undefined) return undefined
  const isItself = (time !== undefined || verb !== undefined) && new RegExp(`^${thing}$`, 'i').test(word)
  return isItself || /^(?:creat\w+|placed|order|booking)$/i.test(word) ? 'creation' : { words: [word] }
}

/** A value that is meant as it is ends the sentence, or a response status or a moment follows it. */
const VALUE_END = (() => {
  const event = '(?:the )?(?:time|moment|start|order|booking|checkout|purchase|departure|return)'
  const moment = `(?:when|once|as soon as|(?:at|on) (?:${event}|(?:the )?(?!condition|exclusion)\\w+ion))\\b`
  const changed =
    'and|but|in|per|by|with|without|to|for|if|unless|until|plus|minus|converted|multiplied|divided|excluding|including'
  const rest = `(?: (?!(?:${changed})\\b)[\\w'’-]+)*`
  return `(?=\\W*(?:4\\d\\d\\W*)?$| (?:is used|applies)(?: instead)?\\W*$| ${moment}${rest}\\W*$)`
})()

/**
 * The property of another item that a phrase names: "the capacity of the depot", "the depot's capacity".
 * @param nouns what descriptions call the other item
 * @param properties of the other item
 * @param same the property of the same name, for "that of the depot" and "the depot"
 */
export function valueNamed(
  phrase: string,
  nouns: readonly string[],
  properties: readonly string[],
  same?: string,
): string | undefined {
  const noun = `(?:${nouns.map(asWords).join('|')})`
  const plain = phrase.replaceAll('_', ' ')
  const start = '^\\W*(?:(?:is|are|be|from|to|of|by|than) )?'
  const found = properties.filter((property) => {
    const words = [property, withoutUnit(property)].map(asWords).join('|')
    const kind = '(?:(?:current|remaining|own|total) )?'
    return new RegExp(
      `${start}(?:the|its) (?:(?:value of the )?${kind}(?:${words}) (?:of|from|in) (?:the|its) ${noun}|${noun}['’]s? ${kind}(?:${words}))${VALUE_END}`,
      'i',
    ).test(plain)
  })
  const [only, ...others] = found.sort((a, b) => b.length - a.length)
  if (only !== undefined) return others.every((one) => only.includes(one)) ? only : undefined
  const isSame = new RegExp(`${start}(?:that of )?(?:the|its) ${noun}(?:['’]s)?${VALUE_END}`, 'i')
  return same !== undefined && properties.includes(same) && isSame.test(plain) ? same : undefined
}

const SAME_TIME =
  '(?:at|for|in|during|within|on) (?:that|this|the|the same|the given|the requested|the chosen|these|those|(?:any|one|some) of (?:these|those|the)|part of the) (?:time|period|dates?|range|interval|slot|days|nights|hours)'
const OCCUPIED = '(?:booked|reserved|occupied|rented|in use|unavailable|busy|scheduled|double[- ]booked)'
const NEVER =
  '(?:must not|must never|shall not|may not|may never|can never|can(?:not| not|.t)|should not|do not|never)'

/** The words for a second item and for its common parts with the first one: "Bookings of one hall", "The hall is booked at that time". */
interface Shared {
  /** The name of both items in descriptions. */
  noun: string
  /** The values of their status. */
  states: readonly string[]
  /** The names of references and properties whose values both can share. */
  parts: readonly string[]
}

/** Whether a sentence is about times: two items, or several, are not enough. */
const isOfTime = (text: string): boolean =>
  !/\b(?:two|several|more than one)\b/i.test(text) ||
  /\boverlap|\bat (?:once|the same time|a time)|\bsimultaneously|\bperiod\b|\btime\b/i.test(text)

/** Whether a text rules out that periods overlap: "Bookings of one room must not overlap". */
export function rulesOutOverlaps(text: string, { noun, states, parts }: Shared): boolean {
  if (EXCEPTIONS.test(text) || /\b(?:fully|completely|all|of different)\b/i.test(text)) return false
  const state = ['confirmed', ...states.map(statePattern)].join('|')
  const called = /^(?:booking|reservation)$/i.test(noun) ? ['booking', 'reservation'] : [noun]
  const thing = `(?:(?:${state})(?:(?:,|,? (?:or|and)) (?:${state}))* )?(?:${called.map(inEitherNumber).join('|')})`
  const several = `(?:two|several|more than one|overlapping) ${thing}`
  const clash = `(?:that overlap(?: in time| each other)?|at (?:once|the same time|a time)|simultaneously|${SAME_TIME})`
  const holder =
    '(?:(?:the|an?|each|every|one|same) )*(?<scope>(?!(?:no|only|none|nothing)\\b)[\\w-]+(?: [\\w-]+)?)'
  const scope =
    '(?: (?:of|for|in|on|by) (?:(?:the|one|an?|this|that|its|the same) )?(?<scope>[\\w-]+(?: (?!(?:may|can|might|could)\\b)[\\w-]+)?))?'
  const other = `(?:(?:with )?(?:each other|one another|(?:(?:an?|the|any|an)?other|an(?:other)? existing|existing) (?:${thing}|one)|an? ${thing})${scope})`
  const patterns = [
    `^(?:(?:the|two|any|an?|this|new) )*${thing}${scope} ${NEVER} (?:be )?overlap(?: ${other.replace('?<scope>', '')})?$`,
    `^no two ${thing}${scope} (?:may|can) overlap$`,
    `^two ${thing}${scope} overlap$`,
    `^(?:it |they )?(?:(?:(?:the|its|this|an?|new|requested|chosen) )*(?:${thing}|period|times?|dates?|range|interval|slot) )?(?:(?:would )?overlaps?|${NEVER} overlap) ${other}$`,
    `^overlapping ${thing}(?: (?:are|is) (?:rejected|not allowed|forbidden|not permitted))?$`,
    `^(?:(?:the|this|that|an?|its|requested|chosen) )*(?<scope>(?!(?:no|only|none|nothing)\\b)[\\w-]+(?: [\\w-]+)?) (?:is|are|was|has been) (?:(?:already|currently|still) )?(?:${OCCUPIED}|not (?:free|available))(?: already| by another ${thing})? ${SAME_TIME}$`,
    `^(?:(?:the|this|that|an?|its) )*(?<scope>[\\w-]+(?: [\\w-]+)?) ${NEVER} be double[- ]booked$`,
    `^(?:(?:the|its|this|an?|new) )+[\\w-]+ (?:would )?overlaps? (?:with )?(?:an(?:other)? existing|another|any other) ${thing}${scope}$`,
    `^${holder} ${NEVER} (?:have|be (?:in|on|at|part of|assigned to|booked for)) ${several}(?: ${clash})?$`,
    `^during (?:that|this|the) (?:span|time|period|slot|window) (?:nothing else|no other ${thing}|no one else|nobody else) (?:can|may) (?:be \\w+|take place|use|occupy|start|happen)(?: in| on| at)? ${holder}$`,
    `^${holder} (?:already )?has (?:another|an existing|an?) ${thing} (?:${clash}|that overlaps(?: it| this one| the new one)?)$`,
  ].map((one) => new RegExp(one, 'i'))
  return plainCause(withoutDetours(text, states))
    .split(/[.;:](?:\s|$)|,? or (?=the |an? )|, and (?=no |two )/i)
    .map((one) => one.replaceAll(/^\W+|\W+$/g, ''))
    .some((one) =>
      patterns.some((pattern) => {
        const found = pattern.exec(one)
        const { scope: named } = found?.groups ?? {}
        return (
          found !== null &&
          isOfTime(one) &&
          (named === undefined || parts.some((part) => mentions(named, part)))
        )
      }),
    )
}

/** "The time from a to b overlaps, even partly, that of another open visit" as "the time overlaps another visit". */
function withoutDetours(text: string, states: readonly string[]): string {
  // A state of the item is not its period.
  const lasting = ['in force', 'in effect', 'valid', 'active', 'effective', 'open'].filter(
    (one) => !states.includes(one.replace(' ', '_')),
  )
  return (
    text
      .replaceAll(/ ?\([^()]*\)/g, '')
      .replaceAll(/,? even (?:partly|partially|in part|by a minute),?/gi, '')
      .replace(/\b(the (?:time|period|interval)) (?:from|between) [`\w]+ (?:to|until|and) [`\w]+/gi, '$1')
      .replace(/\b(?:that|those) of (an(?:other)?) (?:open |active )?/gi, '$1 ')
      .replace(/ [-–—] (?:sharing|having) (?:an?|one) (?:single )?day (?:in common )?is enough$/i, '')
      // "Two bookings of one machine must not have a day in common."
      .replace(
        new RegExp(
          `(?<=\\b(?:${NEVER}|may|can) )(?:have (?:an?|any|a single|one|the same) (?:days?|dates?|nights?|hours?) in common|share (?:an?|any|a single|one|the same) (?:days?|dates?|nights?|hours?))$`,
          'i',
        ),
        'overlap',
      )
      // "Two policies must not be in force on the same day."
      .replace(
        new RegExp(
          `(?<=\\b(?:${NEVER}|may|can) )(?:both )?(?:be (?:${lasting.join('|')})|run|apply) (?:on the same (?:day|date)|at the same time|at once|simultaneously|together)$`,
          'i',
        ),
        'overlap',
      )
  )
}

/** More items than one. */
const SEVERAL =
  /\b(?:(?:more than|over) (?:one|\d+)|(?:at least |two or )(?:[2-9]|\d\d+|two|three|four|five|more)|several|multiple|too many)\b/i

const ENDED =
  '(?:finished|completed?|done|ended|over|closed|cancell?ed|settled|paid|resolved|archived|expired|returned)'

/**
 * Whether the description of a rejected deletion names resources that still refer to the item as its cause.
 * @param noun what refers to it, in the singular
 * @example preventsDeletion('The customer has open orders.', 'order') // true
 */
export function preventsDeletion(text: string, noun: string): boolean {
  const plural = inEitherNumber(noun)
  const saysNone = new RegExp(
    `\\b(?:without|(?:has|have|with|contains?) no) (?:any |more |other )?${plural}\\b`,
    'i',
  )
  // "Only a shelf without boxes can be deleted"
  if (saysNone.test(text) && /\b(?:only|must)\b/i.test(text)) return true
  // "Only drafts with lines can be issued": they are necessary.
  if (/\b(?:only|must (?:have|contain)|needs?|requires?)\b|\b(?:can|may) be \w+ed\b/i.test(text)) return false
  const still =
    'ha(?:s|ve|d)|contains?|with|while|part of|(?:used|referenced|referred to|owned|named) (?:by|in)|in use|belongs to|assigned to|still|remaining|existing'
  return (
    new RegExp(`\\b(?:${still})\\b.*\\b${plural}\\b`, 'i').test(text) &&
    !/\b(?:no|without)\b/i.test(text) &&
    // One item is not as many as a limit: "would have more than 5 attachments".
    !QUANTITY.test(text) &&
    !SEVERAL.test(text) &&
    // Only a sprint in a certain state prevents it: "while a sprint is active". A new one is not finished.
    !new RegExp(
      `\\b${plural} (?:is|are|that|which|whose|with)\\b(?! (?:are |is )?not (?:yet )?${ENDED}\\b)`,
      'i',
    ).test(text)
  )
}

const NORMALIZATIONS: readonly (readonly [said: RegExp, isUnchanged: (value: string) => boolean])[] = [
  [
    /\b(?:trimmed|stripped)\b|\bwithout (?:surrounding|leading|trailing) (?:white ?space|spaces|blanks)\b|\b(?:white ?space|spaces|blanks)\b[^.;]*\b(?:removed|ignored|cut|dropped|discarded|collapsed)\b|\b(?:removes?|trims?|strips?|ignores?|collapses?|drops?)\b[^.;]*\b(?:white ?space|spaces|blanks)\b/i,
    (value) => value === value.replaceAll(/\s+/g, ' ').trim(),
  ],
  [
    /\blower-?cased\b|\b(?:stored|saved|converted|returned|changed|folded|mapped|turned)\b[^.;]*\blower[- ]?case\b/i,
    (value) => value === value.toLowerCase(),
  ],
  [
    /\bupper-?cased\b|\b(?:stored|saved|converted|returned|changed|folded|mapped|turned)\b[^.;]*\bupper[- ]?case\b/i,
    (value) => value === value.toUpperCase(),
  ],
  [/\b(?:normali[sz]ed|sanitized|slugified)\b/i, (value) => /^[a-z0-9]+$/.test(value)],
  [
    /\b(?:masked|redacted|obfuscated)\b|\bonly (?:the|its) (?:first|last) (?:\w+ )?(?:characters?|digits?|letters?) (?:is|are) (?:shown|returned|visible|displayed)\b/i,
    () => false,
  ],
]

/**
 * Whether the server stores a text as it was sent, by the description of its property.
 * @example storesAsSent('White space at both ends is removed.', ' a') // false
 */
export const storesAsSent = (description: string, value: string): boolean =>
  NORMALIZATIONS.every(([said, isUnchanged]) => !said.test(description) || isUnchanged(value))

/** Whether a number is stored otherwise than it is sent: "The value is rounded to one decimal." */
export const saysRounded = (text: string): boolean =>
  /\b(?:rounded|rounds|truncated|cut off)\b/i.test(text) &&
  !/\b(?:not|never) (?:rounded|truncated)\b/i.test(text)

/** Whether responses may lack something, such as lists that show summaries. */
export const saysLeftOut = (text: string): boolean =>
  /\b(?:omit\w*|left out|details?|summar\w+|compact|brief\w*|abbreviat\w+|(?:not|never) (?:\w+ )?(?:included|returned|listed|shown|present|given))\b/i.test(
    text,
  )

/** Whether a text compares moments or ranges of time: "Ends after the event", "outside of the season". */
export const comparesTimes = (text: string): boolean =>
  /\b(?:within|inside|outside|during|between|before|after|beyond|(?:earlier|later) than)\b/i.test(text)

/** The sentences of a text that mention a property. */
export const sentencesAbout = (text: string, property: string): string[] =>
  sentencesOf(text).filter((one) => mentions(one, property))

/** The states that a text names right before a noun: `open` and `paid` of "has open or paid orders". */
export function statesBefore(text: string, noun: string, states: readonly string[]): string[] {
  const one = `(?:${states.map(statePattern).join('|')})`
  const [found = ''] =
    new RegExp(`\\b${one}(?:(?:,|,? (?:or|and)) ${one})* ${inEitherNumber(noun)}\\b`, 'i').exec(text) ?? []
  return states.filter((state) => new RegExp(`\\b${statePattern(state)}\\b`, 'i').test(found))
}

/** The states in which items do not count: "Cancelled appointments are disregarded." */
export function statesIgnored(text: string, noun: string, states: readonly string[]): string[] {
  const ignored = new RegExp(
    `^(.*) ${inEitherNumber(noun)} (?:(?:is|are) (?:disregarded|ignored|not (?:counted|considered|taken into account))|(?:do|does)(?: not|n[’']t) (?:count|block|matter)(?: here| for this)?)$`,
    'i',
  ).exec(text.trim())?.[1]
  const named = new RegExp(
    `^(?:${states.map(statePattern).join('|')})(?:(?:,|,? (?:or|and)) (?:${states.map(statePattern).join('|')}))*$`,
    'i',
  )
  return ignored !== undefined && states.length > 0 && named.test(ignored)
    ? states.filter((state) => new RegExp(`\\b${statePattern(state)}\\b`, 'i').test(ignored))
    : []
}

/** Whether deleted items remain in their list: "Leaves a placeholder". */
export const saysRemains = (text: string): boolean =>
  /\b(?:leaves|replaced by|becomes) an? (?:placeholder|tombstone|stub)\b|\b(?:remains?|stays?|still) (?:listed|in (?:the|its) list)\b/i.test(
    text,
  )

/** Whether the item itself is not deleted: "Archives rather than deletes", "The record stays". */
export const saysRetained = (text: string): boolean => RETAINED.some((one) => one.test(text))

const RETAINED = [
  /\b(?:archiv|deactivat|disabl|retir|cancel|clos|withdr[ae]w|hid|mark|flag)\w* (?:it )?(?:rather than|instead of|and does not|but does not|and never|without) (?:delet|remov|eras)\w*/i,
  /(?:^|[.;]\s+)(?:it|(?:the |an? )?[\w-]+) (?:is|gets) (?:(?:only|merely|just) )?\w+(?:ed|n|t),? (?:not|never|rather than|instead of(?: being)?) (?:delet|remov|eras)\w*/i,
  /\b(?:not|never) (?:really |actually |physically )?(?:deleted|removed|erased)(?:,? but|, only|;)/i,
  /^\W*(?:the )?(?:record|entry|item|row|resource|document) (?:itself )?(?:stays|remains|is kept|is retained|continues to exist|can still be (?:read|fetched|retrieved))\b(?! (?:un|only )?(?:for|until))/im,
  /\.\s+(?:the )?(?:record|entry|item|row|resource) (?:itself )?(?:stays|remains|is kept|is retained|continues to exist|can still be (?:read|fetched|retrieved))\b(?! (?:for|until))/i,
]

/** Deletions that happen in some cases only, or that something prevents. */
const CONDITIONAL_DELETION =
  /\b(?:unless|if|when|only|must|cannot|can not|can.t|fails?|rejected|refused|conflict|first|before|while|without|soft|4\d\d|within|later|eventually|ha(?:s|ve) to|needs?|to delete|overnight|nightly)\b/i

/** The parts of "Its lines are deleted with it, and its payments are kept", which have a verb each. */
const clausesOf = (sentence: string): string[] =>
  /^\W*(?:if|when|unless|with|only)\b/i.test(sentence)
    ? [sentence]
    : sentence.split(/(?:,|;) (?:and|but|while) (?=(?:its|the|all|every) )/i)

/** "Removes it from all products" leaves the products. */
const OTHER_DELETION =
  /\b(?:remov\w+|delet\w+)\b.*\bfrom\b|\breferences?\b|\bnotif\w+|\bafter \d|\banonymi[sz]\w+|\bnot removed\b|\bcancels?\b/i

/** "Runs that took place in one of the rooms remain" is about other items. */
const namesAPart = (text: string, noun: string): boolean =>
  new RegExp(
    `\\b(?:in|at|on|by|for|of) (?:one|any|some|each) of (?:the|its|these|those) ${inEitherNumber(noun)}\\b`,
    'i',
  ).test(text)

/** "All cancelled bookings" are only some of them. */
const namesSome = (text: string, noun: string): boolean =>
  new RegExp(
    `\\b(?!(?:remaining|related|associated|existing|linked|dependent|contained|nested|belonging|attached|including|deleted|deleting|removing)\\b)(?:\\w+(?:ed|ing)|open|old|past|future|draft|pending|empty) ${inEitherNumber(noun)}\\b`,
    'i',
  ).test(text)

/** A condition that a new item meets: "If the team hasn't played yet, it is removed for good, with its players." */
const OF_NEW_ITEM =
  /^\W*(?:if|as long as|while) (?:the |an? )?\w+ (?:hasn[’']t|has not|has never|wasn[’']t|was not|was never) (?:been )?\w+ed(?: (?:yet|so far|before))?, (?=it\b)/i

/** "Its items do not go with it", "With `?cascade=true`, its items go with it", "Disappears from the list" */
const NOT_ALONG =
  /\b(?:do|does|did|will|would)(?: not|n[’']t)\b|\b(?:never|may|might|won[’']t)\b|\bof other\b|\?\w+=|\bfrom (?:the |all )?(?:lists?|search|listings?|views?|index)\b/i

/** "Its items go with it", "Takes the drafts down with it" */
const GOES_ALONG =
  /\b(?:go(?:es)?|vanish(?:es)?|disappears?|perish(?:es)?) (?:along |away )?(?:with|together with) (?:it|him|her|them)\W*$|\btakes .{3,60} (?:down |away |along )?with (?:it|him|her)\W*$|^\W*(?:it is |it's )?gone,? (?:along |together )?with (?:all |any )?(?:of )?(?:its|the|their)\b/i

/**
 * The effect of a deletion on the items that belong to the deleted one.
 * @param noun for one of them
 * @returns undefined where the text does not state it
 * @example afterDeletion('Deletes the tour with its bookings.', 'booking') // 'deleted'
 */
export function afterDeletion(text: string, noun: string): 'deleted' | 'kept' | undefined {
  const said = new Set(
    sentencesOf(text)
      .map((one) => one.replace(OF_NEW_ITEM, ''))
      .flatMap(clausesOf)
      .filter((one) => mentions(one, noun) && !namesSome(one, noun) && !namesAPart(one, noun))
      .filter((one) => !CONDITIONAL_DELETION.test(one) && !OTHER_DELETION.test(one))
      .flatMap((one): ('deleted' | 'kept')[] => {
        if (
          /\b(?:keeps?|kept|remains?|stays?|survives?|not deleted|untouched|un-?assign\w*|detach\w*|un-?link\w*|cleared?|null)\b/i.test(
            one,
          )
        )
          return ['kept']
        if (NOT_ALONG.test(one)) return []
        if (GOES_ALONG.test(one)) return ['deleted']
        const isAlong =
          /\b(?:with|and|including|along with|as well as|also|too|cascad\w+|all|its|their|everything)\b/i.test(
            one,
          ) && /\b(?:delet\w+|remov\w+|cascad\w+|gone|discard\w*|eras\w+|purg\w+|disappears?)\b/i.test(one)
        return isAlong ? ['deleted'] : []
      }),
  )
  const [only, ...others] = said
  return others.length > 0 ? undefined : only
}

/**
 * Whether items that survive a deletion lose their reference to the deleted one.
 * @param property the reference
 * @param isOnly whether it is the only one to such an item; otherwise the text must name it
 * @example losesReference('Its cards are kept (`shop_id` is null).', 'card', 'shop_id', true) // true
 */
export const losesReference = (text: string, noun: string, property: string, isOnly: boolean): boolean =>
  withWhatFollows(sentencesOf(text), property)
    .flatMap(clausesOf)
    .some(
      (one) =>
        mentions(one, noun) &&
        !CONDITIONAL_DELETION.test(one) &&
        (names(one, property) || (isOnly && !/`\w+`|\w_\w/.test(one))) &&
        /\bnull\b|\bun-?(?:assign|link)ed\b|\bdetached\b/i.test(one),
    )

/**
 * Whether a deleted item leaves the lists of others: "The speaker is also removed from all sessions."
 * @param noun for one of the others
 */
export const leavesLists = (text: string, noun: string): boolean =>
  sentencesOf(text)
    .flatMap(clausesOf)
    .some(
      (one) =>
        !CONDITIONAL_DELETION.test(one) &&
        !/\b(?:not|never|nothing|can|may|that|which|future|past|draft|upcoming|open)\b/i.test(one) &&
        new RegExp(
          `\\b(?:removed?s?|taken|dropped|struck|detached|unassigned|disappears?)\\b[^.;]*\\b(?:from|off|out of)\\b[^.;]*\\b${inEitherNumber(noun)}\\b`,
          'i',
        ).test(one),
    )

/** The sentences, and each with the next one that is about the same: "Its drivers are kept; their `depot_id` becomes null." */
const withWhatFollows = (sentences: readonly string[], property: string): string[] =>
  sentences.flatMap((one, index) => {
    const next = sentences[index + 1] ?? ''
    return /^their\b/i.test(next) && names(next, property) ? [one, `${one} ${next}`] : [one]
  })

/** Nothing after a noun limits which items are necessary: "at least one line that is paid". */
const NECESSARY_END = '(?: (?:can|cannot|can not|can.t|may not|must not)(?: be)? \\w+)?\\W*$'

/**
 * Whether a request is rejected because there is no item of a kind yet.
 * @param noun for one item
 * @example requiresSome('Only a draft with at least one line can be submitted.', 'line') // true
 */
export function requiresSome(cause: string, noun: string): boolean {
  if (EXCEPTIONS.test(cause)) return false
  const things = inEitherNumber(noun)
  const has = '(?:with|has|have|having|contains?|is|are)'
  const some = new RegExp(`\\b${has} at least (?:one|1|an?) (?:\\w+ )?${things}${NECESSARY_END}`, 'i')
  const none = new RegExp(
    `\\b(?:without|(?:has|have|had|having|contains?|with) (?:no|not any)) (?:any )?${things}(?: yet)?${NECESSARY_END}`,
    'i',
  )
  return plainCause(cause)
    .split(/[.;](?:\s|$)|,? or /)
    .some(
      (one) =>
        (/\b(?:only|must|needs?|requires?|has to|have to)\b/i.test(one) && some.test(one)) ||
        (!/\b(?:only|must be|can be|may be)\b/i.test(one) && none.test(one)),
    )
}

/** Whether a request is rejected because something is used up: "The tour is fully booked", "Not enough seats". */
export const saysUsedUp = (text: string): boolean =>
  /\b(?:(?:is|are) (?:already )?full|fully booked|sold out|over-?booked|out of stock|no (?:free |more |remaining |available )?(?:seats?|places?|spots?|slots?|rooms?|space|stock|units?|copies) (?:left|remain\w*|available)|not enough (?:free |remaining )?(?:seats|places|spots|slots|rooms|space|stock|units|copies)|have (?:a |at least one |any )?free (?:seats?|places?|spots?|slots?|space))\b/i.test(
    text,
  )

/** Whether the media type of a request does not matter: "Bodies are read as JSON whatever their content type." */
export const acceptsAnyType = (text: string): boolean =>
  plainSentences(text).some(
    (one) =>
      /\b(?:whatever|regardless of|irrespective of|independent of|ignor\w+|any) (?:the |its |their )?(?:content[- ]type|media type)\b|\b(?:content[- ]type|media type)s? (?:header )?(?:is|are) (?:ignored|not (?:checked|required|considered|looked at))\b/i.test(
        one,
      ) && !/\b(?:rejected|refused|415|other|else|another)\b/i.test(one),
  )

/** Whether a text states that items are not listed otherwise: "Discontinued products are left out unless …" */
export const saysUnlistedByDefault = (text: string, words: string): boolean =>
  plainSentences(text).some(
    (one) =>
      new RegExp(words.replaceAll(' ', '[ _-]'), 'i').test(one) &&
      /\b(?:left out|leaves? out|excluded|hidden|omitted|not (?:listed|shown|returned|included))\b/i.test(
        one,
      ) &&
      !/\b(?:always|sometimes|never)\b/i.test(one),
  )

/** Whether a flag adds items to those that a list has anyway: "Whether discontinued products are listed, too." */
export const saysListedToo = (text: string): boolean =>
  /\b(?:too|also|as well|in addition)\b/i.test(text) &&
  !/\b(?:others|other \w+|you|your|shared|member|access\w*|permission\w*|owned|private)\b/i.test(text)

/**
 * Whether a flag belongs to one of several items: "Exactly one of a customer's addresses is the default."
 * @param nouns words for an item
 * @param holders words for the item that they are in
 */
export function saysSole(
  text: string,
  property: string,
  nouns: readonly string[],
  holders: readonly string[],
): 'exactly' | 'at most' | undefined {
  const flag = wordsOf(property)
    .filter((word) => !/^(?:is|has)$/.test(word))
    .join('[ _-]?')
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const holder = `(?:${holders.map(inEitherNumber).join('|') || '(?!)'})`
  const owner = `(?:(?:the|an?|each|every|one|its) )?${holder}`
  const of = `(?: of (?:${owner}['’]s? |(?:the|its) )?${noun}(?: (?:of|in) ${owner})?| ${noun})?`
  const per = `(?: (?:per|of|in|for) ${owner})?`
  const form = new RegExp(
    `^\\W*(?<count>exactly|only|at most|no more than|never more than) one${of}${per} (?:is|are|can be|may be) (?:(?:the|an?|marked as|set as) )*${flag}(?: ${noun}| one)?${per}(?: at (?:a|any) time)?\\W*$`,
    'i',
  )
  const counts = plainSentences(text).flatMap((one) => form.exec(one)?.groups?.count ?? [])
  return counts[0] === undefined ? undefined : /^exactly$/i.test(counts[0]) ? 'exactly' : 'at most'
}

/**
 * Whether a moment is that of the last change, whatever changed: not "last changed by a PATCH", "when its title was last
 * changed".
 * @param nouns words for the item
 */
export function saysLastChange(text: string, nouns: readonly string[]): boolean {
  const [sentence = ''] = plainSentences(text).filter((one) => /\blast\b/i.test(one))
  const item = `(?:it|(?:the|this) (?:${[...nouns.map(inEitherNumber), 'item', 'resource', 'record', 'object'].join('|')}))`
  const moment = '(?:(?:the )?(?:time|moment|date|timestamp)(?: (?:at|on) which| when| that)?|when)'
  const changed = '(?:changed|modified|updated)'
  const forms = [
    `${moment} ${item} (?:was )?last (?:was )?${changed}(?: in UTC)?`,
    `${moment} ${item} (?:was )?last ${changed} (?:its )?(?:state|status)(?: or .*)?`,
    `(?:(?:the )?(?:time|moment|date|timestamp) of )?(?:the |its )?last (?:change|modification|update)(?: (?:of|to) ${item})?(?: in UTC)?`,
  ]
  return new RegExp(`^(?:${forms.join('|')})\\W*$`, 'i').test(sentence)
}

const WRITE = '(?:(?:successful|accepted|later|further) )?(?:changes?|writes?|updates?|modifications?|edits?)'
const RENEWS = '(?:updat|bump|refresh|set|renew|mov|advanc|chang|touch)\\w*(?: forward| anew| again)?'

/**
 * Whether a moment is renewed by all requests that change an item: "Every change to an order updates its `updated_at`",
 * "`updated_at` moves with each write", and "Bumped on every change" in its own description.
 * @param name of the property; undefined for its own description
 */
export function saysEveryChange(text: string, name: string | undefined): boolean {
  const itself = name === undefined ? '(?:it|this|the (?:time|timestamp))' : `\`?${escaped(name)}\`?`
  const every = `(?:every|each|any) ${WRITE}`
  const forms = [
    `^${every}(?: (?:to|of|in|on) (?:an?|the|any|every|its) [\\w ]{1,30}?)? (?:also )?${RENEWS} (?:(?:its|the|their|that) )?${itself}$`,
    `^${name === undefined ? `(?:${itself} )?` : `(?:the |its )?${itself} `}(?:(?:is|gets) )?${RENEWS} (?:(?:on|with|by|after|at|upon|in) ${every}(?: to (?:the |an? |its |this )?\\w+)?|(?:when(?:ever)?|each time|every time) (?:the |an? |any )?[\\w ]{1,20} (?:changes|(?:is|gets) (?:changed|modified|updated|edited)))$`,
  ].map((form) => new RegExp(form, 'i'))
  const plain = plainSentences(text).map((one) => one.replace(/, including [^,]{1,60}(?:,|$)/i, ''))
  return plain.some((one) => forms.some((form) => form.test(one.trim())))
}

/** Whether a filter reads signs of a pattern: "matches the specified pattern (use % for wildcards)", "SQL LIKE". */
export const saysPattern = (text: string): boolean =>
  /\b(?:wild ?cards?|glob\w*|patterns?|reg(?:ular )?ex\w*|LIKE (?:operator|expression|clause)|SQL)\b|[%*](?: (?:is|as|for|matches|stands)\b)/i.test(
    text,
  )

/** Whether the last day of a period is a part of it: "Both the first and the last day of a run count." */
export const includesLastDay = (text: string): boolean =>
  plainSentences(text).some((one) =>
    /^(?:(?:both )?(?:the )?first and (?:the )?last days?|both days|(?:the )?(?:last|end) (?:day|date))(?: of [\w ]{1,30}?)? (?:counts?|is inclusive|are inclusive|is included|are included|belongs? to (?:it|the period))(?:, which \b.*)?$|^\w+ and \w+ (?:both )?(?:belong to (?:it|the [\w' ]{1,30}?(?:time|period|range|stay))|are (?:both )?(?:inclusive|included)|(?:both )?count)(?:, (?:and|so) .*)?$|\b(?:sharing|having) (?:an?|one) (?:single )?day(?: in common)? is enough$|\b(?:not|never) (?:have (?:an?|any|a single|one) days? in common|share (?:an?|any|a single|one) days?)$/i.test(
      one,
    ),
  )

/** Whether a change has to meet what a creation has to: "The rules for full depots are the same as for new vehicles." */
export const saysSameRules = (text: string): boolean =>
  plainSentences(text).some(
    (one) =>
      /\b(?:full|capacity|places?|seats?|spots?|slots?)\b/i.test(one) &&
      /\b(?:rules?|checks?|conditions?|limits?|restrictions?|constraints?)\b/i.test(one) &&
      /\bsame\b[^.;]{0,40}\bas (?:for|on|at|of|when) (?:an? |the )?(?:new|creat\w+|add\w+)\b/i.test(one),
  )

/** Whether a request is rejected because it wants more than there is: "Fewer tickets than wanted are available". */
export const saysScarce = (text: string): boolean =>
  saysUsedUp(text) || (SCARCE.test(text) && !OTHER_LACK.test(text))

const SCARCE =
  /\b(?:fewer|less)\b[^.;]{0,40}\b(?:are|is) (?:available|left|in stock|on hand|free)\b|\b(?:not enough|insufficient) (?:\w+ ){0,4}?(?:stock|inventory|on hand|in stock|available|left|units|seats|tickets|places|copies|pieces)\b|\bexceed\w* (?:the |its )?(?:\w+ )?(?:stock|inventory|availability|available (?:stock|quantity|units|seats|tickets|places))\b|\bmore than (?:(?:is|are|what is) )?(?:left|available|in stock|on hand)\b|\bstock (?:is|would be|would become|falls|would fall|goes|would go) (?:too (?:low|small)|insufficient|not sufficient|negative|below zero|exhausted)\b|\bstock (?:does|do|would|can) ?not (?:suffice|cover)\b|\b(?:stock|inventory) (?:is|are) (?:lower|less|smaller) than (?:the |its )?(?:\w+ )?(?:quantity|amount|number)\b/i
/** Limits that are not about what is left. */
const OTHER_LACK = /\b(?:maximum|minimum|limits?|hours?|days?|points?|approv\w+|whatever|regardless)\b/i

const THINGS = '(?:stock|inventory|quantity|quantities|tickets|seats|places|spots|units|parts|copies|pieces)'
const ONLY_SOMETIMES =
  /\b(?:not|never|no|nor|unless|only|except|if|when|until|before|after|later|may|can|within|job|nightly|half|some|un\w+ed|undamaged|unsold|that|which|for sale)\b/i

/** Whether a sentence states a fact of every case, whatever its further clauses are about. */
function states(sentence: string, fact: RegExp): boolean {
  const clauses = sentence.split(/[;,] (?:and )?/)
  const at = clauses.findIndex((one) => fact.test(one))
  const isPlain = clauses.slice(0, at + 1).every((one) => !ONLY_SOMETIMES.test(one.replace(ITS_OWN, '')))
  return at >= 0 && isPlain && !/^(?:unless|if|only|except|until|when|but)\b/i.test(clauses[at + 1] ?? '')
}

/** "The tickets that it held" are all of them. */
const ITS_OWN = /\bthat (?:it|the \w+) (?:held|had|has|holds|used|took|reserved)\b/i

/** The sentence that states that a request gives back what another one used up: "All parts go back to stock." */
export const returnSentence = (text: string): string | undefined =>
  plainSentences(text).find((one) => states(one, GIVES_BACK))

const GIVES_BACK = new RegExp(
  `\\b(?:go(?:es)?|put|puts|return(?:s|ed)?|added|adds|booked|restored?|restores|moved|given|gives)\\b[^.;]{0,40}\\b(?:to|into) (?:the )?(?:stock|inventory)(?= \\(|\\W*$)|\\bavailable again\\b|\\brestock(?:s|ed)\\b|\\b(?:releases?|frees|gives back|restores) (?:the |its |all |all the |their )?${THINGS}\\W*$|\\b${THINGS} (?:is|are) (?:released|freed|restored|given back)\\W*$`,
  'i',
)

/**
 * The sentence that states that a request gives back what others used up, in other words and also of what is in one state:
 * "A placed order gives the quantities of its lines back to the lots."
 */
export const restoreSentence = (text: string): string | undefined =>
  plainSentences(text).find(
    (one) =>
      (GIVES_BACK.test(one) || (USED_UP.test(one) && RESTORES.some((form) => form.test(one)))) &&
      !RESTORES_NOT.test(one),
  )

const USED_UP =
  /\b(?:stock|inventory|quantit(?:y|ies)|tickets?|seats?|places?|spots?|slots?|units?|parts?|copies|copy|pieces?|reserv\w+|lots?|capacity|rooms?|beds?|hours)\b/i
const RESTORES = [
  /\b(?:gives?|given|puts?|returns?|returned|books?|booked|adds?|added|goes|go|moves?|moved)\b[^.;]{0,80}\b(?:back|again)\b/i,
  /\b(?:releas(?:es?|ed)|frees?|freed|restor(?:es?|ed)|restock(?:s|ed)?|available again|given back)\b/i,
]
/** Words of parts, of other moments, of other places and of money. */
const RESTORES_NOT =
  /\b(?:not|never|no|nor|unless|except|without|may|can|could|optional\w*|later|nightly|job|eventually|if|when(?! an? )|while|until|un\w+ed|only|some|after|within|once|before|background|asynchronous\w*|shortly|soon|partly|partial\w*|half|suppliers?|wish ?lists?|backlog|cart|as long as|money|refund\w*|price|payments?|deposit|credit|cents|paid)\b/i

/** The sentence that states that a creation uses up something: "Reserves tickets of one event." */
export const useSentence = (text: string): string | undefined =>
  plainSentences(text).find((one) => states(one, USES_UP) && !AT_ANOTHER_TIME.test(one))

const FROM_STOCK = '(?:from (?:the )?(?:stock|inventory))'
const USES_UP = new RegExp(
  `^\\W*(?:creates? [\\w ]{1,40} and )?takes (?:the |its |their )?${THINGS} (?:from|out of) (?:the )?(?:stock|inventory)\\b|^\\W*(?:(?:it|this|the request) )?(?:reserves|withdraws|allocates|deducts) (?:the |its |their )?${THINGS}\\b|^\\W*(?:the|its|their|all|ordered) (?:\\w+ )?${THINGS} (?:is|are) (?:taken|deducted|removed|withdrawn|subtracted) ${FROM_STOCK}(?: at once| immediately)?\\W*$|^\\W*(?:creating|adding|placing|ordering) [\\w ]{1,30} (?:takes|deducts|removes|reserves) (?:the |its )?${THINGS} ${FROM_STOCK}\\b`,
  'i',
)
const AT_ANOTHER_TIME =
  /\b(?:on|upon|by|at(?! once)) \w|\b(?:incoming|outgoing|confirm\w*|ship\w*|dispatch\w*|approv\w*)\b/i

/** The sentence that states that what is used up follows a change of a quantity: "The stock changes by the difference." */
export const differenceSentence = (text: string): string | undefined =>
  plainSentences(text).find((one) => states(one, FOLLOWS))

const FOLLOWS = /\bstock (?:changes|is (?:adjusted|corrected|changed)) (?:\w+ )?by the difference\b/i

/** Whether a reference to an item of the same kind must not close a circle: "neither into itself nor into one below it". */
export const rulesOutCircles = (text: string): boolean =>
  sentencesOf(text).some(
    (one) =>
      CIRCLE.test(one) &&
      /\b(?:not|cannot|can.t|neither|never|no|without|rejected|refused|4\d\d)\b/i.test(one),
  )

const CIRCLE =
  /\b(?:circ(?:le|ular)\w*|cycl(?:e|ic)\w*|loop|itself|(?:its|their) own (?:parent|child|ancestor|descendant)\w*|descendants?|below it(?:self)?)\b/i

/**
 * Whether a cursor is missing on the last page: "`null` on the last page".
 * @param name of the cursor; only sentences with it count
 */
export const saysNullAtEnd = (text: string, name?: string): boolean =>
  sentencesOf(text).some(
    (one) =>
      (name === undefined || names(one, name)) &&
      /\b(?:null|absent|missing|omitted|empty|not (?:present|set|returned|included)|no longer)\b/i.test(
        one,
      ) &&
      /\b(?:last (?:page|one)|no (?:more|further|next|other)|end\b|nothing (?:more|else|follows))/i.test(one),
  )

/** Whether something is there in some cases only. */
export const saysSometimes = (text: string): boolean =>
  /\b(?:if|when|only|unless|optional(?:ly)?|may|might|sometimes)\b/i.test(text)

/** Whether results have the order of the request. */
export const saysInOrder = (text: string): boolean =>
  /\bin (?:the (?:same |request )?|same |request )order\b/i.test(text)

/** Whether the description of a reference states that a resource must exist for it. */
export const saysMustExist = (text: string): boolean =>
  /\bmust (?:already )?exist\b|\bof an? (?:already )?existing\b|^(?:an )?existing\b/i.test(text)

/** Whether the description of an error response states that a resource, by its name in the singular, does not exist. */
export const saysMissing = (text: string, noun: string): boolean =>
  EXISTING.test(text) &&
  (new RegExp(`\\b${escaped(noun.replaceAll(/[_-]/g, ' '))}s?\\b`, 'i').test(text) ||
    MISSING_REFERENCE.test(text))

/** Any reference of a body, and not that of one property: "the body refers to an object that does not exist". */
const MISSING_REFERENCE =
  /\b(?:body|request|payload|input)\b[^.;`]*\brefer(?:s|ring|ences)?\b[^.;`]*\b(?:object|resource|entity|item|record|thing|id)s? (?:(?:that|which) )?(?:does|do)(?: not|n.t) exist\b/i

export interface PromisedOrder {
  later: string
  earlier: string
}

const COMPARED =
  /(?:^|\b(\w+) )(?:must|has to|needs to|should|may|can)?(n.t|not| not)? ?(?:be |lie |come |start |end )?(?:strictly |equal to or )?(after|later than|greater than|larger than|at least|before|earlier than|less than|smaller than|on or after|at or after|on or before|at or before|at most|exceeds?)(?: or equal to)?(?: the)?(?: value of)? (\w+)/i

const AFTER = /after|later|greater|larger|least|exceed/i

/** A description without a verb: "Later than `starts_at`", "not before `ordered_on`". */
const BARE_ORDER =
  /^(?:not |strictly )?(?:after|later than|greater than|before|earlier than|less than|on or after|on or before) (?:the )?\w+\W*$/i

/** An order ends the sentence, or states when it applies: "by more than 31 days" makes it a difference. */
const ORDER_END =
  /^\W*(?:4\d\d\W*)?$|^,? (?:if|when|where) (?:(?:it|this|both|they)(?: (?:is|are))? )?(?:given|set|present|sent|provided|not null)\W*$/i
const SECOND_ORDER = /^ or (?:after|later|greater|larger|before|earlier|less|smaller)\b/i

/**
 * The orders of two values that a description requires: "`ends_at` must be after `starts_at`".
 * @param names of all values
 * @param self the value that the text describes, as in "Must not be before `from`"
 */
export function promisedOrder(text: string, names: readonly string[], self?: string): PromisedOrder[] {
  const named = (word: string | undefined) => names.find((name) => name === word)
  return text
    .replaceAll('`', '')
    .replaceAll(
      /,? (?:when|if|where) (?:(?:it|they|both) (?:is|are) )?(?:given|set|present|sent|provided),/gi,
      '',
    )
    .replaceAll(/\bafter (?:the|an?|this|each|any) (?:change|update|request),? /gi, '')
    .replaceAll(/\b(must|has to|needs to|should|may) (?:still|also|always) /gi, '$1 ')
    .split(/[.;,](?:\s|$)|\band\b/)
    .map((clause) =>
      self !== undefined && BARE_ORDER.test(clause.trim()) ? `must be ${clause.trim()}` : clause,
    )
    .flatMap((clause) => {
      if (!/\b(?:must|has to|needs to|should|may not|cannot|can not)\b/i.test(clause)) return []
      const [found = '', subject, negation, relation = '', object] = COMPARED.exec(clause.trim()) ?? []
      const rest = clause.slice(clause.indexOf(found) + found.length)
      if (!ORDER_END.test(rest) && (negation === undefined || !SECOND_ORDER.test(rest))) return []
      const one = named(subject) ?? (/^(?:must|has to|should)/i.test(clause.trim()) ? self : undefined)
      const other = named(object)
      if (one === undefined || other === undefined || one === other) return []
      const isAfter = AFTER.test(relation) === (negation === undefined)
      return [isAfter ? { later: one, earlier: other } : { later: other, earlier: one }]
    })
}

/** Whether a request is rejected because a value does not identify such a resource: "Only author_id is a practitioner". */
export const requiresOne = (cause: string, property: string, noun: string): boolean =>
  new RegExp(
    `^Only .*(?<![\\w-])${escaped(property)}(?![\\w-]) (?:is|refers to|names|identifies) (?:an? |the |one of )?(?:\\w+ )?${escaped(noun.replaceAll(/[_-]/g, ' '))}s?\\b`,
    'i',
  ).test(cause)

const UNIQUE =
  /\b(?:must be|is|are|has to be) (?:globally |always )?unique\b|^(?:globally )?unique\b|\bunique (?:within|across|among|per|in|for)\b|\bno two [\w -]{1,40} (?:(?:can|may|must|could|will)(?: ever)? )?(?:have|share|with) the same\b|\bcase[- ]?insensitive(?:ly)? unique\b/i
const NOT_UNIQUE =
  /\b(?:need not|not (?:be )?unique|no longer)\b|\b(?:not|n.t) (?:have|need|required?) to be unique\b/i

/** Whether a property's description states that no two resources have the same value, in the same case at least. */
export const saysUnique = (text: string): boolean =>
  UNIQUE.test(text) && !NOT_UNIQUE.test(text) && (!/\bcase\b/i.test(text) || ignoresCase(text))

/** Of items in a state only. */
const OF_SOME = /\bno two (?:active|open|current|valid|pending|enabled|live)\b/i

/** The sentences that state that no two resources have the same value of a property: "Its name must be unique". */
export function saidUnique(text: string, property: string): string[] {
  const name = inEitherNumber(property)
  const said = new RegExp(
    `(?<![\\w-])${name}(?: address(?:es)?)?(?: of [\\w ]{1,30}?)? (?:(?:is|are) [\\w ]{1,40}? and )?(?:must be|is|are|has to be|have to be|should be) (?:globally |always )?unique\\b|\\bunique ${name}(?![\\w-])|\\bno two [\\w -]{1,40} (?:(?:can|may|must|could|will)(?: ever)? )?(?:have|share|with) the same ${name}(?![\\w-])`,
    'i',
  )
  return sentencesOf(text.replaceAll(/\be-mail/gi, 'email').replaceAll('`', '')).filter(
    (one) => said.test(one) && !NOT_UNIQUE.test(one) && !OF_SOME.test(one),
  )
}

/** Whether a description is about the identifier of a resource. */
export const namesIdentifier = (text: string): boolean => /\bid(s|entifiers?)?\b/i.test(text)

/** Extracts the requirement from the text of an error response; undefined if a request cannot meet it. */
export function demandIn(text: string): Demand | undefined {
  const choice = choiceDemand(text)
  if (choice !== undefined) return choice
  const affix = affixIn(text)
  if (affix !== undefined) return affix
  if (USED.test(text)) return { kind: 'unique' }
  const formed = requiredForm(text)
  if (formed !== undefined) return formed
  if (saysRequired(text)) return { kind: 'required' }
  if (ABSENT.test(text) || ELSEWHERE.test(text) || NOT_BOTH.test(text)) return { kind: 'absent' }
  if (OF_ANOTHER.test(text)) return { kind: 'shown' }
  const demand = schemaDemand(patternIn(text) ?? boundsIn(text) ?? formIn(text))
  if (demand !== undefined) return demand
  if (EXISTING.test(text)) return { kind: 'existing' }
  const order = orderDemand(text)
  if (order !== undefined) return order
  if (ABSENT_VALUE.test(text)) return { kind: 'required' }
  return INVALID.test(text) ? { kind: 'other' } : undefined
}

/** The form of a value that is required: "a valid email is required", "A 'To' phone number is required". */
function requiredForm(text: string): Demand | undefined {
  const [, form] =
    /\ban? (?:valid )?(?:["'`]\w+["'`] )?(\w+(?: number| address)?) is required\b/i.exec(text) ?? []
  return form === undefined ? undefined : schemaDemand(formOf(form))
}

const saysRequired = (text: string): boolean => REQUIRED.test(text) || containedIn(text) !== undefined

/** The choices that an error response lists: whole values, or the schemes of a URL. */
function choiceDemand(text: string): Demand | undefined {
  const choices = choicesIn(text)
  if (choices === undefined) return undefined
  const isScheme = /\b(?:schemes?|protocols?)\b/i.test(text)
  const pattern = `^(?:${choices.map(escaped).join('|')})://[a-z]{4,9}/[a-z]{4,9}$`
  return { kind: 'schema', schema: isScheme ? { pattern } : { enum: choices } }
}

/** Whether an error response states that what a value names does not exist: "The 'r' kernel is not available". */
export const saysUnavailable = (text: string): boolean =>
  EXISTING.test(text) ||
  /\bnot (?:available|installed|supported|known|registered|defined|configured)\b/i.test(text)

/** The noun at the start of a description, without an article: `Kernel spec name` of "Kernel spec name (or the default)". */
export function titleIn(text: string): string | undefined {
  const [head = ''] = text.split(/[(.,:;]|\s-\s/)
  const title = head.trim().replace(/^(?:the|an?) /i, '')
  return /^(?:\w+ ){1,3}\w+$/.test(title) ? title : undefined
}

/** The order of two values that an error response requires: "must be after startsAt"; "is before `from`" names the fault. */
function orderDemand(text: string): Demand | undefined {
  const [, verb] = /\b(must|has to|needs to|should|may|can|is|was)(?:n.t)?\b/i.exec(text) ?? []
  const plain = text.replaceAll(/["'`]/g, '')
  const [found = '', , negation, relation = '', other] = COMPARED.exec(plain) ?? []
  const rest = plain.slice(plain.indexOf(found) + found.length)
  if (/^ (?:by (?:more|less|at|over|up|\d)|plus|minus|[+-])/i.test(rest)) return undefined
  if (verb === undefined || other === undefined || /^\d/.test(other)) return undefined
  const isAfter = AFTER.test(relation) === (negation === undefined)
  return { kind: isAfter === /^(?:is|was)$/i.test(verb) ? 'below' : 'above', other }
}

/** The kind of resource that does not exist, by the text of an error response: "Unknown practitioner", "No such user". */
export function missingThing(text: string): string | undefined {
  const hit =
    /\bnot (?:an?|any) (?:known|existing) (\w+(?: \w+)?)(?=[\s.]*$|[,:;(])|\b(?:unknown|no such) (\w+)|\b(\w+) (?:with [^.]{1,60} )?(?:was |is |could |can)?(?:not (?:be )?found|does(?: not|n.t) exist)/i.exec(
      text,
    )
  return hit?.[1] ?? hit?.[2] ?? hit?.[3]
}

/** Whether the text of an error response is about a property: "startsAt is too late", "The vaccine is not for cats". */
export const blames = (text: string, property: string): boolean =>
  (wordsOf(property).length > 1 && names(text, property)) ||
  new RegExp(
    `^\\W*(?:(?:the|this|body|field|property|value) )*${inEitherNumber(property)}[\`"']? (?:is|are|was|must|has|have|may|can|cannot|should|lies|does|do|needs?|contains?|exceeds?)\\b|[\`"']${escaped(property)}[\`"']`,
    'i',
  ).test(text)

/** Whether the number in an error response is the most that is accepted: "The room takes 2 guests", "Only 3 are left". */
export const isUpperLimit = (text: string): boolean =>
  !/\b(?:at least|minimum|no(?:t)? (?:less|fewer)|or more)\b/i.test(text) &&
  /\b(?:only|at most|up to|max(?:imum)?|limit(?:ed)?|takes?|holds?|seats?|fits?)\b[\w ]{0,30} \d|\d+ (?:\w+ ){0,3}(?:left|available|free|remain(?:s|ing)?|at most|only)\b|\b(?:no|not|n.t|cannot)\b(?: \w+){0,4} (?:more|greater|larger) than \d|\bexceeds?\b/i.test(
    text,
  )

/** The words that follow a noun at the end of a phrase. */
const PHRASE_END =
  '(?=$|[^\\w\\s-]|\\s+(?:for|of|in|on|at|with|to|yet|that|which|is|are|was|were|has|have|exists?|and|or|before|when|while|every|by|from|until|covers?|found|available|assigned|defined|configured|set|missing|required|needed|does|do)\\b)'

/**
 * Whether an error response states that something suitable does not exist yet: "There is no rate for every night",
 * "The clinic has no open shift", "A payment method is required".
 * @param noun the singular of what may be missing
 */
export function saysLacking(text: string, noun: string): boolean {
  const thing = `(?:[\\w-]+ ){0,2}${inEitherNumber(noun)}`
  return new RegExp(
    `\\b(?:no|without|lacks?|needs?|requires?|missing|not have)(?: (?:an?|any|the|at least one))? ${thing}${PHRASE_END}|(?<!\\w[ -])\\b(?:(?:an?|the|any) )?${thing} (?:is |are |was )?(?:missing|required|needed|not found|not available|does not exist|do not exist)`,
    'i',
  ).test(text)
}

/**
 * Whether an error response states that there is not enough of something: "Only 0 units are free in this period",
 * "Not enough seats".
 * @param noun the singular of what is to be added
 */
export function saysTooFew(text: string, noun: string): boolean {
  const thing = `(?:[\\w-]+ ){0,2}${inEitherNumber(noun)}`
  return new RegExp(
    `\\bonly \\d+ ${thing} (?:(?:is|are|was|were) )?(?:still )?(?:free|available|left|remaining|in stock)|\\bonly \\d+ (?:free|available|remaining) ${inEitherNumber(noun)}\\b|\\b(?:not enough|insufficient|too few|no more) ${thing}${PHRASE_END}|\\bnot enough ${thing}$`,
    'i',
  ).test(text)
}

/** Whether a text is about a date: "begins more than 14 days from today", "is over", "has not started". */
export const saysDate = (text: string): boolean =>
  /\b(?:days?|hours?|weeks?|months?|today|tomorrow|now|past|future|dates?|begins?|began|starts?|started|ends?|ended|over|due|expired?|late|later|early|earlier|soon|ago|yet)\b/i.test(
    text,
  )

/** Whether an error response states that something is missing, or is not enough: "The wallet holds less than 500 cents". */
export const saysShortage = (text: string): boolean =>
  /\b(?:no|not|neither|without|lacks?|lacking|missing|less|fewer|at least|insufficient|too (?:low|few|little|small)|empty|must|needs?|needed|requires?|required|first|before|until|unless|exceeds?|below|under|short)\b/i.test(
    text,
  )

/** Whether an error response states that an item does not do, without a reason: "The instrument cannot be used." */
export const saysUnusable = (text: string): boolean =>
  /\b(?:cannot|can not|can[’']t|may not|must not) be used\b|\bnot (?:usable|valid|available|suitable|ready)\b|\b(?:unusable|unavailable|expired|overdue|outdated)\b/i.test(
    text,
  )

/** Words directly before a state in which an item should be. */
const NEEDED =
  '(?:\\bnot(?: yet| currently)*|\\b(?:is|are) neither|(?<=\\b(?:is|are) neither [^.;]{1,60} )nor|\\bmust (?:first )?be|\\b(?:has|have|needs?) to be|\\bonly|\\b(?:until|unless|before) (?:it|they|this) (?:is|are|has been|have been))(?: in (?:the )?(?:status|state))?'

/** Whether an error response states that an item should be in a state: "The product is not active", "Only paid orders …". */
export const needsState = (text: string, state: string): boolean =>
  new RegExp(`${NEEDED} [\`"']?${statePattern(state)}\\b`, 'i').test(text)

/** Whether the description of an action states that its item gets into a state: "its status becomes `active`". */
export const saysBecomes = (text: string, state: string): boolean =>
  new RegExp(
    `\\b(?:becomes?|turns? into|changes? to|goes to|moves? (?:it )?to|is (?:now|then|set to))(?: the)?(?: status| state)? [\`"']?${statePattern(state)}\\b`,
    'i',
  ).test(text)

/** Whether a text states that an action was done already, or must not be: "The account is closed" of `close`. */
export const saysDone = (text: string, action: string): boolean =>
  [...text.matchAll(/\b(?:is|are|was|were|been|already|not be) (?:already |now )?(\w+)/gi)].some(
    ([, state = '']) => isActionTo(action, state),
  )

/**
 * Whether an error response is about the state of an item: "The rental is reserved", `invalid_state`.
 * @param states the values of its status
 */
export const saysState = (text: string, states: readonly string[]): boolean =>
  /\b(?:state|status)\b/i.test(text.replaceAll('_', ' ')) ||
  states.some((state) => new RegExp(`\\b${statePattern(state)}\\b`, 'i').test(text))

const schemaDemand = (schema: JsonObject | undefined): Demand | undefined =>
  schema === undefined ? undefined : { kind: 'schema', schema }

const QUOTED = /["'`]([^"'`\n]{1,80})["'`]/g
const MAX_CHOICES = 100

/** `must be one of "a", "b"`, `must be one of [a, b]`, `expected one of a|b`. */
function choicesIn(text: string): string[] | undefined {
  const hit = CHOICE.exec(text)
  if (hit === null) return undefined
  const rest = text
    .slice(hit.index + hit[0].length)
    .replace(/^(?: (?:the )?following(?: values)?| is| are| these| values)*/i, '')
  const list = rest.split(/\. |\n|; |$/)[0] ?? ''
  const quoted = [...list.matchAll(QUOTED)].map((match) => match[1] ?? '')
  const words = list
    .replace(/^[\s:[({]+|[\s.\])}]+$/g, '')
    .split(/\s*[,|/]\s*(?:or |and )?|\s+or\s+|\s+and\s+/)
    .map((word) => word.trim())
  const choices = quoted.length > 0 ? quoted : words
  const isList = choices.length > 0 && choices.every((one) => /^[\w.:+-]{1,60}$/.test(one))
  return isList ? choices.slice(0, MAX_CHOICES) : undefined
}

function affixIn(text: string): Demand | undefined {
  const [, verb, quoted, word, sign] = AFFIX.exec(text) ?? []
  if (verb === undefined) return undefined
  const affix = quoted ?? (word === undefined ? undefined : SIGNS[word.toLowerCase()]) ?? sign
  if (affix === undefined) return undefined
  return { kind: /^(?:end|terminate)/i.test(verb) ? 'suffix' : 'prefix', text: affix }
}

const isRegExp = (source: string): boolean => {
  try {
    return new RegExp(source, 'u') !== undefined
  } catch {
    return false
  }
}

/** `fails to match the required pattern: /^[a-z]+$/`, `must match pattern "^[a-z]+$"`, `letters and numbers only`. */
function patternIn(text: string): JsonObject | undefined {
  if (/\b(?:pattern|match(?:es)?|regex|regexp|regular expression|format)\b/i.test(text)) {
    const [, slashed, quoted, bare] =
      /(?:\/(\^.+\$)\/[a-z]*)|(?:["'`](\^.+\$)["'`])|(\^\S+\$)/.exec(text) ?? []
    const source = slashed ?? quoted ?? bare
    if (source !== undefined && source.length <= 200 && isRegExp(source)) return { pattern: source }
  }
  if (
    /\balpha-?numeric\b|\bonly (?:contain|use|have|allow)?\b.{0,30}\bletters\b|\bletters\b.{0,60}\bonly\b|\b(?:spaces?|whitespaces?) (?:is|are)?(?: not|n.t)? ?allowed\b|\bmay not contain (?:white)?spaces\b|\bno spaces\b|\blower-?case\b/i.test(
      text,
    )
  )
    return { pattern: '^[a-z][a-z0-9]+$' }
  return undefined
}

/** Bounds of lengths, of numbers of items and of values. */
function boundsIn(text: string): JsonObject | undefined {
  const what = /\b(?:char(?:acter)?s?|letters|length|long|longer|shorter)\b/i.test(text)
    ? 'Length'
    : /\b(?:items?|elements?|entries)\b/i.test(text)
      ? 'Items'
      : undefined
  const [, low, high] = /\bbetween (-?\d+(?:\.\d+)?) and (-?\d+(?:\.\d+)?)\b/i.exec(text) ?? []
  const name = (end: 'min' | 'max') => (what === undefined ? `${end}imum` : `${end}${what}`)
  if (low !== undefined && high !== undefined)
    return { [name('min')]: Number(low), [name('max')]: Number(high) }
  const [, least] =
    /(?:\bat least|\bminimum(?: \w+)?(?: is| of)?|\bnot? (?:(?:have|be|contain) )?(?:less|fewer|shorter|smaller) than|\bgreater than or equal to|>=) (-?\d+(?:\.\d+)?)/i.exec(
      text,
    ) ?? []
  if (least !== undefined) return { [name('min')]: Number(least) }
  const [, most] =
    /(?:\bat most|\bmaximum(?: \w+)?(?: is| of)?|\bnot? (?:(?:have|be|contain) )?(?:more|greater|longer|larger) than|\bless than or equal to|\bup to|<=) (-?\d+(?:\.\d+)?)/i.exec(
      text,
    ) ?? []
  if (most !== undefined) return { [name('max')]: Number(most) }
  const [, above] = /\b(?:greater|more|longer|larger) than (-?\d+)\b/i.exec(text) ?? []
  if (above !== undefined) return { [name('min')]: Number(above) + 1 }
  const [, below] = /\b(?:less|fewer|shorter|smaller|lower) than (-?\d+)\b/i.exec(text) ?? []
  if (below !== undefined) return { [name('max')]: Number(below) - 1 }
  return /\bpositive\b/i.test(text) ? { minimum: 1 } : undefined
}

const FORMATS: readonly (readonly [RegExp, JsonObject])[] = [
  [/\be-?mail\b/i, { type: 'string', format: 'email' }],
  // The form of Go and of many configurations. A property with `format: duration` has the other form already.
  [/\bduration\b/i, { type: 'string', pattern: '^[1-9][0-9]?h$' }],
  [/\buuid\b/i, { type: 'string', format: 'uuid' }],
  [/\b(?:tele)?phone(?: number)?\b/i, { type: 'string', format: 'phone' }],
  [/\bur[il]\b/i, { type: 'string', format: 'uri' }],
  [/\b(?:date-?time|timestamp|iso[- ]?8601|rfc ?3339)\b/i, { type: 'string', format: 'date-time' }],
  [/\bdate\b/i, { type: 'string', format: 'date' }],
  [/\bip(?:v4)?(?: address)?\b/i, { type: 'string', format: 'ipv4' }],
  [/\b(?:integer|int|whole number)\b/i, { type: 'integer' }],
  [/\b(?:number|numeric|float|decimal)\b/i, { type: 'number' }],
  [/\b(?:boolean|bool)\b/i, { type: 'boolean' }],
  [/\b(?:array|list)\b/i, { type: 'array' }],
  [/\b(?:object|dictionary|map|hash)\b/i, { type: 'object' }],
  [/\b(?:string|text)\b/i, { type: 'string' }],
]

/** The type or the format that a text wants: `must be an array`, `Expected string, received number`, `not a valid email`. */
function formIn(text: string): JsonObject | undefined {
  const [, wanted, expected, valid] =
    /\b(?:must|should|has to|needs to|have to)(?: only)? (?:be|have|contain) (.{1,60})|\bexpected (\w+)|\bnot (?:a )?(?:valid )?(.{1,40})/i.exec(
      text,
    ) ?? []
  const words = wanted ?? expected ?? valid ?? /\b(?:invalid|valid) (.{1,40})/i.exec(text)?.[1]
  return words === undefined ? undefined : formOf(words)
}

const formOf = (words: string): JsonObject | undefined =>
  FORMATS.find(([pattern]) => pattern.test(words))?.[1]

/** Words for a whole request, or for what is outside of its values. */
const WHOLE =
  /^(?:it|this|that|there|values?|request|body|payload|input|data|you|token|credentials?|key|permissions?|access|auth(?:orization|entication)?|required|content)$/i

/** The property or parameter that a sentence of an error is about: in quotes, or by its place in the sentence. */
export function objectIn(text: string): string | undefined {
  const [, placed] = /^\[((?:body|query|path|params|headers?)\.[\w.]+)\] /i.exec(text) ?? []
  if (placed !== undefined) return placed
  const [, quoted] = /["'`“]([\w$][\w$.[\]/-]{0,80})["'`”]/.exec(text) ?? []
  if (quoted !== undefined) return quoted
  const [, after] =
    /\b(?:field|property|parameter|param|argument|attribute|key)s?:? ([a-z_$][\w$.[\]-]*)/i.exec(text) ?? []
  if (
    after !== undefined &&
    !/^(?:is|are|was|must|should|has|not|required|missing|value|in|with)$/i.test(after)
  )
    return after
  const [, first] =
    /^(?:the |an? )?(?:(?:given|provided|supplied|specified) )?([a-z_$][\w$.[\]-]*) (?:is|are|must|should|can(?:no|.)t|may|has|have|does|field|property|parameter)\b/i.exec(
      text,
    ) ?? []
  if (first !== undefined && !WHOLE.test(first)) return first
  const [, both] = NOT_BOTH.exec(text) ?? []
  const [, exclusive, missing] =
    /^(?:both )?([a-z_$][\w$.-]*) and [\w$.-]+ (?:are|cannot|can't|must not|may not) |\b(?:no|missing) (\w+(?:[.]\w+)*) (?:(?:(?:or|nor) \w+ )?(?:is |was |were )?(?:given|provided|specified|included)|field|property|parameter|param|argument|attribute)\b/i.exec(
      text,
    ) ?? []
  const named = both ?? exclusive ?? missing
  if (named !== undefined && !WHOLE.test(named)) return named
  return /\bmissing (?:required )?(?:field|property|parameter|param|argument)?:? ?([a-z_$][\w$.]*)$/i.exec(
    text,
  )?.[1]
}

/** The name of a missing value in words: "Start history ID is required", for `startHistoryId`. */
export function phraseIn(text: string): string | undefined {
  const [, phrase] =
    /^(?:the |an? |your )?((?:[a-z]+ ){1,3}[a-z]+) (?:(?:is|are) (?:required|missing|mandatory)|must be (?:given|provided|specified|set))\b/i.exec(
      text,
    ) ?? []
  return phrase?.split(' ').some((word) => WHOLE.test(word)) ? undefined : phrase
}

/**
 * The property whose choices a sentence lists, by the noun before them: `type` in `an allowed type ["url"]`.
 * @returns undefined where the sentence names only values
 */
export const chosenIn = (text: string): string | undefined =>
  /\b(?:allowed|valid|accepted|possible|permitted|supported|available) (?!values?\b|options?\b|choices?\b)(\w+?)s?(?: values?| options?| choices?)?(?: (?:are|is|include)\b|:| ?[[({"'])/i.exec(
    text,
  )?.[1]

/** A property of an object with any names that must be there: "properties must contain either 'servers' or 'brokers'". */
export function containedIn(text: string): [object: string, property: string] | undefined {
  const [, object, property] =
    /\b(\w+) must (?:contain|include|have) (?:either |at least |one of |an? |the |key |property |field )*["'`]([\w.-]+)["'`]/i.exec(
      text,
    ) ?? []
  return object === undefined || property === undefined ? undefined : [object, property]
}

/** Whether both the first and the last day of a period count, by the description of its length: "Inclusive of both ends". */
export const saysInclusive = (text: string): boolean =>
  /^\W*(?:inclusive(?: of (?:both|the) (?:ends|days|dates))?|both (?:ends|days|dates)(?: are)? (?:inclusive|included|count(?:ed)?)|(?:(?:the )?(?:first|start)(?: day)? and (?:the )?(?:last|end)(?: day)?|(?:start|first) and (?:end|last) (?:day|date))(?: are)?(?: both)? (?:inclusive|included|count(?:ed)?)|(?:including|counting) (?:both (?:ends|days|dates)|(?:the )?(?:first|start)(?: day)? and (?:the )?(?:last|end)(?: day| date)?))\W*$/i.test(
    text,
  )

/** The unit of time that a description consists of: `minute` for "In minutes". */
export const unitStated = (text: string): string | undefined =>
  /^\W*(?:in )?(?:whole )?(minute|hour|day|week|month|year)s\W*$/i.exec(text)?.[1]?.toLowerCase()
