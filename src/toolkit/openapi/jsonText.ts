/**
 * The text of a JSON file with its tree. After an edit, only the innermost object or list around it is parsed again. The other
 * parts of the tree are the same objects as before.
 */
import { isObject, type Json } from './document.ts'
import { stringEnd } from './jsonString.ts'

/** An object or a list in the text, from its opening bracket to the position after its closing one. */
interface Collection {
  tokens: readonly string[]
  start: number
  end: number
}

/** Deeper ones are parsed quickly with the one that contains them: an operation has four tokens below it, a schema three. */
const MAX_TOKENS = 3

export interface JsonEdit {
  after: JsonText
  /** The collection that was parsed again. */
  tokens: readonly string[]
  value: Json
  /** Its text. */
  written: string
}

export class JsonText {
  readonly text: string
  readonly tree: Json
  #collections: readonly Collection[] | undefined
  #ends: ReadonlyMap<number, number> | undefined

  /** @param text valid JSON, and its tree, which must not be modified */
  constructor(text: string, tree: Json, collections?: readonly Collection[]) {
    this.text = text
    this.tree = tree
    this.#collections = collections
  }

  get #all(): readonly Collection[] {
    this.#collections ??= collectionsIn(this.text, [])
    return this.#collections
  }

  /** The end of the collection that begins at an offset, where it is known without reading it. */
  endOf(start: number): number | undefined {
    this.#ends ??= new Map(this.#all.map((one) => [one.start, one.end]))
    return this.#ends.get(start)
  }

  /**
   * @param text the whole text after an edit
   * @returns undefined where the edit is not within one collection, or the text has to be parsed to see whether it is valid
   * @example
   * new JsonText('{"a": [1], "b": {}}', tree).edited('{"a": [1, 2], "b": {}}') // parses `[1, 2]`
   */
  edited(text: string): JsonEdit | undefined {
    const { start, end } = changedSpan(this.text, text)
    const moved = text.length - this.text.length
    const around = innermost(this.#all, start, end)
    if (around === undefined || around.tokens.length === 0) return undefined
    const { tokens } = around
    const written = text.slice(around.start, around.end + moved)
    const value = parsed(written)
    if (value === undefined) return undefined
    const isInside = (one: Collection) => one.start >= around.start && one.end <= around.end
    const collections = [
      ...this.#all
        .filter((one) => !isInside(one))
        .map((one) => ({
          tokens: one.tokens,
          start: one.start < around.start ? one.start : one.start + moved,
          end: one.end <= around.start ? one.end : one.end + moved,
        })),
      ...collectionsIn(written, tokens).map((one) => ({
        tokens: one.tokens,
        start: one.start + around.start,
        end: one.end + around.start,
      })),
    ]
    const tree = withValue(this.tree, tokens, value)
    return { after: new JsonText(text, tree, collections), tokens, value, written }
  }
}

function parsed(written: string): Json | undefined {
  try {
    return JSON.parse(written) as Json
  } catch {
    return undefined
  }
}

/** The innermost collection with an edit between its brackets, which stay. */
function innermost(all: readonly Collection[], start: number, end: number): Collection | undefined {
  let found: Collection | undefined
  for (const one of all)
    if (one.start < start && end < one.end && one.tokens.length >= (found?.tokens.length ?? 0)) found = one
  return found
}

/** A copy of the tree with another value; what is not on the way to it stays the same. */
function withValue(tree: Json, [token, ...rest]: readonly string[], value: Json): Json {
  if (token === undefined) return value
  if (Array.isArray(tree))
    return tree.with(Number(token), withValue(tree[Number(token)] as Json, rest, value))
  if (!isObject(tree)) return tree
  return { ...tree, [token]: withValue(tree[token] as Json, rest, value) }
}

/** Slices are compared much faster than characters. */
const SLICE = 65_536

/** The part of the text before an edit that it replaces. */
function changedSpan(before: string, now: string): { start: number; end: number } {
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start + SLICE <= most && before.slice(start, start + SLICE) === now.slice(start, start + SLICE))
    start += SLICE
  while (start < most && before.charCodeAt(start) === now.charCodeAt(start)) start++
  const tail = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from)
  let same = 0
  while (same + SLICE <= most - start && tail(before, same, same + SLICE) === tail(now, same, same + SLICE))
    same += SLICE
  while (
    same < most - start &&
    before.charCodeAt(before.length - 1 - same) === now.charCodeAt(now.length - 1 - same)
  )
    same++
  return { start, end: before.length - same }
}

const [QUOTE, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]

/** The collections of a valid text that have at most `MAX_TOKENS` tokens, that of the text itself included. */
function collectionsIn(text: string, base: readonly string[]): Collection[] {
  const found: Collection[] = []
  const open: { collection: Collection; isList: boolean; next: string }[] = []
  let depth = base.length - 1
  let name = { start: 0, end: 0 }
  const enter = (at: number, isList: boolean) => {
    if (++depth > MAX_TOKENS) return
    const outer = open.at(-1)
    const tokens = outer === undefined ? base : [...outer.collection.tokens, outer.next]
    const collection = { tokens, start: at, end: at }
    found.push(collection)
    open.push({ collection, isList, next: '0' })
  }
  const leave = (at: number) => {
    const closed = depth-- > MAX_TOKENS ? undefined : open.pop()
    if (closed !== undefined) closed.collection.end = at + 1
  }
  /** After a colon the value of a property follows, after a comma the next item. */
  const pass = (isColon: boolean) => {
    const inner = depth > MAX_TOKENS ? undefined : open.at(-1)
    if (inner === undefined) return
    if (isColon) inner.next = JSON.parse(text.slice(name.start, name.end)) as string
    else if (inner.isList) inner.next = String(Number(inner.next) + 1)
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      name = { start: at, end: stringEnd(text, at) }
      at = name.end - 1
    } else if (code === OBJECT || code === LIST) enter(at, code === LIST)
    else if (code === OBJECT_END || code === LIST_END) leave(at)
    else if (code === COLON || code === COMMA) pass(code === COLON)
  }
  return found
}
