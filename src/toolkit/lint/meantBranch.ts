/**
 * If a value matches no branch of a `oneOf`, Redocly reports the errors of all branches. This module selects those of the
 * intended branch: its type and literal properties (`type`, `object`) match, and it has the fewest errors. Redocly does
 * not report which schema an error comes from, so each branch is validated again.
 */
import { dirname, relative } from 'node:path'
import type { NormalizedProblem } from '@redocly/openapi-core'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { ContractDocument } from '../openapi/document.ts'
import { formats } from '../openapi/formats.ts'
import { ajvPatternEngine } from '../openapi/patterns.ts'
import { escapeToken, fragmentOf, pointerOf, tokensOf, valueAt } from '../openapi/pointer.ts'
import { hasInheritedNames } from '../openapi/validationRoot.ts'

const EXAMPLES = /^no-invalid-(media-type|parameter|schema)-examples$/
const CHOICE = /must match (exactly one|a) schema in (oneOf|anyOf)/
const DOCUMENT = 'https://document.invalid/'

interface Rejection {
  /** Within the example. */
  pointer: string
  message: string
  /** The error is about a literal that identifies another branch. */
  literal: boolean
  /** The error is about the type of the whole value. */
  wrongType: boolean
}

/** The rejections of examples in an earlier run. */
export interface KnownRejections {
  byExample: ReadonlyMap<string, Rejections>
  /** Whether what the example of a problem depends on has changed since then. */
  isTouched(place: string): boolean
}

/**
 * @param page the entry file, absolute, whose lint found the problems
 * @param read the document of the page
 * @returns the problems without those of branches that were not meant, and the rejections of their examples
 */
export function withMeantBranches(
  problems: readonly NormalizedProblem[],
  page: string,
  read: () => ContractDocument,
  known?: KnownRejections,
): { problems: NormalizedProblem[]; rejections: Map<string, Rejections> } {
  const rejections = new Map<string, Rejections>()
  const dropped = new Set<NormalizedProblem>()
  let validator: ((example: Example) => Rejections) | undefined
  const rejectionsOf = (key: string, example: Example, choice: NormalizedProblem) => {
    const before = known?.isTouched(placeOf(choice)) === false ? known.byExample.get(key) : undefined
    if (before !== undefined) return before
    validator ??= createExampleValidator(read())
    return validator(example)
  }
  for (const [key, { example, own }] of byExample(problems, page)) {
    const choice = own.find(({ message }) => CHOICE.test(message))
    if (choice === undefined) continue
    const found = rejectionsOf(key, example, choice)
    rejections.set(key, found)
    for (const problem of own) if (isOfOtherBranch(problem, example, found, page)) dropped.add(problem)
  }
  return { problems: problems.filter((problem) => !dropped.has(problem)), rejections }
}

/** The problems of each example. */
function byExample(problems: readonly NormalizedProblem[], page: string) {
  const groups = new Map<string, { example: Example; own: NormalizedProblem[] }>()
  for (const problem of problems) {
    const example = EXAMPLES.test(problem.ruleId) ? exampleOf(problem, page) : undefined
    if (example === undefined) continue
    const key = `${problem.ruleId} ${example.value} ${example.schema}`
    const group = groups.get(key) ?? { example, own: [] }
    groups.set(key, group)
    group.own.push(problem)
  }
  return groups
}

function isOfOtherBranch(
  { location: [place], message }: NormalizedProblem,
  { value }: Example,
  { all, meant }: Rejections,
  page: string,
): boolean {
  const says = (rejection: Rejection) =>
    `${value}${rejection.pointer}` === treePointer(place, page) &&
    [' ', '.'].some((end) => message.includes(`${rejection.message}${end}`))
  return all.some(says) && !meant.some(says)
}

/** The node whose example a problem is about: `/project/openapi.yaml#/paths/~1pets`. */
const placeOf = ({ from, location: [place] }: NormalizedProblem): string => {
  const { source, pointer = '' } = from ?? place ?? {}
  return `${source?.absoluteRef}${pointer}`
}

function createExampleValidator(document: ContractDocument): (example: Example) => Rejections {
  const validate = createBranchValidator(document)
  return ({ schema, value }) => rejectionsOr(() => validate(schema, valueAt(document.root, value)))
}

/** Redocly reports schemas that do not compile. In that case, nothing is filtered. */
function rejectionsOr(validate: () => Rejections): Rejections {
  try {
    return validate()
  } catch {
    return { all: [], meant: [] }
  }
}

export interface Rejections {
  all: Rejection[]
  meant: Rejection[]
}

interface Example {
  /** JSON Pointers of the value and of its schema, in the tree of the document. */
  value: string
  schema: string
}

/** The example that a problem is about: below the node that has it, or in a file or component that this refers to. */
function exampleOf(problem: NormalizedProblem, page: string): Example | undefined {
  const [place] = problem.location
  const value = treePointer(place, page)
  const owner = treePointer(problem.from, page)
  if (value === undefined || owner === undefined) return undefined
  const schema = problem.ruleId === 'no-invalid-schema-examples' ? owner : `${owner}/schema`
  const tokens = tokensOf(value)
  const start = tokensOf(owner).length
  if (!value.startsWith(`${owner}/example`)) {
    const end = tokens.findIndex((token) => token === 'value' || token === 'dataValue')
    return end < 0 ? undefined : { value: pointerOf(...tokens.slice(0, end + 1)), schema }
  }
  const isOne = tokens[start] === 'example'
  const length = isOne ? 1 : schema === owner ? 2 : 3
  return { value: pointerOf(...tokens.slice(0, start + length)), schema }
}

/** JSON Pointer in the document's tree for a location in a file. */
function treePointer(place: NormalizedProblem['from'], page: string): string | undefined {
  if (place?.pointer === undefined) return undefined
  const file = place.source.absoluteRef
  const above =
    file === page ? '' : `/x-files/${escapeToken(relative(dirname(page), file).replaceAll('\\', '/'))}`
  return `${above}${place.pointer.replace(/^#\/?/, '/').replace(/\/$/, '')}`
}

function createBranchValidator(document: ContractDocument) {
  const engine = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    logger: false as const,
    ownProperties: hasInheritedNames(document.root),
    formats,
    code: { regExp: ajvPatternEngine },
  }).addSchema(document.root, DOCUMENT)
  const pointers = new Map<unknown, string>()
  const enter = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return
    pointers.set(node, pointer)
    for (const [name, below] of Object.entries(node)) enter(below, `${pointer}/${escapeToken(name)}`)
  }
  enter(document.root, '')

  const errorsOf = (schema: string, value: unknown): ErrorObject[] => {
    const validate = engine.compile({ $ref: DOCUMENT + fragmentOf(schema) })
    return validate(value) ? [] : (validate.errors ?? [])
  }

  const validate = (schema: string, value: unknown, at = ''): Rejections => {
    const errors = errorsOf(schema, value)
    const all = errors.map((error) => rejectionOf(error, at))
    let meant = all
    // The outer choice speaks after the inner ones.
    for (let index = errors.length - 1; index >= 0; index--) {
      const [choice, own] = [errors[index], all[index]]
      if (choice === undefined || own === undefined || !meant.includes(own)) continue
      if (choice.keyword !== 'oneOf' && choice.keyword !== 'anyOf') continue
      // More than one branch matches, so the errors of the other branches do not matter.
      const isDouble = Array.isArray(choice.params.passingSchemas)
      const branches = (choice.schema as unknown[]).flatMap((branch) => {
        const pointer = pointers.get(branch)
        return pointer === undefined ? [] : [validate(pointer, choice.data, at + choice.instancePath)]
      })
      const [nearest] = branches
        .map((branch) => branch.meant)
        .filter((rejections) => rejections.length > 0)
        .sort((a, b) => distance(a) - distance(b) || a.length - b.length)
      // The value is of an unknown kind, so properties that the closest branch requires are not missing.
      const best = nearest?.some(isOther) ? nearest.filter(isOther) : nearest
      if (best === undefined && !isDouble) continue
      const inside = branches.flatMap((branch) => branch.all)
      const has = (list: readonly Rejection[], { pointer, message }: Rejection) =>
        list.some((one) => one.pointer === pointer && one.message === message)
      meant = meant.filter((one) =>
        one === own ? isDouble : !has(inside, one) || (!isDouble && best !== undefined && has(best, one)),
      )
    }
    return { all, meant }
  }
  return validate
}

/** A value of another type is farther from a branch than one of another kind. */
const distance = (rejections: readonly Rejection[]): number =>
  rejections.some(({ wrongType }) => wrongType) ? 2 : rejections.some(isOther) ? 1 : 0

const isOther = ({ literal }: Rejection): boolean => literal

function rejectionOf({ keyword, instancePath, params, message = '' }: ErrorObject, at: string): Rejection {
  const undeclared: unknown = params.additionalProperty ?? params.unevaluatedProperty
  const member = typeof undeclared === 'string' ? `/${escapeToken(undeclared)}` : ''
  const wrongType = keyword === 'type' && instancePath === ''
  const literal =
    wrongType ||
    (tokensOf(instancePath).length <= 1 &&
      (keyword === 'const' || (keyword === 'enum' && params.allowedValues?.length === 1)))
  return { pointer: `${at}${instancePath}${member}`, message, literal, wrongType }
}
