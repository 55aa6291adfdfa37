/**
 * Plants faults between the kit and our right server, one after the other, and notes which the kit finds:
 * `npm run bench:faults -- written|generated [--seed N] [--count N] [--faults-seed N] [--results FILE] [--only TEXT]`.
 * An interrupted run continues by the lines in FILE, and `--table` prints them as a table. With `--draw N` it plants only N of
 * the written ones, drawn of all classes by `--faults-seed`, and fails when fewer than `--least` are found. With `--wide` it
 * repeats the missed ones with all operations.
 */

import { hash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Agent } from 'undici'
import {
  messageOf,
  readConfig,
  runConformance,
  runnerRules,
  type Suspicion,
} from '../../src/toolkit/conformance/conform.ts'
import { createFaultProxy, type FaultProxy, handleOrPass } from '../../src/toolkit/mutate/proxy.ts'
import { createMatcher, readDocument } from '../../src/toolkit/openapi/index.ts'
import { converse } from '../../test/toolkit/conformance/faults/conversation.ts'
import type { Fault, WireRequest, WireResponse } from '../../test/toolkit/conformance/faults/fault.ts'
import { drawFaults, generateFaults, sampleFaults } from '../../test/toolkit/conformance/faults/generated.ts'
import { writtenFaults } from '../../test/toolkit/conformance/faults/index.ts'
import { type OwnServer, startOwnServer } from '../conform/ownServer.ts'
import recipes from '../conform/recipes.ts'
import { isMeant } from './meant.ts'
import { printTable, type Result } from './table.ts'

const root = join(import.meta.dirname, '../..')
const readSiblings = (name: string): string => readFileSync(join(root, 'scripts/conform', name), 'utf8')
const document = readDocument(join(root, 'generated/openapi.v1.json'))
const match = createMatcher(document)

/** Of one run, in milliseconds; a quiet machine needs a fraction of it. */
const TIME_BUDGET = 300_000
/** After so many faults a new server: what faults forget to delete would pile up. */
const FAULTS_A_SERVER = 60
/** Of the resources at which a fault acts so many are drawn; what is not found there `--wide` looks for everywhere. */
const MAX_RESOURCES = 4

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    'faults-seed': { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    results: { type: 'string' },
    only: { type: 'string' },
    /** The built program, where it is not the one of this folder. */
    cli: { type: 'string', default: join(root, 'dist/src/service/cli/main.js') },
    table: { type: 'boolean', default: false },
    draw: { type: 'string' },
    wide: { type: 'boolean', default: false },
    least: { type: 'string', default: '0' },
  },
})
const kind = positionals[0] === 'generated' ? 'generated' : 'written'
const seed = Number(given.seed)
const faultsSeed = Number(given['faults-seed'])
const resultsFile =
  given.results ?? join(tmpdir(), `conformance-faults-${kind}-${given.draw ? process.pid : ''}.jsonl`)
/** Of all classes in turn, so that a measurement that is cut off has seen each. */
const all: readonly (Fault & { operationId?: string })[] =
  kind === 'written'
    ? drawFaults(writtenFaults, (one) => one.class, faultsSeed, Number(given.draw ?? writtenFaults.length))
    : sampleFaults(generateFaults(), faultsSeed, Number(given.count))

interface State {
  server: OwnServer
  proxy: FaultProxy
  plant(fault: Fault | undefined): void
  close(): Promise<void>
}

async function start(): Promise<State> {
  const directory = mkdtempSync(join(tmpdir(), 'faults-'))
  const server = await startOwnServer([given.cli], directory, [], 'production')
  const { OWNER_KEY = '', OTHER_KEY = '' } = server.keys
  const proxy = await createFaultProxy({
    target: new URL(server.target).origin,
    ca: readFileSync(server.ca, 'utf8'),
  })
  const close = async () => {
    await proxy.close()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  const plant = (fault: Fault | undefined) =>
    proxy.plant(fault && { plant: () => fault.plant({ owner: OWNER_KEY, other: OTHER_KEY }) })
  return { server, proxy, plant, close }
}

/** The run that is the same with every fault and without one. */
async function runOnce(
  state: State,
  operations: ReadonlySet<string> | undefined,
  seen: (one: Suspicion) => boolean,
) {
  const config = readConfig(readSiblings('conform.yaml'), {
    env: state.server.keys,
    readFile: readSiblings,
  })
  let enough = false
  const confirmed: Suspicion[] = []
  const summary = await runConformance({
    document,
    target: `${state.proxy.origin}/v1`,
    identities: config.identities,
    hints: config.hints,
    closed: config.closed,
    recipes,
    workflows: config.workflows.map((file) => ({ file, text: readSiblings(file) })),
    rules: runnerRules,
    seed,
    timeBudget: TIME_BUDGET,
    operations: operations && ((id) => id === undefined || operations.has(id)),
    enough: () => enough,
    subscribers: [
      (event) => {
        if (event.type === 'suspicion' && seen(event.suspicion)) enough = true
        if (event.type === 'finding' && event.finding.repeated !== false) confirmed.push(event.finding)
      },
    ],
  })
  return { summary, confirmed }
}

const paths = new Map(runnerOperations().map(({ operationId, path }) => [operationId, path] as const))

function runnerOperations() {
  return Object.entries(document.root.paths as Record<string, Record<string, unknown>>).flatMap(
    ([path, item]) =>
      Object.values(item).flatMap((operation) => {
        const { operationId } = (operation ?? {}) as { operationId?: string }
        return operationId === undefined ? [] : [{ operationId, path }]
      }),
  )
}

/**
 * The operations at which each fault acts, by its name: from one conversation of a client with the right server. A
 * run is narrowed to the resources of these, and the kit gets no information about the fault.
 */
async function scout(): Promise<Record<string, string[]>> {
  const state = await start()
  const recorded: { request: WireRequest; response: WireResponse; operationId: string }[] = []
  state.proxy.onExchange((request, response) => {
    const { operation } = match(request.method, request.target)
    recorded.push({ request, response, operationId: operation?.operationId ?? '' })
  })
  const {
    OWNER_KEY: owner = '',
    OTHER_KEY: other = '',
    READ_KEY: reader = '',
    FREE_KEY: free = '',
  } = state.server.keys
  const agent = new Agent()
  await converse(state.proxy.origin, agent, { owner, other, reader, free })
  await agent.close()
  await state.close()
  const operations: Record<string, string[]> = {}
  for (const fault of all) {
    const handle = fault.plant({ owner, other })
    const acting = new Set<string>()
    for (const { request, response, operationId } of recorded) {
      let questions = 0
      const handled = await handleOrPass(handle, request, async (asked) => {
        questions += asked === request ? 1 : 2
        return response
      })
      if (questions !== 1 || !isDeepStrictEqual(handled, response)) acting.add(operationId)
    }
    operations[fault.name] = fault.operationId === undefined ? [...acting] : [fault.operationId]
  }
  return operations
}

/** `prompts/versions` of `/prompts/{promptId}/versions/{version}`. */
const resourceOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('/')

/**
 * The operations of the same resources and of their parents; undefined: all. Of many resources the first of the document
 * counts, which rules over the common parts of all operations check, and some that the seed draws.
 */
function around(fault: string, acting: readonly string[]): Set<string> | undefined {
  const ids = new Set(acting)
  const [first, ...others] = [
    ...new Set([...paths].filter(([id]) => ids.has(id)).map(([, path]) => resourceOf(path))),
  ]
  if (first === undefined) return undefined
  const lots = new Map(others.map((one) => [one, hash('sha256', `${seed} ${fault} ${one}`)] as const))
  others.sort((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1))
  const drawn = [first, ...others.slice(0, MAX_RESOURCES - 1)]
  const resources = new Set(drawn.flatMap((one) => [one, one.split('/').slice(0, -1).join('/')]))
  return new Set([...paths].filter(([, path]) => resources.has(resourceOf(path))).map(([id]) => id))
}

async function main(): Promise<void> {
  const done = new Map(readResults().map((one) => [one.fault, one]))
  if (given.table) return printTable([...done.values()], all.length)
  const scoutFile = `${resultsFile}.scouted.json`
  if (!existsSync(scoutFile)) writeFileSync(scoutFile, JSON.stringify(await scout(), null, 1))
  const acting = JSON.parse(readFileSync(scoutFile, 'utf8')) as Record<string, string[]>
  const pending = all.filter(
    ({ name }) =>
      (given.wide ? done.get(name)?.found === false : !done.has(name)) &&
      (given.only === undefined || name.includes(given.only)),
  )
  // Those that the conversation did not meet need a whole run each, and come last.
  const isMet = ({ name }: Fault) => (acting[name] ?? []).some((id) => id !== '')
  pending.sort((a, b) => Number(isMet(b)) - Number(isMet(a)))
  let state: State | undefined
  for (const [index, fault] of pending.entries()) {
    if (state === undefined || index % FAULTS_A_SERVER === 0) {
      await state?.close()
      state = await start()
    }
    const result = await tryFault(
      state,
      fault,
      given.wide ? undefined : around(fault.name, acting[fault.name] ?? []),
    )
    appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
    console.log(
      `${result.found ? 'found' : 'MISSED'} ${result.by ?? ''} ${result.seconds} s, ${result.processor} s of the processor`,
    )
  }
  await state?.close()
  if (given.draw !== undefined) concludeDraw()
}

function concludeDraw(): void {
  const results = readResults()
  printTable(results, all.length)
  rmSync(resultsFile)
  rmSync(`${resultsFile}.scouted.json`)
  const found = results.filter((one) => one.found).length
  if (found >= Number(given.least)) return
  console.log(`\n${found} of ${all.length} were found, at least ${given.least} were expected.`)
  process.exitCode = 1
}

const readResults = (): Result[] =>
  existsSync(resultsFile)
    ? readFileSync(resultsFile, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : []

async function tryFault(state: State, fault: Fault, operations: Set<string> | undefined): Promise<Result> {
  const startedAt = Date.now()
  const spent = process.cpuUsage()
  const others = new Set<string>()
  const isCatch = (one: Suspicion) => {
    if (isMeant(fault.class, one.rule)) return true
    others.add(one.rule)
    return false
  }
  state.plant(fault)
  process.stdout.write(`${fault.name} `)
  let { confirmed, summary } = await runOnce(state, operations, isCatch)
  // A suspicion that did not come again ended the run before its time.
  if (summary.endedEarly?.kind === 'enough' && !confirmed.some(isCatch)) {
    state.plant(fault)
    ;({ confirmed, summary } = await runOnce(state, operations, () => false))
  }
  const catching = confirmed.find(isCatch)
  const { acted } = state.proxy
  state.plant(undefined)
  return {
    fault: fault.name,
    class: fault.class,
    found: catching !== undefined,
    seconds: Math.round((Date.now() - startedAt) / 100) / 10,
    processor: Math.round(process.cpuUsage(spent).user / 1e5) / 10,
    requests: summary.requests,
    acted,
    ...(catching !== undefined && {
      by: catching.rule,
      message: `${catching.operationId}: ${messageOf(catching)}`,
    }),
    ...(others.size > 0 && { others: [...others] }),
    ...(summary.endedEarly !== undefined &&
      catching === undefined && { endedEarly: summary.endedEarly.kind }),
  }
}

await main()
