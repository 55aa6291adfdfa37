import { examplesOf } from '../../model/api.ts'
import { normal, soundsLike, withoutTotal } from '../../model/vocabulary.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { listOperations } from '../../openapi/operations.ts'
import { valueAt } from '../../openapi/pointer.ts'
import { follow } from '../../openapi/resolve.ts'
import type { ResponseCheck, ResponseProblem } from '../finding.ts'
import { formulasIn } from '../formulas.ts'
import { declaredMedia, isBodiless } from '../media.ts'

/** The total of an object, and its parts. */
interface Sum {
  total: string
  parts: string[]
  /** Parts that each example shows as 0: they may be parts of other parts, as tokens from a cache are of those that came in. */
  doubtful: Set<string>
  /** Totals of which the examples show different numbers. */
  shown: Set<string>
  /** States in which the parts make the whole; in others they may still be on their way. */
  states: Set<string>
}

const known = new WeakMap<ContractDocument, Map<string, Sum>>()

/** A total is the sum of its parts, where the document's examples show that it is made of them. */
export const totalsAddUp: ResponseCheck = function* (context) {
  const { document, exchange, header } = context
  if (exchange.status >= 300 || isBodiless(context) || !isJson(mediaTypeOf(header('content-type') ?? '')))
    return
  const sums = sumsOf(document)
  const media = declaredMedia(context)
  const schema = media && valueAt(document.root, media.schemaPointer)
  const formulas = formulasIn(document)
  const reading = sums.size > 0 || formulas.has(schema) ? readJson(exchange.body) : undefined
  if (reading === undefined || !('value' in reading)) return
  const value = reading.value as Json
  for (const { formula, expected, pointer, ...wrong } of formulas.wrong(schema, value))
    yield {
      code: 'wrong-formula',
      subject: formula.property,
      received: wrong.value,
      expected,
      details: { formula: formula.text },
      pointer,
      provenance: 'decided',
    }
  yield* wrongTotals(sums, value)
}

function* wrongTotals(sums: ReadonlyMap<string, Sum>, whole: Json): Iterable<ResponseProblem> {
  for (const { value, pointer, state } of objectsIn(whole, '', '')) {
    const sum = sums.get(formOf(value))
    if (sum === undefined) continue
    const [total, together, least] = sumIn(value, sum)
    if (near(least, total)) continue
    if (near(together, total) || (together < total && !sum.states.has(state))) continue
    yield {
      code: 'wrong-total',
      subject: sum.total,
      received: value[sum.total],
      expected: together,
      details: { parts: sum.parts },
      pointer: `${pointer}/${sum.total}`,
      provenance: 'decided',
    }
  }
}

function sumsOf(document: ContractDocument): Map<string, Sum> {
  const found = known.get(document)
  if (found !== undefined) return found
  const shown = listOperations(document).flatMap(({ responses }) =>
    [...responses].flatMap(([status, { node }]) =>
      /^2/.test(status)
        ? Object.values(objectAt(node, 'content')).flatMap((media) => {
            const at = follow(document, media)
            return [...examplesOf(document, at), ...examplesOf(document, follow(document, at.schema))]
          })
        : [],
    ),
  )
  const sums = new Map<string, Sum>()
  const wrong = new Set<string>()
  for (const { value, state } of shown.flatMap((example) => [...objectsIn(example, '', '')])) {
    const form = formOf(value)
    const sum = sums.get(form) ?? candidateIn(value)
    if (sum === undefined) continue
    const [whole, together] = sumIn(value, sum)
    if (together > whole && !near(together, whole)) wrong.add(form)
    else if (!near(together, whole)) wrong.add(`${form} ${state}`)
    else if (together > 0) {
      sum.states.add(state)
      sum.shown.add(sum.parts.map((name) => value[name]).join())
      for (const name of sum.parts) if (value[name] !== 0) sum.doubtful.delete(name)
    }
    sums.set(form, sum)
  }
  for (const [form, { states, ...sum }] of sums) {
    for (const state of states) if (wrong.has(`${form} ${state}`)) states.delete(state)
    if (wrong.has(form) || states.size === 0 || mayBeChance(sum)) sums.delete(form)
  }
  known.set(document, sums)
  return sums
}

/** Whether two numbers make the third in the one example that there is: `{ "total": 5, "flagged": 2, "starred": 3 }`. */
const mayBeChance = ({ total, parts, shown }: Omit<Sum, 'states'>): boolean =>
  shown.size < 2 &&
  parts.length < 3 &&
  withoutTotal(total) === '' &&
  !parts.every((name) => soundsLike('partOfTotal', name))
/** The total of an object and its parts: the numbers with the rest of its name, or all others of an object of only numbers. */
function candidateIn(value: JsonObject): Sum | undefined {
  const numbers = numbersIn(value)
  const total = numbers.find((name) => soundsLike('total', name))
  if (total === undefined) return undefined
  const rest = withoutTotal(total)
  const others = numbers.filter((name) => name !== total)
  const same = rest === '' ? [] : others.filter((name) => normal(name).endsWith(rest))
  const onlyNumbers = numbers.length === Object.keys(value).length
  const parts = same.length > 1 ? same : onlyNumbers && rest === '' ? others : []
  if (parts.length < 2 || parts.some((name) => soundsLike('nextToTotal', name))) return undefined
  return { total, parts, states: new Set(), shown: new Set(), doubtful: new Set(parts) }
}

const numbersIn = (value: JsonObject): string[] =>
  Object.keys(value).filter((name) => typeof value[name] === 'number')

/** Objects are of one form when the same properties of them are numbers. */
const formOf = (value: JsonObject): string => numbersIn(value).sort().join(' ')

function sumIn(
  value: JsonObject,
  { total, parts, doubtful }: Sum,
): [whole: number, together: number, least: number] {
  const sumOf = (names: readonly string[]) =>
    Math.round(names.reduce((sum, name) => sum + Number(value[name]), 0) * 1e6) / 1e6
  return [Number(value[total]), sumOf(parts), sumOf(parts.filter((name) => !doubtful.has(name)))]
}

/** Rounded amounts differ in their last digit. */
const near = (one: number, other: number): boolean =>
  Math.abs(one - other) <= (Number.isInteger(one) && Number.isInteger(other) ? 0 : 0.011)

/** Every object of a value with numbers, with the state of its resource. */
function* objectsIn(
  value: Json,
  pointer: string,
  state: string,
): Iterable<{ value: JsonObject; pointer: string; state: string }> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* objectsIn(one, `${pointer}/${index}`, state)
  } else if (isObject(value)) {
    const own = Object.entries(value).find(
      ([name, one]) => soundsLike('status', name) && typeof one === 'string',
    )
    const now = own === undefined ? state : String(own[1])
    if (numbersIn(value).length > 2) yield { value, pointer, state: now }
    for (const [name, one] of Object.entries(value))
      if (typeof one === 'object' && one !== null) yield* objectsIn(one, `${pointer}/${name}`, now)
  }
}
