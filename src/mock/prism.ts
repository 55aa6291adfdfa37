import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
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
  const document = fileURLToPath(new URL('../../generated/openapi.v1.json', import.meta.url))
  const flags = ['-h', options.host, '-p', String(options.port), ...(options.dynamic ? ['--dynamic'] : [])]
  const child = spawn(process.execPath, [findPrism(), 'mock', document, ...flags], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 0 : (code ?? 1)))
  })
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
