/**
 * Lints only the parts of a document that a change reaches, with the rules that look at one part. In a large document this
 * needs a fraction of the time of all rules over all parts, which still must follow.
 */
import {
  type BaseResolver,
  type Config,
  type Document,
  lint,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core'
import { isObject, type Json } from '../openapi/document.ts'
import { memberPointer } from '../openapi/pointer.ts'
import { LocalResolver, undisguised } from '../openapi/redocly/localResolver.ts'
import { textOf, unsavedTexts } from '../openapi/sourceFile.ts'
import { type CachedFile, type CachedFiles, CachedResolver } from './cachedResolver.ts'
import { withoutConsequences } from './consequences.ts'
import { changesTrees, withoutIdleExpansion } from './preprocessors.ts'
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

interface Change {
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
  const touched = touchedParts(before, files)
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
  { files, touched }: Change,
): Promise<NormalizedProblem[]> {
  const externalRefResolver: BaseResolver = new TouchedResolver(files, touched)
  const own = withoutIdleExpansion(onlyLocal(config), entry)
  const problems = await lint({ ref: entry, config: own, externalRefResolver })
  return withoutConsequences(problems.filter(({ ignored }) => !ignored).map(undisguised)).filter(
    ({ location: [place] }) =>
      place?.pointer !== undefined && touched.has(`${place.source.absoluteRef}${place.pointer}`),
  )
}

type Rules = Record<string, unknown>

function onlyLocal(config: Config): Config {
  const original = config.getRulesForSpecVersion.bind(config) as (version: string) => Rules[]
  const value = (version: string) =>
    original(version).map((rules) =>
      Object.fromEntries(Object.entries(rules).filter(([id]) => LOCAL_RULES.has(id))),
    )
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
    return { source: known.source, parsed: this.#reduced(source.absoluteRef, known) }
  }

  /** The tree of a file, in which only touched parts can be enumerated. */
  #reduced(file: string, { parsed, parts }: CachedFile): unknown {
    if (!isObject(parsed as Json) || parts === undefined || parts.size === 1) return parsed
    const root: Record<string, Json> = { ...(parsed as Record<string, Json>) }
    for (const [name, depth] of DIVIDED) {
      const map = root[name]
      if (isObject(map)) root[name] = this.#hidden(map, `${file}#/${name}`, depth - 1)
    }
    return root
  }

  #hidden(map: Record<string, Json>, place: string, depth: number): Record<string, Json> {
    const shown: Record<string, Json> = {}
    for (const [key, value] of Object.entries(map)) {
      const below = memberPointer(place, key)
      const isMap = depth > 1 && isObject(value)
      Object.defineProperty(shown, key, {
        value: isMap ? this.#hidden(value, below, depth - 1) : value,
        enumerable: isMap || this.#touched.parts.has(below),
      })
    }
    return shown
  }
}
