/** An execution as the database retains it, and as the contract shows it. */
import type { Execution, Issue, VariableValues } from '../../../../../generated/openapi.v1.ts'
import { ApiError, validationError } from '../../../errors.ts'
import type { Completion, ModelProvider, Models } from '../../../models/models.ts'
import { createdWithin, type TimeSpan } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import { parseTemplate } from '../../../template/parseTemplate.ts'
import { render } from '../../../template/render.ts'

export interface ExecutionRow {
  id: string
  organization_id: string
  prompt_id: string
  /** Null when the draft was run. */
  version: number | null
  model: string
  provider: string
  temperature: number
  status: Execution['status']
  finish_reason: string | null
  /** The three counts are null together, when the execution failed. */
  input_tokens: number | null
  output_tokens: number | null
  total_tokens: number | null
  cost: number | null
  latency_ms: number
  created_at: number
  created_by: string
  /** The error code of a failed execution. */
  error_code: string | null
  /** JSON array of issues. */
  warnings: string
  rendered_prompt: string
  output: string | null
}

export function executionOf(row: ExecutionRow): Execution {
  return {
    id: row.id,
    object: 'execution',
    promptId: row.prompt_id,
    version: row.version ?? 'draft',
    model: row.model,
    provider: row.provider,
    temperature: row.temperature,
    status: row.status,
    output: row.output,
    renderedPrompt: row.rendered_prompt,
    finishReason: row.finish_reason,
    usage: usageOf(row),
    cost: row.cost,
    latencyMs: row.latency_ms,
    warnings: JSON.parse(row.warnings),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
  }
}

function usageOf(row: ExecutionRow): Execution['usage'] {
  const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = row
  if (inputTokens === null || outputTokens === null || totalTokens === null) return null
  return { inputTokens, outputTokens, totalTokens }
}

/** The columns that show how the call of the model ended. */
export function outcomeColumns(outcome: Completion | ApiError) {
  if (outcome instanceof ApiError) {
    return {
      status: 'failed',
      finish_reason: null,
      input_tokens: null,
      output_tokens: null,
      total_tokens: null,
      cost: null,
      error_code: outcome.code,
      output: null,
    } as const
  }
  return {
    status: 'succeeded',
    finish_reason: outcome.finishReason,
    input_tokens: outcome.usage?.inputTokens ?? null,
    output_tokens: outcome.usage?.outputTokens ?? null,
    total_tokens: outcome.usage?.totalTokens ?? null,
    cost: outcome.cost,
    error_code: null,
    output: outcome.output,
  } as const
}

// The SQL verbs over executions: they are written once, when they have ended.

const columns = [
  'id',
  'organization_id',
  'prompt_id',
  'version',
  'model',
  'provider',
  'temperature',
  'status',
  'finish_reason',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cost',
  'latency_ms',
  'created_at',
  'created_by',
  'error_code',
  'warnings',
  'rendered_prompt',
  'output',
] as const satisfies readonly (keyof ExecutionRow)[]
const INSERT = `INSERT INTO executions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM executions WHERE organization_id = ? AND prompt_id = ? AND id = ?'

export async function insert(tx: WriteTransaction, row: ExecutionRow): Promise<void> {
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

export function find(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  id: string,
): Promise<ExecutionRow | undefined> {
  return tx.get<ExecutionRow>(FIND, organizationId, promptId, id)
}

/** One page of executions, on the index of the prompt's executions. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  promptId: string,
  query: PageRequest &
    TimeSpan & {
      status?: ExecutionRow['status'] | undefined
      /** Null: those of the draft. */
      version?: number | null | undefined
    },
) {
  return readPage<ExecutionRow>(database, cursors, query, {
    identity: ['listPromptExecutions', organizationId, promptId],
    sorts: { createdAt: 'created_at' },
    from: 'executions',
    where: { organization_id: organizationId, prompt_id: promptId },
    and: createdWithin(query),
    filters: { status: query.status, version: query.version },
  })
}

/** The part of an execution that statistics need: neither the prompt nor the output. */
export type ExecutionFigures = Pick<
  ExecutionRow,
  | 'id'
  | 'prompt_id'
  | 'version'
  | 'model'
  | 'status'
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cost'
  | 'latency_ms'
  | 'created_at'
>

/** The executions of a period in the order of their making, at most `limit` after the given one. */
export function figures(
  tx: ReadTransaction,
  organizationId: string,
  period: {
    /** Of all prompts when undefined, deleted ones included. */
    promptId: string | undefined
    /** Unix milliseconds, the first one within. */
    from: number
    /** Unix milliseconds, the first one beyond. */
    until: number
  },
  after: Pick<ExecutionRow, 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<ExecutionFigures[]> {
  const ofPrompt = period.promptId === undefined ? '' : 'AND prompt_id = ? '
  return tx.all<ExecutionFigures>(
    `SELECT id, prompt_id, version, model, status, input_tokens, output_tokens, total_tokens, cost, latency_ms,
       created_at FROM executions
     WHERE organization_id = ? ${ofPrompt}AND (created_at, id) > (?, ?) AND created_at < ?
     ORDER BY created_at, id LIMIT ?`,
    organizationId,
    ...(period.promptId === undefined ? [] : [period.promptId]),
    after?.created_at ?? period.from - 1,
    after?.id ?? '~',
    period.until,
    limit,
  )
}

/**
 * The model of one execution: the one that the request names, or that of the version, or that of the prompt, or the
 * environment's default.
 *
 * @throws ApiError VALIDATION_ERROR at `model` when there is none, or it is unknown
 */
export function chooseModel(
  models: Models,
  ...wishes: (string | null | undefined)[]
): { model: string; provider: ModelProvider } {
  const model = [...wishes, models.defaultModel].find((wish) => wish !== null && wish !== undefined)
  if (model === undefined || model === null) {
    throw validationError({
      field: 'model',
      issue: 'is missing; expected a model, for neither the prompt nor this environment has a default',
    })
  }
  const provider = models.find(model)
  if (provider === undefined) {
    throw validationError({ field: 'model', issue: `is ${model}; expected one of GET /models` })
  }
  return { model, provider }
}

/**
 * Fills the variables of a stored template in.
 *
 * @param strict rejects values that the template has no variable for; otherwise each is a warning
 * @throws ApiError VALIDATION_ERROR at `variables.<name>` for each one missing, or too many
 */
export function fillIn(
  content: string,
  variables: VariableValues = {},
  strict = false,
): { text: string; warnings: Issue[] } {
  const { text, missing, extra } = render(parseTemplate(content), variables)
  const lacking = missing.map((name) => ({
    field: `variables.${name}`,
    issue: 'is missing; the template uses it',
  }))
  const unused = extra.map((name) => ({
    field: `variables.${name}`,
    issue: 'is not a variable of the template',
  }))
  const [first, ...others] = strict ? [...lacking, ...unused] : lacking
  if (first) throw validationError(first, ...others)
  return { text, warnings: unused.map(({ field, issue }) => ({ field, issue: `${issue}; it was ignored` })) }
}
