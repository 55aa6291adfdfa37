/** The rules over an authorization server. */
import type { Rule } from '../../run/rule.ts'
import type { OAuthAgent } from '../agent.ts'
import type { OAuthRule } from './attack.ts'
import { oauthClientAuthenticated } from './oauth-client-authenticated.ts'
import { oauthCodeFlowHolds } from './oauth-code-flow-holds.ts'
import { oauthCodeGuarded } from './oauth-code-guarded.ts'
import { oauthConsentGuarded } from './oauth-consent-guarded.ts'
import { oauthForgedTokenRefused } from './oauth-forged-token-refused.ts'
import { oauthMetadataHolds } from './oauth-metadata-holds.ts'
import { oauthRedirectExact } from './oauth-redirect-exact.ts'
import { oauthRefreshGuarded } from './oauth-refresh-guarded.ts'
import { oauthTokensEnd } from './oauth-tokens-end.ts'

const rules: readonly OAuthRule[] = [
  oauthMetadataHolds,
  oauthCodeFlowHolds,
  oauthCodeGuarded,
  oauthRedirectExact,
  oauthRefreshGuarded,
  oauthClientAuthenticated,
  oauthTokensEnd,
  oauthConsentGuarded,
  oauthForgedTokenRefused,
]

export const oauthRules = (agent: OAuthAgent): Rule[] => rules.map((rule) => rule(agent))
