/** Plants one fault after another between the tests and their target, and counts those that the tests detect. */
import { receiverAddresses } from '../model/deliveries.ts'
import { isLoopback } from '../network/isLoopback.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { chooseFaults } from './choose.ts'
import type { Family } from './faults/families.ts'
import type { Fault } from './faults/fault.ts'
import { faultsOf } from './faults/index.ts'
import { type Change, createFaultProxy, type FaultProxy } from './proxy.ts'
import { createRecording, operationFinder, type Recording } from './recording.ts'
import { runTests, type TestRun } from './testCommand.ts'
import type { SentDelivery } from './webhooks/deliveries.ts'
import type { AddressFinder, Unrelayed } from './webhooks/relay.ts'
import { secretsOf } from './webhooks/signatures.ts'
import type { Exchange } from './wire.ts'

export interface MutateOptions {
  document: ContractDocument
  /** AsyncAPI document of the events that the server delivers. */
  events?: ContractDocument | undefined
  /** URL of the server that the tests use, with the path that precedes those of the document. */
  target: string
  /** CA certificate (PEM) that issued the target's certificate. */
  ca?: string | undefined
  /** Certificate and key (PEM) of the tests' HTTPS receivers. */
  receiverTls?: { cert: string; key: string } | undefined
  /** Host under which the server reaches this machine, for receivers in containers and on other machines. */
  relayHost?: string | undefined
  /** Command that runs the tests, in a shell. */
  command: string
  /** Variables of the tests' environment that receive the URL of the proxy. */
  variables: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Fixed port of the proxy, for tests with a fixed URL. Default: free ports. */
  port?: number | undefined
  /** Test runs in parallel. Default: as many as pass together, at most `maxWorkers`. */
  workers?: number | undefined
  maxWorkers: number
  seed: number
  maxFaults: number
  timeBudgetMs: number
  operations?: ReadonlySet<string> | undefined
  families?: readonly Family[] | undefined
  /** Only faults with such an id. */
  isSelected(id: string): boolean
  shard?: { index: number; of: number } | undefined
  now(): number
  signal?: AbortSignal | undefined
  onEvent(event: MutateEvent): void
}

type MutateEvent =
  | {
      type: 'recorded'
      requests: number
      operations: number
      unknown: number
      deliveries: number
      /** Names of the delivered events. */
      events: number
      /** Receivers whose deliveries have no faults. */
      unrelayed: readonly Unrelayed[]
      milliseconds: number
    }
  | { type: 'started'; faults: number; workers: number; reason?: SequentialReason }
  | { type: 'result'; result: FaultResult; done: number; faults: number }

/** Why test runs are not parallel: the tests fail next to each other, or are not faster. */
type SequentialReason = 'fails-in-parallel' | 'not-faster'

export interface FaultResult {
  fault: Fault
  /** `idle`: the fault changed nothing in this run, which proves nothing about the tests. */
  outcome: 'detected' | 'survived' | 'idle'
  isTimedOut: boolean
  /** The first exchange that the fault changed. */
  change?: Change
  milliseconds: number
  /** The last lines of the tests' output. */
  output: string
}

export interface MutateSummary {
  results: FaultResult[]
  detected: number
  survived: number
  /** Faults that changed nothing. */
  idle: number
  /** Faults for which the time budget was too short. */
  untried: number
  /** Percent of the detected among detected and surviving faults; undefined without any. */
  score: number | undefined
  operations: { documented: number; exercised: number }
  milliseconds: number
  workers: number
  /** The fault after which the target accepted no connection any more. The others were not tried. */
  targetGoneAt: string | undefined
  /** The tests failed at the end without a fault: faults may count as detected that were not. */
  failsAtEnd: boolean
}

/** The tests cannot show anything: they fail without a fault, or do not use the proxy. */
export class TestsError extends Error {
  override readonly name = 'TestsError'
}

/** A test run with a fault may wait for something that never comes. */
const SLOWER = 5
const MIN_TIMEOUT_MS = 10_000
const MAX_BASELINE_MS = 30 * 60_000

/**
 * Runs the tests once without a fault and records their exchanges, then once for each fault that acts on them.
 * @throws TestsError when the tests fail without a fault, or send no request through the proxy
 * @example
 * const { score } = await mutate({ document, target: 'http://localhost:8080', command: 'npm test', variables: ['API_URL'], … })
 */
export async function mutate(options: MutateOptions): Promise<MutateSummary> {
  const { now, onEvent, timeBudgetMs } = options
  const started = now()
  const proxies = [await proxyOf(options)]
  try {
    const { recording, first } = await record(options, proxies[0] as FaultProxy)
    const chosen = await chooseFaults(faultsOf(recording), recording, {
      ...options,
      count: options.maxFaults,
    })
    const prepared = await prepareWorkers(options, proxies, { first, faults: chosen.length })
    const { workers } = prepared
    onEvent({ type: 'started', faults: chosen.length, ...prepared })
    const tries: Tries = { options, chosen, deadline: started + timeBudgetMs, timeoutMs: timeoutOf(first) }
    const results = await tryAll(tries, proxies.slice(0, workers))
    const isEnded = results.length === 0 || tries.targetGoneAt !== undefined
    const last = isEnded ? first : await plainRun(options, proxies[0] as FaultProxy)
    return summaryOf({
      results,
      untried: chosen.length - results.length,
      operations: {
        documented: recording.operations.size,
        exercised: new Set(recording.exchanges.map(({ operationId }) => operationId)).size,
      },
      milliseconds: now() - started,
      workers,
      targetGoneAt: tries.targetGoneAt,
      failsAtEnd: !isStopped(options) && last.code !== 0,
    })
  } finally {
    await Promise.all(proxies.map((one) => one.close()))
  }
}

const timeoutOf = ({ milliseconds }: TestRun): number => Math.max(MIN_TIMEOUT_MS, milliseconds * SLOWER)

const proxyOf = (options: MutateOptions): Promise<FaultProxy> => {
  const { document, target, ca, receiverTls, relayHost, port, env } = options
  const { origin } = new URL(target)
  const addressesOf = addressFinder(document, target)
  // Servers on this machine build URLs from the Host, which lead through the proxy again.
  const preserveHost = isLoopback(target)
  return createFaultProxy({
    target: origin,
    ca,
    preserveHost,
    uncompressed: true,
    ...(port !== undefined && { port }),
    ...(addressesOf && { addressesOf, receiverTls, relayHost, secrets: secretsOf(env) }),
  })
}

/** @returns undefined for an API that delivers no events to its clients */
function addressFinder(document: ContractDocument, target: string): AddressFinder | undefined {
  const addresses = receiverAddresses(document)
  if (addresses.size === 0) return undefined
  const operationOf = operationFinder(document, basePathOf(target))
  return (request) => {
    const operationId = operationOf(request) ?? ''
    const places = addresses.get(operationId)
    return places && { operationId, places }
  }
}

const basePathOf = (target: string): string => new URL(target).pathname.replace(/\/$/, '')

/** A run of the tests through a proxy without a fault. */
function plainRun(options: MutateOptions, proxy: FaultProxy): Promise<TestRun> {
  proxy.plant(undefined)
  return runTests(options.command, {
    env: environmentOf(options, proxy),
    timeoutMs: MAX_BASELINE_MS,
    now: options.now,
    signal: options.signal,
  })
}

const environmentOf = ({ env, variables, target }: MutateOptions, { origin }: FaultProxy) => {
  const url = origin + basePathOf(target)
  return { ...env, ...Object.fromEntries(variables.map((name) => [name, url])) }
}

async function record(
  options: MutateOptions,
  proxy: FaultProxy,
): Promise<{ recording: Recording; first: TestRun }> {
  const { document, events, target, command, variables, onEvent } = options
  const passed: Exchange[] = []
  const delivered: SentDelivery[] = []
  proxy.onResponse((request, response) => passed.push({ request, response }))
  proxy.onDelivery((delivery) => delivered.push(delivery))
  const first = await plainRun(options, proxy)
  await proxy.settled()
  proxy.onResponse(() => {})
  proxy.onDelivery(() => {})
  const required = `They must use the URL in the variable ${variables.join(' or ')} instead of ${target}. Name another variable with --env, or a fixed port with --port.`
  if (first.isTimedOut || first.code !== 0) {
    const unused = passed.length === 0 ? ` They sent no request to the proxy. ${required}` : ''
    throw new TestsError(
      `The tests fail without a fault: "${command}" ended with ${first.code ?? 'a signal'}. Make them pass first.${unused}\n${first.output.trim()}`,
    )
  }
  delivered.sort((a, b) => a.at - b.at)
  const base = basePathOf(target)
  const secrets = secretsOf(options.env)
  const recording = createRecording({ document, events, base, passed, delivered, secrets })
  if (passed.length === 0) throw new TestsError(`The tests sent no request to the proxy. ${required}`)
  if (recording.exchanges.length === 0)
    throw new TestsError(
      `None of the ${passed.length} requests of the tests is of a documented operation, for example ${passed[0]?.request.method} ${passed[0]?.request.target}. Check the path of the target URL.`,
    )
  onEvent({
    type: 'recorded',
    requests: passed.length,
    operations: new Set(recording.exchanges.map(({ operationId }) => operationId)).size,
    unknown: recording.unknown,
    deliveries: delivered.length,
    events: new Set(recording.deliveries.map(({ event }) => event)).size,
    unrelayed: proxy.unrelayed,
    milliseconds: first.milliseconds,
  })
  return { recording, first }
}

/** Starts the proxies of further workers. By default, only as many as the tests pass with in parallel. */
async function prepareWorkers(
  options: MutateOptions,
  proxies: FaultProxy[],
  { first, faults }: { first: TestRun; faults: number },
): Promise<{ workers: number; reason?: SequentialReason }> {
  if (options.port !== undefined) return { workers: 1 }
  const wanted = Math.max(1, Math.min(options.workers ?? options.maxWorkers, faults))
  while (proxies.length < wanted) proxies.push(await proxyOf(options))
  if (options.workers !== undefined || wanted === 1) return { workers: wanted }
  const runs = await Promise.all(proxies.map((one) => plainRun(options, one)))
  if (runs.some(({ code }) => code !== 0)) return { workers: 1, reason: 'fails-in-parallel' }
  return longest(runs) < first.milliseconds * wanted
    ? { workers: wanted }
    : { workers: 1, reason: 'not-faster' }
}

const longest = (runs: readonly TestRun[]): number =>
  Math.max(...runs.map(({ milliseconds }) => milliseconds))

interface Tries {
  options: MutateOptions
  chosen: readonly Fault[]
  /** On the clock of `now`. */
  deadline: number
  timeoutMs: number
  targetGoneAt?: string
}

async function tryAll(tries: Tries, proxies: readonly FaultProxy[]): Promise<FaultResult[]> {
  const { options, chosen, deadline } = tries
  const queue = [...chosen]
  const results: FaultResult[] = []
  const work = async (proxy: FaultProxy) => {
    while (options.now() < deadline && !isStopped(options) && tries.targetGoneAt === undefined) {
      const fault = queue.shift()
      if (fault === undefined) return
      const result = await tryFault(tries, proxy, fault)
      // The tests were stopped with the run.
      if (isStopped(options)) return
      if (proxy.isTargetGone) {
        tries.targetGoneAt ??= fault.id
        return
      }
      results.push(result)
      options.onEvent({ type: 'result', result, done: results.length, faults: chosen.length })
    }
  }
  await Promise.all(proxies.map(work))
  return results
}

const isStopped = ({ signal }: MutateOptions): boolean => signal?.aborted === true

async function tryFault(
  { options, timeoutMs }: Tries,
  proxy: FaultProxy,
  fault: Fault,
): Promise<FaultResult> {
  proxy.plant(fault)
  const { code, isTimedOut, milliseconds, output } = await runTests(options.command, {
    env: environmentOf(options, proxy),
    timeoutMs,
    now: options.now,
    signal: options.signal,
  })
  await proxy.settled()
  const { acted, firstChange } = proxy
  const outcome = acted === 0 ? 'idle' : code === 0 ? 'survived' : 'detected'
  return {
    fault,
    outcome,
    isTimedOut,
    milliseconds,
    output,
    ...(firstChange !== undefined && { change: firstChange }),
  }
}

function summaryOf(
  parts: Pick<
    MutateSummary,
    'results' | 'untried' | 'operations' | 'milliseconds' | 'workers' | 'targetGoneAt' | 'failsAtEnd'
  >,
): MutateSummary {
  const count = (wanted: FaultResult['outcome']) =>
    parts.results.filter(({ outcome }) => outcome === wanted).length
  const [detected, survived] = [count('detected'), count('survived')]
  const tried = detected + survived
  return {
    ...parts,
    detected,
    survived,
    idle: count('idle'),
    score: tried === 0 ? undefined : Math.round((detected / tried) * 1000) / 10,
  }
}
