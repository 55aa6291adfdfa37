/** The functions of the authorization server for the composition root, the pages and other features. */
export { looksLikeToken } from './accessTokenAuthenticator.ts'
export {
  type AuthorizationRequest,
  errorLocation,
  readAuthorizationRequest,
} from './authorizationRequest.ts'
export { checkPassword } from './checkPassword.ts'
export { consentIdOf, consentProof, sameText } from './consentProof.ts'
export { issueCode } from './issueCode.ts'
export { type GivenGrant, listGivenGrants, revokeGivenGrant } from './model/grant.ts'
export type { OAuthContext } from './oauthContext.ts'
export { beginSession, endSession, endSessionsOf, findSession, type Session } from './sessions.ts'
