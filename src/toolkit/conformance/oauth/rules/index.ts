/** The rules over an authorization server. */
import type { Rule } from '../../engine/rule.ts'
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

/**
 * One trial after the other, as one person with one browser: servers renew the session with each page, and many keep one
 * grant for a client and a person, so that the attack of a trial would end the tokens of the next.
 */
export function oauthRules(agent: OAuthAgent): Rule[] {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const result = before.then(work)
    before = result.catch(() => undefined)
    return result
  }
  return rules.map((make) => {
    const rule = make(agent)
    return {
      ...rule,
      *trials(plan) {
        for (const trial of rule.trials(plan))
          yield { ...trial, run: (context) => inTurn(async () => trial.run(context)) }
      },
    }
  })
}
