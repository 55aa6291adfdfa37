import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Mock {
  /** Without a trailing slash. */
  origin: string
  stop(): Promise<void>
}

/**
 * Starts Prism on a free port of the loopback address and resolves once it says that it listens.
 * @throws Error with what Prism printed when it ends before that
 */
export async function startPrism(document: string): Promise<Mock> {
  const command = [
    'node_modules/@stoplight/prism-cli/dist/index.js',
    'mock',
    document,
    '-h',
    '127.0.0.1',
    '-p',
    '0',
  ]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  for await (const line of createInterface(child.stdout)) {
    printed.push(line)
    const origin = /listening on (http:\S+)/.exec(line)?.[1]
    if (origin === undefined) continue
    child.stdout.resume() // what nobody reads would block it
    return { origin, stop: () => stop(child) }
  }
  throw new Error(`Prism ended before it listened:\n${printed.join('\n')}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
