/** Lints a document with the rules of redocly.yaml, or Redocly's recommended ones, on a thread of its own. */
import { existsSync, statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { type Config, getLineColLocation } from '@redocly/openapi-core'
import { configOf, inspectPages } from '../lint/inspectPages.ts'
import { createSourceReader } from '../openapi/sourceFile.ts'
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
const readSource = createSourceReader()
const configs = new Map<string | undefined, { time: number; config: Config }>()

/** Read again when it changed; the modules of its plugins stay as they were loaded. */
async function currentConfig(file: string | undefined): Promise<Config> {
  const time = file !== undefined && existsSync(file) ? statSync(file).mtimeMs : 0
  const known = configs.get(file)
  if (known?.time === time) return known.config
  const config = await configOf(file)
  configs.set(file, { time, config })
  return config
}

async function run({ file, alias, config: configFile }: LintTask): Promise<LintFinding[]> {
  const config = await currentConfig(configFile)
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
  const page = { file, alias: undefined }
  const resolver = () => externalRefResolver
  const problems = await inspectPages([page], { config: keeping.config, resolver, read: readSource })
  remembered.set(file, { kept: externalRefResolver.read, reports: keeping.reports, config })
  return problems.map((problem): LintFinding => {
    const [place] = problem.location
    const at = place && getLineColLocation(place)
    const { line, col } = at?.start ?? { line: 1, col: 1 }
    const { message, severity, ruleId } = problem
    const found = { file: place?.source.absoluteRef ?? file, line, column: col }
    return { ...found, severity, rule: ruleId, message: message.replaceAll(/\s+/g, ' ').trim() }
  })
}

parentPort?.on('message', async (task: LintTask) => {
  try {
    parentPort?.postMessage({ result: await run(task) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
