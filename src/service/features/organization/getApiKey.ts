import type { Handler } from '../../server/handler.ts'
import { apiKeyOf, getKeyOrThrow } from './model/apiKey.ts'

/** GET /organization/api-keys/{keyId}: reads what is known of a key, revoked ones too. */
export const getApiKey: Handler<'getApiKey'> = async ({ params, caller, clock, database }) => {
  const key = await getKeyOrThrow(database, caller.organizationId, params.keyId)
  return { status: 200, body: apiKeyOf(key, clock.now()) }
}
