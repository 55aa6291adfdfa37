/** The rules over an authorization server. */
import type { Rule } from '../../engine/rule.ts'
import type { OAuthAgent } from '../agent.ts'
import type { OAuthRule } from './attack.ts'
import { oauthClientAuthenticated } from './oauth-client-authenticated.ts'
import { oauthCodeFlowWorks } from './oauth-code-flow-works.ts'
import { oauthCodeSingleUse } from './oauth-code-single-use.ts'
import { oauthConsentProtected } from './oauth-consent-protected.ts'
import { oauthForgedTokenRejected } from './oauth-forged-token-rejected.ts'
import { oauthMetadataValid } from './oauth-metadata-valid.ts'
import { oauthRedirectExact } from './oauth-redirect-exact.ts'
import { oauthRefreshTokenBound } from './oauth-refresh-token-bound.ts'
import { oauthTokensRevocable } from './oauth-tokens-revocable.ts'

const rules: readonly OAuthRule[] = [
  oauthMetadataValid,
  oauthCodeFlowWorks,
  oauthCodeSingleUse,
  oauthRedirectExact,
  oauthRefreshTokenBound,
  oauthClientAuthenticated,
  oauthTokensRevocable,
  oauthConsentProtected,
  oauthForgedTokenRejected,
]

/**
 * One check after the other, as one person with one browser. Servers renew the session with each page. Many store one
 * grant for a client and a person, so that the attack of a check would end the tokens of the next.
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
      *checks(plan) {
        for (const check of rule.checks(plan))
          yield { ...check, run: (context) => inTurn(async () => check.run(context)) }
      },
    }
  })
}
