/** The SQL verbs over OAuth clients. */
import type { PlanName } from '../../http/authenticate.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { ClientRow } from './clientRows.ts'

export interface NewClient {
  organizationId: string
  name: string
  type: ClientRow['type']
  redirectUris: readonly string[]
  scopes: readonly string[]
  /** Digest and last characters of the secret of a confidential client. */
  secret: { digest: string; last4: string } | null
  createdBy: string
}

const COLUMNS = [
  ...['id', 'organization_id', 'service_user_id', 'own_grant_id', 'name', 'type', 'redirect_uris', 'scopes'],
  ...['secret_digest', 'secret_last4', 'previous_secret_digest', 'previous_secret_until'],
  ...['created_at', 'created_by', 'updated_at', 'updated_by'],
] as readonly (keyof ClientRow)[]

/** Writes a client with the service user that it acts as and the standing grant of its own credentials. */
export async function insert(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  wanted: NewClient,
): Promise<ClientRow> {
  const row: ClientRow = {
    id: ids.create('client'),
    organization_id: wanted.organizationId,
    service_user_id: ids.create('user'),
    own_grant_id: ids.create('grant'),
    name: wanted.name,
    type: wanted.type,
    redirect_uris: JSON.stringify(wanted.redirectUris),
    scopes: JSON.stringify(wanted.scopes),
    secret_digest: wanted.secret?.digest ?? null,
    secret_last4: wanted.secret?.last4 ?? null,
    previous_secret_digest: null,
    previous_secret_until: null,
    created_at: now,
    created_by: wanted.createdBy,
    updated_at: now,
    updated_by: wanted.createdBy,
  }
  await tx.run(
    'INSERT INTO users (id, kind, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    ...[row.service_user_id, 'service', row.name, now, now],
  )
  await tx.run(
    `INSERT INTO oauth_clients (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
    ...COLUMNS.map((column) => row[column]),
  )
  await tx.run(
    'INSERT INTO oauth_grants (id, organization_id, client_id, user_id, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[row.own_grant_id, row.organization_id, row.id, row.service_user_id, row.scopes, now],
  )
  return row
}

/** The client with the plan of its organization, whatever organization that is. */
export const findWithPlan = (
  tx: ReadTransaction,
  id: string,
): Promise<(ClientRow & { plan: PlanName; organization_name: string }) | undefined> =>
  tx.get(
    `SELECT c.*, o.plan, o.name AS organization_name
     FROM oauth_clients c JOIN organizations o ON o.id = c.organization_id WHERE c.id = ?`,
    id,
  )
