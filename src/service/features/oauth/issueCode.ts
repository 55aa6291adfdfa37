import { audit } from '../../resources/audit.ts'
import { UniqueViolation } from '../../storage/database.ts'
import type { AuthorizationRequest } from './authorizationRequest.ts'
import { CODE_MS } from './lifetimes.ts'
import { digestOf, newSecret } from './model/client.ts'
import * as codeStore from './model/code.ts'
import * as grantStore from './model/grant.ts'
import type { OAuthContext } from './oauthContext.ts'
import { withParameters } from './redirectUris.ts'

/**
 * Writes the scopes that the user allowed, with the code that the client gets for it.
 * @returns where to send the browser, with `code`, `state` and `iss` (RFC 9207); undefined for a repeated form of
 *   the consent page
 */
export async function issueCode(
  context: OAuthContext,
  request: AuthorizationRequest,
  allowed: { consentId: string; userId: string; organizationId: string; scopes: readonly string[] },
): Promise<string | undefined> {
  const { database, clock, random, ids, addresses } = context
  const code = newSecret(random)
  const grantId = ids.create('grant')
  const now = clock.now()
  try {
    await database.write(async (tx) => {
      await grantStore.insert(tx, {
        id: grantId,
        organization_id: allowed.organizationId,
        client_id: request.client.id,
        user_id: allowed.userId,
        scopes: JSON.stringify(allowed.scopes),
        created_at: now,
      })
      const row = {
        digest: digestOf(code),
        consent_id: allowed.consentId,
        grant_id: grantId,
        client_id: request.client.id,
        redirect_uri: request.redirectUri,
        challenge: request.challenge,
        expires_at: now + CODE_MS,
        used_at: null,
      }
      await codeStore.insert(tx, row, now)
      await audit(
        tx,
        { ids, now },
        {
          organizationId: allowed.organizationId,
          userId: allowed.userId,
          targets: [grantId],
          operation: 'sendAuthorization',
          credentialId: null,
          triggeredBy: 'dashboard',
          requestId: null,
        },
      )
    })
  } catch (error) {
    if (error instanceof UniqueViolation) return undefined
    throw error
  }
  return withParameters(request.redirectUri, { code, state: request.state, iss: addresses().apiRoot })
}
