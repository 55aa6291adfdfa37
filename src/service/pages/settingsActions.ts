/** The actions of the settings page's forms: each is an operation of the service, or the revocation of a grant. */
import type { SettingsForm } from '../../../generated/openapi.oauth.ts'
import type {
  CreateApiKeyRequest,
  CreateOAuthClientRequest,
  InviteMemberRequest,
} from '../../../generated/openapi.v1.ts'
import { revokeGivenGrant } from '../features/oauth/queries.ts'
import type { FlashMessage } from './flashMessages.ts'
import { fieldOf, type PageRequest } from './page.ts'
import type { DashboardCaller } from './settingsLists.ts'

/** Returns the result, with the secret that it created. */
type Action = (page: PageRequest, caller: DashboardCaller) => Promise<FlashMessage>

const scopesIn = ({ form }: PageRequest) => [...(form.get('scope') ?? [])]
const idIn = ({ form }: PageRequest) => fieldOf(form, 'id')

/** By the `action` of the form. The user's input is validated by the document, as over HTTP. */
export const settingsActions: Readonly<Record<SettingsForm['action'], Action>> = {
  createApiKey: async (page, caller) => {
    const body = { name: fieldOf(page.form, 'name'), scopes: scopesIn(page) } as CreateApiKeyRequest
    const { body: made } = await page.call('createApiKey', caller, { body })
    return { what: `Made the key "${made.name}".`, secret: made.key }
  },
  rotateApiKey: async (page, caller) => {
    const parts = { params: { keyId: idIn(page) }, body: {} }
    const { body: made } = await page.call('rotateApiKey', caller, parts)
    return { what: `Made a new key "${made.name}"; the old one works for another day.`, secret: made.key }
  },
  revokeApiKey: async (page, caller) => {
    await page.call('revokeApiKey', caller, { params: { keyId: idIn(page) } })
    return { what: 'The key is revoked.' }
  },
  createOAuthClient: async (page, caller) => {
    const lines = fieldOf(page.form, 'redirectUris').split(/\r?\n/)
    const body = {
      name: fieldOf(page.form, 'name'),
      type: fieldOf(page.form, 'type'),
      redirectUris: lines.map((line) => line.trim()).filter((line) => line !== ''),
      scopes: scopesIn(page),
    } as CreateOAuthClientRequest
    const { body: made } = await page.call('createOAuthClient', caller, { body })
    if (made.secret === null) return { what: `Registered ${made.name} as ${made.id}; it has no secret.` }
    return { what: `Registered ${made.name} as ${made.id}, with this secret.`, secret: made.secret }
  },
  rotateOAuthClientSecret: async (page, caller) => {
    const parts = { params: { clientId: idIn(page) }, body: { overlapDays: 1 } }
    const { body: made } = await page.call('rotateOAuthClientSecret', caller, parts)
    return {
      what: `Made a new secret of ${made.name}; the one before works for another day.`,
      secret: made.secret ?? '',
    }
  },
  deleteOAuthClient: async (page, caller) => {
    await page.call('deleteOAuthClient', caller, { params: { clientId: idIn(page) } })
    return { what: 'The application is deleted.' }
  },
  inviteMember: async (page, caller) => {
    const body = {
      email: fieldOf(page.form, 'email'),
      role: fieldOf(page.form, 'role'),
    } as InviteMemberRequest
    const { body: made } = await page.call('inviteMember', caller, { body })
    return { what: `Made an invitation of ${made.email}, good for a week.`, secret: made.invitationUrl }
  },
  removeMember: async (page, caller) => {
    await page.call('removeMember', caller, { params: { memberId: idIn(page) } })
    return { what: 'That address is no longer a member.' }
  },
  revokeGrant: async (page, caller) => {
    await revokeGivenGrant(page.context, caller.userId, idIn(page))
    return { what: 'The authorization was revoked.' }
  },
}
