import type { Evaluation, EvaluationResult } from '../../../../generated/openapi.v1.ts'
import { evaluationResults } from '../../evaluations/queries.ts'
import type { Source } from './source.ts'

/** Rows read at once: they hold whole prompts and outputs. */
const PAGE = 200

/** Calls `take` with every result of an evaluation, in the order of the cases. */
export async function eachResult(
  { database, progress }: Source,
  evaluation: Pick<Evaluation, 'id'>,
  take: (result: EvaluationResult) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await database.read((tx) => evaluationResults(tx, evaluation, after, PAGE))
    for (const result of page) take(result)
    after = page.at(-1)?.position ?? after
    if (page.length < PAGE) return
    await progress()
  }
}
