import type { ApiKey, Member, OAuthClient, Subscription } from '../../generated/openapi.v1.ts'
import type { GivenGrant, Session } from '../features/oauth/queries.ts'
import { allScopes } from '../features/organization/queries.ts'
import { type Html, html } from './html.ts'
import { wordsOf } from './scopeWords.ts'

/** What the page shows; undefined where the user's role may not see it. */
export interface SettingsFacts {
  session: Session
  organization: { organizationId: string; organizationName: string; role: string }
  organizations: readonly { organizationId: string; organizationName: string }[]
  /** The scopes that the user's role has. */
  scopes: readonly string[]
  proof: string
  subscription: Subscription | undefined
  keys: readonly ApiKey[] | undefined
  clients: readonly OAuthClient[] | undefined
  members: readonly Member[] | undefined
  grants: readonly GivenGrant[]
  /** What was just made, shown this once. */
  made?: { what: string; secret: string }
  problem?: string
}

export function settingsView(facts: SettingsFacts): Html {
  const { session, organization, organizations, proof, made, problem } = facts
  return html`<h1>${organization.organizationName}</h1>
<p class="soft">Signed in as ${session.email}, ${organization.role}.</p>
${organizations.length > 1 && html`<nav aria-label="Organizations">${organizations.map((one) => html`<a href="/settings?organization=${one.organizationId}">${one.organizationName}</a>`)}</nav>`}
${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}
${made && html`<div class="done" role="status"><strong>${made.what}</strong> Copy it now; it is not shown again.<code>${made.secret}</code></div>`}
${planSection(facts)}
${keySection(facts)}
${clientSection(facts)}
${memberSection(facts)}
${grantSection(facts)}
<form method="post" action="/oauth/sign-out" class="account">
<input type="hidden" name="csrf" value="${proof}">
<span>${session.name}</span>
<button class="link">Sign out</button>
</form>`
}

const form = (facts: SettingsFacts, action: string, content: Html): Html =>
  html`<form method="post" action="/settings?organization=${facts.organization.organizationId}">
<input type="hidden" name="csrf" value="${facts.proof}">
<input type="hidden" name="action" value="${action}">
${content}
</form>`

/** A form that is one button; what it is about stands in the label, for those who hear the page. */
const button = (facts: SettingsFacts, action: string, id: string, label: string, about: string): Html =>
  form(
    facts,
    action,
    html`<input type="hidden" name="id" value="${id}"><button aria-label="${label} ${about}">${label}</button>`,
  )

const count = (value: number) => value.toLocaleString('en')
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const scopeList = (scopes: readonly string[]) =>
  scopes.length === allScopes.length ? 'every scope' : scopes.join(', ')

const notAllowed = html`<p class="soft small">Your role does not include this.</p>`

const scopeBoxes = (scopes: readonly string[]): Html => html`<fieldset>
<legend>It may</legend>
<ul class="scopes">${scopes.map((scope) => {
  const { what, why } = wordsOf(scope)
  return html`<li><label><input type="checkbox" name="scope" value="${scope}"><span class="what">${what}</span><span class="why">${why}</span></label></li>`
})}</ul>
</fieldset>`

function planSection({ subscription }: SettingsFacts): Html {
  return html`<section id="plan"><h2>Plan</h2>
${
  subscription === undefined
    ? notAllowed
    : html`<p><strong>${capitalized(subscription.plan)}</strong>: ${count(subscription.requestsPerMinute)} requests a minute, ${count(subscription.requestsPerDay)} a day.</p>`
}</section>`
}

function keySection(facts: SettingsFacts): Html {
  if (facts.keys === undefined) return html`<section id="keys"><h2>API keys</h2>${notAllowed}</section>`
  const rows = facts.keys.map(
    (
      key,
    ) => html`<li><span class="grow"><strong>${key.name}</strong><br><span class="soft small">…${key.last4} · ${scopeList(key.scopes)} · ${key.lastUsedAt === null ? 'never used' : `last used ${key.lastUsedAt.slice(0, 10)}`}</span></span>
${button(facts, 'rotateApiKey', key.id, 'Rotate', key.name)}${button(facts, 'revokeApiKey', key.id, 'Revoke', key.name)}</li>`,
  )
  return html`<section id="keys"><h2>API keys</h2>
<p class="soft small">For servers. A key acts as the member who made it.</p>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
<details><summary>Create a key</summary>${form(
    facts,
    'createApiKey',
    html`<label class="field" for="key-name">Name of the key</label><input id="key-name" name="name" type="text" required maxlength="100">
${scopeBoxes(facts.scopes)}<button class="main">Create key</button>`,
  )}</details></section>`
}

function clientSection(facts: SettingsFacts): Html {
  if (facts.clients === undefined) {
    return html`<section id="applications"><h2>Applications</h2>${notAllowed}</section>`
  }
  const rows = facts.clients.map(
    (
      client,
    ) => html`<li><span class="grow"><strong>${client.name}</strong><br><span class="soft small">${client.id} · ${client.type}</span></span>
${client.type === 'confidential' && button(facts, 'rotateOAuthClientSecret', client.id, 'New secret', `for ${client.name}`)}${button(facts, 'deleteOAuthClient', client.id, 'Delete', client.name)}</li>`,
  )
  return html`<section id="applications"><h2>Applications</h2>
<p class="soft small">OAuth clients that this organization makes.</p>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
<details><summary>Register an application</summary>${form(
    facts,
    'createOAuthClient',
    html`<label class="field" for="client-name">Name of the application</label><input id="client-name" name="name" type="text" required maxlength="64">
<label class="field" for="client-type">Where it runs</label><select id="client-type" name="type"><option value="confidential">On a server, which keeps a secret</option><option value="public">In a browser or on a device</option></select>
<label class="field" for="client-uris">Redirect URIs, one a line</label><textarea id="client-uris" name="redirectUris" rows="3"></textarea>
${scopeBoxes(facts.scopes)}<button class="main">Register</button>`,
  )}</details></section>`
}

function memberSection(facts: SettingsFacts): Html {
  if (facts.members === undefined) return html`<section id="members"><h2>Members</h2>${notAllowed}</section>`
  const rows = facts.members.map(
    (
      member,
    ) => html`<li><span class="grow"><strong>${member.email}</strong><br><span class="soft small">${member.role}${member.status === 'invited' && ', invited'}</span></span>
${button(facts, 'removeMember', member.id, member.status === 'invited' ? 'Take back' : 'Remove', member.email)}</li>`,
  )
  const roles = ['viewer', 'editor', 'admin', 'owner'].map((role) => html`<option>${role}</option>`)
  return html`<section id="members"><h2>Members</h2>
<ul class="rows">${rows}</ul>
<details><summary>Invite somebody</summary>${form(
    facts,
    'inviteMember',
    html`<label class="field" for="member-email">E-mail address</label><input id="member-email" name="email" type="email" required>
<label class="field" for="member-role">Role</label><select id="member-role" name="role">${roles}</select>
<div class="actions single"><button class="main">Make an invitation link</button></div>`,
  )}</details></section>`
}

function grantSection(facts: SettingsFacts): Html {
  const rows = facts.grants.map(
    (
      grant,
    ) => html`<li><span class="grow"><strong>${grant.clientName}</strong><br><span class="soft small">${scopeList(JSON.parse(grant.scopes) as string[])}</span></span>
${button(facts, 'revokeGrant', grant.id, 'Revoke', grant.clientName)}</li>`,
  )
  return html`<section id="allowed"><h2>What you allowed</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="soft small">No application works for you here.</p>`}</section>`
}
