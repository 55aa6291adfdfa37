import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { apiKeyOf, getKeyOrThrow, revokeKey } from './model/apiKey.ts'

/** DELETE /organization/api-keys/{keyId}: ends a key from the next request on; one that was revoked stays so. */
export const revokeApiKey: Handler<'revokeApiKey'> = ({ params, caller, clock, ifMatch, transact }) =>
  transact(async (tx) => {
    const now = clock.now()
    const key = await getKeyOrThrow(tx, caller.organizationId, params.keyId)
    requireMatch(ifMatch, apiKeyOf(key, now))
    await revokeKey(tx, caller.organizationId, key.id, now)
    return { status: 204, body: undefined }
  })
