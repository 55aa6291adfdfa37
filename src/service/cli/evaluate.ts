import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { createClient, type PromptServiceClient, PromptServiceError, unwrap } from 'prompt-service-client'
import {
  defineCommand,
  type FlagValues,
  readGivenFile,
  required,
  requireWritable,
  type Terminal,
  UsageError,
  wholeNumber,
} from 'specwright/cli'
import { parse as parseYaml } from 'yaml'
import type {
  CreateEvaluationRequest,
  Evaluation,
  EvaluationResult,
  ScorerInput,
} from '../../../generated/openapi.v1.ts'
import { fetchOver } from './evaluate/fetchOver.ts'
import { flags } from './evaluate/flags.ts'
import { junit } from './evaluate/junit.ts'
import { leftLines, progressLine, verdictLines } from './evaluate/messages.ts'

/** Milliseconds between two looks at the run: short runs end soon, and a long run is not polled all the time. */
const FIRST_PAUSE = 50
const MAX_PAUSE = 2000

/** Maximum of requests for one look at a run, while the key waits out a rate limit or the service restarts. */
const ATTEMPTS = 10

/** `prompt-service evaluate`: starts a run over the API, follows it to its end and exits with its verdict. */
export const evaluate = defineCommand({
  name: 'evaluate',
  description:
    'Starts an evaluation on a running service, shows its progress and writes reports. Exit code 0\nmeans that its verdict is "passed", 1 that it is not or that the run failed, 2 an invalid\ncommand line. Ctrl+C leaves the evaluation running on the service.\n\nThe API key is read from the environment variable PROMPT_SERVICE_API_KEY, or from the one that\n--key-env names.',
  flags,
  examples: [
    [
      'evaluate --prompt prompt_1 --dataset dataset_1 --scorers scorers.json --fail-under 0.9',
      'Fail a build whose prompt got worse',
    ],
    [
      'evaluate --prompt prompt_1 --dataset dataset_1 --scorers scorers.json --report junit=evaluation.xml',
      'Write a report for CI',
    ],
  ],
  async run(given, terminal) {
    const body = requestOf(given)
    const reports = given.report.map(reportOf)
    for (const { kind, file } of reports) requireWritable(`--report ${kind}=${file}`, file)
    const credential = terminal.env[given['key-env']]
    if (credential === undefined || credential === '')
      throw new UsageError(`The environment variable ${given['key-env']} does not contain a key.`)
    const fetch = fetchOver(given.ca === undefined ? undefined : readGivenFile('ca', given.ca))
    const access = { baseUrl: given['base-url'], credential, fetch }
    // An unreachable address is reported soon; a started run is followed through more failures than that.
    const started = await unwrapped(createClient(access).POST('/evaluations', { body }))
    const client = createClient({ ...access, retry: { attempts: ATTEMPTS } })
    terminal.print(`Evaluation ${started.id}: ${started.name}, ${started.resultCounts.total} cases`)
    const left = new AbortController()
    const leave = (signal: NodeJS.Signals) => left.abort(signal)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
    const ended = await follow(client, started, terminal, left.signal)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, leave)
    if (ended === undefined) {
      for (const line of leftLines(started, given['base-url'])) terminal.print(line)
      return constants.signals[left.signal.reason as NodeJS.Signals] + 128 // the exit code of shells
    }
    if (reports.length > 0) {
      const results = await allResults(client, ended.id)
      for (const { kind, file } of reports) writeFileSync(file, writers[kind](ended, results))
    }
    for (const line of verdictLines(ended)) terminal.print(line)
    return ended.verdict === 'passed' ? 0 : 1
  },
})

const writers = {
  junit,
  json: (evaluation: Evaluation, results: readonly EvaluationResult[]) =>
    `${JSON.stringify({ evaluation, results }, null, 2)}\n`,
}

function reportOf(text: string): { kind: keyof typeof writers; file: string } {
  const [, kind, file] = /^(junit|json)=(.+)$/s.exec(text) ?? []
  if (file === undefined)
    throw new UsageError(`--report received "${text}"; expected junit=FILE or json=FILE.`)
  return { kind: kind as keyof typeof writers, file }
}

function requestOf(given: FlagValues<typeof flags>): CreateEvaluationRequest {
  const number = (flag: 'prompt-version' | 'dataset-version' | 'concurrency', most: number) => {
    const text = given[flag]
    return text === undefined ? undefined : wholeNumber(flag, text, 1, most)
  }
  const promptVersion = number('prompt-version', 999_999_999)
  const datasetVersion = number('dataset-version', 999_999_999)
  const concurrency = number('concurrency', 16)
  return {
    promptId: required('prompt', given.prompt),
    datasetId: required('dataset', given.dataset),
    scorers: readScorers(required('scorers', given.scorers)),
    passThreshold: decimal('fail-under', given['fail-under'], 1),
    ...(given.name !== undefined && { name: given.name }),
    ...(given.model !== undefined && { model: given.model }),
    ...(given.temperature !== undefined && { temperature: decimal('temperature', given.temperature, 2) }),
    ...(promptVersion !== undefined && { promptVersion }),
    ...(datasetVersion !== undefined && { datasetVersion }),
    ...(concurrency !== undefined && { concurrency }),
  }
}

function decimal(flag: string, text: string, most: number): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (number >= 0 && number <= most) return number
  throw new UsageError(`--${flag} received "${text}"; expected a number from 0 to ${most}.`)
}

/** JSON is YAML too. The service validates the list. */
function readScorers(file: string): ScorerInput[] {
  const value = readGivenFile<unknown>('scorers', file, parseYaml)
  if (Array.isArray(value)) return value
  throw new UsageError(
    `--scorers ${file} does not contain a list; expected a list of scorers in JSON or YAML.`,
  )
}

/** The data of a response; a rejection becomes one line that names the field. */
async function unwrapped<T>(response: Promise<Parameters<typeof unwrap<T>>[0]>): Promise<T> {
  try {
    return unwrap(await response)
  } catch (error) {
    if (error instanceof PromptServiceError)
      throw new Error(`${error.code}: ${error.message}`, { cause: error })
    throw error
  }
}

/** @returns the run as it ended; undefined when the user left before */
async function follow(
  client: PromptServiceClient,
  started: Evaluation,
  terminal: Terminal,
  left: AbortSignal,
): Promise<Evaluation | undefined> {
  const show = progressLine(terminal)
  for (let run = started, pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, MAX_PAUSE)) {
    show(run)
    if (run.status !== 'queued' && run.status !== 'running') return run
    await setTimeout(pause, undefined, { signal: left }).catch(() => undefined)
    if (left.aborted) return undefined
    run = await unwrapped(
      client.GET('/evaluations/{evaluationId}', { params: { path: { evaluationId: started.id } } }),
    )
  }
}

async function allResults(client: PromptServiceClient, evaluationId: string): Promise<EvaluationResult[]> {
  const results: EvaluationResult[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const params = { path: { evaluationId }, query }
    const page = await unwrapped(client.GET('/evaluations/{evaluationId}/results', { params }))
    results.push(...page.results)
    cursor = page.nextCursor
  }
  return results
}
