/** Watches the folders of a program's sources, so that a file that was not there before is seen as well. */
import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

interface SourceWatch {
  /** The files that the program is made of now, absolute. */
  set(files: readonly string[]): void
  close(): void
}

/** Milliseconds; an editor and a generator write several files in one save. */
const DEBOUNCE = 50

/**
 * @param root the folder above all of them
 * @param changed called once per burst of changes, with each path that may be a source, or a folder
 * @param failed called with a folder that cannot be watched
 */
export function watchSources(
  root: string,
  changed: (paths: ReadonlySet<string>) => void,
  failed: (error: Error) => void,
): SourceWatch {
  const watchers = new Map<string, FSWatcher>()
  let burst = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const seen = (folder: string, name: string | null) => {
    if (name !== null && (name.startsWith('.') || /\.(?![cm]?[jt]sx?$|json$)\w+$/.test(name))) return
    burst.add(name === null ? folder : join(folder, name))
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = burst
      burst = new Set()
      changed(paths)
    }, DEBOUNCE)
  }
  const add = (folder: string) => {
    if (watchers.has(folder)) return
    let watcher: FSWatcher
    try {
      watcher = watch(folder, (_, name) => seen(folder, name))
    } catch (error) {
      // Gone since it was listed: the folder above reported it. Else the system watches no more folders.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error as Error)
      return
    }
    watchers.set(folder, watcher)
    watcher.on('error', () => {
      // The folder is gone, and the folder above reported it.
      watcher.close()
      watchers.delete(folder)
    })
  }
  add(root)

  return {
    set(files) {
      const folders = new Set([root])
      for (const file of files)
        for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue
        watcher.close()
        watchers.delete(folder)
      }
      for (const folder of folders) add(folder)
    },
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}
