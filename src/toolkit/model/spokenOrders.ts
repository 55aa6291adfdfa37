/** Default orders of lists in words: "by zone, then by name", "soonest deadline first", "from cheap to expensive". */
import type { SaidOrder, SpokenOrder } from './description.ts'
import { isStart, normal, ownerOfId, singularOf, soundsLike, withoutUnit, wordsOf } from './vocabulary.ts'

/** The kind of the values of a property, for words such as "newest" and "highest". */
export type Kind = 'text' | 'number' | 'time' | 'other'

type Kinds = ReadonlyMap<string, Kind>

interface Key {
  property: string
  /** undefined where the text does not state it */
  descending: boolean | undefined
}

interface Keys {
  keys: Key[]
  missing?: 'first' | 'last'
}

/**
 * Finds the default order of a list that descriptions state by the words for its properties.
 * @param nouns words for the resource; sentences about another one are not about this list
 * @returns undefined where no sentence states one, where one cannot be read to its end, or where two differ
 */
export function spokenOrder(
  texts: readonly string[],
  kinds: Kinds,
  nouns: readonly string[] = [],
): SpokenOrder | undefined {
  const found = texts.flatMap((text) => orderOfText(text, kinds, nouns) ?? [])
  const [first, ...others] = found
  const isSame = (one: SpokenOrder) =>
    one.descending === first?.descending && keyOf(one) === keyOf(first) && one.eitherWay === first.eitherWay
  return others.every(isSame) ? first : undefined
}

const keyOf = ({ by }: SpokenOrder): string => (by === 'creation' ? '' : by.property)

const plainOf = (text: string): string =>
  text
    .replace(/[`*"“”]/g, '')
    .replace(/\bi\.e\.,?/gi, 'that is')
    .replace(/\be\.g\./gi, 'for example')
    .replace(/\s+/g, ' ')

/**
 * The order of this reader, where the other one reads nothing else.
 * @param said what the other reader finds; sentences that are unclear to it count unless this one has read them
 * @param creation the property with the time of the creation
 */
export function agreedOrder(
  order: SpokenOrder,
  said: readonly SaidOrder[],
  creation: string | undefined,
): SpokenOrder | undefined {
  const property = (one: SpokenOrder) => (one.by === 'creation' ? creation : one.by.property)
  const isSame = (one: SpokenOrder) =>
    property(one) === property(order) && (order.eitherWay === true || one.descending === order.descending)
  const differs = said.some(({ sentence, order: one }) => {
    const plain = plainOf(sentence).trim()
    if (one !== 'unclear') return !isSame(one) && !isFurther(order, one, plain)
    return !TIES.test(plain) && !order.words.includes(plain) && !plain.includes(order.words)
  })
  return differs ? undefined : order
}

/** Whether the other reader has found the second key, in the sentence about equal entries. */
const isFurther = ({ further }: SpokenOrder, { by, descending }: SpokenOrder, sentence: string): boolean =>
  further !== undefined &&
  by !== 'creation' &&
  by.property === further.property &&
  descending === further.descending &&
  TIES.test(sentence)

/** Whether two texts about equal items state another second key. */
export const differsFromTies = (order: SpokenOrder | undefined, ties: SpokenOrder | undefined): boolean =>
  order?.further !== undefined &&
  ties !== undefined &&
  ties.by !== 'creation' &&
  (ties.by.property !== order.further.property || ties.descending !== order.further.descending)

function orderOfText(text: string, kinds: Kinds, nouns: readonly string[]): SpokenOrder | undefined {
  const sentences = plainOf(text)
    .split(/[.;](?:\s|$)/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const keysOf = (one: string, index: number) =>
    isOfTies(one) || isOfOthers(one, nouns) || (index > 0 && /^by /i.test(one))
      ? undefined
      : keysOfSentence(one, kinds)
  const at = sentences.findIndex((one, index) => keysOf(one, index) !== undefined)
  const words = sentences[at]
  if (words === undefined) return undefined
  const { keys, missing } = keysOfSentence(words, kinds) ?? { keys: [] }
  const rest = sentences.slice(at + 1)
  if (sentences.some((one) => one !== words && movesOthers(one, keys[0], kinds))) return undefined
  const ties = keys.length > 1 ? undefined : tiesAmong(rest, kinds)
  const further = missing ?? missingAmong(rest, keys[0], kinds)
  return orderOf([...keys, ...(ties ?? [])], { words, missing: further, kinds })
}

/** Whether a sentence is about equal entries only, and not "by zone, and alphabetically where that is equal". */
const isOfTies = (sentence: string): boolean => {
  const ties = TIES.exec(sentence)
  const order = BY.exec(sentence)
  return ties !== null && (order === null || order.index > ties.index || !ALPHABETICALLY.test(sentence))
}

/** "Comments of a post are sorted by date", in a list of posts. */
export function isOfOthers(sentence: string, nouns: readonly string[]): boolean {
  const [, subject = ''] =
    /^(?:the |all |these )?(\w+s)(?: (?:of|in|on|for) (?:an?|the|each|its|their) \w+)? (?:are|is|come|get) /i.exec(
      sentence.trim(),
    ) ?? []
  const isGeneral = /^(?:items|entries|results|elements|records|rows|resources|lists|pages|objects)$/i.test(
    subject,
  )
  const plain = singularOf(normal(subject))
  const isOwn = nouns.some((one) => {
    const noun = singularOf(normal(one))
    return noun !== '' && (noun.includes(plain) || plain.includes(noun))
  })
  return subject !== '' && nouns.length > 0 && !isGeneral && !isOwn
}

function orderOf(
  [first, second]: readonly Key[],
  { words, missing, kinds }: { words: string; missing: 'first' | 'last' | undefined; kinds: Kinds },
): SpokenOrder | undefined {
  if (first === undefined) return undefined
  const descending = wayOfKey(first, kinds)
  const further = second && second.property !== first.property ? wayOfKey(second, kinds) : undefined
  return {
    by: { property: first.property },
    descending: descending ?? false,
    words,
    ...(descending === undefined && { eitherWay: true }),
    ...(second && further !== undefined && { further: { property: second.property, descending: further } }),
    ...(missing && { missing }),
  }
}

/** Without a stated direction, texts and positions are in ascending order; numbers and times are in either one. */
function wayOfKey({ property, descending }: Key, kinds: Kinds): boolean | undefined {
  if (descending !== undefined) return descending
  const words = wordsOf(property)
  const isPosition =
    /^(?:position|sequence|seq|ordinal|index|number|no)$/.test(words.at(-1) ?? '') ||
    /^(?:due|deadline|expires|expiry)$/.test(words[0] ?? '')
  return kinds.get(property) === 'text' || isStart(property) || isPosition ? false : undefined
}

/** Words under which a sentence is not about the default order of all items. */
const CONDITIONAL =
  /\b(?:if|when|whenever|unless|otherwise|except|but|may|can|could|either|or|usually|normally|typically|often|planned|use|set|pass|add|specify|parameter|not|never|each|every|per|grouped|has|have|default(?:s|ed)?)\b|=/i
/** Words before those about lists inside the items. */
const INSIDE = /\b(?:with|whose|their|its|contain\w*|includ\w*|nested|embedded|of which|inside)\b/i
/** Words before an order that are about searches, groups, or what clients do. */
const NOT_THE_LIST =
  /\b(?:search\w*|find|filter\w*|counts?|statistics|the client|clients (?:show|display|sort)|apps?|csv|exports?|dashboards?|screens?|ui|web ?(?:site|page)|print\w*)\b/i
const TIES = /\b(?:same|equal|equals|ties|tied|simultaneous|identical|alike)\b/i

const BY =
  /(?:\b(?:sorted|ordered|arranged|ranked|sequenced)(?: (?:alphabetically|numerically|chronologically|first))? by|\balphabetical(?:ly)?(?: order)? (?:of|by)|\bin (?:the )?(?:order|sequence) of|\bin (?:ascending|descending|rising|falling|increasing|decreasing|numerical|numeric) order (?:of|by)|^(?:listed |in order )?by|, (?:listed )?by|\bthat is,? by) /i

/** "Meals ordered by the guest": the one who orders them. */
const BY_PERSON =
  /^(?:a |an |the (?:\w+ )?(?:guest|customer|user|client|member|agent|owner|author|buyer|seller|host|manager|admin|administrator|employee|patient|doctor|teacher|student|visitor|tenant|organi[sz]er|driver|vendor|supplier|person|team)\b)/i

const isDoneBy = (by: string, rest: string, kinds: Kinds): boolean => {
  if (!/\b(?:ordered|arranged) by $/i.test(by)) return false
  const [, noun = ''] = /^the (\w+)/i.exec(rest) ?? []
  const isReference = [...kinds.keys()].some((name) => normal(ownerOfId(name) ?? '') === normal(noun))
  return BY_PERSON.test(rest) || (noun !== '' && isReference)
}

/** "soonest deadline first", "the latest first", "with the highest score first" */
const FIRST =
  /(?:^|, |\bwith )(?:the )?(newest|latest|most recent|oldest|earliest|soonest|nearest|highest|largest|biggest|greatest|best|heaviest|longest|most|lowest|smallest|least|fewest|shortest|worst|lightest) ([\w -]{2,40}?) (?:(?:comes?|is|are|goes|go) )?(?:listed |shown |returned )?first\b/i
const DOWN_WORDS =
  /^(?:newest|latest|most recent|highest|largest|biggest|greatest|best|heaviest|longest|most)$/i
const OF_TIME = /^(?:newest|latest|most recent|oldest|earliest|soonest|nearest)$/i

/** "from cheap to expensive", "cheapest first", "most expensive first" */
const BY_PRICE: readonly (readonly [RegExp, boolean])[] = [
  [
    /(?:^|, )(?:the )?cheapest(?: [\w-]+)?(?: (?:comes?|is|are))? first\b|\bfrom (?:the )?cheap(?:est)? to (?:the )?(?:most )?(?:expensive|dear)/i,
    false,
  ],
  [
    /(?:^|, )(?:the )?(?:most expensive|dearest|priciest)(?: [\w-]+)?(?: (?:comes?|is|are))? first\b|\bfrom (?:the )?(?:most )?expensive to (?:the )?cheap/i,
    true,
  ],
]
/** "most recently joined first", "the last joined first" */
const RECENTLY =
  /\b(?:(most|least) recently|(last|first)) (\w+ed|sent|paid|sold|read|seen|built|won)(?: \w+)?(?: (?:comes?|is|are))? first\b/i
/** "that expire soonest are returned first", "the soonest to expire first" */
const SOONEST =
  /\b(?:that|which|who) (\w+?)s? (?:the )?(soonest|earliest|latest|last)(?: (?:are|is|come|comes))?(?: (?:listed|shown|returned))? first\b|\b(?:the )?(soonest|earliest|first) to (\w+)(?: (?:comes?|is|are))? first\b/i
const CHRONOLOGICAL = /^(?:in )?chronological(?:ly)?(?: order)?$|, in chronological order$/i

/** "(numeric, so 9 before 10)"; not "(highest first)". */
const REMARK_IN_PARENTHESES = / \((?!asc|desc|lowest|highest|newest|oldest|latest|earliest)[^()]*\)/gi

/** "by current workload (open words)", where the words in parentheses name the property. */
const WITH_NAME = /\b(by (?:the |their |its )?)([\w-]+(?: [\w-]+){0,2}) \(([\w-]+(?: [\w-]+){0,2})\)/i

const withName = (sentence: string, kinds: Kinds): string =>
  sentence.replace(WITH_NAME, (all, by: string, phrase: string, name: string) =>
    orderedProperty(phrase, kinds) === undefined && orderedProperty(name, kinds) !== undefined
      ? by + name
      : all,
  )

function keysOfSentence(sentence: string, kinds: Kinds): Keys | undefined {
  const plain = withName(sentence, kinds).replace(REMARK_IN_PARENTHESES, '')
  if (CONDITIONAL.test(plain) || /\(planned\b/i.test(sentence)) return undefined
  const hit = BY.exec(plain)
  if (hit === null) return superlative(plain, kinds)
  const before = plain.slice(0, hit.index)
  const rest = plain.slice(hit.index + hit[0].length)
  // "Newest bookings first, by start and title" does not state the direction of the keys.
  const isOther = INSIDE.test(before) || NOT_THE_LIST.test(before) || /(?<!\bthe )\bfirst\b/i.test(before)
  if (isOther || isDoneBy(hit[0], rest, kinds)) return undefined
  const read = listOfKeys(rest, kinds, wayOf(hit[0]))
  return isVague(hit[0], rest, read) ? superlative(plain, kinds) : read
}

/** "Statistics, by zone" may be about groups, and "By title and author" about a search. */
const isVague = (by: string, rest: string, read: Keys | undefined): boolean => {
  const isPlain =
    read?.keys.every(({ descending }) => descending === undefined) === true &&
    !/\b(?:then|first)\b/i.test(rest)
  return isPlain && (/^, by/i.test(by) || (/^by/i.test(by) && read.keys.length > 1))
}

/** The key of "soonest deadline first", with nothing about an order but the entries without a value after it. */
function superlative(sentence: string, kinds: Kinds): Keys | undefined {
  for (const read of [byFirst, byPrice, byRecency, bySoonest, byChronology]) {
    const found = read(sentence, kinds)
    if (found === undefined) continue
    const [before, rest] = [sentence.slice(0, found.start), sentence.slice(found.end)]
    const isOther = INSIDE.test(before) || NOT_THE_LIST.test(before)
    if (isOther || /\b(?:first|end|bottom|top|before|after|then)\b/i.test(rest)) return undefined
    return { keys: [found.key], ...missingIn(rest, found.key, kinds) }
  }
  return undefined
}

interface Superlative {
  key: Key
  start: number
  end: number
}

const found = (hit: RegExpExecArray, property: string | undefined, descending: boolean) =>
  property === undefined
    ? undefined
    : { key: { property, descending }, start: hit.index, end: hit.index + hit[0].length }

function byFirst(sentence: string, kinds: Kinds): Superlative | undefined {
  const hit = FIRST.exec(sentence)
  if (hit === null) return undefined
  const [, adjective = '', phrase = ''] = hit
  const property = orderedProperty(phrase, kinds)
  const wanted = OF_TIME.test(adjective) ? 'time' : 'number'
  const kind = kinds.get(property ?? '')
  const isFit = kind === wanted || (wanted === 'number' && kind === 'text' && isAmount(property ?? ''))
  return isFit ? found(hit, property, DOWN_WORDS.test(adjective)) : undefined
}

const isAmount = (property: string): boolean =>
  /^(?:amount|total|price|cost|fee|rate|rating|balance|score)$/.test(wordsOf(property).at(-1) ?? '')

function byPrice(sentence: string, kinds: Kinds): Superlative | undefined {
  const amounts = [...kinds.keys()].filter((name) =>
    wordsOf(name).some((word) => /^(?:price|cost)$/.test(word)),
  )
  const totals = [...kinds.keys()].filter((name) => /^(?:total|amount)$/.test(wordsOf(name)[0] ?? ''))
  const [only, ...others] = amounts.length > 0 ? amounts : totals
  if (only === undefined || others.length > 0) return undefined
  for (const [form, descending] of BY_PRICE) {
    const hit = form.exec(sentence)
    if (hit !== null) return found(hit, only, descending)
  }
  return undefined
}

/** The time of an action, by its participle: `joinedAt` of "joined". */
function byRecency(sentence: string, kinds: Kinds): Superlative | undefined {
  const hit = RECENTLY.exec(sentence)
  if (hit === null) return undefined
  const [, most, last, done = ''] = hit
  const isNewest = most === undefined ? /last/i.test(last ?? '') : /most/i.test(most)
  return found(hit, timeOf(done, kinds), isNewest)
}

function bySoonest(sentence: string, kinds: Kinds): Superlative | undefined {
  const hit = SOONEST.exec(sentence)
  if (hit === null) return undefined
  const [, verb, when, , other] = hit
  return found(hit, timeOf(verb ?? other ?? '', kinds), /^(?:latest|last)$/i.test(when ?? ''))
}

/** The time that a verb is about: `expires_on` of "expire", `joinedAt` of "joined". */
function timeOf(verb: string, kinds: Kinds): string | undefined {
  const stem = verb.toLowerCase().replace(/e?d$|e$/, '')
  const times = [...kinds].filter(
    ([name, kind]) =>
      kind === 'time' && stem.length > 2 && wordsOf(name).some((word) => word.startsWith(stem)),
  )
  const [only, ...others] = times
  return others.length > 0 ? undefined : only?.[0]
}

function byChronology(sentence: string, kinds: Kinds): Superlative | undefined {
  const hit = CHRONOLOGICAL.exec(sentence)
  const times = [...kinds].filter(([name, kind]) => kind === 'time' && !soundsLike('createdAt', name))
  const starts = times.filter(([name]) => isStart(name))
  const [only, ...others] = starts.length > 0 ? starts : times
  return hit === null || others.length > 0 ? undefined : found(hit, only?.[0], false)
}

const ASCENDING =
  /\b(?:asc(?:ending)?|rising|increasing|alphabetical(?:ly)?|a(?: to |-)z|numerical|numeric)\b/i
const DESCENDING = /\b(?:desc(?:ending)?|falling|decreasing|reverse alphabetical(?:ly)?|z(?: to |-)a)\b/i

const wayOf = (text: string): boolean | undefined =>
  DESCENDING.test(text) ? true : ASCENDING.test(text) ? false : undefined

/** A part of a list of keys that is about the direction of those before it. */
const WAY =
  /^(?:(?:both|all|each|everything)(?: of them)? )?(?:\(?(?:in )?(?:asc(?:ending)?|desc(?:ending)?|rising|falling|increasing|decreasing)(?: order)?\)?|from (?:high|low|the highest|the lowest) to (?:high|low|the highest|the lowest)|(?:the )?(?:highest|lowest|largest|smallest|biggest|greatest|best|worst|newest|latest|oldest|earliest|soonest|longest|shortest|heaviest|lightest|most recent|(?:least|most) [a-z]+|fewest|least|most) (?:ones? )?(?:comes? )?first)$/i
const FALLING =
  /desc|falling|decreasing|from (?:the )?high|^(?:\w+ )*?(?:highest|largest|biggest|greatest|best|newest|latest|longest|heaviest|most recent|most) /i
/** A part that changes nothing about the order of the keys. */
const REMARK =
  /^(?:without regard to case|ignoring case|regardless of case|case[- ]insensitive(?:ly)?|numerically|alphabetically|paginated|not paginated)$/i

/** The keys of "zone and then by name", "season, then by number, both descending". */
function listOfKeys(text: string, kinds: Kinds, way: boolean | undefined): Keys | undefined {
  const keys: Key[] = []
  for (const [index, part] of partsOf(text).entries()) {
    if (REMARK.test(part)) continue
    if (WAY.test(part)) {
      direct(keys, part)
      continue
    }
    const { missing } = missingIn(part, keys[0], kinds)
    const key = missing === undefined ? nextKey(part, kinds, index === 0 ? way : undefined) : undefined
    if (key === undefined) return endedBy(keys, part, kinds)
    keys.push(key)
  }
  return endedBy(keys, '', kinds)
}

const partsOf = (text: string): string[] =>
  text
    .split(/\s*,\s*|\s+(?=(?:and )?then\b)|\s+and\s+|\s*[–—]\s*|\s+-\s+/)
    .map((one) => one.replace(/^(?:and |then |finally |lastly |at last |after that |by )+/i, '').trim())
    .filter((one) => one !== '' && one !== 'and')

/** The order of the first keys is certain, unless the rest is about where other entries are. */
function endedBy(keys: Key[], rest: string, kinds: Kinds): Keys | undefined {
  const { missing } = missingIn(rest, keys[0], kinds)
  if (keys.length === 0 || (missing === undefined && MOVES.test(rest))) return undefined
  return { keys, ...(missing && { missing }) }
}

const MOVES = /\b(?:first|last|end|bottom|top|before|after|beginning|start)\b/i

/** Gives a direction to the key before it, or to all that have none: "both descending". */
function direct(keys: Key[], part: string): void {
  const isAll = /^(?:both|all|each|everything)\b/i.test(part)
  for (const [index, key] of keys.entries())
    if (isAll || index === keys.length - 1) key.descending ??= FALLING.test(part)
}

/** "alphabetically where that's equal", which is by the name. */
const ALPHABETICALLY =
  /\b(?:alphabetically|in alphabetical order) (?:where|for|among|within|in case of) (?:that|these|those|it|they|equals?|ties)\b/i

function nextKey(part: string, kinds: Kinds, way: boolean | undefined): Key | undefined {
  if (!ALPHABETICALLY.test(part)) return keyIn(part, kinds, way)
  const names = [...kinds].filter(([name, kind]) => kind === 'text' && soundsLike('name', name))
  const [only, ...others] = names
  return only === undefined || others.length > 0 ? undefined : { property: only[0], descending: false }
}

function keyIn(part: string, kinds: Kinds, way: boolean | undefined): Key | undefined {
  const [, phrase = '', said = ''] =
    /^(.+?)(?: \(?((?:in )?(?:asc(?:ending)?|desc(?:ending)?|rising|falling|increasing|decreasing)(?: order)?|from (?:high|low) to (?:high|low)|(?:highest|lowest|newest|latest|oldest|earliest) first)\)?)?$/i.exec(
      part,
    ) ?? []
  const property = orderedProperty(phrase, kinds)
  if (property === undefined) return undefined
  return { property, descending: said === '' ? way : FALLING.test(said) }
}

/** Words that make a value another one than the property with the other word: "team count", "creation date". */
const OTHER_VALUE =
  /^(?:count|number|total|average|sum|size|length|date|time|age|difference|creation|created|update|updated|modification|last|first|previous|next|parent)$/

const ENDINGS = /^(?:at|on|date|time|datetime|day|timestamp|cents|ms|seconds|minutes|kg)$/

const SAME_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:starts?|starting|begins?)$/, 'start'],
  [/^ends?$/, 'end'],
  [/^(?:expires?|expiry|expiration)$/, 'expire'],
]

const coreOf = (words: readonly string[]): string =>
  words
    .filter((word, index) => index === 0 || !ENDINGS.test(word))
    .map((word) => SAME_WORDS.find(([form]) => form.test(word))?.[1] ?? word)
    .join(' ')

/** The property that the words for a sort key name; undefined where it may be another one. */
export function orderedProperty(phrase: string, kinds: Kinds): string | undefined {
  const plain = phrase.trim().replace(/^(?:(?:the|their|its|current|own|an?) )+/i, '')
  const names = [...kinds.keys()]
  const exact = names.find((name) => [normal(plain), singularOf(normal(plain))].includes(normal(name)))
  if (exact !== undefined) return exact
  const words = wordsOf(plain)
  const wanted = coreOf(words)
  if (words.length === 0 || words.length > 4) return undefined
  const cores = names.map((name) => ({ name, core: coreOf(wordsOf(name)) }))
  const same = cores.filter(({ core }) => core === wanted)
  const [only, ...others] = same.length > 0 ? same : nearly(wanted, cores, kinds)
  return others.length > 0 ? undefined : only?.name
}

/** `fullName` for "name", and `number` for "shirt number", where the further word names nothing else. */
function nearly(
  wanted: string,
  cores: readonly { name: string; core: string }[],
  kinds: Kinds,
): readonly { name: string; core: string }[] {
  const longer = cores.filter(({ core }) => core.startsWith(`${wanted} `) || core.endsWith(` ${wanted}`))
  if (longer.length > 0) return longer
  const further = (core: string) =>
    wanted.startsWith(`${core} `)
      ? wanted.slice(core.length + 1)
      : wanted.endsWith(` ${core}`)
        ? wanted.slice(0, -core.length - 1)
        : undefined
  const owners = new Set(cores.map(({ name }) => ownerOfId(name)))
  return cores.filter(({ name, core }) => {
    const word = further(core)
    return (
      word !== undefined &&
      /^[a-z]+$/.test(word) &&
      !OTHER_VALUE.test(word) &&
      !OTHER_VALUE.test(core.replace(/^number$/, '')) &&
      !owners.has(word) &&
      kinds.get(name) !== 'time' &&
      kinds.get(name) !== 'other'
    )
  })
}

/** "those without a figure last", "undated ones at the end", "No due date means bottom of the list" */
const WITHOUT =
  /\b(without|with no|no|lacking|undated|unrated|unscored|unranked|unnumbered|missing|nulls?|empty)\b([^.]{0,60})\b(first|last|(?:at|to) the (?:end|bottom|top|beginning|start)|bottom of the list|top of the list|end of the list)\b/i

function missingIn(text: string, key: Key | undefined, kinds: Kinds): { missing?: 'first' | 'last' } {
  const [, lack = '', words = '', place] = WITHOUT.exec(text) ?? []
  if (place === undefined || /\b(?:if|when|unless|not|never|pages?|cursors?)\b/i.test(text)) return {}
  if (key !== undefined && !/^(?:un|null)/i.test(lack) && !isAboutKey(words, key, kinds)) return {}
  return { missing: /first|top|beginning|start/i.test(place) ? 'first' : 'last' }
}

/** "Archived desks come last", "The current desk is always at the top" */
const PLACES_SOME =
  /^\W*(?:(?:the|all|any|your|one['’]s) )?(?:[\w-]+ ){1,3}(?:comes?|goes?|are|is|stays?)(?: (?:always|listed|shown|sorted|placed|pinned))* (?:first|last|(?:at|to) the (?:top|end|bottom|start|beginning))\W*$/i
const BY_VALUE =
  /\b(?:\w+(?:est|er)|most|least|more|less|fewer|first|last|cheap|expensive|recent(?:ly)?|nulls?|empty|the latter|they|these|those) /i

/** "Products without a price come last", in a list that is sorted by another property; "Favorites come first". */
const movesOthers = (sentence: string, key: Key | undefined, kinds: Kinds): boolean =>
  (PLACES_SOME.test(sentence) &&
    !BY_VALUE.test(sentence) &&
    !TIES.test(sentence) &&
    missingIn(sentence, key, kinds).missing === undefined) ||
  isOfOtherMissing(sentence, key, kinds)

const isOfOtherMissing = (sentence: string, key: Key | undefined, kinds: Kinds): boolean =>
  WITHOUT.test(sentence) &&
  /\b(?:comes?|goes?|are|is)(?: (?:listed|shown|sorted))? (?:first|last|(?:at|to) the)\b/i.test(sentence) &&
  !/\b(?:pages?|cursors?)\b/i.test(sentence) &&
  missingIn(sentence, key, kinds).missing === undefined

/** Whether the words after "without" name the key, or any value: "without a due date", "with no value". */
function isAboutKey(text: string, { property }: Key, kinds: Kinds): boolean {
  const words = text
    .trim()
    .replace(/^(?:an?|the|any|their|its) /i, '')
    .split(/[^\w-]+/)
  const general = /^(?:ones?|values?|figures?|any|it)$/i
  return (
    general.test(words[0] ?? '') ||
    [1, 2, 3].some((count) => orderedProperty(words.slice(0, count).join(' '), kinds) === property)
  )
}

const missingAmong = (
  sentences: readonly string[],
  key: Key | undefined,
  kinds: Kinds,
): 'first' | 'last' | undefined =>
  sentences.map((one) => missingIn(one, key, kinds).missing).find((one) => one !== undefined)

/** "the heavier one first", "the cheaper one wins": adjectives, the words of the property, and the direction. */
const ADJECTIVES: readonly (readonly [said: RegExp, property: RegExp, descending: boolean])[] = [
  [/^heavier$/i, /^(?:weight|mass)$/, true],
  [/^lighter$/i, /^(?:weight|mass)$/, false],
  [/^cheaper$/i, /^(?:price|cost|fee|rate)$/, false],
  [/^(?:dearer|pricier|more expensive)$/i, /^(?:price|cost|fee|rate)$/, true],
  [/^longer$/i, /^(?:duration|length)$/, true],
  [/^shorter$/i, /^(?:duration|length)$/, false],
  [/^taller$/i, /^height$/, true],
  [/^larger|bigger$/i, /^(?:size|capacity)$/, true],
  [/^smaller$/i, /^(?:size|capacity)$/, false],
]
const BY_ADJECTIVE =
  /\bthe (more expensive|[a-z]+er)(?: (?:one|ones|\w+))? (?:first|(?:comes?|is|goes) first|wins?|leads?|before)\b/i

function byAdjective(sentence: string, kinds: Kinds): Key | undefined {
  const [, adjective = ''] = BY_ADJECTIVE.exec(sentence) ?? []
  const [, words, descending = false] = ADJECTIVES.find(([said]) => said.test(adjective)) ?? []
  if (words === undefined) return undefined
  const numbers = [...kinds].flatMap(([name, kind]) => (kind === 'number' ? [name] : []))
  const own = numbers.filter((name) => words.test(normal(withoutUnit(name))))
  const [only, ...others] =
    own.length > 0 ? own : numbers.filter((name) => wordsOf(name).some((word) => words.test(word)))
  return only === undefined || others.length > 0 ? undefined : { property: only, descending }
}

/** "whoever has more reviews": `review_count`, or the property of this name. */
function comparedProperty(comparative: string, noun: string, kinds: Kinds): string | undefined {
  const plain = normal(singularOf(noun))
  const counts = [...kinds].filter(
    ([name, kind]) =>
      kind === 'number' &&
      [`${plain}count`, `${plain}scount`, `numberof${plain}s`, `total${plain}s`].includes(normal(name)),
  )
  const [count, ...others] = counts
  return /^(?:more|fewer|less)$/i.test(comparative) && count !== undefined && others.length === 0
    ? count[0]
    : orderedProperty(noun, kinds)
}

/** The property of the longest words that name one: "average rating", and "reviews" of "reviews wins". */
const firstNamed = (comparative: string, noun: string, kinds: Kinds): string | undefined =>
  comparedProperty(comparative, noun, kinds) ?? comparedProperty(comparative, noun.split(' ')[0] ?? '', kinds)

const COMPARED =
  /\b(?:one|ones|those|whoever) (?:with|has|have) (?:the )?(shorter|lower|less|fewer|smaller|earlier|higher|more|longer|larger|bigger|later|greater|better) ([a-z]+(?: [a-z]+)?)(?= |,|$)(?: (?:first|wins?|comes? first))?/i

/** The key of "the one with the shorter transit", and of "whoever has more reviews". */
function byComparison(sentence: string, kinds: Kinds): Key[] | undefined {
  const [, comparative = '', noun = ''] = COMPARED.exec(sentence) ?? []
  const property = firstNamed(comparative, noun, kinds)
  const descending = /^(?:higher|more|longer|larger|bigger|later|greater|better)$/i.test(comparative)
  return property === undefined ? undefined : [{ property, descending }]
}

/** The second key: "simultaneous ones by venue", "claims of the same day are ordered by id ascending". */
function tiesAmong(sentences: readonly string[], kinds: Kinds): Key[] | undefined {
  for (const sentence of sentences) {
    if (!TIES.test(sentence) || /\b(?:except|unless|otherwise|may|can|could|either|not)\b/i.test(sentence))
      continue
    if (COMPARED.test(sentence)) return byComparison(sentence, kinds)
    const hit = / (?:by|in (?:the )?order of) (?!ties)/i.exec(sentence)
    const key = hit === null ? byAdjective(sentence, kinds) : undefined
    if (key !== undefined) return [key]
    if (hit === null) continue
    return listOfKeys(sentence.slice(hit.index + hit[0].length), kinds, undefined)?.keys
  }
  return undefined
}
