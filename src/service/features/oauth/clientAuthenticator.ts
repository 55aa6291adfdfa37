import { timingSafeEqual } from 'node:crypto'
import { invalidClient } from '../../oauthErrors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ClientAuthenticator, KnownClient } from '../../server/endpoint.ts'
import type { Database } from '../../storage/database.ts'
import { type ClientRow, digestOf, findWithPlan } from './model/client.ts'

export interface AuthenticatedClient extends KnownClient {
  row: ClientRow
}

const UNKNOWN_SECRET_DIGEST = digestOf('')

/**
 * Verifies clients by their secret; a public client has none and must send none. An unknown client goes the same
 * way through one read, one digest and one comparison in constant time.
 */
export function createClientAuthenticator(services: {
  database: Database
  clock: Clock
}): ClientAuthenticator<AuthenticatedClient> {
  const { database, clock } = services
  return async ({ clientId, secret }) => {
    const found = await database.read((tx) => findWithPlan(tx, clientId))
    const digest = digestOf(secret ?? '')
    const isCurrent = same(digest, found?.secret_digest)
    const inOverlap = (found?.previous_secret_until ?? 0) > clock.now()
    const isPrevious = same(digest, inOverlap ? found?.previous_secret_digest : null)
    const isPublic = found?.type === 'public' && secret === undefined
    if (!found || !(isCurrent || isPrevious || isPublic)) {
      throw invalidClient('The client is unknown, or did not prove itself with its secret.')
    }
    const { organization_id: organizationId, plan } = found
    return { organizationId, plan, proved: !isPublic, row: found }
  }
}

function same(digest: string, stored: string | null | undefined): boolean {
  const equal = timingSafeEqual(Buffer.from(digest), Buffer.from(stored ?? UNKNOWN_SECRET_DIGEST))
  return equal && stored !== null && stored !== undefined
}
