import type { Report, ReportFormat } from '../../../../../generated/openapi.v1.ts'
import type { WorkerThreads } from '../../../runtime/workerThreads.ts'
import { csvOf } from './csv.ts'
import { htmlOf } from './html.ts'
import { markdownOf } from './markdown.ts'
import type { Page } from './page.ts'

export type PageFormat = Extract<ReportFormat, 'pdf' | 'docx'>

/**
 * Makes the file of a completed report. The same report gives the same bytes. PDF and Word run on another thread: a
 * report of a thousand rows needs them a second or more, in which every other response would wait.
 */
export async function render(
  workerThreads: WorkerThreads,
  report: Report,
  format: ReportFormat,
): Promise<Buffer> {
  const { data } = report
  if (data === null) throw new Error(`The report ${report.id} has no figures yet.`)
  const page: Page = { ...report, data }
  switch (format) {
    case 'json':
      return Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
    case 'csv':
      return Buffer.from(csvOf(page))
    case 'md':
      return Buffer.from(markdownOf(page))
    case 'html':
      return Buffer.from(htmlOf(page))
    default: {
      const input: { page: Page; format: PageFormat } = { page, format }
      return Buffer.from(
        await workerThreads.run<Uint8Array>(new URL('./renderPages.ts', import.meta.url), input),
      )
    }
  }
}
