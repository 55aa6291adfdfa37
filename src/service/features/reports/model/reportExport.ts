/** The SQL verbs over exports and their files, and an export as the contract shows it. */
import { createHash } from 'node:crypto'
import type { ReportExport, ReportFormat } from '../../../../../generated/openapi.v1.ts'
import { ApiError } from '../../../errors.ts'
import type { EventSource } from '../../../events/outbox.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Services } from '../../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import { exportNameOf, mediaTypes } from '../exports/formats.ts'
import { type ReportRow, reportExported } from './report.ts'

/** The file of one format of a report, without its bytes. */
interface FileRow {
  report_id: string
  format: ReportFormat
  size: number
  /** In hexadecimal digits. */
  sha256: string
}

interface ExportRow {
  id: string
  organization_id: string
  report_id: string
  format: ReportFormat
  created_at: number
  created_by: string
}

/** An export with what is known of its file and of its report. */
interface ShownExportRow extends ExportRow, Pick<FileRow, 'size' | 'sha256'> {
  report_name: string
}

export function exportOf(row: ShownExportRow): ReportExport {
  const downloadPath = `/reports/${row.report_id}/exports/${row.id}/download`
  return {
    id: row.id,
    object: 'report_export',
    reportId: row.report_id,
    format: row.format,
    fileName: exportNameOf(row.report_name, row.format),
    contentType: mediaTypes[row.format],
    size: row.size,
    sha256: row.sha256,
    downloadPath,
    downloadUrl: `/v1${downloadPath}`,
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
  }
}

const SHOWN = `SELECT e.id, e.organization_id, e.report_id, e.format, e.created_at, e.created_by,
  f.size, f.sha256, r.name AS report_name FROM report_exports e
  JOIN report_files f ON f.report_id = e.report_id AND f.format = e.format
  JOIN reports r ON r.id = e.report_id`

/** Undefined while the report has no file of this format. */
export function findFile(
  tx: ReadTransaction,
  reportId: string,
  format: ReportFormat,
): Promise<FileRow | undefined> {
  const sql = 'SELECT report_id, format, size, sha256 FROM report_files WHERE report_id = ? AND format = ?'
  return tx.get<FileRow>(sql, reportId, format)
}

/** Retains a file, unless there is one of this format already: the first one stays. */
async function storeFile(tx: WriteTransaction, file: FileRow & { bytes: Buffer }): Promise<void> {
  await tx.run(
    `INSERT INTO report_files (report_id, format, size, sha256, bytes) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (report_id, format) DO NOTHING`,
    file.report_id,
    file.format,
    file.size,
    file.sha256,
    file.bytes,
  )
}

async function insert(tx: WriteTransaction, row: ExportRow): Promise<void> {
  await tx.run(
    `INSERT INTO report_exports (id, organization_id, report_id, format, created_at, created_by)
     VALUES (?, ?, ?, ?, ?, ?)`,
    row.id,
    row.organization_id,
    row.report_id,
    row.format,
    row.created_at,
    row.created_by,
  )
}

/**
 * Writes an export of a completed report and announces it.
 * @param made without `bytes` it offers the file of the format that there is
 */
export async function add(
  tx: WriteTransaction,
  { clock, ids, outbox }: Pick<Services, 'clock' | 'ids' | 'outbox'>,
  source: EventSource,
  made: { report: ReportRow; format: ReportFormat; bytes: Buffer | undefined; createdBy: string },
): Promise<ReportExport> {
  const { report, format, bytes, createdBy } = made
  const { id: report_id, organization_id } = report
  if (bytes !== undefined) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await storeFile(tx, { report_id, format, size: bytes.length, sha256, bytes })
  }
  const id = ids.create('export')
  const row = { id, organization_id, report_id, format, created_at: clock.now(), created_by: createdBy }
  await insert(tx, row)
  const event = reportExported(report, format)
  if (event) await outbox.append(tx, source, event)
  return exportOf(await getOrThrow(tx, organization_id, report_id, id))
}

/** @throws ApiError NOT_FOUND when the report has no such export */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  reportId: string,
  id: string,
): Promise<ShownExportRow> {
  const sql = `${SHOWN} WHERE e.organization_id = ? AND e.report_id = ? AND e.id = ?`
  const row = await tx.get<ShownExportRow>(sql, organizationId, reportId, id)
  if (row === undefined) throw new ApiError('NOT_FOUND', 'There is no export with this id.')
  return row
}

/** The bytes of the file that an export offers. */
export async function bytesOf(
  tx: ReadTransaction,
  { report_id, format }: Pick<ExportRow, 'report_id' | 'format'>,
): Promise<Buffer> {
  const sql = 'SELECT bytes FROM report_files WHERE report_id = ? AND format = ?'
  const row = await tx.get<{ bytes: Buffer }>(sql, report_id, format)
  if (row === undefined) throw new Error(`The report ${report_id} has no file of the format ${format}.`)
  return row.bytes
}

/** One page of the exports of a report. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  reportId: string,
  query: PageRequest & { format?: ReportFormat | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listReportExports', organizationId, reportId],
    sorts: { createdAt: 'e.created_at' },
    id: 'e.id',
    where: { 'e.organization_id': organizationId, 'e.report_id': reportId, 'e.format': query.format },
  })
  return page.read<ShownExportRow>(tx, SHOWN)
}
