/** Bounds, lengths, patterns and formats. */
import { plural } from '../../openapi/plural.ts'
import type { Where } from '../finding.ts'
import { shown } from '../messages.ts'
import { includes } from '../pattern.ts'
import type { Change, SchemaComparison } from './comparison.ts'
import { boundOf, isWithin } from './formatRanges.ts'
import {
  allowsType,
  type Bound,
  compareBounds,
  isMultiple,
  LIMITS,
  type Limit,
  type Shape,
  type Type,
} from './shape.ts'

export function compareConstraints(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  // Enum values were compared one by one, with all constraints that apply to them.
  if (old.values || now.values) return
  /** A rule for values of a type that one side excludes is not met there: the type changed, not the rule. */
  const both = (type: Type) => allowsType(old.types, type) && allowsType(now.types, type)
  for (const limit of LIMITS) if (both(TYPE_OF[limit])) compareLimit(comparison, limit)
  if (both('integer')) {
    compareBound(comparison, 'minimum', 1)
    compareBound(comparison, 'maximum', -1)
    compareMultiples(comparison)
  }
  if (both('string')) comparePatterns(comparison)
  compareFormats(comparison)
  compareContent(comparison)
  if (both('array') && old.uniqueItems !== now.uniqueItems) {
    comparison.note({
      rule: 'unique-items-changed',
      effect: now.uniqueItems ? 'narrower' : 'wider',
      keyword: 'uniqueItems',
      say: sayBound(comparison, now.uniqueItems, 'items that repeat'),
    })
  }
}

/** One sentence for every bound: `text` is what was possible and is not, or is and was not. */
const sayBound =
  ({ direction }: SchemaComparison, narrower: boolean, text: string) =>
  ({ subject, context, who, rejected }: Where): string => {
    if (direction === 'request') {
      return narrower
        ? `${who} that send ${text} for ${subject} ${context} ${rejected}.`
        : `${who} may send ${text} for ${subject} ${context}.`
    }
    return narrower
      ? `${who} no longer receive ${text} for ${subject} ${context}.`
      : `${who} can receive ${text} for ${subject} ${context}, which was excluded.`
  }

const BEYOND: Record<Limit, (value: number) => string> = {
  maxLength: (value) => `text longer than ${plural(value, 'character')}`,
  minLength: (value) => `text shorter than ${plural(value, 'character')}`,
  maxItems: (value) => `more than ${plural(value, 'item')}`,
  minItems: (value) => `fewer than ${plural(value, 'item')}`,
  maxProperties: (value) => `more than ${plural(value, 'property', 'properties')}`,
  minProperties: (value) => `fewer than ${plural(value, 'property', 'properties')}`,
  maxContains: (value) => `more than ${plural(value, 'such item')}`,
  minContains: (value) => `fewer than ${plural(value, 'such item')}`,
}

/** The type of the values that a limit is about. */
const TYPE_OF: Record<Limit, Type> = {
  maxLength: 'string',
  minLength: 'string',
  maxItems: 'array',
  minItems: 'array',
  maxProperties: 'object',
  minProperties: 'object',
  maxContains: 'array',
  minContains: 'array',
}

function compareLimit(comparison: SchemaComparison, limit: Limit): void {
  const before = comparison.old.limits.get(limit)
  const after = comparison.new.limits.get(limit)
  if (before === after) return
  const upper = limit.startsWith('max')
  const open = upper ? Number.POSITIVE_INFINITY : 0
  const narrower = upper ? (after ?? open) < (before ?? open) : (after ?? open) > (before ?? open)
  if (isImplied(narrower ? comparison.old : comparison.new, limit, (narrower ? after : before) ?? 0)) return
  // Values beyond the tighter limit are the ones affected.
  const tighter = narrower ? after : before
  comparison.note({
    rule: `${kebab(limit)}-${narrower ? 'tightened' : 'loosened'}`,
    effect: narrower ? 'narrower' : 'wider',
    keyword: limit,
    say: (where) =>
      `${sayBound(comparison, narrower, BEYOND[limit](tighter ?? 0))(where)}${fromTo(before, after)}`,
  })
}

/** A pattern may leave no text that the limit could exclude. */
function isImplied({ patterns }: Shape, limit: Limit, value: number): boolean {
  if (limit !== 'maxLength' && limit !== 'minLength') return false
  const lengths = limit === 'maxLength' ? `^[^]{0,${value}}$` : `^[^]{${value},}$`
  return [...patterns].some((pattern) => {
    const inclusion = includes(lengths, pattern)
    return inclusion !== 'undecided' && inclusion.included
  })
}

const kebab = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const fromTo = (before: unknown, after: unknown): string => {
  if (before === undefined) return ` A limit of ${after} was added.`
  return after === undefined
    ? ` The limit of ${before} was removed.`
    : ` The limit was ${before} and is ${after}.`
}

function compareBound(comparison: SchemaComparison, name: 'minimum' | 'maximum', sign: 1 | -1): void {
  const [own, newOwn] = [comparison.old[name], comparison.new[name]]
  // A bound that follows from the format is reported as a change of the format.
  if (own?.value === newOwn?.value && own?.exclusive === newOwn?.exclusive) return
  const [before, after] = [boundOf(comparison.old, name), boundOf(comparison.new, name)]
  if (!before && !after) return
  const order = before && after ? compareBounds(after, before, sign) : after ? 1 : -1
  if (order === 0) return
  const narrower = order > 0
  const tighter = (narrower ? after : before) as Bound
  const word = name === 'maximum' ? 'above' : 'below'
  const text = `values ${tighter.exclusive ? `of ${tighter.value} and ${word}` : `${word} ${tighter.value}`}`
  const keyword = [name, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'].find(
    (key) => comparison.new.keywords.has(key) || comparison.old.keywords.has(key),
  )
  comparison.note({
    rule: `${name}-${narrower ? 'tightened' : 'loosened'}`,
    effect: narrower ? 'narrower' : 'wider',
    ...(keyword && { keyword }),
    say: (where) => `${sayBound(comparison, narrower, text)(where)}${fromTo(before?.value, after?.value)}`,
  })
}

function compareMultiples(comparison: SchemaComparison): void {
  const [before, after] = [comparison.old.multipleOf, comparison.new.multipleOf]
  if (before === after) return
  const [steps, newSteps] = [stepsOf(comparison.old), stepsOf(comparison.new)]
  const narrower = after !== undefined && (steps === undefined || !isMultiple(steps, after))
  const wider = before !== undefined && (newSteps === undefined || !isMultiple(newSteps, before))
  const changeTo = (isNarrower: boolean, step: number | undefined): Change => ({
    rule: 'multiple-changed',
    effect: isNarrower ? 'narrower' : 'wider',
    keyword: 'multipleOf',
    detail: isNarrower ? 'narrower' : 'wider',
    say: sayBound(comparison, isNarrower, `values that are not multiples of ${step}`),
  })
  comparison.note(...(narrower ? [changeTo(true, after)] : []), ...(wider ? [changeTo(false, before)] : []))
}

/** Integers are multiples of one, with or without `multipleOf`. */
const stepsOf = ({ multipleOf, types }: Shape): number | undefined =>
  multipleOf ?? (types?.has('integer') && !types.has('number') ? 1 : undefined)

function comparePatterns(comparison: SchemaComparison): void {
  const before = [...comparison.old.patterns].filter((pattern) => !comparison.new.patterns.has(pattern))
  const after = [...comparison.new.patterns].filter((pattern) => !comparison.old.patterns.has(pattern))
  if (before.length === 0 && after.length === 0) return
  const [was, is] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && was !== undefined && is !== undefined) {
    comparePattern(comparison, was, is)
    return
  }
  const softly = comparison.direction === 'response' ? ({ level: 'risky' } as const) : {}
  for (const pattern of after) {
    comparison.note({
      rule: 'pattern-added',
      effect: 'narrower',
      keyword: 'pattern',
      ...(after.length + before.length > 1 && { detail: pattern }),
      say: sayBound(comparison, true, `text that does not match ${pattern}`),
    })
  }
  for (const pattern of before) {
    comparison.note({
      rule: 'pattern-removed',
      effect: 'wider',
      keyword: 'pattern',
      ...(after.length + before.length > 1 && { detail: pattern }),
      ...softly,
      say: sayBound(comparison, false, `text that does not match ${pattern}`),
    })
  }
}

function comparePattern(comparison: SchemaComparison, was: string, is: string): void {
  const includesOld = includes(is, was)
  const added = includes(was, is)
  if (includesOld === 'undecided' || added === 'undecided') {
    comparison.note({
      rule: 'pattern-changed',
      effect: 'other',
      keyword: 'pattern',
      say: ({ subject, context }) =>
        `The pattern of ${subject} ${context} was ${was} and is ${is}. \`diff\` cannot decide whether both match the same strings.`,
    })
    return
  }
  const softly = comparison.direction === 'response' ? ({ level: 'risky' } as const) : {}
  const changes: Change[] = []
  if (!includesOld.included) {
    changes.push({
      rule: 'pattern-narrowed',
      effect: 'narrower',
      keyword: 'pattern',
      say: (where) =>
        `${sayBound(comparison, true, `text such as ${shown(includesOld.witness)}`)(where)} It matched ${was}, but not ${is}.`,
    })
  }
  if (!added.included) {
    changes.push({
      rule: 'pattern-widened',
      effect: 'wider',
      keyword: 'pattern',
      ...softly,
      say: (where) =>
        `${sayBound(comparison, false, `text such as ${shown(added.witness)}`)(where)} It matches ${is}, but not ${was}.`,
    })
  }
  comparison.note(...changes)
}

/** Formats of which the first is a part of the second. */
const WITHIN: Record<string, string[]> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64', 'float', 'double'],
  uint8: ['uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64'],
  uint16: ['uint32', 'int32', 'uint64', 'int64'],
  uint32: ['uint64', 'int64'],
  float: ['double'],
  'uri-reference': ['iri-reference'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  url: ['uri', 'uri-reference'],
  iri: ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
}

function compareFormats(comparison: SchemaComparison): void {
  const before = [...comparison.old.formats].filter((format) => !comparison.new.formats.has(format))
  const after = [...comparison.new.formats].filter((format) => !comparison.old.formats.has(format))
  if (before.length === 0 && after.length === 0) return
  const [was, is] = [before[0], after[0]]
  const covers = (outer: string, inner: string | undefined) =>
    inner !== undefined && Object.hasOwn(WITHIN, inner) && WITHIN[inner]?.includes(outer) === true
  const narrower = is !== undefined && !covers(is, was) && !isWithin(comparison.old, is)
  const wider = was !== undefined && !covers(was, is) && !isWithin(comparison.new, was)
  const changeTo = (isNarrower: boolean, format: string | undefined): Change => ({
    rule: is === undefined ? 'format-removed' : was === undefined ? 'format-added' : 'format-changed',
    effect: isNarrower ? 'narrower' : 'wider',
    keyword: 'format',
    detail: isNarrower ? 'narrower' : 'wider',
    say: sayBound(comparison, isNarrower, `values that are not a valid ${format}`),
  })
  comparison.note(...(narrower ? [changeTo(true, is)] : []), ...(wider ? [changeTo(false, was)] : []))
  if (narrower || wider) return
  comparison.note({
    rule: 'format-changed',
    effect: 'other',
    level: 'docs',
    keyword: 'format',
    say: ({ subject, context }) =>
      `The format of ${subject} ${context} was ${was ?? 'not given'} and is ${is ?? 'not given'}; the same values are allowed.`,
  })
}

function compareContent(comparison: SchemaComparison): void {
  const named: readonly (keyof ContentWords)[] = ['contentEncoding', 'contentMediaType']
  for (const keyword of named) {
    const [before, after] = [comparison.old.content.get(keyword), comparison.new.content.get(keyword)]
    if (before === after) continue
    const both = before !== undefined && after !== undefined
    const narrower = after !== undefined
    comparison.note({
      rule: `${kebab(keyword)}-changed`,
      effect: narrower ? 'narrower' : 'wider',
      ...(both && { level: 'breaking' as const }),
      keyword,
      say: ({ subject, context }) =>
        `The ${CONTENT[keyword]} of ${subject} ${context} was ${before ?? 'not given'} and is ${after ?? 'not given'}.`,
    })
  }
  if (comparison.old.contentSchema && comparison.new.contentSchema) {
    comparison.below(comparison.old.contentSchema, comparison.new.contentSchema)
  } else if (comparison.old.contentSchema || comparison.new.contentSchema) {
    const narrower = comparison.new.contentSchema !== undefined
    comparison.note({
      rule: 'content-schema-changed',
      effect: narrower ? 'narrower' : 'wider',
      keyword: 'contentSchema',
      say: sayBound(comparison, narrower, 'content that does not fit its schema'),
    })
  }
}

type ContentWords = Record<'contentEncoding' | 'contentMediaType', string>
const CONTENT: ContentWords = { contentEncoding: 'encoding', contentMediaType: 'media type' }
