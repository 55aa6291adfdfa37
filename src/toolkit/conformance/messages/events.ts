/** Sentences of the rules over events, callbacks and their deliveries. */

import { plural } from '../../openapi/plural.ts'
import { show } from '../../schema/problem.ts'
import { headerText, type Status, type Value } from './words.ts'

/** An event type and what is wrong with it. */
interface Typed {
  subject: string
}

export const eventMessages = {
  'wrong-method': ({ received, expected }: { received: string; expected: string }) =>
    `received the method ${received}; expected ${expected}`,
  'wrong-content-type': ({ received, expected }: { received: string | undefined; expected: string }) =>
    `received Content-Type: ${headerText(received)}; expected ${expected}`,
  'header-repeated': ({ subject }: { subject: string }) =>
    `received the header ${subject} more than once; expected it once`,
  'not-an-event': ({ received }: { received: unknown }) =>
    `received ${show(received)}; expected an event envelope`,
  'unknown-event': ({ received, expected }: { received: unknown; expected: readonly string[] }) =>
    `received ${show(received)}; expected one of ${expected.join(', ')}`,
  unsigned: ({ subject, expected }: { subject: string; expected: string }) =>
    `received no ${subject} header; expected ${expected}`,
  'signature-malformed': ({ subject, received, expected }: Value) =>
    `received ${subject}: ${received}; expected ${expected}`,
  'signature-extra-parts': ({ subject, received, expected }: Value) =>
    `received ${received} in ${subject}; expected only ${expected}`,
  'wrong-digest-form': ({ received, expected }: { received: string; expected: string }) =>
    `received ${show(received)}; expected ${expected}`,
  'signature-time-malformed': ({ received }: { received: unknown }) =>
    `received the signed time ${show(received)}; expected one in Unix seconds`,
  'signed-id-missing': ({ subject }: { subject: string }) =>
    `received no ${subject} header; expected the id that is signed`,
  'wrong-signature': ({
    subject,
    received,
    expected,
    details,
  }: {
    subject: string
    received: number
    expected: string
    details: { unsigned: number; secrets: number; form?: string | undefined }
  }) =>
    `received ${plural(received, 'digest')} in ${subject}, none of which matches ${details.secrets === 1 ? 'the secret' : `${details.unsigned} of the ${details.secrets} valid secrets`}; expected ${expected}${details.form === undefined ? '' : `. The first is not ${details.form}`}`,
  'signed-time-differs': ({ subject, received, expected }: Value) =>
    `received ${subject}: ${headerText(received)}; expected ${expected}, the signed time`,
  'timestamp-missing': ({ subject, received }: { subject: string; received: string | undefined }) =>
    `received ${subject}: ${headerText(received)}; expected Unix seconds`,
  'signed-time-off': ({ received, expected }: { received: number; expected: number }) =>
    `received a signed time ${received} s from the time of arrival; expected at most ${expected} s`,
  'signature-stale': ({ received }: { received: number }) =>
    `received a signature from ${received} s before the attempt; expected a new one for each attempt`,
  'signature-repeated': ({ received, details }: { received: number; details: { seconds: number } }) =>
    `received attempt ${received} with the signature of the first, ${details.seconds} s later; expected a new one`,
  'wrong-callback-url': ({ received }: { received: string }) =>
    `received a callback at …${received}; expected the URL that the document declares`,
  'event-not-received': ({ subject, details }: Typed & { details: { seconds: number; instead: string } }) =>
    `received no ${subject} within ${details.seconds} s of this change; received instead: ${details.instead}`,
  'event-repeated': ({ subject, received }: Typed & { received: number }) =>
    `received ${received} events ${subject} with different ids for one change; expected one`,
  'event-id-repeated': ({
    subject,
    received,
    details,
  }: Typed & { received: unknown; details: { other: string } }) =>
    `received the id ${show(received)} for ${details.other} and for ${subject}; expected a new id for each event`,
  'event-value-differs': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { source: string } }) =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, as ${details.source}`,
  'event-time-wrong': ({
    subject,
    received,
    details,
  }: Typed & { received: unknown; details: { pointer: string; from: string; to: string } }) =>
    `received ${show(received)} at ${details.pointer} of ${subject}; expected a time between ${details.from} and ${details.to}, when the change was made`,
  'event-of-rejected-request': ({ subject, details }: Typed & { details: { status: number } }) =>
    `received ${subject} for a request that was rejected with ${details.status}`,
  'event-of-read': ({ subject }: Typed) => `received another ${subject} after a GET of the resource`,
  'event-of-other-tenant': ({ subject, details }: Typed & { details: { identity: string } }) =>
    `received ${subject} for a change by ${details.identity}, which belongs to another tenant`,
  'event-of-other-type': ({ subject, expected }: Typed & { expected: readonly string[] }) =>
    `received ${subject} at a subscription to ${expected.join(', ')} only`,
  'event-after-unsubscribe': ({ subject }: Typed) => `received ${subject} at a deleted subscription`,
  'event-missing-after-resubscribe': ({ subject }: Typed) =>
    `received no ${subject} at a subscription that was changed to it`,
  'event-after-resubscribe': ({ subject }: Typed) =>
    `received ${subject} at a subscription that was changed to another type`,
  'event-of-other-parent': ({ subject, details }: Typed & { details: { parent: string } }) =>
    `received ${subject} for a change below another ${details.parent} than that of the subscription`,
  'redirect-followed': ({ subject, received }: { subject: string; received: string | undefined }) =>
    `received ${received ?? 'a request'} at the target of a redirect with ${subject}; expected the sender not to follow it`,
  'retried-after-final': ({ subject, received }: { subject: string; received: number }) =>
    `received ${received} attempts after a response with ${subject}; expected one`,
  'event-after-ending': ({ subject }: { subject: string }) =>
    `received an event after a response with ${subject}; expected the subscription to have ended`,
  'not-retried': ({ subject, details }: { subject: string; details: { seconds: number } }) =>
    `received one attempt after a response with ${subject}; expected another within ${details.seconds} s`,
  'retried-after-success': ({ subject, received }: { subject: string; received: number }) =>
    `received ${received} attempts after responses with ${subject} and 204; expected two`,
  'not-retried-after-cut': (_: object) =>
    'received one attempt after the connection was cut; expected another',
  'not-retried-after-timeout': (_: object) =>
    'received one attempt after no response in time; expected another',
  'wrong-timeout': ({ received, expected }: { received: number; expected: number }) =>
    `received the end of a connection without a response after ${received} s; expected it after ${expected} s`,
  'wrong-attempt-count': ({ received, expected }: { received: number; expected: number }) =>
    `received ${plural(received, 'attempt')} of a delivery that always fails; expected ${expected}`,
  'wrong-retry-delay': ({
    received,
    expected,
    details,
  }: {
    received: number
    expected: number
    details: { attempt: number; declared: number; scale: number }
  }) =>
    `received attempt ${details.attempt} after ${received} ms; expected it after ${expected} ms, which is ${details.declared} s divided by ${details.scale}`,
  'retry-with-other-id': ({ received }: { received: unknown }) =>
    `received further deliveries of this change with other ids, such as ${show(received)}; expected all attempts of an event to have its id`,
  'retry-with-other-body': ({
    received,
    expected,
    details,
  }: {
    received: number
    expected: number
    details: { attempt: number }
  }) =>
    `received a different body in attempt ${details.attempt} (${received} bytes, ${expected} in the first); expected the same bytes`,
  'retry-with-other-header': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { attempt: number } }) =>
    `received ${subject}: ${show(received)} in attempt ${details.attempt}; expected ${show(expected)}, as in the first`,
  'unsafe-target-accepted': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { url: string } }) =>
    `received ${received} for a subscription to ${subject}, ${details.url}; expected an error response`,
  'test-event-missing': ({ subject }: Typed) => `received no delivery of the test event ${subject}`,
  'wrong-test-event': ({ subject, received }: Typed & { received: string | undefined }) =>
    `received ${received ?? 'an unknown event'} as the test event; expected ${subject}`,
  'test-event-not-marked': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} of a test event; expected ${show(expected)}`,
  'delivery-not-recorded': ({ details }: { details: { attempts: number } }) =>
    `received no record of an event that was delivered in ${plural(details.attempts, 'attempt')}`,
  'attempt-not-recorded': ({ details }: { details: { attempt: number; status: number } }) =>
    `received no record of attempt ${details.attempt}, which got ${details.status}`,
  'recorded-attempts-differ': ({ received, expected }: { received: unknown; expected: number }) =>
    `received a record of attempt ${show(received)}; expected ${expected}, the number of attempts`,
  'record-count-differs': ({ received, expected }: { received: number; expected: number }) =>
    `received ${plural(received, 'record')}; expected ${expected}, one for each attempt`,
  'recorded-status-differs': ({
    received,
    expected,
    details,
  }: {
    received: unknown
    expected: number | readonly number[]
    details: { attempt?: number }
  }) =>
    `received the status ${show(received)} in the record${details.attempt === undefined ? '' : ` of attempt ${details.attempt}`}; expected ${[expected].flat().join(' or ')}, as the endpoint returned`,
  'recorded-type-differs': ({ received, expected }: { received: string; expected: string }) =>
    `received the type ${received} in the record of a delivery; expected ${expected}`,
  'recorded-time-differs': ({
    received,
    expected,
    details,
  }: {
    received: string
    expected: string
    details: { attempt: number }
  }) => `received ${received} as the time of attempt ${details.attempt}; expected about ${expected}`,
  'recorded-response-differs': ({
    received,
    expected,
    details,
  }: {
    received: string
    expected: string
    details: { attempt: number }
  }) =>
    `received ${show(received)} as the response to attempt ${details.attempt}; expected ${show(expected)}`,
  'recorded-outcome-differs': ({
    received,
    details,
  }: {
    received: string
    details: { attempt: number; status: number }
  }) => `received the outcome ${received} of attempt ${details.attempt}, which got ${details.status}`,
}
