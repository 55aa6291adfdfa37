/** The SQL verbs over datasets. Every statement names the organization. */
import { notFound } from '../../errors.ts'
import { demandEach } from '../../http/batch.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { type DatasetRow, nameKey } from './datasetRows.ts'

/** What a change may touch. */
const mutable = [
  ...([
    'name',
    'name_key',
    'version',
    'item_count',
    'active_count',
    'first_position',
    'next_position',
  ] as const),
  ...(['schema_version', 'updated_at', 'updated_by', 'deleted_at', 'deleted_by'] as const),
  ...(['description', 'input_schema'] as const),
] satisfies readonly (keyof DatasetRow)[]
const all = ['id', 'organization_id', 'created_at', 'created_by', ...mutable] as const

const INSERT = `INSERT INTO datasets (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const UPDATE = `UPDATE datasets SET ${mutable.map((column) => `${column} = ?`).join(', ')}
  WHERE organization_id = ? AND id = ?`
const FIND = 'SELECT * FROM datasets WHERE organization_id = ? AND id = ? AND deleted_at IS NULL'

export async function insert(tx: WriteTransaction, row: DatasetRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
}

export async function save(tx: WriteTransaction, row: DatasetRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => row[column]), row.organization_id, row.id)
}

/** Undefined when there is none, when it is deleted, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<DatasetRow | undefined> {
  return tx.get<DatasetRow>(FIND, organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function demand(tx: ReadTransaction, organizationId: string, id: string): Promise<DatasetRow> {
  const row = await find(tx, organizationId, id)
  if (row === undefined) throw notFound('dataset')
  return row
}

/** The datasets of a batch, as `demandEach` has it. */
export const demandAll = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<DatasetRow[]> => demandEach('dataset', ids, at, (id) => find(tx, organizationId, id))

/** One page of datasets; each sort runs on its own index. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { name?: string | undefined },
) {
  const { name } = query
  const named = name === undefined ? '' : `%${nameKey(name).replace(/[\\%_]/g, '\\$&')}%`
  const page = pageOf(cursors, query, {
    identity: ['listDatasets', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
    where: { organization_id: organizationId },
    and: [
      { sql: 'deleted_at IS NULL' },
      ...(name === undefined ? [] : [{ sql: `name_key LIKE ? ESCAPE '\\'`, values: [named] }]),
    ],
  })
  return page.cut(await tx.all<DatasetRow>(`SELECT * FROM datasets ${page.sql}`, ...page.values))
}
