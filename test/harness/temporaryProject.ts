/** A project in a folder of its own, with this repository's packages; it is gone when the test has ended. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface TemporaryProject {
  root: string
  write(path: string, text: string): void
}

/**
 * @param files their texts by their paths
 * @param finished registers the removal; for all tests of a file: `afterAll`
 */
export function temporaryProject(
  name: string,
  files: Record<string, string>,
  finished: (remove: () => void) => void = onTestFinished,
): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)))
  finished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
  return { root, write }
}
