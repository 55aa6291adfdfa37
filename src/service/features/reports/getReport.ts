import type { Handler } from '../../server/handler.ts'
import * as reportStore from './model/report.ts'
import { reportOf } from './model/report.ts'

/** GET /reports/{reportId}: reads one report with its figures. */
export const getReport: Handler<'getReport'> = async ({ params, caller, database }) => {
  const row = await reportStore.getOrThrow(database, caller.organizationId, params.reportId)
  const failed = row.failed_exports === null ? {} : { failedExports: JSON.parse(row.failed_exports) }
  return { status: 200, body: { ...reportOf(row), ...failed } }
}
