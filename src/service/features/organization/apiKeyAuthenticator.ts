import { ApiError, challenge } from '../../errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { EnvironmentName } from '../../server/handler.ts'
import type { Authenticated, Authenticator } from '../../server/steps/identify.ts'
import type { Database } from '../../storage/database.ts'
import { createRowMemory } from '../../storage/rowMemory.ts'
import { createLastUses, createScopeCache } from './keyMemory.ts'
import { digestOfKey, environmentOfKey, findKeyHolder, type KeyHolder, keyPrefixes } from './model/apiKey.ts'

/**
 * Verifies API keys of one environment: their form and checksum, their environment, then whether they are in force
 * and whose they are. That is read once until one of its rows changes: revocation and a change of role count from
 * the next request on. Expiry is checked at each use.
 * Source: "API keys"; docs/internals/decisions.md, 7.
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
  const memory = createRowMemory<KnownKey>(database, DECIDING)

  const read = async (digest: string): Promise<KnownKey | undefined> => {
    const holder = await findKeyHolder(database, digest)
    return holder && { holder, authenticated: authenticatedBy(holder, scopesOf(holder)) }
  }

  const authenticated = (known: KnownKey | undefined): Authenticated => {
    if (!known || !inForce(known.holder, clock.now())) {
      // One message for all: only the holder of a key learns whether it was ever there, from its organization.
      throw invalid('The API key is unknown, expired, revoked, or its user is no longer a member.')
    }
    lastUses.note(known.holder.id)
    return known.authenticated
  }

  return (bearer) => {
    const belongs = environmentOfKey(bearer)
    if (belongs === undefined) {
      throw invalid('The credential is malformed: expected an API key of this service, with its checksum.')
    }
    if (belongs !== environment) {
      throw rejection(
        'WRONG_ENVIRONMENT',
        `Received a key of ${belongs} (${keyPrefixes[belongs]}); this is ${environment}, whose keys begin with ${keyPrefixes[environment]}.`,
      )
    }
    const digest = digestOfKey(bearer)
    const known = memory.find(digest)
    // Every rejection costs one read, whatever its cause.
    if (known && inForce(known.holder, clock.now())) return authenticated(known)
    return memory.load(digest, () => read(digest)).then(authenticated)
  }
}

interface KnownKey {
  holder: KeyHolder
  authenticated: Authenticated
}

/** The columns that decide about the user of a key; `lastUsedAt` follows from its use. */
const DECIDING = {
  api_keys: { except: ['last_used_at'] },
  memberships: { except: [] },
  organizations: { except: [] },
  workspaces: { except: [] },
}

const authenticatedBy = (holder: KeyHolder, scopes: ReadonlySet<string>): Authenticated => ({
  caller: {
    organizationId: holder.organization_id,
    workspaceId: holder.workspace_id,
    userId: holder.user_id,
    credentialId: holder.id,
    scopes,
    triggeredBy: 'api',
  },
  plan: holder.plan,
})

const inForce = (holder: KeyHolder, now: number): boolean =>
  holder.revoked_at === null &&
  holder.status === 'active' &&
  (holder.expires_at === null || holder.expires_at > now)

const invalid = (message: string) => rejection('INVALID_API_KEY', message)

const rejection = (code: 'INVALID_API_KEY' | 'WRONG_ENVIRONMENT', message: string) =>
  new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge('invalid_token', message) } })
