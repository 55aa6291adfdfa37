import type { Handler } from '../../server/handler.ts'
import * as clientStore from './model/client.ts'
import { clientOf } from './model/client.ts'

/** GET /organization/oauth-clients: lists the clients of the organization, without their secrets. */
export const listOAuthClients: Handler<'listOAuthClients'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await clientStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { oauthClients: rows.map(clientOf), hasMore, nextCursor } }
}
