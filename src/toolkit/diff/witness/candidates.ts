/** Values for one place that one version may accept and the other may not. */
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { createRandom } from '../../schema/values/random.ts'
import { type ValueOptions, validValue } from '../../schema/values/valid.ts'
import { variantsOf } from '../../schema/values/variants.ts'
import { violationsOf } from '../../schema/values/violations.ts'
import { branchesOf, membersOf, viewOf } from '../../schema/view.ts'

/** A value of the place, or its absence. */
export type Candidate = { value: Json } | 'absent'

export interface CandidateContext {
  /** The schema of the version that accepts, and how values of it are generated. */
  accepting: { schema: Json | undefined; options: ValueOptions }
  rejecting: { schema: Json | undefined; options: ValueOptions }
  /** A value of the place that the accepting version allows. */
  start: Json | undefined
}

/** One of each type, and numbers outside the ranges of 32 and 64 bits. */
const PLAIN: readonly Json[] = [
  null,
  '',
  'text',
  0,
  -1,
  12,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 64,
  1e300,
  true,
  [],
  {},
]
const STRINGS_TRIED = 24
const MAX_VIOLATIONS = 60

/** Nearest first: the bounds of both schemas, then values of every type. */
export function* candidates(context: CandidateContext): Iterable<Candidate> {
  const { accepting, rejecting, start } = context
  yield 'absent'
  yield* valuesOf(accepting)
  for (const from of startsOf(context))
    yield* limited(violationsOf(rejecting.options.document, rejecting.schema, from))
  if (start !== undefined) yield { value: start }
  yield* forbidden(rejecting)
  yield* partsOf(context)
  if (typeof start === 'string' || start === undefined) yield* strings(accepting)
  for (const value of PLAIN) yield { value }
}

/**
 * The property that the finding names is added, and left out; the value that it names is sent.
 * @param detail the property, value or name of the finding
 */
export function* candidatesOfDetail(
  { accepting, rejecting, start }: CandidateContext,
  detail: string,
): Iterable<Candidate> {
  const parsed = parsedValue(detail)
  if (parsed !== undefined) yield { value: parsed }
  if (!isObject(start)) return
  const { [detail]: had, ...without } = start
  if (had !== undefined) yield { value: without }
  for (const { schema, options } of [accepting, rejecting]) {
    const member = new Map(membersOf(viewOf(options.document, schema))).get(detail)
    // The random values do not depend on the candidates of other findings.
    const own = { ...options, random: createRandom(1) }
    const value = member === undefined ? undefined : validValue(member, own, detail)
    if (value !== undefined) yield { value: { ...start, [detail]: value } }
  }
}

function parsedValue(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function* valuesOf({ schema, options }: CandidateContext['accepting']): Iterable<Candidate> {
  const view = viewOf(options.document, schema)
  for (const form of [schema ?? {}, ...branchesOf(view)]) {
    for (const { value } of variantsOf(options.document, form, options.random, 'value')) yield { value }
    for (const extent of ['minimal', 'full'] as const) {
      const value = validValue(form, { ...options, extent })
      if (value !== undefined) yield { value }
    }
  }
}

function* startsOf({ rejecting, start }: CandidateContext): Iterable<Json> {
  if (start !== undefined) yield start
  const own = validValue(rejecting.schema, rejecting.options)
  if (own !== undefined) yield own
}

function* limited(violations: Iterable<{ value: Json }>): Iterable<Candidate> {
  let count = 0
  for (const { value } of violations) {
    yield { value }
    if (++count >= MAX_VIOLATIONS) return
  }
}

/** A value that the other version excludes by `not`. */
function* forbidden({ schema, options }: CandidateContext['rejecting']): Iterable<Candidate> {
  const { not } = viewOf(options.document, schema)
  const value = not === undefined ? undefined : validValue(not, options)
  if (value !== undefined) yield { value }
}

/**
 * Objects with one property, without one, with another value of one, and with one that only the other version names:
 * what depends on other properties shows there.
 */
function* partsOf({ accepting, rejecting, start }: CandidateContext): Iterable<Candidate> {
  const { schema, options } = accepting
  const whole = validValue(schema, { ...options, extent: 'full' })
  if (!isObject(whole)) return
  for (const [name, value] of Object.entries(whole)) {
    const { [name]: _, ...without } = whole
    yield { value: { [name]: value } }
    yield { value: without }
  }
  const least = isObject(start) ? start : whole
  for (const [name, inner] of membersOf(viewOf(options.document, schema)))
    for (const { value } of variantsOf(options.document, inner, options.random, name))
      yield { value: { ...least, [name]: value } }
  for (const name of namesIn(viewOf(rejecting.options.document, rejecting.schema)))
    yield { value: { ...least, [name]: 'text' } }
}

/** Properties that conditions of a schema name. */
function namesIn(view: JsonObject): string[] {
  const named = (schema: Json | undefined): string[] =>
    isObject(schema)
      ? [
          ...(Array.isArray(schema.required) ? schema.required.map(String) : []),
          ...(isObject(schema.properties) ? Object.keys(schema.properties) : []),
        ]
      : []
  const keysOf = (map: Json | undefined) => (isObject(map) ? Object.keys(map) : [])
  const conditions = [view.if, view.then, view.else, view.not, ...branchesOf(view)]
  return [
    ...new Set([
      ...keysOf(view.dependentRequired),
      ...keysOf(view.dependentSchemas),
      ...keysOf(view.patternProperties),
      ...conditions.flatMap(named),
    ]),
  ]
}

/** Strings of a pattern differ from one another only by chance. */
function* strings({ schema, options }: CandidateContext['accepting']): Iterable<Candidate> {
  const view: JsonObject = viewOf(options.document, schema)
  if (view.pattern === undefined && view.type !== 'string') return
  for (let count = 0; count < STRINGS_TRIED; count++) {
    const value = validValue(view, options, `value${count}`)
    if (typeof value === 'string') yield { value }
  }
}
