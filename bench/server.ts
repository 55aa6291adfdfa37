/** The built server in a process of its own, with limits out of the way, as `npm start` runs it. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { spawnNode, temporaryFolder } from './leftovers.ts'

export interface RunningServer {
  process: ChildProcess
  folder: string
  /** {base_url} of production. */
  baseUrl: string
  key: string
  /** Milliseconds from the spawn to the first 200. */
  firstResponseAfter: number
  stop(): Promise<void>
}

const WIDE = { perMinute: 100_000_000, perDay: 1_000_000_000, burst: 10_000_000 }

/** @param folder of a server that was stopped, to continue with its data */
export async function startServer(
  flags: readonly string[] = [],
  folder = temporaryFolder(),
): Promise<RunningServer> {
  const limits = join(folder, 'limits.json')
  writeFileSync(limits, JSON.stringify({ free: WIDE, pro: WIDE, business: WIDE, enterprise: WIDE }))
  const [production, development] = [await freePort(), await freePort()]
  const data = join(folder, 'data')
  const ports = ['--production-port', String(production), '--development-port', String(development)]
  const began = performance.now()
  const child = spawnNode(
    [
      'dist/src/service/cli/main.js',
      'serve',
      ...ports,
      '--data-dir',
      data,
      '--plan-limits',
      limits,
      '--log-level',
      'error',
      ...flags,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await untilResponding(`https://127.0.0.1:${production}/healthz`, child)
  const firstResponseAfter = performance.now() - began
  const credentials = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'))
  return {
    process: child,
    folder,
    baseUrl: `https://127.0.0.1:${production}/v1`,
    key: credentials.production.apiKey,
    firstResponseAfter,
    stop: () => stop(child),
  }
}

export function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  return ended
}

async function untilResponding(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  throw new Error(`The server ended with ${child.exitCode} before it answered ${url}.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** The server's response: to a POST where there is a body, else to a GET. @throws Error with the message of an error response */
export async function ask<T>(
  { baseUrl, key }: Pick<RunningServer, 'baseUrl' | 'key'>,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(baseUrl + path, { headers, ...init })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
