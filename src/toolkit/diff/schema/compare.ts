/** Compares what two schemas allow, for one direction, and notes what is allowed no longer or newly. */
import { isObject } from '../../openapi/document.ts'
import { type Direction, type Encoding, LEVELS, levelOf, type Observation } from '../finding.ts'
import type { Graph, Pair } from '../graph.ts'
import { follow, type Location } from '../location.ts'
import { areUnchanged } from '../unchanged.ts'
import { compareAlternatives } from './alternatives.ts'
import type { Change, SchemaComparison } from './comparison.ts'
import { compareConstraints } from './constraints.ts'
import { compareMarks } from './discriminators.ts'
import { compareNotes } from './notes.ts'
import { compareMembers } from './properties.ts'
import { shapeOf } from './read.ts'
import type { Schema, Shape } from './shape.ts'
import { compareValues, haveOtherTypes } from './values.ts'

export function compareSchemas(
  graph: Graph,
  old: Schema,
  now: Schema,
  direction: Direction,
  encoding: Encoding = 'other',
): Pair {
  const key = `${direction} ${encoding} schema ${identity(old)} ${identity(now)}`
  return graph.pair(key, (pair) => {
    if (areUnchanged(old, now)) return
    compareShapes(graph, pair, shapeOf(old), shapeOf(now), direction, encoding)
  })
}

const identity = (schema: Schema): string =>
  schema
    .map(({ document, pointer, value }) => document.identity(pointer) + (isEmpty(value) ? ' {}' : ''))
    .join(' & ')

const isEmpty = (value: unknown): boolean =>
  isObject(value as never) && Object.keys(value as object).length === 0

function compareShapes(
  graph: Graph,
  pair: Pair,
  old: Shape,
  now: Shape,
  direction: Direction,
  encoding: Encoding,
): void {
  if (isSame(old, now)) return
  const comparison: SchemaComparison = {
    pair,
    direction,
    encoding,
    old,
    new: now,
    note(...changes) {
      const observed = changes.map((change) => observationOf(change, old, now, direction))
      const worst = LEVELS.find((level) => observed.some((one) => one.level === level))
      for (const one of observed) if (one.level === worst) pair.observe(one)
    },
    below(oldSchema, newSchema, segment, other = direction) {
      const next = compareSchemas(graph, oldSchema, newSchema, other, encoding)
      pair.link(next, segment)
      return next
    },
    settle: () => graph.settle(),
    shapes(oldShape, newShape) {
      const key = `${direction} ${encoding} shape ${keyOf(oldShape)} ${keyOf(newShape)}`
      return graph.pair(key, (next) => compareShapes(graph, next, oldShape, newShape, direction, encoding))
    },
  }
  compareNotes(comparison)
  compareMarks(comparison)
  if (old.unions.length > 0 || now.unions.length > 0) {
    compareAlternatives(comparison)
    return
  }
  compareWhole(comparison)
}

function observationOf(
  { rule, effect, keyword, level, detail, say, ...locations }: Change,
  old: Shape,
  now: Shape,
  direction: Direction,
): Observation {
  const named = (shape: Shape) => (keyword ? shape.keywords.get(keyword) : undefined)
  const oldLocation = locations.old ?? named(old)
  const newLocation = locations.new ?? named(now)
  return {
    rule: `${direction}-${rule}`,
    level: level ?? levelOf(effect, direction),
    effect,
    direction,
    old: oldLocation ?? old.location,
    new: newLocation ?? now.location,
    shown: { old: oldLocation ?? stated(old.location), new: newLocation ?? stated(now.location) },
    ...(detail !== undefined && { detail }),
    sentence: say,
  }
}

/** A plain reference is replaced by its target, so that missing keywords are reported there. */
const stated = (location: Location): Location =>
  isObject(location.value) && Object.keys(location.value).length === 1 ? follow(location) : location

/** Compares two shapes without alternatives. */
function compareWhole(comparison: SchemaComparison): void {
  compareValues(comparison)
  const { old, new: now } = comparison
  // Other keywords have nothing in common that could have changed.
  if (old.never !== now.never || haveOtherTypes(old, now)) return
  compareConstraints(comparison)
  compareMembers(comparison)
}

/** Shapes are made from locations; those with the same origin and alternatives are the same. */
const keys = new WeakMap<Shape, string>()
let made = 0
function keyOf(shape: Shape): string {
  const known = keys.get(shape)
  if (known) return known
  const key = `${shape.location.document.identity(shape.location.pointer)} ${++made}`
  keys.set(shape, key)
  return key
}

/** Whether both are at the same location of one file without references. */
const isSame = (old: Shape, now: Shape): boolean =>
  old.location.document === now.location.document &&
  old.location.pointer === now.location.pointer &&
  old === now
