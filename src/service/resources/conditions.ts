/** Conditions of lists: filters by time, by name and by other tables, and how they become one WHERE. */
import { parseTimestamp } from '../runtime/clock.ts'
import type { Database, NameSearch, Value } from '../storage/database.ts'

export interface Condition {
  sql: string
  /** Of its placeholders. */
  values?: readonly Value[]
  /** The identity of a cursor instead of the values, where these change as rows come and go; so the next page can be requested. */
  scope?: readonly Value[]
}

/** Conditions as one. */
type Joined = Required<Omit<Condition, 'scope'>>

/** A filter that has an index of its own, in an order other than the list's. */
export interface Selection {
  /** The ids of the rows that may meet the condition, all that do among them; undefined when there are more than `most`. */
  ids(database: Reader, most: number): Promise<string[] | undefined>
  condition: Condition
}

export type Reader = Pick<Database, 'all' | 'read' | 'idsNamed'>

/** The time filters of lists, RFC 3339. The first is part of the span and the second is not, so that spans tile. */
export interface TimeSpan {
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

/** The filter by the time of making: a range of the index for a list in that order, for `and`. */
export function createdWithin({ createdAfter, createdBefore }: TimeSpan): Condition[] {
  const conditions: Condition[] = []
  if (createdAfter !== undefined)
    conditions.push({ sql: 'created_at >= ?', values: [parseTimestamp(createdAfter)] })
  if (createdBefore !== undefined)
    conditions.push({ sql: 'created_at < ?', values: [parseTimestamp(createdBefore)] })
  return conditions
}

/** The same for a list in another order, for `selections`; undefined when no time is given. */
export function selectedWithin(
  table: string,
  where: Readonly<Record<string, Value>>,
  span: TimeSpan,
): Selection | undefined {
  const times = createdWithin(span)
  if (times.length === 0) return undefined
  const all = joined([conditionsOf(where), ...times])
  return {
    async ids(database, most) {
      const statement = `SELECT id FROM ${table} WHERE ${all.sql} LIMIT ?`
      const rows = await database.all<{ id: string }>(statement, ...all.values, most + 1)
      return rows.length > most ? undefined : rows.map(({ id }) => id)
    },
    condition: joined(times),
  }
}

/** The filter by a part of the name, without regard to case; undefined when none is given. */
export function named(
  search: Omit<NameSearch, 'part' | 'most'>,
  part: string | undefined,
): Selection | undefined {
  if (part === undefined) return undefined
  return {
    ids: (database, most) => database.idsNamed({ ...search, part, most }),
    condition: {
      sql: `name_key LIKE ? ESCAPE '\\'`,
      values: [`%${part.replace(/[\\%_]/g, '\\$&')}%`],
    },
  }
}

/** The filter by rows of another table that name those of the list. */
export function related(
  table: string,
  column: string,
  where: Readonly<Record<string, Value>>,
  listed: string,
): Selection {
  const { sql, values } = conditionsOf(where)
  return {
    async ids(database, most) {
      const statement = `SELECT ${column} AS id FROM ${table} WHERE ${sql} LIMIT ?`
      const rows = await database.all<{ id: string }>(statement, ...values, most + 1)
      return rows.length > most ? undefined : rows.map(({ id }) => id)
    },
    condition: { sql: `EXISTS (SELECT 1 FROM ${table} WHERE ${sql} AND ${column} = ${listed}.id)`, values },
  }
}

export function conditionsOf(
  where: Readonly<Record<string, Value | undefined>>,
  spelt: (column: string) => string = (column) => column,
): Joined {
  const given = Object.entries(where).filter(([, value]) => value !== undefined)
  return {
    sql: given
      .map(([name, value]) =>
        value === null ? `${name} IS NULL` : `${typeof value === 'string' ? spelt(name) : name} = ?`,
      )
      .join(' AND '),
    values: given.flatMap(([, value]) => (value === null || value === undefined ? [] : [value])),
  }
}

export function joined(conditions: readonly (Condition | undefined)[]): Joined {
  const given = conditions.flatMap((condition) => (condition && condition.sql !== '' ? [condition] : []))
  return {
    sql: given.map(({ sql }) => (/ OR /.test(sql) ? `(${sql})` : sql)).join(' AND '),
    values: given.flatMap(({ values = [] }) => [...values]),
  }
}
