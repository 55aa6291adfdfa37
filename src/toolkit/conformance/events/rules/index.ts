/** The rules over events, in the order in which a reader would ask. */
import type { Rule } from '../../engine/rule.ts'
import type { EventSession } from '../session.ts'
import type { EventRule } from './each.ts'
import { eventArrives } from './event-arrives.ts'
import { eventDeliveriesRecorded } from './event-deliveries-recorded.ts'
import { eventEqualsChange } from './event-equals-change.ts'
import { eventFinalStays } from './event-final-stays.ts'
import { eventMatchesSchema } from './event-matches-schema.ts'
import { eventNeedsChange } from './event-needs-change.ts'
import { eventOnlySubscribed } from './event-only-subscribed.ts'
import { eventRedirectNotFollowed } from './event-redirect-not-followed.ts'
import { eventRetried } from './event-retried.ts'
import { eventRetrySame } from './event-retry-same.ts'
import { eventSignatureHolds } from './event-signature-holds.ts'
import { eventTargetRefused } from './event-target-refused.ts'
import { eventTestMarked } from './event-test-marked.ts'
import { eventTimesHold } from './event-times-hold.ts'

const rules: readonly EventRule[] = [
  eventArrives,
  eventMatchesSchema,
  eventSignatureHolds,
  eventTimesHold,
  eventEqualsChange,
  eventOnlySubscribed,
  eventNeedsChange,
  eventRetried,
  eventRetrySame,
  eventFinalStays,
  eventRedirectNotFollowed,
  eventTestMarked,
  eventDeliveriesRecorded,
  eventTargetRefused,
]

/** The rules over the events of one run. */
export const eventRules = (session: EventSession): Rule[] => rules.map((rule) => rule(session))
