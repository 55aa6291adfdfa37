/** The files of a workspace that a person wrote. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'build', 'coverage', 'vendor'])
/** Larger workspaces are read as far as this. */
const MAX_FILES = 5000

/**
 * @param root folder, absolute
 * @param isWanted whether a file with this name is listed
 */
export function filesBelow(root: string, isWanted: (name: string) => boolean): string[] {
  const files: string[] = []
  const folders = [root]
  for (const folder of folders) {
    if (files.length >= MAX_FILES) break
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name)
      if (item.isDirectory() && !IGNORED_FOLDERS.has(item.name) && !item.name.startsWith('.'))
        folders.push(path)
      else if (item.isFile() && isWanted(item.name)) files.push(path)
    }
  }
  return files
}
