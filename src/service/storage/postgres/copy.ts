/**
 * Copies an environment's rows from another engine into an empty schema, with their ids, in one transaction. It is
 * committed only when every table, read back, has the count and the digest of its source.
 */
import { createHash, type Hash } from 'node:crypto'
import type { Database, ReadTransaction, Value, WriteTransaction } from '../database.ts'
import { parametersOf } from './statements.ts'

/** The rows of one table: two tables with the same rows have the same digest. */
export interface CopiedTable {
  name: string
  rows: number
  /** SHA-256, in hexadecimal, of all rows in the order of their key. */
  digest: string
}

/** The schema has data that are not those of the source. */
export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty'
  readonly tables: readonly string[]

  constructor(tables: readonly string[]) {
    super(`The target has rows in ${tables.join(', ')}.`)
    this.tables = tables
  }
}

/** Tables that PostgreSQL fills by itself, or that are its own. */
const OWN = new Set([
  ...['name_parts', 'named_rows', 'name_spaces', 'name_positions'],
  ...['schema_steps', 'schema_holder', 'leases', 'flash_messages', 'request_limits'],
  'credential_generation',
])

/** Tables that the steps of the schema fill: the source's rows replace theirs. */
const FILLED_BY_STEPS = new Set(['retention'])

/** Rows read at a time; their texts may be 100,000 characters each. */
const PAGE = 200

interface Table {
  name: string
  columns: readonly string[]
  /** The primary key. */
  key: readonly string[]
}

/**
 * @param target not in use by another process
 * @returns the tables; `copied` is false where the target had all of it already
 * @throws TargetNotEmpty, or Error when what was read back differs, and then nothing was changed
 */
export function copyInto(
  target: Database,
  source: Database,
): Promise<{ tables: CopiedTable[]; copied: boolean }> {
  return target.write(async (tx) => {
    const tables = await tablesOf(tx)
    await requireSameTables(tables, source)
    const filled: string[] = []
    for (const { name } of tables) {
      if (!FILLED_BY_STEPS.has(name) && (await tx.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) !== undefined)
        filled.push(name)
    }
    for (const table of filled.length === 0 ? tables : []) await copyTable(tx, source, table)
    const compared: CopiedTable[] = []
    const differing: string[] = []
    for (const table of tables) {
      const { wanted, found } = await readBoth(source, tx, table)
      if (wanted.rows !== found.rows || wanted.digest !== found.digest) differing.push(table.name)
      compared.push(found)
    }
    if (filled.length > 0 && differing.length > 0) throw new TargetNotEmpty(filled)
    if (differing.length > 0) throw new Error(`The copy differs from its source: ${differing.join(', ')}.`)
    return { tables: compared, copied: filled.length === 0 }
  })
}

/** In an order in which no row comes before one that it refers to. */
async function tablesOf(tx: ReadTransaction): Promise<Table[]> {
  const columns = await tx.all<{ table: string; column: string; position: number | null }>(
    `SELECT c.table_name AS "table", c.column_name AS "column", k.ordinal_position AS position
     FROM information_schema.columns c
       JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         AND t.table_type = 'BASE TABLE'
       LEFT JOIN information_schema.table_constraints p ON p.table_schema = c.table_schema
         AND p.table_name = c.table_name AND p.constraint_type = 'PRIMARY KEY'
       LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = p.constraint_schema
         AND k.constraint_name = p.constraint_name AND k.column_name = c.column_name
     WHERE c.table_schema = current_schema()
     ORDER BY c.table_name, c.ordinal_position`,
  )
  const references = await tx.all<{ table: string; parent: string }>(
    `SELECT f.relname AS "table", t.relname AS parent
     FROM pg_constraint c JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
       JOIN pg_namespace n ON n.oid = f.relnamespace
     WHERE c.contype = 'f' AND n.nspname = current_schema() AND f.oid <> t.oid`,
  )
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !OWN.has(name))
  const sorted: string[] = []
  const visit = (name: string) => {
    if (sorted.includes(name)) return
    for (const { table, parent } of references) if (table === name) visit(parent)
    sorted.push(name)
  }
  for (const name of names) visit(name)
  return sorted.map((name) => {
    const own = columns.filter(({ table }) => table === name)
    const key = own.filter(({ position }) => position !== null)
    return {
      name,
      columns: own.map(({ column }) => column).toSorted(),
      key: key.toSorted((a, b) => Number(a.position) - Number(b.position)).map(({ column }) => column),
    }
  })
}

/** A table of the source that no one copies would be data that are lost in silence. */
async function requireSameTables(tables: readonly Table[], source: ReadTransaction): Promise<void> {
  const rows = await source.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  )
  const ours = new Set(tables.map(({ name }) => name))
  const theirs = rows.map(({ name }) => name).filter((name) => !OWN.has(name))
  const missing = theirs.filter((name) => !ours.has(name))
  const unknown = [...ours].filter((name) => !theirs.includes(name))
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(`The engines have different tables: ${[...missing, ...unknown].join(', ')}.`)
}

async function copyTable(tx: WriteTransaction, source: ReadTransaction, table: Table): Promise<void> {
  const { name, columns } = table
  await tx.run(`DELETE FROM ${name}`)
  const row = `(${columns.map(() => '?').join(', ')})`
  for await (const page of pagesOf(source, table)) {
    const values = page.flatMap((one) => columns.map((column) => one[column] as Value))
    const rows = page.map(() => row).join(', ')
    await tx.run(`INSERT INTO ${name} (${columns.join(', ')}) VALUES ${rows}`, ...values)
  }
}

type Row = Record<string, Value>

/** All rows in the order of their key, which is that of bytes on both engines. */
async function* pagesOf(tx: ReadTransaction, { name, columns, key }: Table): AsyncGenerator<Row[], void> {
  const order = key.join(', ')
  const begin = `SELECT ${columns.join(', ')} FROM ${name}`
  let last: Row | undefined
  for (;;) {
    const after = last && key.map((column) => last?.[column] as Value)
    const where = after ? `WHERE (${order}) > (${key.map(() => '?').join(', ')})` : ''
    const page: Row[] = await tx.all(`${begin} ${where} ORDER BY ${order} LIMIT ${PAGE}`, ...(after ?? []))
    if (page.length > 0) yield page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** The contents of a table in two databases, read in parallel: neither connection waits for long. */
async function readBoth(a: ReadTransaction, b: ReadTransaction, table: Table) {
  const sides = [a, b].map((tx) => ({ pages: pagesOf(tx, table), hash: createHash('sha256'), rows: 0 }))
  let left = sides
  while (left.length > 0) {
    for (const side of left) {
      const page = await side.pages.next()
      if (page.done) left = left.filter((one) => one !== side)
      for (const row of page.done ? [] : page.value) {
        add(side.hash, table, row)
        side.rows++
      }
    }
  }
  const [wanted, found] = sides.map(({ hash, rows }) => ({
    name: table.name,
    rows,
    digest: hash.digest('hex'),
  }))
  return { wanted, found } as { wanted: CopiedTable; found: CopiedTable }
}

/** As PostgreSQL retains it: a U+0000 in a text is another character there. */
function add(hash: Hash, { columns }: Table, row: Row): void {
  const values = parametersOf(columns.map((column) => row[column] ?? null))
  hash.update(
    JSON.stringify(
      values.map((value) => (Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value)),
    ),
  )
  hash.update('\n')
}
