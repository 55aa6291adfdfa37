/** Where the changed references of a document led to, and lead to now. */
import { existsSync } from 'node:fs'
import { unsavedTexts } from '../openapi/sourceFile.ts'
import type { CachedFiles } from './cachedResolver.ts'
import { partOf, partsIn, referencesOf } from './touchedParts.ts'

/**
 * @param entry the entry file, absolute
 * @param before the files of an earlier run
 * @param now the files of this one, with their parts
 * @param changed the parts that are not the same
 * @returns the parts that their removed and added references lead to, and the parts that can no longer be reached, or again
 */
export function changedTargets(
  entry: string,
  before: CachedFiles,
  now: CachedFiles,
  changed: Iterable<string>,
): Set<string> {
  const places = changedReferences(before, now, changed)
  if (places.length === 0) return new Set()
  const targets = new Set(
    places.flatMap((place) => [before, now].flatMap((files) => partsIn(partOf(place, files), files))),
  )
  const [known, reached] = [reachedFrom(entry, before), reachedFrom(entry, now)]
  for (const key of known) if (!reached.has(key)) targets.add(key)
  for (const key of reached) if (!known.has(key)) targets.add(key)
  return targets
}

/** Whether an added reference leads to a file that the earlier run did not read. */
export const leadsToUnread = (before: CachedFiles, now: CachedFiles, changed: Iterable<string>): boolean =>
  changedReferences(before, now, changed).some((place) => {
    const file = place.slice(0, place.indexOf('#'))
    return !now.has(file) && (/^https?:/.test(file) || unsavedTexts.has(file) || existsSync(file))
  })

/** The places that only one of both states refers to. */
function changedReferences(before: CachedFiles, now: CachedFiles, changed: Iterable<string>): string[] {
  return [...changed].flatMap((key) => {
    const [were, are] = [before, now].map((files) => new Set(referencesAt(key, files))) as [
      Set<string>,
      Set<string>,
    ]
    return [...[...were].filter((one) => !are.has(one)), ...[...are].filter((one) => !were.has(one))]
  })
}

function referencesAt(key: string, files: CachedFiles): string[] {
  const file = key.slice(0, key.indexOf('#'))
  const part = files.get(file)?.parts?.get(key)
  return part === undefined ? [] : referencesOf(file, part)
}

/** The parts of the entry file, and all that their references reach. */
function reachedFrom(entry: string, files: CachedFiles): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(files.get(entry)?.parts?.keys() ?? [])]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (reached.has(key)) continue
    reached.add(key)
    for (const place of referencesAt(key, files)) waiting.push(...partsIn(partOf(place, files), files))
  }
  return reached
}
