import type { OAuthContext, Session } from '../features/oauth/queries.ts'

/** What the forms of a signed-in user carry; only pages of this session know it. */
export const sessionProof = (context: OAuthContext, session: Session): string =>
  context.sign(`session form\n${session.digest}`)
