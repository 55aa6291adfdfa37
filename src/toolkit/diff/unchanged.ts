/**
 * Finds the parts that are identical in two versions of a document, including everything that they refer to.
 * These parts need no comparison, and in a large document they are nearly all of it.
 */

import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { fragmentOf, pointerOf } from '../openapi/pointer.ts'
import { isRemote, type LoadedDocument, type Location, mappedPointer } from './location.ts'

/** The pointers that do not lead to the same on both sides, by the documents' pair. */
const changed = new WeakMap<LoadedDocument, WeakMap<LoadedDocument, Set<string>>>()

const DYNAMIC = '"$dynamicRef"'

/** The same for schemas: a value must match every part of one. */
export function areUnchanged(
  [old, ...olds]: readonly Location[],
  [now, ...nows]: readonly Location[],
): boolean {
  return (
    olds.length === 0 && nows.length === 0 && old !== undefined && now !== undefined && isUnchanged(old, now)
  )
}

function isUnchanged(old: Location, now: Location): boolean {
  if (old.document.version !== now.document.version) return false
  return isSame(old.value, now.value, changedBetween(old.document, now.document))
}

/** Whether two values are equal, with their properties in the same order, and lead to no location that differs. */
function isSame(old: Json | undefined, now: Json | undefined, differing: ReadonlySet<string>): boolean {
  if (old === now && !isObject(now) && !Array.isArray(now)) return true
  if (Array.isArray(old) && Array.isArray(now))
    return old.length === now.length && old.every((item, index) => isSame(item, now[index], differing))
  if (!isObject(old) || !isObject(now)) return false
  const [names, others] = [Object.keys(old), Object.keys(now)]
  if (names.length !== others.length || leadsTo(now, differing)) return false
  return names.every((name, index) => name === others[index] && isSame(old[name], now[name], differing))
}

/** Whether an object itself refers to a location that differs, or has a reference that only a closer look can follow. */
function leadsTo(node: JsonObject, differing: ReadonlySet<string>): boolean {
  if (Object.hasOwn(node, '$dynamicRef')) return true
  return ownReferences(node).some((reference) => differing.has(reference))
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

/** The references of an object, and those of a discriminator's mapping. */
function ownReferences({ $ref, mapping }: JsonObject): string[] {
  const own = typeof $ref === 'string' && !isRemote($ref) ? [$ref] : []
  return isObject(mapping)
    ? [...own, ...Object.values(mapping).map((value) => fragmentOf(mappedPointer(value)))]
    : own
}

function referencesIn(value: Json | undefined): string[] {
  const found: string[] = []
  const pending: Json[] = value === undefined ? [] : [value]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) pending.push(...node)
    else if (isObject(node)) {
      found.push(...ownReferences(node))
      for (const member of Object.values(node))
        if (typeof member === 'object' && member !== null) pending.push(member)
    }
  }
  return found
}
