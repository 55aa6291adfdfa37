/**
 * The inspection of documents that `lint`, `generate` and `design` share: errors that prevent reading, unusable parts, and
 * the rules of a Redocly configuration. All of them are reported in one run.
 */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type BaseResolver,
  type Config,
  createConfig,
  getLineColLocation,
  lint,
  loadConfig,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core'
import { DocumentError, isObject, tooDeep } from '../openapi/document.ts'
import { readDocument } from '../openapi/load.ts'
import { expandShared } from '../openapi/redocly/expandShared.ts'
import { LocalResolver, undisguised } from '../openapi/redocly/localResolver.ts'
import { createSourceReader, readSourceFile, textOf } from '../openapi/sourceFile.ts'
import { Superseded } from '../openapi/thread.ts'
import { IGNORE_FILE, OWN_PLUGIN } from './configFiles.ts'
import { withoutConsequences } from './consequences.ts'
import { type KnownRejections, type Rejections, withMeantBranches } from './meantBranch.ts'
import { usePatternEngine } from './patternEngine.ts'
import { changesTrees, withoutIdleExpansion } from './preprocessors.ts'
import { type Fault, type Inspected, inspectFiles, type Read } from './reading.ts'

/** Schemas contain `additionalProperties: false` themselves. If the rule added it, `dependentSchemas` would fail. */
const EXAMPLE_RULES = {
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

export interface Page {
  /** The entry file, absolute. */
  file: string
  /** Its name in the configuration. */
  alias: string | undefined
}

interface InspectOptions {
  /** A Redocly configuration, read; default: the recommended rules, with invalid examples as errors. */
  config?: Config
  /** Nothing but the examples, by the default rules. */
  only?: 'examples'
  /** Where `.redocly.lint-ignore.yaml` is looked for, when there is no configuration. Default: the working directory. */
  folder?: string
  /** The problems of all rules in one document; default: `lintDocument` */
  lintOne?: (file: string, config: Config) => Promise<NormalizedProblem[]>
  read?: Read
  /** The faults found while reading, if the documents were read before, or are read meanwhile. */
  inspected?: Inspected | Promise<Inspected>
  /** Of a page that is inspected again and again. */
  rejections?: { known: KnownRejections; found(rejections: Map<string, Rejections>): void }
  /** Called between the steps. It throws a `Superseded` to end the inspection. */
  checkpoint?: () => void
}

/** @param file absolute path of the configuration. Default: the recommended rules, with invalid examples as errors */
export async function configOf(
  file: string | undefined,
  folder = process.cwd(),
  only?: 'examples',
): Promise<Config> {
  if (file !== undefined) return projectConfig(file)
  const shared = { id: 'shared', preprocessors: { oas3: { expand: expandShared } } }
  const config = await createConfig({
    plugins: [shared],
    preprocessors: { 'shared/expand': 'on' },
    ...(only === undefined && { extends: ['recommended'] }),
    rules: EXAMPLE_RULES,
  } as never)
  config.ignore = ignoredAt(folder)
  return config
}

async function projectConfig(file: string): Promise<Config> {
  const { plugins, ...rest } = existsSync(file) ? readSourceFile(file).tree : {}
  if (!Array.isArray(plugins) || !plugins.includes(OWN_PLUGIN)) return loadConfig({ configPath: file })
  const { default: own } = await import('./ownRules.ts')
  const loaded = plugins.map((plugin) => (plugin === OWN_PLUGIN ? own() : plugin))
  const ignore = ignoredAt(dirname(file))
  return createConfig({ ...rest, plugins: loaded } as never, { configPath: file, ignore })
}

/** Problems that the project ignores: files, rules, and JSON Pointers in the files. */
function ignoredAt(folder: string): Config['ignore'] {
  const file = resolve(folder, IGNORE_FILE)
  const ignored: Config['ignore'] = Object.create(null)
  if (!existsSync(file)) return ignored
  for (const [name, rules] of Object.entries(readSourceFile(file).tree)) {
    if (!isObject(rules)) continue
    const byRule: Config['ignore'][string] = Object.create(null)
    for (const [rule, pointers] of Object.entries(rules))
      if (Array.isArray(pointers)) byRule[rule] = new Set(pointers.map(String))
    ignored[resolve(folder, name)] = byRule
  }
  return ignored
}

/** @returns every finding, none left out because of another that is not its cause */
export async function inspectPages(
  pages: readonly Page[],
  {
    config: given,
    only,
    folder,
    read = createSourceReader(),
    inspected,
    lintOne = (file, own) =>
      lintDocument(file, own, new LocalResolver(changesTrees(own, file) ? undefined : read)),
    checkpoint = () => {},
    rejections,
  }: InspectOptions = {},
): Promise<NormalizedProblem[]> {
  const config = given ?? (await configOf(undefined, folder, only))
  const files = pages.map(({ file }) => file)
  checkpoint()
  const reading = inspected ?? inspectFiles(files, read, checkpoint)
  const known = reading instanceof Promise ? undefined : reading
  const lintAll: [file: string, found: NormalizedProblem[]][] = []
  for (const { file, alias } of pages) {
    if (known?.broken.has(file)) continue
    checkpoint()
    const own = alias === undefined ? config : config.forAlias(alias)
    lintAll.push([file, await lintOne(file, own)])
  }
  const { faults, broken, documents } = await reading
  const problems: NormalizedProblem[] = []
  for (const [file, all] of lintAll) {
    if (broken.has(file)) continue
    const found = all.filter(
      ({ ignored, location: [place] }) => !ignored && !broken.has(place?.source.absoluteRef ?? ''),
    )
    const meant = withMeantBranches(
      found,
      file,
      () => documents.get(file) ?? readDocument(file, { read }),
      rejections?.known,
    )
    rejections?.found(meant.rejections)
    problems.push(...meant.problems)
  }
  const sources = new Map<string, Source>()
  const ours = faults.filter((fault) => !isIgnored(fault, config)).map((fault) => problemOf(fault, sources))
  const all = withoutConsequences(withoutDoubles(problems, ours, faults))
  return only === undefined ? all : all.filter(({ ruleId }) => Object.hasOwn(EXAMPLE_RULES, ruleId))
}

/** Lints one document. If Redocly itself fails, that is a finding. */
export async function lintDocument(file: string, config: Config, externalRefResolver: BaseResolver) {
  try {
    usePatternEngine()
    const problems = await lint({
      ref: file,
      config: withoutIdleExpansion(config, file),
      externalRefResolver,
    })
    return problems.map(undisguised)
  } catch (error) {
    const { originalError = error } = error as { originalError?: Error }
    if (originalError instanceof Superseded) throw originalError
    return originalError instanceof TypeError
      ? withoutFailedRules(file, originalError, externalRefResolver)
      : [readableFault(file, error as Error)]
  }
}

/** Rules may fail on a document whose structure is wrong; what is wrong with it is reported all the same. */
async function withoutFailedRules(file: string, error: Error, externalRefResolver: BaseResolver) {
  const message =
    'Some rules cannot check this document, because its structure is invalid. Fix the problems of the rule struct first.'
  try {
    const config = await createConfig({ rules: { struct: 'error' } })
    const problems = await lint({ ref: file, config, externalRefResolver })
    if (problems.length === 0) return [readableFault(file, error)]
    return [readableFault(file, new Error(message)), ...problems.map(undisguised)]
  } catch (again) {
    return [readableFault(file, again as Error)]
  }
}

function readableFault(file: string, error: Error): NormalizedProblem {
  const {
    originalError = error,
    line = 1,
    col = 1,
  } = error as {
    originalError?: Error
    line?: number
    col?: number
  } & Error
  const [why = ''] = originalError.message.split('\n')
  const message = tooDeep(originalError) ?? (existsSync(file) ? why : 'the file is not there')
  return problemOf(
    { rule: 'readable', file, line, column: col, end: undefined, message, pointer: undefined },
    new Map(),
  )
}

const isIgnored = ({ file, rule, pointer }: Fault, { ignore }: Config): boolean =>
  pointer !== undefined && ignore[file]?.[rule]?.has(pointer) === true

/** @param sources the files of other problems, so that each file is read once */
function problemOf(
  { rule, file, line, column, end, message, pointer }: Fault,
  sources: Map<string, Source>,
): NormalizedProblem {
  const start = { line, col: column }
  const source = sources.get(file) ?? new Source(file, bodyOf(file))
  sources.set(file, source)
  return {
    ruleId: rule,
    severity: 'error',
    message,
    location: [
      { source, pointer: undefined, start, ...(end && { end: { line: end.line, col: end.column } }) },
    ],
    suggest: [],
    // The pointer is under another name, since Redocly would look up its position again.
    ...(pointer !== undefined && { writtenAt: pointer }),
  } as unknown as NormalizedProblem
}

/** The source to show with the finding; empty for a device or a pipe. */
function bodyOf(file: string): string {
  try {
    return textOf(file)
  } catch (error) {
    if (error instanceof DocumentError) return ''
    throw error
  }
}

/** With these words Redocly ends on a reference to itself, whose place we know. */
const CIRCLE = 'Self-referencing circular pointer'

/** Removes duplicates: for references our findings with suggestions are used, for other problems Redocly's. */
function withoutDoubles(
  problems: readonly NormalizedProblem[],
  ours: readonly NormalizedProblem[],
  faults: readonly Fault[],
): NormalizedProblem[] {
  const reportsReferences = faults.some(({ rule }) => rule === 'readable' || rule === 'no-unresolved-refs')
  const isCircular = faults.some(({ message }) => message.includes('leads back to itself'))
  const theirs = problems.filter(
    ({ ruleId, message }) =>
      (ruleId !== 'no-unresolved-refs' ||
        !reportsReferences ||
        message.includes('references to the network')) &&
      !(isCircular && message === CIRCLE),
  )
  if (ours.length === 0) return theirs
  const places = new Set(theirs.filter(({ ruleId }) => !/-examples$/.test(ruleId)).map(lineOf))
  return [...ours.filter((one) => !one.ruleId.startsWith('document/') || !places.has(lineOf(one))), ...theirs]
}

function lineOf({ location: [place] }: NormalizedProblem): string {
  if (place === undefined) return ''
  return `${place.source.absoluteRef}:${getLineColLocation(place).start.line}`
}
