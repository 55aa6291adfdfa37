/** GET and POST /oauth/sign-in: identifies the user. Its query is that of the page to come back to. */
import { beginSession, checkPassword, readAuthorizationRequest, sameText } from '../features/oauth/queries.ts'
import { html } from './html.ts'
import { staleForm, tooManyAttempts } from './messagePage.ts'
import { fieldOf, type PageHandler, type PageRequest, type PageResponse } from './page.ts'

export const getSignIn: PageHandler = async (page) => {
  const { session, search } = page
  if (!session) return form(page, 200)
  return { kind: 'redirect', location: search === '' ? '/settings' : `/oauth/authorize?${search}` }
}

export const sendSignIn: PageHandler = async (page) => {
  const { context, search, session, address, network } = page
  if (!sameText(fieldOf(page.form, 'csrf'), proofOf(page))) return staleForm()
  const email = fieldOf(page.form, 'email')
  const password = fieldOf(page.form, 'password')
  const outcome = await checkPassword(context, { email, password, address, network })
  if (outcome.kind === 'later') return tooManyAttempts(outcome.seconds)
  if (outcome.kind === 'busy') return form(page, 503, email, outcome.message)
  const begun = outcome.kind === 'right' && (await beginSession(context, outcome, session))
  if (!begun) return form(page, 400, email, 'The e-mail address or the password is wrong.')
  const location = search === '' ? '/settings' : `/oauth/authorize?${search}`
  return { kind: 'redirect', location, session: begun }
}

/** Only the sign-in page of this browser can know it: no one is signed in as another client behind their back. */
const proofOf = ({ context, visitor }: PageRequest) => context.sign(`sign in\n${visitor}`)

async function form(
  page: PageRequest,
  status: 200 | 400 | 503,
  email = '',
  problem?: string,
): Promise<PageResponse> {
  const { context, search } = page
  const read = search === '' ? undefined : await readAuthorizationRequest(context, search)
  const client = read?.kind === 'valid' ? read.request.client.name : undefined
  const query = search === '' ? '' : `?${search}`
  const failed = problem !== undefined
  const content = html`<h1>Sign in</h1>
${client === undefined ? html`<p class="soft">Use the account of your organization.</p>` : html`<p class="soft">to continue to <strong>${client}</strong></p>`}
${failed && html`<p class="alert" role="alert" id="problem">${problem}</p>`}
<form method="post" action="/oauth/sign-in${query}">
<input type="hidden" name="csrf" value="${proofOf(page)}">
<label class="field" for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${!failed && html` autofocus`}${failed && html` aria-describedby="problem"`}>
<label class="field" for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${failed && html` autofocus aria-describedby="problem"`}>
<div class="actions single"><button class="main">Sign in</button></div>
</form>`
  return { kind: 'page', status, title: 'Sign in', content }
}
