/** Copies of the project in the cache, each with packages of its own. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { cache, succeed } from './fetchNode.mjs'

/** Brings the copy of that name up to date; its packages and its build stay. Returns its folder. */
export function copyProject(name) {
  const project = join(cache, name)
  mkdirSync(project, { recursive: true })
  for (const entry of readdirSync(project)) {
    if (!['node_modules', 'older-node', 'dist'].includes(entry)) {
      rmSync(join(project, entry), { recursive: true })
    }
  }
  const listed = succeed('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, stdio: 'pipe' })
  for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
    if (existsSync(join(root, file))) {
      cpSync(join(root, file), join(project, file), { preserveTimestamps: true })
    }
  }
  return project
}
