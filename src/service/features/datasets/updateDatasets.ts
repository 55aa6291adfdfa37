import type { Dataset } from '../../../../generated/openapi.v1.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { datasetOf } from './model/dataset.ts'
import { changeDataset, validateChange } from './model/datasetChanges.ts'
import type { ItemValidation } from './model/itemChanges.ts'

/** PATCH /datasets: changes several datasets, all or none. */
export const updateDatasets: Handler<'updateDatasets'> = async (context) => {
  const { body, caller } = context
  const validations: (ItemValidation | undefined)[] = []
  for (const { id, ...changes } of body.datasets) validations.push(await validateChange(context, id, changes))
  return context.transact(async (tx) => {
    const ids = body.datasets.map(({ id }) => id)
    const rows = await datasetStore.getAllOrThrow(tx, caller.organizationId, ids, (i) => `datasets[${i}].id`)
    const datasets: Dataset[] = []
    for (const [i, { id: _, etag, ...changes }] of body.datasets.entries()) {
      const current = rows[i] as (typeof rows)[number]
      const at = (member: string) => `datasets[${i}].${member}`
      requireMatch(etag, datasetOf(current), at('etag'))
      datasets.push(datasetOf(await changeDataset(tx, context, current, changes, validations[i], at)))
    }
    return { status: 200, body: { datasets } }
  })
}
