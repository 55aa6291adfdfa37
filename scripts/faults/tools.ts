/**
 * Findings of other tools for the same faults: `npm run bench:faults -- tools [--count N] [--faults-seed N] [--tool NAME]`.
 * Dredd sends the requests of our plan, one for each documented status. Prism's validation proxy gets a conversation that
 * exercises every fault. `redocly respect` runs a workflow of `openapi/workflows`. A fault counts as found where a
 * tool reports an error that it does not report for the right server, in two runs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { parse, stringify } from 'yaml'
import { createFaultProxy } from '../../src/toolkit/mutate/proxy.ts'
import { type JsonObject, loadDocument, objectAt } from '../../src/toolkit/openapi/index.ts'
import { createWorld } from '../../test/contract/world.ts'
import { createReceiver } from '../../test/harness/receiver.ts'
import { startServer } from '../../test/harness/server.ts'
import { converse } from '../../test/toolkit/conformance/faults/conversation.ts'
import { drawFaults } from '../../test/toolkit/conformance/faults/generated.ts'
import { writtenFaults } from '../../test/toolkit/conformance/faults/index.ts'
import { runDredd } from '../dredd/dredd.ts'
import { makePlan } from '../dredd/plan.ts'

const root = join(import.meta.dirname, '../..')
const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '32' },
    'faults-seed': { type: 'string', default: '1' },
    tool: { type: 'string', multiple: true, default: ['Prism proxy', 'redocly respect', 'Dredd'] },
  },
})
const document = loadDocument(join(root, 'generated/openapi.v1.json'))
const faults = drawFaults(
  writtenFaults,
  (one) => one.class,
  Number(given['faults-seed']),
  Number(given.count),
)

/** The complaints of a tool, each once. */
type Complaints = () => Promise<Set<string>>

const folder = mkdtempSync(join(tmpdir(), 'tools-'))
const receiver = await createReceiver()
const server = await startServer({
  webhookCa: receiver.ca,
  plans: { free: { perMinute: 1, burst: 1, perDay: 1_000 } },
})
const proxy = await createFaultProxy({
  target: server.origin,
  ca: server.ca,
})
const credentials = { owner: server.a.key, other: server.b.key }
const world = await createWorld(server, receiver)

const dredd: Complaints = async () => {
  const plan = await makePlan(document, world)
  const { printed } = await runDredd(document.root, plan, { origin: proxy.origin, ca: server.ca })
  return new Set(printed.split('\n').filter((line) => /^\S*fail\S*:/.test(line)))
}

/** Only complaints about responses count, because the conversation has invalid requests on purpose. */
async function startPrism(): Promise<{ complaints: Complaints; stop(): Promise<void> }> {
  const file = join(folder, 'prism.json')
  const paths = Object.entries(objectAt(document.root, 'paths')).map(([path, item]) => [`/v1${path}`, item])
  const bare = { ...document.root, servers: [{ url: '/' }], paths: Object.fromEntries(paths) }
  writeFileSync(file, JSON.stringify(bare))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', file, proxy.origin, '-p', String(port)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('is listening') && resolve())
  })
  const watching = await createFaultProxy({ target: `http://127.0.0.1:${port}` })
  let found = new Set<string>()
  watching.onExchange(({ method, target }, { fields }) => {
    const reported = fields.find(([name]) => name.toLowerCase() === 'sl-violations')?.[1]
    const violations = reported === undefined ? [] : (JSON.parse(reported) as Violation[])
    for (const { location, message } of violations)
      if (location[0] === 'response')
        found.add(`${method} ${shapeOf(target)}: ${location.join('/')} ${message}`)
  })
  const who = {
    owner: server.a.key,
    other: server.b.key,
    reader: await server.keyWith(server.a, ['reports:read']),
    free: world.keys.exhausted,
  }
  return {
    async complaints() {
      found = new Set()
      const agent = new Agent()
      // A fault may end the conversation; what was complained of by then counts.
      await converse(watching.origin, agent, who).catch(() => {})
      await agent.close()
      return found
    },
    async stop() {
      await watching.close()
      child.kill()
      await once(child, 'close')
    },
  }
}

interface Violation {
  location: string[]
  message: string
}

/** A path without the identifiers in it. */
const shapeOf = (target: string): string =>
  (target.split('?', 1)[0] ?? '').replaceAll(/[a-z]+_[0-9a-z]{26}/g, '{}')

/**
 * The workflow that leaves nothing behind, with a credential, on a copy of the document that names the address. Those of conflicts wait
 * for what is under way, which this tool does not come to the end of.
 */
const respect: Complaints = async () => {
  const found = new Set<string>()
  const api = join(folder, 'api.json')
  writeFileSync(api, JSON.stringify({ ...document.root, servers: [{ url: `${proxy.origin}/v1` }] }))
  for (const name of ['prompts.arazzo.yaml']) {
    const text = readFileSync(join(root, 'openapi/workflows', name), 'utf8')
    const arazzo = parse(text) as { sourceDescriptions: JsonObject[]; workflows: JsonObject[] }
    for (const source of arazzo.sourceDescriptions) source.url = api
    const credential = { name: 'Authorization', in: 'header', value: `Bearer ${server.a.key}` }
    for (const workflow of arazzo.workflows) workflow.parameters = [credential]
    const file = join(folder, name)
    writeFileSync(file, stringify(arazzo))
    const child = spawn(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', 'respect', file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    const [code] = (await once(child, 'close')) as [number]
    let step = ''
    let failed = 0
    for (const line of printed.split('\n').map((one) => one.trim())) {
      if (/^[✓✗] [A-Z]+ \//.test(line)) step = line.slice(2)
      // Checks of a step, not the tables of sums.
      if (!line.startsWith('✗') || line.includes('│')) continue
      failed++
      found.add(`${step}: ${line}`)
    }
    if (code !== 0 && failed === 0) throw new Error(`redocly respect ended with ${code}: ${printed}`)
  }
  return found
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const started = await startPrism()
const every: Record<string, Complaints> = {
  'Prism proxy': started.complaints,
  'redocly respect': respect,
  Dredd: dredd,
}
const tools = Object.fromEntries(Object.entries(every).filter(([name]) => given.tool.includes(name)))
try {
  const right = new Map<string, Set<string>>()
  for (const [name, complaints] of Object.entries(tools)) {
    // Twice: what one run leaves on the server may trouble the next one.
    const found = new Set([...(await complaints()), ...(await complaints())])
    right.set(name, found)
    console.log(`${name} at the right server: ${found.size} complaints`)
    for (const complaint of found) console.log(`  ${complaint}`)
  }
  const counts = new Map(Object.keys(tools).map((name) => [name, 0]))
  console.log(`| Fault | Class | ${Object.keys(tools).join(' | ')} |\n|---|---|${'---|'.repeat(counts.size)}`)
  for (const fault of faults) {
    const cells: string[] = []
    for (const [name, complaints] of Object.entries(tools)) {
      proxy.plant({ plant: () => fault.plant(credentials) })
      const found = [...(await complaints())].filter((one) => right.get(name)?.has(one) !== true)
      if (found.length > 0) counts.set(name, (counts.get(name) ?? 0) + 1)
      cells.push(found.length > 0 ? 'found' : proxy.acted === 0 ? 'never met' : '–')
      proxy.plant(undefined)
    }
    console.log(`| ${fault.name} | ${fault.class} | ${cells.join(' | ')} |`)
  }
  const sums = [...counts.values()].map((count) => `${count} of ${faults.length}`)
  console.log(`| all | | ${sums.join(' | ')} |`)
} finally {
  await started.stop()
  await proxy.close()
  await server.close()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
}
