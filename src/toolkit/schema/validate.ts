/** Validates values against schemas of a document and reports received and expected values. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { closedCopy } from '../openapi/closed.ts'
import type { ContractDocument, JsonObject } from '../openapi/document.ts'
import { formats } from '../openapi/formats.ts'
import { ajvPatternEngine } from '../openapi/patterns.ts'
import { fragmentOf, tokensOf, valueAt } from '../openapi/pointer.ts'
import { type Origin, originAt, weaker } from '../openapi/provenance.ts'
import { hasInheritedNames, validationRootOf } from '../openapi/validationRoot.ts'
import { rootFor } from './direction.ts'
import { addWithoutIdentifiers, compileReferencesOnUse } from './lazyReferences.ts'
import type { Fact, Keyword, SchemaProblem } from './problem.ts'
import type { Direction } from './view.ts'

export type SchemaValidator = (schemaPointer: string, value: unknown, text?: 'text') => SchemaProblem[]

const DOCUMENT = 'https://document.invalid/'
/** More of one body is noise. */
const MAX_PROBLEMS = 8
/** Errors that are compared with each other to find those. */
const MAX_ERRORS = 2_000
/**
 * Keywords that an API's source documentation can prove: presence, type, literal values. Bounds, patterns and closed
 * sets are the author's decisions, even if the source specifies the property.
 */
const SOURCE_KEYWORDS = new Set(['required', 'type', 'const', 'dependentRequired'])

export interface ValidationOptions {
  /** Also report properties that the document does not declare, where it leaves objects open for extension. */
  closed?: boolean | undefined
  /** Direction of the message: requests do not require `readOnly` properties, responses no `writeOnly` properties. */
  direction?: Direction | undefined
}

/** Returns Ajv's errors of a value, each with the schema and the value at its location. */
export type ErrorFinder = (schemaPointer: string, value: unknown, text?: 'text') => ErrorObject[]

const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems']

type Kind = 'json' | 'text' | 'large'
type Compiled = Map<string, ValidateFunction>

/** For large values, report only the first error: all errors of a million items would exhaust the memory. */
const FURTHER_SETTINGS: Record<Kind, object> = {
  json: {},
  text: { coerceTypes: true },
  large: { allErrors: false },
}

/** Number of values and properties, counted recursively. */
const LARGE = 20_000

function isLarge(value: unknown): boolean {
  const queue: unknown[] = [value]
  for (let count = 0; queue.length > 0; count++) {
    if (count + queue.length > LARGE) return true
    const next = queue.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside = Array.isArray(next) ? next : Object.values(next)
    if (inside.length > LARGE) return true
    queue.push(...inside)
  }
  return false
}

/** Whether validators have to note which properties and items a schema has evaluated. */
function mentionsUnevaluated(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(mentionsUnevaluated)
  return UNEVALUATED.some((key) => Object.hasOwn(node, key)) || Object.values(node).some(mentionsUnevaluated)
}

/** Finders by the schemas that they validate with, which both directions share where no property is of one direction. */
const finders = {
  open: new WeakMap<JsonObject, ErrorFinder>(),
  closed: new WeakMap<JsonObject, ErrorFinder>(),
}

/** Prepares a document for validation; each schema is compiled at its first use. */
export function createErrorFinder(
  document: ContractDocument,
  { closed, direction }: ValidationOptions = {},
): ErrorFinder {
  const schemas = validationRootOf(document.root)
  const root = direction === undefined ? schemas : rootFor(document, schemas, direction)
  const known = finders[closed === true ? 'closed' : 'open']
  const finder = known.get(root) ?? finderIn(closed === true ? closedCopy(root) : root, document)
  known.set(root, finder)
  return finder
}

function finderIn(root: JsonObject, document: ContractDocument): ErrorFinder {
  const settings = {
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    meta: false, // no schema refers to it, and a small document needs less time than the schema of schemas
    logger: false,
    ownProperties: hasInheritedNames(document.root),
    formats,
    // A run compiles hundreds of schemas and calls most of them only a few times, so compile time dominates.
    code: { optimize: false, regExp: ajvPatternEngine },
  } as const
  const engineOf = (more: object) => {
    const engine = new Ajv2020({ ...settings, ...more })
    engine.opts.unevaluated = mentionsUnevaluated(root)
    compileReferencesOnUse(engine)
    addWithoutIdentifiers(engine, root, DOCUMENT)
    return engine
  }
  const engines = new Map<Kind, Ajv2020>()
  const compiled = { json: new Map(), text: new Map(), large: new Map() } satisfies Record<Kind, Compiled>
  const compile = (kind: Kind, schemaPointer: string): ValidateFunction => {
    const engine = engines.get(kind) ?? engineOf(FURTHER_SETTINGS[kind])
    engines.set(kind, engine)
    const reference = DOCUMENT + fragmentOf(schemaPointer)
    const validate = engine.getSchema(reference) ?? engine.compile({ $ref: reference })
    compiled[kind].set(schemaPointer, validate)
    return validate
  }
  return (schemaPointer, value, text) => {
    const kind = text ?? (isLarge(value) ? 'large' : 'json')
    const validate = compiled[kind].get(schemaPointer) ?? compile(kind, schemaPointer)
    return validate(value) ? [] : (validate.errors ?? [])
  }
}

/** @param find what the document was prepared for already */
export function createSchemaValidator(
  document: ContractDocument,
  validation: ValidationOptions = {},
  find = createErrorFinder(document, validation),
): SchemaValidator {
  return (schemaPointer, value, text) => problemsOf(document, schemaPointer, find(schemaPointer, value, text))
}

/** The problems that a validator reports for Ajv's errors. */
export function problemsOf(
  document: ContractDocument,
  schemaPointer: string,
  errors: readonly ErrorObject[],
): SchemaProblem[] {
  if (errors.length === 0) return []
  const schema = valueAt(document.root, schemaPointer)
  return narrow(errors.slice(0, MAX_ERRORS))
    .slice(0, MAX_PROBLEMS)
    .map((error) => ({
      pointer: memberOf(error),
      ...factOf(error),
      provenance: provenanceOf(error, originAt(document, schema, memberOf(error))),
    }))
}

/** JSON Pointer of the property that an error is about: the missing or undeclared property, not its parent. */
function memberOf(error: ErrorObject): string {
  const name: unknown =
    error.params.missingProperty ?? error.params.additionalProperty ?? error.params.unevaluatedProperty
  if (typeof name !== 'string') return error.instancePath
  return `${error.instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function provenanceOf(error: ErrorObject, member: Origin): Origin {
  const shown =
    SOURCE_KEYWORDS.has(error.keyword) || (error.keyword === 'format' && error.params.format === 'date-time')
  return shown ? member : weaker(member, 'decided')
}

/**
 * Ajv reports the errors of every branch of `oneOf` and `anyOf`. Returns only those of the intended branch: the branch
 * whose type and literal properties (`type`, `object`) match, and of several such branches the one with the fewest errors.
 */
function narrow(errors: readonly ErrorObject[]): ErrorObject[] {
  const left = new Set(errors.filter((error) => error.keyword !== 'if'))
  for (const choice of errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const branches = new Map<string, ErrorObject[]>()
    for (const error of left) {
      if (error === choice || !isAtOrBelow(error, choice.instancePath)) continue
      const key = branchOf(error, choice)
      const branch = branches.get(key)
      if (branch === undefined) branches.set(key, [error])
      else branch.push(error)
    }
    if (branches.size === 0) continue
    const isOfAnother = ({ keyword, instancePath }: ErrorObject) =>
      keyword === 'const' || (keyword === 'type' && instancePath === choice.instancePath)
    const literal = (list: ErrorObject[]) => (list.some(isOfAnother) ? 1 : 0)
    const [, ...others] = [...branches.values()].sort(
      (a, b) => literal(a) - literal(b) || a.length - b.length,
    )
    for (const error of [choice, ...others.flat()]) left.delete(error)
  }
  const rest = [...left]
  return rest.filter((error) => !isConsequence(error, rest))
}

/** `/item` is not above `/items`. */
const isAtOrBelow = ({ instancePath }: ErrorObject, pointer: string): boolean =>
  instancePath === pointer || instancePath.startsWith(`${pointer}/`)

/** If a part fails, Ajv evaluates none of its properties, so all of them appear undeclared. */
const isConsequence = ({ keyword, instancePath }: ErrorObject, errors: ErrorObject[]) =>
  keyword === 'unevaluatedProperties' &&
  errors.some((other) => other.keyword !== keyword && isAtOrBelow(other, instancePath))

function branchOf(error: ErrorObject, choice: ErrorObject): string {
  const own = `${choice.schemaPath}/`
  if (error.schemaPath.startsWith(own)) return error.schemaPath.slice(own.length).split('/', 1)[0] ?? ''
  // Behind a $ref the path starts anew at the target: #/components/schemas/Name/…
  return tokensOf(error.schemaPath.replace('#', '')).slice(0, 3).join('/')
}

/** Where validators state what a keyword demands. */
const DEMANDS = ['type', 'allowedValue', 'allowedValues', 'format', 'pattern', 'limit', 'multipleOf']

/** The keyword, and what it demands; a property that is missing or undeclared has no value to show. */
function factOf(error: ErrorObject): Fact & { code: Keyword } {
  const { keyword, params, data } = error
  const pointer = memberOf(error)
  const subject = tokensOf(pointer).findLast((token) => !/^\d+$/.test(token))
  const fact = { code: keyword as Keyword, ...(subject !== undefined && { subject }) }
  if (pointer !== error.instancePath) return fact
  const demand = DEMANDS.find((name) => name in params)
  const words = keyword === 'pattern' ? wordsOf(error) : undefined
  return {
    ...fact,
    received: data,
    ...(demand === undefined
      ? { details: { requirement: error.message } }
      : { expected: params[demand] as unknown }),
    ...(words !== undefined && { details: { words } }),
  }
}

/** The words that a document may give to a pattern; the validators are verbose, so that the schema is at hand. */
function wordsOf({ parentSchema }: ErrorObject): string | undefined {
  const words: unknown = parentSchema?.['x-expected']
  return typeof words === 'string' ? words : undefined
}
