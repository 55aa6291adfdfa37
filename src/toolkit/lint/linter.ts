/** Lints documents again and again: files and examples that did not change are not read and validated again. */
import { statSync } from 'node:fs'
import { type Config, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core'
import type { TextPosition } from '../openapi/document.ts'
import { createSourceReader } from '../openapi/sourceFile.ts'
import { type Reports, reuseExamples } from './cachedExamples.ts'
import { type CachedFiles, CachedResolver } from './cachedResolver.ts'
import { configFiles } from './configFiles.ts'
import { configOf, inspectPages, lintDocument } from './inspectPages.ts'
import type { Rejections } from './meantBranch.ts'
import { changesTrees } from './preprocessors.ts'
import { type Inspected, inspectFiles, ownFaults, type Read } from './reading.ts'
import { changeOf, extentOf, LOCAL_RULES, lintChanged, lintTouched } from './touchedLint.ts'
import { partOf, type TouchedParts, touchedParts } from './touchedParts.ts'
import { inspectTouched } from './touchedReading.ts'

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
  /** Reads a whole document in another way; default: as a part of the run. */
  inspect?(file: string): Promise<Inspected>
}

interface Remembered {
  cached: CachedFiles
  reports: Reports
  rejections: Map<string, Rejections>
  /** All problems that the rules found; undefined where faults prevent the use of a part. */
  problems: NormalizedProblem[] | undefined
  /** Other rules may report otherwise. */
  config: Config
}

interface Run {
  problems: NormalizedProblem[]
  remembered: Remembered
}

/** Input of a run. */
interface Job {
  file: string
  config: Config
  /** For the document. */
  own: Config
  /** With the same rules. */
  before: Remembered | undefined
  read: Read
  checkpoint: () => void
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

  const jobOf = async (
    { file, alias, config: configFile }: LintTask,
    checkpoint = () => {},
  ): Promise<Job> => {
    const config = await currentConfig(configFile)
    const known = remembered.get(file)
    const before = known?.config === config ? known : undefined
    const own = alias === undefined ? config : config.forAlias(alias)
    return { file, config, own, before, read, checkpoint }
  }

  const touched = async (task: LintTask) => {
    const { file, own, before } = await jobOf(task)
    const change = before && changeOf(file, before.cached, own)
    if (change === undefined) return undefined
    const problems = await lintTouched(file, own, change).catch(() => undefined)
    if (problems === undefined) return undefined // the run with all rules reports the cause
    const findings = problems.map((problem) => findingOf(problem, file, change.files))
    return { findings, parts: change.touched.parts, rules: LOCAL_RULES }
  }

  const all = async (task: LintTask, checkpoint?: () => void) => {
    const job = await jobOf(task, checkpoint)
    const { file } = job
    const run =
      (await runOverChange(job, inspect)) ?? (await runOverAll(job, remembered.get(file)?.cached, inspect))
    remembered.set(file, run.remembered)
    return run.problems.map((problem) => findingOf(problem, file, run.remembered.cached))
  }

  return { all, touched }
}

/** Runs the rules only over what has changed; undefined where other findings may change, too. */
async function runOverChange(job: Job, inspect?: LinterOptions['inspect']): Promise<Run | undefined> {
  const { file, config, own, before, read, checkpoint } = job
  if (before?.problems === undefined) return undefined
  const change = changeOf(file, before.cached, own)
  const extent = change === undefined ? 'all' : extentOf(file, before.cached, change, own)
  if (change === undefined || extent === 'all') return undefined
  const inspected =
    extent === 'parts'
      ? inspectTouched(file, change, read)
      : (inspect?.(file) ?? inspectFiles([file], read, checkpoint))
  if (inspected instanceof Promise)
    inspected.catch(() => {}) // the rules may end first
  else if (inspected.faults.length > 0) return undefined
  checkpoint()
  const { files, touched } = change
  const reuse = reuseExamples(own, {
    reports: before.reports,
    isTouched: touched.has,
    sourceOf: (one) => files.get(one)?.source,
    checkpoint,
  })
  const found = await lintChanged(file, reuse.config, change, before.problems, extent).catch(
    (error: unknown) => {
      checkpoint()
      if (error instanceof TypeError) return undefined // the run over all parts reports it
      throw error
    },
  )
  if (found === undefined || (await inspected).faults.length > 0) return undefined
  const { problems, rejections } = await reported(job, inspected, async () => found, touched.has)
  const reports: Reports = new Map([...before.reports, ...reuse.reports])
  return { problems, remembered: { cached: files, reports, rejections, problems: found, config } }
}

/** @param cached the files of an earlier run, with any rules */
async function runOverAll(
  job: Job,
  cached: CachedFiles = new Map(),
  inspect?: LinterOptions['inspect'],
): Promise<Run> {
  const { file, config, own, before, read, checkpoint } = job
  const inspected = inspect?.(file) ?? inspectFiles([file], read, checkpoint)
  if (inspected instanceof Promise) inspected.catch(() => {}) // the rules may end first
  const resolver = new CachedResolver(cached, changesTrees(own, file))
  // Every file is read before the first rule runs.
  let touched: TouchedParts | undefined
  const isTouched = (place: string) => {
    touched ??= touchedParts(cached, resolver.read)
    return touched.has(place)
  }
  const reuse = reuseExamples(own, {
    reports: before?.reports ?? new Map(),
    isTouched,
    sourceOf: (one) => resolver.read.get(one)?.source,
    checkpoint,
  })
  let found: NormalizedProblem[] = []
  const lintOne = async () => {
    found = await lintDocument(file, reuse.config, resolver)
    return found
  }
  const { problems, rejections } = await reported(job, inspected, lintOne, isTouched)
  // Places have the parts of a file that is divided, or the whole of another one.
  touched ??= touchedParts(cached, resolver.read)
  const isWhole =
    (await inspected).faults.length === 0 &&
    found.every(({ location: [place] }) => place?.pointer !== undefined)
  return {
    problems,
    remembered: {
      cached: resolver.read,
      reports: reuse.reports,
      rejections,
      problems: isWhole ? found : undefined,
      config,
    },
  }
}

/** The problems that are reported of those that the rules find, and the rejections of their examples. */
async function reported(
  { file, own, before, read, checkpoint }: Job,
  inspected: Inspected | Promise<Inspected>,
  lintOne: () => Promise<NormalizedProblem[]>,
  isTouched: (place: string) => boolean,
) {
  let rejections = new Map<string, Rejections>()
  const problems = await inspectPages([{ file, alias: undefined }], {
    config: own,
    read,
    checkpoint,
    inspected,
    lintOne,
    rejections: {
      known: { byExample: before?.rejections ?? new Map(), isTouched },
      found: (all) => {
        rejections = all
      },
    },
  })
  return { problems, rejections }
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
