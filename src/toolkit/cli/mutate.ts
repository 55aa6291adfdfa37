import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { declaredEvents, receiverAddresses } from '../model/deliveries.ts'
import { FAMILIES } from '../mutate/faults/families.ts'
import { systemClock } from '../network/clock.ts'
import { type ContractDocument, DocumentError } from '../openapi/document.ts'
import { foreignText } from '../openapi/foreignText.ts'
import { readDocument } from '../openapi/load.ts'
import { listOperations } from '../openapi/operations.ts'
import { plural } from '../openapi/plural.ts'
import { shellQuoted } from '../openapi/shellText.ts'
import { isSelected, selectOperations } from './conform/selection.ts'
import { acceptsConnections, whileRunning } from './conform/startedTarget.ts'
import { targetOf } from './conform/targetOf.ts'
import { documentsOf } from './documents.ts'
import { changedSince } from './mutate/changedSince.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { onEndingSignals } from './program/endingSignals.ts'
import { UNREACHABLE } from './program/exitCodes.ts'
import { readGivenFile, requireWritable } from './program/givenFile.ts'
import { note, painter } from './program/output.ts'
import { duration, wholeNumber } from './program/values.ts'
import { isRemote, withLocalCopies } from './remoteDocuments.ts'

const VARIABLE = 'API_URL'
const MAX_TIME_BUDGET_MS = 24 * 60 * 60_000
/** More test runs in parallel slow each other down. */
const MAX_WORKERS = 4

const flags = {
  command: {
    type: 'string',
    value: 'COMMAND',
    help: 'Command that runs your tests. The words after "--" mean the same.',
  },
  env: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    help: `Environment variable in which your tests expect the URL of the API. Default: ${VARIABLE}.`,
  },
  port: {
    type: 'string',
    value: 'PORT',
    help: 'Port of the proxy, for tests with a fixed URL. Test runs are not parallel then.',
  },
  start: {
    type: 'string',
    value: 'COMMAND',
    help: 'Start the server with this command, and stop it at the end.',
  },
  faults: { type: 'string', value: 'N', default: '200', help: 'Maximum number of faults.' },
  'time-budget': {
    type: 'string',
    value: 'DURATION',
    default: '10m',
    help: 'Time after which no further fault is tried.',
  },
  workers: {
    type: 'string',
    value: 'N',
    help: `Test runs in parallel. Default: as many as pass together, at most ${MAX_WORKERS}.`,
  },
  seed: { type: 'string', value: 'N', default: '1', help: 'Seed of the choice of faults.' },
  shard: {
    type: 'string',
    value: 'I/N',
    help: 'Try only the I-th of N parts of the faults, for CI jobs in parallel.',
  },
  since: {
    type: 'string',
    value: 'REVISION',
    help: 'Plant faults only in operations that changed since this Git revision.',
  },
  family: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    choices: FAMILIES,
    help: `Only faults of this family: ${FAMILIES.join(', ')}.`,
  },
  fault: {
    type: 'string',
    value: 'PATTERN',
    multiple: true,
    help: 'Only faults with this id, as reports show it. A pattern after "!" excludes: \'!createBook value-changed /id *\'.',
  },
  operation: {
    type: 'string',
    value: 'PATTERN',
    multiple: true,
    help: 'Only operations with this operationId.',
  },
  tag: { type: 'string', value: 'PATTERN', multiple: true, help: 'Only operations with this tag.' },
  path: { type: 'string', value: 'PATTERN', multiple: true, help: 'Only operations with this path.' },
  method: { type: 'string', value: 'PATTERN', multiple: true, help: 'Only operations with this method.' },
  'min-score': {
    type: 'string',
    value: 'PERCENT',
    help: 'End with exit code 1 when your tests detect fewer faults.',
  },
  report: {
    type: 'string',
    value: 'KIND=FILE',
    multiple: true,
    help: 'Write a report: json, junit or html.',
  },
  asyncapi: {
    type: 'string',
    value: 'FILE',
    help: 'AsyncAPI document of the events that the target sends to webhooks.',
  },
  'relay-host': {
    type: 'string',
    value: 'HOST',
    help: 'Host under which the target reaches this machine, for receivers of webhooks in containers or on other machines.',
  },
  'receiver-cert': {
    type: 'string',
    value: 'FILE',
    help: "Certificate (PEM) of your tests' HTTPS receiver of webhooks, which the server trusts.",
  },
  'receiver-key': { type: 'string', value: 'FILE', help: 'Private key (PEM) of --receiver-cert.' },
  ca: { type: 'string', value: 'FILE', help: "CA certificate (PEM) that issued the target's certificate." },
} as const

/** `specwright mutate`: how many faults of a server the user's own tests detect. */
export const mutate = defineCommand({
  name: 'mutate',
  description:
    'Measure how good your API tests are. A proxy between your tests and TARGET plants one fault after another, such as a missing property, an ignored filter or an update that is not stored. In webhooks, it plants lost, repeated and wrong deliveries. Your test command runs once for each fault. A fault that no test detects is reported with its line in the document.\n\nYour tests may be in any language. They must use the URL of the API in an environment variable, and must pass several times on the same server.',
  operands: '[document] [target]',
  flags,
  examples: [
    ['mutate openapi.yaml http://localhost:8080 -- npm test', 'Run "npm test" with up to 200 faults'],
    [
      'mutate openapi.yaml http://localhost:8080 --env BASE_URL --since main --min-score 80 -- pytest',
      'Test only what a branch changed, and fail below 80 %',
    ],
    [
      "mutate openapi.yaml http://localhost:8080 --fault 'listBooks filter-ignored author' -- npm test",
      'Repeat one fault of a report',
    ],
  ],
  arrange: withCommand,
  run: (given, terminal, [word, ...rest]) =>
    withLocalCopies([word ?? '', given.asyncapi ?? ''], terminal, ([copy = '', events = ''], own) =>
      test({ ...given, asyncapi: events === '' ? undefined : events }, own, copy === '' ? undefined : copy, {
        target: rest[0],
        documentUrl: isRemote(word ?? '') ? word : undefined,
      }),
    ),
})

/** The words after `--` as the value of `--command`. */
function withCommand(args: readonly string[]): string[] {
  const at = args.indexOf('--')
  if (at < 0) return [...args]
  const words = args.slice(at + 1)
  // One word may be a whole command line; several are quoted where a shell would divide them.
  const command =
    words.length === 1
      ? words
      : words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word)))
  return [...args.slice(0, at), '--command', command.join(' ')]
}

type Given = FlagValues<typeof flags>

async function test(
  given: Given,
  terminal: Terminal,
  file: string | undefined,
  { target: named, documentUrl }: { target: string | undefined; documentUrl: string | undefined },
): Promise<number> {
  const kit = await import('../mutate/index.ts')
  const reports = reportsOf(given.report, Object.keys(kit.reportWriters))
  const document = readOne(file)
  const events = eventsOf(given, document)
  const target = requireTarget(named ?? targetOf(document, documentUrl))
  const settings = settingsOf(given)
  const operations = operationsOf(given, document, events)
  if (operations?.size === 0) {
    terminal.print(`No selected operation changed since ${given.since}. No fault was planted.`)
    return 0
  }
  const abort = new AbortController()
  const unlisten = onEndingSignals(process, () => abort.abort())
  const work = () =>
    kit.mutate({
      document,
      events,
      target,
      ...settings,
      ca: given.ca === undefined ? undefined : readGivenFile('ca', given.ca),
      receiverTls: receiverTlsOf(given),
      env: terminal.env,
      maxWorkers: Math.min(MAX_WORKERS, availableParallelism()),
      operations,
      now: systemClock.now,
      signal: abort.signal,
      onEvent: printerOf(terminal),
    })
  try {
    if (given.start === undefined && !(await acceptsConnections(target))) {
      terminal.print(
        foreignText(`${target} does not respond. Start the server, or name its command with --start.`),
      )
      return UNREACHABLE
    }
    const summary = await (given.start === undefined
      ? work()
      : whileRunning(given.start, target, terminal.print, work))
    requireMatch(given.fault, summary)
    const report = kit.reportFacts(
      { document, target, seed: settings.seed, routeOf: routesIn(document) },
      summary,
    )
    for (const line of kit.terminalLines(report, painter(terminal), terminal.columns)) terminal.print(line)
    for (const { kind, path } of reports) {
      writeFileSync(path, kit.reportWriters[kind]?.(report) ?? '')
      note(terminal, `${path} written.`)
    }
    if (abort.signal.aborted) return 130
    if (summary.targetGoneAt !== undefined) return UNREACHABLE
    return isTooLow(given['min-score'], summary.score, terminal) ? 1 : 0
  } catch (error) {
    throw error instanceof kit.TestsError ? new UsageError(error.message) : error
  } finally {
    unlisten()
  }
}

function requireTarget(target: string | undefined): string {
  if (target !== undefined && URL.canParse(target) && /^https?:/.test(target)) return target
  throw new UsageError(
    'No target was named. Name the URL of the server, for example: specwright mutate openapi.yaml http://localhost:8080 -- npm test',
  )
}

/** @throws UsageError where `--fault` left nothing */
function requireMatch(
  patterns: readonly string[],
  { results, untried }: { results: readonly unknown[]; untried: number },
): void {
  if (patterns.length === 0 || results.length + untried > 0) return
  throw new UsageError(
    `--fault ${patterns.join(', ')} matches no fault that acts on the requests of the tests. Reports show the ids of faults.`,
  )
}

function settingsOf(given: Given) {
  const { command, env, port, workers, shard } = given
  if (command === undefined || command.trim() === '')
    throw new UsageError(
      'No test command was named. Put it after "--", for example: specwright mutate openapi.yaml http://localhost:8080 -- npm test',
    )
  return {
    command,
    variables: env.length === 0 ? [VARIABLE] : env,
    port: port === undefined ? undefined : wholeNumber('port', port, 1, 65_535),
    workers: workers === undefined ? undefined : wholeNumber('workers', workers, 1, 64),
    families: given.family.length === 0 ? undefined : given.family,
    isSelected: (id: string) => isSelected(given.fault, [id]),
    relayHost: given['relay-host'] === undefined ? undefined : relayHostOf(given['relay-host']),
    seed: wholeNumber('seed', given.seed, 0, 999_999_999),
    maxFaults: wholeNumber('faults', given.faults, 1, 100_000),
    timeBudgetMs: duration('time-budget', given['time-budget'], MAX_TIME_BUDGET_MS),
    shard: shard === undefined ? undefined : shardOf(shard),
  }
}

/** @throws UsageError for only one of the two files */
function receiverTlsOf(given: Given): { cert: string; key: string } | undefined {
  const { 'receiver-cert': cert, 'receiver-key': key } = given
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError('--receiver-cert and --receiver-key belong together. Name both files.')
  return { cert: readGivenFile('receiver-cert', cert), key: readGivenFile('receiver-key', key) }
}

/** @throws UsageError for a URL, or a host with a port */
function relayHostOf(text: string): string {
  const { hostname, href } = URL.canParse(`http://${text}`)
    ? new URL(`http://${text}`)
    : { hostname: '', href: '' }
  if (href === `http://${hostname}/` && !/:\d*$/.test(text)) return hostname
  throw new UsageError(
    `--relay-host received "${text}"; expected a host without a port, such as host.docker.internal.`,
  )
}

function shardOf(text: string): { index: number; of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new UsageError(
    `--shard received "${text}"; expected the number of a part and of all parts, such as 1/4.`,
  )
}

function readOne(file: string | undefined): ContractDocument {
  const [first, second] = documentsOf(file === undefined ? [] : [file])
  if (first === undefined || second !== undefined)
    throw new UsageError('mutate uses one OpenAPI document. Name its file.')
  const document = readDocument(first.file)
  if (document.kind === 'openapi') return document
  throw new DocumentError(
    'UNKNOWN_KIND',
    `${first.file} is an AsyncAPI document. Name an OpenAPI document, and this one with --asyncapi.`,
  )
}

/**
 * The AsyncAPI document of the events.
 * @throws UsageError for a document without events, or an API that no test can give the URL of a receiver
 */
function eventsOf({ asyncapi: file }: Given, document: ContractDocument): ContractDocument | undefined {
  if (file === undefined) return undefined
  const events = readDocument(file)
  if (events.kind !== 'asyncapi' || declaredEvents(events).length === 0)
    throw new UsageError(`--asyncapi ${file} declares no events: expected messages of an AsyncAPI document.`)
  if (receiverAddresses(document).size === 0)
    throw new UsageError(
      `No operation of ${document.source} receives the URL of a webhook, so the proxy cannot relay events. Leave out --asyncapi.`,
    )
  return events
}

function operationsOf(
  given: Given,
  document: ContractDocument,
  events: ContractDocument | undefined,
): ReadonlySet<string> | undefined {
  const selected = selectOperations(listOperations(document), given)
  if (given.since === undefined) return selected
  const changed = changedSince(
    given.since,
    [document, ...(events === undefined ? [] : [events])],
    systemClock.now(),
  )
  return new Set([...changed].filter((id) => selected === undefined || selected.has(id)))
}

function routesIn(document: ContractDocument): (operationId: string) => string {
  const routes = new Map(
    listOperations(document).map((one) => [one.operationId, `${one.method} ${one.path}`]),
  )
  return (operationId) => routes.get(operationId) ?? operationId
}

function reportsOf(given: readonly string[], kinds: readonly string[]) {
  return given
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, kind = '', path = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? []
      if (!kinds.includes(kind))
        throw new UsageError(`--report received "${text}"; expected KIND=FILE with ${kinds.join(', ')}.`)
      requireWritable(`--report ${text}`, path)
      return { kind, path }
    })
}

type OnEvent = import('../mutate/index.ts').MutateOptions['onEvent']

/** Why test runs follow one another. */
const SEQUENTIAL = {
  'fails-in-parallel':
    'The tests fail when they run in parallel, for example because they share data or a port. They run one after another.',
  'not-faster': 'The tests are not faster in parallel. They run one after another.',
} as const

function recordedLines(event: Extract<Parameters<OnEvent>[0], { type: 'recorded' }>): string[] {
  const { milliseconds, requests, operations, deliveries, events, unknown, unrelayed } = event
  const sentences = [
    `The tests pass in ${(milliseconds / 1000).toFixed(1)} s with ${plural(requests, 'request')} of ${plural(operations, 'operation')}.`,
    deliveries > 0 &&
      `They received ${plural(deliveries, 'delivery', 'deliveries')} of ${plural(events, 'event')}.`,
    unknown > 0 && `${plural(unknown, 'request is', 'requests are')} not of a documented operation.`,
  ]
  return [sentences.filter((one) => one !== false).join(' '), ...unrelayedLines(unrelayed)]
}

type Unrelayed = Extract<Parameters<OnEvent>[0], { type: 'recorded' }>['unrelayed'][number]

/** Why deliveries to a receiver have no faults, and what to do. */
const UNRELAYED: Record<Unrelayed['reason'], string> = {
  'certificate-missing': 'name its certificate and key with --receiver-cert and --receiver-key.',
  'other-host':
    'the host is not of this machine. Name the host under which the target reaches this machine with --relay-host.',
  'unknown-host': 'the host has no address here. Use the host of --relay-host in the URLs of receivers.',
  'port-missing': 'the URL has no port.',
}

/** Origins in a line. */
const MAX_ORIGINS = 3

function unrelayedLines(all: readonly Unrelayed[]): string[] {
  return [...new Set(all.map(({ reason }) => reason))].map((reason) => {
    const origins = all.filter((one) => one.reason === reason).map(({ origin }) => foreignText(origin))
    const more = origins.length > MAX_ORIGINS ? ` and ${origins.length - MAX_ORIGINS} more` : ''
    return `No faults for events to ${origins.slice(0, MAX_ORIGINS).join(', ')}${more}: ${UNRELAYED[reason]}`
  })
}

function printerOf(terminal: Terminal): OnEvent {
  return (event) => {
    if (event.type === 'recorded') {
      for (const line of recordedLines(event)) note(terminal, line)
    } else if (event.type === 'started') {
      if (event.reason !== undefined) note(terminal, SEQUENTIAL[event.reason])
      note(terminal, `Planting ${plural(event.faults, 'fault')}, ${event.workers} at a time.`)
    } else
      terminal.progress?.(
        `${event.done} of ${event.faults} faults: ${foreignText(event.result.fault.id)} ${event.result.outcome}`,
        event.done === event.faults,
      )
  }
}

/** @throws UsageError for an invalid percentage */
function isTooLow(least: string | undefined, score: number | undefined, terminal: Terminal): boolean {
  if (least === undefined) return false
  const wanted = wholeNumber('min-score', least, 0, 100)
  if (score !== undefined && score >= wanted) return false
  terminal.print(`--min-score requires ${wanted} %.`)
  return true
}
