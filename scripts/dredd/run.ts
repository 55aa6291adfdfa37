/**
 * Runs Dredd, a judge that is not ours, over the real server: `npm run test:dredd`. Fails when a transaction fails,
 * and when Dredd saw fewer transactions than the document has, for on a document that it cannot read it runs none
 * and says that all is well.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonObject, loadDocument, objectAt } from '../../src/toolkit/contract/index.ts'
import { createWorld } from '../../test/contract/world.ts'
import { createReceiver } from '../../test/harness/receiver.ts'
import { startServer } from '../../test/harness/server.ts'
import { downConvert } from './downConvert.ts'
import { makePlan } from './plan.ts'

const BUNDLE = 'generated/openapi.v1.json'

async function main(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dredd-'))
  const at = (name: string) => join(folder, name)
  const receiver = await createReceiver()
  const server = await startServer({
    webhookCa: receiver.ca,
    plans: { free: { perMinute: 1, burst: 1, perDay: 1_000 } },
  })
  try {
    const document = loadDocument(BUNDLE)
    const plan = await makePlan(document, await createWorld(server, receiver))
    writeFileSync(at('plan.json'), JSON.stringify(plan))
    writeFileSync(at('ca.pem'), server.ca)
    writeFileSync(at('outcomes'), '')
    let code = 0
    for (const part of parts(downConvert(document.root))) {
      writeFileSync(at('openapi-3.0.json'), JSON.stringify(part))
      code = Math.max(code, await runDredd(server.origin, at))
    }
    const outcomes = readFileSync(at('outcomes'), 'utf8').split('\n').filter(Boolean)
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    console.log(
      `Dredd: ${outcomes.length} of ${plan.documented} documented transactions seen; ${count('passed')} of ${plan.planned} planned passed, ${count('failed')} failed, ${count('skipped')} skipped.`,
    )
    return (
      code === 0 &&
      plan.planned > 0 &&
      outcomes.length === plan.documented &&
      count('passed') === plan.planned
    )
  } finally {
    await server.close()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Paths of a part. Dredd copies all that it read once for its hooks, in time that grows with the square. */
const TOGETHER = 8

/** The document, some paths at a time. */
function parts(document: JsonObject): JsonObject[] {
  const paths = Object.entries(objectAt(document, 'paths'))
  return Array.from({ length: Math.ceil(paths.length / TOGETHER) }, (_, i) => ({
    ...document,
    paths: Object.fromEntries(paths.slice(i * TOGETHER, (i + 1) * TOGETHER)),
  }))
}

async function runDredd(origin: string, at: (name: string) => string): Promise<number> {
  const args = [
    at('openapi-3.0.json'),
    origin,
    '--hookfiles=scripts/dredd/hooks.cjs',
    '--language=nodejs',
    '--loglevel=error',
  ]
  const child = spawn(process.execPath, ['node_modules/dredd/bin/dredd', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: at('ca.pem'),
      NODE_NO_WARNINGS: '1',
      DREDD_PLAN: at('plan.json'),
      DREDD_OUTCOMES: at('outcomes'),
    },
  })
  const printed: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) process.stdout.write(withoutPassing(Buffer.concat(printed).toString()))
  return code
}

/** Dredd prints a line for each transaction, whatever its log level: only the failures matter. */
const withoutPassing = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/(?:skip|pass)\S*:/.test(line))
    .join('\n')

main().then(
  (passed) => {
    process.exitCode = passed ? 0 : 1
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  },
)
