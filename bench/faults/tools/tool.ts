/** A tool as the benchmark runs it: against one address, with its complaints as the result. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Credential } from '../../../src/toolkit/conformance/config/identity.ts'
import type { Exchange, Observer } from '../observe.ts'

export interface Run {
  /** The document in one file. */
  document: string
  /** URL below which the paths of the document are; faults are planted there. */
  target: string
  /** Origin of `target`. */
  origin: string
  config: string
  env: Readonly<Record<string, string>>
  /** All of them are in each request. */
  credentials: readonly Credential[]
  /** An empty folder of this run. */
  folder: string
  /** A folder of the target that every run shares. */
  shelf: string
  seed: number
  budgetSeconds: number
  /** Exchanges of `conform` under the same fault, for tools that only watch. */
  traffic: readonly Exchange[]
  observer: Observer
}

export interface Tool {
  name: 'conform' | 'Prism proxy' | 'Dredd' | 'redocly respect' | 'Step CI' | 'Schemathesis'
  /** Whether it sends no requests and needs no target. */
  isWatcher?: boolean
  /** Why it cannot run on this machine, where it is not from npm. */
  missing?(): string | undefined
  /** Complaints, each once and worded alike in every run. */
  run(run: Run): Promise<Complaint[]>
}

export interface Complaint {
  /** Equal for the same complaint of another run. */
  key: string
  /** For people, where the key is too short. */
  text?: string
}

/** Time after which a tool is ended; what it printed by then counts. */
const PATIENCE = 4

/** Runs a program and returns what it printed, to a file: what some print into a pipe at their end is cut off. */
export async function printed(
  command: readonly string[],
  run: Pick<Run, 'folder' | 'budgetSeconds' | 'env'>,
): Promise<string> {
  const [program = '', ...args] = command
  const file = join(run.folder, 'output.txt')
  const output = openSync(file, 'w')
  const child = spawn(program, args, {
    cwd: run.folder,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...run.env, NO_COLOR: '1', NODE_NO_WARNINGS: '1', REDOCLY_TELEMETRY: 'off' },
    timeout: run.budgetSeconds * PATIENCE * 1000,
  })
  await once(child, 'close')
  closeSync(output)
  return stripVTControlCharacters(readFileSync(file, 'utf8'))
}

/** The credentials as headers; those of the query are not for every tool. */
export function headersOf(credentials: readonly Credential[]): [string, string][] {
  const cookies = credentials.filter(({ kind }) => kind === 'cookie')
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return [
    ...credentials
      .filter(({ kind }) => kind === 'header')
      .map(({ name, value }): [string, string] => [name, value]),
    ...(cookie === '' ? [] : [['Cookie', cookie] satisfies [string, string]]),
  ]
}

/** Without what differs from run to run: ports, generated words, numbers. */
export const settled = (text: string): string =>
  text
    .replaceAll(/\S*\/bench-run-\w+/g, '')
    .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'target')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, 'UUID')
    .replaceAll(/\d+/g, '0')
    .trim()
