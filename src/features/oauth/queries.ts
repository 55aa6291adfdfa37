/** What other features and the pages may ask of the authorization server. */
export { looksLikeToken } from './accessTokenAuthenticator.ts'
