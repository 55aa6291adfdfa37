/** Shared parts of the pages of the settings: organization, menu, sign-out, links, statuses and times. */
import { ApiError } from '../errors.ts'
import type { OperationId } from '../server/handler.ts'
import { mayCall } from '../server/inProcess.ts'
import { type Form, parseForm } from '../syntax/form.ts'
import { type Html, html } from './html.ts'
import { fieldOf, type PageHandler, type PageRequest, sessionProof } from './page.ts'
import { readContext, type SettingsContext } from './settingsContext.ts'

const PATHS = {
  Settings: '/settings',
  Prompts: '/settings/prompts',
  Evaluations: '/settings/evaluations',
  Webhooks: '/settings/webhooks',
} as const
type PageName = keyof typeof PATHS

type Frame = Pick<SettingsContext, 'session' | 'organization'> & {
  organizations: readonly { organizationId: string; organizationName: string }[]
  page: PageName
  proof: string
}

/** The frame of a page around its content. */
export function settingsFrame(frame: Frame, content: Html): Html {
  const { session, organization, organizations, page, proof } = frame
  const link = (path: string, organizationId: string, name: string, isThis: boolean) =>
    html`<a href="${path}?organization=${organizationId}"${isThis && html` aria-current="page"`}>${name}</a>`
  return html`<h1>${organization.organizationName}</h1>
<p class="soft">Signed in as ${session.email}, ${organization.role}.</p>
${
  organizations.length > 1 &&
  html`<nav aria-label="Organizations">${organizations.map((one) =>
    link(
      PATHS[page],
      one.organizationId,
      one.organizationName,
      one.organizationId === organization.organizationId,
    ),
  )}</nav>`
}
<nav aria-label="Pages">${Object.entries(PATHS).map(([name, path]) =>
    link(path, organization.organizationId, name, name === page),
  )}</nav>
${content}
<form method="post" action="/oauth/sign-out" class="account">
<input type="hidden" name="csrf" value="${proof}">
<span>${session.name}</span>
<button class="link">Sign out</button>
</form>`
}

/** The caller of a read-only page, and the addresses on it. */
export interface ReadOnly {
  page: PageRequest
  caller: SettingsContext['caller']
  /** A parameter of the address; undefined when it is left out or empty. */
  parameter(name: string): string | undefined
  /** The address of this page with other parameters. */
  address(parameters?: Readonly<Record<string, string>>): string
  /** The parameters that a form of this page sends with its own. */
  hidden(parameters?: Readonly<Record<string, string>>): Html
}

/** A page of the settings that shows what an operation returns and changes nothing. */
export function readOnlyPage(
  name: PageName,
  operation: OperationId,
  content: (view: ReadOnly) => Promise<Html>,
): PageHandler {
  return async (page) => {
    const context = await readContext(page)
    if ('kind' in context) return context
    const { caller } = context
    const view = viewOf(page, caller, PATHS[name])
    const frame = { ...context, page: name, proof: sessionProof(page.context, context.session) }
    try {
      const shown = mayCall(operation, caller)
        ? await content(view)
        : html`<section><h2>${name}</h2><p class="soft">Your role cannot see this page.</p></section>`
      return { kind: 'page', status: 200, title: name, content: settingsFrame(frame, shown), wide: true }
    } catch (error) {
      // A parameter of the address is invalid, or a cursor is of another list.
      if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
      return { kind: 'redirect', location: view.address() }
    }
  }
}

function viewOf(page: PageRequest, caller: SettingsContext['caller'], path: string): ReadOnly {
  const query: Form = parseForm(page.search)
  const organization = caller.organizationId
  return {
    page,
    caller,
    parameter: (name) => fieldOf(query, name) || undefined,
    address: (parameters = {}) => `${path}?${new URLSearchParams({ organization, ...parameters })}`,
    hidden: (parameters = {}) =>
      html`${Object.entries({ organization, ...parameters }).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}`,
  }
}

/** The links to the other pages of a list. */
export function pageLinks(
  view: ReadOnly,
  what: string,
  nextCursor: string | null,
  parameters: Readonly<Record<string, string>> = {},
): Html | false {
  const isLater = view.parameter('cursor') !== undefined
  if (nextCursor === null && !isLater) return false
  return html`<nav aria-label="Pages of ${what}">${isLater && html`<a href="${view.address(parameters)}">First page</a>`}${nextCursor !== null && html`<a href="${view.address({ ...parameters, cursor: nextCursor })}">Next page</a>`}</nav>`
}

/** The choice of one status of a list; the present one is marked. */
export function statusLinks(
  view: ReadOnly,
  what: string,
  statuses: readonly string[],
  parameters: Readonly<Record<string, string>>,
): Html {
  const present = view.parameter('status')
  const link = (name: string, status: string | undefined) =>
    html`<a href="${view.address(status === undefined ? parameters : { ...parameters, status })}"${status === present && html` aria-current="true"`}>${name}</a>`
  return html`<nav aria-label="Status of ${what}">${link('all', undefined)}${statuses.map((status) => link(status, status))}</nav>`
}

const TONES: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = {
  passed: 'good',
  success: 'good',
  published: 'good',
  active: 'good',
  failed: 'bad',
  exhausted: 'bad',
  errored: 'bad',
  disabled: 'bad',
  cancelled: 'warn',
  paused: 'warn',
  skipped: 'warn',
}

/** A status as a word with its color. */
export const statusMark = (status: string): Html =>
  html`<span class="mark ${TONES[status] ?? 'plain'}">${status}</span>`

/** A timestamp to the second, as the API returns it. */
export const time = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')} UTC</time>`
