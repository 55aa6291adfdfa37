/** Compares lists of alternatives: each finds its counterpart, and what has none was added or removed. */
import { inlined } from '../inlined.ts'
import { listed } from '../messages.ts'
import type { SchemaComparison } from './comparison.ts'
import { compareDiscriminators } from './discriminators.ts'
import { finish } from './finish.ts'
import { intersect, type Schema, type Shape, type Union } from './shape.ts'
import { split } from './split.ts'

export function compareAlternatives(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const [before, after] = [alternativesOf(old), alternativesOf(now)]
  if (compareSplit(comparison, before, after)) return
  const matched = match(before, after)
  for (const [was, is] of matched)
    comparison.pair.link(comparison.shapes(was, is), undefined, { old: was.location, new: is.location })
  const left = before.filter((shape) => !matched.has(shape))
  const right = after.filter((shape) => ![...matched.values()].includes(shape))
  for (const shape of left) {
    if (!after.some((other) => fits(comparison, shape, other, 'narrower'))) noteRemoved(comparison, shape)
  }
  for (const shape of right) {
    if (!before.some((other) => fits(comparison, other, shape, 'wider'))) noteAdded(comparison, shape)
  }
  const [was, is] = [old.unions[0], now.unions[0]]
  if (was && is) {
    compareKind(comparison, was, is)
    compareDiscriminators(comparison, was.discriminator, is.discriminator, { matched })
  }
}

/**
 * One side lists alternatives and the other has equivalent conditions: each form is compared with its
 * counterpart.
 */
function compareSplit(
  comparison: SchemaComparison,
  before: readonly Shape[],
  after: readonly Shape[],
): boolean {
  const listed = comparison.old.unions.length > 0 ? before : after
  const [alternatives, made] = split(listed, listed === before ? comparison.new : comparison.old) ?? []
  if (!alternatives || !made) return false
  const [was, is] = listed === before ? [alternatives, made] : [made, alternatives]
  for (const form of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(form), is.get(form)]
    if (one && other)
      comparison.pair.link(comparison.shapes(unmarked(one), unmarked(other)), undefined, {
        old: one.location,
        new: other.location,
      })
    else if (one) noteRemoved(comparison, { ...one, name: form })
    else if (other) noteAdded(comparison, { ...other, name: form })
  }
  return true
}

/** A form without its discriminator, which is compared for the union as a whole. */
function unmarked(shape: Shape): Shape {
  const { discriminator, ...rest } = shape
  return discriminator === undefined ? shape : rest
}

/** The first union multiplied out: constraints next to a union apply to each alternative. */
function alternativesOf(shape: Shape): Shape[] {
  const [union, ...others] = shape.unions
  if (!union) return [unmarked(shape)]
  // Words and names belong to the whole, which has been compared as such.
  const { name: _name, ...rest } = shape
  const base: Shape = { ...rest, unions: others, notes: { ...shape.notes } }
  return union.alternatives.map((alternative) => {
    const joined = finish(intersect({ ...base, location: alternative.location }, alternative))
    joined.notes = alternative.notes
    joined.extensions = alternative.extensions
    if (alternative.name !== undefined) joined.name = alternative.name
    return joined
  })
}

/** Whether nothing changes between the two in that sense. */
const fits = (
  comparison: SchemaComparison,
  old: Shape,
  now: Shape,
  effect: 'narrower' | 'wider',
): boolean => {
  if (typesText(old) !== typesText(now) && old.types && now.types && !shareType(old, now)) return false
  const pair = comparison.shapes(old, now)
  comparison.settle()
  return !pair.some((found) => found.effect === effect || found.level === 'breaking')
}

function match(before: readonly Shape[], after: readonly Shape[]): Map<Shape, Shape> {
  const matched = new Map<Shape, Shape>()
  const used = new Set<Shape>()
  const pairUp = (alike: (was: Shape, is: Shape) => boolean) => {
    for (const was of before) {
      if (matched.has(was)) continue
      const candidates = after.filter((is) => !used.has(is) && alike(was, is))
      const [only] = candidates
      if (!only) continue
      matched.set(was, only)
      used.add(only)
    }
  }
  if (before.length === 1 && after.length === 1 && before[0] && after[0])
    return new Map([[before[0], after[0]]])
  pairUp((was, is) => textOf(was) === textOf(is))
  pairUp((was, is) => was.name !== undefined && was.name === is.name)
  pairUp((was, is) => constantsText(was) !== '' && constantsText(was) === constantsText(is))
  pairUp((was, is) => isScalar(was) && isScalar(is) && typesText(was) === typesText(is))
  pairUp((was, is) => likeness(was, is) >= 0.5)
  return matched
}

const textOf = (shape: Shape): string => inlined(shape.location)

const typesText = ({ types }: Shape): string => [...(types ?? [])].sort().join(' ')

const shareType = (a: Shape, b: Shape): boolean => [...(a.types ?? [])].some((type) => b.types?.has(type))

const isScalar = ({ types }: Shape): boolean =>
  types !== undefined && !types.has('object') && !types.has('array')

/** The constant properties of a shape, which distinguish variants. */
function constantsText(shape: Shape): string {
  const constants = [...shape.required.keys()].flatMap((name) => {
    const text = constantOf(shape.properties.get(name))
    return text === undefined ? [] : `${name}=${text}`
  })
  return constants.sort().join()
}

function constantOf(schema: Schema | undefined): string | undefined {
  for (const location of schema ?? []) {
    const found = /^\{(?:"type":"string",)?"(?:const|enum)":\[?("[^"]*")\]?(?:,"type":"string")?\}$/.exec(
      inlined(location),
    )
    if (found) return found[1]
  }
  return undefined
}

/** The share of properties that two objects have in common. */
function likeness(a: Shape, b: Shape): number {
  if (typesText(a) !== typesText(b)) return 0
  const names = new Set([...a.properties.keys(), ...b.properties.keys()])
  // Lists and maps have no names that distinguish them.
  if (names.size === 0) return ['array', 'object'].includes(typesText(a)) ? 1 : 0
  return [...names].filter((name) => a.properties.has(name) && b.properties.has(name)).length / names.size
}

const nameOf = (shape: Shape): string =>
  shape.name ??
  (shape.types ? listed([...shape.types]) : `alternative at ${shape.location.pointer.split('/').at(-1)}`)

/** Whether no value has this form: the types of its parts exclude each other. */
const isEmpty = ({ types }: Shape): boolean => types?.size === 0

function noteRemoved(comparison: SchemaComparison, shape: Shape): void {
  if (isEmpty(shape)) return
  comparison.note({
    rule: 'alternative-removed',
    effect: 'narrower',
    detail: nameOf(shape),
    old: shape.location,
    say: ({ subject, context, who, rejected }) =>
      comparison.direction === 'request'
        ? `${who} that send the form ${nameOf(shape)} for ${subject} ${context} ${rejected}.`
        : `${subject} ${context} no longer has the form ${nameOf(shape)}.`,
  })
}

function noteAdded(comparison: SchemaComparison, shape: Shape): void {
  if (isEmpty(shape)) return
  comparison.note({
    rule: 'alternative-added',
    effect: 'wider',
    detail: nameOf(shape),
    new: shape.location,
    say: ({ subject, context, who }) =>
      comparison.direction === 'request'
        ? `${who} may send the form ${nameOf(shape)} for ${subject} ${context}.`
        : `${who} can receive the form ${nameOf(shape)} for ${subject} ${context}, which they may not handle.`,
  })
}

/** `oneOf` rejects a value that matches two alternatives; `anyOf` accepts it. */
function compareKind(comparison: SchemaComparison, was: Union, is: Union): void {
  if (was.kind === is.kind) return
  comparison.note({
    rule: 'alternatives-may-overlap',
    effect: 'other',
    level: (is.kind === 'anyOf') === (comparison.direction === 'request') ? 'compatible' : 'risky',
    keyword: is.kind,
    say: ({ subject, context }) =>
      `A value of ${subject} ${context} that matches two forms was ${was.kind === 'oneOf' ? 'rejected' : 'accepted'} and is ${is.kind === 'oneOf' ? 'rejected' : 'accepted'}.`,
  })
}
