/** POST /oauth/sign-out: ends the session of this browser. */
import { endSession, type OAuthContext, type Session, sameText } from '../features/oauth/queries.ts'
import { staleForm } from './messagePage.ts'
import { fieldOf, type PageHandler } from './page.ts'

/** What the button's form carries; only pages of this session know it. */
export const signOutProof = (context: OAuthContext, session: Session): string =>
  context.sign(`sign out\n${session.digest}`)

export const sendSignOut: PageHandler = async ({ context, session, search, form }) => {
  const location = search === '' ? '/oauth/sign-in' : `/oauth/sign-in?${search}`
  if (!session) return { kind: 'redirect', location, session: null }
  if (!sameText(fieldOf(form, 'csrf'), signOutProof(context, session))) return staleForm()
  await endSession(context, session.digest)
  return { kind: 'redirect', location, session: null }
}
