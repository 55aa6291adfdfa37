/** What the comparisons of the parts of two documents share: the graph, and how a change is noted. */
import { isObject, type Json } from '../contract/index.ts'
import { compareExtensions, extensionsOf } from './extensions.ts'
import type { Direction, Encoding, Level, Segment, Where } from './finding.ts'
import type { Graph, Pair } from './graph.ts'
import { spelledOut } from './inlined.ts'
import { compareLifecycle } from './lifecycle.ts'
import { canonical, follow, isPresent, isRemote, type Place, step, target } from './place.ts'
import { compareSchemas } from './schema/compare.ts'
import { changeOf } from './words.ts'

export interface Differ {
  graph: Graph
  /** The day on which a sunset has come or not, as a time. */
  today: number
  old: Place
  new: Place
}

interface Note {
  rule: string
  level: Level
  old: Place
  new: Place
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
  old: Place,
  now: Place,
  direction: Direction,
  segment?: Segment,
  encoding?: Encoding,
): void {
  if (old.value === undefined && now.value === undefined) return
  const orEmpty = (place: Place): Place => (place.value === undefined ? { ...place, value: {} } : place)
  pair.link(compareSchemas(graph, [orEmpty(old)], [orEmpty(now)], direction, encoding), segment)
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
 * Compares what no other comparison took: words, extensions, deprecation, and whatever else stands there, which is
 * risky because nobody here understands it.
 */
export function compareRest(
  pair: Pair,
  old: Place,
  now: Place,
  understood: readonly string[],
  named: (where: Where) => string,
  direction: Direction | 'none' = 'none',
): void {
  const [before, after] = [follow(old), follow(now)]
  const own = (place: Place): Record<string, Json> => (isObject(place.value) ? place.value : {})
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
        : 'unknown-member-changed',
      level: words ? 'docs' : 'risky',
      direction,
      detail: key,
      old: isPresent(was) ? was : before,
      new: isPresent(is) ? is : after,
      say: (where) =>
        words
          ? `The ${key} of ${named(where)} changed.`
          : `${changeOf(key, was.value, is.value, named(where))}; what that means to a client cannot be told here.`,
    })
  }
  compareLifecycle(pair, {
    old: { place: before, deprecated: own(before).deprecated === true, extensions: extensionsOf(before) },
    new: { place: after, deprecated: own(after).deprecated === true, extensions: extensionsOf(after) },
    direction,
    named,
  })
  compareExtensions(pair, {
    old: { place: before, extensions: extensionsOf(before) },
    new: { place: after, extensions: extensionsOf(after) },
    direction,
    named,
  })
}

/** Words that stand beside a reference count in place of those that it leads to. */
export function compareBeside(
  pair: Pair,
  old: Place,
  now: Place,
  named: (where: Where) => string,
  direction: Direction | 'none' = 'none',
): void {
  if (!target(old) && !target(now)) return
  for (const key of ['summary', 'description']) {
    const of = (place: Place): Place => {
      const beside = target(place) ? step(place, key) : place
      return isPresent(beside) && target(place) ? beside : step(follow(place), key)
    }
    const own = (place: Place) => target(place) !== undefined && isPresent(step(place, key))
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

/** The pair of two places, compared once for each direction. */
export function pairOf(
  graph: Graph,
  kind: string,
  old: Place,
  now: Place,
  direction: string,
  fill: (pair: Pair) => void,
): Pair {
  const key = [kind, direction, old.document.identity(old.pointer), now.document.identity(now.pointer)]
  return graph.pair(key.join(' '), fill)
}
