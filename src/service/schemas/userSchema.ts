/**
 * JSON Schemas that users give (docs/internals/decisions.md, "schemas from users"): JSON Schema 2020-12 without references
 * to elsewhere, with patterns of linear time, bounded in size, depth and steps.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { type LinearPattern, TooCostly } from './linearPattern.ts'
import { readSchema } from './readSchema.ts'
import { UnacceptableSchema } from './unacceptable.ts'

export { TooCostly } from './linearPattern.ts'
export { UnacceptableSchema } from './unacceptable.ts'

/** One property that does not conform. */
interface SchemaIssue {
  /** Keys from the value on, joined by dots; empty for the value itself. */
  path: string
  /** The requirement of the schema, such as `must be string`. */
  issue: string
}

export interface UserSchema {
  /**
   * Validates a value; the work is bounded whatever schema and value are.
   * @returns the violations, at most 10; empty when the value conforms
   * @param most steps of the validation
   * @throws TooCostly when it needs more
   */
  check(value: unknown, most?: number): SchemaIssue[]
}

/** A schema counts a step for itself, each schema below it and each property of the value; a million last about 0.1 s. */
const MAX_STEPS = 1_000_000
const MAX_ISSUES = 10

/**
 * @param schema parsed JSON
 * @param cached whether it was accepted before
 * @throws UnacceptableSchema with the path of the part that is not accepted
 * @example compileUserSchema({ required: ['name'] }).check({}) // [{ path: 'name', issue: 'must be there' }]
 */
export function compileUserSchema(schema: unknown, cached = false): UserSchema {
  const { copy, patterns } = readSchema(schema, cached)
  requireKeywords(schema)
  const ajv = compilerWith(patterns)
  const validate = ajv.compile(copy as object | boolean)
  return {
    check(value, most = MAX_STEPS) {
      left = most
      try {
        if (validate(value)) return []
      } catch (error) {
        // Deep recursion into a deep value: each step is small, but the stack is too.
        if (error instanceof RangeError) throw new TooCostly('The value is nested too deeply for the schema.')
        throw error
      }
      const issues = (validate.errors ?? []).map(toIssue)
      validate.errors = null
      return issues.slice(0, MAX_ISSUES)
    },
  }
}

/** The remaining steps of the present validation; it never waits, so that there is one at a time. */
let left = 0

function spend(steps: number): true {
  left -= steps
  if (left < 0) throw new TooCostly('The schema needs more steps on this value than it may use.')
  return true
}

let metaValidator: Ajv2020 | undefined

/** The values of the keywords, against the meta-schema: Ajv makes code of them only when they are what they must be. */
function requireKeywords(schema: unknown): void {
  metaValidator ??= new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const { $schema: _, ...rest } = typeof schema === 'object' ? (schema as { $schema?: unknown }) : {}
  if (typeof schema === 'boolean' || metaValidator.validateSchema(rest) === true) return
  const fault = metaValidator.errors?.[0]
  const keys = (fault?.instancePath ?? '').split('/').slice(1).map(unescapePointer)
  throw new UnacceptableSchema(keys, fault?.message ?? 'is not a schema')
}

function compilerWith(patterns: ReadonlyMap<string, LinearPattern>): Ajv2020 {
  const engine = Object.assign(
    (source: string) => {
      const pattern = patterns.get(source)
      if (pattern === undefined) throw new UnacceptableSchema([], `has the unread pattern ${source}`)
      return {
        test: (text: string) => spend(pattern.work(text) / 500) && pattern.test(text),
        // Ajv distinguishes the patterns of a schema by this.
        toString: () => source,
      }
    },
    { code: '' },
  )
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    inlineRefs: false,
    ownProperties: true,
    validateFormats: false,
    loopRequired: 20,
    code: { regExp: engine as never, optimize: false },
  })
  // In front of everything else, lest a schema that fails early costs nothing.
  ajv.addKeyword({
    keyword: 'x-cost',
    before: '$ref',
    validate: (cost: number, value: unknown) => spend(cost + extentOf(value)),
  })
  // Ajv compares each with each; by their canonical forms it is linear.
  for (const keyword of ['enum', 'const', 'uniqueItems']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', compile: (values: unknown[]) => oneOf(values), error: ONE_OF })
  ajv.addKeyword({ keyword: 'const', compile: (value: unknown) => oneOf([value]), error: ONE_OF })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map(canonical)).size === items.length,
    error: { message: 'must not contain the same item twice' },
  })
  return ajv
}

const ONE_OF = { message: 'must be one of the allowed values' }

function oneOf(values: readonly unknown[]): (value: unknown) => boolean {
  const known = new Set(values.map(canonicalOf))
  return (value) => known.has(canonical(value))
}

/** How much of a value a keyword may look at. */
function extentOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 64
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function canonical(value: unknown): string {
  const text = canonicalOf(value)
  spend(text.length / 64)
  return text
}

/** Equal for equal values, whatever the order of their properties. */
const canonicalOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : Object.is(inner, -0)
        ? 0
        : inner,
  )

function toIssue({ instancePath, message, params }: ErrorObject): SchemaIssue {
  const keys = instancePath.split('/').slice(1).map(unescapePointer)
  const missing = params.missingProperty as string | undefined
  const surplus = (params.additionalProperty ?? params.unevaluatedProperty) as string | undefined
  const member = missing ?? surplus
  const issue =
    missing !== undefined ? 'must be there' : surplus !== undefined ? 'must not be there' : message
  return {
    path: [...keys, ...(member === undefined ? [] : [member])].join('.'),
    issue: issue ?? 'does not conform',
  }
}

const unescapePointer = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
