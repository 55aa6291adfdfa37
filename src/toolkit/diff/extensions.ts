/** `x-` extensions: programs rely on some of them, and all others are remarks. */
import type { Json } from '../openapi/document.ts'
import type { Direction, Level, Where } from './finding.ts'
import type { Pair } from './graph.ts'
import { canonical, type Location, step } from './location.ts'
import { changeOf } from './messages.ts'
import { ELSEWHERE, isSize, promiseOf } from './promises.ts'

interface Extended {
  location: Location
  extensions: ReadonlyMap<string, Json>
}

interface Both {
  old: Extended
  new: Extended
  direction: Direction | 'none'
  named: (where: Where) => string
}

export function compareExtensions(pair: Pair, { old, new: now, direction, named }: Both): void {
  for (const name of new Set([...old.extensions.keys(), ...now.extensions.keys()])) {
    const [before, after] = [old.extensions.get(name), now.extensions.get(name)]
    if (ELSEWHERE.has(name) || canonical(before) === canonical(after)) continue
    const promise = promiseOf(name)
    const level = isSize(name) ? levelOfSize(before, after, direction) : (promise?.[1] ?? 'docs')
    pair.observe({
      rule: 'extension-changed',
      level,
      effect: 'other',
      direction,
      detail: name,
      old: before === undefined ? old.location : step(old.location, name),
      new: after === undefined ? now.location : step(now.location, name),
      sentence: (where) =>
        `${changeOf(name, before, after, named(where))}${promise ? `: ${promise[2]} changed` : ''}.`,
    })
  }
}

function levelOfSize(
  before: Json | undefined,
  after: Json | undefined,
  direction: Direction | 'none',
): Level {
  const size = (value: Json | undefined) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY)
  const smaller = size(after) < size(before)
  return smaller === (direction !== 'response') ? 'breaking' : 'compatible'
}

/** The `x-` extensions of an object. */
export const extensionsOf = (location: Location): Map<string, Json> =>
  new Map(
    Object.entries((location.value ?? {}) as Record<string, Json>).filter(([name]) => name.startsWith('x-')),
  )
