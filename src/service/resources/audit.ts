/**
 * The audit log: an entry for each resource that a change touched, written in the change's own transaction, so
 * that there is no change without its entry (docs/internals/decisions.md, "audit log").
 */
import type { Identifiers } from '../runtime/identifiers.ts'
import type { WriteTransaction } from '../storage/database.ts'

interface Change {
  organizationId: string
  /** The operationId, or `admin` and the words of the administrator's command. */
  operation: string
  /** The resources that were changed; none where they have no identifier. */
  targets: readonly string[]
  /** Null: the administrator. */
  userId: string | null
  credentialId: string | null
  triggeredBy: 'api' | 'dashboard' | 'operator'
  requestId: string | null
}

const INSERT = `INSERT INTO audit_log
  (id, organization_id, operation, target_id, user_id, credential_id, triggered_by, request_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Writes the entries of a change. */
export async function audit(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  change: Change,
): Promise<void> {
  const { organizationId, operation, userId, credentialId, triggeredBy, requestId } = change
  const targets = change.targets.length === 0 ? [null] : change.targets
  for (const target of targets) {
    await tx.run(
      INSERT,
      ids.create('audit'),
      organizationId,
      operation,
      target,
      userId,
      credentialId,
      triggeredBy,
      requestId,
      now,
    )
  }
}

/** The resources that an operation changed: the one that its path names, else those of its response or its query. */
export function targetsOf(
  body: unknown,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): readonly string[] {
  const named = Object.values(params).findLast(isIdentifier)
  if (named !== undefined) return [named]
  const responded = identifiersIn(body)
  return responded.length > 0 ? responded : [query.id].flat().filter(isIdentifier)
}

/** The identifier of a resource, or those of the list that the response of a batch is. */
function identifiersIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  if ('id' in body) return isIdentifier(body.id) ? [body.id] : []
  const [list] = Object.values(body)
  return Array.isArray(list) ? list.flatMap(identifiersIn) : []
}

const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value)
