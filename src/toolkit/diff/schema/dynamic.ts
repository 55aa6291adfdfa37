/**
 * `$dynamicRef`: its target depends on the references that led there, so that all possible targets are
 * compared.
 */
import { isObject, type Json } from '../../openapi/document.ts'
import { type LoadedDocument, type Location, pointerOfFragment } from '../location.ts'

/** The reference and every schema that it can lead to. */
export function dynamicTargets({ document, value }: Location): Json {
  const text = String(value)
  const fragment = text.slice(text.indexOf('#') + 1)
  const named =
    fragment === '' || fragment.startsWith('/')
      ? [document.at(pointerOfFragment(fragment)).value ?? null]
      : (anchorsOf(document).get(fragment) ?? [])
  return [text, ...named]
}

const known = new WeakMap<LoadedDocument, Map<string, Json[]>>()

function anchorsOf(document: LoadedDocument): Map<string, Json[]> {
  const made = known.get(document)
  if (made) return made
  const anchors = new Map<string, Json[]>()
  const pending: Json[] = [document.root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) pending.push(...node)
    if (!isObject(node)) continue
    for (const name of [node.$dynamicAnchor, node.$anchor]) {
      if (typeof name === 'string') anchors.set(name, [...(anchors.get(name) ?? []), node])
    }
    pending.push(...Object.values(node))
  }
  known.set(document, anchors)
  return anchors
}
