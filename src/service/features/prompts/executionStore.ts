/** The SQL verbs over executions: they are written once, when they have ended. */
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { ExecutionRow } from './executionRows.ts'

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
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  promptId: string,
  query: PageRequest & {
    status?: ExecutionRow['status'] | undefined
    /** Null: those of the draft. */
    version?: number | null | undefined
  },
) {
  const page = pageOf(cursors, query, {
    identity: ['listPromptExecutions', organizationId, promptId],
    sorts: { createdAt: 'created_at' },
    where: {
      organization_id: organizationId,
      prompt_id: promptId,
      status: query.status,
      version: query.version,
    },
  })
  return page.cut(await tx.all<ExecutionRow>(`SELECT * FROM executions ${page.sql}`, ...page.values))
}

/** What statistics need of an execution: neither the prompt nor the output. */
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
    ...[after?.created_at ?? period.from - 1, after?.id ?? '~', period.until, limit],
  )
}
