/** The SQL verbs over reports. Every statement names the organization. */
import { notFound } from '../../errors.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { type FullReportRow, nameKey, type ReportRow } from './reportRows.ts'

const columns = [
  'id',
  'organization_id',
  'workspace_id',
  'name',
  'name_key',
  'type',
  'template_id',
  'parameters',
  'status',
  'error',
  'created_at',
  'created_by',
  'completed_at',
] as const satisfies readonly (keyof ReportRow)[]
const INSERT = `INSERT INTO reports (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM reports WHERE organization_id = ? AND id = ?'

export async function insert(tx: WriteTransaction, row: ReportRow): Promise<void> {
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

/** Undefined when there is none, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FullReportRow | undefined> {
  return tx.get<FullReportRow>(FIND, organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function demand(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FullReportRow> {
  const row = await find(tx, organizationId, id)
  if (row === undefined) throw notFound('report')
  return row
}

/** Writes how far the report is. @returns whether it is still there */
export async function save(
  tx: WriteTransaction,
  row: Pick<FullReportRow, 'organization_id' | 'id' | 'status' | 'error' | 'completed_at' | 'data'>,
): Promise<boolean> {
  const sql =
    'UPDATE reports SET status = ?, error = ?, completed_at = ?, data = ? WHERE organization_id = ? AND id = ?'
  const changed = await tx.run(
    sql,
    row.status,
    row.error,
    row.completed_at,
    row.data,
    row.organization_id,
    row.id,
  )
  return changed > 0
}

/** Deletes the report; its exports and files go along. */
export async function remove(tx: WriteTransaction, organizationId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM reports WHERE organization_id = ? AND id = ?', organizationId, id)
}

/** One page of reports; each sort runs on its own index. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & {
    status?: ReportRow['status'] | undefined
    type?: ReportRow['type'] | undefined
    /** A part of the name, without regard to case. */
    name?: string | undefined
  },
) {
  const page = pageOf(cursors, query, {
    identity: ['listReports', organizationId],
    sorts: { createdAt: 'created_at', name: 'name' },
    where: { organization_id: organizationId, status: query.status, type: query.type },
    and:
      query.name === undefined
        ? []
        : [{ sql: `name_key LIKE ? ESCAPE '\\'`, values: [`%${escapeLike(nameKey(query.name))}%`] }],
  })
  return page.cut(
    await tx.all<ReportRow>(`SELECT ${columns.join(', ')} FROM reports ${page.sql}`, ...page.values),
  )
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
