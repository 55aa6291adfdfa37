import type { Database } from '../../../storage/database.ts'
import { type DatasetCase, datasetItems } from '../../datasets/queries.ts'
import type { RunRow } from '../evaluationRows.ts'
import * as resultStore from '../resultStore.ts'

/** An item and its place in the run, from 1. */
export interface RunCase {
  position: number
  item: DatasetCase
}

/** Items read at once. */
const PAGE = 200

/**
 * The cases of a run that have no result yet, in the order of the dataset; those of a retry are the items that errored
 * in the evaluation that it repeats. The dataset version never changes, so that a place means the same item after
 * every restart.
 */
export async function* openCases(database: Database, run: RunRow): AsyncGenerator<RunCase> {
  const { organization_id, retry_of } = run
  const dataset = { id: run.dataset_id, version: run.dataset_version }
  const wanted =
    retry_of === null
      ? undefined
      : new Set(await database.read((tx) => resultStore.erroredItems(tx, retry_of)))
  let position = 0
  for (let after = 0; ; ) {
    const page = await database.read((tx) => datasetItems(tx, organization_id, dataset, after, PAGE))
    const last = page.at(-1)
    if (last === undefined) return
    after = last.position
    const cases = page
      .filter(({ id, status }) => status === 'active' && (wanted === undefined || wanted.has(id)))
      .map((item) => ({ position: ++position, item }))
    const [first] = cases
    if (first === undefined) continue
    const done = await database.read((tx) => resultStore.donePositions(tx, run.id, first.position, position))
    for (const one of cases) if (!done.has(one.position)) yield one
  }
}
