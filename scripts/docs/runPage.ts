/** Runs the steps of a page as a reader would, in a new folder with the sample document and the toolkit. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type Output, type Step, shownPart, stepsOf } from './pageBlocks.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder where npm installed the packed toolkit: a page gets a copy of it, and what it installs comes from npm. */
export interface Installation {
  folder: string
  tarball: string
}

/** The output of the build, which a page uses with the packages of this repository. */
const BUILT = join(ROOT, 'dist/src/toolkit')

/** The page whose first block is the sample document. */
export const SAMPLE = 'docs/start/sample.md'

export interface PageRun {
  /** Printed text, by the output that the page shows. */
  outputs: Map<Output, string>
  /** Commands that ended with another code than the page states. */
  failures: string[]
  /** Steps that were not run, by the tool that they need. */
  skipped: string[]
}

/**
 * Runs a page. Ports of the page are replaced by free ones, and replaced back in the output.
 * @param markdown text of the page
 * @param installation default: none; the page uses the output of the build
 */
export async function runPage(markdown: string, installation?: Installation): Promise<PageRun> {
  const folder = join(mkdtempSync(join(tmpdir(), 'page-')), 'api')
  const background: ChildProcess[] = []
  const run: PageRun = { outputs: new Map(), failures: [], skipped: [] }
  try {
    prepareFolder(folder, installation)
    const ports = await freePorts(markdown)
    writeFileSync(join(folder, 'openapi.yaml'), ports.replaced(sampleDocument()))
    commit(folder)
    for (const step of stepsOf(markdown)) await runStep(step, { folder, ports, background, run })
  } finally {
    for (const child of background) endGroup(child)
    rmSync(dirname(folder), { recursive: true, force: true })
  }
  return run
}

interface Place {
  folder: string
  ports: Ports
  background: ChildProcess[]
  run: PageRun
}

async function runStep(step: Step, { folder, ports, background, run }: Place): Promise<void> {
  if (step.kind === 'skip') {
    run.skipped.push(step.reason)
    return
  }
  if (step.kind === 'file') {
    const file = join(folder, step.name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, ports.replaced(step.text))
    return
  }
  const child = spawn('bash', ['-c', `exec 2>&1\n${ports.replaced(step.script)}`], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const shown = (printed: string) => readable(ports.original(printed), folder)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  if (step.background) {
    background.push(child)
    await quiet(child, () => printed)
  } else {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== step.exit)
      run.failures.push(
        `${step.script.trim()}\nexit code ${code}, the page states ${step.exit}:\n${shown(printed)}`,
      )
  }
  if (step.output !== undefined) run.outputs.set(step.output, shownPart(shown(printed), step.output))
}

/** How long a server may need to print its address, and how long it must then print nothing more. */
const MAX_START_MS = 30_000
const QUIET_MS = 700

/** Resolves when a server has printed an address and nothing more for a while. */
async function quiet(child: ChildProcess, printed: () => string): Promise<void> {
  const end = Date.now() + MAX_START_MS
  let before = ''
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    const now = printed()
    if (child.exitCode !== null) throw new Error(`A server of the page ended:\n${now}`)
    if (now === before && /https?:\/\//.test(now)) return
    before = now
  }
  throw new Error(`A server of the page prints no address:\n${printed()}`)
}

function endGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The folder of the commands that a page may call, next to that of the page. */
const programsOf = (folder: string): string => join(dirname(folder), 'programs')

function prepareFolder(folder: string, installation: Installation | undefined): void {
  mkdirSync(folder, { recursive: true })
  mkdirSync(programsOf(folder))
  if (installation === undefined) linkRepository(folder)
  else copyInstallation(folder, installation)
}

function copyInstallation(folder: string, installation: Installation): void {
  cpSync(installation.folder, folder, { recursive: true, verbatimSymlinks: true })
  // Versions are those of this repository, so that a page prints the same tomorrow.
  const version = `node -p "require('${ROOT}/node_modules/$word/package.json').version"`
  writeProgram(
    folder,
    'npm',
    `[ "$1" = install ] || exit 1
words=
for word in "$@"; do
  case "$word" in
    install|-*) ;;
    specwright) word="${installation.tarball}" ;;
    *) found=$(${version}) || exit 1; word="$word@$found" ;;
  esac
  words="$words $word"
done
exec "${whereIs('npm')}" $words --no-audit --no-fund --prefer-offline`,
  )
}

/** The built toolkit as a package, and the packages of this repository, of which a page may install some. */
function linkRepository(folder: string): void {
  const packages = join(folder, 'node_modules')
  const bin = join(packages, '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(BUILT, join(packages, 'specwright'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && !existsSync(join(packages, name)))
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  for (const name of readdirSync(join(ROOT, 'node_modules/.bin')))
    if (name !== 'specwright') symlinkSync(join(ROOT, 'node_modules/.bin', name), join(bin, name))
  writeProgram(folder, 'specwright', `exec node ${join(BUILT, 'program/main.js')} "$@"`)
  writeProgram(folder, 'npx', `PATH="${bin}:$PATH" exec "$@"`)
  const known = `[ -e "${packages}/$name" ] || { echo "npm: $name is not a package of this repository"; exit 1; }`
  writeProgram(
    folder,
    'npm',
    `[ "$1" = install ] || exit 1\nshift\nfor name in "$@"; do case "$name" in -*) ;; *) ${known};; esac; done`,
  )
}

function writeProgram(folder: string, name: string, script: string): void {
  const path = join(programsOf(folder), name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

/** The PATH without the programs of this repository, which `npm run` adds. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))

/** @throws Error where no folder of the PATH has the program */
function whereIs(program: string): string {
  const found = PATH.map((entry) => join(entry, program)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${program} is not in the PATH.`)
  return found
}

function commit(folder: string): void {
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, env: environment(folder), stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add the API')
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: [programsOf(folder), ...PATH].join(delimiter),
  // A program that the page does not install is not fetched.
  npm_config_yes: 'false',
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  ...networkOf(process.env),
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'Reader'],
      [`GIT_${role}_EMAIL`, 'reader@example.org'],
    ]),
  ),
})

/** The proxy, the registry and the CA certificates of the machine. */
const networkOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(https?|no)_proxy|npm_config_(registry|cafile))$/i.test(name),
    ),
  )

/** The first YAML block of the page with the sample. */
export function sampleDocument(): string {
  const file = join(ROOT, SAMPLE)
  const sample = existsSync(file)
    ? stepsOf(readFileSync(file, 'utf8')).find(({ kind }) => kind === 'file')
    : undefined
  if (sample?.kind !== 'file') throw new Error(`${SAMPLE} has no document.`)
  return sample.text
}

/** Output as the reader of an installed package sees it. */
const readable = (printed: string, folder: string): string =>
  printed
    .replaceAll(`${folder}/`, '')
    .replaceAll(join(ROOT, 'docs'), 'node_modules/specwright/docs')
    .replaceAll(BUILT, 'node_modules/specwright')
    .replaceAll(`${ROOT}/`, '')

interface Ports {
  replaced(text: string): string
  original(text: string): string
}

const PORT = /(?<=127\.0\.0\.1:|localhost:|port[ =(]|PORT=|listen\()\d{4,5}\b/g

async function freePorts(markdown: string): Promise<Ports> {
  const named = new Set(
    [...markdown.matchAll(PORT), ...sampleDocument().matchAll(PORT)].map(([port]) => port),
  )
  const free = new Map<string, string>()
  for (const port of named) free.set(port, String(await freePort()))
  const back = new Map([...free].map(([port, other]) => [other, port]))
  return {
    replaced: (text) => text.replaceAll(PORT, (port) => free.get(port) ?? port),
    original: (text) => text.replaceAll(/\b\d{4,5}\b/g, (number) => back.get(number) ?? number),
  }
}

/** A port that the system does not give to other programs meanwhile: below the range of those that it chooses itself. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return port
  } catch {
    return freePort()
  } finally {
    server.close()
  }
}
