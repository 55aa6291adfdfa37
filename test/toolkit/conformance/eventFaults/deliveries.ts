/** All planted faults of deliveries. */
import { attemptFaults } from './attempts.ts'
import type { DeliveryFault } from './delivery.ts'
import { payloadFaults } from './payloads.ts'

export const deliveryFaults: DeliveryFault[] = [...payloadFaults, ...attemptFaults]

/** Drawn up before the checks. */
export const firstDrawn = [
  'no-event-for-deleted',
  'event-shows-another-name',
  'event-version-one-behind',
  'digest-over-rewritten-json',
  'digest-without-time',
  'digest-in-capitals',
  'secret-without-prefix',
  'timestamp-in-milliseconds',
  'timestamp-differs',
  'retries-have-new-ids',
  'retries-have-new-bytes',
  'retries-keep-signature',
  'retried-after-400',
  'not-retried-after-503',
  'gives-up-after-three',
  'follows-redirects',
  'subscribes-to-everything',
  'test-event-unmarked',
  'record-says-200',
  'record-attempt-always-1',
  'triggered-by-dashboard',
  'http-target-taken',
  'metadata-address-taken',
  'content-type-text',
  'code-works-twice',
  'verifier-unchecked',
  'refresh-of-another-client',
  'plain-challenge-taken',
  'revoked-still-active',
  'redirect-by-prefix',
  'state-dropped',
  'iss-missing-on-errors',
  'tokens-may-be-kept',
]
