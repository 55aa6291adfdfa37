import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Manifest, startingProject } from '../init/startingProject.ts'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { note } from './program/output.ts'

const flags = {
  source: {
    type: 'string',
    value: 'SPEC',
    help: 'Source of the specwright package for npm: a version, file:PATH or a URL. Default: the source of this installation.',
  },
  from: {
    type: 'string',
    value: 'FILE',
    help: 'Your OpenAPI 3 document. It is copied with all files that it references. Default: a sample document for tasks.',
  },
} as const

/** `specwright init`: a project for an API of one's own, in which every command works. */
export const init = defineCommand({
  name: 'init',
  description:
    'FOLDER must be empty or must not exist. Default: the current folder. Files of\n`npm install specwright` are allowed: package.json is then completed. Prints the name of each file that it writes.',
  operands: '[folder]',
  examples: [
    ['init my-api', 'Create a project with a sample API'],
    ['init my-api --from openapi.yaml', 'Create a project for an existing document'],
  ],
  flags,
  async run(given, terminal, words) {
    const { env } = terminal
    const [word] = words
    const folder = resolve(word ?? '.')
    const present = presentManifest(folder)
    const manifest = readManifest(join(PACKAGE, 'package.json'))
    const source = given.source ?? present?.dependencies?.specwright ?? sourceFrom(folder, manifest)
    const template = join(TEMPLATES, 'project')
    const from = given.from === undefined ? undefined : await documentOf(given.from)
    const files = startingProject({ name: basename(folder), template, source, manifest, present, from })
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
      note(terminal, `Wrote ${join(relative(process.cwd(), folder), name)}.`)
    }
    const problem = lockfileProblem(folder, env)
    if (problem === undefined)
      note(terminal, `Wrote ${join(relative(process.cwd(), folder), 'package-lock.json')}.`)
    const enter = relative(process.cwd(), folder)
    const install = `\`${enter === '' ? '' : `cd ${enter} && `}npm install\``
    const missing =
      problem && ` There is no package-lock.json yet: ${problem}. Commit the one that it writes.`
    note(terminal, `Next: ${install}; README.md describes each command.${missing ?? ''}`)
    return 0
  },
})

async function documentOf(file: string) {
  if (!existsSync(file)) throw new UsageError(`--from: there is no file ${file}. Nothing was written.`)
  // It loads optional peers, which a project with the document of the template does not need yet.
  const { fromDocument } = await import('../init/fromDocument.ts')
  return { document: await fromDocument(file), template: join(TEMPLATES, 'from') }
}

/**
 * Resolves the project's packages into a lockfile, without which `npm ci` in CI fails.
 * @returns why there is none
 */
function lockfileProblem(folder: string, env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  if (env.PATH === undefined) return 'npm was not found'
  const { status, error, stderr } = spawnSync(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'],
    { cwd: folder, env, encoding: 'utf8', timeout: LOCK_TIMEOUT_MS, shell: process.platform === 'win32' },
  )
  if (status === 0) return undefined
  if (error !== undefined) return `npm could not be run (${error.message})`
  const [, reason = 'no reason given'] = /^npm (?:error|ERR!) (?!code )(.+)$/m.exec(stderr) ?? []
  return `npm could not resolve the packages (${reason})`
}

const LOCK_TIMEOUT_MS = 120_000

/** The folder of this package, whether it runs from its sources or as it was built. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** In the package, else in the repository: the package's sources and what is built of them are at different depths. */
const TEMPLATES = ['templates', '../../templates', '../../../templates']
  .map((path) => join(PACKAGE, path))
  .find((path) => existsSync(join(path, 'project'))) as string

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest

/** The files of `git init` and `npm install`. */
const NOTHING = /^(\.git|node_modules|package(-lock)?\.json|specwright-[\w.-]+\.tgz)$/

/** Properties of a manifest that are read. */
const TABLES = ['scripts', 'dependencies', 'devDependencies']

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The manifest that is there already.
 * @throws UsageError when the folder has other files
 */
function presentManifest(folder: string): Manifest | undefined {
  if (!existsSync(folder)) return undefined
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file; expected a folder.`)
  const there = readdirSync(folder)
  const [other] = there.filter((name) => !NOTHING.test(name))
  if (other !== undefined)
    throw new UsageError(`${folder} is not empty: it has ${other}. Nothing was written; name another folder.`)
  if (!there.includes('package.json')) return undefined
  if (!lstatSync(join(folder, 'package.json')).isFile())
    throw new UsageError(
      `${join(folder, 'package.json')} is not a regular file. Nothing was written; name another folder.`,
    )
  let manifest: Manifest
  try {
    manifest = readManifest(join(folder, 'package.json'))
  } catch (error) {
    throw new UsageError(`${join(folder, 'package.json')} is not JSON: ${(error as Error).message}`)
  }
  const wrong = isTable(manifest)
    ? TABLES.find((name) => manifest[name] !== undefined && !isTable(manifest[name]))
    : 'the whole'
  if (wrong !== undefined)
    throw new UsageError(
      `${join(folder, 'package.json')}: ${wrong} is not an object. Nothing was written; correct it first.`,
    )
  // `npm init` writes a test that fails.
  const [script] = Object.entries(manifest.scripts ?? {}).filter(
    ([, text]) => !/no test specified/.test(text),
  )
  if (script !== undefined)
    throw new UsageError(
      `${folder} has a project: its package.json has the script "${script[0]}". Nothing was written; name another folder.`,
    )
  return manifest
}

/** npm records the source of a package; a package from a file is on no registry. */
function sourceFrom(folder: string, { version }: Manifest): string {
  const modules = dirname(PACKAGE)
  const record = join(modules, '.package-lock.json')
  if (basename(modules) !== 'node_modules') return `file:${relative(folder, PACKAGE).replaceAll('\\', '/')}`
  const { packages = {} } = existsSync(record)
    ? (JSON.parse(readFileSync(record, 'utf8')) as { packages?: Record<string, { resolved?: string }> })
    : {}
  const resolved = packages[`node_modules/${basename(PACKAGE)}`]?.resolved
  if (resolved?.startsWith('file:') !== true) return `^${String(version)}`
  return `file:${relative(folder, resolve(dirname(modules), resolved.slice(5))).replaceAll('\\', '/')}`
}
