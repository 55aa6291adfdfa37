/** Values that break exactly one named rule of a schema. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import {
  branchesOf,
  isAbsent,
  isNullable,
  membersOf,
  requiredOf,
  typesOf,
  viewOf,
  withoutNull,
} from '../view.ts'
import { arrayViolations } from './arrayViolations.ts'
import { type Broken, dependentViolations, type Violation } from './dependentViolations.ts'
import { fits, NEARLY, nearMisses, numberOr, ofLength } from './strings.ts'
import { boundsOf } from './valid.ts'

export type { Violation }

/** Violations of strings longer than this would be load, not a check. */
const LONGEST = 70_000
const MAX_DEPTH = 4

/**
 * Generates every single violation of a valid request value. Keywords next to each other may still allow one, so
 * validate before sending.
 * @param value a valid value of the schema; optional properties that it lacks are not violated
 */
export function* violationsOf(
  document: ContractDocument,
  schema: Json | undefined,
  value: Json,
): Iterable<Violation> {
  yield* within(document, schema, value, '', (changed) => changed, 0)
}

function* within(
  document: ContractDocument,
  schema: Json | undefined,
  value: Json,
  pointer: string,
  wrap: (value: Json) => Json,
  depth: number,
): Iterable<Violation> {
  const raw = viewOf(document, schema)
  const view = withoutNull(document, raw)
  const broken = (keyword: string, what: string, changed: Json): Violation => ({
    keyword,
    what,
    pointer,
    value: wrap(changed),
  })
  yield* typeViolations(document, raw, view, broken)
  if (Array.isArray(view.enum)) yield broken('enum', 'a value that is not listed', unlisted(view.enum))
  else if (view.const !== undefined) yield broken('const', 'another value', unlisted([view.const]))
  if (typeof value === 'string') yield* stringViolations(view, value, broken)
  if (typeof value === 'number') yield* numberViolations(view, broken)
  if (Array.isArray(value)) {
    yield* arrayViolations(view, value, broken)
    const prefix = Array.isArray(view.prefixItems) ? view.prefixItems : []
    for (const [index, item] of value.slice(0, prefix.length + 1).entries()) {
      const inner = index < prefix.length ? prefix[index] : view.items
      if (depth >= MAX_DEPTH || inner === undefined) continue
      const changedAt = (changed: Json) => wrap(value.with(index, changed))
      yield* within(document, inner, item, pointer + pointerOf(index), changedAt, depth + 1)
    }
  }
  if (isObject(value)) {
    const branch = branchFor(document, view, value)
    yield* objectViolations(document, branch, value, broken, pointer, wrap)
    yield* dependentViolations(document, view, value, { pointer, wrap })
    if (depth >= MAX_DEPTH) return
    // Conditional parts (`then`, `else`) that apply to this value.
    for (const part of [view.then, view.else])
      if (part !== undefined) yield* within(document, part, value, pointer, wrap, depth + 1)
    for (const [member, memberSchema] of membersOf(branch)) {
      const inside = value[member]
      if (isAbsent(document, memberSchema, 'request')) continue
      if (!Object.hasOwn(value, member) || inside === undefined) continue
      const replaced = (changed: Json) => wrap({ ...value, [member]: changed })
      yield* within(document, memberSchema, inside, pointer + pointerOf(member), replaced, depth + 1)
    }
  }
}

const wrongTypes: Record<string, Json> = {
  string: 'text instead',
  number: 12.5,
  integer: 12,
  boolean: true,
  array: ['one'],
  object: { unexpected: 'object' },
}

function* typeViolations(
  document: ContractDocument,
  raw: JsonObject,
  view: JsonObject,
  broken: Broken,
): Iterable<Violation> {
  const types = typesOf(view)
  if (types.length === 0) return
  const allowed = (type: string) =>
    types.includes(type) ||
    (type === 'integer' && types.includes('number')) ||
    branchAllows(document, raw, type)
  // The two that lax servers convert in silence, and the one that they dereference.
  const preferred = types.includes('string')
    ? ['integer', 'object', 'boolean']
    : ['string', 'object', 'array']
  // A number to languages whose booleans are integers.
  if (types.includes('integer') || types.includes('number')) preferred.push('boolean')
  for (const type of preferred) {
    const value = wrongTypes[type]
    if (!allowed(type) && value !== undefined)
      yield broken('type', `${type} instead of ${types.join(' or ')}`, value)
  }
  if (types.includes('integer') && !types.includes('number')) yield broken('type', 'a fraction', 1.5)
  if (types.includes('integer') || types.includes('number')) {
    if (!allowed('string')) yield broken('type', 'a number in quotes', '12')
  }
  if (types.includes('boolean') && !allowed('string')) yield broken('type', 'a boolean in quotes', 'true')
  if (!isNullable(document, raw)) yield broken('type', 'null', null)
}

const branchAllows = (document: ContractDocument, raw: JsonObject, type: string): boolean =>
  branchesOf(raw).some((branch) => typesOf(viewOf(document, branch)).includes(type))

function unlisted(list: readonly Json[]): Json {
  const text = list.find((one): one is string => typeof one === 'string')
  if (text !== undefined) return `${text}-unlisted`
  const numbers = list.filter((one): one is number => typeof one === 'number')
  return numbers.length > 0 ? Math.max(...numbers) + 1 : list.includes(true) ? false : 'unlisted'
}

function* stringViolations(view: JsonObject, value: string, broken: Broken): Iterable<Violation> {
  const least = numberOr(view.minLength, 0)
  const most = numberOr(view.maxLength, Number.POSITIVE_INFINITY)
  if (least > 0)
    yield broken(
      'minLength',
      `${least - 1} characters`,
      ofLength(view, value, least - 1) ?? value.slice(0, least - 1),
    )
  if (most < LONGEST)
    yield broken(
      'maxLength',
      `${most + 1} characters`,
      ofLength(view, value, most + 1) ?? value.padEnd(most + 1, 'x'),
    )
  if (typeof view.pattern === 'string') {
    const tries = [
      '!',
      `${value}!`,
      `${value}\u0007`,
      ` ${value}`,
      '\u0000',
      '§§§',
      '_',
      value.toUpperCase(),
      '',
    ]
    const wrong = tries.find(
      (text) => !fits({ pattern: view.pattern ?? null }, text) && text.length >= least && text.length <= most,
    )
    if (wrong !== undefined) yield broken('pattern', 'text of another pattern', wrong)
    const near = nearMisses(value).find(
      (text) =>
        text !== wrong &&
        !fits({ pattern: view.pattern ?? null }, text) &&
        text.length >= least &&
        text.length <= most,
    )
    if (near !== undefined) yield broken('pattern', 'text that nearly fits the pattern', near)
    // A value that only contains a match of the pattern: servers that forgot an anchor accept it.
    const loose = { pattern: /^\^?(.*?)\$?$/s.exec(view.pattern)?.[1] ?? '' }
    for (const longer of [`${value}!`, `!${value}`]) {
      const isPart = fits(loose, longer) && !fits({ pattern: view.pattern }, longer)
      if (isPart && longer !== wrong && longer !== near && longer.length >= least && longer.length <= most)
        yield broken('pattern', 'text of which a part fits the pattern', longer)
    }
  }
  if (typeof view.format === 'string' && !['password', 'binary', 'byte'].includes(view.format)) {
    yield broken('format', `text that is no ${view.format}`, `no ${view.format}`)
    const near = NEARLY[view.format]
    if (near !== undefined && fits({ pattern: view.pattern ?? null }, near))
      yield broken('format', `text that is nearly a ${view.format}`, near)
  }
}

function* numberViolations(view: JsonObject, broken: Broken): Iterable<Violation> {
  const type = typesOf(view).includes('number') ? 'number' : 'integer'
  const { least, most } = boundsOf(view, type)
  if (typeof view.exclusiveMinimum === 'number')
    yield broken('exclusiveMinimum', 'the excluded bound', view.exclusiveMinimum)
  else if (least !== undefined)
    yield broken('minimum', 'just below the minimum', least - (type === 'integer' ? 1 : 0.01))
  if (typeof view.exclusiveMaximum === 'number')
    yield broken('exclusiveMaximum', 'the excluded bound', view.exclusiveMaximum)
  else if (most !== undefined)
    yield broken('maximum', 'just above the maximum', most + (type === 'integer' ? 1 : 0.01))
  if (typeof view.multipleOf === 'number') {
    const multiple = Math.ceil(numberOr(least, 0) / view.multipleOf) * view.multipleOf
    const between = multiple + (type === 'integer' ? 1 : view.multipleOf / 2)
    yield broken('multipleOf', 'between two multiples', between)
  }
}

function* objectViolations(
  document: ContractDocument,
  view: JsonObject,
  value: JsonObject,
  broken: Broken,
  pointer: string,
  wrap: (value: Json) => Json,
): Iterable<Violation> {
  const members = new Map(membersOf(view))
  const own = [...requiredOf(view)].filter((name) => !isAbsent(document, members.get(name), 'request'))
  const required = new Set(own)
  for (const member of required) {
    if (!Object.hasOwn(value, member)) continue
    const { [member]: _, ...rest } = value
    yield {
      keyword: 'required',
      what: `without ${member}`,
      pointer: pointer + pointerOf(member),
      value: wrap(rest),
    }
  }
  const unknown = 'unexpectedMember'
  if (view.additionalProperties === false || view.unevaluatedProperties === false) {
    const changed = wrap({ ...value, [unknown]: 'surprise' })
    yield {
      keyword: 'additionalProperties',
      what: 'an undeclared property',
      pointer: pointer + pointerOf(unknown),
      value: changed,
    }
  } else if (isObject(view.additionalProperties)) {
    const types = typesOf(viewOf(document, view.additionalProperties))
    const wrong = types.includes('object') || types.length === 0 ? undefined : { unexpected: 'object' }
    if (wrong !== undefined)
      yield {
        keyword: 'type',
        what: 'a value of another type',
        pointer: `${pointer}/extra`,
        value: wrap({ ...value, extra: wrong }),
      }
  }
  const least = numberOr(view.minProperties, 0)
  const few = Object.entries(value)
    .sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
    .slice(0, Math.max(0, least - 1))
  if (least > 0 && required.size <= few.length)
    yield broken('minProperties', `${few.length} members`, Object.fromEntries(few))
}

/** The `oneOf` branch that the value was generated for: the one with most of its properties. */
export function branchFor(document: ContractDocument, view: JsonObject, value: JsonObject): JsonObject {
  const branches = branchesOf(view).map((branch) => viewOf(document, branch))
  if (branches.length === 0) return view
  const score = (branch: JsonObject) =>
    membersOf(branch).filter(([name, schema]) => {
      if (!Object.hasOwn(value, name)) return false
      const { const: literal, enum: choices } = viewOf(document, schema)
      if (literal !== undefined) return literal === value[name]
      return !Array.isArray(choices) || choices.includes(value[name] ?? null)
    }).length -
    [...requiredOf(branch)].filter((name) => !Object.hasOwn(value, name)).length * 2
  const [best] = [...branches].sort((a, b) => score(b) - score(a))
  return { ...view, ...best }
}
