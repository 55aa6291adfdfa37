/**
 * Facts of the parts of a document, which rules over the whole document read: names, references, tags and security.
 * While an edit leaves all of them as they are, the findings of these rules stay as well, or follow from the changed parts.
 */
import { isObject, type Json } from '../openapi/document.ts'
import { METHODS } from '../openapi/operations.ts'
import { memberPointer } from '../openapi/pointer.ts'
import { isData, isNameMap } from '../openapi/walk.ts'
import type { CachedFile, CachedFiles, Part } from './cachedResolver.ts'

/** Rules of Redocly that read nothing but the facts below, and `NAMES`. */
export const GLOBAL_RULES: ReadonlySet<string> = new Set(
  `no-ambiguous-paths no-duplicated-tag-names no-empty-servers no-identical-paths no-server-example.com
  no-server-trailing-slash no-server-variables-empty-enum no-undefined-server-variable no-unresolved-refs
  no-unused-components operation-operationId-unique operation-tag-defined path-parameters-defined path-params-defined
  security-defined security-scopes-defined spec-components-invalid-map-name tags-alphabetical`.split(/\s+/),
)

/** Those of them that read only a part, what it refers to, and the parts with the same operation ids. */
export const NAME_RULES: ReadonlySet<string> = new Set(
  `no-server-example.com no-server-trailing-slash no-server-variables-empty-enum no-undefined-server-variable
  no-unresolved-refs operation-operationId-unique operation-tag-defined`.split(/\s+/),
)

/** Facts in a part that only `NAME_RULES` read. */
const NAMES = new Set('operationId url tags servers server variables'.split(' '))

/** Parts without facts. */
const FREE = /#\/(?:info|externalDocs)$/
/** Parts that are facts as a whole. */
const WHOLE = /#\/(?:tags|servers|security|(?:components\/securitySchemes|securityDefinitions)\b.*)$/
const TEXTS = new Set(['$ref', 'externalValue', 'operationId', 'operationRef', 'name', 'in', 'url'])
/** Objects and lists that are facts with all that they contain. */
const SUBTREES = new Set(
  'tags security servers server variables mapping flows scopes securitySchemes discriminator'.split(' '),
)
const METHOD_NAMES: ReadonlySet<string> = new Set([...METHODS, 'query', 'additionalOperations'])
/** A whole file may contain a map of components, or several of them. */
const NAMED_LEVELS = 2

/**
 * Whether the facts are the same, except for those that only `NAME_RULES` read.
 *
 * @param before the files of an earlier run, and those of now, with their parts
 * @param changed the parts that are not the same
 */
export function hasSameFacts(before: CachedFiles, now: CachedFiles, changed: Iterable<string>): boolean {
  const files = new Set([...before.keys(), ...now.keys()])
  for (const file of files) if (!hasSameNames(before.get(file), now.get(file))) return false
  for (const key of changed) {
    const file = key.slice(0, key.indexOf('#'))
    const [known, part] = [before.get(file)?.parts?.get(key), now.get(file)?.parts?.get(key)]
    const isWholeFile = now.get(file)?.parts?.size === 1
    if (known === undefined || part === undefined) return false
    if (factsOf(key, known, isWholeFile) !== factsOf(key, part, isWholeFile)) return false
  }
  return true
}

/** Whether two states of a file have the same parts in the same order. */
function hasSameNames(before: CachedFile | undefined, now: CachedFile | undefined): boolean {
  if (before === now) return true
  const [known, names] = [[...(before?.parts?.keys() ?? [])], [...(now?.parts?.keys() ?? [])]]
  return known.length === names.length && known.every((key, index) => key === names[index])
}

function factsOf(key: string, { node }: Part, isWholeFile: boolean): string {
  if (FREE.test(key)) return ''
  if (WHOLE.test(key) || Array.isArray(node)) return JSON.stringify(node)
  const facts: unknown[] = []
  const namedLevels = isWholeFile ? NAMED_LEVELS : 0
  collectFacts(node as Json, { pointer: '', namedLevels, hasNames: false, isData: false }, facts)
  return JSON.stringify(facts)
}

interface Level {
  pointer: string
  /** The levels from here on whose names are facts. */
  namedLevels: number
  /** Whether the author chose the names of this level. */
  hasNames: boolean
  isData: boolean
}

function collectFacts(node: Json, level: Level, facts: unknown[]): void {
  if (typeof node !== 'object' || node === null) return
  const { pointer, namedLevels, hasNames } = level
  for (const [name, value] of Object.entries(node)) {
    if (level.isData ? name === '$ref' : isFact(name, value, level)) facts.push([pointer, name, value])
    else if (isObject(value) && (namedLevels > 0 || METHOD_NAMES.has(name))) facts.push([pointer, name])
    const below = {
      pointer: memberPointer(pointer, name),
      namedLevels: namedLevels - 1,
      hasNames: !hasNames && isNameMap(name, value),
      isData: level.isData || (namedLevels <= 0 && !hasNames && isData(name, value)),
    }
    collectFacts(value, below, facts)
  }
}

function isFact(name: string, value: Json, { namedLevels }: Level): boolean {
  // At the beginning of a whole file, the names may be those of declared tags.
  const isInside = namedLevels <= 0 || (namedLevels < NAMED_LEVELS && name === 'operationId')
  if (isInside && NAMES.has(name)) return false
  if (typeof value === 'object') return SUBTREES.has(name)
  return TEXTS.has(name) || (name === 'type' && value === 'oauth2')
}
