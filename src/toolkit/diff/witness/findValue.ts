/** A value that one version of a schema accepts and the other rejects. */
import type { Json } from '../../openapi/document.ts'
import { tokensOf, withValueAt } from '../../openapi/pointer.ts'
import { schemaMessage } from '../../schema/messages.ts'
import type { SchemaProblem } from '../../schema/problem.ts'
import { fittingValue, fixedValue } from '../../schema/values/fitting.ts'
import { createRandom, type Random } from '../../schema/values/random.ts'
import type { ValueOptions } from '../../schema/values/valid.ts'
import type { Segment } from '../finding.ts'
import { type Candidate, type CandidateContext, candidates, candidatesOfDetail } from './candidates.ts'
import { type Reached, reach } from './reach.ts'
import { Replayed } from './replayed.ts'
import type { PlacedSchema, Reading, Side } from './side.ts'

interface ValueSearch {
  accepting: PlacedSchema
  rejecting: PlacedSchema
  /** From the value of the slot to the place of the finding. */
  way: readonly Segment[]
  detail: string | undefined
  reading: Reading
}

interface FoundValue {
  value: Json
  /** The violation under the rejecting version, with its location: `/name: received …; expected …`. */
  problem: string
}

/** Values that are validated for one finding, and for one value of its surroundings, at most. */
const MAX_TRIED = 300
const MAX_TRIED_IN_BASE = 100
/** Values of the surroundings that are validated, for each of the ways to make them. */
const MAX_BASES = 64

/** @returns the first value found; undefined does not prove that there is none */
export function findValue(search: ValueSearch): FoundValue | undefined {
  let left = MAX_TRIED
  const changed = (base: Base): FoundValue | undefined => {
    const most = Math.min(left, MAX_TRIED_IN_BASE)
    left -= most
    return most > 0 ? changedValue(search, base, most) : undefined
  }
  const unclean: Base[] = []
  for (const base of basesFor(search)) {
    if (!base.clean) unclean.push(base)
    const found = base.clean ? changed(base) : foundIn(search, base, attemptOf(search, base.base.value))
    if (found !== undefined) return found
  }
  for (const base of unclean) {
    const found = changed(base)
    if (found !== undefined) return found
  }
  return undefined
}

/** Puts candidates at the place of the finding, one after the other. */
function changedValue(search: ValueSearch, base: Base, most: number): FoundValue | undefined {
  let tried = 0
  for (const attempt of attemptsOf(search, base)) {
    if (++tried > most) return undefined
    const found = foundIn(search, base, attempt)
    if (found !== undefined) return found
  }
  return undefined
}

/** Names of the finding come first. */
function* attemptsOf(search: ValueSearch, base: Base): Generator<Attempt | undefined> {
  if (search.detail !== undefined)
    for (const candidate of candidatesOfDetail(base.context(), search.detail))
      yield attemptWith(search, base.base, candidate)
  yield* base.attempts
}

/** A value that the accepting version allows and the other one does not. */
interface Attempt {
  value: Json
  /** Under the other version. */
  problems: readonly SchemaProblem[]
}

/** @returns undefined where both versions allow the value, or neither does */
function attemptOf({ accepting, rejecting, reading }: ValueSearch, value: Json): Attempt | undefined {
  if (rejecting.side.accepts(rejecting.pointer, value, reading)) return undefined
  if (!accepting.side.accepts(accepting.pointer, value, reading)) return undefined
  return { value, problems: rejecting.side.problems(rejecting.pointer, value, reading) }
}

function attemptWith(search: ValueSearch, base: Reached, candidate: Candidate): Attempt | undefined {
  if (candidate === 'absent' && base.tokens.length === 0) return undefined
  const changed = candidate === 'absent' ? undefined : candidate.value
  return attemptOf(search, withValueAt(base.value, base.tokens, changed))
}

/** Only of a clean base, nothing but the change can be why the other version rejects the value. */
function foundIn(
  { detail }: ValueSearch,
  { base, clean }: Base,
  attempt: Attempt | undefined,
): FoundValue | undefined {
  if (attempt === undefined) return undefined
  const { value, problems } = attempt
  const near = clean ? problems : problems.filter((one) => concerns(one, base.tokens))
  // A renamed property is both missing and undeclared: the problem of the finding names what the finding names.
  const own = near.find((one) => tokensOf(one.pointer).at(-1) === detail) ?? near[0]
  if (own === undefined) return undefined
  const { received } = own
  const fact = typeof received === 'string' ? { ...own, received: shortString(received) } : own
  return { value, problem: `${own.pointer === '' ? '' : `${own.pointer}: `}${schemaMessage(fact)}` }
}

const MAX_SHOWN_LENGTH = 40

/** A string with its length instead of its end where it is long. */
export const shortString = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, 12)}… (${text.length} characters)` : text

/** Whether a problem is at the place, above it or inside it. */
function concerns({ pointer }: SchemaProblem, tokens: readonly string[]): boolean {
  const own = tokensOf(pointer)
  const shared = Math.min(own.length, tokens.length)
  return own.slice(0, shared).every((token, index) => token === tokens[index])
}

const optionsOf = (
  { side }: PlacedSchema,
  { reading }: Pick<ValueSearch, 'reading'>,
  extent: ValueOptions['extent'],
): ValueOptions => ({
  document: side.document,
  random: createRandom(1),
  extent,
  response: reading.direction === 'response',
  examples: true,
})

interface Base {
  base: Reached
  /** Whether both versions accept it. */
  clean: boolean
  context(): CandidateContext
  /** With each candidate at the place that no finding names. */
  attempts: Iterable<Attempt | undefined>
}

interface KnownBases {
  search: ValueSearch
  bases: Iterable<Base>
}

/** The last searches of the version that accepts: several findings at one place differ only by what they name. */
const recent = new WeakMap<Side, KnownBases[]>()
const MAX_RECENT = 4

function basesFor(search: ValueSearch): Iterable<Base> {
  const known = recent.get(search.accepting.side) ?? []
  recent.set(search.accepting.side, known)
  const same = known.find((one) => isSamePlace(one.search, search))
  if (same !== undefined) return same.bases
  const bases = new Replayed(basesOf(search))
  known.push({ search, bases })
  if (known.length > MAX_RECENT) known.shift()
  return bases
}

const isSamePlace = (one: ValueSearch, other: ValueSearch): boolean =>
  one.accepting.pointer === other.accepting.pointer &&
  one.rejecting.pointer === other.rejecting.pointer &&
  one.rejecting.side === other.rejecting.side &&
  one.reading.direction === other.reading.direction &&
  one.reading.strict === other.reading.strict &&
  JSON.stringify(one.way) === JSON.stringify(other.way)

/** Values of the accepting version that have the place. */
function* basesOf(search: ValueSearch): Generator<Base> {
  const { accepting, rejecting, reading, way } = search
  const seen = new Set<string>()
  for (const extent of ['minimal', 'full'] as const) {
    const made = validIn(search, extent)
    const options = { ...optionsOf(accepting, search, extent), random: made.random.fork() }
    for (const start of [made.valid, sharedValue(search, made, extent)]) {
      let count = 0
      for (const base of reach(accepting.schema, start, way, options)) {
        if (count++ === MAX_BASES) break
        const key = JSON.stringify([base.value, base.tokens])
        if (seen.has(key)) continue
        seen.add(key)
        yield baseAt(search, base, rejecting.side.accepts(rejecting.pointer, base.value, reading))
      }
    }
  }
}

function baseAt(search: ValueSearch, base: Reached, clean: boolean): Base {
  let known: CandidateContext | undefined
  const context = () => {
    known ??= contextAt(search, base)
    return known
  }
  return { base, clean, context, attempts: new Replayed(attemptsAt(search, base, context)) }
}

const contextAt = (search: ValueSearch, base: Reached): CandidateContext => ({
  accepting: { schema: base.schema, options: optionsOf(search.accepting, search, 'full') },
  rejecting: {
    schema: placeIn(search.rejecting, search, base.value)?.schema,
    options: optionsOf(search.rejecting, search, 'full'),
  },
  start: valueAtPlace(base),
})

function* attemptsAt(
  search: ValueSearch,
  base: Reached,
  context: () => CandidateContext,
): Generator<Attempt | undefined> {
  for (const candidate of candidates(context())) yield attemptWith(search, base, candidate)
}

interface Valid {
  valid: Json | undefined
  /** The source of random values, behind those of the value. */
  random: Random
  /** The value as schemas of the other version accept it too. */
  shared: Map<string, Json | undefined>
}

/** Values of the accepting version, by the rejecting one: all findings in one message begin with the same values. */
const values = new WeakMap<Side, WeakMap<Side, Map<string, Valid>>>()

function validIn({ accepting, rejecting, ...search }: ValueSearch, extent: ValueOptions['extent']): Valid {
  const { side, pointer, schema } = accepting
  const others = values.get(side) ?? new WeakMap<Side, Map<string, Valid>>()
  values.set(side, others)
  const known = others.get(rejecting.side) ?? new Map<string, Valid>()
  others.set(rejecting.side, known)
  const options = optionsOf(accepting, search, extent)
  const key = `${options.response} ${extent} ${pointer}`
  const before = known.get(key)
  if (before !== undefined) return before
  const valid = fittingValue({ schemaPointer: pointer, schema }, options)
  const made = { valid, random: options.random, shared: new Map() }
  known.set(key, made)
  return made
}

/** The value as the other version accepts it too, where that is possible. */
function sharedValue(search: ValueSearch, { valid, shared }: Valid, extent: ValueOptions['extent']) {
  const { pointer, schema } = search.rejecting
  if (valid === undefined || schema === undefined) return undefined
  if (shared.has(pointer)) return shared.get(pointer)
  const place = { schemaPointer: pointer, schema }
  const value = fixedValue(place, valid, optionsOf(search.rejecting, search, extent))
  shared.set(pointer, value)
  return value
}

const valueAtPlace = ({ value, tokens }: Reached): Json | undefined =>
  tokens.reduce<Json | undefined>(
    (at, token) =>
      Array.isArray(at) ? at[Number(token)] : typeof at === 'object' && at !== null ? at[token] : undefined,
    value,
  )

/** The place in the other version. */
function placeIn(place: PlacedSchema, search: ValueSearch, start: Json): Reached | undefined {
  const [first] = reach(place.schema, start, search.way, optionsOf(place, search, 'full'))
  return first
}
