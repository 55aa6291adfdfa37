/** A report as the database keeps it, and as the contract shows it. */
import type { Report, ReportSummary } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

/** What lists read: a report without its figures. */
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

/** A name as the filter by name compares it: without regard to case. */
export const nameKey = (name: string): string => name.toLowerCase()
