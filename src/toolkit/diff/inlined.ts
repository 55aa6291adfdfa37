/**
 * A string for the value at a location, the same for a reference and for its target written out. It
 * identifies parts that were only moved.
 */
import { isObject } from '../openapi/document.ts'
import { items, type Location, members, target } from './location.ts'
import { isRemark } from './promises.ts'

/** Properties that do not affect which values are allowed. */
const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs', '$comment'])
/** Lists whose order has no meaning. */
const SETS = new Set(['required', 'enum', 'type', 'anyOf', 'oneOf', 'allOf', 'tags'])

/** Whether a property is left out; with descriptions, extensions that are only remarks are left out too. */
const isLeft = (name: string, { left }: Writing): boolean =>
  left.has(name) || (left === WORDS && isRemark(name))

const texts = new WeakMap<object, Map<string, string>>()
const NO_WORDS: ReadonlySet<string> = new Set()

/** The same with the words, in their order. */
export const spelledOut = (location: Location): string =>
  write(location, [], '', { left: NO_WORDS, expansions: 0 })

/** Schemas that lead to one another make a tree without end; beyond this many references a name has to do. */
const MAX_EXPANSIONS = 300
const MAX_DEPTH = 30

interface Writing {
  left: ReadonlySet<string>
  expansions: number
}

/**
 * Without descriptions and the order of sets. A reference into itself is written as the number of levels that
 * it leads up.
 */
export function inlined(location: Location): string {
  const known = texts.get(location.document) ?? new Map<string, string>()
  texts.set(location.document, known)
  const made = known.get(location.pointer)
  if (made !== undefined) return made
  const text = write(location, [], '', { left: WORDS, expansions: 0 })
  known.set(location.pointer, text)
  return text
}

function write(location: Location, open: readonly string[], key: string, writing: Writing): string {
  const { value } = location
  const referenced = target(location)
  if (referenced) {
    const depth = open.indexOf(referenced.pointer)
    if (depth >= 0) return `↑${open.length - depth}`
    if (++writing.expansions > MAX_EXPANSIONS || open.length > MAX_DEPTH)
      return String(referenced.pointer.split('/').at(-1))
    const siblings = members(location).filter(([name]) => name !== '$ref' && !isLeft(name, writing))
    const text = write(referenced, [...open, referenced.pointer], key, writing)
    return siblings.length === 0 ? text : `${text}&{${writeMembers(siblings, open, writing)}}`
  }
  if (Array.isArray(value)) {
    const parts = items(location).map((item) => write(item, open, '', writing))
    return `[${(writing.left === WORDS && SETS.has(key) ? parts.sort() : parts).join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  // Below `properties`, `title` is the name of a property and not a description.
  const named = ['properties', 'patternProperties', 'dependentSchemas', 'headers', 'parameters'].includes(key)
  return `{${writeMembers(
    members(location).filter(([name]) => named || !isLeft(name, writing)),
    open,
    writing,
  )}}`
}

const writeMembers = (all: [string, Location][], open: readonly string[], writing: Writing): string =>
  all
    .map(([name, at]) => `${JSON.stringify(name)}:${write(at, open, name, writing)}`)
    .sort()
    .join(',')
