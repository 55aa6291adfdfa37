/** The names of the export formats, in headers and in file names. */
import type { ReportFormat } from '../../../../../generated/openapi.v1.ts'
import { fileNameOf } from '../../../resources/attachment.ts'

export const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
} as const satisfies Record<ReportFormat, string>

/** The media types with the encoding of those that are text. */
export const contentTypes = {
  pdf: mediaTypes.pdf,
  docx: mediaTypes.docx,
  html: `${mediaTypes.html}; charset=utf-8`,
  md: `${mediaTypes.md}; charset=utf-8`,
  csv: `${mediaTypes.csv}; charset=utf-8`,
  json: `${mediaTypes.json}; charset=utf-8`,
} as const satisfies Record<ReportFormat, string>

/** The name of the report as a file of any system can have it. */
export const exportNameOf = (name: string, format: ReportFormat): string =>
  fileNameOf(name, `.${format}`, 'report')
