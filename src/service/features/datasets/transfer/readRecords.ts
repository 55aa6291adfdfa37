/** CSV as RFC 4180 has it: records end with CR LF or LF, a cell in quotes may contain anything, its quotes doubled. */
import { faultAt, MAX_EMPTY_LINES, MAX_ENTRY_LENGTH, type Place } from './record.ts'

/** A cell in quotes is never nothing: `""` is the empty text. */
export interface Cell {
  text: string
  quoted: boolean
}

export interface CsvRecord extends Required<Place> {
  cells: Cell[]
  /** Characters. */
  size: number
}

/**
 * The records of a file, the first one with the row 0; empty lines are passed over.
 * @throws ApiError VALIDATION_ERROR with `details.line` and `details.row`
 */
export async function* readRecords(pieces: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord, void> {
  const parser = new RecordParser()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Buffer) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw parser.fault('received bytes that are not UTF-8')
    }
  }
  for await (const piece of pieces) yield* parser.feed(decode(piece))
  yield* parser.feed(decode())
  yield* parser.end()
}

/** Separators that some programs write between cells instead of commas. */
export const SEPARATORS: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

/** Where the parser is within a record. */
type State = 'start' | 'bare' | 'quoted' | 'closed'

class RecordParser {
  #state: State = 'start'
  #cells: Cell[] = []
  #text = ''
  #size = 0
  #line = 1
  /** Where the record under way began. */
  #begun = 1
  #row = 0
  #afterReturn = false
  #empty = 0

  fault(issue: string) {
    const line = this.#state === 'quoted' ? this.#begun : this.#line
    return faultAt({ line, row: this.#row }, { field: 'body', issue })
  }

  *feed(text: string): Generator<CsvRecord, void> {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0) throw this.fault('received the character NUL, which is not allowed')
      if (this.#afterReturn && code !== 0x0a)
        throw this.fault('received a carriage return without its line feed')
      if (this.#state === 'quoted') {
        if (code === 0x0a) this.#line++
        if (code !== 0x22) continue
        this.#buffer(text.slice(from, at))
        this.#state = 'closed'
      } else if (code === 0x22) {
        this.#quote()
        from = at + 1
      } else if (code === 0x2c || code === 0x0a || code === 0x0d) {
        if (this.#state === 'bare') this.#buffer(text.slice(from, at))
        if (code === 0x0d) this.#afterReturn = true
        else {
          this.#endCell()
          if (code === 0x0a) yield* this.#endRecord()
        }
        if (code === 0x0d && this.#state === 'bare') from = at + 1
      } else if (this.#state === 'closed') {
        throw this.fault(
          SEPARATORS[text.charAt(at)] === undefined
            ? 'received text behind the closing quote of a cell'
            : `received cells with ${SEPARATORS[text.charAt(at)]} between them; expected commas`,
        )
      } else if (this.#state === 'start') {
        this.#state = 'bare'
        from = at
      }
    }
    if (this.#state === 'quoted' || (this.#state === 'bare' && !this.#afterReturn))
      this.#buffer(text.slice(from))
  }

  *end(): Generator<CsvRecord, void> {
    if (this.#state === 'quoted') throw this.fault('received a cell without its closing quote')
    if (this.#afterReturn) throw this.fault('received a carriage return without its line feed')
    if (this.#state === 'start' && this.#cells.length === 0) return
    this.#endCell()
    yield* this.#endRecord()
  }

  #quote(): void {
    if (this.#state === 'start') this.#state = 'quoted'
    else if (this.#state === 'closed') {
      this.#buffer('"') // a quote doubled
      this.#state = 'quoted'
    } else throw this.fault('received a quote within a cell that does not begin with one')
  }

  #buffer(part: string): void {
    this.#text += part
    this.#size += part.length
    if (this.#size > MAX_ENTRY_LENGTH)
      throw this.fault(`is a record of more than ${MAX_ENTRY_LENGTH} characters; expected at most that many`)
  }

  #endCell(): void {
    this.#cells.push({ text: this.#text, quoted: this.#state === 'closed' })
    this.#size++
    this.#text = ''
    this.#state = 'start'
  }

  *#endRecord(): Generator<CsvRecord, void> {
    const cells = this.#cells
    const size = this.#size
    const line = this.#begun
    this.#cells = []
    this.#size = 0
    this.#afterReturn = false
    this.#line++
    this.#begun = this.#line
    const [first] = cells
    if (cells.length === 1 && first?.text === '' && !first.quoted) {
      if (++this.#empty > MAX_EMPTY_LINES)
        throw this.fault(`received more than ${MAX_EMPTY_LINES} empty lines`)
      return
    }
    yield { cells, size, line, row: this.#row++ }
  }
}
