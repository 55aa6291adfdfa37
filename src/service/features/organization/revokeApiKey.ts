import { requireMatch } from '../../http/etag.ts'
import type { Handler } from '../../http/handler.ts'
import { demandKey } from './apiKeyQueries.ts'
import { apiKeyOf } from './apiKeyRows.ts'
import { revokeKey } from './apiKeyStore.ts'

/** DELETE /organization/api-keys/{keyId}: ends a key from the next request on; one that was revoked stays so. */
export const revokeApiKey: Handler<'revokeApiKey'> = ({ params, caller, clock, ifMatch, transact }) =>
  transact(async (tx) => {
    const now = clock.now()
    const key = await demandKey(tx, caller.organizationId, params.keyId)
    requireMatch(ifMatch, apiKeyOf(key, now))
    await revokeKey(tx, caller.organizationId, key.id, now)
    return { status: 204, body: undefined }
  })
