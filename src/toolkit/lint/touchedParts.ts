/** Which parts of the files of a document changed between two runs, and which refer to one that did or share an operation id. */
import { dirname, resolve } from 'node:path'
import { isObject, type Json } from '../openapi/document.ts'
import { pointerOf, pointerOfFragment, tokensOf } from '../openapi/pointer.ts'
import type { CachedFile, CachedFiles, Part } from './cachedResolver.ts'

/** By how many keys below the root a part is named. */
export const DIVIDED: ReadonlyMap<string, number> = new Map([
  ['components', 3],
  ['paths', 2],
  ['webhooks', 2],
  // Of documents of OpenAPI 3.0.
  ['x-webhooks', 2],
  ['definitions', 2],
])
/** Parts of the root that no example depends on. */
const INDEPENDENT = new Set(['info', 'tags', 'servers', 'security', 'externalDocs'])
/** Addresses and anchors lead into the middle of a file; aliases share its nodes. */
const INDIVISIBLE = /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/
const ALIASED = /(?:^|[\s[{,])&\w/m

export interface TouchedParts {
  /** `/project/openapi.yaml#/paths/~1pets`; of a file that is not divided, `/project/pet.yaml#`. */
  parts: ReadonlySet<string>
  /** Those of them that are not the same as before. */
  changed: ReadonlySet<string>
  /** Whether a place, such as `/project/openapi.yaml#/paths/~1pets/get`, is in one of them. */
  has(place: string): boolean
}

/**
 * @param before the files of the run before
 * @param now the files of this run
 * @param more further parts that count as touched
 * @returns the parts that changed, those that refer to one that did, and those with the same operation ids
 */
export function touchedParts(
  before: CachedFiles,
  now: CachedFiles,
  more: Iterable<string> = [],
): TouchedParts {
  const waiting: string[] = []
  for (const [file, one] of now) {
    const known = before.get(file)
    const parts = partsOf(file, one, known)
    if (known !== one) waiting.push(...changedKeys(file, parts, known?.parts))
  }
  const users = usersIn(now)
  const sharing = partsByOperationId(now)
  for (const file of before.keys()) if (!now.has(file)) waiting.push(`${file}#`)
  const changed = new Set(waiting)
  waiting.push(...more)
  const touched = new Set<string>()
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (touched.has(key)) continue
    touched.add(key)
    for (const above of withAncestors(key)) waiting.push(...(users.get(above) ?? []))
    const ids = [before, now].flatMap((files) => operationIdsAt(key, files))
    waiting.push(...ids.flatMap((id) => sharing.get(id) ?? []))
  }
  return { parts: touched, changed, has: (place) => touched.has(partOf(place, now)) }
}

/** The parts that refer to a place, by its part. */
function usersIn(files: CachedFiles): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [file, { parts = new Map<string, Part>() }] of files)
    for (const [key, part] of parts)
      for (const reference of referencesOf(file, part)) {
        const target = partOf(reference, files)
        const known = users.get(target)
        if (known === undefined) users.set(target, [key])
        else known.push(key)
      }
  return users
}

/** The parts with an operation id, or with links that name it. */
function partsByOperationId(files: CachedFiles): Map<string, string[]> {
  const sharing = new Map<string, string[]>()
  for (const { parts } of files.values())
    for (const key of parts?.keys() ?? [])
      for (const id of operationIdsAt(key, files)) {
        const known = sharing.get(id)
        if (known === undefined) sharing.set(id, [key])
        else known.push(key)
      }
  return sharing
}

function operationIdsAt(key: string, files: CachedFiles): readonly string[] {
  const file = key.slice(0, key.indexOf('#'))
  const part = files.get(file)?.parts?.get(key)
  if (part !== undefined) referencesOf(file, part)
  return part?.operationIds ?? []
}

function changedKeys(
  file: string,
  parts: ReadonlyMap<string, Part>,
  known: ReadonlyMap<string, Part> | undefined,
): string[] {
  const rest = `${file}#`
  if (known === undefined || known.get(rest) !== parts.get(rest))
    return [...new Set([...parts.keys(), ...(known?.keys() ?? [])])]
  return [...new Set([...parts.keys(), ...known.keys()])].filter((key) => known.get(key) !== parts.get(key))
}

/** A reference to a map of parts depends on each of them. */
function withAncestors(key: string): string[] {
  const start = key.indexOf('#') + 1
  const all = [key]
  for (let at = key.lastIndexOf('/'); at >= start; at = key.lastIndexOf('/', at - 1))
    all.push(key.slice(0, at))
  return all
}

/** The part that a place is in. */
export function partOf(place: string, files: CachedFiles): string {
  const cut = place.indexOf('#')
  const file = cut < 0 ? place : place.slice(0, cut)
  if (cut < 0 || files.get(file)?.parts?.size === 1) return `${file}#`
  const tokens = place.slice(cut + 2).split('/')
  const [first = ''] = tokens
  if (INDEPENDENT.has(first)) return `${file}#/${first}`
  const depth = DIVIDED.get(first)
  return depth === undefined ? `${file}#` : `${file}#/${tokens.slice(0, depth).join('/')}`
}

/** A part by its key, or the parts of a map of parts. */
export function partsIn(key: string, files: CachedFiles): string[] {
  const parts = files.get(key.slice(0, key.indexOf('#')))?.parts
  if (parts === undefined) return []
  if (parts.has(key)) return [key]
  return [...parts.keys()].filter((one) => one.startsWith(`${key}/`))
}

/** The parts of a file; those that did not change are the same objects. */
function partsOf(file: string, cached: CachedFile, before: CachedFile | undefined): Map<string, Part> {
  if (cached.parts !== undefined) return cached.parts
  const parts = new Map<string, Part>()
  const add = (key: string, node: unknown) => {
    const known = before?.parts?.get(key)
    parts.set(key, known !== undefined && isSame(known.node, node) ? known : { node, references: undefined })
  }
  if (!isDivisible(file, cached)) parts.set(`${file}#`, { node: cached.parsed, references: undefined })
  else {
    const rest: [string, unknown][] = []
    for (const [key, value] of Object.entries(cached.parsed as Record<string, Json>)) {
      const depth = DIVIDED.get(key)
      if (depth !== undefined && isObject(value))
        divide(value, [key], depth, (tokens, node) => add(`${file}#${pointerOf(...tokens)}`, node))
      else if (INDEPENDENT.has(key)) add(`${file}#/${key}`, value)
      else rest.push([key, value])
    }
    add(`${file}#`, Object.fromEntries(rest))
  }
  cached.parts = parts
  return parts
}

function isDivisible(file: string, { body, parsed }: CachedFile): boolean {
  if (!isObject(parsed as Json) || ![...DIVIDED.keys()].some((key) => Object.hasOwn(parsed as object, key)))
    return false
  return !INDIVISIBLE.test(body) && (file.endsWith('.json') || !ALIASED.test(body))
}

function divide(
  node: Json,
  tokens: string[],
  depth: number,
  add: (tokens: string[], node: Json) => void,
): void {
  if (tokens.length === depth || !isObject(node)) add(tokens, node)
  else for (const [key, value] of Object.entries(node)) divide(value, [...tokens, key], depth, add)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) &&
      isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}

/** The places that a part refers to; addresses stay as they are. */
export function referencesOf(file: string, part: Part): string[] {
  if (part.references !== undefined) return part.references
  const found = new Set<string>()
  const operationIds = new Set<string>()
  const add = (text: unknown) => {
    if (typeof text !== 'string') return
    const [path = '', fragment = ''] = text.split('#', 2)
    const target = path === '' ? file : /^https?:/.test(path) ? path : resolve(dirname(file), path)
    found.add(`${target}#${normalized(fragment)}`)
  }
  const waiting: unknown[] = [part.node]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { $ref, externalValue, mapping, operationId } = node as Record<string, unknown>
    if (typeof operationId === 'string') operationIds.add(operationId)
    for (const one of [$ref, externalValue]) add(one)
    // A discriminator's mapping names schemas without `$ref`, by their key or as a reference.
    if (typeof mapping === 'object' && mapping !== null)
      for (const name of Object.values(mapping)) {
        add(name)
        add(`#/components/schemas/${String(name)}`)
      }
    waiting.push(...Object.values(node).filter((one) => one !== undefined))
  }
  part.operationIds = [...operationIds]
  part.references = [...found]
  return part.references
}

/** A fragment as Redocly's pointers have it. */
function normalized(fragment: string): string {
  try {
    return pointerOf(...tokensOf(pointerOfFragment(fragment)))
  } catch {
    return '' // an invalid pointer leads nowhere
  }
}
