/** Types, null and listed values. */
import type { Json } from '../../openapi/document.ts'
import { listed, shown } from '../messages.ts'
import type { Change, SchemaComparison } from './comparison.ts'
import { allowsValue } from './finish.ts'
import { allowsType, type Shape, TYPES, type Type, typeOf } from './shape.ts'

export function compareValues(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  if (old.never !== now.never) {
    compareNever(comparison)
    return
  }
  if ((old.values || now.values) && !haveOtherTypes(old, now)) compareLists(comparison)
  compareTypes(comparison)
}

/** Whether no value but null has a type of both, which is a change of the type and not of the rules for values. */
export function haveOtherTypes(old: Shape, now: Shape): boolean {
  if (old.values && now.values) return false
  const [before, after] = [typesOf(old), typesOf(now)]
  return TYPES.every((type) => type === 'null' || !allowsType(before, type) || !allowsType(after, type))
}

function compareNever({ old, note }: SchemaComparison): void {
  note({
    rule: old.never ? 'value-allowed' : 'value-forbidden',
    effect: old.never ? 'wider' : 'narrower',
    say: ({ subject, context, who, rejected }) =>
      old.never
        ? `${subject} ${context} can have a value. No value was allowed before.`
        : `${who} that send any value for ${subject} ${context} ${rejected}.`,
  })
}

const typesOf = (shape: Shape): Set<Type> | undefined =>
  shape.types ?? (shape.values ? new Set([...shape.values.values()].map(typeOf)) : undefined)

function compareTypes(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const [before, after] = [typesOf(old), typesOf(now)]
  if (!before && !after) return
  const changes: Change[] = []
  // Between two enums the values are more precise than their types.
  const relevant = (type: Type) => !(old.values && now.values) || type === 'null'
  const lost = TYPES.filter((type) => relevant(type) && has(before, type) && !allowsType(after, type))
  const gained = TYPES.filter((type) => relevant(type) && has(after, type) && !allowsType(before, type))
  // Half of the numbers, the whole ones, may stay.
  const narrowed = has(before, 'number') && !has(after, 'number') && allowsType(after, 'integer')
  const widened = gained.length === 1 && gained[0] === 'number' && allowsType(before, 'integer')
  const { direction } = comparison
  const isRequest = direction === 'request'
  if (lost.length > 0) {
    const what = narrowed ? 'fractions' : valuesOf(lost)
    const instead = narrowed && gained.length === 0 ? '; only integers are accepted' : expected(after)
    changes.push({
      rule: isOnlyNull(lost) ? 'became-not-nullable' : 'type-narrowed',
      effect: 'narrower',
      keyword: 'type',
      say: ({ subject, context, who, rejected }) =>
        isRequest
          ? `${who} that send ${what} for ${subject} ${context} ${rejected}${instead}.`
          : narrowed
            ? `${subject} ${context} is now always an integer, without fractions.`
            : `${subject} ${context} is no longer ${what}.`,
    })
  }
  if (gained.length > 0) changes.push(gainedTypes(gained, widened, isRequest))
  comparison.note(...changes)
}

const isOnlyNull = (types: readonly Type[]): boolean => types.length === 1 && types[0] === 'null'

function gainedTypes(gained: readonly Type[], widened: boolean, isRequest: boolean): Change {
  const what = widened ? 'fractions' : valuesOf(gained)
  return {
    rule: isOnlyNull(gained) ? 'became-nullable' : 'type-widened',
    effect: 'wider',
    keyword: 'type',
    say: ({ subject, context, who }) =>
      isRequest
        ? `${who} may send ${what} for ${subject} ${context}.`
        : `${who} can receive ${what} for ${subject} ${context}, which they never received before.`,
  }
}

const has = (types: Set<Type> | undefined, type: Type): boolean =>
  types === undefined ? type !== 'integer' : types.has(type)

const valuesOf = (types: readonly Type[]): string => {
  const names: Record<Type, string> = {
    null: 'null',
    boolean: 'a boolean',
    object: 'an object',
    array: 'an array',
    number: 'a number',
    integer: 'an integer',
    string: 'a string',
  }
  return types.length >= 5 ? 'anything else' : listed(types.map((type) => names[type]))
}

const expected = (types: Set<Type> | undefined): string =>
  types && types.size > 0 ? `; expected is ${valuesOf([...types])}` : ''

function compareLists(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const before = [...(old.values?.values() ?? [])].filter((value) => value !== null)
  const after = [...(now.values?.values() ?? [])].filter((value) => value !== null)
  const lost = old.values ? before.filter((value) => !accepts(now, value)) : []
  const gained = now.values ? after.filter((value) => !accepts(old, value)) : []
  if (!now.values) noteDropped(comparison)
  if (!old.values) noteListed(comparison, after)
  if (lost.length > 0 || gained.length > 0) noteChanged(comparison, lost, gained, before)
}

/** By its list where it has one, for a list wins over the type that goes with it. */
const accepts = (shape: Shape, value: Json): boolean => allowsValue(shape, value)

const keywordOf = (shape: Shape): string => (shape.keywords.has('const') ? 'const' : 'enum')

function noteDropped(comparison: SchemaComparison): void {
  comparison.note({
    rule: 'enum-dropped',
    effect: 'wider',
    keyword: keywordOf(comparison.old),
    say: ({ subject, context, who }) =>
      comparison.direction === 'request'
        ? `${who} may send any other value for ${subject} ${context}.`
        : `${who} can receive any value for ${subject} ${context}, not only one of a list.`,
  })
}

function noteListed(comparison: SchemaComparison, values: Json[]): void {
  comparison.note({
    rule: 'enum-introduced',
    effect: 'narrower',
    keyword: keywordOf(comparison.new),
    say: ({ subject, context, who, rejected }) =>
      comparison.direction === 'request'
        ? `${who} that send anything but ${listed(values.map(shown))} for ${subject} ${context} ${rejected}.`
        : `${subject} ${context} is always one of ${listed(values.map(shown))}.`,
  })
}

/** `"a"`, or `one of "a" and "b"`. */
const anyOf = (values: readonly Json[]): string =>
  `${values.length > 1 ? 'one of ' : ''}${listed(values.map(shown))}`

function lostValues({ direction, new: now }: SchemaComparison, values: Json[], keyword: string): Change {
  const left = [...(now.values?.values() ?? [])].filter((value) => value !== null)
  const what = listed(values.map(shown))
  return {
    rule: 'enum-value-removed',
    effect: 'narrower',
    keyword,
    detail: what,
    say: ({ subject, context, who, rejected }) =>
      direction === 'request'
        ? `${who} that send ${what} for ${subject} ${context} ${rejected}.`
        : left.length > 0 && left.length < values.length
          ? `${subject} ${context} is now only ${anyOf(left)}.`
          : `${subject} ${context} is no longer ${what}.`,
  }
}

/** Compatible values in one finding: they are one decision, and need no waivers. */
const together = (values: Json[], isCompatible: boolean): Json[][] =>
  isCompatible && values.length > 0 ? [values] : values.map((value) => [value])

function noteChanged(comparison: SchemaComparison, lost: Json[], gained: Json[], before: Json[]): void {
  const { direction, old, new: now } = comparison
  const keyword = now.values ? keywordOf(now) : keywordOf(old)
  const changes = together(lost, direction === 'response').map((values) =>
    lostValues(comparison, values, keyword),
  )
  // A list is expected to grow, one of a single value too; what is called a constant is not.
  const single = before.length === 1 && old.values !== undefined
  const constant = single && (lost.length > 0 || keywordOf(old) === 'const')
  const listGrew = old.values !== undefined && !constant && direction === 'response'
  for (const values of together(gained, direction === 'request' && !constant)) {
    const what = listed(values.map(shown))
    changes.push({
      rule: constant ? 'const-changed' : 'enum-value-added',
      effect: 'wider',
      keyword,
      detail: what,
      ...(listGrew && { level: 'risky' as const }),
      say: ({ subject, context, who }) =>
        direction === 'request'
          ? `${who} may send ${what} for ${subject} ${context}.`
          : `${who} can receive ${what} for ${subject} ${context}, which they never received before.`,
    })
  }
  // Another constant is one change. The values of a list come and go one by one.
  for (const together of constant ? [changes] : changes.map((change) => [change]))
    comparison.note(...together)
}
