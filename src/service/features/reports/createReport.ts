import { validationError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { findTemplate } from '../templates/queries.ts'
import { permitSources, resolveParameters } from './model/parameters.ts'
import * as reportStore from './model/report.ts'
import { nameKey, type ReportRow, reportCreated, reportOf } from './model/report.ts'
import { REPORT_JOB } from './reportWorker.ts'

/**
 * POST /reports: notes the report down and answers at once; a job generates it.
 * Source: "Generate and retrieve reports"; shapes: docs/decisions.md, "reports and templates".
 */
export const createReport: Handler<'createReport'> = async (context) => {
  const { body, caller, clock, ids, jobs, outbox, transact } = context
  const template = findTemplate(body.templateId)
  if (template === undefined) {
    throw validationError({
      field: 'templateId',
      issue: `is ${body.templateId}; expected the id of a template`,
    })
  }
  permitSources(caller, template.type)
  return transact(async (tx) => {
    const now = clock.now()
    const name = body.name ?? template.name
    const row: ReportRow = {
      id: ids.create('report'),
      organization_id: caller.organizationId,
      workspace_id: caller.workspaceId,
      name,
      name_key: nameKey(name),
      type: template.type,
      template_id: template.id,
      parameters: JSON.stringify(
        await resolveParameters(tx, caller.organizationId, template, body.parameters ?? {}, now),
      ),
      status: 'queued',
      error: null,
      created_at: now,
      created_by: caller.userId,
      completed_at: null,
    }
    await reportStore.insert(tx, row)
    await jobs.enqueue(tx, { kind: REPORT_JOB, subject: row.id, lane: caller.organizationId, runAt: now })
    await outbox.append(tx, caller, reportCreated(row))
    return { status: 202, body: reportOf({ ...row, data: null }), location: `/reports/${row.id}` }
  })
}
