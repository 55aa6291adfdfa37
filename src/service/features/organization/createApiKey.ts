import { validationError } from '../../errors.ts'
import { parseTimestamp } from '../../runtime/clock.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeKeyScopes } from './authorizeDelegation.ts'
import * as apiKeyStore from './model/apiKey.ts'
import { apiKeyOf, getKeyOrThrow } from './model/apiKey.ts'

/** POST /organization/api-keys: creates a key that acts as the caller; only the response contains it. */
export const createApiKey: Handler<'createApiKey'> = (context) =>
  context.transact(async (tx) => {
    const { body, caller, clock, environment, ids, random } = context
    const now = clock.now()
    const expiresAt = momentToCome(body.expiresAt, now)
    await authorizeKeyScopes(tx, caller, body.scopes)
    const { organizationId, userId } = caller
    const wanted = { organizationId, userId, name: body.name, scopes: body.scopes, expiresAt }
    const { id, key } = await apiKeyStore.createApiKey(tx, { environment, ids, random, now }, wanted)
    return {
      status: 201,
      body: { ...apiKeyOf(await getKeyOrThrow(tx, organizationId, id), now), key },
      location: `/organization/api-keys/${id}`,
    }
  })

function momentToCome(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null
  const moment = parseTimestamp(text)
  if (moment > now) return moment
  throw validationError({ field: 'expiresAt', issue: `is ${text}; expected a moment to come` })
}
