import { statSync } from 'node:fs'
import { StorageUnavailable } from '../database.ts'

/**
 * A check whether a database file and its log are still those that were opened. A deleted or replaced data directory
 * continues to accept writes, which are lost when the process ends. Two looks of 2 µs each, once a commit.
 */
export function presenceOf(file: string): () => void {
  const identity = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  }
  const known = new Map([[file, identity(file)]])
  return () => {
    for (const path of [file, `${file}-wal`]) {
      const found = identity(path)
      const before = known.get(path)
      if (before === undefined && found !== undefined)
        known.set(path, found) // the log comes with the first write
      else if (before !== found) {
        throw new StorageUnavailable(`${path} was removed or replaced while the service runs.`, undefined)
      }
    }
  }
}
