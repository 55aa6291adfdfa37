/** The functions of reports for other features: a report that is created when other work has ended. */
import type {
  EvaluationReport,
  EvaluationReportInput,
  ReportParameters,
} from '../../../../generated/openapi.v1.ts'
import { ApiError, type Issue, validationError } from '../../errors.ts'
import type { EventSource } from '../../events/outbox.ts'
import type { Caller, Services } from '../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { findTemplate } from '../templates/queries.ts'
import { authorizeSources, checkParameters, resolveParameters } from './model/parameters.ts'
import * as reportStore from './model/report.ts'
import { REPORT_JOB, reportFailed } from './model/report.ts'

/** A report to be made when an evaluation has completed, with what was left out filled in. */
export type PlannedReport = Omit<EvaluationReport, 'reportId'>

/**
 * Checks a report that an evaluation requests against the schema of `POST /reports`, now, and the caller's rights with it.
 *
 * @param now Unix milliseconds
 * @throws ApiError VALIDATION_ERROR below `report`; INSUFFICIENT_SCOPE
 */
export async function planReport(
  tx: ReadTransaction,
  caller: Caller,
  { templateId, name, parameters = {}, formats = [] }: EvaluationReportInput,
  now: number,
): Promise<PlannedReport> {
  const template = findTemplate(templateId)
  if (template === undefined) {
    const issue = `is ${templateId}; expected the id of a template`
    throw validationError({ field: 'report.templateId', issue })
  }
  authorizeSources(caller, template.type, ['reports:write'])
  await checkParameters(tx, caller.organizationId, template, parameters, now).catch(belowReport)
  return { templateId, name: name ?? template.name, parameters, formats }
}

/** The same rejection, of a property of `report`. */
function belowReport(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
  const issues = (error.details.issues as Issue[]).map(({ field, issue }) => ({
    field: `report.${field}`,
    issue,
  }))
  const [first, ...others] = issues
  throw first === undefined ? error : validationError(first, ...others)
}

interface FollowingReport {
  id: string
  wanted: PlannedReport
  evaluationId: string
  createdBy: string
  source: EventSource
}

/**
 * Writes the report of an evaluation that has completed in the same transaction, and the job that generates it. Its
 * subject may have gone since the evaluation was created: then the report has failed, and the run has not.
 */
export async function makeReport(
  tx: WriteTransaction,
  services: Pick<Services, 'clock' | 'jobs' | 'outbox'>,
  { id, wanted, evaluationId, createdBy, source }: FollowingReport,
): Promise<void> {
  const { clock, jobs, outbox } = services
  const { name, formats: exportFormats } = wanted
  const template = findTemplate(wanted.templateId)
  // The templates are part of the service, and their ids never change.
  if (template === undefined) throw new Error(`There is no template ${wanted.templateId}.`)
  const queueKey = source.organizationId
  const now = clock.now()
  const given: ReportParameters =
    template.type === 'evaluation_summary' ? { ...wanted.parameters, evaluationId } : wanted.parameters
  const resolved = await resolveParameters(tx, queueKey, template, given, now).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  })
  const failure = resolved instanceof ApiError ? resolved : undefined
  const parameters = resolved instanceof ApiError ? given : resolved
  const row = await reportStore.add(tx, services, source, {
    id,
    template,
    name,
    parameters,
    createdBy,
    exportFormats,
  })
  if (failure === undefined) {
    await jobs.enqueue(tx, { kind: REPORT_JOB, subject: id, queueKey, runAt: now })
    return
  }
  const error = JSON.stringify({ code: failure.code, message: failure.message })
  const failed = { ...row, status: 'failed', error, completed_at: now, data: null } as const
  await reportStore.save(tx, failed)
  await outbox.append(tx, { ...source, triggeredBy: 'system' }, reportFailed(failed))
}
