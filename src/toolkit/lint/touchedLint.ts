/**
 * Lints only the parts of a document that a change reaches, with the rules that look at one part. In a large document this
 * needs a fraction of the time of all rules over all parts, which still must follow.
 */
import {
  type BaseResolver,
  type Config,
  type Document,
  detectSpec,
  lint,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core'
import { isObject, type Json } from '../openapi/document.ts'
import { memberPointer } from '../openapi/pointer.ts'
import { LocalResolver, undisguised } from '../openapi/redocly/localResolver.ts'
import { textOf, unsavedTexts } from '../openapi/sourceFile.ts'
import { EXAMPLE_RULES } from './cachedExamples.ts'
import { type CachedFile, type CachedFiles, CachedResolver } from './cachedResolver.ts'
import { changedTargets, leadsToUnread } from './changedTargets.ts'
import { UNUSABLE_SCHEMA, withoutConsequences } from './consequences.ts'
import { GLOBAL_RULES, hasSameFacts, NAME_RULES } from './globalFacts.ts'
import { changesTrees, isOff, withoutIdleExpansion } from './preprocessors.ts'
import { DIVIDED, type TouchedParts, touchedParts } from './touchedParts.ts'

/** Rules of Redocly whose findings depend only on the part that they are in, and on the parts that it refers to. */
export const LOCAL_RULES: ReadonlySet<string> = new Set(
  `struct array-parameter-serialization boolean-parameter-prefixes info-contact info-license info-license-strict
  no-duplicated-enum-values no-enum-type-mismatch no-example-value-and-externalValue no-http-verbs-in-paths
  no-illogical-composition-keywords no-mixed-number-range-constraints no-path-trailing-slash
  no-required-schema-properties-undefined no-schema-type-mismatch no-unsafe-markdown nullable-type-sibling
  operation-2xx-response operation-4xx-problem-details-rfc7807 operation-4xx-response operation-description
  operation-operationId operation-operationId-url-safe operation-parameters-unique operation-singular-tag
  operation-summary parameter-description path-declaration-must-exist path-http-verbs-order path-not-include-query
  path-segment-plural paths-kebab-case request-mime-type
  required-string-property-missing-min-length response-contains-header response-contains-property response-mime-type
  scalar-property-missing-example spec-example-values spec-no-invalid-encoding-combinations
  spec-querystring-parameters spec-ref-siblings spec-strict-refs tag-description`.split(/\s+/),
)

/** Above this share of the parts, all rules follow soon enough. */
const MAX_SHARE = 0.2
const FEW = 10

export interface Change {
  /** The files of the document as they are now. */
  files: CachedFiles
  touched: TouchedParts
}

/**
 * @param entry the entry file, absolute
 * @param before the files of the last run
 * @param config of the document
 * @returns what the texts of the editor change; undefined if that is nothing, too much, or cannot be parsed
 */
export function changeOf(entry: string, before: CachedFiles, config: Config): Change | undefined {
  if (changesTrees(config, entry)) return undefined
  const files = withUnsaved(entry, before)
  if (files === undefined) return undefined
  const { changed } = touchedParts(before, files)
  if (leadsToUnread(before, files, changed)) return undefined
  const touched = touchedParts(before, files, changedTargets(entry, before, files, changed))
  const all = [...files.values()].reduce((sum, { parts }) => sum + (parts?.size ?? 0), 0)
  return touched.parts.size > Math.max(FEW, all * MAX_SHARE) ? undefined : { files, touched }
}

/** The files, those parsed again whose text in the editor is another one. Undefined if none is, or one is not valid. */
function withUnsaved(entry: string, before: CachedFiles): CachedFiles | undefined {
  const files = new Map(before)
  const resolver = new CachedResolver(before, false)
  try {
    for (const file of unsavedTexts.keys()) {
      const known = before.get(file)
      const text = textOf(file).replaceAll('\r\n', '\n')
      if (known === undefined || known.body === text) continue
      resolver.parseDocument(new Source(file, text), file === entry)
    }
  } catch {
    return undefined // the run with all rules reports it
  }
  for (const [file, one] of resolver.read) files.set(file, one)
  return resolver.read.size > 0 ? files : undefined
}

/**
 * @param entry the entry file, absolute
 * @param config of the document
 * @param change of the document
 * @returns the problems of `LOCAL_RULES` in the touched parts
 */
export async function lintTouched(
  entry: string,
  config: Config,
  change: Change,
): Promise<NormalizedProblem[]> {
  const problems = await lintReduced(entry, onlyRules(config, LOCAL_RULES), change)
  return withoutConsequences(problems.filter(({ ignored }) => !ignored)).filter((one) =>
    isTouched(one, change.touched),
  )
}

/** The problems of some rules in the touched parts, and some of those in the parts that they refer to. */
async function lintReduced(
  entry: string,
  config: Config,
  { files, touched }: Change,
): Promise<NormalizedProblem[]> {
  return lintWith(entry, config, new TouchedResolver(files, touched))
}

async function lintWith(
  entry: string,
  config: Config,
  externalRefResolver: BaseResolver,
): Promise<NormalizedProblem[]> {
  const problems = await lint({
    ref: entry,
    config: withoutIdleExpansion(config, entry),
    externalRefResolver,
  })
  return problems.map(undisguised)
}

/** Rules whose findings depend only on what the visited part can reach. */
const PARTIAL_RULES: ReadonlySet<string> = new Set([...LOCAL_RULES, ...EXAMPLE_RULES])

/** And those that touched parts suffice for, as long as other facts stay. */
const RULES_OF = { parts: new Set([...PARTIAL_RULES, ...NAME_RULES]), names: PARTIAL_RULES }

/**
 * Which findings of a document change with some of its parts: those in the touched parts, also those of rules that read names
 * of the whole document, or any. The latter is so where a rule is not known.
 *
 * @param entry the entry file, absolute
 * @param before the files of the last run
 * @param change since then
 * @param config of the document
 */
export function extentOf(
  entry: string,
  before: CachedFiles,
  { files, touched }: Change,
  config: Config,
): 'parts' | 'names' | 'all' {
  const rules = Object.entries(config.rules[detectSpec(files.get(entry)?.parsed)] ?? {})
  const isKnown = (id: string) => PARTIAL_RULES.has(id) || GLOBAL_RULES.has(id)
  if (rules.some(([id, setting]) => !isOff(setting) && !isKnown(id))) return 'all'
  return hasSameFacts(before, files, touched.changed) ? 'parts' : 'names'
}

/**
 * All problems of a document after a change.
 *
 * @param entry the entry file, absolute
 * @param config of the document
 * @param change of the document
 * @param earlier all problems before
 * @param extent of the change
 * @returns undefined where they do not follow from the earlier ones
 */
export async function lintChanged(
  entry: string,
  config: Config,
  change: Change,
  earlier: readonly NormalizedProblem[],
  extent: 'parts' | 'names',
): Promise<NormalizedProblem[] | undefined> {
  const { files, touched } = change
  const rules = RULES_OF[extent]
  const isOfTouched = (one: NormalizedProblem) => rules.has(one.ruleId) && isTouched(one, touched)
  const found = (await lintReduced(entry, onlyRules(config, rules), change)).filter(isOfTouched)
  const gone = earlier.filter(isOfTouched)
  // One of several problems with the same cause is reported, the first one.
  if ([...found, ...gone].some(({ message }) => UNUSABLE_SCHEMA.test(message))) return undefined
  const isOfNames = (one: NormalizedProblem) => extent === 'names' && GLOBAL_RULES.has(one.ruleId)
  const others = earlier
    .filter((one) => !isOfTouched(one) && !isOfNames(one))
    .map((one) => inFiles(one, files))
  return [...others, ...found, ...(extent === 'names' ? await lintNames(entry, config, files) : [])]
}

/** The problems of the rules that read names of the whole document. */
async function lintNames(entry: string, config: Config, files: CachedFiles): Promise<NormalizedProblem[]> {
  const problems = await lintWith(entry, onlyRules(config, GLOBAL_RULES), new CachedResolver(files, false))
  return problems.filter(({ ruleId }) => GLOBAL_RULES.has(ruleId))
}

/** Examples may be in another part than the schema that they belong to. */
function isTouched({ ruleId, location: [place], from }: NormalizedProblem, touched: TouchedParts): boolean {
  const { source, pointer } = (EXAMPLE_RULES.has(ruleId) ? from : undefined) ?? place ?? {}
  return pointer !== undefined && touched.has(`${source?.absoluteRef}${pointer}`)
}

/** A problem in the current texts of its files: lines may have moved. */
function inFiles(problem: NormalizedProblem, files: CachedFiles): NormalizedProblem {
  const moved = <Place extends { source: Source }>(place: Place): Place => {
    const source = files.get(place.source.absoluteRef)?.source ?? place.source
    return source === place.source ? place : { ...place, source }
  }
  const { location, from } = problem
  return { ...problem, location: location.map(moved), ...(from && { from: moved(from) }) }
}

type Rules = Record<string, unknown>

function onlyRules(config: Config, ids: ReadonlySet<string>): Config {
  const original = config.getRulesForSpecVersion.bind(config) as (version: string) => Rules[]
  const value = (version: string) =>
    original(version).map((rules) => Object.fromEntries(Object.entries(rules).filter(([id]) => ids.has(id))))
  return Object.create(config, { getRulesForSpecVersion: { value } }) as Config
}

/** Shows Redocly's walk the touched parts only. References lead to the others, too. */
class TouchedResolver extends LocalResolver {
  readonly #files: CachedFiles
  readonly #touched: TouchedParts

  constructor(files: CachedFiles, touched: TouchedParts) {
    super()
    this.#files = files
    this.#touched = touched
  }

  override async loadExternalRef(file: string): Promise<Source> {
    return this.#files.get(file)?.source ?? super.loadExternalRef(file)
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const known = this.#files.get(source.absoluteRef)
    if (known === undefined) return super.parseDocument(source, isRoot)
    return {
      source: known.source,
      parsed: reducedTree(source.absoluteRef, known.parsed, known.parts, this.#touched.parts),
    }
  }
}

/**
 * @param file absolute
 * @param tree of the file
 * @param parts of the file
 * @param shown the parts that can be enumerated in the copy
 * @returns a copy in which references lead to the other parts, too
 */
export function reducedTree(
  file: string,
  tree: unknown,
  parts: CachedFile['parts'],
  shown: ReadonlySet<string>,
): unknown {
  if (!isObject(tree as Json) || parts === undefined || parts.size === 1) return tree
  const root: Record<string, Json> = { ...(tree as Record<string, Json>) }
  for (const [name, depth] of DIVIDED) {
    const map = root[name]
    if (isObject(map)) root[name] = reducedMap(map, `${file}#/${name}`, depth - 1, shown)
  }
  return root
}

function reducedMap(
  map: Record<string, Json>,
  place: string,
  depth: number,
  shown: ReadonlySet<string>,
): Record<string, Json> {
  const reduced: Record<string, Json> = {}
  for (const [key, value] of Object.entries(map)) {
    const below = memberPointer(place, key)
    const isMap = depth > 1 && isObject(value)
    Object.defineProperty(reduced, key, {
      value: isMap ? reducedMap(value, below, depth - 1, shown) : value,
      enumerable: isMap || shown.has(below),
    })
  }
  return reduced
}
