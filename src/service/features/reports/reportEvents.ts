/** The events of reports: the report without its figures. */
import type { ReportFormat } from '../../../../generated/openapi.v1.ts'
import { type ReportRow, summaryOf } from './reportRows.ts'

export const reportCreated = (row: ReportRow) => event('report.created', row, summaryOf(row))

export const reportCompleted = (row: ReportRow) => event('report.completed', row, summaryOf(row))

export const reportFailed = (row: ReportRow) => event('report.failed', row, summaryOf(row))

/** Source, "Event types": exports to PDF or Word are told. Undefined for other formats. */
export function reportExported(row: ReportRow, format: ReportFormat) {
  if (format !== 'pdf' && format !== 'docx') return undefined
  return event('report.exported', row, { ...summaryOf(row), format })
}

/** What webhook filters look at stands beside the data. */
function event<T extends string, D>(type: T, row: ReportRow, data: D) {
  const { promptId } = summaryOf(row).parameters
  return { type, data, ...(promptId !== undefined && { promptId }) }
}
