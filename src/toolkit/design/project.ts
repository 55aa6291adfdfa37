/** The parts of a project: documents, their releases, their rules, and the code that follows from them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { isObject, type Json, objectAt } from '../openapi/document.ts'
import { isHeadingOf } from '../openapi/projectLayout.ts'
import type { Compiler } from './compiler/wholeRun.ts'

export interface DesignDocument {
  /** Unique, and fit for an address. */
  name: string
  /** Absolute, as every path here. */
  file: string
  /** The redocly.yaml that applies to it, and its name there. */
  config: string | undefined
  alias: string | undefined
  /** The release that it is compared with. */
  released: string | undefined
  /**
   * The outputs generated from it: `name` such as `openapi.v1` in a layout of folders, or the `file` without its extension
   * that `generate DOCUMENT` has written. Undefined where neither is there.
   */
  generates: Generates | undefined
}

export type Generates = { name: string } | { file: string }

export interface Project {
  root: string
  documents: DesignDocument[]
  /** The waivers of breaking changes, whether they are there or not. */
  waivers: string
  compiler: Compiler | undefined
  /** The skipped steps, with reasons. */
  leftOut: string[]
}

/** The given documents are not valid, or do not exist. */
export class NothingToDesign extends Error {
  override readonly name = 'NothingToDesign'
}

/**
 * @param paths documents; without any, those that redocly.yaml lists
 * @param against a release for the only document
 * @throws NothingToDesign
 */
export function projectAt(root: string, paths: readonly string[], against: string | undefined): Project {
  const listed = apisOf(join(root, 'redocly.yaml'))
  const files = paths.length > 0 ? paths.map((path) => resolve(root, path)) : listed.map(({ file }) => file)
  if (files.length === 0)
    throw new NothingToDesign(
      `Received no document, and ${join(root, 'redocly.yaml')} lists none; expected the path of an OpenAPI or AsyncAPI document.`,
    )
  const missing = files.find((file) => !existsSync(file) || !statSync(file).isFile())
  if (missing !== undefined) throw new NothingToDesign(`${missing} is not there; expected a document.`)
  if (against !== undefined && files.length !== 1)
    throw new NothingToDesign(`Received ${files.length} documents with --against; expected one.`)
  const names = new Set<string>()
  const documents = files.map((file): DesignDocument => {
    const config = configFor(file)
    const alias = config && apisOf(config).find((api) => api.file === file)?.alias
    const wanted = (alias ?? basename(file).replace(/\.[^.]+$/, '')).replaceAll(/[^\w-]+/g, '-')
    let name = wanted
    for (let number = 2; names.has(name); number++) name = `${wanted}-${number}`
    names.add(name)
    const released = against === undefined ? releaseOf(file) : resolve(root, against)
    return { name, file, config, alias, released, generates: generatedName(root, file) }
  })
  const project = compilerAt(root)
  const waivers = join(root, 'diff-waivers.yaml')
  const leftOut = [
    ...documents.flatMap(({ name, released }) =>
      released === undefined
        ? [`breaks of ${name}: no release of it in a folder "released" next to it, and no --against`]
        : [],
    ),
    ...documents.flatMap(({ name, config }) =>
      config === undefined ? [`custom rules for ${name}: no redocly.yaml; the recommended rules apply`] : [],
    ),
    ...(documents.some(({ generates }) => generates !== undefined)
      ? []
      : [
          'types and table: no openapi/<name>/openapi.yaml next to a folder "generated", and no output of `generate DOCUMENT` in it',
        ]),
    ...(project === undefined ? ['compile errors: no tsconfig.json with TypeScript installed'] : []),
    ...(project?.stays === false
      ? [
          'quick compile errors: TypeScript before 7 starts anew after each save; with 7, also as "typescript-native": "npm:typescript@7", it stays in memory',
        ]
      : []),
  ]
  return {
    root,
    documents,
    waivers,
    compiler: project,
    leftOut,
  }
}

function apisOf(config: string): { alias: string; file: string }[] {
  if (!existsSync(config)) return []
  const tree: unknown = parse(readFileSync(config, 'utf8'))
  if (!isObject(tree as Json)) return []
  return Object.entries(objectAt(tree as never, 'apis')).flatMap(([alias, api]) =>
    isObject(api) && typeof api.root === 'string'
      ? [{ alias, file: resolve(dirname(config), api.root) }]
      : [],
  )
}

/** The nearest redocly.yaml above the document. */
function configFor(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const config = join(folder, 'redocly.yaml')
    if (existsSync(config)) return config
    if (folder === dirname(folder)) return undefined
  }
}

/** The latest release of the same kind and title, next to the document or one folder above. */
function releaseOf(file: string): string | undefined {
  const own = headOf(file)
  if (own === undefined) return undefined
  const folders = [join(dirname(file), 'released'), join(dirname(file), '..', 'released')]
  const releases = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(json|ya?ml)$/.test(path))
    .flatMap((path) => {
      const head = headOf(path)
      return head?.kind === own.kind && head.title === own.title ? [{ path, version: head.version }] : []
    })
  return releases.sort((a, b) => a.version.localeCompare(b.version, undefined, { numeric: true })).at(-1)
    ?.path
}

function headOf(file: string): { kind: string; title: string; version: string } | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const tree = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as Json
    if (!isObject(tree)) return undefined
    const { title, version } = objectAt(tree, 'info')
    return {
      kind: 'openapi' in tree ? 'openapi' : 'asyncapi',
      title: String(title),
      version: String(version),
    }
  } catch {
    return undefined // what is broken now has no release to be compared with until the next start
  }
}

function generatedName(root: string, file: string): Generates | undefined {
  if (!existsSync(join(root, 'generated'))) return undefined
  const path = relative(root, file).replaceAll('\\', '/')
  if (path === 'asyncapi/asyncapi.yaml') return { name: 'asyncapi' }
  const name = /^openapi\/([^/]+)\/openapi\.yaml$/.exec(path)?.[1]
  if (name !== undefined) return { name: `openapi.${name}` }
  // `generate` names the document in the first line of what it writes.
  const folder = join(root, 'generated')
  const types = readdirSync(folder).find((entry) => {
    // Only the types have the bundle next to them; iterators, queries and schemas do not.
    if (!entry.endsWith('.ts') || !existsSync(join(folder, entry.replace(/\.ts$/, '.json')))) return false
    const [first = ''] = readFileSync(join(folder, entry), 'utf8').split('\n', 1)
    return isHeadingOf(first, path)
  })
  return types === undefined ? undefined : { file: `generated/${types.replace(/\.ts$/, '')}` }
}

/** The native compiler where it is installed: it needs a third of the time, and can stay in memory. */
function compilerAt(root: string): Project['compiler'] {
  const project = join(root, 'tsconfig.json')
  if (!existsSync(project)) return undefined
  const require = createRequire(project)
  for (const name of ['typescript-native', 'typescript']) {
    try {
      const manifest = require.resolve(`${name}/package.json`)
      const { version } = require(manifest) as { version: string }
      const script = join(dirname(manifest), 'bin/tsc')
      if (Number.parseInt(version, 10) < 7)
        return { command: process.execPath, args: [script], flags: [], project, stays: false }
      // Four checkers by default; more than there are cores do the same work twice.
      const flags = ['--checkers', String(Math.min(4, availableParallelism()))]
      const program = nativeProgram(manifest)
      return program === undefined
        ? { command: process.execPath, args: [script], flags, project, stays: false }
        : { command: program, args: [], flags, project, stays: true }
    } catch {}
  }
  return undefined
}

/** The program that the package of the native compiler starts, which is one more process otherwise. */
function nativeProgram(manifest: string): string | undefined {
  try {
    const own = createRequire(manifest).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    )
    const program = join(dirname(own), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc')
    return existsSync(program) ? program : undefined
  } catch {
    return undefined // packed in another way
  }
}
