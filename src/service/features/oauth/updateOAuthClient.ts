import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeClientScopes, requireRedirectUris } from './clientRules.ts'
import * as clientStore from './model/client.ts'
import { type ClientRow, clientOf, redirectUrisOf, scopesOf } from './model/client.ts'

/** PATCH /organization/oauth-clients/{clientId}: changes the name, the redirect URIs or the scopes. */
export const updateOAuthClient: Handler<'updateOAuthClient'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, clock, ifMatch } = context
    const current = await clientStore.getOrThrow(tx, caller.organizationId, params.clientId)
    requireMatch(ifMatch, clientOf(current))
    if (body.redirectUris) requireRedirectUris(body.redirectUris, current.type)
    const before = scopesOf(current)
    // The client's present scopes may stay when another user changes the rest.
    authorizeClientScopes(caller, body.scopes?.filter((scope) => !before.includes(scope)) ?? [])
    // Anyone who names a further place that codes are sent to can have what the client can have.
    const known = redirectUrisOf(current)
    if (body.redirectUris?.some((uri) => !known.includes(uri)))
      authorizeClientScopes(caller, body.scopes ?? before, 'redirectUris')
    const changed: ClientRow = {
      ...current,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.redirectUris && { redirect_uris: JSON.stringify(body.redirectUris) }),
      ...(body.scopes && { scopes: JSON.stringify(body.scopes) }),
      updated_at: clock.now(),
      updated_by: caller.userId,
    }
    await clientStore.save(tx, changed)
    return { status: 200, body: clientOf(changed) }
  })
