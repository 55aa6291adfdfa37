/**
 * The result of a command whose inputs have not changed since it was last run: it is shown again, without the work.
 *
 * A stored result lists all facts about files that the run used: contents, folders, and files that are missing. It is used
 * only if each of them is still true, and if every file that the run wrote is as the run left it.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../../network/clock.ts'
import type { Terminal } from '../program/command.ts'
import { detail, note, warn } from '../program/output.ts'
import { type Fact, stateOf, valueNow } from './fileFacts.ts'
import { type Observation, observeFiles } from './observeFiles.ts'

/** A run in the way that a command sees it. */
type Work = (terminal: Terminal) => Promise<number>

interface Stored {
  facts: Fact[]
  written: Observation['written']
  lines: Line[]
  code: number
}

type Line = [channel: 'print' | 'warn' | 'note', text: string]

/**
 * The bytes of executed code after which V8 optimizes a function. By default there are a tenth as many, which suits servers.
 * Most functions of one run end before their optimized code saves the time of another thread that compiles it.
 */
const OPTIMIZED_AFTER = 1_000_000
/** Later versions of V8 print an error about the flag. */
const HAS_BUDGET = process.versions.node.startsWith('20.')

/** Of one place: the oldest are deleted. */
const MAX_STORED = 200
const MAX_BYTES = 32 * 1024 * 1024

/** The flag of a command with such results. */
export const freshFlag = {
  fresh: {
    type: 'boolean',
    help: 'Do the work even if nothing that the last run used has changed. Otherwise its result is shown again.',
  },
} as const

/**
 * @param name of the command
 * @param given the values of its flags
 * @param words its arguments
 * @param work its output goes to the terminal that it receives, whose `impede` prevents that the result is stored
 * @returns the exit code
 */
export async function repeatable(
  name: string,
  given: Readonly<Record<string, unknown>>,
  words: readonly string[],
  terminal: Terminal,
  work: Work,
): Promise<number> {
  const { fresh, verbose: _, ...flags } = given
  const once: Work = (own) => {
    if (HAS_BUDGET) setFlagsFromString(`--interrupt-budget=${OPTIMIZED_AFTER}`)
    return work(own)
  }
  const folder = folderOf(terminal.env)
  if (folder === undefined) return once(terminal)
  const file = join(folder, `${keyOf([name, flags, words], terminal)}.json`)
  const stored = fresh === true ? undefined : readStored(file)
  if (stored === undefined || !isCurrent(stored)) return runAndStore(file, name, terminal, once)
  detail(terminal, `${name}: nothing that the last run used has changed. This is its result.`)
  return show(stored, terminal)
}

async function runAndStore(file: string, name: string, terminal: Terminal, work: Work): Promise<number> {
  const lines: Line[] = []
  const through = (channel: Line[0], out: (line: string) => void) => (line: string) => {
    lines.push([channel, line])
    out(line)
  }
  const observer = observeFiles()
  let observation: Observation
  let code: number
  try {
    code = await work({
      ...terminal,
      print: through('print', terminal.print),
      warn: through('warn', (line) => warn(terminal, line)),
      note: through('note', (line) => note(terminal, line)),
      impede: (obstacle) => observer.impede(obstacle),
    })
  } finally {
    observation = observer.end()
  }
  const { obstacle, facts, written } = observation
  if (obstacle === undefined) store(file, { facts, written, lines, code })
  else detail(terminal, `${name}: the result is not stored, because ${obstacle}.`)
  return code
}

/** Files are as they were written, so that notes about writing them are not repeated. */
function show({ lines, written, code }: Stored, terminal: Terminal): number {
  for (const [channel, text] of lines) {
    if (channel === 'print') terminal.print(text)
    else if (channel === 'warn') warn(terminal, text)
    else if (written.length === 0) note(terminal, text)
  }
  if (written.length > 0) note(terminal, 'Nothing has changed since the last run; all files are up to date.')
  return code
}

const isCurrent = ({ facts, written }: Stored): boolean =>
  written.every(([path, state]) => stateOf(path) === state) &&
  facts.every(([aspect, path, value]) => valueNow(aspect, path) === value)

/** @returns undefined for a missing or damaged file */
function readStored(file: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isStored(stored)) return undefined
    const now = systemClock.now() / 1000
    utimesSync(file, now, now)
    return stored
  } catch {
    return undefined
  }
}

/** A damaged file may be valid JSON. */
function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  const { facts, written, lines, code } = value as Partial<Record<keyof Stored, unknown>>
  return Number.isInteger(code) && isTable(facts, 3) && isTable(written, 2) && isTable(lines, 2)
}

const isTable = (rows: unknown, width: number): boolean =>
  Array.isArray(rows) &&
  rows.every(
    (row) =>
      Array.isArray(row) && row.length === width && row.every((part: unknown) => typeof part === 'string'),
  )

/** A result that cannot be stored, as on a full disk, is made again by the next run. */
function store(file: string, stored: Stored): void {
  const text = JSON.stringify(stored)
  if (text.length > MAX_BYTES) return
  const folder = dirname(file)
  const part = `${file}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(part, text)
      renameSync(part, file)
    } finally {
      rmSync(part, { force: true })
    }
    deleteOldest(folder)
  } catch {
    // Only the next run is slower.
  }
}

/** The folder may contain files of others. */
const STORED_NAME = /^[\da-f]{32}\.json(\.[\da-f-]{36})?$/

function deleteOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => STORED_NAME.test(name))
  const paths = names.map((name) => join(folder, name))
  if (paths.length <= MAX_STORED) return
  const byAge = paths.map((path) => ({ path, time: statSync(path).mtimeMs })).sort((a, b) => a.time - b.time)
  for (const { path } of byAge.slice(0, byAge.length - MAX_STORED)) rmSync(path, { force: true })
}

/** @returns undefined where nothing is stored: on request, and by default for a program that runs from its sources */
function folderOf(env: Terminal['env']): string | undefined {
  const { SPECWRIGHT_CACHE: chosen, XDG_CACHE_HOME: home } = env
  if (chosen === 'off') return undefined
  if (chosen) return resolve(chosen)
  if (import.meta.url.endsWith('.ts')) return undefined
  if (existsSync('node_modules')) return resolve('node_modules/.cache/specwright')
  return join(home || join(homedir(), '.cache'), 'specwright')
}

/** Variables of the environment that Node or a library reads. */
const READ_BY_OTHERS =
  /^(NODE_|REDOCLY_|LC_|(TZ|LANG|TERM|CI|GITHUB_ACTIONS|GITLAB_CI|CIRCLECI|NO_COLOR|FORCE_COLOR)$)/

function keyOf(input: unknown, { env, version, columns, colors, isInteractive, quiet }: Terminal): string {
  const variables = Object.entries(env).filter(([key]) => READ_BY_OTHERS.test(key))
  const day = new Date(systemClock.now()).toISOString().slice(0, 10)
  const parts = [
    input,
    process.cwd(),
    version,
    programState(),
    variables,
    day,
    { columns, colors, isInteractive, quiet },
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Files that npm, pnpm and Yarn write into `node_modules` when they change it. */
const RECORDS = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity']

/** Values that an installation or a build of the program changes. */
function programState(): string[] {
  const own = fileURLToPath(import.meta.url)
  const states = [process.version, process.platform, String(statSync(own).ctimeMs)]
  for (let folder = dirname(own); folder !== dirname(folder); folder = dirname(folder))
    for (const name of RECORDS) {
      const record = statSync(join(folder, 'node_modules', name), { throwIfNoEntry: false })
      if (record !== undefined) states.push(String(record.ctimeMs))
    }
  return states
}
