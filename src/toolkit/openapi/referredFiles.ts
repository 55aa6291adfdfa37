/** The files of a document: its entry file and all files that it references. */
import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { DocumentError } from './document.ts'
import { tokensOf } from './pointer.ts'
import { referencesIn } from './references.ts'
import { readSourceFile, type SourceFile } from './sourceFile.ts'

/**
 * Every file of a document, the entry file first; also those that are not parsed, such as pages of Markdown.
 * @param path the entry file
 * @returns absolute paths
 * @throws DocumentError when the entry file cannot be read or parsed
 */
export function filesOf(path: string): string[] {
  const entry = resolve(path)
  const sources = new Map([[entry, readSourceFile(entry)]])
  const unreadable = readReferred(sources, readSourceFile)
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return [...sources.keys(), ...[...unreadable.keys()].filter(isFile)]
}

/**
 * Adds every file that the sources refer to, and those that these refer to.
 * @returns why a file could not be read, by its path
 */
export function readReferred(
  sources: Map<string, SourceFile>,
  read: (file: string) => SourceFile,
): Map<string, string> {
  const unreadable = new Map<string, string>()
  for (const [file, { tree }] of sources) {
    for (const reference of referencesIn(tree)) {
      const target = fileOf(reference, file)
      if (target === undefined || sources.has(target) || unreadable.has(target)) continue
      if (MARKDOWN.test(target)) {
        unreadable.set(target, 'is a page of Markdown; expected YAML or JSON.')
        continue
      }
      try {
        // A map that grows is iterated to its new end.
        sources.set(target, read(target))
      } catch (error) {
        const { message } = error as DocumentError
        unreadable.set(target, message.replace(/^.*?(?=cannot be|received)/s, '').replace(/, \w+ '.*'$/, ''))
      }
    }
  }
  return unreadable
}

/** The file that a reference means; undefined for the network. */
export function fileOf(reference: string, from: string): string | undefined {
  const [target = ''] = reference.split('#', 1)
  if (target === '') return from
  if (/^[a-z][a-z0-9+.-]+:/i.test(target) || target.startsWith('//')) return undefined
  const file = resolve(dirname(from), decodeUri(target))
  // If there is no such file, the name is the $id of a schema, or a mistake that is reported elsewhere.
  return /\.(ya?ml|json)$/i.test(file) || existsSync(file) ? file : undefined
}

export const MARKDOWN = /\.(md|markdown)$/i

const decodeUri = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A reference of a loaded tree in the notation of the author, for the file that contains it.
 *
 * @param home name of that file, as in `x-files`
 * @param entry name of the entry file
 * @example writtenIn('#/x-files/pets.yaml/Pet', 'cats/cat.yaml', 'openapi.yaml') // '../pets.yaml#/Pet'
 */
export function writtenIn(reference: string, home: string, entry: string): string {
  const [, token, rest = reference.slice(1)] = /^#\/x-files\/([^/]*)(.*)$/s.exec(reference) ?? []
  const file = token === undefined ? entry : (tokensOf(`/${token}`)[0] ?? '')
  const fragment = rest === '' ? '' : `#${rest}`
  if (file === home) return fragment || '#'
  const way = relative(dirname(home), file).replaceAll('\\', '/')
  return `${way.startsWith('.') ? way : `./${way}`}${fragment}`
}
