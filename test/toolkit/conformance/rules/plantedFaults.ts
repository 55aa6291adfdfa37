/** Rules that no short exchange can show, with the test that proves each by a planted fault. */
import type { RuleId } from '../../../../src/toolkit/conformance/ruleCatalogue.ts'

const OTHERS = 'test/toolkit/conformance/events/others.test.ts'
const MANNERS = 'test/toolkit/conformance/events/manners.test.ts'
const OAUTH = 'test/toolkit/conformance/oauth/authorizationServer.ts'

export const plantedFaults: Partial<Record<RuleId, string>> = {
  'event-arrives': OTHERS,
  'event-deliveries-recorded': OTHERS,
  'event-matches-change': OTHERS,
  'event-matches-schema': OTHERS,
  'event-needs-change': MANNERS,
  'event-not-retried-when-final': OTHERS,
  'event-only-subscribed': OTHERS,
  'event-redirect-not-followed': OTHERS,
  'event-retried': OTHERS,
  'event-retry-identical': OTHERS,
  'event-signature-valid': OTHERS,
  'event-test-marked': 'test/toolkit/conformance/eventFaults/attempts.ts',
  'event-timestamps-match': OTHERS,
  'event-unsafe-target-rejected': 'test/toolkit/conformance/eventFaults/requests.ts',
  'callback-matches-schema': 'test/toolkit/conformance/events/callbacks.test.ts',
  'oauth-client-authenticated': OAUTH,
  'oauth-code-flow-works': OAUTH,
  'oauth-code-single-use': OAUTH,
  'oauth-consent-protected': OAUTH,
  'oauth-forged-token-rejected': OAUTH,
  'oauth-metadata-valid': OAUTH,
  'oauth-redirect-exact': OAUTH,
  'oauth-refresh-token-bound': OAUTH,
  'oauth-tokens-revocable': OAUTH,
}
