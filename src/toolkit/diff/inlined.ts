/** A text for what stands at a place, the same whether it refers or is written out: to recognise what was only moved. */
import { isObject } from '../contract/index.ts'
import { items, members, type Place, target } from './place.ts'

/** Words that say nothing about what is allowed. */
const WORDS = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  'x-origin',
])
/** Lists whose order says nothing. */
const SETS = new Set(['required', 'enum', 'type', 'anyOf', 'oneOf', 'allOf', 'tags'])

const texts = new WeakMap<object, Map<string, string>>()
const NO_WORDS: ReadonlySet<string> = new Set()

/** The same with the words, in their order. */
export const spelledOut = (place: Place): string => write(place, [], '', { left: NO_WORDS, expansions: 0 })

/** Schemas that lead to one another make a tree without end; beyond this many references a name has to do. */
const MOST_EXPANSIONS = 300
const DEEPEST = 30

interface Writing {
  left: ReadonlySet<string>
  expansions: number
}

/** Without words and the order of sets; a reference into itself is told by how far up it leads. */
export function inlined(place: Place): string {
  const known = texts.get(place.document) ?? new Map<string, string>()
  texts.set(place.document, known)
  const made = known.get(place.pointer)
  if (made !== undefined) return made
  const text = write(place, [], '', { left: WORDS, expansions: 0 })
  known.set(place.pointer, text)
  return text
}

function write(place: Place, open: readonly string[], key: string, writing: Writing): string {
  const { value } = place
  const referenced = target(place)
  if (referenced) {
    const depth = open.indexOf(referenced.pointer)
    if (depth >= 0) return `↑${open.length - depth}`
    if (++writing.expansions > MOST_EXPANSIONS || open.length > DEEPEST)
      return String(referenced.pointer.split('/').at(-1))
    const beside = members(place).filter(([name]) => name !== '$ref' && !writing.left.has(name))
    const text = write(referenced, [...open, referenced.pointer], key, writing)
    return beside.length === 0 ? text : `${text}&{${writeMembers(beside, open, writing)}}`
  }
  if (Array.isArray(value)) {
    const parts = items(place).map((item) => write(item, open, '', writing))
    return `[${(writing.left === WORDS && SETS.has(key) ? parts.sort() : parts).join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  // Below `properties` a member is called `title` by whoever calls it so.
  const named = ['properties', 'patternProperties', 'dependentSchemas', 'headers', 'parameters'].includes(key)
  return `{${writeMembers(
    members(place).filter(([name]) => named || !writing.left.has(name)),
    open,
    writing,
  )}}`
}

const writeMembers = (all: [string, Place][], open: readonly string[], writing: Writing): string =>
  all
    .map(([name, at]) => `${JSON.stringify(name)}:${write(at, open, name, writing)}`)
    .sort()
    .join(',')
