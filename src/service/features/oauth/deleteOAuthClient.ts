import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as clientStore from './model/client.ts'
import { clientOf } from './model/client.ts'

/** DELETE /organization/oauth-clients/{clientId}: deletes a client; every token of it ends immediately. */
export const deleteOAuthClient: Handler<'deleteOAuthClient'> = ({
  params,
  caller,
  clock,
  ifMatch,
  transact,
}) =>
  transact(async (tx) => {
    const current = await clientStore.getOrThrow(tx, caller.organizationId, params.clientId)
    requireMatch(ifMatch, clientOf(current))
    await clientStore.remove(tx, current, clock.now())
    return { status: 204, body: undefined }
  })
