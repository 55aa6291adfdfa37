import type { OperationId } from '../../../generated/operations.oauth.ts'
import { getAuthorization, sendAuthorization } from './authorize.ts'
import { getEvaluationsPage } from './evaluationsPage.ts'
import { getHome } from './home.ts'
import { getInvitation, sendInvitation } from './invitation.ts'
import type { PageHandler } from './page.ts'
import { getPromptsPage } from './promptsPage.ts'
import { getSettings, sendSettings } from './settings.ts'
import { getSignIn, sendSignIn } from './signIn.ts'
import { sendSignOut } from './signOut.ts'
import { getWebhooksPage } from './webhooksPage.ts'

/** Every page by its operation in openapi/oauth. */
export const pageHandlers: Partial<Record<OperationId, PageHandler>> = {
  getHome,
  getAuthorization,
  sendAuthorization,
  getSignIn,
  sendSignIn,
  sendSignOut,
  getSettings,
  sendSettings,
  getPromptsPage,
  getEvaluationsPage,
  getWebhooksPage,
  getInvitation,
  sendInvitation,
}
