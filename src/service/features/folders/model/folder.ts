/** A folder as the database retains it, and as the contract shows it. */

import type { Folder } from '../../../../../generated/openapi.v1.ts'
import { ApiError, requireFound, validationError } from '../../../errors.ts'
import { getEachOrThrow } from '../../../resources/batch.ts'
import { named } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface FolderRow {
  id: string
  organization_id: string
  /** In Unicode normalisation form C, so that names that look the same are the same. */
  name: string
  /** `name` as the name filter sees it. */
  name_key: string
  parent_id: string | null
  /** `parent_id`, or '' at the root. */
  parent_key: string
  created_at: number
  created_by: string | null
  updated_at: number
}

/** @param path names from the root down, which the row does not contain: a renamed folder would change them all */
export function folderOf(row: FolderRow, path: string): Folder {
  return {
    id: row.id,
    object: 'folder',
    name: row.name,
    parentId: row.parent_id,
    path,
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
    updatedAt: timestamp(row.updated_at),
  }
}

export const nameColumns = (name: string) => {
  const normalized = name.normalize('NFC')
  return { name: normalized, name_key: nameKey(normalized) }
}

export const parentColumns = (parentId: string | null) => ({
  parent_id: parentId,
  parent_key: parentId ?? '',
})

// The SQL verbs over folders. Every statement names the organization.

const INSERT = `INSERT INTO folders
  (id, organization_id, name, name_key, parent_id, parent_key, created_at, created_by, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const UPDATE = `UPDATE folders SET name = ?, name_key = ?, parent_id = ?, parent_key = ?, updated_at = ?
  WHERE organization_id = ? AND id = ?`
const FIND = 'SELECT * FROM folders WHERE organization_id = ? AND id = ?'
const FIND_NAMED = 'SELECT * FROM folders WHERE organization_id = ? AND parent_key = ? AND name = ?'
const CHILDREN = 'SELECT id FROM folders WHERE organization_id = ? AND parent_key = ?'
const REMOVE = 'DELETE FROM folders WHERE organization_id = ? AND id = ?'

export async function insert(tx: WriteTransaction, row: FolderRow): Promise<void> {
  const { id, organization_id, name, name_key, parent_id, parent_key, created_at, created_by, updated_at } =
    row
  const values = [
    id,
    organization_id,
    name,
    name_key,
    parent_id,
    parent_key,
    created_at,
    created_by,
    updated_at,
  ]
  await tx.run(INSERT, ...values)
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
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FolderRow> {
  return requireFound('folder', await find(tx, organizationId, id))
}

/** The folders of a batch, as `getEachOrThrow` has it. */
export const getAllOrThrow = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<FolderRow[]> => getEachOrThrow('folder', ids, at, (id) => find(tx, organizationId, id))

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
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & {
    /** '' requests the topmost ones. */ parentKey?: string | undefined
    name?: string | undefined
  },
) {
  return readPage<FolderRow>(database, cursors, query, {
    identity: ['listFolders', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
    from: 'folders',
    where: { organization_id: organizationId },
    filters: { parent_key: query.parentKey },
    selections: [named({ kind: 'folders', organizationId }, query.name && nameColumns(query.name).name_key)],
  })
}

// The rules of the tree: the possible parents of a folder, and its name.

/** @throws ApiError NAME_TAKEN when another folder within the parent has the name */
export async function requireFreeName(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const other = await findNamed(tx, row.organization_id, row.parent_key, row.name)
  if (other === undefined || other.id === row.id) return
  const parent = (await lineageOf(tx, row.organization_id, row.parent_id)).path
  const place = parent === '' ? 'The root' : `The folder ${parent}`
  throw new ApiError('NAME_TAKEN', `${place} already contains a folder named ${row.name}.`, {
    details: { field, issue: `is ${row.name}; expected a name that no other folder in ${parent || '/'} has` },
  })
}

/** @throws ApiError VALIDATION_ERROR when the folder, as it is stored now, lies below itself */
export async function requireNoCycle(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const { ids } = await lineageOf(tx, row.organization_id, row.id)
  if (!ids.includes(row.id, 1)) return
  const where = row.parent_id === row.id ? 'this folder itself' : 'which lies below this folder'
  throw validationError({ field, issue: `is ${row.parent_id}, ${where}; expected a folder outside it` })
}

/** @throws ApiError VALIDATION_ERROR when the folder, as it is stored now, or one below it lies too deep */
export async function requireDepth(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const { depth } = await lineageOf(tx, row.organization_id, row.id)
  const height = (await subtreeOf(tx, row.organization_id, row.id)).at(-1)?.level ?? 1
  const deepest = depth + height - 1
  if (deepest <= MAX_DEPTH) return
  const issue = `is ${row.parent_id}, which would put a folder at level ${deepest}; expected at most level ${MAX_DEPTH}`
  throw validationError({ field, issue })
}

// The places of folders: their paths, depths and descendants. None of it is stored.

/** Levels that a tree may have (docs/internals/decisions.md, "folders"). */
const MAX_DEPTH = 10

/** A folder's way up to the root. */
interface Lineage {
  /** Names from the root down, each after a slash. */
  path: string
  /** 1 at the root. */
  depth: number
  /** The folder's own identifier and those above it, going up; cut off two levels beyond MAX_DEPTH. */
  ids: string[]
}

/** The ways up of several folders in parallel, by identifier. */
export async function lineagesOf(
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Lineage>> {
  const found = new Map<string, Lineage>()
  if (ids.length === 0) return found
  // By their ids, which the engine estimates as more than all folders of an organization: `|| ''` prevents the use of that index.
  const sql = `WITH RECURSIVE up (leaf, id, name, parent_id, level) AS (
      SELECT id, id, name, parent_id, 1 FROM folders
      WHERE organization_id || '' = ? AND id IN (${ids.map(() => '?').join(', ')})
      UNION ALL
      SELECT up.leaf, f.id, f.name, f.parent_id, up.level + 1
      FROM up JOIN folders f ON f.organization_id = ? AND f.id = up.parent_id
      WHERE up.level < ${MAX_DEPTH + 2}
    ) SELECT leaf, id, name FROM up ORDER BY leaf, level`
  const rows = await tx.all<{ leaf: string; id: string; name: string }>(
    sql,
    organizationId,
    ...ids,
    organizationId,
  )
  for (const { leaf, id, name } of rows) {
    const below = found.get(leaf) ?? { path: '', depth: 0, ids: [] }
    found.set(leaf, { path: `/${name}${below.path}`, depth: below.depth + 1, ids: [...below.ids, id] })
  }
  return found
}

/**
 * The folders of a page as they are by now, each with its path. A list is read in steps, between which others may rename
 * a folder or what is above it; what they deleted is left out.
 */
export async function foldersOf(
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Folder[]> {
  if (ids.length === 0) return []
  const sql = `SELECT * FROM folders WHERE organization_id || '' = ? AND id IN (${ids.map(() => '?').join(', ')})`
  const rows = new Map((await tx.all<FolderRow>(sql, organizationId, ...ids)).map((row) => [row.id, row]))
  const lineages = await lineagesOf(tx, organizationId, ids)
  return ids.flatMap((id) => {
    const [row, lineage] = [rows.get(id), lineages.get(id)]
    return row === undefined || lineage === undefined ? [] : [folderOf(row, lineage.path)]
  })
}

/** The way up of one folder that is there; the root's, for null, has no levels. */
export async function lineageOf(
  tx: ReadTransaction,
  organizationId: string,
  id: string | null,
): Promise<Lineage> {
  const lineage = id === null ? undefined : (await lineagesOf(tx, organizationId, [id])).get(id)
  return lineage ?? { path: '', depth: 0, ids: [] }
}

/**
 * A folder and all folders below it, each with its level below the first one, which has 1. Parents come before children.
 * @param most how many are looked for
 */
export function subtreeOf(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
  most = Number.MAX_SAFE_INTEGER,
): Promise<{ id: string; level: number }[]> {
  const sql = `WITH RECURSIVE down (id, level) AS (
      SELECT id, 1 FROM folders WHERE organization_id = ? AND id = ?
      UNION ALL
      SELECT f.id, down.level + 1 FROM down JOIN folders f ON f.organization_id = ? AND f.parent_key = down.id
      WHERE down.level < ${MAX_DEPTH + 2}
    ) SELECT id, level FROM (SELECT id, level FROM down LIMIT ?) AS first ORDER BY level`
  return tx.all(sql, organizationId, id, organizationId, most)
}
