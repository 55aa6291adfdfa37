import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeClientScopes, requireRedirectUris } from './clientRules.ts'
import * as clientStore from './model/client.ts'
import { clientOf, newClientSecret } from './model/client.ts'

/** docs/internals/decisions.md, "maxima". */
const MAX_CLIENTS = 100

/** POST /organization/oauth-clients: registers an application; only the response contains its secret. */
export const createOAuthClient: Handler<'createOAuthClient'> = async (context) => {
  const { body, caller, clock, ids, random, transact } = context
  const redirectUris = body.redirectUris ?? []
  requireRedirectUris(redirectUris, body.type)
  authorizeClientScopes(caller, body.scopes)
  const made = body.type === 'confidential' ? newClientSecret(random) : null
  return transact(async (tx) => {
    if ((await clientStore.count(tx, caller.organizationId)) >= MAX_CLIENTS) {
      const message = `The organization has ${MAX_CLIENTS} OAuth clients, which is the most it may have.`
      throw new ApiError('CONFLICT', message)
    }
    const row = await clientStore.insert(
      tx,
      { ids, now: clock.now() },
      {
        organizationId: caller.organizationId,
        name: body.name,
        type: body.type,
        redirectUris,
        scopes: body.scopes,
        secret: made,
        createdBy: caller.userId,
      },
    )
    return {
      status: 201,
      body: { ...clientOf(row), secret: made?.secret ?? null },
      location: `/organization/oauth-clients/${row.id}`,
    }
  })
}
