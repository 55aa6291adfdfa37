import type { Evaluation, EvaluationResult } from '../../../../../generated/openapi.v1.ts'
import { type CountedResult, countedResults, quotedResults } from '../../evaluations/queries.ts'
import type { Source } from './source.ts'

/** Rows read at a time. */
const COUNTED = 500
/** These contain whole prompts and outputs. */
const QUOTED = 100

/** Calls `take` with what is counted of every result of an evaluation, in the order of the cases. */
export async function eachResult(
  { database, progress }: Source,
  evaluation: Pick<Evaluation, 'id'>,
  add: (result: CountedResult) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await database.read((tx) => countedResults(tx, evaluation, after, COUNTED))
    for (const result of page) add(result)
    after = page.at(-1)?.position ?? after
    if (page.length < COUNTED) return
    await progress()
  }
}

/**
 * The results at these places, in the order of the places.
 * @param letters how much of each text is wanted
 */
export async function resultsAt(
  { database, progress }: Source,
  evaluation: Pick<Evaluation, 'id'>,
  positions: readonly number[],
  letters: number,
): Promise<EvaluationResult[]> {
  const found = new Map<number, EvaluationResult>()
  for (let first = 0; first < positions.length; first += QUOTED) {
    const some = positions.slice(first, first + QUOTED)
    for (const result of await database.read((tx) => quotedResults(tx, evaluation, some, letters)))
      found.set(result.position, result)
    await progress()
  }
  return positions.flatMap((position) => found.get(position) ?? [])
}
