/** Dredd as a separate program, with a plan of the requests to send. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonObject, objectAt } from '../../src/toolkit/openapi/index.ts'
import { downConvert } from './downConvert.ts'
import type { Plan } from './plan.ts'

interface Checked {
  /** `passed`, `failed` or `skipped`, for each transaction. */
  outcomes: string[]
  /** The worst exit code. */
  code: number
  /** Its output about failures. */
  printed: string
}

/**
 * @param root an OpenAPI 3.1 document
 * @param target where its requests go
 * @param ca PEM of the CA that issued the target's certificate
 */
export async function runDredd(
  root: JsonObject,
  plan: Plan,
  target: { origin: string; ca: string },
): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'dredd-'))
  const at = (name: string) => join(folder, name)
  try {
    writeFileSync(at('plan.json'), JSON.stringify(plan))
    writeFileSync(at('ca.pem'), target.ca)
    writeFileSync(at('outcomes'), '')
    let code = 0
    let printed = ''
    for (const part of parts(downConvert(root))) {
      writeFileSync(at('openapi-3.0.json'), JSON.stringify(part))
      const run = await runOnce(target.origin, at)
      code = Math.max(code, run.code)
      printed += run.printed
    }
    return { outcomes: readFileSync(at('outcomes'), 'utf8').split('\n').filter(Boolean), code, printed }
  } finally {
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

async function runOnce(
  origin: string,
  at: (name: string) => string,
): Promise<{ code: number; printed: string }> {
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
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed: code === 0 ? '' : withoutPassing(Buffer.concat(chunks).toString()) }
}

/** Dredd prints a line for each transaction, whatever its log level: only the failures matter. */
const withoutPassing = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/(?:skip|pass)\S*:/.test(line))
    .join('\n')
