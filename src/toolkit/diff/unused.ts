/** Components without references: their changes do not affect clients, and are reported all the same. */
import { isObject, type Json } from '../openapi/document.ts'
import { type Differ, note } from './differ.ts'
import { spelledOut } from './inlined.ts'
import type { LoadedDocument } from './location.ts'
import { isPresent, isRemote, type Location, mappedPointer, members, rootOf, step } from './location.ts'

export function compareUnused({ graph, old, new: now }: Differ): void {
  const root = graph.root({ label: now.document.name, kind: 'document' })
  const [before, after] = [step(old, 'components'), step(now, 'components')]
  const used = [reached(old.document), reached(now.document)]
  for (const section of new Set([...members(before), ...members(after)].map(([name]) => name))) {
    const [oldSection, newSection] = [step(before, section), step(after, section)]
    // Schemes are referred to by name, and compared with the operations that need them.
    if (section === 'securitySchemes' || section.startsWith('x-')) continue
    for (const name of new Set([...members(oldSection), ...members(newSection)].map(([key]) => key))) {
      const [was, is] = [step(oldSection, name), step(newSection, name)]
      const unused = (location: Location, side: number) =>
        !isPresent(location) || !used[side]?.has(location.pointer)
      if (!unused(was, 0) || !unused(is, 1) || spelledOut(was) === spelledOut(is)) continue
      note(root, {
        rule: 'unused-component-changed',
        level: 'docs',
        detail: `${section} ${name}`,
        old: isPresent(was) ? was : old,
        new: isPresent(is) ? is : now,
        say: () =>
          `The component ${name} (${section}) ${!isPresent(is) ? 'was removed' : !isPresent(was) ? 'was added' : 'changed'}; no operation uses it.`,
      })
    }
  }
}

/** Every component that a reference leads to, wherever it occurs. */
function reached(document: LoadedDocument): Set<string> {
  const found = new Set<string>()
  const followed = new Set<string>()
  const pending: Json[] = [document.root]
  const isOutside = (key: string) => key !== 'components'
  const look = (node: Json | undefined): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) for (const item of node) look(item)
    else if (isObject(node)) {
      if (typeof node.$ref === 'string' && !isRemote(node.$ref)) enter(node.$ref)
      if (isObject(node.mapping)) for (const value of Object.values(node.mapping)) enter(mappedPointer(value))
      for (const value of Object.values(node)) look(value)
    }
  }
  const enter = (reference: string): void => {
    if (followed.has(reference)) return
    followed.add(reference)
    const location = pointerOf(reference)
    const component = location.split('/').slice(0, 4).join('/')
    const first = !found.has(component)
    found.add(component)
    if (first && component.startsWith('/components/')) look(document.at(component).value)
  }
  for (const node of pending) {
    if (!isObject(node)) continue
    for (const [key, value] of Object.entries(node)) if (isOutside(key)) look(value)
  }
  // Variants of a discriminator refer to their base, and not the other way.
  for (const [, schema] of members(step(step(rootOf(document), 'components'), 'schemas'))) {
    const parts = step(schema, 'allOf').value
    const upon = (Array.isArray(parts) ? parts : []).some(
      (part) =>
        isObject(part) &&
        typeof part.$ref === 'string' &&
        !isRemote(part.$ref) &&
        isVaried(document, pointerOf(part.$ref)) &&
        found.has(pointerOf(part.$ref)),
    )
    if (upon) {
      found.add(schema.pointer)
      look(schema.value)
    }
  }
  return found
}

const pointerOf = (reference: string): string => decodeURIComponent(reference.replace(/^#/, ''))

const isVaried = (document: LoadedDocument, pointer: string): boolean => {
  const { value } = document.at(pointer)
  return isObject(value) && value.discriminator !== undefined
}
