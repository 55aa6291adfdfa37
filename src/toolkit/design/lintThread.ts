/** Lints a document with the rules of redocly.yaml, or Redocly's recommended ones, on a thread of its own. */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { type Config, createConfig, getLineColLocation, lint, loadConfig } from '@redocly/openapi-core'
import { withoutConsequences } from '../lint/consequences.ts'
import { readingFaults } from '../lint/faults.ts'
import { withMeantBranches } from '../lint/meantBranch.ts'
import { keepExamples, type Reports, touchedFiles } from './keptExamples.ts'
import { type Kept, KeptResolver } from './keptResolver.ts'

interface LintTask {
  file: string
  /** The name of the document in redocly.yaml. */
  alias: string | undefined
  /** redocly.yaml, absolute; undefined takes the recommended rules. */
  config: string | undefined
}

export interface LintFinding {
  file: string
  line: number
  column: number
  severity: 'error' | 'warn'
  rule: string
  message: string
}

interface Remembered {
  kept: Kept
  reports: Reports
  /** Other rules may report otherwise. */
  config: Config
}

const remembered = new Map<string, Remembered>()
const configs = new Map<string | undefined, { time: number; config: Config }>()

/** Read again when it changed; the modules of its plugins stay as they were loaded. */
async function configOf(file: string | undefined): Promise<Config> {
  const time = file !== undefined && existsSync(file) ? statSync(file).mtimeMs : 0
  const known = configs.get(file)
  if (known?.time === time) return known.config
  const config = await (file === undefined
    ? createConfig({ extends: ['recommended'] })
    : loadConfig({ configPath: file }))
  configs.set(file, { time, config })
  return config
}

async function run({ file, alias, config: configFile }: LintTask): Promise<LintFinding[]> {
  const config = await configOf(configFile)
  const before = remembered.get(file)
  const kept: Kept = before?.kept ?? new Map()
  const externalRefResolver = new KeptResolver(kept)
  // Every file is read before the first rule runs.
  let touched: Set<string> | undefined
  const isTouched = (one: string) => {
    touched ??= touchedFiles(kept, externalRefResolver.read)
    return touched.has(one)
  }
  const own = alias === undefined ? config : config.forAlias(alias)
  const earlier: Reports = before?.config === config ? before.reports : new Map()
  const keeping = keepExamples(own, earlier, isTouched)
  const problems = await lint({ ref: file, config: keeping.config, externalRefResolver })
  remembered.set(file, { kept: externalRefResolver.read, reports: keeping.reports, config })
  const told = problems.filter((problem) => !problem.ignored)
  // Redocly tells of what cannot be read at each use, and not always where it stands.
  if (told.some(({ ruleId }) => ruleId === 'no-unresolved-refs')) {
    const faults = faultsOf(file)
    if (faults.length > 0) return faults
  }
  return withoutConsequences(withMeantBranches(told, file)).map((problem): LintFinding => {
    const [place] = problem.location
    const at = place && getLineColLocation(place)
    const { line, col } = at?.start ?? { line: 1, col: 1 }
    const { message, severity, ruleId } = problem
    const found = { file: place?.source.absoluteRef ?? file, line, column: col }
    return { ...found, severity, rule: ruleId, message: message.replaceAll(/\s+/g, ' ').trim() }
  })
}

/** What has to be mended before any rule can judge. */
const faultsOf = (file: string): LintFinding[] =>
  readingFaults([file], dirname(file)).map((text): LintFinding => {
    const [, path = file, line, column, message = text] = /^(.*?):(\d+):(\d+): (.*)$/s.exec(text) ?? []
    const place = { file: resolve(dirname(file), path), line: Number(line ?? 1), column: Number(column ?? 1) }
    return { ...place, severity: 'error', rule: 'readable', message }
  })

/** A file that cannot be read ends Redocly's lint by an exception, some with the place in it. */
function findingsOf(error: unknown, { file }: LintTask): LintFinding[] {
  const faults = faultsOf(file)
  if (faults.length > 0) return faults
  const { originalError, source, line, col } = error as {
    originalError?: Error
    source?: { absoluteRef: string }
    line?: number
    col?: number
  }
  const message = existsSync(file)
    ? ((originalError?.message ?? (error as Error).message).split('\n')[0] ?? '')
    : 'the file is not there'
  const place = { file: source?.absoluteRef ?? file, line: line ?? 1, column: col ?? 1 }
  return [{ ...place, severity: 'error', rule: 'readable', message }]
}

parentPort?.on('message', async (task: LintTask) => {
  try {
    parentPort?.postMessage({ result: await run(task).catch((error) => findingsOf(error, task)) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
