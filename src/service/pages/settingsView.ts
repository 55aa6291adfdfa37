/** The settings page: what the user's role may see, and the forms of what it may do. */
import { allScopes, mayChangeOwners } from '../features/organization/queries.ts'
import { copyButton } from './copyButton.ts'
import { type Html, html } from './html.ts'
import {
  choiceField,
  confirmed,
  folded,
  linesField,
  pagesOf,
  type SettingsFacts,
  scopeBoxes,
  textField,
} from './settingsControls.ts'
import { settingsFrame } from './settingsFrame.ts'

export function settingsView(facts: SettingsFacts): Html {
  const { flashMessage } = facts
  const content = html`${flashMessage && html`<div class="done" role="status" tabindex="-1" autofocus><strong>${flashMessage.what}</strong>${flashMessage.secret !== undefined && html` Copy it now; it is not shown again.<code>${flashMessage.secret}</code>${copyButton}`}</div>`}
${problemAtTop(facts)}
${planSection(facts)}
${keySection(facts)}
${applicationSection(facts)}
${memberSection(facts)}
${allowedSection(facts)}`
  return settingsFrame({ ...facts, page: 'Settings' }, content)
}

/** A rejection whose form is not on the page: the row is gone, or the role may not do it. */
function problemAtTop({ rejected: denied, lists, may }: SettingsFacts): Html | false {
  if (!denied) return false
  const { action, id } = denied
  const ids = [lists.keys, lists.applications, lists.members, lists.allowed].flatMap((list) =>
    (list?.rows ?? []).map((row) => row.id),
  )
  const isShown = id === '' ? MAKERS.some((maker) => maker === action && may(maker)) : ids.includes(id)
  return !isShown && html`<p class="alert" role="alert">${denied.message}</p>`
}

const MAKERS = ['createApiKey', 'createOAuthClient', 'inviteMember'] as const

const count = (value: number) => value.toLocaleString('en')
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const scopeList = (scopes: readonly string[]) =>
  scopes.length === allScopes.length ? 'every scope' : scopes.join(', ')
const day = (timestamp: string) => timestamp.slice(0, 10)

function planSection({ lists: { subscription } }: SettingsFacts): Html {
  if (subscription === undefined) {
    return html`<p class="soft small">Plan, API keys, applications and members are not for your role.</p>`
  }
  return html`<section id="plan"><h2>Plan</h2>
<p><strong>${capitalized(subscription.plan)}</strong>: ${count(subscription.requestsPerMinute)} requests a minute, ${count(subscription.requestsPerDay)} a day.</p></section>`
}

function keySection(facts: SettingsFacts): Html | false {
  const { keys } = facts.lists
  if (keys === undefined) return false
  const rows = keys.rows.map(({ id, name, last4, scopes, lastUsedAt, expiresAt }) => {
    const used = lastUsedAt === null ? 'never used' : `last used ${day(lastUsedAt)}`
    const ends = expiresAt === null ? '' : ` · ends ${day(expiresAt)}`
    const about = { id, about: name }
    return html`<li><span class="grow"><strong>${name}</strong><br><span class="soft small">…${last4} · ${scopeList(scopes)} · ${used}${ends}</span></span>
${facts.may('rotateApiKey') && confirmed(facts, { ...about, action: 'rotateApiKey', label: 'Rotate', consequence: 'Creates a new key to replace it. The old key works for another day. A key that it replaced itself stops working immediately.' })}
${facts.may('revokeApiKey') && confirmed(facts, { ...about, action: 'revokeApiKey', label: 'Revoke', consequence: 'Every request with it fails from now on. This cannot be undone.', danger: true })}</li>`
  })
  return html`<section id="keys"><h2>API keys</h2>
<p class="soft small">For servers. A key acts as the member who made it.</p>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${pagesOf(facts, 'keys', 'API keys', keys)}
${
  facts.may('createApiKey') &&
  folded(
    facts,
    'createApiKey',
    'Create a key',
    html`${textField(facts, 'createApiKey', { name: 'name', label: 'Name of the key', type: 'text', maxlength: 100 })}
${scopeBoxes(facts, 'createApiKey')}<button class="main">Create key</button>`,
  )
}</section>`
}

function applicationSection(facts: SettingsFacts): Html | false {
  const { applications } = facts.lists
  if (applications === undefined) return false
  const action = 'createOAuthClient'
  const rows = applications.rows.map(({ id, name, type }) => {
    const about = { id, about: name }
    const rotates = type === 'confidential' && facts.may('rotateOAuthClientSecret')
    return html`<li><span class="grow"><strong>${name}</strong><br><span class="soft small">${id} · ${type}</span></span>
${rotates && confirmed(facts, { ...about, about: `for ${name}`, action: 'rotateOAuthClientSecret', label: 'New secret', consequence: 'Makes a new secret. The one before works for another day.' })}
${facts.may('deleteOAuthClient') && confirmed(facts, { ...about, action: 'deleteOAuthClient', label: 'Delete', consequence: 'Every token of it stops working, and what people allowed it is gone. This cannot be undone.', danger: true })}</li>`
  })
  return html`<section id="applications"><h2>Applications</h2>
<p class="soft small">OAuth clients that this organization makes.</p>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${pagesOf(facts, 'applications', 'applications', applications)}
${
  facts.may(action) &&
  folded(
    facts,
    action,
    'Register an application',
    html`${textField(facts, action, { name: 'name', label: 'Name of the application', type: 'text', maxlength: 64 })}
${choiceField(facts, action, {
  name: 'type',
  label: 'Where it runs',
  options: [
    ['confidential', 'On a server, which can store a secret'],
    ['public', 'In a browser or on a device'],
  ],
})}
${linesField(facts, action, { name: 'redirectUris', label: 'Redirect URIs, one a line' })}
${scopeBoxes(facts, action)}<button class="main">Register</button>`,
  )
}</section>`
}

function memberSection(facts: SettingsFacts): Html | false {
  const { members } = facts.lists
  if (members === undefined) return false
  const owns = mayChangeOwners(facts.organization.role)
  const rows = members.rows.map(({ id, email, role, status }) => {
    const isInvited = status === 'invited'
    const isSoleOwner = role === 'owner' && !isInvited && facts.ownerCount < 2
    // A form that was sent before the other owners went is shown again, with what became of it.
    const mayGo = role !== 'owner' || (owns && (!isSoleOwner || facts.rejected?.id === id))
    const label = isInvited ? 'Withdraw' : 'Remove'
    const consequence = isInvited
      ? 'The link of the invitation stops working.'
      : 'Their keys and tokens stop working immediately. Prompts and everything else they created stay.'
    return html`<li><span class="grow"><strong>${email}</strong><br><span class="soft small">${role}${isInvited && ', invited'}${isSoleOwner && ', the only owner'}</span></span>
${facts.may('removeMember') && mayGo && confirmed(facts, { action: 'removeMember', id, label, about: email, consequence, danger: true })}</li>`
  })
  const roles = (['viewer', 'editor', 'admin', 'owner'] as const).filter((role) => owns || role !== 'owner')
  return html`<section id="members"><h2>Members</h2>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${pagesOf(facts, 'members', 'members', members)}
${
  facts.may('inviteMember') &&
  folded(
    facts,
    'inviteMember',
    'Invite a person',
    html`${textField(facts, 'inviteMember', { name: 'email', label: 'E-mail address', type: 'email' })}
${choiceField(facts, 'inviteMember', { name: 'role', label: 'Role', options: roles.map((role) => [role, capitalized(role)]) })}
<button class="main">Make an invitation link</button>`,
  )
}</section>`
}

function allowedSection(facts: SettingsFacts): Html {
  const { allowed } = facts.lists
  const rows = allowed.rows.map(
    ({ id, clientName, scopes }) =>
      html`<li><span class="grow"><strong>${clientName}</strong><br><span class="soft small">${scopeList(JSON.parse(scopes) as string[])}</span></span>
${confirmed(facts, { action: 'revokeGrant', id, label: 'Revoke', about: clientName, consequence: 'It can no longer work on your behalf, from now on.', danger: true })}</li>`,
  )
  return html`<section id="allowed"><h2>Authorized applications</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="soft small">No application works for you here.</p>`}
${pagesOf(facts, 'allowed', 'what you allowed', allowed)}</section>`
}
