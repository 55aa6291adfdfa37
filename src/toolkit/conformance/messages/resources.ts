/** Sentences of the rules over resources: creations, changes, deletions, and access. */
import { show } from '../../schema/problem.ts'
import { type Status, type Value, valueMessage } from './words.ts'

interface Moment {
  subject: string
  details: { state: string }
}

export const resourceMessages = {
  'action-result-lost': valueMessage('as in the response to the action'),
  'wrong-request-id': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: unknown
    expected: readonly unknown[]
  }) =>
    `received ${show(received)} at ${subject} of an audit entry; expected one of ${expected.join(', ')}, the X-Request-Id of the recorded requests`,
  'no-audit-entry': ({ subject, details }: { subject: string; details: { id: unknown; other: string } }) =>
    `received no audit entry for the ${subject} of ${show(details.id)}; expected one, as for its ${details.other}`,
  'entry-remains': ({ subject, received }: { subject: string; received: unknown }) =>
    `received the deleted entry ${show(received)} at ${subject}; expected the entries without it`,
  'entry-lost': ({ subject, received }: { subject: string; received: unknown }) =>
    `received ${subject} without the entry ${show(received)} after another one was deleted; expected it to be there`,
  'total-stale': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after an entry was deleted; expected ${show(expected)}, as computed before`,
  'not-recorded': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: number
    details: { text: string }
  }) =>
    `received ${received === 0 ? 'no new entry' : 'no entry of this kind'} after ${subject}; expected one, because the description states: ${show(details.text)}`,
  'batch-not-applied': valueMessage('as in the batch'),
  'batch-accepted': ({ received }: Status) =>
    `received ${received} for a batch with an unknown resource; expected an error response`,
  'batch-partly-applied': (_: object) =>
    'received a changed resource although its batch was rejected; expected no change',
  'conflict-accepted': ({
    received,
    expected,
    details,
  }: Status & { subject: string; expected: number; details: { description: string } }) =>
    `received ${received} for the same request again; expected ${expected} (${show(details.description)})`,
  'accepted-in-state': ({
    received,
    expected,
    details,
  }: Status & { subject: string; expected: number; details: { description: string } }) =>
    `received ${received} in a state in which the request must be rejected; expected ${expected} (${show(details.description)})`,
  'body-accepted': ({
    subject,
    received,
    expected,
    details,
  }: Status & { subject: string; expected: number; details: { description: string } }) =>
    `received ${received} for a body with ${subject}; expected ${expected} (${show(details.description)})`,
  'effect-missing': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: unknown
    details: { text: string; wanted: string }
  }) =>
    `received ${show(received)} at ${subject} after the request; expected ${details.wanted}, because the description states: ${show(details.text)}`,
  'source-not-copied': ({ subject, received, expected, details }: Value & { details: { text: string } }) =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, because its description states: ${show(details.text)}`,
  'fixed-value-changed': ({ subject, received, expected, details }: Value & { details: { text: string } }) =>
    `received ${show(received)} at ${subject} after an update; expected ${show(expected)}, as before, because the description states: ${show(details.text)}`,
  'computed-value-differs': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { text: string } }) =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, by its description: ${show(details.text)}`,
  'supply-exceeded': ({
    subject,
    received,
    expected,
    details,
  }: Status & { subject: string; expected: number; details: { amount: number; description: string } }) =>
    `received ${received} for one more than the ${subject} of ${details.amount}; expected ${expected} (${show(details.description)})`,
  'wrong-flag-count': ({ subject, received, expected }: Value) =>
    `received a list in which ${subject} is true for ${String(received)} of the items; expected ${String(expected)}`,
  'related-value-differs': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { path: string } }) =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, as ${details.path} shows it`,
  'not-expanded': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: unknown
    details: { parameter: string; value: string; id: unknown }
  }) =>
    `received ${show(received)} at ${subject} for ${details.parameter}=${details.value}; expected the item ${show(details.id)}`,
  'transition-accepted': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { from: string; to: string; text: string } }) =>
    `received ${received} for a change of ${subject} from ${show(details.from)} to ${show(details.to)}; expected an error response (${show(details.text)})`,
  'change-not-stored': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after an update to ${show(expected)}`,
  'other-property-changed': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { changed: string } }) =>
    `received ${show(received)} at ${subject} after an update of ${details.changed} only; expected ${show(expected)}, as before`,
  'neighbour-changed': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { collection: string } }) =>
    `received ${show(received)} at ${subject} of ${details.collection} after an update of their parent; expected ${show(expected)}, as before`,
  'derived-value-stale': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { changed: string } }) =>
    `received ${show(received)} at ${subject} after an update of ${details.changed}; expected ${show(expected)}, as in a new resource`,
  'derived-value-wrong': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { changed: string } }) =>
    `received ${show(received)} at ${subject} after an update of ${details.changed}, from which it derives; expected ${show(expected)}`,
  'wrong-changer': ({ subject, received, expected, details }: Value & { details: { creator: string } }) =>
    `received ${show(received)} at ${subject} after an update by the creator; expected ${show(expected)}, as at ${details.creator}`,
  'update-time-not-later': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: unknown
    details: { before: unknown }
  }) =>
    `received ${show(received)} at ${subject} after an update; expected a time later than ${show(details.before)}`,
  'read-only-stored': ({ subject, received }: { subject: string; received: unknown }) =>
    `received ${show(received)} at ${subject}, as sent; expected the server's own value of a read-only property`,
  'write-only-shown': ({ subject }: { subject: string }) =>
    `received the value of a write-only property at ${subject}; expected it to be hidden`,
  'put-not-stored': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after a PUT of ${show(expected)}`,
  'put-changed-other': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after a PUT; expected ${show(expected)}, as before`,
  'property-not-removed': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after a PUT without it; expected ${show(expected)}, as in a new resource without it`,
  'text-not-stored': ({
    received,
    expected,
    details,
  }: {
    received: string
    expected: string
    details: { status: number }
  }) => `received ${details.status} and ${show(received)} after a PUT of ${show(expected)}`,
  'created-value-differs': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { number: number; property: string } }) =>
    `received ${show(received)} at ${subject} of item ${details.number} of ${details.property}; expected ${show(expected)}, as sent`,
  'created-count-differs': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: number
    expected: number
  }) => `received ${received} ${subject}; expected the ${expected} that were sent`,
  'invalid-entry-accepted': ({ subject, received }: { subject: string; received: number }) =>
    `received ${received} for an entry of ${subject} that the creation of one item rejects; expected an error for it`,
  'read-differs': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} by a second GET; expected ${show(expected)}, as by the first`,
  'id-repeated': ({ subject, received }: { subject: string; received: unknown }) =>
    `received the ${subject} ${show(received)} for two resources; expected a new one for each`,
  'wrong-location': ({
    received,
    details,
  }: {
    received: string
    details: { id: unknown; status: number | undefined }
  }) =>
    `received Location: ${received}; expected the URL of ${show(details.id)}${details.status === undefined ? '' : `. This one returns ${details.status}`}`,
  'location-not-found': ({ received, details }: { received: string; details: { status: number } }) =>
    `received Location: ${received}, whose GET returns ${details.status}; expected the address of what was created`,
  'location-outside': ({
    received,
    expected,
    details,
  }: {
    received: string
    expected: string
    details: { url: string }
  }) =>
    `received Location: ${received}, which resolves to ${details.url} and returns 404; expected a URL below ${expected}`,
  'created-repeatedly': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: number
    details: { value: unknown }
  }) =>
    `received ${received} resources with the ${subject} ${show(details.value)} after one request; expected one`,
  'form-not-stored': ({ subject, received, expected, details }: Value & { details: { form: string } }) =>
    `received ${show(received)} at ${subject}, as it was sent; expected ${show(expected)}, because the document states that it is stored ${details.form}`,
  'default-not-applied': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject}, which was left out; expected the default ${show(expected)}`,
  'moment-too-early': ({ subject, received, details }: Moment & { received: unknown }) =>
    `received ${show(received)} at ${subject} before the item was ${details.state}; expected null`,
  'moment-missing': ({ subject, received, details }: Moment & { received: unknown }) =>
    `received ${show(received)} at ${subject} after the item was ${details.state}; expected the time of that change`,
  'created-time-wrong': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} of a resource that was created at ${expected}`,
  'time-in-future': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject}; expected a time before ${expected}, the time of the response`,
  'times-out-of-order': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: unknown
    details: { earlier: string; time: unknown }
  }) => `received ${show(received)} at ${subject}, before ${show(details.time)} at ${details.earlier}`,
  'neighbour-deleted': ({ received, details }: Status & { details: { id: unknown } }) =>
    `received ${received} for ${show(details.id)} after another resource was deleted; expected it to remain`,
  'reference-not-cleared': ({ subject, received }: Value) =>
    `received ${show(received)} at ${subject}, the id of a deleted resource; expected null`,
  'duplicate-renamed': ({ subject, received, expected, details }: Value & { details: { status: number } }) =>
    `received ${details.status} and the ${subject} ${show(received)} for ${show(expected)}, which is in use; expected 409 or the value that was sent`,
  'changed-despite-rejection': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} after a rejected update; expected ${show(expected)}, as before`,
  'not-newest-version': ({ subject, received, expected, details }: Value & { details: { list: string } }) =>
    `received ${show(received)} at ${subject}; expected ${expected}, the newest version in ${details.list}`,
  'change-not-flagged': ({ subject }: { subject: string }) =>
    `received false at ${subject} after an update of what the last version contains; expected true`,
  'secret-repeated': ({ subject }: { subject: string }) =>
    `received the same ${subject} for three resources; expected a new one for each`,
  'secret-not-rotated': ({ subject }: { subject: string }) =>
    `received the ${subject} from before the rotation; expected a new one`,
  'file-differs': ({ subject, received, expected }: Value) =>
    `received a file of ${received}; expected ${expected}, as at ${subject}`,
  'export-incomplete': ({ received, expected }: { received: number; expected: number }) =>
    `received an export of ${received} records; expected at least ${expected}, as in the list`,
  'existence-visible-to-anyone': (_: object) =>
    'received 404 without a credential for an unknown id and 401 for an existing one; expected 401 for both',
  'existence-visible-to-tenant': ({ received, expected }: { received: unknown; expected: unknown }) =>
    `received ${show(received)} for another tenant's resource and ${show(expected)} for an unknown id; expected the same`,
  'error-shows-tenant-data': (_: object) => "received an error that contains another tenant's data",
  'deleted-across-tenants': (_: object) =>
    "received 404 after a rejected DELETE of another tenant's resource; expected the resource to remain",
  'changed-across-tenants': ({ subject }: { subject: string }) =>
    `received another tenant's resource changed by a request with its id in ${subject}; expected it as before`,
  'listed-across-tenants': ({ details }: { details: { id: unknown } }) =>
    `received another tenant's ${show(details.id)} in the list`,
  'replayed-across-tenants': ({ subject, received }: { subject: string; received: unknown }) =>
    `received another tenant's ${show(received)} for its ${subject}; expected a response of the caller's own`,
  'shared-cache': ({ received, details }: { received: string; details: { status: number } }) =>
    `received Cache-Control: ${received} for a resource that returns ${details.status} to another tenant; expected no shared caching`,
  'listed-below-other-parent': ({ subject, details }: { subject: string; details: { id: unknown } }) =>
    `received ${show(details.id)} in the list of another ${subject}`,
  'unknown-id-accepted': ({
    subject,
    received,
    details,
  }: Status & { subject: string; details: { id: unknown; shown: unknown } }) =>
    `received ${received} and ${show(details.shown)} for the ${subject} ${details.id}; expected 404`,
}
