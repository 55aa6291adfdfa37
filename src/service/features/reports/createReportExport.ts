import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { render } from './exports/render.ts'
import * as reportStore from './model/report.ts'
import { reportOf } from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

/**
 * POST /reports/{reportId}/exports: creates a file from a completed report, or uses the existing one of this
 * format. Source: `report.exported`.
 */
export const createReportExport: Handler<'createReportExport'> = async (context) => {
  const { params, body, caller, database, workerThreads, transact } = context
  const { report, made } = await database.read(async (tx) => ({
    report: await reportStore.getOrThrow(tx, caller.organizationId, params.reportId),
    made: await exportStore.findFile(tx, params.reportId, body.format),
  }))
  if (report.status !== 'completed') {
    throw new ApiError(
      'INVALID_STATE',
      `The report is ${report.status}; only a completed report can be exported.`,
    )
  }
  const bytes = made === undefined ? await render(workerThreads, reportOf(report), body.format) : undefined

  return transact(async (tx) => {
    const row = await reportStore.getOrThrow(tx, caller.organizationId, params.reportId)
    const made = { report: row, format: body.format, bytes, createdBy: caller.userId }
    const shown = await exportStore.add(tx, context, caller, made)
    return { status: 201, body: shown, location: `/reports/${row.id}/exports/${shown.id}` }
  })
}
