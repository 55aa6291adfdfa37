import type { AuthorizationRequest, Session } from '../features/oauth/queries.ts'
import { type Role, scopesOfRole } from '../features/organization/queries.ts'
import { type Html, html } from './html.ts'
import { scopeLabel } from './scopeLabels.ts'

export interface ConsentFacts {
  request: AuthorizationRequest
  session: Session
  organizations: readonly { organizationId: string; organizationName: string; role: Role }[]
  /** The query, to post back to. */
  search: string
  proof: string
  signOutProof: string
  /** A response that allowed nothing, to be shown again as it was given. */
  rejected?: { organizationId: string; ticked: readonly string[]; problem: string }
}

/** The consent page: the client, its scopes, the address of the response, and the organization. */
export function consentView(facts: ConsentFacts): Html {
  const { request, session, organizations, search, proof, signOutProof, rejected } = facts
  const { client } = request
  return html`<h1>Allow ${client.name}?</h1>
<p class="soft"><strong>${client.name}</strong>, made by ${client.organizationName}, wants to work on your behalf.</p>
${rejected && html`<p class="alert" role="alert" id="problem">${rejected.problem}</p>`}
<form method="post" action="/oauth/authorize?${search}">
<input type="hidden" name="consent" value="${proof}">
${organizationField(organizations, rejected?.organizationId)}
<fieldset${rejected && html` aria-describedby="problem"`}>
<legend>It would be able to</legend>
<ul class="scopes">${request.scopes.map((scope) => scopeItem(scope, facts))}</ul>
</fieldset>
<p class="soft small">You can untick what it should not do. You will go back to <span class="host">${destinationOf(request.redirectUri)}</span>.</p>
<div class="actions">
<button name="decision" value="deny">Deny</button>
<button class="main" name="decision" value="allow">Allow</button>
</div>
</form>
<form method="post" action="/oauth/sign-out?${search}" class="account">
<input type="hidden" name="csrf" value="${signOutProof}">
<span>Signed in as ${session.email}</span>
<button class="link">Use another account</button>
</form>`
}

function organizationField(organizations: ConsentFacts['organizations'], chosen: string | undefined): Html {
  const [only, ...others] = organizations
  if (only && others.length === 0) {
    return html`<input type="hidden" name="organization" value="${only.organizationId}">
<p class="soft">In <strong>${only.organizationName}</strong>, where you are ${only.role}.</p>`
  }
  const options = organizations.map(
    ({ organizationId, organizationName, role }) =>
      html`<option value="${organizationId}"${organizationId === chosen && html` selected`}>${organizationName} (${role})</option>`,
  )
  return html`<label class="field" for="organization">Organization</label>
<select id="organization" name="organization">${options}</select>`
}

/** A scope that no role of the user has cannot be given away. */
function scopeItem(scope: string, { organizations, rejected }: ConsentFacts): Html {
  const { what, why } = scopeLabel(scope)
  if (organizations.some(({ role }) => scopesOfRole[role].has(scope))) {
    const isTicked = rejected === undefined || rejected.ticked.includes(scope)
    return html`<li><label><input type="checkbox" name="scope" value="${scope}"${isTicked && html` checked`}><span class="what">${what}</span><span class="why">${why}</span></label></li>`
  }
  return html`<li><label class="off"><input type="checkbox" disabled><span class="what">${what}</span><span class="why">Not part of your role</span></label></li>`
}

/** Where the browser goes, as a person can check it. */
function destinationOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  if (url.protocol === 'https:') return url.host
  if (url.protocol === 'http:') return `an application on this device (${url.host})`
  return `an application on this device (${url.protocol.slice(0, -1)})`
}
