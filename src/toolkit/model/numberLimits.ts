/** Limits of numbers and lengths that a document states about a request: "adults plus children exceeds the room's capacity". */

import { viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { type FoundLimit, limitsByCase, limitsOfTable, type Side, tablesAround } from './caseLimits.ts'
import { chosen } from './choices.ts'
import { conditionIn, numberOf, operandOfUnit, plainNumbers, Reading } from './conditions.ts'
import { inEitherNumber } from './description.ts'
import {
  calculationIn,
  type Expression,
  marked,
  operandOf,
  operandsOf,
  propertyOperand,
} from './expressions.ts'
import { isNumber } from './formulas.ts'
import { itemWords, type Known, type NamedValues, namedValues } from './namedValues.ts'
import { bodyProperties } from './operationProperties.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { holderNouns } from './singles.ts'
import { generalRules, type SpokenRule, spokenRules } from './spokenRules.ts'
import { normal, unitOfName, withoutUnit, wordsOf } from './vocabulary.ts'

export interface NumberLimit extends FoundLimit {
  operation: ApiOperation
  status: number
  description: string
}

/** The limits that sentences state for new items and for the actions on them. */
export function numberLimits(api: Api, graph: ResourceGraph, resource: Resource): NumberLimit[] {
  const operations = [resource.create, ...actionsOn(api, resource.item)].flatMap((one) =>
    one?.body === undefined ? [] : [one],
  )
  return operations.flatMap((operation) => {
    const rules = [...spokenRules(api, operation), ...generalRules(api, operation)].filter(({ text }) =>
      MAY_LIMIT.test(text),
    )
    if (rules.length === 0) return []
    const names = namesFor(api, graph, resource, operation)
    const tables = tablesAround(api, operation)
    const found = rules.flatMap(lengthsApart).flatMap((rule) =>
      [
        ...limitsOf(rule, names, resource),
        ...limitsByCase(rule, names),
        ...limitsOfTable(rule, names, tables),
      ].map((one) => ({
        ...one,
        operation,
        status: rule.status,
        description: rule.description,
      })),
    )
    const keyOf = ({ side, left }: NumberLimit) => `${side} ${JSON.stringify(left)}`
    return found.filter((one, index) => found.findIndex((other) => keyOf(other) === keyOf(one)) === index)
  })
}

/** "At least 30 minutes and at most 12 hours long" as two limits; of "between 7 days and 2 years", only the first is exact. */
function lengthsApart(rule: SpokenRule): SpokenRule[] {
  const text = plainNumbers(rule.text)
  const { subject, least, most } = BOTH_LENGTHS.exec(text)?.groups ?? {}
  if (subject !== undefined)
    return [least, most].map((one) => ({ ...rule, text: `${subject} must be ${one}` }))
  const between = BETWEEN_LENGTHS.exec(text)?.groups
  return between === undefined || between.unit === between.other
    ? [rule]
    : [{ ...rule, text: `${between.subject} must last at least ${between.low} ${between.unit}s` }]
}

const LENGTH_UNIT = '(?:minute|hour|day|night|week)'
const BOTH_LENGTHS = new RegExp(
  `^(?<subject>[\\w -]{1,40}?) (?:is|are|must be|must last|lasts?|takes?) (?<least>at least \\d+ ${LENGTH_UNIT}s?) and (?<most>at most \\d+ ${LENGTH_UNIT}s?)(?: long)?(?:, and (?!.*\\b(?:\\d+|for|longer|shorter|more|less|unless|except|if|when)\\b).*)?$`,
  'i',
)
const BETWEEN_LENGTHS = new RegExp(
  `^(?<subject>[\\w -]{1,40}?) (?:is|are|must be|must last|lasts?|takes?) between (?<low>\\d+) (?<unit>${LENGTH_UNIT})s? and \\d+ (?<other>minute|hour|day|night|week|month|year)s?(?: long)?$`,
  'i',
)

const MAY_LIMIT =
  /\b(?:exceed\w*|more|greater|higher|larger|longer|bigger|heavier|above|over|beyond|less|lower|smaller|shorter|fewer|below|under|at most|at least|up to|limited|within|between|outside|reach|multiple|divisible|maximum|minimum)\b/i

/** The values that sentences about a request may name: first those of its body. */
function namesFor(api: Api, graph: ResourceGraph, resource: Resource, operation: ApiOperation): NamedValues {
  const names = namedValues(api, graph, resource, undefined)
  const sent = [...bodyProperties(api, operation)].flatMap(([name, schema]) =>
    isNumber(api.document, withoutNull(api.document, viewOf(api.document, schema))) ? [name] : [],
  )
  const isOther = ({ source }: Known) => source.kind !== 'own' || !sent.includes(source.property)
  const own = sent
    .sort((a, b) => b.length - a.length)
    .map((name): Known => {
      const short = withoutUnit(name)
      const isClear = short !== name && !names.operands.some((one) => normal(one.name) === normal(short))
      const { phrase } = propertyOperand(name)
      const other = isClear ? propertyOperand(short).phrase.source : undefined
      return {
        name,
        source: { kind: 'own', property: name },
        phrase: other === undefined ? phrase : new RegExp(`${phrase.source}|${other}`, 'gi'),
      }
    })
  const [related, rest] = [true, false].map((wanted) =>
    names.operands.filter((one) => isOther(one) && (one.source.kind === 'related') === wanted),
  ) as [Known[], Known[]]
  return { ...names, operands: [...related, ...own, ...rest] }
}

function limitsOf(rule: SpokenRule, names: NamedValues, resource: Resource): FoundLimit[] {
  const reading = new Reading(names)
  const text = subjectOf(marked(plainNumbers(rule.text), names.operands), names, resource)
  const own =
    rule.self === undefined
      ? undefined
      : names.operands.findIndex(({ source }) => source.kind === 'own' && source.property === rule.self)
  const said = own === undefined || own < 0 ? text : withSelf(text, `§${own}§`)
  // "can be anything up to the claim, but never more than the limit"
  const whole = said.replace(
    /^(.*?§\d+§) (?:can|may) be (?:anything|any amount|as \w+ as) [^,]*,? but (?:can |must |may )?(?:never|not) /i,
    '$1 must not be ',
  )
  const { rest, cases } = withoutCases(whole.replace(REASON, ''), reading)
  const parts = cases === undefined ? [] : partsIn(withEnds(rest, names))
  return parts.flatMap(({ subject, form, object }) => {
    const side = sideOf(form, rule.kind)
    const lefts = side === undefined ? [] : leftOf(subject, object, reading, resource)
    return lefts.flatMap((left): FoundLimit[] =>
      side === undefined || cases === undefined ? [] : foundFor({ side, left, object, cases }, reading),
    )
  })
}

/** "…, which is the most we accept" */
const REASON = /,? (?:which|and that) is (?:the (?:most|maximum|limit)|all|our (?:limit|maximum))\b[^,;]*$/i

/** The words of the item around its own values: "the weight of the parcel" is "the weight". */
function subjectOf(text: string, { operands }: NamedValues, resource: Resource): string {
  const noun = `(?:${nounsOf(resource).map(inEitherNumber).join('|')})`
  const isOwn = (mark: string) => {
    const name = operandOf(mark, operands)?.name
    return operands.find((one) => one.name === name)?.source.kind === 'own'
  }
  return text
    .replaceAll(
      new RegExp(`(§\\d+§) of (?:the|an?|each|every|any|its) ${noun}\\b`, 'gi'),
      (whole, mark: string) => (isOwn(mark) ? mark : whole),
    )
    .replaceAll(new RegExp(`\\b(?:the|an?|each|every|any|its) ${noun}['’]s? (?=§)`, 'gi'), '')
}

/** A sentence of the description of a property, with the property as its subject. */
const withSelf = (text: string, mark: string): string =>
  text
    .replace(/^(?:it|this(?: value| number| amount)?) (?=\w)/i, `${mark} `)
    .replace(
      /^(?=(?:must|may|can|cannot|has to|needs to|at most|at least|no more|no less|not more|not less|never|limited|up to)\b)/i,
      `${mark} `,
    )

const MUST_NOT =
  "(?:(?:must|may|can|should|will)(?: ?not|n[’']t| never)|cannot|can[’']t|never|(?:is|are) not allowed to)"
const MUST = '(?:must|has to|have to|needs? to|can(?: only)?|may(?: only)?|will|is|are|should)'
const GREATER = '(?:more|greater|higher|larger|longer|bigger|heavier)'
const SMALLER = '(?:less|lower|smaller|shorter|fewer|lighter)'
const ABOVE = `(?:(?:be |last |take |go |run )?(?:${GREATER} than|above|over|beyond)|exceeds?|surpass(?:es)?|goes? (?:above|over|beyond)|lasts? longer than)`
const BELOW = `(?:(?:be |last |go )?(?:${SMALLER} than|below|under)|falls? (?:below|under|short of)|lasts? less than)`
const TO_BE = '(?:be |lasts? |cover |span |stay |remain |lie |fall )?'
const FORMS: readonly (readonly [
  RegExp,
  form: 'above' | 'below' | 'no multiple' | 'outside' | 'most' | 'least' | 'multiple' | 'within',
])[] = [
  [new RegExp(`^(.+?) ${MUST_NOT} ${ABOVE} (.+)$`, 'i'), 'most'],
  [new RegExp(`^(.+?) ${MUST_NOT} ${BELOW} (.+)$`, 'i'), 'least'],
  [
    new RegExp(
      `^(.+?) (?:${MUST} )?${TO_BE}(?:at most|(?:no|not) ${GREATER} than|up to|limited to(?: a maximum of)?|a maximum of|not exceed|not exceeding|≤|<=) (.+)$`,
      'i',
    ),
    'most',
  ],
  [
    new RegExp(
      `^(.+?) (?:${MUST} )?${TO_BE}(?:at least|(?:no|not) ${SMALLER} than|a minimum of|reach|≥|>=) (.+)$`,
      'i',
    ),
    'least',
  ],
  [
    new RegExp(`^(.+?) ${MUST} ${TO_BE}(?:an? |whole )*(?:multiples? of|divisible by) (.+)$`, 'i'),
    'multiple',
  ],
  [/^(.+?) (?:(?:is|are) )?not (?:an? )?(?:multiples? of|divisible by) (.+)$/i, 'no multiple'],
  [new RegExp(`^(.+?) ${MUST} ${TO_BE}(?:within|between|inside|in) (.+)$`, 'i'), 'within'],
  [/^(.+?) (?:is |are |lies |falls )?(?:outside(?: of)?|not (?:within|between)) (.+)$/i, 'outside'],
  [new RegExp(`^(.+?) (?:is |are |would be |would |comes to )?${ABOVE} (.+)$`, 'i'), 'above'],
  [new RegExp(`^(.+?) (?:is |are |would be |would )?${BELOW} (.+)$`, 'i'), 'below'],
]

interface Part {
  subject: string
  form: (typeof FORMS)[number][1]
  object: string
}

const BAND =
  /\b(within|outside(?: of)?|inside|in) (?:the |its )?(?:(?<noun>[a-z]+)['’]s )?(?:§(?<mark>\d+)§ |(?<stem>[a-z]+) )?(?:band|range|limits|bounds)(?: (?:of|for) (?:the|its) (?<of>[a-z]+))?$/i

/** "within the salary band of the job" as "within" the two numbers of the job that are its ends. */
function withEnds(text: string, { operands }: NamedValues): string {
  const found = BAND.exec(text)
  if (found === null) return text
  const { noun, mark, stem = operands[Number(mark)]?.name, of = noun } = found.groups ?? {}
  const ends = operands.flatMap(({ source }, index) => {
    if (source.kind !== 'related' || of === undefined || stem === undefined) return []
    const words = wordsOf(source.property)
    const side = words.find((word) => /^(?:min|max|minimum|maximum)$/.test(word))
    const isOf = holderNouns(source.relation).includes(of.toLowerCase())
    const isStem = words.filter((word) => word !== side).join(' ') === wordsOf(stem).join(' ')
    return side !== undefined && isOf && isStem ? [{ index, side: side.slice(0, 3) }] : []
  })
  const [low, ...lows] = [
    ...new Map(
      ends.filter(({ side }) => side === 'min').map((one) => [operands[one.index]?.name, one]),
    ).values(),
  ]
  const [high, ...highs] = [
    ...new Map(
      ends.filter(({ side }) => side === 'max').map((one) => [operands[one.index]?.name, one]),
    ).values(),
  ]
  if (low === undefined || high === undefined || lows.length + highs.length > 0) return text
  return text.replace(BAND, `$1 §${low.index}§ and §${high.index}§`)
}

/** "between 1 and 5" and "within the salary band" are two limits. */
function partsIn(text: string): Part[] {
  const [hit] = FORMS.flatMap(([pattern, form]) => {
    const found = pattern.exec(text)
    return found === null ? [] : [{ subject: found[1] ?? '', form, object: (found[2] ?? '').trim() }]
  })
  if (hit === undefined) return []
  if (hit.form !== 'within' && hit.form !== 'outside') return [hit]
  const [, low, high] =
    /^(?:the )?(§\d+§|\d+(?:\.\d+)?) (?:and|to|–|-) (?:the )?(§\d+§|\d+(?:\.\d+)?(?: [a-z]+)?)$/i.exec(
      hit.object,
    ) ?? []
  if (low === undefined || high === undefined) return []
  const isCause = hit.form === 'outside'
  return [
    { ...hit, form: isCause ? 'below' : 'least', object: low },
    { ...hit, form: isCause ? 'above' : 'most', object: high },
  ]
}

/** Causes state what is rejected, and other sentences what is allowed. */
function sideOf(form: Part['form'], kind: SpokenRule['kind']): Side | undefined {
  if (form === 'most' || form === 'least' || form === 'multiple') {
    // "Rejected if it is at least 5" is about 5 and more.
    return kind === 'plain' || kind === 'unless' ? form : undefined
  }
  if (kind !== 'cause' && kind !== 'request') return undefined
  return form === 'above'
    ? 'most'
    : form === 'below'
      ? 'least'
      : form === 'no multiple'
        ? 'multiple'
        : undefined
}

/** The number that a subject names: a property of the body, a sum, or the length of the period in the unit of the bound. */
function leftOf(subject: string, object: string, reading: Reading, resource: Resource): Expression[] {
  const { operands } = reading.names
  const text = subject
    .replace(/^(?:that|if|when|the request if) /i, '')
    .replace(/\b(?:the )?(?:combined|total) (?=§)/i, '')
    .replace(/ (?:together|combined|in total|taken together)$/i, '')
    .replace(/^(?:an?|the|its|their|any|each|every) (?=§)/i, '')
    .trim()
  const sum = /^§\d+§(?: (?:and|plus|\+) (?:the )?§\d+§)+$/i.test(text)
    ? text.replaceAll(/ and (?:the )?/gi, ' + ')
    : text.replace(/^(?:the )?sum of (§\d+§) (?:and|plus) (?:the )?(§\d+§)$/i, '$1 + $2')
  const known = knownOf(sum, reading)
  const isSent = (name: string) => operands.find((one) => one.name === name)?.source.kind === 'own'
  if (known !== undefined)
    return isSent(known.name) || known.source.kind === 'period' ? [reading.use(known)] : []
  const found = /^§\d+§(?: (?:\+|plus) §\d+§)+$/.test(sum) ? calculationIn(sum, operands, true) : undefined
  if (found !== undefined) return operandsOf(found).every(isSent) ? [reading.useAll(found)] : []
  return lengthOf(text, object, reading, resource)
}

/** The length of the item's period: that of "a stay" in "longer than 30 nights". */
function lengthOf(text: string, object: string, reading: Reading, resource: Resource): Expression[] {
  const { noun } = reading.names
  const words = wordsOf(text.replace(/^(?:the|an?|each|every|any|one|single) /i, ''))
  const isItem =
    words.length > 0 &&
    words.every(
      (word) =>
        itemWords(noun).test(word) ||
        /^(?:duration|length|of|the|an?|period|single|span|total|windows?|slots?|intervals?)$/i.test(word),
    )
  const [, unit] = /^\d+(?:\.\d+)? ?([a-z]+|§\d+§)$/i.exec(object) ?? []
  if (unit === undefined || !isItem || resource.create === undefined) return []
  const length = unit.startsWith('§') ? knownOf(unit, reading) : operandOfUnit(unit, reading.names)
  return length?.source.kind === 'period' ? [reading.use(length)] : []
}

function knownOf(mark: string, { names }: Reading): Known | undefined {
  const name = /^§\d+§$/.test(mark) ? operandOf(mark, names.operands)?.name : undefined
  return name === undefined ? undefined : names.operands.find((one) => one.name === name)
}

interface OtherBound {
  when: Expression
  value: Expression
}

const OTHER_BOUND =
  /,? ?(?:\(|\b(?:or|and|but) (?:of )?|(?<=[,;] ?))(\d+(?:\.\d+)?)(?: (?:[a-z]+|§\d+§))?? ((?:for|if|when|where|in case of)\b[^,;()]*?)\)?$/i

/** The text without the bounds of some cases: "…, or 90 nights for a room of kind `apartment`". */
export function withoutCases(
  text: string,
  reading: Reading,
): { rest: string; cases: OtherBound[] | undefined } {
  let rest = text
  const cases: OtherBound[] = []
  for (let hit = OTHER_BOUND.exec(rest); hit !== null; hit = OTHER_BOUND.exec(rest)) {
    const when = conditionIn(hit[2] ?? '', reading)
    if (when === undefined) return { rest, cases: undefined }
    cases.push({ when, value: numberOf(Number(hit[1])) })
    rest = rest.slice(0, hit.index).trim()
  }
  return { rest, cases }
}

interface Stated {
  side: Side
  left: Expression
  object: string
  cases: OtherBound[]
}

function foundFor({ side, left, object, cases }: Stated, reading: Reading): FoundLimit[] {
  const plain = boundIn(object, left, reading)
  const bound = plain && chosen(cases, plain)
  const isOwn = bound !== undefined && operandsOf(bound).some((name) => operandsOf(left).includes(name))
  return bound === undefined || isOwn ? [] : [{ side, left, bound, sources: reading.sources }]
}

/** The number, the named value or the calculation that a limit is. */
function boundIn(object: string, left: Expression, reading: Reading): Expression | undefined {
  const text = object
    .replace(/ (?:in total|at (?:once|a time|the same time)|each|altogether)$/i, '')
    .replace(/^(?:the|its|their|that of the) (?=§)/i, '')
    .replace(/[\s.,;]+$/, '')
  const known = knownOf(text, reading)
  if (known !== undefined) return isComparable(left, known) ? reading.use(known) : undefined
  const [, number, unit] = /^(\d+(?:\.\d+)?)(?: ?(%|[a-z]+|§\d+§))?$/i.exec(text) ?? []
  if (number !== undefined) {
    const isUnit = unit === undefined || isUnitOf(unit, left, reading)
    return isUnit ? numberOf(Number(number)) : undefined
  }
  const found = /§/.test(text) ? calculationIn(text, reading.names.operands, true) : undefined
  return found && /^[§\d%+*/×().\s-]|^twice|^half/i.test(text) ? reading.useAll(found) : undefined
}

/** Whether a number is in the unit of a value. */
function isUnitOf(unit: string, left: Expression, reading: Reading): boolean {
  const [name, ...others] = operandsOf(left)
  const known = unit.startsWith('§') ? knownOf(unit, reading) : operandOfUnit(unit, reading.names)
  return others.length === 0 && known !== undefined && known.name === name
}

const isComparable = (left: Expression, { name }: Known): boolean =>
  operandsOf(left).every((one) => {
    const [unit, other] = [unitOfName(one), unitOfName(name.split('.').at(-1) ?? name)]
    return unit === other
  })
