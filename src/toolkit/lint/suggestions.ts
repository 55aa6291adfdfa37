/** Suggestions for unresolved references. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { isObject, type Json } from '../openapi/document.ts'
import { nearest } from '../openapi/nearest.ts'
import { pointerOf, pointerOfFragment, tokensOf, valueAt } from '../openapi/pointer.ts'
import { referencesIn } from '../openapi/references.ts'
import { hasFile, type SourceFile } from '../openapi/sourceFile.ts'

export interface Suggestions {
  /** The reference that was probably meant, as it would be written in `file`; undefined where nothing is near. */
  nearest(reference: string, file: string): string | undefined
}

/**
 * After a rename the new name is the one that nothing refers to, so that unused names go before used ones.
 *
 * @param page the entry file, absolute
 * @param files of the document, the entry file included
 */
export function createSuggestions(
  page: string,
  files: () => Iterable<string>,
  read: (file: string) => SourceFile,
): Suggestions {
  let used: ReadonlySet<string> | undefined
  /** Every target of a reference: a file, and `file#/pointer`. */
  const isUsed = (target: string): boolean => {
    used ??= targetsOf(files(), read)
    return used.has(target)
  }
  return {
    nearest(reference, file) {
      const [path = '', fragment] = reference.split('#', 2)
      const target = path === '' ? file : resolve(file, '..', path)
      if (hasFile(target)) return nearestName(path, target, fragment, isUsed, read)
      const found = nearestFile(target, file, page, isUsed)
      if (found === undefined) return undefined
      const local = relative(dirname(file), found).replaceAll('\\', '/')
      const written = path.startsWith('./') && !local.startsWith('.') ? `./${local}` : local
      return fragment === undefined ? written : `${written}#${fragment}`
    },
  }
}

function targetsOf(files: Iterable<string>, read: (file: string) => SourceFile): Set<string> {
  const targets = new Set<string>()
  for (const file of files) {
    for (const reference of referencesIn(read(file).tree)) {
      const [path = '', fragment] = reference.split('#', 2)
      const target = path === '' ? file : resolve(file, '..', path)
      targets.add(target)
      if (fragment !== undefined) targets.add(`${target}#${fragment}`)
    }
  }
  return targets
}

const MAX_CANDIDATES = 5

function nearestFile(
  target: string,
  from: string,
  page: string,
  isUsed: (target: string) => boolean,
): string | undefined {
  const name = basename(target)
  const folder = dirname(target)
  // The folder may have been renamed, and the file be the same.
  if (!existsSync(folder))
    return foldersBelow(dirname(page))
      .map((one) => resolve(one, name))
      .find((file) => existsSync(file))
  const names = readdirSync(folder).filter(
    (one) => /\.(ya?ml|json)$/i.test(one) && resolve(folder, one) !== from && resolve(folder, one) !== page,
  )
  const close = nearest(name, names, MAX_CANDIDATES).sort(
    (a, b) => Number(isUsed(resolve(folder, a))) - Number(isUsed(resolve(folder, b))),
  )
  const unused = close.filter((one) => !isUsed(resolve(folder, one)))
  const candidates = unused.length > 0 ? unused : close
  // Two names may differ in their case only.
  const best =
    candidates.find((one) => one[0] === name[0] && one.length === candidates[0]?.length) ?? candidates[0]
  return best === undefined ? undefined : resolve(folder, best)
}

const foldersBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'node_modules' && !one.name.startsWith('.'))
    .map((one) => resolve(folder, one.name))

function nearestName(
  path: string,
  file: string,
  fragment: string | undefined,
  isUsed: (target: string) => boolean,
  read: (file: string) => SourceFile,
): string | undefined {
  if (!fragment?.startsWith('/')) return undefined
  const tokens = tokensOf(pointerOfFragment(fragment))
  const name = tokens.pop() ?? ''
  const parent = pointerOf(...tokens)
  const siblings: Json | undefined = valueAt(read(file).tree, parent)
  if (!isObject(siblings)) return undefined
  const close = nearest(name, Object.keys(siblings), MAX_CANDIDATES)
  const best = close.find((one) => !isUsed(`${file}#${parent}${pointerOf(one)}`)) ?? close[0]
  return best === undefined ? undefined : `${path}#${parent}${pointerOf(best)}`
}
