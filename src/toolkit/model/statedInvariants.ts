/** The invariants that a document states in `x-invariants`, and their problems. */
import {
  type ContractDocument,
  DocumentError,
  isObject,
  type Json,
  type JsonObject,
} from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { isData, isNameMap } from '../openapi/walk.ts'
import { branchesOf, memberOf, membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { isInteger } from './formulas.ts'
import { type Invariant, InvariantError, parseInvariant, type Reference } from './invariantSyntax.ts'
import type { IsInteger } from './invariants.ts'

/** The extension of schemas. */
export const INVARIANTS = 'x-invariants'

/** An invariant of a document. */
export interface StatedInvariant extends Invariant {
  /** Pointer to it in the document. */
  place: string
  isWhole: IsInteger
}

const known = new WeakMap<ContractDocument, ReadonlyMap<string, readonly StatedInvariant[]>>()

/**
 * The invariants that a document states, by the pointer of the schema.
 * @throws DocumentError for one that cannot be parsed, and for a value that is not a list of strings
 */
export function statedInvariants(
  document: ContractDocument,
): ReadonlyMap<string, readonly StatedInvariant[]> {
  const found = known.get(document) ?? new Map(readInvariants(document))
  known.set(document, found)
  return found
}

function* readInvariants(document: ContractDocument): Generator<[string, StatedInvariant[]]> {
  for (const { pointer, node, list } of statementsIn(document.root)) {
    const view = viewOf(document, node)
    const stated = entriesOf(list, pointer).map((entry) => {
      const { place } = entry
      if (entry.problem !== undefined) throw malformed(document, place, entry.problem)
      try {
        const invariant = parseInvariant(entry.text)
        return { ...invariant, place, isWhole: wholeNumbers(document, view, invariant) }
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error
        throw malformed(document, place, `${INVARIANTS} ${error.message}`)
      }
    })
    yield [pointer, stated]
  }
}

function malformed(document: ContractDocument, place: string, message: string): DocumentError {
  const position = document.positionOf(place)
  const at = position === undefined ? place : `${position.file}:${position.line}`
  return new DocumentError('MALFORMED', `${at}: ${message}.`)
}

/** Which names of an invariant are integers by the schema. */
function wholeNumbers(document: ContractDocument, view: JsonObject, { references }: Invariant): IsInteger {
  const names = new Set(
    [...references.values()].flatMap(({ kind, path, name }) => {
      const at = kind === 'property' ? schemaAt(document, view, path) : undefined
      return at?.missing === undefined && at !== undefined && isInteger(document, at.view) ? [name] : []
    }),
  )
  return (name) => names.has(name)
}

const byList = new WeakMap<ContractDocument, ReadonlyMap<Json | undefined, readonly StatedInvariant[]>>()

/** The invariants that are stated at one schema, or at the one that a merged schema has its list from. */
export function invariantsAt(document: ContractDocument, node: JsonObject): readonly StatedInvariant[] {
  const found =
    byList.get(document) ??
    new Map(
      [...statedInvariants(document)].map(([pointer, stated]) => [
        valueAt(document.root, `${pointer}/${INVARIANTS}`),
        stated,
      ]),
    )
  byList.set(document, found)
  return found.get(node[INVARIANTS]) ?? []
}

interface Statement {
  pointer: string
  node: JsonObject
  list: Json
}

/** The schemas of a document that have the extension. */
function statementsIn(root: JsonObject): Statement[] {
  const found: Statement[] = []
  const path: string[] = []
  /** @param isNamed whether the keys of the node are names that the author chose */
  const visit = (node: Json, isNamed: boolean): void => {
    const list = isNamed || !isObject(node) ? undefined : node[INVARIANTS]
    if (isObject(node) && list !== undefined) found.push({ pointer: pointerOf(...path), node, list })
    for (const [key, value] of Object.entries(node as object)) {
      if (typeof value !== 'object' || value === null || (!isNamed && isOwnData(key, value))) continue
      path.push(key)
      visit(value, !isNamed && !Array.isArray(node) && (key === 'x-files' || isNameMap(key, value)))
      path.pop()
    }
  }
  visit(root, false)
  return found
}

const isOwnData = (key: string, value: Json): boolean =>
  isData(key, value) || (key.startsWith('x-') && key !== 'x-files')

type Entry = { place: string } & ({ text: string; problem?: undefined } | { problem: string })

/** The strings of a list. A value that is not a list of strings has a problem. */
function entriesOf(list: Json, pointer: string): Entry[] {
  const problem = `${INVARIANTS} is not a list of strings`
  if (!Array.isArray(list)) return [{ place: `${pointer}/${INVARIANTS}`, problem }]
  return list.map((one, index): Entry => {
    const place = `${pointer}/${INVARIANTS}/${index}`
    return typeof one === 'string'
      ? { place, text: one }
      : { place, problem: `${problem}: it contains ${JSON.stringify(one)}` }
  })
}

/** An invariant that cannot be checked. */
interface InvariantProblem {
  pointer: string
  message: string
}

/** The problems of the invariants of a document: those that cannot be parsed, or name what the schema does not have. */
export function invariantProblems(document: ContractDocument): InvariantProblem[] {
  return statementsIn(document.root).flatMap(({ pointer, node, list }): InvariantProblem[] => {
    const views = [node, ...holdersOf(document, pointer)].map((one) => viewOf(document, one))
    return entriesOf(list, pointer).flatMap((entry) => {
      const { place } = entry
      const messages = entry.problem === undefined ? problemsOf(document, views, entry.text) : [entry.problem]
      return messages.map((message) => ({ pointer: place, message }))
    })
  })
}

function problemsOf(document: ContractDocument, views: readonly JsonObject[], text: string): string[] {
  try {
    return [...parseInvariant(text).references.values()].flatMap((reference) => {
      const reasons = views.map((view) => reasonAgainst(document, view, reference))
      const [reason] = reasons
      return reason === undefined || reasons.includes(undefined) ? [] : [`${JSON.stringify(text)} ${reason}`]
    })
  } catch (error) {
    if (error instanceof InvariantError) return [error.message]
    throw error
  }
}

/** The schemas that `allOf`, `oneOf` and `anyOf` make a schema a part of: they may declare its properties. */
function holdersOf(document: ContractDocument, pointer: string): Json[] {
  const holder = /^(.*)\/(?:allOf|oneOf|anyOf)\/\d+$/.exec(pointer)?.[1]
  const node = holder === undefined ? undefined : valueAt(document.root, holder)
  return holder === undefined || node === undefined ? [] : [node, ...holdersOf(document, holder)]
}

/** Why an object of a schema cannot have a value, as the rest of a sentence; undefined where it can. */
function reasonAgainst(
  document: ContractDocument,
  view: JsonObject,
  { kind, path, name }: Reference,
): string | undefined {
  const at = schemaAt(document, view, path)
  if (at === undefined) return undefined
  if (at.missing !== undefined) return `names ${at.missing}, which the schema does not declare`
  if (kind === 'property')
    return at.lists > 0 ? `names ${name} of the entries of a list; use sum() or count()` : undefined
  const isList = kind === 'count' ? isArray(at.view) : at.lists > 0
  return isList ? undefined : `has ${name}, where the schema has no list`
}

interface SchemaAt {
  view: JsonObject
  /** How many lists are on the way. */
  lists: number
  /** The path of the property that is not declared. */
  missing: string | undefined
}

const isArray = (view: JsonObject): boolean => typesOf(view).includes('array')

/** The schema at a path, through lists; undefined where the document leaves it open. */
function schemaAt(
  document: ContractDocument,
  view: JsonObject,
  path: readonly string[],
): SchemaAt | undefined {
  let current = view
  let lists = 0
  for (const [index, name] of path.entries()) {
    const inside = withoutNull(document, current)
    const entry = isArray(inside) ? withoutNull(document, viewOf(document, inside.items)) : inside
    lists += isArray(inside) ? 1 : 0
    const member = memberWithin(document, entry, name)
    if (member === undefined && isOpen(document, entry)) return undefined
    if (member === undefined) return { view: current, lists, missing: path.slice(0, index + 1).join('.') }
    current = viewOf(document, member)
  }
  return { view: withoutNull(document, current), lists, missing: undefined }
}

/** The schema of a property, which a form of a schema may declare. */
function memberWithin(document: ContractDocument, view: JsonObject, name: string): Json | undefined {
  const own = memberOf(view, name)
  if (own !== undefined) return own
  return branchesOf(view)
    .map((branch) => memberOf(viewOf(document, branch), name))
    .find((one) => one !== undefined)
}

/** Whether a schema states that it has further properties, or declares none. */
const isOpen = (document: ContractDocument, view: JsonObject): boolean =>
  [view, ...branchesOf(view).map((branch) => viewOf(document, branch))].some(
    ({ additionalProperties }) => additionalProperties === true || isObject(additionalProperties),
  ) ||
  (membersOf(view).length === 0 && branchesOf(view).length === 0)
