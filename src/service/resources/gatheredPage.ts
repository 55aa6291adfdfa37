/** A page of a list, gathered within bounds of rows and of characters. */

/**
 * Characters of text on a page; its first row may have more. Read, checked and serialised they need about 20 ms,
 * a hundred of the longest prompts two hundred.
 */
const MAX_CHARACTERS = 2 ** 20
/** Rows that are read before it is known how long they are. */
const FIRST_ROWS = 8

export type Position = (string | number | null)[]

export interface PageOf<Row> {
  rows: Row[]
  hasMore: boolean
  nextCursor: string | null
}

/** The rows of a page, as they are read: first a few, and the rest immediately when they are short. */
export class GatheredPage<Row extends object> {
  readonly #limit: number
  readonly #columns: readonly string[]
  readonly #cursorOf: (position: (string | number)[]) => string
  readonly #rows: Row[] = []
  #characters = 0
  #full = false
  #ended = false
  /** Behind which row the next ones are looked for. */
  position: Position | undefined

  constructor(
    limit: number,
    columns: readonly string[],
    position: Position | undefined,
    cursorOf: (position: (string | number)[]) => string,
  ) {
    this.#limit = limit
    this.#columns = columns
    this.position = position
    this.#cursorOf = cursorOf
  }

  /** How many rows are to be read next, the one included that shows whether more follow; 0 when that is known. */
  get wanted(): number {
    const left = this.#limit + 1 - this.#rows.length
    if (this.#full || this.#ended || left <= 0) return 0
    const read = this.#rows.length
    const fitting = read === 0 ? FIRST_ROWS : ((MAX_CHARACTERS - this.#characters) * read) / this.#characters
    return Math.min(left, Math.max(1, Math.floor(fitting) + 1))
  }

  /** Adds at most as many rows as were wanted; fewer are the last ones. */
  async add(reading: Promise<Row[]>): Promise<void> {
    const { wanted } = this
    const rows = await reading
    this.#ended = rows.length < wanted
    for (const row of rows) {
      this.#characters += charactersOf(row)
      if (this.#rows.length > 0 && this.#characters > MAX_CHARACTERS) {
        this.#full = true
        return
      }
      this.#rows.push(row)
      this.position = positionOf(row, this.#columns)
    }
  }

  /** Only a part of the list has ended. */
  resume(): void {
    this.#ended = false
  }

  cut(): PageOf<Row> {
    const rows = this.#rows.slice(0, this.#limit)
    const last = rows.at(-1)
    const hasMore = last !== undefined && (this.#full || this.#rows.length > this.#limit)
    const nextCursor = hasMore ? this.#cursorOf(positionOf(last, this.#columns)) : null
    return { rows, hasMore, nextCursor }
  }
}

/** Of the texts of a row, and one for it itself. */
function charactersOf(row: object): number {
  let characters = 1
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
  return characters
}

export function positionOf(row: object, columns: readonly string[]): (string | number)[] {
  return columns.map((column) => {
    // `p.created_at` of a join comes back as `created_at`.
    const value: unknown = Reflect.get(row, column.slice(column.lastIndexOf('.') + 1))
    if (typeof value === 'string' || typeof value === 'number') return value
    throw new Error(`The list is sorted by ${column}, which the statement did not select or which is NULL.`)
  })
}
