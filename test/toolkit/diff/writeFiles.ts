/** Documents as files that go away with the test. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import type { Json } from './slots.ts'

/** Writes the files of one side to a folder of their own; the paths of the documents, in order. */
export function write(files: Record<string, Json>): string[] {
  const folder = temporaryDirectory()
  for (const [name, tree] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(tree))
  return Object.keys(files)
    .filter((name) => name !== 'shared.json')
    .map((name) => join(folder, name))
}
