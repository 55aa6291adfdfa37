/** Defaults that follow from other values: "Tomorrow when left out", "If missing, the first word of the name", "140 for organic, 240 otherwise". */
import type { Json, JsonObject } from '../openapi/document.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, NUMBER_WORDS, plainSentences } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { propertyIn } from './spokenNames.ts'

/** How the default of a property follows from other values. */
export type SpokenDefault =
  /** Days after the present one. */
  | { kind: 'day'; offset: number }
  /** The value of another property. */
  | { kind: 'same'; of: string }
  /** A text in lower case, with hyphens for spaces. */
  | { kind: 'slug'; of: string }
  | { kind: 'first word'; of: string }
  | { kind: 'first letters'; of: string; count: number; isUpper: boolean }
  /** A value for some choices of another property, and one for the others. */
  | { kind: 'cases'; of: string; cases: readonly (readonly [choice: Json, value: Json])[]; otherwise: Json }

/** The optional properties of a creation whose default follows from other values. */
export function spokenDefaults(
  api: Api,
  create: ApiOperation,
): { property: string; by: SpokenDefault; text: string }[] {
  const { document } = api
  const sent = bodyProperties(api, create)
  const shown = responseProperties(api, create)
  const required = requiredOf(viewOf(document, create.body?.schema))
  const views = new Map(
    [...sent].map(([name, schema]) => [name, withoutNull(document, viewOf(document, schema))]),
  )
  return [...views].flatMap(([property, view]) => {
    if (required.has(property) || !shown.has(property) || view.default !== undefined) return []
    const others = new Map([...views].filter(([name]) => name !== property && shown.has(name)))
    for (const text of [
      descriptionOf(viewOf(document, sent.get(property))),
      ...partsAbout(create, property),
    ]) {
      const by = defaultIn(text, view, others)
      if (by !== undefined) return [{ property, by, text }]
    }
    return []
  })
}

/** The entries and paragraphs of a description that begin with a property. */
const partsAbout = ({ operation }: ApiOperation, property: string): string[] =>
  descriptionOf(operation)
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .filter((part) => /^[\s*-]*(?:the )?[\u0060"']?(\w+)/i.exec(part)?.[1] === property)

const GIVEN = '(?:given|set|sent|specified|provided|supplied|stated|named|present|chosen|asked for)'
const ABSENT = `(?:omitted|missing|absent|left (?:out|blank|empty)|empty|not ${GIVEN})`
const YOU = `(?:you|the caller|the client) (?:do(?:es)?(?: not|n['’]t) (?:send|give|set|specify|provide|name|state|choose|come up with) (?:it|one|any)|(?:say|state|specify)s? otherwise)`
const OMISSION = `(?:(?:if|when|where|whenever|should) (?:(?:it|this|that|none|nothing|no [a-z]+) )?(?:is |was |are )?(?:${ABSENT}|(?<=(?:none|nothing|no [a-z]+) (?:is |was ))${GIVEN})|(?:if|when|whenever|unless) ${YOU}|unless (?:otherwise )?${GIVEN}(?: otherwise)?|by default)`
const AT_START = new RegExp(
  `^\\W*(?:(?:${OMISSION}|${ABSENT}|without it)[,:]? (?:(?:it|this) (?:is|becomes|will be) )?|defaults? (?:to|is) |default: )`,
  'i',
)
const AT_END = new RegExp(`,? ${OMISSION}\\W*$`, 'i')
const INSIDE = new RegExp(`\\b${OMISSION}`, 'i')

/**
 * The default that a description states.
 * @param others the other properties of the body, which the response shows
 * @example defaultIn('Tomorrow when left out.', { type: 'string', format: 'date' }, new Map()) // { kind: 'day', offset: 1 }
 */
export function defaultIn(
  description: string,
  view: JsonObject,
  others: ReadonlyMap<string, JsonObject>,
): SpokenDefault | undefined {
  const sentences = plainSentences(description, '.;')
  const slug = OF_CLIENT.test(description) ? undefined : slugIn(description, view, others)
  if (slug !== undefined) return slug
  for (const sentence of sentences) {
    if (sentences.some((one) => one !== sentence && OTHER_CASES.test(one))) continue
    // "If no title is given" is about another value.
    const [, missing = ''] = NO_OTHER.exec(sentence) ?? []
    if (propertyIn(missing, [...others.keys()]) !== undefined) continue
    const rest = sentence.replace(AT_START, '').replace(AT_END, '').trim()
    if (rest === sentence.trim() || OTHERWISE.test(rest)) continue
    const found = dayIn(rest, view) ?? partIn(rest, view, others) ?? casesIn(rest, view, others)
    if (found !== undefined) return found
  }
  return undefined
}

const NO_OTHER = /\b(?:no|without an?) ([a-z]+(?: [a-z]+)?) (?:is|was|are)\b/i
const OTHERWISE =
  /\b(?:if|when|unless|except|may|might|can|could|or|depending|usually|plus|minus|at the (?:earliest|latest))\b/i

/** Requests that clients send: "Made from the name by the web form". */
const OF_CLIENT = /\b(?:(?:web )?(?:form|app|site|ui|client|front-?end)s?|imports?)\b/i
/** Words of sentences that change a default, or add cases: "Truncated to 30 characters", "On weekends, the next Monday". */
const OTHER_CASES =
  /\b(?:truncated|shortened|trimmed|cut off|lower-?cased|upper-?cased|capitali[sz]ed|appended|extended|made unique|is taken|digits?|moved|workdays?|prefixed|suffix\w*|rounded|capped|instead|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|holidays?|working days?|business days?|o['’]clock|noon|(?:members?|guests?|customers?|users?) (?:get|have|pay)|(?:\d+|one|two|three) (?:more|less|fewer|extra)|twice|half|doubled?)\b/i

const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:the )?(?:date of )?(?:today|the current (?:date|day))(?:['’]s date)?$/i, 0],
  [/^(?:the )?(?:date of )?(?:tomorrow|(?:the )?(?:next|following) day)(?:['’]s date)?$/i, 1],
  [/^yesterday$/i, -1],
]

function dayIn(words: string, { format }: JsonObject): SpokenDefault | undefined {
  const offset = format === 'date' ? DAYS.find(([form]) => form.test(words))?.[1] : undefined
  return offset === undefined ? undefined : { kind: 'day', offset }
}

const NAMED = '(?:the |its )?(?<of>[\\w-]+(?: [\\w-]+){0,2}?)'
const SAME = new RegExp(`^(?:(?:the )?(?:same|value) (?:as|of) )?${NAMED}$`, 'i')
const FIRST_WORD = new RegExp(`^the first word of ${NAMED}$`, 'i')
const FIRST_LETTERS = new RegExp(
  `^the first (?<count>[a-z]+|\\d) (?:letters|characters) of ${NAMED}(?<upper>,? (?:in (?:capitals|capital letters|upper[- ]?case)|upper-?cased))?$`,
  'i',
)

const isPlainText = (view: JsonObject | undefined): boolean =>
  view !== undefined &&
  typesOf(view).join() === 'string' &&
  view.enum === undefined &&
  view.format === undefined &&
  view.pattern === undefined

function partIn(
  words: string,
  view: JsonObject,
  others: ReadonlyMap<string, JsonObject>,
): SpokenDefault | undefined {
  const named = (said: RegExpExecArray | null) =>
    said?.groups?.of === undefined ? undefined : propertyIn(said.groups.of, [...others.keys()])
  const letters = FIRST_LETTERS.exec(words)
  const [word, start, same] = [named(FIRST_WORD.exec(words)), named(letters), named(SAME.exec(words))]
  if (word !== undefined && isPlainText(others.get(word))) return { kind: 'first word', of: word }
  const { count: said = '', upper } = letters?.groups ?? {}
  const count = NUMBER_WORDS[said.toLowerCase()] ?? Number(said)
  if (start !== undefined && isPlainText(others.get(start)) && count > 0 && count < 6)
    return { kind: 'first letters', of: start, count, isUpper: upper !== undefined }
  const other = same === undefined ? undefined : others.get(same)
  const isAlike =
    other !== undefined &&
    typesOf(other).join() === typesOf(view).join() &&
    other.format === view.format &&
    other.enum === undefined
  return same !== undefined && isAlike ? { kind: 'same', of: same } : undefined
}

const MADE_FROM = /\b(?:made|built|derived|generated|created|formed|computed) from (?:the |its )?([\w-]+)\b/i

/** "Made from the name when missing: lower case with hyphens for blanks" */
function slugIn(
  description: string,
  view: JsonObject,
  others: ReadonlyMap<string, JsonObject>,
): SpokenDefault | undefined {
  const [, name = ''] = MADE_FROM.exec(description) ?? []
  const of = name === '' ? undefined : propertyIn(name, [...others.keys()])
  const isSaid =
    /\blower[- ]?case/i.test(description) &&
    /\bhyphens?\b|\bdash(?:es)?\b/i.test(description) &&
    (INSIDE.test(description) || new RegExp(`(?:^|[.;] )${ABSENT},`, 'i').test(description))
  return of !== undefined && isSaid && typesOf(view).join() === 'string' && isPlainText(others.get(of))
    ? { kind: 'slug', of }
    : undefined
}

const CASE = /^(\S+) (?:for|if it is|with) (?:an? |the )?(\S+)$/i
const REST =
  /^(\S+) (?:otherwise|for (?:all |the )?(?:others|other ones|the rest)|in all other cases|for everything else)$/i

/** "140 for organic, 240 otherwise", by the choices of one other property. */
function casesIn(
  words: string,
  view: JsonObject,
  others: ReadonlyMap<string, JsonObject>,
): SpokenDefault | undefined {
  const parts = words.split(/, (?:and |else )?| and /)
  const [, last] = REST.exec(parts.at(-1) ?? '') ?? []
  const cases = parts.slice(0, -1).map((one) => CASE.exec(one))
  if (last === undefined || cases.length === 0 || cases.includes(null)) return undefined
  const [of, ...more] = [...others].flatMap(([name, { enum: choices }]) =>
    Array.isArray(choices) && cases.every((one) => choices.includes(one?.[2] ?? '')) ? [name] : [],
  )
  const values = [...cases.map((one) => chosenValue(one?.[1] ?? '', view)), chosenValue(last, view)]
  if (of === undefined || more.length > 0 || values.includes(undefined)) return undefined
  return {
    kind: 'cases',
    of,
    cases: cases.map((one, index) => [one?.[2] ?? '', values[index] ?? null]),
    otherwise: values.at(-1) ?? null,
  }
}

function chosenValue(word: string, view: JsonObject): Json | undefined {
  const isNumber = typesOf(view).some((type) => type === 'integer' || type === 'number')
  const value = isNumber && /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word
  if (Array.isArray(view.enum)) return view.enum.find((one) => one === value)
  return isNumber ? (typeof value === 'number' ? value : undefined) : undefined
}
