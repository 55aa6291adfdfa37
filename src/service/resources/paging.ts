/**
 * Keyset pages: a page goes on after the last row of the one before, by the row value (sort column, id), so
 * that rows made or deleted meanwhile are neither repeated nor skipped and no page costs more than the first
 * (docs/decisions.md, "list parameters"). An index on (the columns of `where`…, sort column, id) serves both orders.
 */
import { validationError } from '../errors.ts'
import type { Value } from '../storage/database.ts'
import type { Cursors } from './cursors.ts'

const DEFAULT_LIMIT = 20

export interface PageRequest {
  /** Rows a page, 1–100; 20 when absent. */
  limit?: number | undefined
  cursor?: string | undefined
  /** One of the keys of `sorts`; the first of them when absent. */
  sort?: string | undefined
  /** `desc` when absent: the newest first. */
  order?: 'asc' | 'desc' | undefined
}

/** The part of a list's query that says which page is wanted; the rest are its filters, named one by one. */
export const pageRequestOf = ({ limit, cursor, sort, order }: PageRequest): PageRequest => ({
  ...{ limit, cursor, sort, order },
})

export interface ListShape {
  /** What the list is, its organization included; a cursor of another list is refused. */
  identity: readonly unknown[]
  /** The sorts that clients may name, and their columns, which hold no NULL and are among the selected ones. */
  sorts: Readonly<Record<string, string>>
  /** The column that makes the order total; `id` when absent. */
  id?: string
  /** Equality by column. NULL is compared as IS NULL; an undefined filter was not given and is left out. */
  where: Readonly<Record<string, Value | undefined>>
  /** Further conditions, such as `deleted_at IS NULL`, with the values of their placeholders. */
  and?: readonly { sql: string; values?: readonly Value[] }[]
}

export interface Page {
  /** `WHERE … ORDER BY … LIMIT ?`, to be appended to a SELECT. */
  sql: string
  values: Value[]
  /** The rows of the page, without the one that was read to know whether more follow. */
  cut<Row extends object>(rows: readonly Row[]): { rows: Row[]; hasMore: boolean; nextCursor: string | null }
}

/**
 * The part of a SELECT that finds one page of a list. Columns come from the code alone; whatever the client
 * sent is a value or picks from `sorts`.
 * @throws ApiError VALIDATION_ERROR at `query.cursor` or `query.sort`.
 *
 * @example
 * const page = pageOf(cursors, query, {
 *   identity: ['listPrompts', caller.organizationId],
 *   sorts: { createdAt: 'created_at', name: 'name' },
 *   where: { organization_id: caller.organizationId, folder_id: query.folderId },
 * })
 * const rows = await tx.all<PromptRow>(`SELECT * FROM prompts ${page.sql}`, ...page.values)
 * const { rows: prompts, hasMore, nextCursor } = page.cut(rows)
 */
export function pageOf(cursors: Cursors, request: PageRequest, shape: ListShape): Page {
  const names = Object.keys(shape.sorts)
  const sort = request.sort ?? names[0] ?? ''
  const column = Object.hasOwn(shape.sorts, sort) ? shape.sorts[sort] : undefined
  if (column === undefined) {
    throw validationError({ field: 'query.sort', issue: `is "${sort}"; expected one of ${names.join(', ')}` })
  }
  const order = request.order ?? 'desc'
  const limit = request.limit ?? DEFAULT_LIMIT
  const id = shape.id ?? 'id'

  const conditions: string[] = []
  const values: Value[] = []
  for (const [name, value] of Object.entries(shape.where)) {
    if (value === undefined) continue
    conditions.push(value === null ? `${name} IS NULL` : `${name} = ?`)
    if (value !== null) values.push(value)
  }
  for (const { sql, values: more = [] } of shape.and ?? []) {
    conditions.push(`(${sql})`)
    values.push(...more)
  }
  const list = [...shape.identity, sort, order, [...conditions], [...values]]
  if (request.cursor !== undefined) {
    conditions.push(`(${column}, ${id}) ${order === 'asc' ? '>' : '<'} (?, ?)`)
    values.push(...cursors.decode(list, request.cursor))
  }
  const direction = order.toUpperCase()
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')} ` : ''
  return {
    sql: `${where}ORDER BY ${column} ${direction}, ${id} ${direction} LIMIT ?`,
    values: [...values, limit + 1],
    cut(rows) {
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const hasMore = rows.length > limit && last !== undefined
      return {
        rows: page,
        hasMore,
        nextCursor: hasMore ? cursors.encode(list, position(last, column, id)) : null,
      }
    },
  }
}

function position(row: object, ...columns: string[]): (string | number)[] {
  return columns.map((column) => {
    // `p.created_at` of a join comes back as `created_at`.
    const value: unknown = Reflect.get(row, column.slice(column.lastIndexOf('.') + 1))
    if (typeof value === 'string' || typeof value === 'number') return value
    throw new Error(`The list is sorted by ${column}, which the statement did not select or which is NULL.`)
  })
}
