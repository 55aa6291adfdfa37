/** POST /oauth/sign-out: ends the session of this browser. */
import { endSession, sameText } from '../features/oauth/queries.ts'
import { staleForm } from './messagePage.ts'
import { fieldOf, type PageHandler, sessionProof } from './page.ts'

export const sendSignOut: PageHandler = async ({ context, session, search, form }) => {
  const location = search === '' ? '/oauth/sign-in' : `/oauth/sign-in?${search}`
  if (!session) return { kind: 'redirect', location, session: null }
  if (!sameText(fieldOf(form, 'csrf'), sessionProof(context, session))) return staleForm()
  await endSession(context, session.digest)
  return { kind: 'redirect', location, session: null }
}
