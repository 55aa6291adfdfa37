/**
 * Finds the parts that are identical in two versions of a document, including everything that they refer to.
 * These parts need no comparison, and in a large document they are nearly all of it.
 */

import { isObject, type Json } from '../openapi/document.ts'
import { fragmentOf, pointerOf } from '../openapi/pointer.ts'
import { isRemote, type LoadedDocument, type Location, mappedPointer } from './location.ts'

/** The pointers that do not lead to the same on both sides, by the documents' pair. */
const changed = new WeakMap<LoadedDocument, WeakMap<LoadedDocument, Set<string>>>()

const DYNAMIC = '"$dynamicRef"'

export function isUnchanged(old: Location, now: Location): boolean {
  if (old.document.version !== now.document.version) return false
  const differing = changedBetween(old.document, now.document)
  const text = JSON.stringify(now.value)
  if (JSON.stringify(old.value) !== text || text?.includes(DYNAMIC)) return false
  return referencesIn(now.value).every((reference) => !differing.has(reference))
}

function changedBetween(old: LoadedDocument, now: LoadedDocument): Set<string> {
  const known = changed.get(old)?.get(now)
  if (known) return known
  const made = compareTargets(old, now)
  const others = changed.get(old) ?? new WeakMap<LoadedDocument, Set<string>>()
  changed.set(old, others.set(now, made))
  return made
}

/** The locations that differ themselves, and then all locations that refer to them. */
function compareTargets(old: LoadedDocument, now: LoadedDocument): Set<string> {
  const leadingTo = new Map<string, string[]>()
  const pending: string[] = []
  const targets = [old, now].flatMap(({ root }) => [...referencesIn(root), ...schemaReferences(root)])
  for (const reference of new Set(targets)) {
    const pointer = decodeURIComponent(reference.slice(1))
    const value = now.at(pointer).value
    const text = JSON.stringify(value)
    // Where a dynamic reference leads is found out by a closer look.
    if (JSON.stringify(old.at(pointer).value) !== text || text?.includes(DYNAMIC)) pending.push(reference)
    const lead = (from: string, to: string) => leadingTo.set(to, [...(leadingTo.get(to) ?? []), from])
    for (const next of referencesIn(value)) lead(reference, next)
    // A base with a discriminator stands for the schemas built upon it, which it does not name.
    for (const base of basesOf(value)) lead(base, reference)
    for (const base of basesOf(old.at(pointer).value)) lead(base, reference)
  }
  const differing = new Set<string>()
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (differing.has(reference)) continue
    differing.add(reference)
    pending.push(...(leadingTo.get(reference) ?? []))
  }
  return differing
}

const schemaReferences = (root: Json): string[] => {
  const components = isObject(root) && isObject(root.components) ? root.components.schemas : undefined
  return isObject(components)
    ? Object.keys(components).map((name) => fragmentOf(pointerOf('components', 'schemas', name)))
    : []
}

const basesOf = (value: Json | undefined): string[] =>
  isObject(value) && Array.isArray(value.allOf)
    ? value.allOf.flatMap((part) => (isObject(part) && typeof part.$ref === 'string' ? [part.$ref] : []))
    : []

function referencesIn(value: Json | undefined): string[] {
  const found: string[] = []
  const pending: Json[] = value === undefined ? [] : [value]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) pending.push(...node)
    else if (isObject(node)) {
      if (typeof node.$ref === 'string' && !isRemote(node.$ref)) found.push(node.$ref)
      if (isObject(node.mapping))
        found.push(...Object.values(node.mapping).map((value) => fragmentOf(mappedPointer(value))))
      for (const member of Object.values(node))
        if (typeof member === 'object' && member !== null) pending.push(member)
    }
  }
  return found
}
