/** Values for updates that break a relation between properties, unless the server maintains it. */
import { operandValues } from '../../../model/invariants.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Random } from '../../../schema/values/random.ts'
import { variantsOf } from '../../../schema/values/variants.ts'
import { isNullable, memberOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Candidate } from './candidates.ts'

interface Attacked {
  document: ContractDocument
  random: Random
  name: string
  /** Of the property in the body of the update. */
  schema: Json
  /** The value as the client sent it, or as the server shows it. */
  current: Json | undefined
  /** The object as the server shows it. */
  object: JsonObject
  candidates: readonly Candidate[]
}

const MAX_VALUES = 10
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Values of one property: first those that differ little, then those that break an order. */
export function attackValues(attacked: Attacked): Json[] {
  const { document, schema, current } = attacked
  const isOfNull = isNullable(document, viewOf(document, schema))
  const values = [...valuesLike(attacked, current ?? null), ...beyond(attacked), ...(isOfNull ? [null] : [])]
  const texts = values.map((value) => JSON.stringify(value))
  const isState = typeof current === 'boolean' || Array.isArray(viewOf(document, schema).enum)
  const others = values
    .filter(
      (_, index) => texts.indexOf(texts[index] ?? '') === index && texts[index] !== JSON.stringify(current),
    )
    .slice(0, MAX_VALUES)
  // Back to the first state, which it may be in only at the beginning.
  return isState && current !== undefined && others.length > 0 ? [...others, current] : others
}

function valuesLike(attacked: Attacked, current: Json): Json[] {
  const { document, schema, random, name } = attacked
  const view = withoutNull(document, viewOf(document, schema))
  if (Array.isArray(view.enum)) return view.enum.filter((one) => one !== current && one !== null)
  if (typeof current === 'boolean') return [!current]
  if (typeof current === 'number') return numbersLike(current, view)
  if (typeof current === 'string') return textsLike(current)
  if (Array.isArray(current)) return listsLike(document, current, viewOf(document, view.items))
  if (isObject(current)) return objectsLike(document, current, view)
  return variantsOf(document, schema, random, name)
    .slice(0, 3)
    .map(({ value }) => value)
}

const numbersLike = (current: number, { minimum }: JsonObject): number[] => [
  current + 1,
  current - 1,
  current * 2 + 3,
  typeof minimum === 'number' ? minimum : 0,
]

function textsLike(current: string): string[] {
  const time = moved(current, HOUR)
  if (time !== undefined) return [time, moved(current, -HOUR) ?? time]
  return [`${current}x`, current.slice(0, -1)]
}

/** A time or a date that is later. Undefined for other texts. */
function moved(text: string, milliseconds: number): string | undefined {
  const at = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const step = text.includes('T') ? milliseconds : Math.sign(milliseconds) * DAY
  const time = new Date(at + step).toISOString()
  return text.includes('T') ? time : time.slice(0, 10)
}

/** Without an entry, with one twice, and with other numbers in the entries. */
function listsLike(document: ContractDocument, current: readonly Json[], items: JsonObject): Json[] {
  const [first] = current
  if (first === undefined) return []
  const changed = (change: (value: number, view: JsonObject) => number): Json[] =>
    current.map((entry) => {
      if (typeof entry === 'number') return change(entry, items)
      if (!isObject(entry)) return entry
      return Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          typeof value === 'number'
            ? change(value, viewOf(document, memberOf(items, name)))
            : (value ?? null),
        ]),
      )
    })
  return [
    [...current, first],
    changed((value) => value + 1),
    changed((value, { minimum }) => (typeof minimum === 'number' ? minimum : value)),
    current.slice(0, -1),
    [...changed((value) => value * 2 + 1), ...current],
  ]
}

const objectsLike = (document: ContractDocument, current: JsonObject, view: JsonObject): JsonObject[] =>
  Object.entries(current).flatMap(([name, value]) => {
    const inner = withoutNull(document, viewOf(document, memberOf(view, name)))
    const numbers = typeof value === 'number' ? numbersLike(value, inner).slice(0, 2) : []
    const texts = typeof value === 'string' && inner.enum === undefined ? textsLike(value).slice(0, 1) : []
    return [...numbers, ...texts].map((one) => ({ ...current, [name]: one }))
  })

/** Values on the wrong side of an order. */
const beyond = ({ name, object, candidates }: Attacked): Json[] =>
  candidates
    .filter(({ kind, roots }) => kind === 'order' && roots.includes(name))
    .flatMap(({ invariant }): Json[] => {
      const [left, right] = [...operandValues(invariant, object)]
      if (left === undefined || right === undefined) return []
      return left[0] === name ? nextTo(right[1], 1) : nextTo(left[1], -1)
    })

/** A value above another one, or below it. */
function nextTo(other: Json | undefined, direction: 1 | -1): Json[] {
  if (typeof other === 'number') return [other + direction]
  const time = typeof other === 'string' ? moved(other, direction * HOUR) : undefined
  return time === undefined ? [] : [time]
}
