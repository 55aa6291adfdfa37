/** Rules about the values of one body: "`remarks` is mandatory for grades 4 and 5", "Either both are given or neither". */
import type { Json } from '../openapi/document.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { plainNumbers } from './conditions.ts'
import { descriptionOf, statePattern } from './description.ts'
import { bodyProperties } from './operationProperties.ts'
import { propertyIn } from './spokenNames.ts'
import { type SpokenRule, spokenRules } from './spokenRules.ts'
import { lastSegment, singularOf, wordsOf } from './vocabulary.ts'

/** The value of another property with which a rule applies. */
interface BodyCase {
  property: string
  values: readonly Json[]
}

type Found =
  /** A property that the body must have in some cases, with at least so many characters. */
  | { kind: 'needed'; property: string; when: BodyCase; least: number }
  /** Properties that the body has together, or not at all. */
  | { kind: 'together'; properties: readonly [string, string] }
  /** A list without equal entries. */
  | { kind: 'distinct'; list: string }
  /** A list that does not contain the value of a property. */
  | { kind: 'excluded'; list: string; property: string }
  /** A list with at least so many entries. */
  | { kind: 'entries'; list: string; least: number }
  /** A date that must not be one of these days of the week, of which Sunday is 0. */
  | { kind: 'weekday'; property: string; days: readonly number[] }

export type BodyRule = Found & { operation: ApiOperation; status: number; description: string }

/** The rules that the document states about the body of an operation. */
export function bodyRules(api: Api, operation: ApiOperation): BodyRule[] {
  if (operation.body === undefined) return []
  const names = namesFor(api, operation)
  const fallsBack = (property: string, text: string) =>
    FALLBACK.test(textAround(api, operation, property, text))
  const found = spokenRules(api, operation).flatMap((rule): BodyRule[] => {
    const { description } = rule
    const status = statusFor(rule, operation)
    if (rule.kind === 'unless' || (rule.isOfAll === true && rule.kind !== 'cause')) return []
    return partsOf(rule)
      .flatMap((part) =>
        READERS.flatMap((read) => read(part, names)).map((one) => ({
          ...one,
          operation,
          status,
          description,
        })),
      )
      .filter((one) => one.kind !== 'needed' || !fallsBack(one.property, description))
  })
  const keyOf = ({ operation: _, status: __, description: ___, ...one }: BodyRule) => JSON.stringify(one)
  return [...new Map(found.map((one) => [keyOf(one), one])).values()]
}

/** Words by which the server fills in what is missing: "If missing, that of the customer is used." */
const FALLBACK =
  /\b(?:if|when|where) (?:it is |none is |not |left |no \w+ is )?(?:missing|omitted|absent|out|given|set|sent)\b[^.;]{0,60}\b(?:is|are) (?:used|taken|filled in|applied|copied)\b|\bdefaults? to\b|\bfalls? back\b|\bis used instead\b/i

/** The sentence of a rule with what follows it, and the description of the property. */
function textAround(api: Api, operation: ApiOperation, property: string, sentence: string): string {
  const whole = descriptionOf(operation.operation)
  const at = whole.indexOf(sentence)
  const own = descriptionOf(viewOf(api.document, bodyProperties(api, operation).get(property)))
  return [at < 0 ? whole : whole.slice(at, at + sentence.length + MAX_FOLLOWING), own].join('\n')
}

const MAX_FOLLOWING = 120

/** The status of invalid bodies, where the sentence names none. */
function statusFor({ status, description }: SpokenRule, { responses }: ApiOperation): number {
  const usual = [422, 400].find((one) => responses.has(String(one)))
  return status === 409 && !/\b409\b/.test(description) ? (usual ?? status) : status
}

/** The properties of a body, by what rules can state about them. */
interface Names {
  optional: readonly string[]
  lists: readonly string[]
  dates: readonly string[]
  all: readonly string[]
  /** The word of the path for what the request creates. */
  made: string
  /** The words of the path. */
  kinds: readonly string[]
  /** The values of properties with few of them. */
  values: ReadonlyMap<string, readonly Json[]>
}

/** Numbers between ends that are not far from each other. */
const MAX_VALUES = 12

function namesFor({ document, ...api }: Api, operation: ApiOperation): Names {
  const properties = [...bodyProperties({ document, ...api }, operation)].map(
    ([name, schema]) => [name, withoutNull(document, viewOf(document, schema))] as const,
  )
  const required = requiredOf(viewOf(document, operation.body?.schema))
  const those = (isMeant: (view: (typeof properties)[number][1]) => boolean) =>
    properties.flatMap(([name, view]) => (isMeant(view) ? [name] : []))
  const values = properties.flatMap(([name, view]): [string, Json[]][] => {
    if (Array.isArray(view.enum)) return [[name, view.enum]]
    if (typesOf(view).includes('boolean')) return [[name, [true, false]]]
    const { minimum, maximum } = view
    const isShort =
      typeof minimum === 'number' && typeof maximum === 'number' && maximum - minimum < MAX_VALUES
    return isShort && typesOf(view).includes('integer')
      ? [[name, Array.from({ length: maximum - minimum + 1 }, (_, nth) => minimum + nth)]]
      : []
  })
  return {
    optional: those(({ default: usual }) => usual === undefined).filter((name) => !required.has(name)),
    lists: those((view) => typesOf(view).includes('array')),
    dates: those(({ format }) => format === 'date' || format === 'date-time'),
    all: properties.map(([name]) => name),
    made: singularOf(lastSegment(operation.path)),
    kinds: operation.path.split('/').map((one) => singularOf(one)),
    values: new Map(values),
  }
}

type Part = Pick<SpokenRule, 'text' | 'kind' | 'self'>

/** "…, nor may one occur twice" is a statement of its own. */
const partsOf = ({ text, kind, self }: SpokenRule): Part[] =>
  plainNumbers(text)
    .split(/,? nor (?=(?:may|can|must) )/i)
    .map((one, index) => ({ text: index === 0 ? one : `not ${one}`, kind, self }))

/** A property that a phrase names in the singular or in the plural. */
const namedIn = (phrase: string, names: readonly string[]): string | undefined =>
  propertyIn(phrase, names) ?? propertyIn(singularOf(phrase.trim()), names)

const THEM = /^(?:them|they|these|those|it|one|entry|entries|values?|elements?|the (?:list|same one|array))$/i

/** The list that a phrase names: by its name, that of its entries, or as the only one. */
function listIn(phrase: string, { lists }: Names, self: string | undefined): string | undefined {
  const plain = phrase.replace(/^(?:(?:the|an?|its|any|all|each|no|such) )+/i, '').trim()
  if (THEM.test(plain)) {
    if (self !== undefined) return lists.includes(self) ? self : undefined
    const [only, ...others] = lists
    return others.length > 0 ? undefined : only
  }
  const short = lists.find((one) => withoutIds(one) === singularOf(wordsOf(plain).join(' ')))
  return namedIn(plain, lists) ?? short ?? lists.find((one) => singularOf(one) === plain)
}

/** `item` of `itemIds`. */
const withoutIds = (name: string): string => {
  const words = wordsOf(name).filter((word) => !/^(?:ids?|refs?)$/.test(word))
  return singularOf(words.join(' '))
}

type Read = (part: Part, names: Names) => Found[]

interface Form {
  kinds: readonly SpokenRule['kind'][]
  pattern: RegExp
}

/** The groups of the forms that a part has. */
const groupsIn = (
  { text, kind }: Part,
  forms: readonly Form[],
): Readonly<Record<string, string | undefined>>[] =>
  forms.flatMap(({ kinds, pattern }) => {
    const found = kinds.includes(kind) ? pattern.exec(text) : null
    return found === null ? [] : [found.groups ?? {}]
  })

const NEEDED = '(?:mandatory|required|obligatory|compulsory|needed|necessary)'
const GIVEN = '(?:given|set|present|provided|sent|filled(?: in)?|specified|supplied|included|stated)'
const MUST = '(?:must|has to|have to|needs to|need to)'
const WHEN = '(?:for|with|when(?:ever)?|if|in (?:the )?case of|where|as soon as)'
const LEAST = '(?: (?:of|with) (?:at least|a minimum of) (?<least>\\d+) (?:characters|letters|chars))?'
const P = "(?<property>[\\w'’-]+(?: [\\w'’-]+){0,2}?)"
const C = "(?<when>[\\w'’=,-]+(?: [\\w'’=,-]+){0,7}?)"
const form = (kinds: Form['kinds'], source: string): Form => ({
  kinds,
  pattern: new RegExp(`^${source}$`, 'i'),
})

const NEEDS = [
  form(['plain'], `(?:(?:it|this) )?(?:is )?(?:only )?${NEEDED} (?:only )?${WHEN} ${C}`),
  form(
    ['plain'],
    `(?:(?:it|this) )?(?:${MUST} be ${GIVEN}|(?:cannot|can[’']t|must not|may not) be (?:omitted|left out|missing|null|empty)) ${WHEN} ${C}`,
  ),
  form(['plain'], `(?:an? |the )?${P} (?:is|are) ${NEEDED} ${WHEN} ${C}`),
  form(
    ['plain'],
    `(?:an? |the )?${P} (?:${MUST} be ${GIVEN}|(?:cannot|can[’']t|must not|may not) be (?:omitted|left out|missing|null|empty)) ${WHEN} ${C}`,
  ),
  form(['plain'], `${WHEN} ${C}, (?:an? |the )?${P}${LEAST} (?:(?:is|are) ${NEEDED}|${MUST} be ${GIVEN})`),
  form(
    ['plain'],
    `${C} (?:needs?|requires?|${MUST} (?:have|come with|include|state|give|name)) (?:an? |the |its )?${P}${LEAST}`,
  ),
  form(['cause', 'request'], `${C} (?:without|lacks|lacking|but no|and no) (?:an? |the |any |its )?${P}`),
  form(['cause'], `(?:no |missing )${P} ${WHEN} ${C}`),
  form(
    ['cause'],
    `(?:the |an? )?${P} (?:is|are) (?:missing|not ${GIVEN}|absent|empty|null|left out|lacking) ${WHEN} ${C}`,
  ),
  form(
    ['cause'],
    `${C} (?:and|but) (?:the |an? )?${P} (?:is|are) (?:missing|not ${GIVEN}|absent|empty|null|left out|lacking)`,
  ),
]

/** "`remarks` is mandatory for grades 4 and 5" */
function neededIn(part: Part, names: Names): Found[] {
  for (const { property: phrase, when: condition = '', least = '0' } of groupsIn(part, NEEDS)) {
    const property = phrase === undefined ? part.self : propertyIn(phrase, names.optional)
    const when = caseIn(condition, names)
    if (property === undefined || !names.optional.includes(property) || when === undefined) continue
    if (when.property !== property) return [{ kind: 'needed', property, when, least: Number(least) }]
  }
  return []
}

/** The values that a condition names: "grades 4 and 5", "`kind` is `express`", "a rejection". */
function caseIn(phrase: string, names: Names): BodyCase | undefined {
  const text = phrase.replace(/^(?:(?:the|an?|its|any|each|every|all) )+/i, '').trim()
  const named = [...names.values].flatMap(([property, values]) => {
    const listed = listedIn(text, property, values)
    return listed.length > 0 ? [{ property, values: listed }] : []
  })
  const [only, ...others] = named
  if (others.length > 0) return undefined
  if (only !== undefined) return only
  const acts = [...names.values].flatMap(([property, values]) =>
    values.flatMap((one) =>
      typeof one === 'string' && isSameStem(one, text) ? [{ property, values: [one] }] : [],
    ),
  )
  return acts.length === 1 ? acts[0] : undefined
}

/** The values in a list of them, after the property: "grades 4 and 5", "the kind is express". */
function listedIn(text: string, property: string, values: readonly Json[]): Json[] {
  const one = `(?:${values.map((value) => statePattern(String(value))).join('|')})`
  const called = [property, property.replaceAll('_', ' '), wordsOf(property).join(' ')]
    .flatMap((name) => [`${name}s`, name])
    .join('|')
  const list = `(?<list>(?:either )?${one}(?:(?:,? (?:or|and)|,|/) ?${one})*)`
  const isPlain = values.every((value) => typeof value === 'string')
  const being = '(?: (?:is|are|=|==|equals|of|set to|in))*'
  const pattern = new RegExp(
    `^(?:(?:${called})${being} ${list}${isPlain ? `|(?<bare>${list.replace('?<list>', '?:')})` : ''})$`,
    'i',
  )
  const groups = pattern.exec(text)?.groups
  const said = groups?.list ?? groups?.bare
  if (said === undefined) return []
  return values.filter((value) =>
    new RegExp(`(?<![\\w-])${statePattern(String(value))}(?![\\w-])`, 'i').test(said),
  )
}

const stemOf = (word: string): string =>
  word.toLowerCase().replace(/(?:lations?|ations?|ions?|lings?|ings?|led|ed|als?|ments?|s|e)$/, '')

/** Whether a word is another form of a value: "rejection" and "rejecting" of `reject`. */
const isSameStem = (value: string, text: string): boolean =>
  /^\w+$/.test(text) && stemOf(text).length > 3 && stemOf(value) === stemOf(text)

const BOTH = [
  form(
    ['plain'],
    `(?:either )?both (?:of them )?(?:are|must be)(?: ${GIVEN}| there)? or (?:neither|none)(?: (?:is|of them))?(?: ${GIVEN})?`,
  ),
  form(['plain'], `(?:must be )?(?:${GIVEN} )?(?:both|together) or (?:neither|not at all)`),
  form(['plain'], `(?:must be |can only be |only )${GIVEN} (?:together|along) with (?:the )?${P}`),
  form(
    ['plain'],
    `(?:the )?${P} and (?:the )?(?<other>[\\w-]+(?: [\\w-]+)?) (?:must (?:both )?be ${GIVEN} together|come together|go together|can only be ${GIVEN} together|must be ${GIVEN} both or (?:neither|not at all))`,
  ),
  form(['cause'], `only one of (?:the )?${P} and (?:the )?(?<other>[\\w-]+(?: [\\w-]+)?) is ${GIVEN}`),
]

/** "Either both are given or neither" */
function togetherIn(part: Part, { optional }: Names): Found[] {
  for (const { property, other: second } of groupsIn(part, BOTH)) {
    const one = second === undefined ? part.self : propertyIn(second, optional)
    const other = property === undefined ? counterpart(one, optional) : propertyIn(property, optional)
    if (one === undefined || other === undefined || !optional.includes(one)) continue
    if (one !== other) return [{ kind: 'together', properties: [other, one] }]
  }
  return []
}

/** The only other property with all words but one: `holiday_from` of `holiday_to`. */
function counterpart(name: string | undefined, names: readonly string[]): string | undefined {
  const own = wordsOf(name ?? '')
  const [only, ...others] = names.filter((one) => {
    const words = wordsOf(one)
    const shared = words.filter((word) => own.includes(word)).length
    return one !== name && words.length === own.length && own.length > 1 && shared === own.length - 1
  })
  return others.length > 0 ? undefined : only
}

const L = "(?<list>[\\w'’-]+(?: [\\w'’-]+){0,2}?)"
const NOT = "(?:must not|may not|cannot|can[’']t|must never)"
const TWICE = '(?:twice|more than once|several times|repeatedly|2 times)'
const OCCUR = '(?:occur|appear|be (?:listed|named|given|used|mentioned|included|repeated)|be there)'
const OCCURRING =
  '(?:is |are )?(?:mentioned|listed|named|given|used|included|occurring|that occurs|that appears|occurs|appears|occur|appear)'
const DISTINCT = [
  form(
    ['plain'],
    `(?:the |all )?${L} (?:${MUST} )?(?:all )?(?:be )?(?:distinct|different|differ)(?: from (?:each other|one another))?`,
  ),
  form(
    ['plain'],
    `(?:the )?${L} ${NOT} (?:contain|have|include) (?:any )?(?:duplicates?|repetitions?|the same \\w+ twice)(?: \\w+)?`,
  ),
  form(
    ['plain'],
    `(?:must not contain|may not contain|without|no) (?:any )?(?:duplicates?|repetitions?)(?: entries| values)?`,
  ),
  form(['plain'], `no duplicates? (?:(?:in|among) (?:the )?)?${L}`),
  form(
    ['plain'],
    `(?:no |not (?:may|can|must) (?:the same )?|the same )${L} (?:(?:may|can|must) )?(?:not )?${OCCUR} ${TWICE}`,
  ),
  form(
    ['plain'],
    `(?:each|every|any|an?) ${L} (?:may|can|must) (?:only )?(?!be used)${OCCUR} (?:only |at most )?once(?: only)?`,
  ),
  form(['plain'], `${L}: (?:[\\w -]+, )?all (?:different|distinct)(?:, [\\w -]+)?`),
  form(
    ['cause', 'request'],
    `(?:the )?${L} (?:contains?|has|have|includes?) (?:a |any )?(?:duplicates?|repetitions?)(?: \\w+)?`,
  ),
  form(['cause', 'request'], `duplicates? (?:in |among )?(?:the )?${L}`),
  form(
    ['cause', 'request'],
    `(?:an? |any |the same |the )?${L} ${OCCURRING} ${TWICE}(?: (?:counts as|is) invalid)?(?:,? and)?`,
  ),
]

/** "No language may occur twice" */
function distinctIn(part: Part, names: Names): Found[] {
  const lists = groupsIn(part, DISTINCT).flatMap(({ list = 'them' }) => listIn(list, names, part.self) ?? [])
  return lists.slice(0, 1).map((list) => ({ kind: 'distinct', list }))
}

const EXCLUDED = [
  form(
    ['plain'],
    `(?:the )?${P} (?:itself )?${NOT} (?:itself )?be (?:among|one of|part of|in|contained in|included in|listed in) (?:the )?${L}`,
  ),
  form(['plain'], `(?:the )?${L} ${NOT} (?:contain|include|list|name) (?:the )?${P}(?: itself)?`),
  form(
    ['cause'],
    `(?:the )?${P} (?:itself )?is (?:among|one of|part of|in|contained in|included in|listed in) (?:the )?${L}`,
  ),
  form(['cause'], `(?:the )?${L} (?:contains?|includes?) (?:the )?${P}(?: itself)?`),
]

/** "The source may not be among the targets" */
function excludedIn(part: Part, names: Names): Found[] {
  const others = names.all.filter((name) => !names.lists.includes(name))
  for (const { list: phrase = '', property: called = '' } of groupsIn(part, EXCLUDED)) {
    const list = listIn(phrase, names, part.self)
    const property = propertyIn(called, others) ?? propertyIn(called.replace(/ \w+$/, ''), others)
    if (list !== undefined && property !== undefined) return [{ kind: 'excluded', list, property }]
  }
  return []
}

const ENTRIES = [
  form(
    ['plain'],
    `(?:(?:it|this) )?(?:${MUST} )?(?:have|has|contain|contains|include|includes|needs?|requires?) (?:at least |a minimum of )(?<least>\\d+|one|an?) (?:entry|entries|values?|elements?|${L})`,
  ),
  form(
    ['plain'],
    `(?:an?|the|each|every) (?<what>[\\w-]+) (?:${MUST} )?(?:have|has|contain|contains|include|includes|needs?|requires?) (?:at least |a minimum of )(?<least>\\d+|one|an?) ${L}`,
  ),
  form(['plain'], `${L}: (?:between )?(?<least>\\d+) (?:to|and|-|–) \\d+(?:, [\\w ,]+)?`),
  form(['plain'], `(?:between )?(?<least>\\d+) (?:to|and|-|–) \\d+ ${L}`),
  form(
    ['plain'],
    `at least (?<least>\\d+|one) ${L}(?: (?:is|are) (?:needed|required|necessary)| must be (?:given|named|listed))?`,
  ),
]

/** Whether a word is one for what the request sends, and not "A driver has at least two stops". */
const isOfRequest = (word: string, { kinds }: Names): boolean =>
  /^(?:request|body|list|update|array|it|this|they|entry)$/i.test(word) ||
  kinds.includes(singularOf(word.toLowerCase()))

/** "Items: three to eight", "at least one line" */
function entriesIn(part: Part, names: Names): Found[] {
  for (const { list: phrase = 'them', least: said = '', what } of groupsIn(part, ENTRIES)) {
    if (what !== undefined && !isOfRequest(what, names)) continue
    const list = listIn(phrase, names, part.self)
    const least = /^\d+$/.test(said) ? Number(said) : 1
    if (list !== undefined && least > 0) return [{ kind: 'entries', list, least }]
  }
  return []
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = `(?<days>(?:weekends?|${DAYS.map((day) => `${day}s?`).join('|')})(?:(?:,? (?:or|and|nor)|,)(?: on)? (?:${DAYS.map((day) => `${day}s?`).join('|')}))*)`
const WEEKDAYS = [
  form(['plain'], `(?:no (?<what>[\\w-]+)|not|never) (?:on|at) (?:an? |the )?${DAY}`),
  form(
    ['plain'],
    `(?:(?:the |an? )?(?<subject>[\\w-]+(?: [\\w-]+)?) )?${NOT} (?:be|fall|lie|start|take place|be placed|be scheduled)(?: on)? (?:an? |the )?${DAY}`,
  ),
  form(['plain'], `(?:we (?:are|’re|'re) )?closed (?:on|at) (?:the )?${DAY}`),
  form(
    ['cause'],
    `(?:(?:the |an? )?(?<subject>[\\w-]+(?: [\\w-]+)?) )?(?:is|falls|lies)(?: on)? (?:an? |the )?${DAY}`,
  ),
]

/** "No rounds on Sundays" */
function weekdayIn(part: Part, names: Names): Found[] {
  const { dates, made } = names
  const { self } = part
  const [only, ...others] = self === undefined ? dates : dates.filter((one) => one === self)
  if (only === undefined || others.length > 0) return []
  // "No surcharge on Sundays" is about something else than the item that the request creates.
  const isAbout = (subject: string) =>
    isOfRequest(subject, names) ||
    wordsOf(subject).every((word) => /^(?:date|day|time|start)$/.test(word) || wordsOf(only).includes(word))
  const found = groupsIn(part, WEEKDAYS).find(
    ({ what, subject }) =>
      (what === undefined || singularOf(what) === made) && (subject === undefined || isAbout(subject)),
  )
  return found === undefined ? [] : [{ kind: 'weekday', property: only, days: daysIn(found.days ?? '') }]
}

function daysIn(said: string): number[] {
  const isWeekend = /weekend/i.test(said)
  return DAYS.flatMap((day, nth) =>
    new RegExp(day, 'i').test(said) || (isWeekend && (nth === 0 || nth === 6)) ? [nth] : [],
  )
}

const READERS: readonly Read[] = [neededIn, togetherIn, distinctIn, excludedIn, entriesIn, weekdayIn]
