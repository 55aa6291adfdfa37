import { contentDisposition } from '../../resources/attachment.ts'
import type { Handler } from '../../server/handler.ts'
import { contentTypes, exportNameOf } from './exports/formats.ts'
import * as reportStore from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

/** GET /reports/{reportId}/exports/{exportId}/download: the file of the export, as it was made. */
export const downloadReportExport: Handler<'downloadReportExport'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const { organizationId } = caller
    await reportStore.getOrThrow(tx, organizationId, params.reportId)
    const row = await exportStore.getOrThrow(tx, organizationId, params.reportId, params.exportId)
    return {
      status: 200,
      contentType: contentTypes[row.format],
      body: await exportStore.bytesOf(tx, row),
      headers: {
        'Content-Disposition': contentDisposition(exportNameOf(row.report_name, row.format)),
        // The HTML export contains user content: no browser may treat any file as a page of ours.
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': 'sandbox',
      },
    }
  })
