/** Sentences of the rules over single requests: statuses, headers, and repetitions of the request in a response. */
import { show } from '../../schema/problem.ts'
import { anyOf, headerText, type Status, type Value, valueMessage } from './words.ts'

export const requestMessages = {
  'wrong-status': ({
    subject,
    received,
    expected,
    details,
  }: Status & {
    subject: string
    expected: number | string | readonly number[]
    details?: { value: unknown }
  }) =>
    `received ${received} for ${subject}${details === undefined ? '' : ` (${show(details.value)})`}; expected ${anyOf(expected)}`,
  'valid-request-rejected': ({
    subject,
    received,
    expected,
    details,
  }: Status & { subject: string; expected: string | readonly number[]; details?: { body: string } }) =>
    `received ${received} for ${subject}; expected ${anyOf(expected)}${details === undefined ? '' : `. The response body is ${show(details.body)}`}`,
  'valid-value-rejected': ({
    received,
    details,
  }: Status & { subject: string; details: { property: string; what: string; value: unknown } }) =>
    `received ${received} for ${details.what} as ${details.property} (${show(details.value)}), which the schema allows`,
  'no-response': ({ subject, details }: { subject: string; details: { reason: string } }) =>
    `received no response to ${subject} (${details.reason})`,
  'undeclared-method-accepted': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { path: string } }) =>
    `received ${received} for ${subject}, which ${details.path} does not declare; expected an error response`,
  'undeclared-method-status': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { path: string } }) =>
    `received ${received} for ${subject}, which ${details.path} does not declare`,
  'wrong-allow': ({
    received,
    expected,
    details,
  }: {
    received: readonly string[]
    expected: readonly string[]
    details: { optional: readonly string[] }
  }) =>
    `received Allow: ${received.join(', ') || 'nothing'}; expected exactly ${expected.join(', ')}${details.optional.length === 0 ? '' : `, optionally with ${details.optional.join(', ')}`}`,
  'undeclared-query-status': ({ received, subject }: Status & { subject: string }) =>
    `received ${received} for ${subject}`,
  'wrong-media-type': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: string | undefined
    expected: string
  }) => `received ${received ?? 'no media type'} for ${subject}; expected ${expected}, which is declared`,
  'path-value-not-echoed': valueMessage('as in the path'),
  'query-value-not-echoed': valueMessage('as requested'),
  'sent-value-changed': valueMessage('as sent'),
  'unlike-example': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject}; expected a value like ${show(expected)}, as in the example`,
  'error-field-not-a-path': ({ received, expected }: Value) =>
    `received ${show(received)} as the invalid property; expected the path to ${expected}, as in the documented errors`,
  'wrong-error-field': ({ received, expected }: Value) =>
    `received ${show(received)} as the invalid property; expected it to name ${expected}`,
  'head-status-differs': ({ received, expected }: Status & { expected: number }) =>
    `received ${received} for HEAD; expected ${expected}, as for GET`,
  'head-of-unknown-differs': ({
    subject,
    received,
    expected,
    details,
  }: Status & { subject: string; expected: number; details: { id: unknown } }) =>
    `received ${received} for HEAD with the ${subject} ${show(details.id)}; expected ${expected}, as for GET`,
  'head-header-differs': ({ subject, received, expected }: Value) =>
    `received ${subject}: ${headerText(received)} for HEAD; expected ${expected === undefined ? 'no such header' : expected}, as for GET`,
  'etag-missing': (_: object) => 'received no ETag; expected one, because the document declares 304',
  'etag-differs-on-304': ({ received, expected }: { received: string | undefined; expected: string }) =>
    `received the ETag ${headerText(received)} with 304; expected ${expected}`,
  'unknown-etag-matched': (_: object) =>
    'received 304 for an ETag that was never issued; expected the representation',
  'etag-not-stable': ({ received, expected }: { received: string | undefined; expected: string }) =>
    `received the ETag ${headerText(received)} for an unchanged representation; expected ${expected}`,
  'etag-not-changed': ({ received }: { received: string }) =>
    `received the ETag ${received} before and after an update; expected a new one`,
  'etag-of-another': ({ received }: { received: string }) =>
    `received the ETag ${received} for two different representations; expected a tag for each`,
  'etag-of-update-differs': ({
    received,
    expected,
  }: {
    received: string | undefined
    expected: string | undefined
  }) =>
    `received the ETag ${headerText(received)} with the update and ${headerText(expected)} with the next GET; expected the same`,
  'lost-update': ({ received, subject, expected }: Status & { subject: string; expected: number | string }) =>
    `received ${received} for an update with ${subject} from before another update; expected ${expected}, because an update is lost`,
  'preflight-status': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { origin: string | undefined } }) =>
    `received ${received} with Access-Control-Allow-Origin ${details.origin ?? 'none'} for the preflight of ${subject}`,
  'method-not-allowed-by-cors': ({
    received,
    expected,
  }: {
    subject: string
    received: readonly string[]
    expected: string
  }) =>
    `received Access-Control-Allow-Methods: ${received.join(', ').toUpperCase()}; expected ${expected} too, as other paths name their methods`,
  'credential-not-allowed-by-cors': ({
    received,
    subject,
  }: {
    subject: string
    received: readonly string[]
  }) =>
    `received Access-Control-Allow-Headers: ${received.join(', ')}; expected it to contain ${subject}, which every operation requires`,
  'cors-origin': ({ received }: { received: string }) =>
    `received Access-Control-Allow-Origin: ${received} for a request with an Origin`,
  'cors-credentials-for-any-origin': ({ received }: { received: string }) =>
    `received Access-Control-Allow-Credentials: true for the unknown origin ${received}. Any site can act with its visitors' cookies`,
  'cors-missing-on-error': ({
    received,
    expected,
    details,
  }: Status & { expected: string | undefined; details: { success: number } }) =>
    `received ${received} without Access-Control-Allow-Origin; expected ${headerText(expected)}, as with ${details.success}`,
  'header-not-as-configured': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: string | undefined
    expected: string | null
  }) =>
    `received ${subject}: ${headerText(received)}; expected ${expected === null ? 'no such header' : expected === '*' ? 'any value' : expected}, as the configuration requires of every response`,
  'usual-header': ({ subject, received }: { subject: string; received: string }) =>
    `received ${subject}: ${received}`,
  'error-form': ({ received }: { received: string }) => `received an error of the form ${received}`,
  'error-cached': ({
    received,
    details,
  }: {
    received: string | undefined
    details: { status: number; success: number }
  }) =>
    `received Cache-Control: ${headerText(received)} with ${details.status}; expected no shared caching, as with ${details.success}`,
  'request-id-repeated': ({ subject, received }: { subject: string; received: unknown }) =>
    `received ${subject}: ${show(received)} for two requests; expected a new one for each`,
  'request-id-not-echoed': ({ subject, received, expected }: Value) =>
    `received ${subject}: ${show(received)}; expected ${show(expected)}, as sent`,
  'used-key-accepted': ({
    subject,
    received,
    expected,
  }: Status & { subject: string; expected: readonly number[] | string }) =>
    `received ${received} for another request with a used ${subject}; expected ${anyOf(expected)}`,
  'replay-status-differs': ({ received, expected }: Status & { expected: number }) =>
    `received ${received} for the repeated request; expected ${expected}, as for the first`,
  'carried-out-twice': ({ received, expected }: { received: unknown; expected: unknown }) =>
    `received ${show(received)} for the repeated request; expected ${show(expected)}, because it must not be carried out twice`,
  'replay-body-differs': (_: object) =>
    'received another body for the repeated request; expected that of the first response',
  'replay-not-marked': ({ subject }: { subject: string }) =>
    `received no ${subject} header with a repeated response; expected one`,
  'first-marked-as-replay': ({ subject }: { subject: string }) =>
    `received a ${subject} header with a first response; expected none`,
  'replay-follows-change': ({ subject }: { subject: string }) =>
    `received the updated ${subject} for a repeated request; expected the first response`,
  'rejection-replayed': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { property: string; status: number } }) =>
    `received ${received} for a valid request with the ${subject} of an invalid one, which lacked ${details.property} and got ${details.status}`,
  'remaining-not-counted': ({
    received,
    expected,
    details,
  }: {
    received: number
    expected: number
    details: { before: number }
  }) => `received ${received} remaining requests after ${details.before}; expected ${expected}`,
  'limit-not-constant': ({
    received,
    expected,
  }: {
    received: number | undefined
    expected: number | undefined
  }) => `received the limit ${headerText(received)} after ${headerText(expected)}; expected the same`,
  'reset-not-unix': ({ received }: { received: number }) =>
    `received the reset ${received}; expected Unix seconds, as documented`,
  'reset-not-ahead': ({ received }: { received: number }) =>
    `received a reset in ${received} s; expected a time in the next day`,
  'reset-beyond-window': ({ received, expected }: { received: number; expected: string }) =>
    `received a reset in ${received} s; expected at most one ${expected}, as in the policy`,
  'limit-not-shared': ({ received, expected }: Status & { expected: number }) =>
    `received ${received} for a caller whose limit is used up; expected ${expected}`,
  'limit-not-enforced': ({
    received,
    expected,
    details,
  }: Status & { expected: number; details: { sent: number; limit: number } }) =>
    `received ${received} for request ${details.sent} with a limit of ${details.limit} per window; expected ${expected}`,
  'remaining-not-enforced': ({
    received,
    expected,
    details,
  }: Status & { expected: number; details: { sent: number } }) =>
    `received ${received} for ${details.sent} requests, although a response reported none remaining; expected ${expected}`,
  'retry-after-too-long': ({
    received,
    details,
  }: Status & { details: { waited: number; seconds: number } }) =>
    `received ${received} after ${details.waited} s of the ${details.seconds} s in Retry-After; expected 429 until then`,
  'retry-after-too-short': ({ received, details }: Status & { details: { seconds: number } }) =>
    `received ${received} again after the ${details.seconds} s in Retry-After; expected a success`,
}
