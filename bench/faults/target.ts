/** A real server with a published document, as data: what to install, how to start it, and where its document is. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Target {
  /** Name and purpose of the server, in one line. */
  title: string
  /** npm packages by exact version. Nothing of them is committed. */
  packages: Readonly<Record<string, string>>
  /** Debian packages that must be installed. */
  debian?: readonly string[]
  /** Exact version of the npm package `node` that runs the server; without it, the Node of the benchmark does. */
  node?: string
  /** Files of the server's own program, as a pattern below the installation, whose lines `--coverage` counts. */
  sources?: string
  /** Whether the install scripts of the packages run. They compile or download. */
  scripts?: boolean
  /** Whether the server needs a PostgreSQL database. */
  postgres?: boolean
  /** The published document: a file of the installation, a path at the running server, or text that is read elsewhere. */
  document:
    | { file: string }
    | { path: string; headers?: Readonly<Record<string, string>> }
    | { read: (from: Source) => string | Promise<string> }
  /** Path of the target below which the paths of the document are, such as `/api`. */
  base: string
  /** Path that responds as soon as the server is ready. */
  ready: string
  start(place: Place): Launch | Promise<Launch>
  /** Values of the variables that `conform.yaml` reads, such as the token of a login. */
  login?(origin: string, place: Place): Promise<Record<string, string>>
}

export interface Place {
  port: number
  /** Folder with the `node_modules` of the packages. */
  installation: string
  /** Folder of the data of this start. */
  state: string
  /** Path of the program `node`. */
  node: string
  /** URL of the database of this start; empty without `postgres`. */
  database: string
}

/** A running target, of which a document is read. */
export interface Source {
  installation: string
  origin: string
  env: Readonly<Record<string, string>>
}

export interface Launch {
  command: readonly [string, ...string[]]
  env?: Readonly<Record<string, string>>
}

/**
 * Types the default export of `bench/targets/<name>/target.ts`.
 * @example
 * export default defineTarget({ title: 'A to-do list', packages: { todo: '1.0.0' }, … })
 */
export const defineTarget = (target: Target): Target => target

const folder = join(import.meta.dirname, '../targets')

export const folderOf = (name: string): string => join(folder, name)

export const targetNames = (): string[] =>
  readdirSync(folder).filter((name) => existsSync(join(folder, name, 'target.ts')))

export async function loadTarget(name: string): Promise<Target> {
  if (!targetNames().includes(name))
    throw new Error(`bench:targets: there is no target ${name}. Use one of: ${targetNames().join(', ')}.`)
  const module = (await import(pathToFileURL(join(folderOf(name), 'target.ts')).href)) as { default: Target }
  return module.default
}
