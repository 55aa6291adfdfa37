/**
 * The preparation of `npm start` and `npm test`: the packages of the lock are installed, and `dist/` is as new as
 * its sources. Plain JavaScript, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeApi10, olderNodeLacksDatabase } from '../older-node/install.mjs'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Written last by a build, so that its age is that of a whole one. */
export const BUILD_MARK = 'dist/.built'

/** An optional package of the lock, which npm leaves out where Node is too old; then `older-node/` has another. */
const DATABASE = 'node_modules/better-sqlite3'

/**
 * Names the packages that the lock requires and `node_modules` lacks, as far as this Node needs them. npm records the
 * installed ones in `node_modules/.package-lock.json`. Times prove nothing, because a git checkout renews that of the lock.
 *
 * @param {{ folder?: string, dev: boolean }} options `dev`: whether packages of development count
 * @returns {string[]} paths such as `node_modules/ajv`
 */
export function missingPackages({ folder = root, dev }) {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).packages
  const record = 'node_modules/.package-lock.json'
  const installed = existsSync(join(folder, record)) ? read(record) : {}
  return Object.entries(read('package-lock.json'))
    .filter(([path, entry]) => path !== '' && (!entry.optional || (path === DATABASE && nodeApi10)))
    .filter(([, entry]) => dev || !(entry.dev || entry.devOptional))
    .filter(([path, entry]) => !installed[path] || installed[path].version !== entry.version)
    .map(([path]) => path)
}

/** Runs `npm ci` when a package is missing; ends the process when that fails. */
export function installMissing({ dev }) {
  const missing = missingPackages({ dev })
  if (olderNodeLacksDatabase()) missing.push(`older-node/${DATABASE}`)
  if (missing.length === 0) return
  console.error(`Installing packages, for ${missing.length} of the lock are missing, such as ${missing[0]}.`)
  run('npm', ['ci'])
}

/** Whether a source is newer than the last whole build, or there is none. */
export function buildIsStale(folder = root) {
  const mark = join(folder, BUILD_MARK)
  if (!existsSync(mark)) return true
  const built = statSync(mark).mtimeMs
  const sources = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json']
  for (const room of ['src', 'generated']) {
    sources.push(room) // the folders too: their times show deleted files
    for (const name of readdirSync(join(folder, room), { recursive: true })) sources.push(join(room, name))
  }
  return sources.some((path) => statSync(join(folder, path)).mtimeMs > built)
}

/** Runs a command in the project's folder with its output shown; ends the process with its code when it fails. */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['inherit', 2, 2] })
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
