/** What other features may ask of evaluations. */
import type { Evaluation, EvaluationResult } from '../../../generated/openapi.v1.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { evaluationOf } from './evaluationRows.ts'
import * as evaluationStore from './evaluationStore.ts'
import { resultOf } from './resultRows.ts'
import * as resultStore from './resultStore.ts'

/** With its counts and its summary; undefined when there is none, and when it belongs to another organization. */
export async function loadEvaluation(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<Evaluation | undefined> {
  const row = await evaluationStore.find(tx, organizationId, id)
  return row && evaluationOf(row)
}

/**
 * The next results of an evaluation that `loadEvaluation` found, in the order of the cases.
 *
 * @param after the `position` of the last result before them; 0 for the first ones
 * @param limit how many at most; fewer mean that there are no more
 */
export async function evaluationResults(
  tx: ReadTransaction,
  evaluation: Pick<Evaluation, 'id'>,
  after: number,
  limit: number,
): Promise<EvaluationResult[]> {
  return (await resultStore.following(tx, evaluation.id, after, limit)).map(resultOf)
}

/** The newest completed evaluation of a prompt version; undefined when there is none. */
export async function latestEvaluation(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  promptVersion: number,
): Promise<Evaluation | undefined> {
  const row = await evaluationStore.latestCompleted(tx, organizationId, promptId, promptVersion)
  return row && evaluationOf(row)
}
