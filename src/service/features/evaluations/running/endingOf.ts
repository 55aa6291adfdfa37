import type { ApiError } from '../../../errors.ts'
import type { Database } from '../../../storage/database.ts'
import type { RunRow } from '../evaluationRows.ts'
import type { Ending } from '../evaluationStore.ts'
import * as resultStore from '../resultStore.ts'
import { startSummary } from './summarise.ts'

/** Results read at once. */
const PAGE = 500
/** Pages between two words of progress: 30 ms or so. */
const PAGES = 20

/**
 * How a run ends whose cases all have a result, or that `error` ended: it fails when no case could be judged. Errored
 * cases count as not passed (docs/decisions.md, "verdict").
 *
 * @param progress told now and then while the results of a long run are read
 */
export async function endingOf(
  database: Database,
  run: RunRow,
  error: ApiError | undefined,
  progress: () => Promise<void>,
): Promise<Ending> {
  if (error) return failed(error.code, error.message)
  const summary = startSummary(JSON.parse(run.scorers))
  let judged = 0
  for (let after = 0, page = 1; ; page++) {
    const rows = await database.read((tx) => resultStore.counted(tx, run.id, after, PAGE))
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.position
    for (const row of rows) summary.add(row)
    if (page % PAGES === 0) await progress()
    judged += rows.filter(({ status }) => status !== 'errored').length
  }
  if (judged === 0) {
    const first = await database.read((tx) => resultStore.firstErrored(tx, run.id))
    const code = first?.error_code ?? 'INTERNAL_ERROR'
    return failed(
      code,
      `No case could be judged. The first one: ${first?.error_message ?? 'there was none.'}`,
    )
  }
  const figures = summary.figures()
  const verdict = figures.passRate >= run.pass_threshold ? 'passed' : 'failed'
  return { status: 'completed', verdict, summary: figures, error: null }
}

const failed = (code: string, message: string): Ending => ({
  ...({ status: 'failed', verdict: null, summary: null } as const),
  error: { code, message },
})
