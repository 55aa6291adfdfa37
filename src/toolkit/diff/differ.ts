/** Shared by the comparisons of all parts of a document: the graph, and functions that report a change. */
import { isObject, type Json } from '../openapi/document.ts'
import { compareExtensions, extensionsOf } from './extensions.ts'
import type { Direction, Encoding, Level, Segment, Where } from './finding.ts'
import type { Graph, Pair } from './graph.ts'
import { spelledOut } from './inlined.ts'
import { compareLifecycle } from './lifecycle.ts'
import { canonical, follow, isPresent, isRemote, type Location, step, target } from './location.ts'
import { changeOf } from './messages.ts'
import { compareSchemas } from './schema/compare.ts'

export interface Differ {
  graph: Graph
  /** The day on which a sunset has come or not, as a time. */
  today: number
  old: Location
  new: Location
}

interface Note {
  rule: string
  level: Level
  old: Location
  new: Location
  detail?: string
  direction?: Direction | 'none'
  say: (where: Where) => string
}

export function note(pair: Pair, { direction = 'none', say, ...rest }: Note): void {
  pair.observe({ ...rest, direction, effect: 'other', sentence: say })
}

/** A schema of both sides; the one that is missing allows everything. */
export function compareSchemaAt(
  graph: Graph,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
  segment?: Segment,
  encoding?: Encoding,
): void {
  if (old.value === undefined && now.value === undefined) return
  const orEmpty = (location: Location): Location =>
    location.value === undefined ? { ...location, value: {} } : location
  const slot = { old: orEmpty(old), new: orEmpty(now) }
  pair.link(compareSchemas(graph, [slot.old], [slot.new], direction, encoding), segment, slot)
}

/** Members that are words, or lists of words, for people. */
const WORDS = new Set([
  'title',
  'summary',
  'description',
  'tags',
  'externalDocs',
  'example',
  'examples',
  'termsOfService',
  'contact',
  'license',
  '$comment',
  'bearerFormat',
])

/**
 * Compares the properties that no other comparison covers: descriptions, extensions, deprecation and unknown
 * properties. A change of an unknown property is risky.
 */
export function compareRest(
  pair: Pair,
  old: Location,
  now: Location,
  understood: readonly string[],
  named: (where: Where) => string,
  direction: Direction | 'none' = 'none',
): void {
  const [before, after] = [follow(old), follow(now)]
  const own = (location: Location): Record<string, Json> => (isObject(location.value) ? location.value : {})
  for (const key of new Set([...Object.keys(own(before)), ...Object.keys(own(after))])) {
    // A reference that is followed is compared by what it leads to.
    if (key === '$ref' && !isRemote(own(before).$ref) && !isRemote(own(after).$ref)) continue
    if (key === 'deprecated' || key.startsWith('x-') || understood.includes(key)) continue
    const [was, is] = [step(before, key), step(after, key)]
    if (spelledOut(was) === spelledOut(is)) continue
    const words = WORDS.has(key)
    note(pair, {
      rule: words
        ? `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-changed`
        : 'unknown-property-changed',
      level: words ? 'docs' : 'risky',
      direction,
      detail: key,
      old: isPresent(was) ? was : before,
      new: isPresent(is) ? is : after,
      say: (where) =>
        words
          ? `The ${key} of ${named(where)} changed.`
          : `${changeOf(key, was.value, is.value, named(where))}. \`diff\` cannot decide what that means to clients.`,
    })
  }
  compareLifecycle(pair, {
    old: { location: before, deprecated: own(before).deprecated === true, extensions: extensionsOf(before) },
    new: { location: after, deprecated: own(after).deprecated === true, extensions: extensionsOf(after) },
    direction,
    named,
  })
  compareExtensions(pair, {
    old: { location: before, extensions: extensionsOf(before) },
    new: { location: after, extensions: extensionsOf(after) },
    direction,
    named,
  })
}

/** Descriptions next to a `$ref` override those of its target. */
export function compareSiblings(
  pair: Pair,
  old: Location,
  now: Location,
  named: (where: Where) => string,
  direction: Direction | 'none' = 'none',
): void {
  if (!target(old) && !target(now)) return
  for (const key of ['summary', 'description']) {
    const of = (location: Location): Location => {
      const sibling = target(location) ? step(location, key) : location
      return isPresent(sibling) && target(location) ? sibling : step(follow(location), key)
    }
    const own = (location: Location) => target(location) !== undefined && isPresent(step(location, key))
    const [was, is] = [of(old), of(now)]
    if ((!own(old) && !own(now)) || canonical(was.value) === canonical(is.value)) continue
    note(pair, {
      rule: `${key}-changed`,
      level: 'docs',
      direction,
      detail: key,
      old: isPresent(was) ? was : old,
      new: isPresent(is) ? is : now,
      say: (where) => `The ${key} of ${named(where)} changed.`,
    })
  }
}

/** The pair of two locations, compared once for each direction. */
export function pairOf(
  graph: Graph,
  kind: string,
  old: Location,
  now: Location,
  direction: string,
  fill: (pair: Pair) => void,
): Pair {
  const key = [kind, direction, old.document.identity(old.pointer), now.document.identity(now.pointer)]
  return graph.pair(key.join(' '), fill)
}
