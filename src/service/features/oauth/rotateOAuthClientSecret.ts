import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeClientScopes } from './clientRules.ts'
import * as clientStore from './model/client.ts'
import { type ClientRow, clientOf, newClientSecret } from './model/client.ts'

const DAY = 86_400_000

/** POST /organization/oauth-clients/{clientId}/rotate-secret: a new secret; the one before works on for 0 to 7 days. */
export const rotateOAuthClientSecret: Handler<'rotateOAuthClientSecret'> = (context) => {
  const { params, body, caller, clock, random, transact } = context
  const { secret, digest, last4 } = newClientSecret(random)
  return transact(async (tx) => {
    const current = await clientStore.getOrThrow(tx, caller.organizationId, params.clientId)
    authorizeClientScopes(caller, clientOf(current).scopes) // anyone who reads the secret has what the client has
    if (current.type === 'public') {
      throw new ApiError('INVALID_STATE', 'The client is public and has no secret.')
    }
    const now = clock.now()
    const overlap = (body.overlapDays ?? 0) * DAY
    const changed: ClientRow = {
      ...current,
      secret_digest: digest,
      secret_last4: last4,
      previous_secret_digest: overlap > 0 ? current.secret_digest : null,
      previous_secret_until: overlap > 0 ? now + overlap : null,
      updated_at: now,
      updated_by: caller.userId,
    }
    await clientStore.save(tx, changed)
    return { status: 200, body: { ...clientOf(changed), secret } }
  })
}
