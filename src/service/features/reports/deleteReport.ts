import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as reportStore from './model/report.ts'
import { reportOf } from './model/report.ts'

/** DELETE /reports/{reportId}: deletes the report, its exports and their files; a job that still makes it gives up. */
export const deleteReport: Handler<'deleteReport'> = ({ params, caller, ifMatch, transact }) =>
  transact(async (tx) => {
    const row = await reportStore.getOrThrow(tx, caller.organizationId, params.reportId)
    requireMatch(ifMatch, reportOf(row))
    await reportStore.remove(tx, caller.organizationId, row.id)
    return { status: 204, body: undefined }
  })
