/** Valid values of a property that servers are most likely to get wrong: bounds, every enum value, unusual characters. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { endsInId } from '../names.ts'
import { isNullable, membersOf, typesOf, viewOf, withoutNull } from '../view.ts'
import type { Random } from './random.ts'
import { fits, numberOr, ofLength, stringFor } from './strings.ts'
import { boundsOf, validValue } from './valid.ts'

export interface Variant {
  /** In words: `the longest text`. */
  what: string
  value: Json
}

/** Longer texts are load, not a check. */
const LONGEST = 5_000
/** Long enough for what cuts at 8 or 16 kB. */
const LONG = 20_000
const BLANKS = ['  two before, one behind ', 'one line\r\nanother\n\ttabbed\n\n']
const UNUSUAL = ['Zażółć 漢字 🚀', `It's "quoted" <b>&amp;</b> \\ 100%`, 'a  b', 'ÀÉÎõü']

/** The words for a moment that is written with another offset. */
export const OTHER_OFFSET = 'a time with an offset'

const OFFSET = { text: '+05:30', minutes: 330 }

/**
 * @param text an RFC 3339 date-time
 * @returns the same moment with another offset from UTC; undefined for other values
 */
export function withOffset(text: Json): string | undefined {
  const at = typeof text === 'string' && text.includes('T') ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const local = new Date(at + OFFSET.minutes * 60_000).toISOString()
  return local.replace(/(?:\.000)?Z$/, OFFSET.text)
}

export function variantsOf(
  document: ContractDocument,
  schema: Json,
  random: Random,
  name: string,
): Variant[] {
  const raw = viewOf(document, schema)
  const view = withoutNull(document, raw)
  const variants: Variant[] = []
  const add = (what: string, value: Json | undefined) => {
    if (value === undefined || variants.some((one) => JSON.stringify(one.value) === JSON.stringify(value)))
      return
    variants.push({ what, value })
  }
  if (view.const !== undefined) return [{ what: 'its one value', value: view.const }]
  if (Array.isArray(view.enum)) for (const one of view.enum) add(`the choice ${JSON.stringify(one)}`, one)
  else addByType(document, schema, view, random, name, add)
  if (isNullable(document, raw)) add('null', null)
  return variants
}

function addByType(
  document: ContractDocument,
  schema: Json,
  view: JsonObject,
  random: Random,
  name: string,
  add: (what: string, value: Json | undefined) => void,
): void {
  const type = typesOf(view).find((one) => one !== 'null')
  if (type === 'string') {
    strings(view, random, name, add)
    return
  }
  if (type === 'boolean') {
    add('true', true)
    add('false', false)
    return
  }
  if (type === 'integer' || type === 'number') {
    const { least, most } = boundsOf(view, type)
    add('the least number', least)
    if (most !== undefined && most <= Number.MAX_SAFE_INTEGER) add('the greatest number', most)
    if (type === 'number') {
      const some = validValue(schema, { document, random, extent: 'minimal' }, name)
      const fraction = view.multipleOf === undefined ? (least ?? 0) + 0.37 : some
      if (!Number.isInteger(fraction)) add('a fraction', fraction)
    }
    return
  }
  const made = validValue(schema, { document, random, extent: 'full', examples: true }, name)
  if (type === 'array') {
    if (numberOr(view.minItems, 0) === 0) add('no items', [])
    const other = (nth: number) =>
      (Array.isArray(made) && alike(document, view.items, made[0], nth)) ||
      validValue(view.items, { document, random, extent: 'full' }, name)
    const second = other(1)
    if (
      Array.isArray(made) &&
      made[0] !== undefined &&
      second !== undefined &&
      numberOr(view.maxItems, 2) >= 2
    ) {
      // In neither ascending nor descending order, so that servers that sort the values are detected.
      const third = other(2)
      const all = [made[0], second, third].filter((one): one is Json => one !== undefined)
      const [a, b, c] = [...new Map(all.map((one) => [JSON.stringify(one), one])).entries()]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, one]) => one)
      const three = a !== undefined && b !== undefined && c !== undefined && numberOr(view.maxItems, 3) >= 3
      if (three) add('three items', [b, c, a])
      else if (a !== undefined && b !== undefined) {
        add('two items', [b, a])
        add('two items', [a, b])
      } else add('one item', [made[0]])
    } else if (Array.isArray(made)) add('one item', made)
    if (Array.isArray(made) && isObject(made[0]))
      addInside(document, view.items ?? null, made[0], (what, one) => add(what, [one ?? null]))
    return
  }
  if (type === 'object' || isObject(made)) {
    const free = membersOf(view).length === 0
    add(free ? 'an additional property' : 'all properties', made)
    if (free && isOpen(view)) add('properties within properties', NESTED)
    if (isObject(made)) addInside(document, schema, made, add)
  }
}

/** Another object like the first: of what may have to fit together, only a free text differs. */
function alike(
  document: ContractDocument,
  schema: Json | undefined,
  made: Json | undefined,
  nth: number,
): JsonObject | undefined {
  if (!isObject(made)) return undefined
  for (const [member, inside] of membersOf(viewOf(document, schema))) {
    const view = withoutNull(document, viewOf(document, inside))
    if (typesOf(view)[0] !== 'string' || view.enum !== undefined || view.format !== undefined) continue
    if (view.const !== undefined || view.readOnly === true || endsInId(member)) continue
    const text = `${typeof made[member] === 'string' ? made[member] : member} ${nth}`
    if (fits(view, text)) return { ...made, [member]: text }
  }
  return undefined
}

/** A value that stores often change: nested objects, lists, numbers, falsy values. */
const NESTED = { outer: { inner: ['one', 2, { deep: true }] }, zero: 0, no: false }

/** Whether an object accepts properties of any name and type. */
const isOpen = (view: JsonObject): boolean =>
  typesOf(view).includes('object') &&
  (view.additionalProperties === undefined || view.additionalProperties === true) &&
  view.propertyNames === undefined &&
  numberOr(view.maxProperties, 3) >= 3

/** For each property within an object, the one value that servers are most likely to change. */
function addInside(
  document: ContractDocument,
  schema: Json,
  made: JsonObject,
  add: (what: string, value: Json | undefined) => void,
): void {
  for (const [member, inside] of membersOf(viewOf(document, schema))) {
    const view = withoutNull(document, viewOf(document, inside))
    const [type] = typesOf(view)
    if (view.enum !== undefined || view.const !== undefined || view.readOnly === true) continue
    const own =
      type === 'object' && membersOf(view).length === 0 && isOpen(view)
        ? NESTED
        : type === 'string' && view.format === undefined
          ? UNUSUAL.find((text) => fits(view, text))
          : type === 'boolean'
            ? false
            : undefined
    if (own !== undefined) add(`${member} within`, { ...made, [member]: own })
  }
}

function strings(
  view: JsonObject,
  random: Random,
  name: string,
  add: (what: string, value: Json | undefined) => void,
): void {
  const some = stringFor(view, random, name)
  add('a text', some)
  const moment = view.format === 'date-time' && some !== undefined ? withOffset(some) : undefined
  if (moment !== undefined && fits(view, moment)) add(OTHER_OFFSET, moment)
  if (view.format !== undefined || some === undefined) return
  const least = numberOr(view.minLength, 0)
  const most = numberOr(view.maxLength, Number.POSITIVE_INFINITY)
  add('the shortest text', ofLength(view, some, least))
  if (most <= LONGEST) add('the longest text', ofLength(view, some, most))
  else add('a long text', ofLength(view, some, Math.min(most, LONG)))
  for (const text of BLANKS) if (fits(view, text)) add('spaces and line breaks', text)
  for (const text of UNUSUAL) {
    const own = `${text} ${random.word(5)}`
    if (fits(view, own)) add('unusual letters', own)
  }
}
