/**
 * Keyset pages: a page continues after the last row of the one before, by the row value (sort column, id). So
 * rows made or deleted meanwhile are neither repeated nor skipped, and no page costs more than the first
 * (docs/internals/decisions.md, "list parameters"). An index on (the columns of `where`…, sort column, id) serves both orders.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { validationError } from '../errors.ts'
import type { ReadTransaction, Value } from '../storage/database.ts'
import { type Condition, conditionsOf, joined, type Reader, type Selection } from './conditions.ts'
import type { Cursors } from './cursors.ts'
import { GatheredPage, type PageOf, type Position, positionOf } from './gatheredPage.ts'

const DEFAULT_LIMIT = 20
/**
 * Rows of a filter that are sorted for a page. With more matches, the list is read in its own order. Sorting
 * them needs about 5 ms. In a list of a million rows a hundred of the matches come within 50,000 rows on average.
 */
const MAX_SORTED = 2_000
/** Rows that a list is read through at a time, about 3 ms; then others have their turn. */
const ROWS_PER_STEP = 1_000

export interface PageRequest {
  /** Rows a page, 1–100; 20 when absent. Fewer come where their texts are long. */
  limit?: number | undefined
  cursor?: string | undefined
  /** One of the keys of `sorts`; the first of them when absent. */
  sort?: string | undefined
  /** `desc` when absent: the newest first. */
  order?: 'asc' | 'desc' | undefined
}

/** The part of a list's query that states which page is wanted; the rest are its filters, named one by one. */
export const pageRequestOf = ({ limit, cursor, sort, order }: PageRequest): PageRequest => ({
  limit,
  cursor,
  sort,
  order,
})

export interface ListShape {
  /** The name of the list, its organization included; a cursor of another list is rejected. */
  identity: readonly unknown[]
  /** The sorts that clients may name, and their columns, which contain no NULL and are among the selected ones. */
  sorts: Readonly<Record<string, string>>
  /** The column that makes the order total; `id` when absent. */
  id?: string
  /** Equality by column. NULL is compared as IS NULL; an undefined filter was not given and is left out. */
  where: Readonly<Record<string, Value | undefined>>
  /** Further conditions, such as `deleted_at IS NULL`, with the values of their placeholders. */
  and?: readonly Condition[]
}

interface FilteredListShape extends ListShape {
  /** The table, whose `id` the selections name. */
  from: string
  columns?: string
  /** Filters of which an index in the order of the list serves only one; by column, as in `where`. */
  filters?: Readonly<Record<string, Value | undefined>>
  /** Further filters. */
  selections?: readonly (Selection | undefined)[]
}

interface Page {
  /**
   * The rows of the page.
   * @param select `SELECT … FROM …`, to which conditions, order and limit are appended
   */
  read<Row extends object>(tx: Pick<ReadTransaction, 'all'>, select: string): Promise<PageOf<Row>>
}

/**
 * One page of a list. Columns come from only the code; whatever the client sent is a value or picks from `sorts`.
 * @throws ApiError VALIDATION_ERROR at `query.cursor` or `query.sort`.
 *
 * @example
 * const page = pageOf(cursors, query, {
 *   identity: ['listPrompts', caller.organizationId],
 *   sorts: { createdAt: 'created_at', name: 'name' },
 *   where: { organization_id: caller.organizationId, folder_id: query.folderId },
 * })
 * const { rows, hasMore, nextCursor } = await page.read<PromptRow>(tx, 'SELECT * FROM prompts')
 */
export function pageOf(cursors: Cursors, request: PageRequest, shape: ListShape): Page {
  const walk = walkOf(cursors, request, shape, [])
  return {
    async read<Row extends object>(tx: Pick<ReadTransaction, 'all'>, select: string) {
      const page = walk.page<Row>()
      // A transaction makes room for others by itself.
      while (page.wanted > 0) await page.add(readNext(tx, select, page.wanted, page.position))
      return page.cut()
    },
  }

  function readNext<Row>(
    tx: Pick<ReadTransaction, 'all'>,
    select: string,
    rows: number,
    after: Position | undefined,
  ): Promise<Row[]> {
    const { sql, values } = joined([walk.all, after && walk.beyond(after)])
    const where = sql === '' ? '' : ` WHERE ${sql}`
    return tx.all<Row>(`${select}${where} ORDER BY ${walk.order} LIMIT ?`, ...values, rows)
  }
}

/**
 * One page of a list with several filters. No step blocks the event loop for longer than a few milliseconds, for any
 * request. The rows of a rare filter are sorted. Otherwise the list is read in its order, on the index of its first filter,
 * until the page is full.
 * @throws ApiError VALIDATION_ERROR at `query.cursor` or `query.sort`
 */
export async function readPage<Row extends object>(
  database: Reader,
  cursors: Cursors,
  request: PageRequest,
  shape: FilteredListShape,
): Promise<PageOf<Row>> {
  const { from, columns = '*' } = shape
  const given = Object.entries(shape.filters ?? {}).filter(([, value]) => value !== undefined)
  const selections = (shape.selections ?? []).filter((selection) => selection !== undefined)
  const rest = joined([
    conditionsOf(Object.fromEntries(given.slice(1))),
    ...selections.map(({ condition }) => condition),
  ])
  const where = { ...shape.where, ...Object.fromEntries(given.slice(0, 1)) }
  const walk = walkOf(cursors, request, { ...shape, where }, [rest.sql, ...rest.values])
  const select = `SELECT ${columns} FROM ${from}`
  const { all, order } = walk
  const page = walk.page<Row>()

  const ids = rest.sql === '' ? undefined : await rarest(database, selections)
  if (rest.sql === '' || ids !== undefined) {
    const next = ids === undefined ? inOrder : amongIds(ids)
    while (ids?.length !== 0 && page.wanted > 0) {
      await page.add(next(page.wanted, page.position))
      if (page.wanted > 0) await nextTurn()
    }
    return page.cut()
  }

  for (let after = page.position; page.wanted > 0; await nextTurn()) {
    after = await database.read((tx) => readStep(tx, after))
    if (after === undefined) break
  }
  return page.cut()

  function inOrder(rows: number, after: Position | undefined): Promise<Row[]> {
    const { sql, values } = joined([all, after && walk.beyond(after)])
    return database.all<Row>(`${select} WHERE ${sql} ORDER BY ${order} LIMIT ?`, ...values, rows)
  }

  /** Found by their ids, lest the engine read the whole list in its order: it knows no better how few they are. */
  function amongIds(ids: readonly string[]) {
    const scope = joined([conditionsOf(where, (column) => `${column} || ''`), ...(shape.and ?? [])])
    return (rows: number, after: Position | undefined): Promise<Row[]> => {
      const { sql, values } = joined([scope, rest, after && walk.beyond(after), amongst(ids)])
      // By their ids first, for the engine sorts all that it selects, and the rows may be long.
      const statement = `${select} WHERE id IN (SELECT id FROM ${from} WHERE ${sql} ORDER BY ${order} LIMIT ?) ORDER BY ${order}`
      return database.all<Row>(statement, ...values, rows)
    }
  }

  /**
   * Adds the rows that meet the conditions among the next ones of the list.
   * @returns where the step ended; undefined at the end of the list
   */
  async function readStep(tx: ReadTransaction, after: Position | undefined): Promise<Position | undefined> {
    const next = joined([all, after && walk.beyond(after)])
    const end = await tx.get<object>(
      `SELECT ${walk.columns.join(', ')} FROM ${from} WHERE ${next.sql} ORDER BY ${order} LIMIT 1 OFFSET ?`,
      ...next.values,
      ROWS_PER_STEP - 1,
    )
    const last = end && positionOf(end, walk.columns)
    for (let begin = after; page.wanted > 0; begin = page.position) {
      const rows = joined([all, begin && walk.beyond(begin), last && walk.upTo(last), rest])
      const statement = `${select} WHERE ${rows.sql} ORDER BY ${order} LIMIT ?`
      await page.add(tx.all<Row>(statement, ...rows.values, page.wanted))
    }
    if (last !== undefined) page.resume()
    return last
  }
}

/** How a list is read: its rows, its order, and the start. */
function walkOf(cursors: Cursors, request: PageRequest, shape: ListShape, rest: readonly Value[]) {
  const names = Object.keys(shape.sorts)
  const sort = request.sort ?? names[0] ?? ''
  const column = Object.hasOwn(shape.sorts, sort) ? shape.sorts[sort] : undefined
  if (column === undefined) {
    throw validationError({ field: 'query.sort', issue: `is "${sort}"; expected one of ${names.join(', ')}` })
  }
  const order = request.order ?? 'desc'
  const limit = request.limit ?? DEFAULT_LIMIT
  const columns = [column, shape.id ?? 'id']
  const all = joined([conditionsOf(shape.where), ...(shape.and ?? [])])
  const scope = (shape.and ?? []).flatMap((one) => [...(one.scope ?? one.values ?? [])])
  const bound = conditionsOf(shape.where).values.concat(scope)
  const list = [...shape.identity, sort, order, all.sql, bound, ...rest]
  const [before, after] = order === 'asc' ? ['<', '>'] : ['>', '<']
  const position = request.cursor === undefined ? undefined : cursors.decode(list, request.cursor)
  return {
    all,
    columns,
    order: columns.map((name) => `${name} ${order.toUpperCase()}`).join(', '),
    beyond: (position: Position): Condition => ({
      sql: `(${columns.join(', ')}) ${after} (?, ?)`,
      values: position,
    }),
    upTo: (position: Position): Condition => ({
      sql: `(${columns.join(', ')}) ${before}= (?, ?)`,
      values: position,
    }),
    page: <Row extends object>() =>
      new GatheredPage<Row>(limit, columns, position, (last) => cursors.encode(list, last)),
  }
}

/** The least of the selections whose rows are few enough to be sorted. */
async function rarest(database: Reader, selections: readonly Selection[]): Promise<string[] | undefined> {
  let least: string[] | undefined
  for (const selection of selections) {
    const ids = await selection.ids(database, least?.length ?? MAX_SORTED)
    if (ids !== undefined) least = ids
  }
  return least
}

/** Padded to few lengths, for each is another statement to prepare. */
function amongst(ids: readonly string[]): Condition {
  const length = [8, 64, 512].find((size) => ids.length <= size) ?? MAX_SORTED
  const values = [...ids, ...new Array<string>(length - ids.length).fill(ids[0] ?? '')]
  return { sql: `id IN (${values.map(() => '?').join(', ')})`, values }
}
