/**
 * The database library of Node without Node-API 10. The `prepare` script runs this in a clone of the repository; who has
 * installed the package runs it when `serve` requests it, because the toolkit needs no database. better-sqlite3 13, an
 * optional dependency, has its binaries in the package and needs Node-API 10, which Node has from 22.14 on. There this
 * script does nothing.
 *
 * An older Node gets better-sqlite3 12 into a folder beside this file, by the lock that is there. npm cannot choose
 * between the two: 12 names Node 24 among its engines, so that as a plain dependency it would be compiled there.
 * Goes away with the last Node without Node-API 10. Plain JavaScript without packages: nothing else may be installed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = import.meta.dirname
const manifest = 'node_modules/better-sqlite3/package.json'

/** Whether this Node loads better-sqlite3 13, which crashes any process without Node-API 10. */
export const nodeApi10 = Number(process.versions.napi) >= 10

/** Whether this Node needs better-sqlite3 12 and has none that it can load. */
export function olderNodeLacksDatabase() {
  if (nodeApi10) return false
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(join(folder, manifest), 'utf8'))
    if (wanted['node_modules/better-sqlite3'].version !== found.version) return true
    const Database = createRequire(import.meta.url)('./node_modules/better-sqlite3')
    new Database(':memory:').close()
    return false
  } catch {
    return true
  }
}

function install() {
  console.error(`Node ${process.versions.node} has no Node-API 10: better-sqlite3 12 is installed for it.`)
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [command = 'npm', ...first] = npm
  const { status, error } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && first.length === 0,
  })
  if (error !== undefined) console.error(`npm cannot be started: ${error.message}`)
  return status ?? 1
}

/** npm hands its flags on to scripts; those that say where to install, or what of it, belong to the outer installation. */
function environment() {
  const outer =
    /^npm_config_(global|location|prefix|local_prefix|workspaces?|dry_run|omit|include|production)$/i
  const own = Object.entries(process.env).filter(([name]) => !outer.test(name))
  // node-gyp compiles with all processors.
  return { JOBS: 'max', ...Object.fromEntries(own) }
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram && olderNodeLacksDatabase()) {
  process.exitCode = install()
}
