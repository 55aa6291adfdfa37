/** The SQL verbs over folders. Every statement names the organization. */
import { notFound } from '../../errors.ts'
import { demandEach } from '../../http/batch.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { FolderRow } from './folderRows.ts'

const INSERT = `INSERT INTO folders
  (id, organization_id, name, name_key, parent_id, parent_key, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
const UPDATE = `UPDATE folders SET name = ?, name_key = ?, parent_id = ?, parent_key = ?, updated_at = ?
  WHERE organization_id = ? AND id = ?`
const FIND = 'SELECT * FROM folders WHERE organization_id = ? AND id = ?'
const FIND_NAMED = 'SELECT * FROM folders WHERE organization_id = ? AND parent_key = ? AND name = ?'
const CHILDREN = 'SELECT id FROM folders WHERE organization_id = ? AND parent_key = ?'
const REMOVE = 'DELETE FROM folders WHERE organization_id = ? AND id = ?'

export async function insert(tx: WriteTransaction, row: FolderRow): Promise<void> {
  const { id, organization_id, name, name_key, parent_id, parent_key, created_at, updated_at } = row
  await tx.run(INSERT, id, organization_id, name, name_key, parent_id, parent_key, created_at, updated_at)
}

export async function save(tx: WriteTransaction, row: FolderRow): Promise<void> {
  const { id, organization_id, name, name_key, parent_id, parent_key, updated_at } = row
  await tx.run(UPDATE, name, name_key, parent_id, parent_key, updated_at, organization_id, id)
}

export async function remove(tx: WriteTransaction, organizationId: string, id: string): Promise<void> {
  await tx.run(REMOVE, organizationId, id)
}

/** Undefined when there is none, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FolderRow | undefined> {
  return tx.get<FolderRow>(FIND, organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function demand(tx: ReadTransaction, organizationId: string, id: string): Promise<FolderRow> {
  const row = await find(tx, organizationId, id)
  if (row === undefined) throw notFound('folder')
  return row
}

/** The folders of a batch, as `demandEach` has it. */
export const demandAll = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<FolderRow[]> => demandEach('folder', ids, at, (id) => find(tx, organizationId, id))

/** The folder with this name directly below a parent. */
export function findNamed(
  tx: ReadTransaction,
  organizationId: string,
  parentKey: string,
  name: string,
): Promise<FolderRow | undefined> {
  return tx.get<FolderRow>(FIND_NAMED, organizationId, parentKey, name)
}

/** The identifiers of the folders directly below one. */
export async function childrenOf(tx: ReadTransaction, organizationId: string, id: string): Promise<string[]> {
  return (await tx.all<{ id: string }>(CHILDREN, organizationId, id)).map((row) => row.id)
}

/** One page of folders; each sort runs on its own index, within the organization or within the parent. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & {
    /** '' asks for the topmost ones. */ parentKey?: string | undefined
    name?: string | undefined
  },
) {
  const named = `%${query.name
    ?.normalize('NFC')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const page = pageOf(cursors, query, {
    identity: ['listFolders', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
    where: { organization_id: organizationId, parent_key: query.parentKey },
    and: query.name === undefined ? [] : [{ sql: `name_key LIKE ? ESCAPE '\\'`, values: [named] }],
  })
  return page.cut(await tx.all<FolderRow>(`SELECT * FROM folders ${page.sql}`, ...page.values))
}
