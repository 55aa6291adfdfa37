import type { Handler } from '../../server/handler.ts'
import * as clientStore from './model/client.ts'
import { clientOf } from './model/client.ts'

/** GET /organization/oauth-clients/{clientId}: one client, without its secret. */
export const getOAuthClient: Handler<'getOAuthClient'> = async ({ params, caller, database }) => {
  const row = await clientStore.getOrThrow(database, caller.organizationId, params.clientId)
  return { status: 200, body: clientOf(row) }
}
