/**
 * Reads YAML as tools and most authors write it, many times faster than the parser of the whole language: block maps and
 * lists with scalars. It gives up at everything else, such as anchors, tags, tabs and errors. That parser still reads
 * scalars of several lines and flow collections, as parts of the text.
 */
import { CST, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml'
import { type Json, type JsonObject, setOwn } from './document.ts'

/** Where the properties or items of a node begin. */
export interface Places {
  /** The names of properties; undefined for a list. */
  names: string[] | undefined
  offsets: number[]
  inner: (Places | undefined)[]
}

export interface PlainYaml {
  tree: Json
  /** Where the content begins. */
  start: number
  places: Places | undefined
}

/** @returns undefined for a text that has to be read by a parser of the whole language */
export function readPlainYaml(text: string): PlainYaml | undefined {
  // Carriage returns, tabs and the byte order mark have rules of their own.
  if (/[\t\r\ufeff\u0085\u2028\u2029]/.test(text)) return undefined
  try {
    return new Reader(text).read()
  } catch (error) {
    if (error instanceof Unusual || error instanceof RangeError) return undefined
    throw error
  }
}

class Unusual extends Error {}

interface Read {
  value: Json
  places?: Places | undefined
}

interface Key {
  name: string
  /** Behind the colon. */
  end: number
}

const MAX_KEY_LENGTH = 1_000
/** The parser of the whole language reports what is too deep. */
const MAX_DEPTH = 300
const [NEW_LINE, SPACE, HASH, COLON, DASH] = [10, 32, 35, 58, 45]
/** Characters that no plain scalar begins with. */
const INDICATORS = new Set(',[]{}#&*!|>\'"%@`')

class Reader {
  private readonly text: string
  /** The next content, on a line that begins at `line`; at the end of the text, its column is -1. */
  private at = 0
  private line = 0
  private depth = 0

  constructor(text: string) {
    this.text = text
  }

  read(): PlainYaml {
    this.enterLine(0)
    if (this.text.startsWith('---\n', this.at) && this.column === 0) this.enterLine(this.at + 4)
    const start = this.at
    this.rejectMarker()
    if (!this.isCollection()) throw new Unusual()
    const { value, places } = this.collection(this.column)
    if (this.column !== -1) throw new Unusual()
    return { tree: value, start, places }
  }

  private get column(): number {
    return this.at >= this.text.length ? -1 : this.at - this.line
  }

  /** Moves to the first line at or behind `start` that has content. */
  private enterLine(start: number): void {
    const { text } = this
    let line = start
    while (line < text.length) {
      let at = line
      while (text.charCodeAt(at) === SPACE) at++
      const letter = text.charCodeAt(at)
      if (letter !== NEW_LINE && letter !== HASH) {
        this.line = line
        this.at = at
        return
      }
      line = this.lineEnd(at) + 1
    }
    this.at = text.length
  }

  private lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end < 0 ? this.text.length : end
  }

  /** Leaves a line whose rest is empty or a comment. */
  private leaveLine(from: number): void {
    const at = this.behindSpaces(from)
    const isComment = this.text.charCodeAt(at) === HASH && at > from
    if (!isComment && !this.isLineEnd(at)) throw new Unusual()
    this.enterLine(this.lineEnd(at) + 1)
    this.rejectMarker()
  }

  /** Documents may follow one another in one text. */
  private rejectMarker(): void {
    if (this.column === 0 && /^(?:---|\.\.\.)/.test(this.text.slice(this.at, this.at + 3)))
      throw new Unusual()
  }

  private behindSpaces(from: number): number {
    let at = from
    while (this.text.charCodeAt(at) === SPACE) at++
    return at
  }

  private readonly isLineEnd = (at: number): boolean =>
    at >= this.text.length || this.text.charCodeAt(at) === NEW_LINE

  private readonly isBlank = (at: number): boolean => this.isLineEnd(at) || this.text.charCodeAt(at) === SPACE

  private isItem(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.isBlank(this.at + 1)
  }

  private isCollection(): boolean {
    return this.isItem() || this.keyAt(this.at) !== undefined
  }

  /** A map or a list whose lines begin at a column. */
  private collection(column: number): Read {
    if (++this.depth > MAX_DEPTH) throw new Unusual()
    const read = this.isItem() ? this.list(column) : this.map(column)
    this.depth--
    return read
  }

  private list(column: number): Read {
    const value: Json[] = []
    const places: Places = { names: undefined, offsets: [], inner: [] }
    do {
      const at = this.behindSpaces(this.at + 1)
      if (this.isLineEnd(at) || this.text.charCodeAt(at) === HASH) {
        this.leaveLine(this.at + 1)
        // An empty item.
        if (this.column <= column) throw new Unusual()
      } else this.at = at
      places.offsets.push(this.at)
      const item = this.node(column)
      value.push(item.value)
      places.inner.push(item.places)
    } while (this.column === column && this.isItem())
    if (this.column > column) throw new Unusual()
    return { value, places }
  }

  private map(column: number): Read {
    const value: JsonObject = {}
    const names: string[] = []
    const places: Places = { names, offsets: [], inner: [] }
    do {
      const key = this.keyAt(this.at)
      if (key === undefined || key.name === '<<' || Object.hasOwn(value, key.name)) throw new Unusual()
      names.push(key.name)
      places.offsets.push(this.at)
      const read = this.valueOf(key, column)
      setOwn(value, key.name, read.value)
      places.inner.push(read.places)
    } while (this.column === column && !this.isItem())
    if (this.column > column) throw new Unusual()
    return { value, places }
  }

  private valueOf({ end }: Key, column: number): Read {
    const at = this.behindSpaces(end)
    if (!this.isLineEnd(at) && this.text.charCodeAt(at) !== HASH) {
      this.at = at
      return this.scalar(column)
    }
    this.leaveLine(end)
    if (this.column > column) return this.node(column)
    // The items of a list may be where the name of the list is.
    return this.column === column && this.isItem() ? this.collection(column) : { value: null }
  }

  /** A node that may be a map or a list; what belongs to it is further right than `column`. */
  private node(column: number): Read {
    return this.isCollection() ? this.collection(this.column) : this.scalar(column)
  }

  private keyAt(start: number): Key | undefined {
    const letter = this.text[start] ?? ''
    if (isQuote(letter)) return this.quotedKeyAt(start)
    if (INDICATORS.has(letter) || ('-?'.includes(letter) && this.isBlank(start + 1))) return undefined
    const colon = this.colonAfter(start)
    if (colon === undefined) return undefined
    const name = this.text.slice(start, colon).trimEnd()
    if (name.includes(' #')) return undefined
    if (name.length > MAX_KEY_LENGTH || name === '') throw new Unusual()
    return { name: String(resolved(name) ?? ''), end: colon + 1 }
  }

  /** The first colon on the line that ends a key. */
  private colonAfter(start: number): number | undefined {
    const end = this.lineEnd(start)
    let at = this.text.indexOf(':', start)
    while (at >= 0 && at < end && !this.isBlank(at + 1)) at = this.text.indexOf(':', at + 1)
    return at >= 0 && at < end ? at : undefined
  }

  private quotedKeyAt(start: number): Key | undefined {
    const end = this.quoteEnd(start)
    if (this.lineEnd(start) < end) return undefined
    const at = this.behindSpaces(end)
    if (this.text.charCodeAt(at) !== COLON || !this.isBlank(at + 1)) return undefined
    return { name: this.quoted(start, end), end: at + 1 }
  }

  /** Behind the closing quote. */
  private quoteEnd(start: number): number {
    const { text } = this
    const quote = text[start] as string
    for (let at = start + 1; at < text.length; at++) {
      if (text[at] === '\\' && quote === '"') at++
      else if (text[at] === quote) {
        if (quote === '"' || text[at + 1] !== quote) return at + 1
        at++
      }
    }
    throw new Unusual()
  }

  private quoted(start: number, end: number): string {
    const source = this.text.slice(start, end)
    if (!/[\n\\]|''/.test(source.slice(1, -1))) return source.slice(1, -1)
    const type = source[0] === '"' ? 'double-quoted-scalar' : 'single-quoted-scalar'
    return scalarOf({ type, offset: start, indent: 0, source })
  }

  /** A value that begins on this line; further lines are further right than `column`. */
  private scalar(column: number): Read {
    const letter = this.text[this.at] ?? ''
    if (isQuote(letter)) return this.quotedScalar(column)
    if (letter === '|' || letter === '>') return { value: this.blockScalar(column) }
    if (letter === '[' || letter === '{') return this.flow(column)
    if (INDICATORS.has(letter) || ('-?:'.includes(letter) && this.isBlank(this.at + 1))) throw new Unusual()
    return { value: this.plain(column) }
  }

  private quotedScalar(column: number): Read {
    const start = this.at
    const end = this.quoteEnd(start)
    this.rejectLinesAt(column, start, end)
    const value = this.quoted(start, end)
    this.leaveLine(end)
    return { value }
  }

  /** All lines of a value but the first one have to be further right. */
  private rejectLinesAt(column: number, start: number, end: number): void {
    const { text } = this
    for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
      const content = this.behindSpaces(at + 1)
      if (!this.isLineEnd(content) && content - at - 1 <= column) throw new Unusual()
    }
  }

  private plain(column: number): Json {
    const start = this.at
    let end = this.plainEnd(start)
    let isLong = false
    for (let next = this.continued(end, column); next !== undefined; next = this.continued(end, column)) {
      end = this.plainEnd(next)
      isLong = true
    }
    const source = this.text.slice(start, end)
    this.leaveLine(end)
    return isLong ? scalarOf({ type: 'scalar', offset: start, indent: column, source }) : resolved(source)
  }

  /** Where the next line of a plain scalar begins. */
  private continued(end: number, column: number): number | undefined {
    const at = this.behindSpaces(end)
    if (!this.isLineEnd(at) || at >= this.text.length) return undefined
    let line = at
    let content = at
    while (this.text.charCodeAt(content) === NEW_LINE) {
      line = content + 1
      content = this.behindSpaces(line)
    }
    const isOfScalar = content < this.text.length && content - line > column
    return isOfScalar && this.text.charCodeAt(content) !== HASH ? content : undefined
  }

  /** Behind the part of a plain scalar on one line. */
  private plainEnd(start: number): number {
    const end = this.lineEnd(start)
    const line = this.text.slice(start, end)
    const comment = line.indexOf(' #')
    const content = (comment < 0 ? line : line.slice(0, comment)).trimEnd()
    if (content.endsWith(':') || content.includes(': ')) throw new Unusual()
    return start + content.length
  }

  private blockScalar(column: number): string {
    const { text, at: start } = this
    const end = this.lineEnd(start)
    const header = text.slice(start, end).trimEnd()
    if (!/^[|>](?:[-+][1-9]?|[1-9][-+]?)?$/.test(header)) throw new Unusual()
    let last = end
    let next = end + 1
    while (next < text.length) {
      const content = this.behindSpaces(next)
      if (!this.isLineEnd(content) && content - next <= column) break
      last = this.lineEnd(content)
      next = last + 1
    }
    const source = text.slice(end + 1, Math.min(text.length, last + 1))
    const props: CST.Token[] = [
      { type: 'block-scalar-header', offset: start, indent: column, source: header },
    ]
    const value = scalarOf({ type: 'block-scalar', offset: start, indent: column, props, source })
    this.enterLine(next)
    this.rejectMarker()
    return value
  }

  private flow(column: number): Read {
    const start = this.at
    const end = this.flowEnd(start)
    this.rejectLinesAt(column, start, end)
    const source = this.text.slice(start, end)
    this.leaveLine(end)
    if (source === '[]') return { value: [], places: { names: undefined, offsets: [], inner: [] } }
    if (source === '{}') return { value: {}, places: { names: [], offsets: [], inner: [] } }
    const document = parseDocument(source, { merge: true })
    if (document.errors.length > 0) throw new Unusual()
    const places = placesOf(document.contents, start)
    return { value: document.toJS() as Json, places }
  }

  /** Behind the closing bracket. */
  private flowEnd(start: number): number {
    const { text } = this
    let depth = 0
    let before = ''
    for (let at = start; at < text.length; at++) {
      const letter = text[at] as string
      depth += depthChange(letter)
      if (depth === 0) return at + 1
      if (isQuote(letter) && '[{,:'.includes(before)) at = this.quoteEnd(at) - 1
      if (letter !== ' ' && letter !== '\n') before = letter
    }
    throw new Unusual()
  }
}

const isQuote = (letter: string): boolean => letter === '"' || letter === "'"

function depthChange(letter: string): -1 | 0 | 1 {
  if (/[#&*!]/.test(letter)) throw new Unusual()
  if (letter === '[' || letter === '{') return 1
  return letter === ']' || letter === '}' ? -1 : 0
}

/** A scalar, as the parser of the whole language reads it. */
function scalarOf(token: CST.FlowScalar | CST.BlockScalar): string {
  const fail = () => {
    throw new Unusual()
  }
  return CST.resolveAsScalar(token, true, fail).value
}

function placesOf(node: unknown, base: number): Places | undefined {
  if (isMap(node)) {
    const pairs = node.items
    return {
      names: pairs.map(({ key }) => nameOf(key)),
      offsets: pairs.map(({ key }) => base + offsetOf(key)),
      inner: pairs.map(({ value }) => placesOf(value, base)),
    }
  }
  if (!isSeq(node)) return undefined
  const offsets = node.items.map((item) => base + offsetOf(item))
  return { names: undefined, offsets, inner: node.items.map((item) => placesOf(item, base)) }
}

function nameOf(key: unknown): string {
  if (!isScalar(key) || typeof key.value === 'symbol' || key.value === '<<') throw new Unusual()
  return String(key.value ?? '')
}

function offsetOf(node: unknown): number {
  if (!isNode(node) || !node.range) throw new Unusual()
  return node.range[0]
}

const NUMBER =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/

/** A plain scalar on one line, in the core schema (YAML 1.2.2, section 10.3.2). */
function resolved(source: string): Json {
  switch (source) {
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
  }
  return NUMBER.test(source) ? numberOf(source) : source
}

function numberOf(source: string): number {
  if (source.startsWith('0o')) return Number.parseInt(source.slice(2), 8)
  if (source.startsWith('0x')) return Number.parseInt(source.slice(2), 16)
  if (/nan$/i.test(source)) return Number.NaN
  if (/inf$/i.test(source))
    return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return /^[-+]?\d+$/.test(source) ? Number.parseInt(source, 10) : Number.parseFloat(source)
}
