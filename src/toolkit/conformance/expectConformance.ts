/** The kit as one expectation of a test, in vitest, `node:test` or any other: the configuration of `conform`, without the command. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isLoopback } from '../network/isLoopback.ts'
import { loadContract } from '../openapi/contract.ts'
import type { DocumentFinding } from '../openapi/document.ts'
import { hintsOf } from './config/hints.ts'
import { ConfigError, readConfig } from './config/readConfig.ts'
import type { ConformanceFinding, RunSummary } from './engine/events.ts'
import type { RunOptions } from './engine/options.ts'
import { runConformance } from './engine/runner.ts'
import { endText } from './report/ending.ts'
import { causes } from './report/terminal.ts'
import { runnerRules } from './rules/index.ts'

export interface Expectation
  extends Pick<
    RunOptions,
    'recipes' | 'seed' | 'profile' | 'concurrency' | 'timeBudget' | 'signal' | 'allowExistingData'
  > {
  /** Path of the `conform.yaml`. */
  config: string
  /** In place of the configuration's. */
  target?: string
  /** Where `env:NAME` is looked up. */
  env?: Readonly<Record<string, string | undefined>>
  /** Further rules, made by `defineRule`. */
  rules?: RunOptions['rules']
}

/** The figures of a run that found nothing, and what could not be understood of the document. */
export type Conformance = RunSummary & { documentFindings: readonly DocumentFinding[] }

/** The target violates its document; the message reports each cause with the requests that show it. */
export class NotConformant extends Error {
  override readonly name = 'NotConformant'
  readonly findings: readonly ConformanceFinding[]

  constructor(message: string, findings: readonly ConformanceFinding[]) {
    super(message)
    this.findings = findings
  }
}

/**
 * Checks a target against its document, and resolves with the figures when there are no findings.
 * @throws NotConformant with the report of what was found, or when the run ended before its end
 * @throws ConfigError, DocumentError or Unreachable when it could not be tried
 * @example
 * it('keeps to its document', () => expectConformance({ config: 'conform.yaml', target, env: { KEY: 'test-key' } }))
 */
export async function expectConformance(options: Expectation): Promise<Conformance> {
  const { config: path, env = {}, rules = [], ...run } = options
  const within = (name: string) => resolve(dirname(path), name)
  const config = readConfig(readFileSync(path, 'utf8'), {
    env,
    readFile: (name) => readFileSync(within(name), 'utf8'),
  })
  const [file, ...others] = config.openapi
  if (file === undefined || others.length > 0)
    throw new ConfigError(`${path} names ${config.openapi.length} documents under openapi; expected one`)
  const { documents, findings: documentFindings } = loadContract([within(file)], {
    overlays: config.overlays.map(within),
  })
  const [document] = documents
  const target = options.target ?? config.target
  if (document === undefined || target === undefined)
    throw new ConfigError(`${path} names no target, and none is given; expected a URL`)
  if (config.literals.length > 0 && !isLoopback(target))
    throw new ConfigError(
      `${path}: ${config.literals.join(' and ')} contain secrets, and ${target} is not on this machine. Write env:NAME or @file instead`,
    )
  const found: ConformanceFinding[] = []
  const caFile = config.ca && within(config.ca)
  const summary = await runConformance({
    ...run,
    document,
    target,
    identities: config.identities,
    closed: config.closed,
    ...(caFile !== undefined && { caFile, ca: readFileSync(caFile, 'utf8') }),
    hints: hintsOf(document, config),
    rules: [...runnerRules, ...rules],
    subscribers: [(event) => void (event.type === 'finding' && found.push(event.finding))],
  })
  const certain = found.filter(({ repeated }) => repeated !== false)
  const ended =
    summary.endedEarly === undefined ? [] : [`The run ended early: ${endText(summary.endedEarly)}.`]
  if (certain.length > 0 || ended.length > 0)
    throw new NotConformant(
      [`${target} does not conform to ${document.source}:`, ...ended, ...causes(certain)].join('\n'),
      certain,
    )
  return { ...summary, documentFindings }
}
