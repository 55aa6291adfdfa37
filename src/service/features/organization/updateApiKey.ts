import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { apiKeyOf, getKeyOrThrow, renameKey } from './model/apiKey.ts'

/** PATCH /organization/api-keys/{keyId}: names a key otherwise. */
export const updateApiKey: Handler<'updateApiKey'> = ({ params, body, caller, clock, ifMatch, transact }) =>
  transact(async (tx) => {
    const now = clock.now()
    const key = await getKeyOrThrow(tx, caller.organizationId, params.keyId)
    requireMatch(ifMatch, apiKeyOf(key, now))
    const name = body.name ?? key.name
    await renameKey(tx, key, name)
    return { status: 200, body: apiKeyOf({ ...key, name }, now) }
  })
