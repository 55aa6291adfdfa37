/** The rules over events, in the order of a reader's questions. */
import type { Rule } from '../../engine/rule.ts'
import type { EventSession } from '../session.ts'
import type { EventRule } from './each.ts'
import { eventArrives } from './event-arrives.ts'
import { eventDeliveriesRecorded } from './event-deliveries-recorded.ts'
import { eventMatchesChange } from './event-matches-change.ts'
import { eventMatchesSchema } from './event-matches-schema.ts'
import { eventNeedsChange } from './event-needs-change.ts'
import { eventNotRetriedWhenFinal } from './event-not-retried-when-final.ts'
import { eventOnlySubscribed } from './event-only-subscribed.ts'
import { eventRedirectNotFollowed } from './event-redirect-not-followed.ts'
import { eventRetried } from './event-retried.ts'
import { eventRetryIdentical } from './event-retry-identical.ts'
import { eventSignatureValid } from './event-signature-valid.ts'
import { eventTestMarked } from './event-test-marked.ts'
import { eventTimestampsMatch } from './event-timestamps-match.ts'
import { eventUnsafeTargetRejected } from './event-unsafe-target-rejected.ts'

const rules: readonly EventRule[] = [
  eventArrives,
  eventMatchesSchema,
  eventSignatureValid,
  eventTimestampsMatch,
  eventMatchesChange,
  eventOnlySubscribed,
  eventNeedsChange,
  eventRetried,
  eventRetryIdentical,
  eventNotRetriedWhenFinal,
  eventRedirectNotFollowed,
  eventTestMarked,
  eventDeliveriesRecorded,
  eventUnsafeTargetRejected,
]

/** The rules over the events of one run. */
export const eventRules = (session: EventSession): Rule[] => rules.map((rule) => rule(session))
