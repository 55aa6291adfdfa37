/** Resolves `$ref`: a location in a file, an `$anchor`, or the `$id` of a schema (JSON Schema 2020-12, section 8.2). */
import { type DocumentFindingCode, isObject, type Json, type JsonObject } from './document.ts'
import { memberPointer, pointerOf, pointerOfFragment, tokensOf, valueAt } from './pointer.ts'
import type { SourceFile } from './sourceFile.ts'
import { isData, isNameMap } from './walk.ts'

export interface References {
  /** The pointer in the loaded tree, or why there is none. `base` is the pointer of the schema whose `$id` counts. */
  resolve(
    reference: string,
    from: string,
    base: string,
    at?: string,
  ): string | { code: DocumentFindingCode; message: string }
  /** JSON Pointer prefix of a file in the loaded tree. */
  prefixOf(file: string): string
  /** References that were resolved, each with the location `at` which it was found. */
  made: { file: string; pointer: string; target: string; text: string }[]
}

interface ReferenceOptions {
  entry: string
  sources: ReadonlyMap<string, SourceFile>
  nameOf(file: string): string
  fileOf(reference: string, from: string): string | undefined
  /** Why a file could not be read. */
  reasonOf(file: string): string | undefined
}

export function createReferences({ entry, sources, nameOf, fileOf, reasonOf }: ReferenceOptions): References {
  const prefixOf = (file: string) => (file === entry ? '' : pointerOf('x-files', nameOf(file)))
  const ids = new Map<string, string>()
  const anchors = new Map<string, string>()
  for (const [file, { tree }] of sources) index(tree, prefixOf(file), urlOf(nameOf(file)), ids, anchors)
  const self = selfOf(sources.get(entry)?.tree)
  const made: References['made'] = []

  const within = (file: string): Json => {
    const { tree } = sources.get(file) as SourceFile
    return tree
  }

  const find: References['resolve'] = (reference, from, base) => {
    const [target = '', fragment = ''] = reference.split('#', 2)
    const fail = (code: DocumentFindingCode, why: string) => ({
      code,
      message: `${nameOf(from)}: $ref "${reference}" ${why}`,
    })
    let pointer: string
    try {
      pointer = pointerOfFragment(fragment)
    } catch {
      return fail('unresolved-reference', 'is not a URI reference.')
    }
    if (target === '') {
      const own = prefixOf(from)
      if (pointer !== '' && !pointer.startsWith('/')) {
        const anchor = anchors.get(`${urlOf(nameOf(from))}#${pointer}`)
        return anchor ?? fail('unresolved-reference', 'leads nowhere.')
      }
      // Inside a schema with an $id a pointer begins there; authors often mean the file all the same.
      const inside = base.slice(own.length) + pointer
      return base !== own && valueAt(within(from), inside) !== undefined ? base + pointer : own + pointer
    }
    const url = resolveUrl(target, urlOf(nameOf(from)))
    const schema = ids.get(target) ?? (url && ids.get(url))
    if (schema !== undefined) return schema + pointer
    const local = self && localOf(target, self)
    const file = fileOf(local ?? target, local === undefined ? from : entry)
    if (local === '') return pointer
    if (file !== undefined && sources.has(file)) {
      const anchor =
        pointer !== '' && !pointer.startsWith('/') && anchors.get(`${urlOf(nameOf(file))}#${pointer}`)
      return anchor || prefixOf(file) + pointer
    }
    const reason = file && reasonOf(file)
    if (reason) return fail('unresolved-reference', `leads nowhere: ${nameOf(file)} ${reason}`)
    if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(target))
      return fail('remote-reference', 'is not relative; only files next to the document are read.')
    return fail('unresolved-reference', 'leads nowhere: there is no such file.')
  }
  return {
    made,
    prefixOf,
    resolve(reference, from, base, at) {
      const target = find(reference, from, base)
      if (at !== undefined && typeof target === 'string')
        made.push({ file: from, pointer: at, target, text: reference })
      return target
    },
  }
}

/** The reference at a location of a loaded tree, in the notation of the author. */
export function writtenAt(root: JsonObject, pointer: string): string {
  const node = valueAt(root, pointer)
  const reference = isObject(node) ? String(node.$ref) : ''
  return reference.replace(/^#\/x-files\/([^/]*)/, (_, file: string) => `${tokensOf(`/${file}`)[0]}#`)
}

/** Of the trees of files, which are read again and again. */
const known = new WeakMap<object, ReadonlySet<string>>()

/**
 * All references in a tree, except in data such as examples, each once.
 * @param tree of a file, which must not be modified
 */
export function referencesIn(tree: JsonObject): ReadonlySet<string> {
  const before = known.get(tree)
  if (before !== undefined) return before
  const found = new Set<string>()
  const walk = (node: Json, names: boolean): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, false)
    if (!isObject(node)) return
    for (const [key, value] of Object.entries(node)) {
      if (!names && isData(key, value)) continue
      if (key === '$ref' && typeof value === 'string') found.add(value)
      else if (!names && key === 'mapping' && isObject(value)) {
        for (const one of Object.values(value))
          if (typeof one === 'string' && /\.(ya?ml|json)(#|$)/.test(one)) found.add(one)
      } else walk(value, !names && isNameMap(key, value))
    }
  }
  walk(tree, false)
  known.set(tree, found)
  return found
}

/** Every `$ref` of a tree outside data and extensions, with the tokens of the object that has it. */
export function placedReferences(tree: Json): { reference: string; tokens: string[] }[] {
  const found: { reference: string; tokens: string[] }[] = []
  const tokens: string[] = []
  const walk = (node: Json, names: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (!names && (isData(key, value) || key.startsWith('x-'))) continue
      if (key === '$ref' && typeof value === 'string') found.push({ reference: value, tokens: [...tokens] })
      tokens.push(key)
      walk(value, !names && isNameMap(key, value))
      tokens.pop()
    }
  }
  walk(tree, false)
  return found
}

const urlOf = (name: string): string => `https://document.invalid/${name}`

const resolveUrl = (reference: string, base: string): string | undefined => {
  try {
    return new URL(reference, base).href
  } catch {
    return undefined
  }
}

function index(
  node: Json,
  pointer: string,
  base: string,
  ids: Map<string, string>,
  anchors: Map<string, string>,
  names = false,
): void {
  if (Array.isArray(node))
    node.forEach((item, at) => void index(item, `${pointer}/${at}`, base, ids, anchors))
  if (!isObject(node)) return
  let here = base
  if (!names && typeof node.$id === 'string') {
    here = resolveUrl(node.$id, base) ?? base
    ids.set(node.$id, pointer)
    ids.set(here, pointer)
  }
  for (const name of ['$anchor', '$dynamicAnchor'])
    if (!names && typeof node[name] === 'string') {
      anchors.set(`${here}#${node[name]}`, pointer)
      if (!anchors.has(`${base}#${node[name]}`)) anchors.set(`${base}#${node[name]}`, pointer)
    }
  for (const [key, value] of Object.entries(node))
    if (names || !isData(key, value))
      index(value, memberPointer(pointer, key), here, ids, anchors, !names && isNameMap(key, value))
}

/** `$self` of OpenAPI 3.2: the address of the document, which its own absolute references may name. */
const selfOf = (tree: JsonObject | undefined): URL | undefined => {
  const self = tree?.$self
  const url = typeof self === 'string' ? resolveUrl(self, 'https://document.invalid/') : undefined
  return url === undefined ? undefined : new URL(url)
}

/** The file next to the document for an absolute URL; '' for the document itself. */
function localOf(target: string, self: URL): string | undefined {
  const url = resolveUrl(target, self.href)
  if (url === undefined || !/^[a-z][a-z0-9+.-]+:/i.test(target)) return undefined
  if (url === self.href) return ''
  const folder = new URL('.', self).href
  return url.startsWith(folder) ? `./${url.slice(folder.length)}` : undefined
}
