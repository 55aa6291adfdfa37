/** What the formats of exports are called, in headers and in file names. */
import type { ReportFormat } from '../../../../generated/openapi.v1.ts'

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
export function fileNameOf(name: string, format: ReportFormat): string {
  const plain = name
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${[...plain].slice(0, 120).join('') || 'report'}.${format}`
}

/** The header that offers the file for saving; what is not ASCII stands in `filename*` (RFC 6266, section 4.3). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
