/** `conform --start COMMAND`: the target runs as long as the tests do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { UsageError } from '../program/command.ts'

const PATIENCE = 30_000
const PAUSE = 100
/** An address that drops what comes would have a connection wait for minutes. */
const CONNECT_PATIENCE = 2_000

/**
 * Runs `work` while the command runs, once the target accepts connections. A target that is already up is used as it is.
 * @throws Error with the command's last lines, when the command ends or accepts no connection within 30 seconds
 */
export async function whileRunning<T>(
  command: string,
  target: string,
  print: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  if (!URL.canParse(target)) throw new UsageError(`--target received "${target}"; expected a URL.`)
  if (await acceptsConnections(target)) {
    print(`${target} already responds; "${command}" is not started.`)
    return work()
  }
  // A group of its own: a shell's or npm's children end with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-2000)
    })
  const stop = () => endGroup(child)
  process.once('exit', stop)
  try {
    await waitForConnections(target, child, () => `--start "${command}": ${printed.trim()}`)
    return await work()
  } finally {
    process.removeListener('exit', stop)
    stop()
  }
}

async function waitForConnections(
  target: string,
  child: ChildProcess,
  reported: () => string,
): Promise<void> {
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    if (await acceptsConnections(target)) return
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null) throw new Error(`${reported()}\nIt ended with ${ended}.`)
    await setTimeout(PAUSE)
  }
  throw new Error(`${reported()}\n${target} accepted no connection within ${PATIENCE / 1000} seconds.`)
}

/** Whether the host and port of a URL accept connections. */
export function acceptsConnections(target: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(target)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const end = (isConnected: boolean) => {
      socket.destroy()
      resolve(isConnected)
    }
    socket.setTimeout(CONNECT_PATIENCE, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}
