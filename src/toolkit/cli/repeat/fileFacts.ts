/** Facts about files, which can be compared with those of a later time. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import fs from 'node:fs'

/** The functions of `node:fs` as they are before any of them is observed. */
const real = { ...fs }

/**
 * - `text`, `bytes`: the content, decoded as UTF-8 or not
 * - `kind`: whether a file, a folder or nothing is there
 * - `names`, `tree`: what is in a folder, without and with the folders below it
 * - `link`: where a path leads
 */
export type Aspect = 'text' | 'bytes' | 'kind' | 'names' | 'tree' | 'link'

/** A fact about a file: its value is a digest or a word. */
export type Fact = readonly [aspect: Aspect, path: string, value: string]

const ABSENT = 'absent'

/** @param path absolute @returns the value now */
export function valueNow(aspect: Aspect, path: string): string {
  try {
    return VALUES[aspect](path)
  } catch (error) {
    return valueOfError(error)
  }
}

/** An error is a value as well. */
export const valueOfError = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'failed'
  return code === 'ENOENT' || code === 'ENOTDIR' ? ABSENT : code
}

export const contentValue = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64')

const kindValue = (stats: Pick<fs.Stats, 'isFile' | 'isDirectory'> | undefined): string =>
  stats === undefined ? ABSENT : stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'

const VALUES: Record<Aspect, (path: string) => string> = {
  text(path) {
    const content = real.readFileSync(path)
    // The text of a valid file has the same bytes, and decoding is six times as slow as the digest.
    return contentValue(isUtf8(content) ? content : content.toString('utf8'))
  },
  bytes: (path) => contentValue(real.readFileSync(path)),
  kind: (path) => kindValue(real.statSync(path, { throwIfNoEntry: false })),
  names: (path) => entriesValue(real.readdirSync(path, { withFileTypes: true })),
  tree: (path) => entriesValue(real.readdirSync(path, { withFileTypes: true, recursive: true })),
  link: (path) => real.realpathSync(path),
}

const entriesValue = (entries: fs.Dirent[]): string =>
  contentValue(
    entries
      .map((entry) => `${entry.parentPath}/${entry.name} ${kindValue(entry)}`)
      .sort()
      .join('\n'),
  )

/** State of a written file: as Git decides whether a file of its index may have changed. */
export function stateOf(path: string): string {
  const stats = real.statSync(path, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return ABSENT
  return stats.isDirectory() ? 'folder' : `${stats.size} ${stats.mtimeNs}`
}
