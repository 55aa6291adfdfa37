/**
 * A string for the value at a location, the same for a reference and for its target written out. It
 * identifies parts that were only moved.
 */
import { hash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { type LoadedDocument, type Location, targetOf } from './location.ts'
import { isRemark } from './promises.ts'

/** Properties that do not affect which values are allowed. */
const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs', '$comment'])
/** Lists whose order has no meaning. */
const SETS = new Set(['required', 'enum', 'type', 'anyOf', 'oneOf', 'allOf', 'tags'])

/** Whether a property is left out; with descriptions, extensions that are only remarks are left out too. */
const isLeft = (name: string, left: ReadonlySet<string>): boolean =>
  left.has(name) || (left === WORDS && isRemark(name))

const texts = new WeakMap<object, Map<string, string>>()
const NO_WORDS: ReadonlySet<string> = new Set()

/** Results for parts wherever they appear, by document and by what is left out. */
const parts = new WeakMap<LoadedDocument, Map<ReadonlySet<string>, Known>>()

/** The same with the words, in their order. */
export const spelledOut = ({ document, value }: Location): string =>
  write(value, '', writingOf(document, NO_WORDS))

/** Schemas that lead to one another make a tree without end; beyond this many references a name has to do. */
const MAX_EXPANSIONS = 300
const MAX_DEPTH = 30
/** The text of a longer part is its digest, since texts are only compared. */
const MAX_TEXT = 1000

type Kind = 'special' | 'other'

interface Known {
  /** Texts of parts without a reference: of objects with names of the author and of lists without an order, and of others. */
  known: Record<Kind, WeakMap<object, string>>
  /** The properties of objects. */
  members: Record<Kind, WeakMap<object, readonly Member[]>>
}

interface Writing extends Known {
  document: LoadedDocument
  left: ReadonlySet<string>
  /** The pointers of the references that are being written out. */
  open: string[]
  expansions: number
  /** References so far. */
  references: number
}

function writingOf(document: LoadedDocument, left: ReadonlySet<string>): Writing {
  const byLeft = parts.get(document) ?? new Map<ReadonlySet<string>, Known>()
  parts.set(document, byLeft)
  const known = byLeft.get(left) ?? {
    known: { special: new WeakMap(), other: new WeakMap() },
    members: { special: new WeakMap(), other: new WeakMap() },
  }
  byLeft.set(left, known)
  return { document, left, ...known, open: [], expansions: 0, references: 0 }
}

/**
 * Without descriptions and the order of sets. A reference into itself is written as the number of levels that
 * it leads up.
 */
export function inlined({ document, pointer, value }: Location): string {
  const known = texts.get(document) ?? new Map<string, string>()
  texts.set(document, known)
  // All plain references to a schema have one text.
  const place = plainReference(value) ?? pointer
  const made = known.get(place)
  if (made !== undefined) return made
  const text = write(value, '', writingOf(document, WORDS))
  known.set(place, text)
  return text
}

/** The reference of an object that has nothing else; a pointer begins with a slash, and a reference does not. */
const plainReference = (value: Json | undefined): string | undefined =>
  isObject(value) && typeof value.$ref === 'string' && Object.keys(value).length === 1
    ? value.$ref
    : undefined

function write(value: Json | undefined, key: string, writing: Writing): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined'
  const known = writing.known[kindOf(value, key)]
  const made = known.get(value)
  if (made !== undefined) return made
  const { references } = writing
  const text = shortened(writePart(value, key, writing))
  if (writing.references === references) known.set(value, text)
  return text
}

const kindOf = (value: Json[] | JsonObject, key: string): Kind =>
  (Array.isArray(value) ? SETS : NAMED).has(key) ? 'special' : 'other'

const shortened = (text: string): string =>
  text.length <= MAX_TEXT ? text : `#${hash('sha1', text, 'base64')}`

function writePart(value: Json[] | JsonObject, key: string, writing: Writing): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, '', writing))
    return `[${(writing.left === WORDS && SETS.has(key) ? items.sort() : items).join(',')}]`
  }
  const reference = targetOf(writing.document, value)
  if (reference !== undefined) return writeReference(value, reference, key, writing)
  return `{${writeMembers(membersOf(value, key, writing), value, writing)}}`
}

interface Member {
  name: string
  /** Where it is written. */
  rank: number
  start: string
}

/** The properties that are written, in the order of the document. */
function membersOf(value: JsonObject, key: string, { left, members }: Writing): readonly Member[] {
  // Below `properties`, `title` is the name of a property and not a description.
  const isNamed = NAMED.has(key)
  const known = members[kindOf(value, key)]
  const before = known.get(value)
  if (before !== undefined) return before
  const made = ranked(Object.keys(value).filter((name) => isNamed || !isLeft(name, left)))
  known.set(value, made)
  return made
}

function ranked(names: readonly string[]): readonly Member[] {
  const members = names.map((name) => ({ name, rank: 0, start: `${JSON.stringify(name)}:` }))
  const sorted = [...members].sort((a, b) => (a.start < b.start ? -1 : 1))
  for (const [rank, member] of sorted.entries()) member.rank = rank
  return members
}

const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', 'headers', 'parameters'])

function writeReference(value: JsonObject, referenced: Location, key: string, writing: Writing): string {
  const { open } = writing
  writing.references++
  const { pointer } = referenced
  const depth = open.indexOf(pointer)
  if (depth >= 0) return `↑${open.length - depth}`
  if (++writing.expansions > MAX_EXPANSIONS || open.length > MAX_DEPTH)
    return String(pointer.split('/').at(-1))
  const siblings = Object.keys(value).filter((name) => name !== '$ref' && !isLeft(name, writing.left))
  open.push(pointer)
  const text = write(referenced.value, key, writing)
  open.pop()
  return siblings.length === 0 ? text : `${text}&{${writeMembers(ranked(siblings), value, writing)}}`
}

/** Reads in the order of the document, since the number of references is limited, and writes in that of the names. */
function writeMembers(members: readonly Member[], value: JsonObject, writing: Writing): string {
  const texts = new Array<string>(members.length)
  for (const { name, rank, start } of members) texts[rank] = start + write(value[name], name, writing)
  return texts.join(',')
}
