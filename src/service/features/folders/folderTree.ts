/** Where folders stand: their paths, depths and what lies below them. Nothing of it is stored. */
import type { ReadTransaction } from '../../storage/database.ts'

/** Levels that a tree may have (docs/decisions.md, "folders"). */
export const DEEPEST = 10

/** A folder's way up to the root. */
export interface Lineage {
  /** Names from the root down, each after a slash. */
  path: string
  /** 1 at the root. */
  depth: number
  /** The folder's own identifier and those above it, going up; cut off two levels beyond DEEPEST. */
  ids: string[]
}

/** The ways up of several folders at once, by identifier. */
export async function lineagesOf(
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Lineage>> {
  const found = new Map<string, Lineage>()
  if (ids.length === 0) return found
  const sql = `WITH RECURSIVE up (leaf, id, name, parent_id, level) AS (
      SELECT id, id, name, parent_id, 1 FROM folders
      WHERE organization_id = ? AND id IN (${ids.map(() => '?').join(', ')})
      UNION ALL
      SELECT up.leaf, f.id, f.name, f.parent_id, up.level + 1
      FROM up JOIN folders f ON f.organization_id = ? AND f.id = up.parent_id
      WHERE up.level < ${DEEPEST + 2}
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

/** The way up of one folder that is there; the root's, for null, has no levels. */
export async function lineageOf(
  tx: ReadTransaction,
  organizationId: string,
  id: string | null,
): Promise<Lineage> {
  const lineage = id === null ? undefined : (await lineagesOf(tx, organizationId, [id])).get(id)
  return lineage ?? { path: '', depth: 0, ids: [] }
}

/** A folder and all folders below it, each with its level below the first one, which has 1. Parents come before children. */
export function subtreeOf(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<{ id: string; level: number }[]> {
  const sql = `WITH RECURSIVE down (id, level) AS (
      SELECT id, 1 FROM folders WHERE organization_id = ? AND id = ?
      UNION ALL
      SELECT f.id, down.level + 1 FROM down JOIN folders f ON f.organization_id = ? AND f.parent_key = down.id
      WHERE down.level < ${DEEPEST + 2}
    ) SELECT id, level FROM down ORDER BY level`
  return tx.all(sql, organizationId, id, organizationId)
}
