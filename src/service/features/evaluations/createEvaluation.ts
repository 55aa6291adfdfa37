import type { CreateEvaluationRequest } from '../../../../generated/openapi.v1.ts'
import { validationError } from '../../errors.ts'
import type { Models } from '../../models/models.ts'
import type { Handler } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { loadDataset, type PinnedDataset } from '../datasets/queries.ts'
import { chooseModel, pinPrompt } from '../prompts/queries.ts'
import { planReport } from '../reports/queries.ts'
import { enqueueRun, type RunInputs } from './running/enqueueRun.ts'
import { completeScorer, prepareScorers } from './scorers/index.ts'

const DEFAULT_CONCURRENCY = 4
/** Every case must pass, where no one states otherwise. */
const DEFAULT_PASS_THRESHOLD = 1
/** A run that is to be repeated should not depend on chance, where no one states otherwise. */
const DEFAULT_TEMPERATURE = 0
const MAX_NAME = 255

/**
 * POST /evaluations: pins a prompt version, a dataset version, a model and scorers, and leaves the run to a job.
 * Source: "Run and retrieve evaluations"; the rest: docs/internals/decisions.md, "evaluations".
 */
export const createEvaluation: Handler<'createEvaluation'> = (context) => {
  const { body, caller, clock, models, transact } = context
  const scorers = body.scorers.map(completeScorer)
  prepareScorers(scorers, { models, clock }) // what no run could work with is rejected here
  return transact(async (tx) => {
    const inputs = await pin(tx, caller.organizationId, body, models)
    const report = body.report && (await planReport(tx, caller, body.report, clock.now()))
    const run = {
      ...inputs,
      scorers: JSON.stringify(scorers),
      retry_of: null,
      report: report === undefined ? null : JSON.stringify(report),
    }
    const created = await enqueueRun(tx, context, run)
    return { status: 202, body: created, location: `/evaluations/${created.id}` }
  })
}

async function pin(
  tx: ReadTransaction,
  organizationId: string,
  body: CreateEvaluationRequest,
  models: Models,
): Promise<Omit<RunInputs, 'scorers' | 'retry_of' | 'report'>> {
  const prompt = await pinPrompt(tx, organizationId, body.promptId, body.promptVersion)
  const dataset = await pinDataset(tx, organizationId, body)
  return {
    name: body.name ?? `${prompt.name}, version ${prompt.version}`.slice(-MAX_NAME),
    prompt_id: body.promptId,
    prompt_version: prompt.version,
    content: prompt.content,
    dataset_id: dataset.id,
    dataset_version: dataset.version,
    total: dataset.activeCount,
    model: chooseModel(models, body.model, prompt.model).model,
    temperature: body.temperature ?? prompt.temperature ?? DEFAULT_TEMPERATURE,
    concurrency: body.concurrency ?? DEFAULT_CONCURRENCY,
    pass_threshold: body.passThreshold ?? DEFAULT_PASS_THRESHOLD,
  }
}

/** @throws ApiError VALIDATION_ERROR at `datasetId` or `datasetVersion` */
async function pinDataset(
  tx: ReadTransaction,
  organizationId: string,
  { datasetId, datasetVersion }: CreateEvaluationRequest,
): Promise<PinnedDataset> {
  const newest = await loadDataset(tx, organizationId, datasetId)
  if (newest === undefined) {
    const issue = `is ${datasetId}; expected the id of a dataset of this organization`
    throw validationError({ field: 'datasetId', issue })
  }
  const dataset =
    datasetVersion === undefined ? newest : await loadDataset(tx, organizationId, datasetId, datasetVersion)
  if (dataset === undefined) {
    const issue = `is ${datasetVersion}; expected a version of the dataset, 1 to ${newest.version}`
    throw validationError({ field: 'datasetVersion', issue })
  }
  if (dataset.activeCount === 0) {
    const field = datasetVersion === undefined ? 'datasetId' : 'datasetVersion'
    throw validationError({ field, issue: `is version ${dataset.version}, which has no active item` })
  }
  return dataset
}
