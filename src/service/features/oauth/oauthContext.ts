import type { Clock } from '../../runtime/clock.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Random } from '../../runtime/random.ts'
import type { Addresses, Services } from '../../server/handler.ts'
import type { Database } from '../../storage/database.ts'
import type { AccessTokens } from './accessTokens.ts'
import type { SigningKeys } from './model/signingKeys.ts'

/** The services of the endpoints and pages of the authorization server. */
export interface OAuthContext {
  database: Database
  clock: Clock
  random: Random
  ids: Identifiers
  passwords: Services['passwords']
  keys: SigningKeys
  tokens: AccessTokens
  /** Known once the listener is bound. */
  addresses: () => Addresses
  /** The successor of a refresh token, always the same one: nothing need be stored to give it again. */
  successorOf(refreshToken: string): string
  /** Signs what a page hands to the browser and wants back unchanged. */
  sign(text: string): string
}
