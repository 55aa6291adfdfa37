/** The SQL verbs over the versions of datasets: they are written once and never change. */
import { requireFound } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import type { DatasetRow, VersionRow } from './dataset.ts'
import * as datasetStore from './dataset.ts'

const columns = [
  'dataset_id',
  'version',
  'organization_id',
  'item_count',
  'active_count',
  'first_position',
  'next_position',
  'schema_version',
  'created_at',
  'created_by',
  'input_schema',
] satisfies readonly (keyof VersionRow)[]
const INSERT = `INSERT INTO dataset_versions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM dataset_versions WHERE organization_id = ? AND dataset_id = ? AND version = ?'
const SCHEMA =
  'SELECT input_schema FROM dataset_versions WHERE organization_id = ? AND dataset_id = ? AND version = ?'

/** Retains the present state of a dataset as the version that it has. */
export async function retain(tx: WriteTransaction, dataset: DatasetRow): Promise<void> {
  const row: VersionRow = {
    ...dataset,
    dataset_id: dataset.id,
    created_at: dataset.updated_at,
    created_by: dataset.updated_by,
    input_schema: dataset.schema_version === dataset.version ? dataset.input_schema : null,
  }
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

/** Without its input schema. Undefined when there is none. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  datasetId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return tx.get<VersionRow>(FIND, organizationId, datasetId, version)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  datasetId: string,
  version: number,
): Promise<VersionRow> {
  return requireFound('version', await find(tx, organizationId, datasetId, version))
}

/** One page of versions with their input schemas. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  datasetId: string,
  query: PageRequest,
) {
  const page = pageOf(cursors, query, {
    identity: ['listDatasetVersions', organizationId, datasetId],
    sorts: { createdAt: 'version' },
    id: 'dataset_id',
    where: { organization_id: organizationId, dataset_id: datasetId },
  })
  const cut = await page.read<VersionRow>(tx, 'SELECT * FROM dataset_versions')
  const schemas = new Map<number, string | null>()
  for (const { schema_version } of cut.rows) {
    if (schema_version === null || schemas.has(schema_version)) continue
    const holder = await tx.get<VersionRow>(SCHEMA, organizationId, datasetId, schema_version)
    schemas.set(schema_version, holder?.input_schema ?? null)
  }
  const rows = cut.rows.map((row) => ({ ...row, input_schema: schemas.get(row.schema_version ?? 0) ?? null }))
  return { ...cut, rows }
}

/** The author and the time of a dataset's change. */
export type Change = Pick<Services, 'clock'> & { caller: Caller }

/**
 * Makes the next version of a dataset.
 *
 * @param changes the columns that differ from the version before
 * @returns the dataset as it is now
 */
export async function nextVersion(
  tx: WriteTransaction,
  { caller, clock }: Change,
  current: DatasetRow,
  changes: Partial<DatasetRow>,
): Promise<DatasetRow> {
  const version = current.version + 1
  const dataset: DatasetRow = {
    ...current,
    ...changes,
    version,
    updated_at: clock.now(),
    updated_by: caller.userId,
  }
  if (dataset.input_schema !== current.input_schema) {
    dataset.schema_version = dataset.input_schema === null ? null : version
  }
  await datasetStore.save(tx, dataset)
  await retain(tx, dataset)
  return dataset
}
