import type { Handler } from '../../server/handler.ts'
import * as reportStore from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

/** GET /reports/{reportId}/exports/{exportId}: reports one export. */
export const getReportExport: Handler<'getReportExport'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const { organizationId } = caller
    await reportStore.getOrThrow(tx, organizationId, params.reportId)
    const row = await exportStore.getOrThrow(tx, organizationId, params.reportId, params.exportId)
    return { status: 200, body: exportStore.exportOf(row) }
  })
