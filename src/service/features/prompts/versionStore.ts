/** The SQL verbs over published versions: they are written once and never change. */
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { VersionRow } from './versionRows.ts'

const columns = [
  'id',
  'organization_id',
  'prompt_id',
  'version',
  'content_hash',
  'model',
  'temperature',
  'commit_message',
  'based_on_version',
  'created_at',
  'created_by',
  'variables',
  'content',
] as const satisfies readonly (keyof VersionRow)[]
const INSERT = `INSERT INTO prompt_versions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM prompt_versions WHERE organization_id = ? AND prompt_id = ? AND version = ?'

export async function insert(tx: WriteTransaction, row: VersionRow): Promise<void> {
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

export function find(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return tx.get<VersionRow>(FIND, organizationId, promptId, version)
}

/** One page of versions. Their numbers are in the order of their making, so the list runs on the numbers' index. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  promptId: string,
  query: PageRequest,
) {
  const page = pageOf(cursors, query, {
    identity: ['listPromptVersions', organizationId, promptId],
    sorts: { createdAt: 'version' },
    where: { organization_id: organizationId, prompt_id: promptId },
  })
  return page.cut(await tx.all<VersionRow>(`SELECT * FROM prompt_versions ${page.sql}`, ...page.values))
}
