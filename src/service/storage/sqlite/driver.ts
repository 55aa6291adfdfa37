/**
 * The only place that knows which SQLite library this Node loads. Wherever there is Node-API 10, it is better-sqlite3 13.
 * On an older Node, which 13 crashes, it is better-sqlite3 12. (12 in turn aborts Node 24.19 and newer at garbage
 * collections.) `older-node/install.mjs` states how each comes in. Both have the same interface.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type BetterSqlite from 'better-sqlite3'

const require = createRequire(import.meta.url)
const hasNodeApi10 = Number(process.versions.napi) >= 10

/** @throws Error with one sentence for the administrator when this Node cannot load its library */
export const Sqlite: typeof BetterSqlite = load()

export type RawDatabase = BetterSqlite.Database
export type RawStatement<Values extends unknown[]> = BetterSqlite.Statement<Values>

function load(): typeof BetterSqlite {
  const root = homeOfOlderNode()
  // Never a bare name on an older Node: it could find the 13 that another Node has installed.
  const place = hasNodeApi10 ? 'better-sqlite3' : join(root, 'older-node/node_modules/better-sqlite3')
  try {
    const library = require(place) as typeof BetterSqlite
    new library(':memory:').close() // loads the native part, which only the import leaves for later
    return library
  } catch (error) {
    throw new Error(rejection(error as NodeJS.ErrnoException, root), { cause: error })
  }
}

/** The nearest folder with `older-node/`: of the package, or of the repository above its sources and its build. */
function homeOfOlderNode(): string {
  const start = dirname(require.resolve('prompt-service/package.json'))
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'older-node'))) return folder
  return start
}

function rejection(error: NodeJS.ErrnoException, root: string): string {
  const node = `Node ${process.versions.node} (${process.platform}-${process.arch})`
  const remedy = hasNodeApi10
    ? 'Run `npm ci` with this Node, without --omit=optional.'
    : `Run \`node ${join(root, 'older-node/install.mjs')}\` with this Node, or use Node 24.`
  const built = /NODE_MODULE_VERSION (\d+)[\s\S]*?NODE_MODULE_VERSION (\d+)/.exec(error.message)
  if (built !== null) {
    return `The database library was built for another Node: for module version ${built[1]}, and ${node} has ${built[2]}. ${remedy}`
  }
  if (error.code === 'MODULE_NOT_FOUND') {
    const version = hasNodeApi10 ? 13 : 12
    return `The database library for ${node} is not installed, which is better-sqlite3 ${version}. ${remedy}`
  }
  return `The database library cannot be loaded by ${node}: ${error.message} ${remedy}`
}
