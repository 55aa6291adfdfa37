import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Prism is not there to be run; the message says how to get it. */
export class PrismMissing extends Error {
  override readonly name = 'PrismMissing'
}

/**
 * Runs Prism over the bundled document until it ends or this process is told to; its output is ours.
 * @returns Prism's exit code; 0 when a signal ended it
 * @throws PrismMissing
 */
export function runPrism(options: { host: string; port: number; dynamic: boolean }): Promise<number> {
  const prism = findPrism()
  const folder = mkdtempSync(join(tmpdir(), 'prompt-service-mock-'))
  const document = join(folder, 'openapi.v1.json')
  writeFileSync(document, documentWithPrefix())
  const flags = ['-h', options.host, '-p', String(options.port), ...(options.dynamic ? ['--dynamic'] : [])]
  const child = spawn(process.execPath, [prism, 'mock', document, ...flags], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 0 : (code ?? 1)))
  })
  return ended.finally(() => rmSync(folder, { recursive: true, force: true }))
}

/**
 * The bundled document with each path below the service's own `/v1` too: Prism looks at paths alone, not at what
 * `servers` puts before them.
 */
function documentWithPrefix(): string {
  const bundle = fileURLToPath(new URL('../../../generated/openapi.v1.json', import.meta.url))
  const document = JSON.parse(readFileSync(bundle, 'utf8')) as { paths: Record<string, object> }
  for (const path of Object.keys(document.paths)) {
    const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1')
    document.paths[`/v1${path}`] = { $ref: `#/paths/${pointer}` }
  }
  return JSON.stringify(document)
}

function findPrism(): string {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve('@stoplight/prism-cli/package.json')
    const { bin } = require(manifest) as { bin: Record<string, string> }
    return join(dirname(manifest), bin.prism ?? '')
  } catch (cause) {
    throw new PrismMissing(
      'The mock needs Prism, a tool of development: npm install --save-dev @stoplight/prism-cli@5.14.2',
      { cause },
    )
  }
}
