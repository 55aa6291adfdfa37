/** Watches single files by their folders, so that editors that write a new file in place of the old one are seen too. */
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

interface FileWatch {
  /** The files that count from now on, absolute; they need not be there yet. */
  set(files: Iterable<string>): void
  close(): void
}

/** One save is several events: the file is emptied, written, renamed. */
const DEBOUNCE = 30

/** @param changed called with the files once per burst of changes */
export function watchFiles(changed: (files: string[]) => void): FileWatch {
  const watchers = new Map<string, FSWatcher>()
  /** The content of each file when it was last read: one save may cause several late events. */
  let wanted = new Map<string, string>()
  let burst = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const seen = (folder: string, name: string | null) => {
    const path = name === null ? folder : join(folder, basename(name))
    const hit = [...wanted.keys()].filter((file) => file === path || file.startsWith(path + sep))
    if (hit.length === 0) return
    for (const file of hit) burst.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const files = [...burst].filter((file) => wanted.get(file) !== stateOf(file))
      burst = new Set()
      for (const file of files) wanted.set(file, stateOf(file))
      watchFolders() // a folder that was missing may be there now
      if (files.length > 0) changed(files)
    }, DEBOUNCE)
  }

  const watchFolders = () => {
    const folders = new Set([...wanted.keys()].map((file) => nearestFolder(dirname(file))))
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue
      const watcher = watch(folder, (_, name) => seen(folder, name))
      watchers.set(folder, watcher)
      watcher.on('error', () => {
        // The folder is gone; the next change above it finds it again.
        watcher.close()
        watchers.delete(folder)
      })
    }
  }

  return {
    set(files) {
      wanted = new Map([...files].map((file) => [file, wanted.get(file) ?? stateOf(file)]))
      watchFolders()
    },
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs}`
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))
}
