/**
 * Before the tests: the program that they start is the built one, as its users start it, and as new as its sources. Their
 * files have a folder, which is removed with all its contents.
 */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIsStale, root, run } from '../scripts/prepare.mjs'

export default function setup(project: TestProject): () => void {
  build()
  project.onTestsRerun(async () => build())
  const folder = folderInMemory()
  if (folder === undefined) return () => {}
  process.env.TMPDIR = folder // for the processes that run the tests, which begin after this
  return () => rmSync(folder, { recursive: true, force: true })
}

const MEMORY = '/dev/shm'
const BYTES = 2 * 2 ** 30

/**
 * On a disk, every acknowledged change of a test's server waits for it. The results apply to any file system.
 * Linux offers memory as a folder: it is used where there is plenty, unless the environment names a folder itself.
 */
function folderInMemory(): string | undefined {
  if (process.env.TMPDIR !== undefined) return undefined
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize < BYTES ? undefined : mkdtempSync(join(MEMORY, 'tests-'))
  } catch {
    return undefined
  }
}

function build(): void {
  if (buildIsStale(root)) run(process.execPath, ['scripts/build.mjs'])
}
