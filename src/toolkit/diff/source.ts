/** Documents as the comparison reads them: loaded, with the file and line of everything in them. */
import { dirname, relative, resolve } from 'node:path'
import { loadDocument } from '../openapi/load.ts'
import { tokensOf, valueAt } from '../openapi/pointer.ts'
import { readSourceFile, type SourceFile } from '../openapi/sourceFile.ts'
import type { LoadedDocument, Location } from './location.ts'

/** A document before and after; one of the two is missing where it was added or removed. */
export interface DocumentPair {
  old?: LoadedDocument
  new?: LoadedDocument
}

/** Files as they are on disk; a revision of Git is read from a copy and shown under its own name. */
export interface Origin {
  shown(file: string): string
}

export const workingTree: Origin = { shown: (file) => relative(process.cwd(), file) || file }

/**
 * @param read remembers files between loads of the same document
 * @throws DocumentError when the file cannot be read as a document
 */
export function load(
  file: string,
  origin: Origin = workingTree,
  read: (file: string) => SourceFile = readSourceFile,
): LoadedDocument {
  const { root, kind, positionOf } = loadDocument(file, {
    remote: 'kept',
    read,
    shown: origin.shown,
  })
  const entry = resolve(file)
  const folder = dirname(entry)
  const written = kind === 'openapi' ? root.openapi : root.asyncapi
  const split = (pointer: string): { file: string; inner: string } => {
    if (!pointer.startsWith('/x-files/')) return { file: entry, inner: pointer }
    const [, , name = '', ...rest] = pointer.split('/')
    const [path = ''] = tokensOf(`/${name}`)
    return { file: resolve(folder, path), inner: rest.map((token) => `/${token}`).join('') }
  }
  const locations = new Map<string, Location>()
  const document: LoadedDocument = {
    name: origin.shown(entry),
    kind,
    version: String(written),
    root,
    at(pointer) {
      const known = locations.get(pointer)
      if (known) return known
      const location = { document, pointer, value: pointer === '' ? root : valueAt(root, pointer) }
      locations.set(pointer, location)
      return location
    },
    identity(pointer) {
      const { file, inner } = split(pointer)
      return `${file}#${inner}`
    },
    positionOf(pointer) {
      const { file, inner } = split(pointer)
      const place = positionOf(pointer) ?? { file: origin.shown(file), line: 1, column: 1 }
      return { ...place, pointer: inner }
    },
  }
  return document
}
