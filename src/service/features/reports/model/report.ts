/** A report as the database retains it, and as the contract shows it. */

import type {
  Report,
  ReportExportFailure,
  ReportFormat,
  ReportParameters,
  ReportSummary,
  Template,
} from '../../../../../generated/openapi.v1.ts'
import { requireFound } from '../../../errors.ts'
import type { EventSource } from '../../../events/outbox.ts'
import { createdWithin, named, selectedWithin, type TimeSpan } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Services } from '../../../server/handler.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

/** The columns of lists: a report without its figures. */
export interface ReportRow {
  id: string
  organization_id: string
  workspace_id: string
  name: string
  /** `name` as the name filter sees it. */
  name_key: string
  type: Report['type']
  template_id: string
  /** JSON of ReportParameters. */
  parameters: string
  status: Report['status']
  /** JSON of a Failure. */
  error: string | null
  created_at: number
  created_by: string
  completed_at: number | null
  /** JSON array of the formats that the service exports it to by itself. */
  export_formats: string | null
  /** JSON array of those that could not be made. */
  failed_exports: string | null
}

export interface FullReportRow extends ReportRow {
  /** JSON of ReportData, written once. */
  data: string | null
}

export function summaryOf(row: ReportRow): ReportSummary {
  return {
    id: row.id,
    object: 'report',
    name: row.name,
    type: row.type,
    templateId: row.template_id,
    parameters: JSON.parse(row.parameters),
    status: row.status,
    error: row.error === null ? null : JSON.parse(row.error),
    createdAt: timestamp(row.created_at),
    completedAt: row.completed_at === null ? null : timestamp(row.completed_at),
    createdBy: row.created_by,
  }
}

export function reportOf(row: FullReportRow): Report {
  return { ...summaryOf(row), data: row.data === null ? null : JSON.parse(row.data) }
}

// The SQL verbs over reports. Every statement names the organization.

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
  'export_formats',
  'failed_exports',
] as const satisfies readonly (keyof ReportRow)[]
const INSERT = `INSERT INTO reports (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM reports WHERE organization_id = ? AND id = ?'

async function insert(tx: WriteTransaction, row: ReportRow): Promise<void> {
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
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FullReportRow> {
  return requireFound('report', await find(tx, organizationId, id))
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

/** Writes down that the service could not export the report to a format. */
export async function noteFailedExport(
  tx: WriteTransaction,
  { organization_id, id, failed_exports }: ReportRow,
  failure: ReportExportFailure,
): Promise<void> {
  const known: ReportExportFailure[] = failed_exports === null ? [] : JSON.parse(failed_exports)
  const all = [...known.filter(({ format }) => format !== failure.format), failure]
  const sql = 'UPDATE reports SET failed_exports = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, JSON.stringify(all), organization_id, id)
}

/** Deletes the report; its exports and files go along. */
export async function remove(tx: WriteTransaction, organizationId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM reports WHERE organization_id = ? AND id = ?', organizationId, id)
}

/** One page of reports; each sort runs on its own index. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest &
    TimeSpan & {
      status?: ReportRow['status'] | undefined
      type?: ReportRow['type'] | undefined
      /** A part of the name, without regard to case. */
      name?: string | undefined
    },
) {
  const byName = query.sort === 'name'
  return readPage<ReportRow>(database, cursors, query, {
    identity: ['listReports', organizationId],
    sorts: { createdAt: 'created_at', name: 'name' },
    from: 'reports',
    columns: columns.join(', '),
    where: { organization_id: organizationId },
    ...(!byName && { and: createdWithin(query) }),
    filters: { status: query.status, type: query.type },
    selections: [
      named({ kind: 'reports', organizationId }, query.name && nameKey(query.name)),
      byName ? selectedWithin('reports', { organization_id: organizationId }, query) : undefined,
    ],
  })
}

// The events of reports: the report without its figures.

const reportCreated = (row: ReportRow) => event('report.created', row, summaryOf(row))

export const reportCompleted = (row: ReportRow) => event('report.completed', row, summaryOf(row))

export const reportFailed = (row: ReportRow) => event('report.failed', row, summaryOf(row))

/** Source, "Event types": exports to PDF or Word raise an event. Undefined for other formats. */
export function reportExported(row: ReportRow, format: ReportFormat) {
  if (format !== 'pdf' && format !== 'docx') return undefined
  return event('report.exported', row, { ...summaryOf(row), format })
}

/** The properties for webhook filters are next to the data. */
function event<T extends string, D>(type: T, row: ReportRow, data: D) {
  const { promptId } = summaryOf(row).parameters
  return { type, data, ...(promptId !== undefined && { promptId }) }
}

/** The kind of the jobs that make reports; the subject is the report. */
export const REPORT_JOB = 'report'

interface NewReport {
  id: string
  template: Template
  name: string
  parameters: ReportParameters
  createdBy: string
  /** The service exports it to these by itself. */
  exportFormats?: readonly ReportFormat[]
}

/** Writes a new report and announces it; the job that makes it is for the caller to enqueue. */
export async function add(
  tx: WriteTransaction,
  { clock, outbox }: Pick<Services, 'clock' | 'outbox'>,
  source: EventSource,
  { id, template, name, parameters, createdBy, exportFormats = [] }: NewReport,
): Promise<ReportRow> {
  const row: ReportRow = {
    id,
    organization_id: source.organizationId,
    workspace_id: source.workspaceId,
    name,
    name_key: nameKey(name),
    type: template.type,
    template_id: template.id,
    parameters: JSON.stringify(parameters),
    status: 'queued',
    error: null,
    created_at: clock.now(),
    created_by: createdBy,
    completed_at: null,
    export_formats: exportFormats.length === 0 ? null : JSON.stringify(exportFormats),
    failed_exports: null,
  }
  await insert(tx, row)
  await outbox.append(tx, source, reportCreated(row))
  return row
}
