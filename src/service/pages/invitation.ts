/** GET and POST /invitations/{token}: how an invited person joins. */
import { ApiError } from '../errors.ts'
import { beginSession, checkPassword, sameText } from '../features/oauth/queries.ts'
import { acceptInvitation, findInvitation, type OpenInvitation } from '../features/organization/queries.ts'
import { html } from './html.ts'
import { messagePage, staleForm, tooManyAttempts } from './messagePage.ts'
import { fieldOf, type PageHandler, type PageRequest, type PageResponse } from './page.ts'

const MIN_PASSWORD_LENGTH = 12

export const getInvitation: PageHandler = async (page) => {
  const invitation = await open(page)
  return invitation ? show(page, invitation) : gone()
}

export const sendInvitation: PageHandler = async (page) => {
  if (!sameText(fieldOf(page.form, 'csrf'), proofOf(page))) return staleForm()
  const invitation = await open(page)
  if (!invitation) return gone()
  const password = fieldOf(page.form, 'password')
  const name = fieldOf(page.form, 'name').trim().slice(0, 200)
  if (!invitation.hasAccount && name === '') return show(page, invitation, 'Your name is missing.')
  if (!invitation.hasAccount && password.length < MIN_PASSWORD_LENGTH) {
    return show(
      page,
      invitation,
      `The password has ${password.length} characters; use ${MIN_PASSWORD_LENGTH} or more.`,
    )
  }
  if (invitation.hasAccount) {
    // The password of an account is guessed no faster here than on the sign-in page.
    const { context, address, network } = page
    const checked = await checkPassword(context, { email: invitation.email, password, address, network })
    if (checked.kind === 'later') return tooManyAttempts(checked.seconds)
    if (checked.kind === 'busy') return show(page, invitation, checked.message, 503)
    if (checked.kind === 'wrong') return show(page, invitation, 'The password is wrong.')
  }
  try {
    const token = page.params.token ?? ''
    const joined = await acceptInvitation(page.services, { token, name, password, network: page.network })
    const session = await beginSession(page.context, joined, page.session)
    return { kind: 'redirect', location: '/settings', session: session ?? null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'UNAVAILABLE') return show(page, invitation, error.message, 503)
    if (error.status >= 500) throw error
    return error.status === 404 ? gone() : show(page, invitation, error.message)
  }
}

const open = ({ context, params }: PageRequest) =>
  context.database.read((tx) => findInvitation(tx, params.token ?? '', context.clock.now()))

/** Bound to this browser, as on the sign-in page. */
const proofOf = ({ context, visitor }: PageRequest) => context.sign(`invitation\n${visitor}`)

const gone = (): PageResponse =>
  messagePage(
    400,
    'This invitation no longer works',
    'It was accepted or withdrawn, or is more than a week old.',
    'Request a new one from the person who invited you.',
  )

function show(
  page: PageRequest,
  invitation: OpenInvitation,
  problem?: string,
  rejection: 400 | 503 = 400,
): PageResponse {
  const { organizationName, email, role, hasAccount } = invitation
  const failed = problem !== undefined
  const name = fieldOf(page.form, 'name')
  const wrong = html` autofocus aria-invalid="true" aria-describedby="problem"`
  const wrongName = failed && !hasAccount && name.trim() === ''
  const content = html`<h1>Join ${organizationName}</h1>
<p class="soft">${email} is invited as ${role}.</p>
${failed && html`<p class="alert" role="alert" id="problem">${problem}</p>`}
<form method="post">
<input type="hidden" name="csrf" value="${proofOf(page)}">
${!hasAccount && html`<label class="field" for="name">Your name</label><input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value="${name}"${wrongName && wrong}>`}
<label class="field" for="password">${hasAccount ? 'Your password' : `A password of ${MIN_PASSWORD_LENGTH} characters or more`}</label>
<input id="password" name="password" type="password" autocomplete="${hasAccount ? 'current-password' : 'new-password'}" required${failed && !wrongName && wrong}>
<div class="actions single"><button class="main">Join</button></div>
</form>`
  const status = failed ? rejection : 200
  return { kind: 'page', status, title: `Join ${organizationName}`, content }
}
