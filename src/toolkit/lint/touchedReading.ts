/** Reads only the parts of a document that a change reaches, with all parts that they refer to. */
import type { JsonObject } from '../openapi/document.ts'
import type { CachedFiles } from './cachedResolver.ts'
import { type Inspected, inspectFiles, type Read } from './reading.ts'
import { type Change, reducedTree } from './touchedLint.ts'
import { partOf, referencesOf } from './touchedParts.ts'

/**
 * The document had no fault before, and its facts are the same. It has one now only if the touched parts have one.
 *
 * @param entry the entry file, absolute
 * @param change of the document
 * @param read the files as they are now
 */
export function inspectTouched(entry: string, { files, touched }: Change, read: Read): Inspected {
  const shown = reachable(touched.parts, files)
  return inspectFiles([entry], (file) => {
    const source = read(file)
    return { ...source, tree: reducedTree(file, source.tree, files.get(file)?.parts, shown) as JsonObject }
  })
}

function reachable(parts: ReadonlySet<string>, files: CachedFiles): Set<string> {
  const reached = new Set(parts)
  // A set that grows is iterated to its new end.
  for (const key of reached) {
    const file = key.slice(0, key.indexOf('#'))
    const part = files.get(file)?.parts?.get(key)
    if (part !== undefined) for (const place of referencesOf(file, part)) reached.add(partOf(place, files))
  }
  return reached
}
