/** The functions of evaluations for other features. */
import type { Evaluation, EvaluationResult } from '../../../../generated/openapi.v1.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as evaluationStore from './model/evaluation.ts'
import { evaluationOf } from './model/evaluation.ts'
import * as resultStore from './model/result.ts'
import { type CountedResult, resultOf } from './model/result.ts'

export { requireResults } from './model/evaluation.ts'
export { issuesOfScorers } from './scorers/index.ts'
export type { CountedResult }

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
 * The counted parts of the next results of an evaluation that `loadEvaluation` found, in the order of the cases.
 *
 * @param after the `position` of the last result before them; 0 for the first ones
 * @param limit how many at most; fewer mean that there are no more
 */
export const countedResults = (
  tx: ReadTransaction,
  evaluation: Pick<Evaluation, 'id'>,
  after: number,
  limit: number,
): Promise<CountedResult[]> => resultStore.counted(tx, evaluation.id, after, limit)

/** The results at these places of the same, with at most so many letters of each text. */
export async function quotedResults(
  tx: ReadTransaction,
  evaluation: Pick<Evaluation, 'id'>,
  positions: readonly number[],
  letters: number,
): Promise<EvaluationResult[]> {
  return (await resultStore.quoted(tx, evaluation.id, positions, letters)).map(resultOf)
}
