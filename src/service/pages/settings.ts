/** GET and POST /settings: keys, applications, members, plan and grants, through the operations of the service. */
import type { SettingsForm } from '../../../generated/openapi.oauth.ts'
import { ApiError } from '../errors.ts'
import { sameText } from '../features/oauth/queries.ts'
import { allScopes } from '../features/organization/queries.ts'
import { mayCall } from '../server/inProcess.ts'
import { parseForm } from '../syntax/form.ts'
import { staleForm } from './messagePage.ts'
import {
  fieldOf,
  isAllowed,
  type PageHandler,
  type PageRequest,
  type PageResponse,
  sessionProof,
} from './page.ts'
import { settingsActions } from './settingsActions.ts'
import { readContext, type SettingsContext } from './settingsContext.ts'
import { readLists, settingsAddress } from './settingsLists.ts'
import { type RejectedForm, rejectedForm } from './settingsProblem.ts'
import { settingsView } from './settingsView.ts'

export const getSettings: PageHandler = async (page) => {
  const place = await readContext(page)
  if ('kind' in place) return place
  try {
    return await show(page, place)
  } catch (error) {
    // A cursor in the address is not one, or of another organization.
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return { kind: 'redirect', location: `/settings?organization=${place.caller.organizationId}` }
  }
}

export const sendSettings: PageHandler = async (page) => {
  const place = await readContext(page)
  if ('kind' in place) return place
  if (!sameText(fieldOf(page.form, 'csrf'), sessionProof(page.context, place.session))) return staleForm()
  const name = fieldOf(page.form, 'action')
  if (!isAllowed('sendSettings', page.form, 'action')) return staleForm()
  const action = settingsActions[name as SettingsForm['action']]
  try {
    const flashMessage = await page.flashMessages.store(place.session, await action(page, place.caller))
    const location = settingsAddress(page, place.caller.organizationId)
    return { kind: 'redirect', location: `${location}&notice=${flashMessage}` }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return show(page, place, rejectedForm(name, page.form, error))
  }
}

async function show(
  page: PageRequest,
  place: SettingsContext,
  rejected?: RejectedForm,
): Promise<PageResponse> {
  const { session, caller, organization, organizations, ownerCount } = place
  const name = fieldOf(parseForm(page.search), 'notice')
  const lists = await readLists(page, caller)
  const flashMessage = name === '' ? undefined : await page.flashMessages.remove(session, name)
  const content = settingsView({
    session,
    organization,
    organizations,
    lists,
    rejected,
    ownerCount,
    scopes: allScopes.filter((scope) => caller.scopes.has(scope)),
    may: (operation) => mayCall(operation, caller),
    proof: sessionProof(page.context, session),
    address: (change) => settingsAddress(page, caller.organizationId, change),
    flashMessage,
  })
  const status = rejected === undefined ? 200 : 400
  const title = rejected ? 'Not done: Settings' : 'Settings'
  const copies = flashMessage?.secret === undefined ? {} : { hasCopyButton: true as const }
  return { kind: 'page', status, title, content, wide: true, ...copies }
}
