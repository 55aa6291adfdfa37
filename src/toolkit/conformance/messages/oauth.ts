/** Sentences of the rules over an authorization server. */
import { show } from '../../schema/problem.ts'
import { anyOf, headerText, type Status } from './words.ts'

/** The request or the token that the finding is about. */
interface About {
  subject: string
}

export const oauthMessages = {
  'wrong-error': ({
    subject,
    received,
    expected,
  }: About & { received: unknown; expected: readonly string[] }) =>
    `received the error ${show(received)} for ${subject}; expected ${anyOf(expected)}`,
  'wrong-parameter': ({ subject, received, expected }: About & { received: unknown; expected: unknown }) =>
    `received the ${subject} ${show(received)}; expected ${show(expected)}`,
  'unsuitable-value': ({ subject, received, expected }: About & { received: unknown; expected: string }) =>
    `received ${show(received)} as ${subject}; expected ${expected}`,
  'wrong-challenge-of-client': ({
    subject,
    received,
    expected,
    details,
  }: About & Status & { expected: number; details: { challenge: string | undefined } }) =>
    `received ${received} and WWW-Authenticate: ${headerText(details.challenge)} for ${subject}; expected ${expected} with Basic`,
  'wrong-redirect-status': ({ received, expected }: Status & { expected: number }) =>
    `received the redirect ${received}; expected ${expected}, so that the browser does not send the form again`,
  'response-cached': ({ subject }: About) => `received ${subject} without Cache-Control: no-store`,
  'state-missing': ({ subject }: About) =>
    `received a response to ${subject} without the state that was sent`,
  'scope-not-requested': ({ received }: { received: readonly string[] }) =>
    `received the scopes ${received.join(' ')}, which were not requested`,
  'scope-not-granted': ({ received }: { received: string }) =>
    `received the scope ${received} by a refresh, which was not granted`,
  'token-missing': ({ subject }: About) => `received no ${subject}; expected one`,
  'token-issued': ({ subject, expected }: About & { expected: string }) =>
    `received ${subject}; expected ${expected}`,
  'code-issued': ({ subject, expected }: About & { expected: string }) =>
    `received a code for ${subject}; expected ${expected}`,
  'code-used-repeatedly': ({ received }: { received: number }) =>
    `received tokens ${received} times for parallel uses of one code; expected once`,
  'token-still-valid': ({ subject }: About) =>
    `received a success with the token of ${subject}; expected it to be revoked`,
  'refresh-token-not-rotated': (_: object) =>
    'received no new refresh token for a public client; expected each to work once (RFC 9700, 4.14)',
  'page-may-be-framed': (_: object) =>
    'received the consent page without frame-ancestors or X-Frame-Options; expected one, so that no other site can frame it',
  'keys-missing': ({ received }: Status) => `received ${received} without keys; expected the public keys`,
  'private-key-published': ({ received }: { received: readonly string[] }) =>
    `received the private parameters ${received.join(', ')} of a key; expected only public ones`,
  'key-without-id': (_: object) => 'received a key without kid; expected one to select it by',
  'redirect-issued': ({ subject, received }: About & { received: string | undefined }) =>
    `received a redirect${received === undefined ? '' : ` to ${received}`} for ${subject}; expected an error page`,
  'wrong-introspection': ({ subject, received, expected }: About & { received: string; expected: string }) =>
    `received ${received} for ${subject}; expected ${expected}`,
}
