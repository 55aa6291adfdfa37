import { ApiError } from '../../errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { EnvironmentName } from '../../server/handler.ts'
import { type Authenticated, type Authenticator, challenge } from '../../server/steps/identify.ts'
import type { Database } from '../../storage/database.ts'
import { createLastUses, createScopeCache } from './keyMemory.ts'
import { digestOfKey, environmentOfKey, findKeyHolder, type KeyHolder, keyPrefixes } from './model/apiKey.ts'

/**
 * Judges API keys of one environment: their form and checksum, their environment, then, in one read, whether
 * they are in force and whose they are. Revocation and a change of role count from the next request on.
 * Source: "API keys"; docs/decisions.md, 7.
 * @returns an authenticator that throws INVALID_API_KEY or WRONG_ENVIRONMENT
 */
export function createApiKeyAuthenticator(options: {
  database: Database
  environment: EnvironmentName
  clock: Clock
}): Authenticator {
  const { database, environment, clock } = options
  const scopesOf = createScopeCache().of
  const lastUses = createLastUses(database, clock)

  return async (bearer): Promise<Authenticated> => {
    const belongs = environmentOfKey(bearer)
    if (belongs === undefined) {
      throw invalid('The credential is malformed: expected an API key of this service, with its checksum.')
    }
    if (belongs !== environment) {
      throw refusal(
        'WRONG_ENVIRONMENT',
        `Received a key of ${belongs} (${keyPrefixes[belongs]}); this is ${environment}, whose keys begin with ${keyPrefixes[environment]}.`,
      )
    }
    const digest = digestOfKey(bearer)
    const holder = await database.read((tx) => findKeyHolder(tx, digest))
    if (!holder || !inForce(holder, clock.now())) {
      // One message for all: only the holder of a key learns whether it was ever there, from its organization.
      throw invalid('The API key is unknown, expired, revoked, or its user is no longer a member.')
    }
    lastUses.note(holder.id)
    return {
      caller: {
        organizationId: holder.organization_id,
        workspaceId: holder.workspace_id,
        userId: holder.user_id,
        credentialId: holder.id,
        scopes: scopesOf(holder),
        triggeredBy: 'api',
      },
      plan: holder.plan,
    }
  }
}

const inForce = (holder: KeyHolder, now: number): boolean =>
  holder.revoked_at === null &&
  holder.status === 'active' &&
  (holder.expires_at === null || holder.expires_at > now)

const invalid = (message: string) => refusal('INVALID_API_KEY', message)

const refusal = (code: 'INVALID_API_KEY' | 'WRONG_ENVIRONMENT', message: string) =>
  new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge('invalid_token', message) } })
