import { validationError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { findTemplate } from '../templates/queries.ts'
import { authorizeSources, resolveParameters } from './model/parameters.ts'
import * as reportStore from './model/report.ts'
import { REPORT_JOB, reportOf } from './model/report.ts'

/**
 * POST /reports: records the report and responds immediately; a job generates it.
 * Source: "Generate and retrieve reports". Shapes: docs/internals/decisions.md, "reports and templates".
 */
export const createReport: Handler<'createReport'> = async (context) => {
  const { body, caller, clock, ids, jobs, transact } = context
  const template = findTemplate(body.templateId)
  if (template === undefined) {
    throw validationError({
      field: 'templateId',
      issue: `is ${body.templateId}; expected the id of a template`,
    })
  }
  authorizeSources(caller, template.type)
  return transact(async (tx) => {
    const { organizationId } = caller
    const now = clock.now()
    const row = await reportStore.add(tx, context, caller, {
      id: ids.create('report'),
      template,
      name: body.name ?? template.name,
      parameters: await resolveParameters(tx, organizationId, template, body.parameters ?? {}, now),
      createdBy: caller.userId,
    })
    await jobs.enqueue(tx, { kind: REPORT_JOB, subject: row.id, queueKey: organizationId, runAt: now })
    return { status: 202, body: reportOf({ ...row, data: null }), location: `/reports/${row.id}` }
  })
}
