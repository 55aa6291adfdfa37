/** Other Nodes and npms, from npm's packages `node` and `npm`, stored in a cache outside of the project. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'prompt-service')

/** @returns the folder of `name@version`, installed there unless it is already */
function fetchPackage(name, version) {
  const folder = join(cache, `${name}-${version}`)
  const wanted = join(folder, 'node_modules', name)
  if (existsSync(join(folder, '.complete'))) return wanted
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [name]: true } }),
  )
  succeed('npm', ['install', '--no-save', '--no-audit', '--no-fund', `${name}@${version}`], { cwd: folder })
  writeFileSync(join(folder, '.complete'), '')
  return wanted
}

/**
 * @param {string} version of Node, such as 24 or 22.14.0
 * @returns {{ path: string, version: string, env: NodeJS.ProcessEnv }} its program, the version that it is, and an
 *   environment in which `node` is this one, npm's scripts and compilations included
 */
export function fetchNode(version) {
  const folder = fetchPackage('node', version)
  const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const headers = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` }
  if (existsSync(join(headers, 'include/node/node.h'))) env.npm_config_nodedir = headers
  return { path, version: succeed(path, ['--version'], { stdio: 'pipe' }).stdout.toString().trim(), env }
}

/** @returns the path of npm's program in JavaScript */
export const fetchNpm = (version) => join(fetchPackage('npm', version), 'bin/npm-cli.js')

/** Runs a command to its end. @throws Error when it fails */
export function succeed(command, args, options) {
  const ended = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options })
  if (ended.error !== undefined) throw new Error(`${command} cannot be started: ${ended.error.message}`)
  if (ended.status !== 0) {
    const printed = [ended.stdout, ended.stderr].map((text) => text?.toString() ?? '').join('')
    throw new Error(`${command} ${args.join(' ')} ended with ${ended.signal ?? ended.status}. ${printed}`)
  }
  return ended
}
