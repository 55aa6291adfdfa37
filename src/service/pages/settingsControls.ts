/** The parts that the forms of the settings page are made of; each works without a script. */
import type { Session } from '../features/oauth/queries.ts'
import type { Role } from '../features/organization/queries.ts'
import type { OperationId } from '../server/handler.ts'
import { type Html, html } from './html.ts'
import { fieldOf } from './page.ts'
import { scopeLabel } from './scopeLabels.ts'
import type { Listed, ListName, SettingsLists } from './settingsLists.ts'
import type { RejectedForm } from './settingsProblem.ts'

/** The contents of the page. */
export interface SettingsFacts {
  session: Session
  organization: { organizationId: string; organizationName: string; role: Role }
  organizations: readonly { organizationId: string; organizationName: string }[]
  lists: SettingsLists
  /** The scopes that the user may give to a key or an application. */
  scopes: readonly string[]
  /** Whether the user's scopes are enough for an operation. */
  may(operation: OperationId): boolean
  proof: string
  /** The address of the page as it is, or with another cursor for a list. */
  address(change?: { [name in ListName]?: string | null }): string
  flashMessage: { what: string; secret?: string } | undefined
  rejected: RejectedForm | undefined
  /** Of the organization; the last one cannot be removed. */
  ownerCount: number
}

/** The name by which a field states what is wrong with it. */
const PROBLEM = 'problem'

const form = (facts: SettingsFacts, action: string, content: Html): Html =>
  html`<form method="post" action="${facts.address()}">
<input type="hidden" name="csrf" value="${facts.proof}">
<input type="hidden" name="action" value="${action}">
${content}
</form>`

/** The rejection of this form, if it is this one that was rejected. */
const rejectionOf = ({ rejected }: SettingsFacts, action: string, id = ''): RejectedForm | undefined =>
  rejected?.action === action && rejected.id === id ? rejected : undefined

const alertOf = (rejected: RejectedForm | undefined): Html | false =>
  rejected !== undefined && html`<p class="alert" role="alert" id="${PROBLEM}">${rejected.message}</p>`

/** A form that opens by its title, and stays open when it was rejected. */
export function folded(facts: SettingsFacts, action: string, title: string, content: Html): Html {
  const rejected = rejectionOf(facts, action)
  return html`<details${rejected !== undefined && html` open`}><summary>${title}</summary>${alertOf(rejected)}${form(facts, action, content)}</details>`
}

/** A button with a confirmation. */
export function confirmed(
  facts: SettingsFacts,
  wanted: { action: string; id: string; label: string; about: string; consequence: string; danger?: true },
): Html {
  const { action, id, label, about, consequence, danger } = wanted
  const rejected = rejectionOf(facts, action, id)
  return html`<details class="ask${danger && ' danger'}"${rejected !== undefined && html` open`}><summary><span class="closed">${label}<span class="hidden"> ${about}</span></span><span class="opened">Cancel</span></summary>
${alertOf(rejected)}${form(
  facts,
  action,
  html`<input type="hidden" name="id" value="${id}"><p class="small">${consequence}</p><button class="${danger ? 'danger' : 'main'}">${label} ${about}</button>`,
)}</details>`
}

/** The attributes of a rejected field, so that it is found, named and read out. */
const marks = (isWrong: boolean): Html | false =>
  isWrong && html` aria-invalid="true" aria-describedby="${PROBLEM}" autofocus`

interface Field {
  name: string
  label: string
}

export function textField(
  facts: SettingsFacts,
  action: string,
  { name, label, type, maxlength }: Field & { type: 'text' | 'email'; maxlength?: number },
): Html {
  const rejected = rejectionOf(facts, action)
  const id = `${action}-${name}`
  return html`<label class="field" for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" required${maxlength !== undefined && html` maxlength="${maxlength}"`} value="${rejected ? fieldOf(rejected.form, name) : ''}"${marks(rejected?.field === name)}>`
}

export function linesField(facts: SettingsFacts, action: string, { name, label }: Field): Html {
  const rejected = rejectionOf(facts, action)
  const id = `${action}-${name}`
  return html`<label class="field" for="${id}">${label}</label>
<textarea id="${id}" name="${name}" rows="3"${marks(rejected?.field === name)}>
${rejected ? fieldOf(rejected.form, name) : ''}</textarea>`
}

export function choiceField(
  facts: SettingsFacts,
  action: string,
  { name, label, options }: Field & { options: readonly (readonly [value: string, words: string])[] },
): Html {
  const rejected = rejectionOf(facts, action)
  const id = `${action}-${name}`
  const chosen = rejected ? fieldOf(rejected.form, name) : ''
  return html`<label class="field" for="${id}">${label}</label>
<select id="${id}" name="${name}"${marks(rejected?.field === name)}>${options.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select>`
}

export function scopeBoxes(facts: SettingsFacts, action: string): Html {
  const rejected = rejectionOf(facts, action)
  const isWrong = rejected?.field === 'scopes'
  const ticked = rejected?.form.get('scope') ?? []
  return html`<fieldset${isWrong && html` aria-describedby="${PROBLEM}"`}>
<legend>It may</legend>
<ul class="scopes two">${facts.scopes.map((scope, index) => {
    const { what, why } = scopeLabel(scope)
    return html`<li><label><input type="checkbox" name="scope" value="${scope}"${ticked.includes(scope) && html` checked`}${marks(isWrong && index === 0)}><span class="what">${what}</span><span class="why">${why}</span></label></li>`
  })}</ul>
</fieldset>`
}

/** The links to the other pages of a list that has some. */
export function pagesOf(
  facts: SettingsFacts,
  name: ListName,
  what: string,
  { next, isLater }: Listed<unknown>,
): Html | false {
  if (next === null && !isLater) return false
  return html`<nav aria-label="Pages of ${what}">${isLater && html`<a href="${facts.address({ [name]: null })}#${name}">First page</a>`}${next !== null && html`<a href="${facts.address({ [name]: next })}#${name}">Next page</a>`}</nav>`
}
