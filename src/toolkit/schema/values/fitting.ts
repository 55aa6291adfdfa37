/**
 * Values for schemas whose keywords depend on each other (`if`, `not`, `oneOf` next to properties, `dependentRequired`,
 * `contains`, …): generate a first value, then fix it where the validator reports errors.
 */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { tokensOf, valueAt, withValueAt } from '../../openapi/pointer.ts'
import { errorFinderOf } from '../validators.ts'
import type { Direction } from '../view.ts'
import { branchesOf, membersOf, viewOf } from '../view.ts'
import { keyFor, regexOf, stringFor } from './strings.ts'
import { type ValueOptions, validValue } from './valid.ts'

/** Each round fixes one location. */
const MAX_ROUNDS = 40
/** A given list may need a fix in each of its items. */
const MAX_ROUNDS_GIVEN = 4_000

interface RepairContext {
  schema: Json | undefined
  options: ValueOptions
  errorsOf(value: Json): ErrorObject[]
  /** The value was given: as much of it as the schema allows stays. */
  given?: boolean
}

/**
 * Generates a value that the schema allows; undefined if none was found.
 * @param media the schema and its JSON Pointer
 */
export function fittingValue(
  media: { schemaPointer: string; schema: Json | undefined },
  options: ValueOptions,
  name?: string,
): Json | undefined {
  const { schemaPointer, schema } = media
  const made = validValue(schema, options, name)
  if (schema === undefined) return made
  const direction: Direction = options.response === true ? 'response' : 'request'
  const errorsOf = (value: Json) => errorFinderOf(options.document, direction)(schemaPointer, value)
  try {
    const first =
      made ?? (validValue({ type: viewOf(options.document, schema).type ?? 'object' }, options) as Json)
    const fits = fixed(first, { schema, options, errorsOf })
    if (fits !== undefined || options.extent === 'minimal') return fits
    const smaller = { ...options, extent: 'minimal' } as const
    return fixed(validValue(schema, smaller, name) ?? first, { schema, options: smaller, errorsOf })
  } catch {
    return made // a schema that cannot be compiled is a finding about the document
  }
}

/**
 * Fixes a given value: adds what the schema requires, replaces what it forbids, and leaves valid parts unchanged.
 * @returns undefined if the value could not be fixed
 */
export function fixedValue(
  { schemaPointer, schema }: { schemaPointer: string; schema: Json | undefined },
  start: Json,
  options: ValueOptions,
): Json | undefined {
  const direction: Direction = options.response === true ? 'response' : 'request'
  const errorsOf = (value: Json) => errorFinderOf(options.document, direction)(schemaPointer, value)
  try {
    return fixed(start, { schema, options, errorsOf, given: true })
  } catch {
    return undefined // a schema that cannot be compiled is a finding about the document
  }
}

function fixed(start: Json, context: RepairContext): Json | undefined {
  const most = context.given === true ? MAX_ROUNDS_GIVEN : MAX_ROUNDS
  let value = start
  let errors = context.errorsOf(value)
  for (let round = 0; errors.length > 0; round++) {
    const better = round < most ? improved(value, errors, context) : undefined
    if (better === undefined) return undefined
    ;({ value, errors } = better)
  }
  return value
}

/** The first change that leaves fewer errors. */
function improved(value: Json, errors: readonly ErrorObject[], context: RepairContext) {
  for (const error of errors) {
    for (const changed of changesFor(error, value, context)) {
      const left = context.errorsOf(changed)
      if (left.length < errors.length) return { value: changed, errors: left }
    }
  }
  return undefined
}

function* changesFor(error: ErrorObject, value: Json, context: RepairContext): Iterable<Json> {
  const way = tokensOf(error.instancePath)
  const here = way.length === 0 ? value : (valueAt(value, error.instancePath) as Json | undefined)
  const put = (changed: Json | undefined, ...further: string[]) =>
    withValueAt(value, [...way, ...further], changed)
  const at = schemaAt(context, value, way)
  const make = (schema: Json | undefined, name = way.at(-1) ?? 'value') =>
    validValue(schema, context.options, name)
  const params = error.params as Record<string, unknown>
  const own = (error.parentSchema ?? {}) as JsonObject
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired': {
      const name = String(params.missingProperty)
      const [first, second] = context.given === true ? [at, own] : [own, at]
      const schema = memberOf(context, first, name) ?? memberOf(context, second, name)
      const made = make(schema, name)
      if (made !== undefined) yield put(made, name)
      if (typeof params.property === 'string') yield put(undefined, params.property)
      return
    }
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      yield put(
        undefined,
        String(params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName),
      )
      return
    case 'false schema':
      yield put(undefined)
      return
    case 'contains': {
      const made = make(error.schema as Json)
      if (Array.isArray(here) && made !== undefined) {
        const some = Array.from({ length: Number(params.minContains ?? 1) }, () => made)
        yield put([...here, ...some])
        yield put([...some, ...here.slice(some.length)])
      }
      if (Array.isArray(here)) yield put(here.slice(0, -1))
      return
    }
    case 'minProperties':
      if (isObject(here)) yield* grown(here, { schema: at, least: Number(params.limit) }, context, put)
      return
    case 'maxProperties':
    case 'not':
      if (isObject(here)) for (const name of Object.keys(here)) yield put(undefined, name)
      break
    case 'oneOf':
    case 'anyOf':
      yield* branched(error, here, { context, put, make })
      return
  }
  const again = make({ ...typeOf(here), ...own })
  const whole = make(at)
  // The document's own schema has the examples, which the validator's copy lacks.
  for (const made of context.given === true ? [whole, again] : [again, whole])
    if (made !== undefined) yield put(made)
}

interface BranchContext {
  context: RepairContext
  put(changed: Json | undefined, ...further: string[]): Json
  make(schema: Json | undefined): Json | undefined
}

/** Each branch's value in place of what is there, or laid over it; where too many fit, less of it. */
function* branched(
  error: ErrorObject,
  here: Json | undefined,
  { context, put, make }: BranchContext,
): Iterable<Json> {
  const branches = Array.isArray(error.schema) ? (error.schema as Json[]) : []
  const { document } = context.options
  const known = new Set(
    branches.flatMap((branch) => membersOf(viewOf(document, branch)).map(([name]) => name)),
  )
  for (const branch of branches) {
    const view = viewOf(document, branch)
    const made = make(view.type === undefined ? { ...typeOf(here), ...view } : branch)
    if (made === undefined || made === null) continue
    if (isObject(made) && isObject(here)) {
      if (context.given === true) yield put({ ...made, ...here })
      const shared = Object.fromEntries(Object.entries(here).filter(([name]) => !known.has(name)))
      yield put({ ...shared, ...made })
      yield put({ ...here, ...made })
    }
    yield put(made)
  }
  if (isObject(here)) for (const name of Object.keys(here)) yield put(undefined, name)
}

function* grown(
  here: JsonObject,
  { schema, least }: { schema: Json | undefined; least: number },
  { options }: RepairContext,
  put: (changed: Json) => Json,
): Iterable<Json> {
  const view = viewOf(options.document, schema)
  const declared = membersOf(view).filter(([name]) => !Object.hasOwn(here, name))
  const patterns = isObject(view.patternProperties) ? Object.entries(view.patternProperties) : []
  const named = patterns.flatMap(([pattern, inner]) => {
    const name = stringFor({ pattern }, options.random, 'key')
    return name === undefined ? [] : [[name, inner] as const]
  })
  const names = viewOf(options.document, view.propertyNames)
  const extra = isObject(view.additionalProperties) ? view.additionalProperties : {}
  const free = Array.from({ length: least }, () => [keyFor(names, options.random), extra] as const)
  const made: JsonObject = { ...here }
  for (const [name, inner] of [...declared, ...named, ...free]) {
    if (name === undefined || Object.hasOwn(made, name)) continue
    const value = validValue(inner, options, name)
    if (value === undefined) continue
    yield put({ ...here, [name]: value })
    made[name] = value
    if (Object.keys(made).length >= least) yield put({ ...made })
  }
}

/** The schema that applies at a location, as far as it can be found without validating. */
function schemaAt({ schema, options }: RepairContext, value: Json, way: readonly string[]): Json | undefined {
  let at = schema
  let here: Json | undefined = value
  for (const token of way) {
    const index: number = Number(token)
    if (Array.isArray(here)) {
      const view: JsonObject = viewOf(options.document, at)
      at = (Array.isArray(view.prefixItems) ? view.prefixItems[index] : undefined) ?? view.items
      here = here[index]
    } else {
      at = memberOf({ options }, at, token)
      here = isObject(here) ? here[token] : undefined
    }
  }
  return at
}

/** The schema of a property, from any part of the object's schema. */
function memberOf(
  { options }: Pick<RepairContext, 'options'>,
  schema: Json | undefined,
  name: string,
  depth = 0,
): Json | undefined {
  const view = viewOf(options.document, schema)
  const declared = isObject(view.properties) ? view.properties[name] : undefined
  if (declared !== undefined) return declared
  const patterns = isObject(view.patternProperties) ? Object.entries(view.patternProperties) : []
  for (const [pattern, inner] of patterns) if (regexOf({ pattern })?.test(name)) return inner
  if (depth < 4)
    for (const part of [...branchesOf(view), view.then, view.else]) {
      const found = memberOf({ options }, part, name, depth + 1)
      if (found !== undefined) return found
    }
  return isObject(view.additionalProperties) ? view.additionalProperties : undefined
}

function typeOf(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return {}
  if (Array.isArray(value)) return { type: 'array' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: typeof value }
}
