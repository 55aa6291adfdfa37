/** Runs the tests of a user as a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface TestRun {
  /** Exit code; undefined where a signal ended the process. */
  code: number | undefined
  /** The time limit was reached. */
  isTimedOut: boolean
  milliseconds: number
  /** The last lines of standard output and error. */
  output: string
}

interface TestOptions {
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
  now(): number
  signal?: AbortSignal | undefined
}

/** Characters of the output. */
const MAX_OUTPUT = 4000

/** Output that a process outside of the group could still write is not awaited longer. */
const LEFTOVER_MS = 1000

/**
 * Runs a command in a shell. All processes that it started end with it, and at the time limit.
 * @example await runTests('npm test', { env: { API_URL: 'http://localhost:4030' }, timeoutMs: 60_000, now: Date.now })
 */
export function runTests(command: string, { env, timeoutMs, now, signal }: TestOptions): Promise<TestRun> {
  const started = now()
  // A process group of its own: what npm or a shell starts ends with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT)
    })
  let isTimedOut = false
  const stop = () => endGroup(child)
  const timer = setTimeout(() => {
    isTimedOut = true
    stop()
  }, timeoutMs)
  process.once('exit', stop)
  signal?.addEventListener('abort', stop, { once: true })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // A server that the tests left running would not close the output.
    child.once('exit', () => {
      stop()
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, LEFTOVER_MS).unref()
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      process.removeListener('exit', stop)
      signal?.removeEventListener('abort', stop)
      resolve({ code: code ?? undefined, isTimedOut, milliseconds: now() - started, output })
    })
  })
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
