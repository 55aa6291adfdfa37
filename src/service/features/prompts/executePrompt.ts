import { ApiError } from '../../errors.ts'
import { callModel } from '../../models/callModel.ts'
import type { Handler } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as executionStore from './model/execution.ts'
import { chooseModel, type ExecutionRow, executionOf, fillIn, outcomeColumns } from './model/execution.ts'
import * as promptStore from './model/prompt.ts'
import { promptExecuted } from './model/prompt.ts'
import { resolveVersion } from './model/version.ts'

/** The default of most providers. */
const DEFAULT_TEMPERATURE = 1

/**
 * POST /prompts/{promptId}/execute: fills the variables in, runs the model and retains the execution. The model runs
 * between two transactions, never inside one. Source: "Execute a prompt".
 *
 * @throws ApiError MODEL_PROVIDER_ERROR, MODEL_TIMEOUT: the failed execution is stored, and named in `details`
 */
export const executePrompt: Handler<'executePrompt'> = async (context) => {
  const { params, body, caller, clock, database, ids, models, outbox, audit, transact } = context
  const find = async (tx: ReadTransaction) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    return { prompt, runnable: await resolveVersion(tx, prompt, body) }
  }
  // A version never changes. Only a failed search needs a snapshot, for a consistent error.
  const { prompt, runnable } = await find(database).catch((error: unknown) => {
    if (error instanceof ApiError) return database.read(find)
    throw error
  })
  const { text, warnings } = fillIn(runnable.content, body.variables, body.strict)
  const { model, provider } = chooseModel(models, body.model, runnable.model, prompt.model)
  const temperature = body.temperature ?? runnable.temperature ?? prompt.temperature ?? DEFAULT_TEMPERATURE

  const started = clock.now()
  const request = { model, prompt: text, temperature }
  const outcome = await callModel(clock, provider, request).catch((error: ApiError) => error)
  const execution: ExecutionRow = {
    id: ids.create('exec'),
    organization_id: caller.organizationId,
    prompt_id: prompt.id,
    version: runnable.version,
    model,
    provider: provider.name,
    temperature,
    latency_ms: Math.max(0, clock.now() - started), // a clock set back must not make it negative
    created_at: started,
    created_by: caller.userId,
    warnings: JSON.stringify(warnings),
    rendered_prompt: text,
    ...outcomeColumns(outcome),
  }
  if (outcome instanceof ApiError) {
    await database.write(async (tx) => {
      await executionStore.insert(tx, execution)
      await audit(tx, [prompt.id])
    })
    const details = { ...outcome.details, executionId: execution.id }
    throw new ApiError(outcome.code, outcome.message, { details, cause: outcome })
  }
  return transact(async (tx) => {
    await executionStore.insert(tx, execution)
    await outbox.append(tx, caller, promptExecuted(prompt, executionOf(execution)))
    return { status: 200, body: executionOf(execution) }
  })
}
