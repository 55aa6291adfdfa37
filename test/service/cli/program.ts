/** The built program as its users start it, in a process of its own. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Credentials } from '../../../src/service/cli/serve/bootstrap.ts'
import { systemClock } from '../../../src/service/runtime/clock.ts'
import { commands as toolkitCommands } from '../../../src/toolkit/cli/commands.ts'
import { localCertificates } from '../../../src/toolkit/network/certificates.ts'

const root = join(import.meta.dirname, '../../..')

/** The program that has a command. */
const packageOf = (command = ''): 'toolkit' | 'service' =>
  command in toolkitCommands ? 'toolkit' : 'service'

export interface Program {
  /** All that was printed so far. */
  output: { stdout: string; stderr: string }
  /** Resolves with the match as soon as the output has it; rejects when the program ends without. */
  says(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
  pid: number
  /** How it ended: its exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals>
}

/**
 * Runs the built `specwright` or `prompt-service`, whichever has the command, with `args`; whatever still runs when the test ends is killed.
 * @param descriptors that it may have open (`ulimit -n`)
 * @param cwd where it runs
 * @param which the package of the program
 */
export function program(
  args: readonly string[],
  env: Record<string, string> = {},
  descriptors?: number,
  cwd = root,
  which = packageOf(args[0]),
): Program {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `
  const command = [
    '-c',
    `${limit}exec "$@"`,
    'sh',
    process.execPath,
    join(root, `dist/src/${which}/cli/main.js`),
    ...args,
  ]
  const child = spawn('sh', command, {
    cwd,
    env: { PATH: process.env.PATH ?? '', SPECWRIGHT_CACHE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  onTestFinished(async () => {
    // These two have processes of their own to end.
    child.kill(args[0] === 'mock' || args[0] === 'design' ? 'SIGTERM' : 'SIGKILL')
    await ended
  })
  return {
    output,
    ended,
    kill: (signal) => void child.kill(signal),
    pid: child.pid ?? -1,
    says: (pattern, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output[stream])
          if (match) resolve(match)
        }
        listeners.add(look)
        look()
        void ended.then((how) =>
          reject(
            new Error(`ended with ${how} before it said ${pattern}:\n${output.stdout}\n${output.stderr}`),
          ),
        )
      }),
  }
}

export interface Served extends Program {
  credentials: Credentials
  /** Sends a request to an environment, by default development with its first key. */
  ask(path: string, more?: Asking): Promise<{ status: number; body: unknown }>
}

export interface Asking {
  environment?: 'production' | 'development'
  method?: string
  key?: string
  body?: object
}

/** The files of a local CA by name, made once: they cost a start half a second of processor time. */
let authority: Promise<[name: string, text: string][]> | undefined
async function madeAuthority(): Promise<[name: string, text: string][]> {
  const directory = mkdtempSync(join(tmpdir(), 'authority-'))
  const source = await localCertificates({ directory, hosts: [], clock: systemClock })
  source.stop()
  const files = readdirSync(directory).map((name): [string, string] => [
    name,
    readFileSync(join(directory, name), 'utf8'),
  ])
  rmSync(directory, { recursive: true })
  return files
}

/**
 * `prompt-service serve` on free ports with its data in `directory`, ready for requests. Its certificates are there
 * already; everything else a first start makes.
 */
export async function serve(directory: string, ...flags: string[]): Promise<Served> {
  const tls = join(directory, 'tls')
  if (!existsSync(tls)) {
    authority ??= madeAuthority()
    const files = await authority
    mkdirSync(tls, { recursive: true, mode: 0o700 })
    for (const [name, text] of files) writeFileSync(join(tls, name), text, { mode: 0o600 })
  }
  return serveAnew(directory, ...flags)
}

/** The same in a directory that may lack everything, itself included. */
export async function serveAnew(directory: string, ...flags: string[]): Promise<Served> {
  const ports = ['--production-port', '0', '--development-port', '0']
  const server = program(['serve', ...ports, '--data-dir', directory, '--validator', 'compiled', ...flags])
  const [, production = '', development = ''] = await server.says(
    /production +(https:\S+)[\s\S]*development +(https:\S+)[\s\S]*\n$/,
  )
  const credentials = readJson<Credentials>(join(directory, 'credentials.json'))
  const base = { production, development }
  const agent = new Agent({ keepAlive: true, ca: readFileSync(join(directory, 'tls/ca.pem')) })
  onTestFinished(() => agent.destroy())
  return {
    ...server,
    credentials,
    ask(path, { environment = 'development', method = 'GET', key, body } = {}) {
      const text = body && JSON.stringify(body)
      const headers = {
        Authorization: `Bearer ${key ?? credentials[environment]?.apiKey}`,
        ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
      }
      return new Promise((resolve, reject) => {
        const sent = request(base[environment] + path, { agent, method, headers }, (response) => {
          json(response).then((reply) => resolve({ status: response.statusCode ?? 0, body: reply }), reject)
        })
        sent.on('error', reject).end(text)
      })
    },
  }
}

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** The response of `prompt-service admin … --json` about development. */
export async function askAdmin<T>(directory: string, ...words: string[]): Promise<T> {
  const asked = admin(directory, ...words, '--json')
  const code = await asked.ended
  if (code !== 0) throw new Error(`admin ${words.join(' ')} ended with ${code}: ${asked.output.stderr}`)
  return JSON.parse(asked.output.stdout) as T
}

/** `prompt-service admin` about development. */
export const admin = (directory: string, ...words: string[]): Program =>
  program(['admin', ...words, '--environment', 'development', '--data-dir', directory])
