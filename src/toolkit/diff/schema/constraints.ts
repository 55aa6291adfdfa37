/** Bounds, lengths, patterns and formats. */
import type { Where } from '../finding.ts'
import { includes } from '../pattern.ts'
import { shown } from '../words.ts'
import type { Scene } from './scene.ts'
import { type Bound, compareBounds, isMultiple, LIMITS, type Limit, type Shape } from './shape.ts'

export function compareConstraints(scene: Scene): void {
  const { old, new: now } = scene
  // Listed values were compared one by one, with everything that holds for them.
  if (old.values || now.values) return
  for (const limit of LIMITS) compareLimit(scene, limit)
  compareBound(scene, 'minimum', 1)
  compareBound(scene, 'maximum', -1)
  compareMultiples(scene)
  comparePatterns(scene)
  compareFormats(scene)
  compareContent(scene)
  if (old.uniqueItems !== now.uniqueItems) {
    scene.note({
      rule: 'unique-items-changed',
      effect: now.uniqueItems ? 'narrower' : 'wider',
      keyword: 'uniqueItems',
      say: sayBound(scene, now.uniqueItems, 'items that repeat'),
    })
  }
}

/** One sentence for every bound: `text` is what was possible and is not, or is and was not. */
const sayBound =
  ({ direction }: Scene, narrower: boolean, text: string) =>
  ({ subject, context, who, refused }: Where): string => {
    if (direction === 'request') {
      return narrower
        ? `${who} that send ${text} for ${subject} ${context} ${refused}.`
        : `${who} may send ${text} for ${subject} ${context}.`
    }
    return narrower
      ? `${who} no longer receive ${text} for ${subject} ${context}.`
      : `${who} can receive ${text} for ${subject} ${context}, which was excluded.`
  }

const BEYOND: Record<Limit, (value: number) => string> = {
  maxLength: (value) => `text longer than ${value} characters`,
  minLength: (value) => `text shorter than ${value} characters`,
  maxItems: (value) => `more than ${value} items`,
  minItems: (value) => `fewer than ${value} items`,
  maxProperties: (value) => `more than ${value} members`,
  minProperties: (value) => `fewer than ${value} members`,
  maxContains: (value) => `more than ${value} such items`,
  minContains: (value) => `fewer than ${value} such items`,
}

function compareLimit(scene: Scene, limit: Limit): void {
  const before = scene.old.limits.get(limit)
  const after = scene.new.limits.get(limit)
  if (before === after) return
  const upper = limit.startsWith('max')
  const open = upper ? Number.POSITIVE_INFINITY : 0
  const narrower = upper ? (after ?? open) < (before ?? open) : (after ?? open) > (before ?? open)
  if (isImplied(narrower ? scene.old : scene.new, limit, (narrower ? after : before) ?? 0)) return
  // What is beyond the tighter of the two is what changes.
  const tighter = narrower ? after : before
  scene.note({
    rule: `${kebab(limit)}-${narrower ? 'tightened' : 'loosened'}`,
    effect: narrower ? 'narrower' : 'wider',
    keyword: limit,
    say: (where) =>
      `${sayBound(scene, narrower, BEYOND[limit](tighter ?? 0))(where)}${fromTo(before, after)}`,
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

const fromTo = (before: unknown, after: unknown): string =>
  ` The limit was ${before ?? 'none'} and is ${after ?? 'none'}.`

function compareBound(scene: Scene, name: 'minimum' | 'maximum', sign: 1 | -1): void {
  const [before, after] = [scene.old[name], scene.new[name]]
  if (!before && !after) return
  const order = before && after ? compareBounds(after, before, sign) : after ? 1 : -1
  if (order === 0) return
  const narrower = order > 0
  const tighter = (narrower ? after : before) as Bound
  const word = name === 'maximum' ? 'above' : 'below'
  const text = `values ${tighter.exclusive ? `of ${tighter.value} and ${word}` : `${word} ${tighter.value}`}`
  const keyword = [name, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'].find(
    (key) => scene.new.keywords.has(key) || scene.old.keywords.has(key),
  )
  scene.note({
    rule: `${name}-${narrower ? 'tightened' : 'loosened'}`,
    effect: narrower ? 'narrower' : 'wider',
    ...(keyword && { keyword }),
    say: (where) => `${sayBound(scene, narrower, text)(where)}${fromTo(before?.value, after?.value)}`,
  })
}

function compareMultiples(scene: Scene): void {
  const [before, after] = [scene.old.multipleOf, scene.new.multipleOf]
  if (before === after) return
  const narrower = after !== undefined && (before === undefined || !isMultiple(before, after))
  const wider = before !== undefined && (after === undefined || !isMultiple(after, before))
  const tell = (isNarrower: boolean, step: number | undefined) =>
    scene.note({
      rule: 'multiple-changed',
      effect: isNarrower ? 'narrower' : 'wider',
      keyword: 'multipleOf',
      detail: isNarrower ? 'narrower' : 'wider',
      say: sayBound(scene, isNarrower, `values that are no multiples of ${step}`),
    })
  if (narrower) tell(true, after)
  if (wider) tell(false, before)
}

function comparePatterns(scene: Scene): void {
  const before = [...scene.old.patterns].filter((pattern) => !scene.new.patterns.has(pattern))
  const after = [...scene.new.patterns].filter((pattern) => !scene.old.patterns.has(pattern))
  if (before.length === 0 && after.length === 0) return
  const [was, is] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && was !== undefined && is !== undefined) {
    comparePattern(scene, was, is)
    return
  }
  const softly = scene.direction === 'response' ? ({ level: 'risky' } as const) : {}
  for (const pattern of after) {
    scene.note({
      rule: 'pattern-added',
      effect: 'narrower',
      keyword: 'pattern',
      ...(after.length + before.length > 1 && { detail: pattern }),
      say: sayBound(scene, true, `text that does not match ${pattern}`),
    })
  }
  for (const pattern of before) {
    scene.note({
      rule: 'pattern-removed',
      effect: 'wider',
      keyword: 'pattern',
      ...(after.length + before.length > 1 && { detail: pattern }),
      ...softly,
      say: sayBound(scene, false, `text that does not match ${pattern}`),
    })
  }
}

function comparePattern(scene: Scene, was: string, is: string): void {
  const kept = includes(is, was)
  const added = includes(was, is)
  if (kept === 'undecided' || added === 'undecided') {
    scene.note({
      rule: 'pattern-changed',
      effect: 'other',
      keyword: 'pattern',
      say: ({ subject, context }) =>
        `The pattern of ${subject} ${context} was ${was} and is ${is}; whether they match the same cannot be told.`,
    })
    return
  }
  const softly = scene.direction === 'response' ? ({ level: 'risky' } as const) : {}
  if (!kept.included) {
    scene.note({
      rule: 'pattern-narrowed',
      effect: 'narrower',
      keyword: 'pattern',
      say: (where) =>
        `${sayBound(scene, true, `text such as ${shown(kept.witness)}`)(where)} It matched ${was}, but not ${is}.`,
    })
  }
  if (!added.included) {
    scene.note({
      rule: 'pattern-widened',
      effect: 'wider',
      keyword: 'pattern',
      ...softly,
      say: (where) =>
        `${sayBound(scene, false, `text such as ${shown(added.witness)}`)(where)} It matches ${is}, but not ${was}.`,
    })
  }
}

/** Formats of which the first is a part of the second. */
const WITHIN: Record<string, string[]> = {
  int32: ['int64', 'float', 'double'],
  float: ['double'],
  'uri-reference': ['iri-reference'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  url: ['uri', 'uri-reference'],
  iri: ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
}

function compareFormats(scene: Scene): void {
  const before = [...scene.old.formats].filter((format) => !scene.new.formats.has(format))
  const after = [...scene.new.formats].filter((format) => !scene.old.formats.has(format))
  if (before.length === 0 && after.length === 0) return
  const [was, is] = [before[0], after[0]]
  const narrower = is !== undefined && !(was !== undefined && WITHIN[was]?.includes(is))
  const wider = was !== undefined && !(is !== undefined && WITHIN[is]?.includes(was))
  const tell = (isNarrower: boolean, format: string | undefined) =>
    scene.note({
      rule: is === undefined ? 'format-removed' : was === undefined ? 'format-added' : 'format-changed',
      effect: isNarrower ? 'narrower' : 'wider',
      keyword: 'format',
      detail: isNarrower ? 'narrower' : 'wider',
      say: sayBound(scene, isNarrower, `values that are no ${format}`),
    })
  if (narrower) tell(true, is)
  if (wider) tell(false, was)
}

function compareContent(scene: Scene): void {
  const named: readonly (keyof ContentWords)[] = ['contentEncoding', 'contentMediaType']
  for (const keyword of named) {
    const [before, after] = [scene.old.content.get(keyword), scene.new.content.get(keyword)]
    if (before === after) continue
    const both = before !== undefined && after !== undefined
    const narrower = after !== undefined
    scene.note({
      rule: `${kebab(keyword)}-changed`,
      effect: narrower ? 'narrower' : 'wider',
      ...(both && { level: 'breaking' as const }),
      keyword,
      say: ({ subject, context }) =>
        `The ${CONTENT[keyword]} of ${subject} ${context} was ${before ?? 'not given'} and is ${after ?? 'not given'}.`,
    })
  }
  if (scene.old.contentSchema && scene.new.contentSchema) {
    scene.below(scene.old.contentSchema, scene.new.contentSchema)
  } else if (scene.old.contentSchema || scene.new.contentSchema) {
    const narrower = scene.new.contentSchema !== undefined
    scene.note({
      rule: 'content-schema-changed',
      effect: narrower ? 'narrower' : 'wider',
      keyword: 'contentSchema',
      say: sayBound(scene, narrower, 'content that does not fit its schema'),
    })
  }
}

type ContentWords = Record<'contentEncoding' | 'contentMediaType', string>
const CONTENT: ContentWords = { contentEncoding: 'encoding', contentMediaType: 'media type' }
