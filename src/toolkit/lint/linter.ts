/** Lints documents again and again: files and examples that did not change are not read and validated again. */
import { statSync } from 'node:fs'
import { type Config, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core'
import type { TextPosition } from '../openapi/document.ts'
import { createSourceReader } from '../openapi/sourceFile.ts'
import { type Reports, reuseExamples } from './cachedExamples.ts'
import { type CachedFiles, CachedResolver } from './cachedResolver.ts'
import { configFiles } from './configFiles.ts'
import { configOf, inspectPages } from './inspectPages.ts'
import type { Rejections } from './meantBranch.ts'
import { changesTrees } from './preprocessors.ts'
import { type Inspected, ownFaults } from './reading.ts'
import { changeOf, LOCAL_RULES, lintTouched } from './touchedLint.ts'
import { partOf, touchedParts } from './touchedParts.ts'

export interface LintTask {
  /** The entry file, absolute. */
  file: string
  /** The name of the document in redocly.yaml. */
  alias: string | undefined
  /** redocly.yaml, absolute. Default: the recommended rules. */
  config: string | undefined
}

export interface LintFinding {
  file: string
  /** Counted from 1, as the column. */
  line: number
  column: number
  /** Undefined where only the beginning is known. */
  end: TextPosition | undefined
  severity: 'error' | 'warn'
  rule: string
  message: string
  /** Replacements that a rule suggests. */
  suggestions: string[]
  /** The part of a file that it is in; undefined where that is not known. */
  part: string | undefined
}

/** The findings of some rules in the parts that a change reaches. */
export interface TouchedFindings {
  findings: LintFinding[]
  /** These parts have no other findings of these rules. */
  parts: ReadonlySet<string>
  rules: ReadonlySet<string>
}

interface Linter {
  /** @returns the findings of all rules in the whole document */
  all(task: LintTask, checkpoint?: () => void): Promise<LintFinding[]>
  /** @returns findings earlier than `all`; undefined where nothing is known of the document, or too much has changed */
  touched(task: LintTask): Promise<TouchedFindings | undefined>
}

interface LinterOptions {
  /** Reads a document in another way; default: as a part of the run. */
  inspect?(file: string): Promise<Inspected>
}

interface Remembered {
  cached: CachedFiles
  reports: Reports
  rejections: Map<string, Rejections>
  /** Other rules may report otherwise. */
  config: Config
}

/** Configurations are read again when they changed; the modules of plugins stay as they were loaded. */
function createConfigReader(read: ReturnType<typeof createSourceReader>) {
  const configs = new Map<string | undefined, { state: string; config: Config }>()
  return async (file: string | undefined): Promise<Config> => {
    const state = configFiles(file, read)
      .map((one) => `${one} ${statSync(one, { throwIfNoEntry: false })?.mtimeMs}`)
      .join('\n')
    const known = configs.get(file)
    if (known?.state === state) return known.config
    const config = await configOf(file)
    configs.set(file, { state, config })
    return config
  }
}

/**
 * @returns functions that lint a document; calls for one document must not overlap. They call `checkpoint` again and again,
 *   and end with what that throws, a `Superseded`
 * @example
 * const linter = createLinter()
 * await linter.all({ file: '/project/openapi.yaml', alias: undefined, config: undefined })
 */
export function createLinter({ inspect }: LinterOptions = {}): Linter {
  const remembered = new Map<string, Remembered>()
  const read = createSourceReader()
  const currentConfig = createConfigReader(read)

  const touched = async ({ file, alias, config: configFile }: LintTask) => {
    const config = await currentConfig(configFile)
    const before = remembered.get(file)
    if (before?.config !== config) return undefined
    const own = alias === undefined ? config : config.forAlias(alias)
    const change = changeOf(file, before.cached, own)
    if (change === undefined) return undefined
    const problems = await lintTouched(file, own, change).catch(() => undefined)
    if (problems === undefined) return undefined // the run with all rules reports the cause
    const findings = problems.map((problem) => findingOf(problem, file, change.files))
    return { findings, parts: change.touched.parts, rules: LOCAL_RULES }
  }

  const all = async ({ file, alias, config: configFile }: LintTask, checkpoint = () => {}) => {
    const inspected = inspect?.(file)
    inspected?.catch(() => {}) // the rules may end first
    const config = await currentConfig(configFile)
    const before = remembered.get(file)
    const cached: CachedFiles = before?.cached ?? new Map()
    const own = alias === undefined ? config : config.forAlias(alias)
    const externalRefResolver = new CachedResolver(cached, changesTrees(own, file))
    // Every file is read before the first rule runs.
    let touched: ReturnType<typeof touchedParts> | undefined
    const isTouched = (place: string) => {
      touched ??= touchedParts(cached, externalRefResolver.read)
      return touched.has(place)
    }
    const sourceOf = (one: string) => externalRefResolver.read.get(one)?.source
    const isSame = before?.config === config
    const earlier: Reports = isSame ? before.reports : new Map()
    let rejected = new Map<string, Rejections>()
    const rejections = {
      known: { byExample: isSame ? before.rejections : rejected, isTouched },
      found: (found: Map<string, Rejections>) => {
        rejected = found
      },
    }
    const reuse = reuseExamples(own, { reports: earlier, isTouched, sourceOf, checkpoint })
    const page = { file, alias: undefined }
    const resolver = () => externalRefResolver
    const problems = await inspectPages([page], {
      config: reuse.config,
      resolver,
      read,
      checkpoint,
      rejections,
      ...(inspected && { inspected }),
    })
    // Places have the parts of a file that is divided, or the whole of another one.
    touched ??= touchedParts(cached, externalRefResolver.read)
    const { reports } = reuse
    remembered.set(file, { cached: externalRefResolver.read, reports, rejections: rejected, config })
    return problems.map((problem) => findingOf(problem, file, externalRefResolver.read))
  }

  return { all, touched }
}

function findingOf(
  { location: [place], message, severity, ruleId, suggest }: NormalizedProblem,
  file: string,
  files: CachedFiles,
): LintFinding {
  const at = place && getLineColLocation(place)
  const { line, col } = at?.start ?? { line: 1, col: 1 }
  return {
    file: place?.source.absoluteRef ?? file,
    line,
    column: col,
    end: at?.end && { line: at.end.line, column: at.end.col },
    severity,
    rule: ruleId,
    message: message.replaceAll(/\s+/g, ' ').trim(),
    suggestions: suggest,
    part:
      place?.pointer === undefined ? undefined : partOf(`${place.source.absoluteRef}${place.pointer}`, files),
  }
}

/**
 * The findings of one file that need no rules: it cannot be parsed, or its references lead nowhere.
 *
 * @param file absolute
 * @param options the document that it belongs to
 * @returns what `createLinter` would report of them
 * @example
 * ownFindings('/project/pets.yaml', { page: '/project/openapi.yaml', files: () => [], read: createSourceReader() })
 */
export const ownFindings = (...given: Parameters<typeof ownFaults>): LintFinding[] =>
  ownFaults(...given).map(({ pointer: _, ...fault }) => ({
    ...fault,
    severity: 'error',
    suggestions: [],
    part: undefined,
  }))
