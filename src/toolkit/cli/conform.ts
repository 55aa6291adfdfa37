import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Config, EndReason, ReportContext, Subscriber } from '../conformance/conform.ts'
import { isLoopback } from '../network/isLoopback.ts'
import { loadContract } from '../openapi/contract.ts'
import { type ContractDocument, DocumentError, formatDocumentFinding } from '../openapi/document.ts'
import { foreignText } from '../openapi/foreignText.ts'
import { closest } from '../openapi/nearest.ts'
import { listOperations } from '../openapi/operations.ts'
import { plural } from '../openapi/plural.ts'
import { markedBy } from '../openapi/provenance.ts'
import { callerOf } from './conform/callerOf.ts'
import { announce, rejectLiterals, rejectProduction } from './conform/caution.ts'
import { contextOf, historyOf } from './conform/context.ts'
import { oauthRulesOf, openEvents } from './conform/events.ts'
import { flags } from './conform/flags.ts'
import { initialConfiguration } from './conform/initialConfiguration.ts'
import { propose, requireProposable } from './conform/propose.ts'
import { readRecipes } from './conform/recipesFile.ts'
import { reportsOf } from './conform/reports.ts'
import { selectOperations } from './conform/selection.ts'
import { whileRunning } from './conform/startedTarget.ts'
import { targetOf } from './conform/targetOf.ts'
import { documentsOf } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { onEndingSignals } from './program/endingSignals.ts'
import { INTERNAL_ERROR } from './program/exitCodes.ts'
import { readGivenFile } from './program/givenFile.ts'
import { note, painter } from './program/output.ts'
import { duration, oneOf, wholeNumber } from './program/values.ts'
import { isRemote, withLocalCopies } from './remoteDocuments.ts'

/** `specwright conform`: tests any server against its document, from outside. */
export const conform = defineCommand({
  name: 'conform',
  description:
    'Send generated requests to a running server and check every response against its OpenAPI document: single responses, and what must be true over several.\n\nDOCUMENT is a file or a URL. TARGET is the URL below which the paths of the document are. Both may be in the configuration instead. Default of TARGET: the first absolute URL under "servers" of the document.',
  operands: '[document] [target]',
  flags,
  examples: [
    ['conform openapi.yaml http://localhost:8080 -H "Authorization: Bearer $TOKEN"', 'Test a server'],
    ["conform openapi.yaml http://localhost:8080 --tag books --method '!delete'", 'Test a part of an API'],
    [
      'conform --config conform.yaml --report junit=conform.xml --start "npm start"',
      'Start the server, test it and write a report for CI',
    ],
    [
      'conform openapi.yaml http://localhost:8080 --propose overlay.yaml',
      'Describe the behavior that the document lacks, as an OpenAPI Overlay',
    ],
    [
      'conform openapi.yaml http://localhost:8080 --overlay overlay.yaml',
      'Test the server against the document with the accepted part of the overlay',
    ],
  ],
  async run(given, terminal, [word, ...rest]) {
    const kit = await import('../conformance/conform.ts')
    const configured = readConfigFile(given.init ? undefined : given.config, terminal, kit)
    const [listed, ...others] = configured.openapi
    const named = word ?? (others.length === 0 && isRemote(listed ?? '') ? listed : undefined)
    const documentUrl = isRemote(named ?? '') ? named : undefined
    const overlays = [...configured.overlays, ...given.overlay]
    const events = [given.asyncapi ?? configured.asyncapi].flat()
    const inputs = [named ?? '', ...overlays, ...events]
    return withLocalCopies(inputs, terminal, async ([copy = '', ...copies], own, shown) => {
      const words = copy === '' ? rest : [copy, ...rest]
      if (given.init) return writeConfiguration(given.config ?? 'conform.yaml', own, words, documentUrl)
      const local = {
        ...configured,
        overlays: copies.slice(0, overlays.length),
        asyncapi: copies.slice(overlays.length),
      }
      return test({ given, terminal: own, words, documentUrl, kit, configured: local, shown })
    })
  },
})

interface TestParts {
  given: FlagValues<typeof flags>
  terminal: Terminal
  words: readonly string[]
  /** Where the document was read from; undefined for a file. */
  documentUrl: string | undefined
  kit: Kit
  configured: Config
  /** Replaces the names of local copies by the URLs of their documents. */
  shown: (text: string) => string
}

/** @returns the exit code */
async function test(parts: TestParts): Promise<number> {
  const { terminal, kit } = parts
  const abort = new AbortController()
  const unlisten = onEndingSignals(process, () => abort.abort())
  const closing: (() => Promise<void>)[] = []
  try {
    return await check(parts, abort.signal, (close) => closing.push(close))
  } catch (error) {
    if (error instanceof kit.ConfigError) {
      const [file] = [...parts.words, ...parts.configured.openapi]
      throw new UsageError(`${file}: ${error.message}`)
    }
    return exitCodeOf(error, kit, terminal)
  } finally {
    unlisten()
    for (const close of closing) await close()
  }
}

/** Reads everything before the first request, so that a mistake in a flag is not found after minutes. */
async function check(
  parts: TestParts,
  signal: AbortSignal,
  closeLater: (close: () => Promise<void>) => void,
): Promise<number> {
  const { given, terminal, kit, configured } = parts
  const context = contextOf(given, parts.documentUrl === undefined ? undefined : parts.words[0], parts)
  const settings = settingsOf(given)
  requireProposable(given)
  const least = leastCoverage(given['fail-under'])
  const reports = reportsOf(given.report, context, parts)
  const subject = subjectOf(parts)
  const { document, config, target, ca, caFile } = subject
  const operations = selectedOf(subject, given, terminal)
  const hints = kit.hintsOf(document, config)
  const events = await openEvents({ kit, document, config, given, terminal })
  if (events !== undefined) closeLater(events.close)
  const oauth = oauthRulesOf({ kit, config, given, terminal })
  const known = [...kit.runnerRules, ...(events?.rules ?? []), ...oauth]
  const { rules: chosen, ruleIds, responsesOnly } = chosenRules(known, kit.responseRuleIds, given)
  const rules = chosen.filter(({ ruleSet }) => given.profile === 'full' || ruleSet === 'core')
  const recipes =
    config.recipes === undefined ? {} : await readRecipes(dirname(given.config ?? '.'), config.recipes)
  const workflows = [...configured.workflows, ...given.workflows].map((file) => ({
    file,
    text: readGivenFile('workflows', file),
  }))
  const replay = given.replay?.replace(/^\d+:/, '')
  const { identities } = config
  const messages = events?.messages
  if (given['dry-run'] || replay !== undefined) {
    const plan = kit.createPlan({ document, identities, hints, workflows, messages })
    const planned = kit.planTrials(plan, { rules, replay, operations })
    if (replay !== undefined && planned.length === 0)
      throw new UsageError(`--replay received "${given.replay}". Use an id that --dry-run prints.`)
    if (given['dry-run']) return printPlan(kit.planLines(planned), terminal)
  }
  let counter = countingOf(context, kit)
  const subscribers = [
    ...historyOf(given.history, context, terminal, kit),
    terminalReportOf(given, terminal, kit),
    counter.subscriber,
    ...reports,
  ]
  const specifiedOnly = document.mark !== undefined
  const { har, start } = given
  const runOn = (tested: ContractDocument, listeners: readonly Subscriber[]) => () =>
    kit.runConformance({
      document: tested,
      recipes,
      workflows,
      messages,
      target: target ?? '',
      ca,
      caFile,
      identities,
      headers: subject.headers,
      operations,
      rules,
      ruleIds,
      responsesOnly,
      ...settings,
      hints: tested === document ? hints : kit.hintsOf(tested, config),
      closed: config.closed,
      allowExistingData: given['allow-existing-data'],
      replay,
      learn: replay === undefined && given.only.length === 0,
      specifiedOnly,
      subscribers: listeners,
      notes: events?.notes ?? [],
      signal,
    })
  const run = (tested = document, listeners: readonly Subscriber[] = subscribers) =>
    start === undefined
      ? runOn(tested, listeners)()
      : whileRunning(start, target ?? '', terminal.print, runOn(tested, listeners))
  const proposeNow = async (output: string) => {
    const { summary } = await propose({
      ...{ kit, terminal, output, overlays: configured.overlays, verbose: given.verbose },
      ...{ file: subject.file, documentUrl: parts.documentUrl },
      run(changed, listener, round) {
        const tested = markedDocument({ ...changed, source: document.source }, given['only-marked'])
        if (round > 1) counter = countingOf(context, kit)
        return run(tested, round === 1 ? [...subscribers, listener] : [counter.subscriber, listener])
      },
    })
    return summary
  }
  const recordedTarget = subject.givenTarget
  const summary =
    har === undefined
      ? await (given.propose === undefined ? run() : proposeNow(given.propose))
      : readGivenFile('har', har, (text) =>
          kit.checkRecording({
            document,
            har: text,
            target: recordedTarget,
            operations,
            ruleIds,
            specifiedOnly,
            subscribers,
            now: Date.now,
          }),
        )
  if (subject.errors > 0)
    terminal.print(
      `The document has ${plural(subject.errors, 'error')}, shown above: the parts concerned are not checked.`,
    )
  if (counter.checks() === 0 && har === undefined)
    throw new UsageError('No check is left: the flags exclude everything that the document declares.')
  const little = summary.coverage.percent < least
  if (little) terminal.print(`Coverage is ${summary.coverage.percent} %; --fail-under requires ${least} %.`)
  return endOf(summary.endedEarly) ?? (little || counter.findings() > 0 || subject.errors > 0 ? 1 : 0)
}

const settingsOf = (given: FlagValues<typeof flags>) => ({
  profile: oneOf('profile', given.profile, ['core', 'full'] as const),
  seed: wholeNumber('seed', given.seed, 0, 999_999_999),
  timeBudget: duration('time-budget', given['time-budget'], MAX_TIME_BUDGET),
  maxBody: wholeNumber('max-body', given['max-body'], 1, 500) * 1_000_000,
  concurrency: wholeNumber('concurrency', given.concurrency, 1, 64),
})

/** The subject of a run: the document, the target, and its credentials. */
interface Subject {
  document: ContractDocument
  /** The entry file of the document. */
  file: string
  config: Config
  target: string | undefined
  /** The target of the command line, without defaults. */
  givenTarget: string | undefined
  headers: Readonly<Record<string, string>>
  ca: string | undefined
  caFile: string | undefined
  /** Errors of the document. */
  errors: number
}

/** @throws UsageError */
function subjectOf({ given, terminal, words, documentUrl, configured }: TestParts): Subject {
  const openapi = words[0] === undefined ? configuredOrUsual(configured) : [words[0]]
  const givenTarget = words[1] ?? given.target
  const [documentFile, ...others] = openapi
  if (others.length > 0)
    throw new UsageError(
      `Received ${openapi.length} OpenAPI documents (${openapi.join(', ')}), and a run checks one. Run the command once for each.`,
    )
  if (documentFile === undefined)
    throw new UsageError('"openapi" in the file of --config is empty. Name a document.')
  const caFile = given.ca ?? configured.ca
  const ca = caFile === undefined ? undefined : readGivenFile('ca', caFile)
  const { overlays } = configured
  const { documents, findings } = loadContract([documentFile], { overlays })
  for (const finding of findings) terminal.print(foreignText(formatDocumentFinding(finding)))
  const [read] = documents as [ContractDocument]
  const named = documentUrl === undefined ? read : { ...read, source: documentUrl }
  const document = markedDocument(named, given['only-marked'])
  const caller = callerOf(given.header, given.auth, document)
  const config = { ...configured, identities: [caller.identity ?? [], configured.identities].flat() }
  const target = givenTarget ?? config.target ?? targetOf(document, documentUrl)
  if (target === undefined && given.har === undefined)
    throw new UsageError(
      `No target was named, and ${documentUrl ?? documentFile} has no server with an absolute URL. Name the URL of the server, for example: specwright conform ${documentUrl ?? documentFile} http://localhost:8080`,
    )
  if (target !== undefined) requireUrl(target)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return {
    ...{ document, file: documentFile, config, target, givenTarget },
    ...{ headers: caller.headers, ca, caFile, errors },
  }
}

/** @throws UsageError for text that is not a mark, and for one that the document does not contain */
function markedDocument(document: ContractDocument, text: string | undefined): ContractDocument {
  if (text === undefined) return document
  const [, extension = '', value = ''] = /^(x-[^=\s]+)=(.+)$/.exec(text) ?? []
  if (extension === '')
    throw new UsageError(
      `--only-marked received "${text}". Use EXTENSION=VALUE, for example x-status=stable.`,
    )
  const written = JSON.stringify(document.root)
  const forms = [JSON.stringify(value), value].map((form) => `${JSON.stringify(extension)}:${form}`)
  if (!forms.some((form) => written.includes(form)))
    throw new UsageError(
      `--only-marked received "${text}", and ${document.source} has no ${extension} with this value. Name an extension of the document.`,
    )
  return markedBy(document, { extension, value })
}

/** The documents of the configuration, else those of the working directory. @throws UsageError where there is none */
const configuredOrUsual = ({ openapi }: Config): string[] =>
  openapi.length > 0 ? openapi : documentsOf([]).map(({ file }) => file)

/** @throws UsageError */
function requireUrl(target: string): void {
  if (URL.canParse(target) && /^https?:$/.test(new URL(target).protocol)) return
  const example = URL.canParse(`http://${target}`) ? `http://${target}` : 'http://localhost:8080'
  throw new UsageError(
    `The target "${target}" is not a URL with http or https. Write it in full, for example ${example}.`,
  )
}

/**
 * Which operations are checked, announced before anything is sent.
 * @returns undefined for all
 * @throws UsageError
 */
function selectedOf(
  { document, config, target }: Subject,
  given: FlagValues<typeof flags>,
  terminal: Terminal,
): ((id: string | undefined) => boolean) | undefined {
  const all = listOperations(document)
  const selected = selectOperations(all, given)
  if (target !== undefined && given.har === undefined && !given['dry-run']) {
    rejectProduction(config, given)
    rejectLiterals(config, target, terminal)
    const operations = all.filter(({ operationId }) => selected?.has(operationId) ?? true)
    announce(target, operations, given, terminal)
  }
  return selected && ((id) => id !== undefined && selected.has(id))
}

function printPlan(lines: readonly string[], terminal: Terminal): number {
  for (const line of lines) terminal.print(foreignText(line))
  return 0
}

function terminalReportOf(given: FlagValues<typeof flags>, terminal: Terminal, kit: Kit): Subscriber {
  const { print, progress, quiet = false } = terminal
  return kit.terminalReport(
    { print, ...(progress !== undefined && { progress }) },
    {
      verbose: given.verbose,
      quiet,
      paint: painter(terminal),
      width: terminal.columns,
      explain: given.explain,
    },
  )
}

/** Counts checks, and findings for which the run fails. */
function countingOf(context: ReportContext, kit: Kit) {
  let findings = 0
  let checks = 0
  const subscriber: Subscriber = (event) => {
    if (event.type === 'run-started') checks = event.run.checks
    if (event.type === 'finding' && kit.counts(event.finding, context)) findings++
  }
  return { subscriber, findings: () => findings, checks: () => checks }
}

/** @throws errors that are not a result of a run */
function exitCodeOf(error: unknown, kit: Kit, { print }: Terminal): number {
  if (error instanceof kit.Unreachable) {
    print(foreignText(error.message))
    return 3
  }
  if (error instanceof kit.ReportsFailed) {
    for (const one of error.errors as unknown[]) print(one instanceof Error ? one.message : String(one))
    return INTERNAL_ERROR
  }
  const isUsage =
    error instanceof kit.Unwelcome ||
    error instanceof kit.TokenRejected ||
    error instanceof DocumentError ||
    (error instanceof Error && error.cause instanceof kit.RecordingError)
  throw isUsage ? new UsageError((error as Error).message) : error
}

/** @throws UsageError where the file is there already, or no document is named */
function writeConfiguration(
  file: string,
  terminal: Terminal,
  [documentFile, target]: readonly string[],
  documentUrl: string | undefined,
): number {
  if (documentFile === undefined)
    throw new UsageError('--init needs a document. Name it first: specwright conform openapi.yaml --init.')
  if (existsSync(file)) throw new UsageError(`${file} exists. Name another file with --config, or delete it.`)
  const [document] = loadContract([documentFile]).documents as [ContractDocument]
  const name = documentUrl ?? relative(dirname(file), documentFile).replaceAll('\\', '/')
  const server = targetOf(document, documentUrl)
  // The default target is local, so that production is never tested by accident.
  const local = server !== undefined && isLoopback(server) ? server : 'http://localhost:8080'
  const named = { document: name, target: target ?? local }
  writeFileSync(file, initialConfiguration(document, named))
  note(
    terminal,
    `Wrote ${file}. Set the variables that it names, then run: specwright conform --config ${file}`,
  )
  return 0
}

/** A run that was cut off proves nothing of what it did not reach. */
const endOf = (ended: EndReason | undefined): number | undefined =>
  ended?.kind === 'interrupted' ? 130 : ended?.kind === 'target-lost' ? 3 : undefined

type Kit = typeof import('../conformance/conform.ts')

function readConfigFile(path: string | undefined, terminal: Terminal, kit: Kit): Config {
  const folder = path === undefined ? '.' : dirname(path)
  const readFile = (name: string) => readFileSync(resolve(folder, name), 'utf8')
  try {
    const config = kit.readConfig(path === undefined ? 'openapi: []' : readFileSync(path, 'utf8'), {
      env: terminal.env,
      readFile,
    })
    const within = (name: string) => resolve(folder, name)
    const unlessRemote = (name: string) => (isRemote(name) ? name : within(name))
    return {
      ...config,
      openapi: config.openapi.map(unlessRemote),
      overlays: config.overlays.map(unlessRemote),
      asyncapi: config.asyncapi.map(unlessRemote),
      workflows: config.workflows.map(within),
      ca: config.ca === undefined ? undefined : within(config.ca),
    }
  } catch (error) {
    throw new UsageError(`--config ${path ?? ''}: ${(error as Error).message}`)
  }
}

/**
 * The rules that send requests, and the rules that are reported. Rules of single responses send none. When only such are
 * selected, all others send without being reported.
 * @param responses the names of the rules of single responses
 * @throws UsageError for a name that no rule has
 */
function chosenRules<R extends { id: string }>(
  rules: readonly R[],
  responses: readonly string[],
  { only, skip }: { only: readonly string[]; skip: readonly string[] },
): { rules: R[]; ruleIds: string[] | undefined; responsesOnly: boolean } {
  const known = [...rules.map(({ id }) => id), ...responses]
  for (const id of [...only, ...skip])
    if (!known.includes(id)) {
      const meant = closest(id, known)
      throw new UsageError(
        `There is no rule "${id}".${meant === undefined ? '' : ` Did you mean ${meant}?`} Known are ${known.join(', ')}.`,
      )
    }
  const reported = known.filter((id) => (only.length === 0 || only.includes(id)) && !skip.includes(id))
  const sending = rules.filter(({ id }) => reported.includes(id))
  return {
    rules: sending.length > 0 ? sending : rules.filter(({ id }) => !skip.includes(id)),
    ruleIds: reported.length === known.length ? undefined : reported,
    responsesOnly: sending.length === 0,
  }
}

/** `coverage=60` */
function leastCoverage(text: string | undefined): number {
  if (text === undefined) return 0
  const percent = /^coverage=(\d{1,3}(?:\.\d+)?)$/.exec(text)?.[1]
  if (percent === undefined)
    throw new UsageError(`--fail-under received "${text}"; expected coverage=PERCENT.`)
  return Number(percent)
}

const MAX_TIME_BUDGET = 24 * 3_600_000
