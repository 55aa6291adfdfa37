/**
 * Measures tools on real servers of other projects, with their published documents and at most ten lines of
 * configuration: `npm run bench:targets -- NAME [--tool NAME] [--faults N] [--seed N] [--budget SECONDS]`. Each target is
 * installed once into a cache folder and started anew for every run. Two runs on the right server are followed by faults on
 * the wire, drawn by the seed. A fault counts as found where a tool complains of what it does not complain of on the right
 * server. Results go to the cache, and an interrupted run continues there.
 *
 * - `--table` prints the results, and `--list` the targets.
 * - `--findings NAME` prints the findings of `conform` without a fault, with their classes.
 * - `--coverage` counts the lines of a Node server that each tool executes, without a fault.
 * - `--first` ends after the first run, and `--again` discards earlier results.
 * - `--serve NAME` starts the target for another tool until Ctrl-C.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/toolkit/conformance/conform.ts'
import { createFaultProxy } from '../../src/toolkit/mutate/proxy.ts'
import { type ContractDocument, readDocument } from '../../src/toolkit/openapi/index.ts'
import type { AnywhereFault } from '../../test/toolkit/conformance/faults/bend.ts'
import { coverageEnv, linesIn } from './coverage.ts'
import { writeDocument, writeForOthers } from './document.ts'
import { printFindings } from './findings.ts'
import { createObserver, type Exchange, type Observer } from './observe.ts'
import { addResult, COVERAGE, freshIn, isRight, NONE, pathOf, type Result, readResults } from './results.ts'
import { createLauncher, type Launcher } from './start.ts'
import { printTable } from './table.ts'
import { folderOf, loadTarget, type Target, targetNames } from './target.ts'
import { tools } from './tools/index.ts'
import type { Tool } from './tools/tool.ts'
import { readTraffic, writeTraffic } from './traffic.ts'
import { drawFaults } from './wire/draw.ts'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tool: { type: 'string', multiple: true, default: tools.map(({ name }) => name) },
    faults: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    budget: { type: 'string', default: '60' },
    table: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    findings: { type: 'string' },
    serve: { type: 'string' },
    coverage: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})
const count = Number(given.faults)
const seed = Number(given.seed)
const budgetSeconds = Number(given.budget)

const chosen = tools.filter((tool) => {
  if (given.coverage && tool.isWatcher) return false
  const reason = given.tool.includes(tool.name) && positionals.length > 0 ? tool.missing?.() : undefined
  if (reason !== undefined) console.log(`${tool.name} is skipped: ${reason}.`)
  return given.tool.includes(tool.name) && reason === undefined
})

interface Bench {
  name: string
  target: Target
  launcher: Launcher
  document: ContractDocument
  documentFile: string
}

/** One run of a tool against a fresh server with one fault. */
async function measure(
  bench: Bench,
  tool: Tool,
  fault: AnywhereFault | undefined,
  traffic: readonly Exchange[],
): Promise<{ result: Omit<Result, 'fault'>; observer: Observer }> {
  const { name, target, launcher, document, documentFile } = bench
  const observer = createObserver(document, target.base)
  const folder = mkdtempSync(join(tmpdir(), 'bench-run-'))
  const coverage = given.coverage ? join(folder, 'coverage') : undefined
  const server = tool.isWatcher
    ? undefined
    : await launcher.start(coverage === undefined ? {} : coverageEnv(coverage))
  const proxy = await createFaultProxy({
    target: server?.origin ?? 'http://127.0.0.1:9',
    preserveHost: true,
  })
  proxy.onResponse((request, response) => observer.record(request, response))
  proxy.plant(fault)
  const config = join(folderOf(name), 'conform.yaml')
  const env = server?.env ?? {}
  const { credentials, skipped } = server ? configured(config, env) : { credentials: [], skipped: [] }
  const started = performance.now()
  let failure: string | undefined
  const complaints = await tool
    .run({
      document:
        tool.name === 'conform'
          ? documentFile
          : writeForOthers(documentFile, join(folder, 'document.json'), skipped),
      target: `${proxy.origin}${target.base}`,
      origin: proxy.origin,
      config,
      env,
      credentials,
      folder,
      shelf: dirname(documentFile),
      seed,
      budgetSeconds,
      traffic,
      observer,
    })
    .catch((error: unknown) => {
      failure = String(error).slice(0, 500)
      return []
    })
  const seconds = Math.round((performance.now() - started) / 100) / 10
  await proxy.close()
  await server?.stop()
  const lines = coverage && (await linesIn(coverage, launcher.installation, target.sources ?? ''))
  rmSync(folder, { recursive: true, force: true })
  const result = { tool: tool.name, complaints, reach: observer.reach(), acted: proxy.acted, seconds }
  return {
    result: { ...result, ...(failure !== undefined && { failure }), ...(lines && { lines }) },
    observer,
  }
}

function configured(config: string, env: Record<string, string>) {
  const { identities, hints } = readConfig(readFileSync(config, 'utf8'), {
    env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  return { credentials: identities[0]?.credentials ?? [], skipped: hints.skipOperations ?? [] }
}

/** Runs every tool that has no result for the fault yet; those that watch get the traffic of `conform`. */
async function runAll(bench: Bench, fault: string, planted?: AnywhereFault): Promise<Result[]> {
  const done = readResults(bench.name).filter((one) => one.fault === fault)
  let traffic = readTraffic(bench.name, fault)
  const failed = readResults(bench.name).filter((one) => isRight(one) && one.failure !== undefined)
  for (const tool of chosen) {
    if ([...done, ...failed].some((one) => one.tool === tool.name)) continue
    const { result, observer } = await measure(bench, tool, planted, traffic ?? [])
    if (tool.name === 'conform') {
      traffic = observer.exchanges
      writeTraffic(bench.name, fault, traffic)
    }
    const whole = { ...result, fault }
    addResult(bench.name, whole)
    done.push(whole)
    const fresh = freshIn(readResults(bench.name), whole)
    const { reached, operations, covered, pairs, requests } = result.reach
    console.log(
      `${bench.name} · ${fault} · ${tool.name}: ${result.failure ?? `${result.complaints.length} complaints`}, ${fresh.length} new${fresh[0] ? ` (${fresh[0]})` : ''}, acted ${result.acted}, ${reached}/${operations} operations, ${covered}/${pairs} pairs, ${requests} requests, ${result.seconds} s`,
    )
    // A fault that does not act under the tool that reaches most proves nothing, and another one is drawn.
    if (planted !== undefined && tool.name === 'conform' && result.acted === 0) break
  }
  return done
}

async function benchTarget(name: string): Promise<void> {
  const target = await loadTarget(name)
  if (given.again)
    for (const kind of ['jsonl', 'traffic']) rmSync(pathOf(name, kind), { recursive: true, force: true })
  await using launcher = await createLauncher(name, target)
  const folder = join(pathOf(name, 'document'))
  mkdirSync(folder, { recursive: true })
  const documentFile = join(folder, 'openapi.json')
  if (!existsSync(documentFile)) {
    const server = await launcher.start()
    await writeDocument(target, {
      origin: server.origin,
      env: server.env,
      installation: launcher.installation,
      folder,
    })
    await server.stop()
  }
  const bench = { name, target, launcher, documentFile, document: readDocument(documentFile) }
  if (given.coverage) {
    if (target.sources === undefined)
      throw new Error(`bench:targets: ${name} names no sources of a Node server.`)
    await runAll(bench, COVERAGE)
    return
  }
  for (const fault of given.first ? ['right 1'] : ['right 1', 'right 2', NONE]) await runAll(bench, fault)
  if (given.first) return
  const observer = createObserver(bench.document, target.base)
  for (const { request, response } of readTraffic(name, 'right 1') ?? []) observer.record(request, response)
  let planted = 0
  for (const fault of await drawFaults(observer, seed, 3 * count)) {
    if (planted === count) break
    const results = await runAll(bench, fault.name, fault)
    if (results.some(({ tool, acted }) => tool === 'conform' && acted > 0)) planted++
  }
}

/** Starts a target for a tool that is not among those of the benchmark. */
async function serve(name: string): Promise<void> {
  const target = await loadTarget(name)
  await using launcher = await createLauncher(name, target)
  const server = await launcher.start()
  const folder = pathOf(name, 'document')
  mkdirSync(folder, { recursive: true })
  const source = { origin: server.origin, env: server.env, installation: launcher.installation }
  console.log(`document: ${await writeDocument(target, { ...source, folder })}`)
  console.log(`target: ${server.origin}${target.base}`)
  for (const [variable, value] of Object.entries(server.env)) console.log(`${variable}: ${value}`)
  await once(process, 'SIGINT')
  await server.stop()
}

// Without an exit of its own, the process would leave the servers behind.
process.once('SIGTERM', () => process.exit(143))
if (given.serve === undefined) process.once('SIGINT', () => process.exit(130))

if (given.list) console.log(targetNames().join('\n'))
else if (given.table) printTable(positionals.length > 0 ? positionals : targetNames())
else if (given.serve !== undefined) await serve(given.serve)
else if (given.findings !== undefined) printFindings(given.findings)
else if (positionals.length === 0)
  throw new Error(`bench:targets: name a target. Use one of: ${targetNames().join(', ')}.`)
else for (const name of positionals) await benchTarget(name)
