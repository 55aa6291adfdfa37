import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { compiledProgram } from '../../harness/compiled/program.ts'

export interface Program {
  child: ChildProcess
  /** Resolves with the first line of the output, from now on, that `wanted` accepts; rejects when the program ends. */
  line(wanted?: (line: string) => boolean): Promise<string>
  lines: string[]
  /** Ends it as a power button would. */
  kill(): Promise<void>
}

/** Runs a file of `programs/` as a process of its own, killed with the test. `fileSize` is in blocks of 512 bytes. */
export function startProgram(
  name: string,
  args: string[],
  limit: { fileSize?: number; nodeFlags?: string[] } = {},
): Program {
  const file = compiledProgram(fileURLToPath(new URL(`programs/${name}`, import.meta.url)))
  const shell = limit.fileSize === undefined ? 'exec "$@"' : `ulimit -f ${limit.fileSize}; exec "$@"`
  const { nodeFlags = [] } = limit
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, ...nodeFlags, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const exited = once(child, 'exit')
  let changed = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    changed()
  })
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return {
    child,
    lines,
    kill,
    async line(wanted = () => true) {
      for (let at = 0; ; at++) {
        if (at === lines.length) {
          const more = new Promise<string>((resolve) => (changed = () => resolve('more')))
          const what = await Promise.race([more, exited.then(() => 'ended')])
          if (what === 'ended' && at === lines.length)
            throw new Error(`${name} ended with: ${lines.slice(-3).join(' | ')}`)
        }
        const line = lines[at]
        if (line !== undefined && wanted(line)) return line
      }
    },
  }
}
