import { createHash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { render } from './exports/render.ts'
import * as reportStore from './model/report.ts'
import { reportExported, reportOf } from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

/**
 * POST /reports/{reportId}/exports: makes a file from a completed report, or takes the one of this format that was
 * made before. Source: `report.exported`.
 */
export const createReportExport: Handler<'createReportExport'> = async (context) => {
  const { params, body, caller, clock, database, ids, outbox, threads, transact } = context
  const { report, made } = await database.read(async (tx) => ({
    report: await reportStore.demand(tx, caller.organizationId, params.reportId),
    made: await exportStore.findFile(tx, params.reportId, body.format),
  }))
  if (report.status !== 'completed') {
    throw new ApiError(
      'INVALID_STATE',
      `The report is ${report.status}; only a completed report can be exported.`,
    )
  }
  const bytes = made === undefined ? await render(threads, reportOf(report), body.format) : undefined

  return transact(async (tx) => {
    const row = await reportStore.demand(tx, caller.organizationId, params.reportId)
    if (bytes !== undefined) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await exportStore.keepFile(tx, {
        report_id: row.id,
        format: body.format,
        size: bytes.length,
        sha256,
        bytes,
      })
    }
    const id = ids.create('export')
    await exportStore.insert(tx, {
      id,
      organization_id: row.organization_id,
      report_id: row.id,
      format: body.format,
      created_at: clock.now(),
      created_by: caller.userId,
    })
    const event = reportExported(row, body.format)
    if (event) await outbox.append(tx, caller, event)
    const shown = exportStore.exportOf(await exportStore.demand(tx, row.organization_id, row.id, id))
    return { status: 201, body: shown, location: `/reports/${row.id}/exports/${id}` }
  })
}
