/** What a run learned about files, as questions whose answers can be compared later. */
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
export type Question = 'text' | 'bytes' | 'kind' | 'names' | 'tree' | 'link'

/** Something that a run learned: an answer is a digest or a word. */
export type Fact = readonly [question: Question, path: string, answer: string]

const ABSENT = 'absent'

/** @param path absolute @returns the answer now */
export function answerTo(question: Question, path: string): string {
  try {
    return ANSWERS[question](path)
  } catch (error) {
    return answerOfError(error)
  }
}

/** An error that tells something about a file is an answer, too. */
export const answerOfError = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'failed'
  return code === 'ENOENT' || code === 'ENOTDIR' ? ABSENT : code
}

export const contentAnswer = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64')

export const kindAnswer = (stats: Pick<fs.Stats, 'isFile' | 'isDirectory'> | undefined): string =>
  stats === undefined ? ABSENT : stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'

const ANSWERS: Record<Question, (path: string) => string> = {
  text: (path) => contentAnswer(real.readFileSync(path, 'utf8')),
  bytes: (path) => contentAnswer(real.readFileSync(path)),
  kind: (path) => kindAnswer(real.statSync(path, { throwIfNoEntry: false })),
  names: (path) => entriesAnswer(real.readdirSync(path, { withFileTypes: true })),
  tree: (path) => entriesAnswer(real.readdirSync(path, { withFileTypes: true, recursive: true })),
  link: (path) => real.realpathSync(path),
}

const entriesAnswer = (entries: fs.Dirent[]): string =>
  contentAnswer(
    entries
      .map((entry) => `${entry.parentPath}/${entry.name} ${kindAnswer(entry)}`)
      .sort()
      .join('\n'),
  )

/** State of a written file: as Git decides whether a file of its index may have changed. */
export function stateOf(path: string): string {
  const stats = real.statSync(path, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return ABSENT
  return stats.isDirectory() ? 'folder' : `${stats.size} ${stats.mtimeNs}`
}
