/** The sentences of the checks of responses, by code. */
import { schemaMessage } from '../schema/messages.ts'
import { type Fact, type FactOf, show } from '../schema/problem.ts'

interface Received {
  received: unknown
}
interface Compared extends Received {
  expected: unknown
}
interface Named extends Compared {
  subject: string
}
type Status = { received: number }

const orNothing = (value: unknown): string => (value === undefined ? 'nothing' : String(value))
const anyOf = (values: readonly unknown[]): string => values.join(' or ')

export const responseMessages = {
  'undeclared-status': ({ received, expected }: Status & { expected: string[] }) =>
    `received status ${received}; expected one of ${expected.join(', ')}`,
  'undeclared-limit': ({ received }: Status) =>
    `received status ${received}, which the document does not declare; the server limits how much it accepts`,
  'method-accepted': ({
    received,
    subject,
    details,
  }: Status & { subject: string; details: { methods: string[] } }) =>
    `received status ${received} for ${subject}, which the path does not declare; expected an error response. Declared: ${details.methods.join(', ')}`,
  'method-not-in-allow': ({ received, expected }: { received: string | undefined; expected: string[] }) =>
    `received Allow: ${orNothing(received)}; expected it to contain ${expected.join(', ')}`,
  'undeclared-body': ({
    received,
    details,
  }: {
    received: number
    details: { contentType: string | undefined }
  }) => `received a body of ${received} bytes (${details.contentType ?? 'no Content-Type'}); expected none`,
  'no-body': ({ expected }: { expected: string[] }) => `received no body; expected ${anyOf(expected)}`,
  'no-content-type': ({ expected }: { expected: string[] }) =>
    `received a body without Content-Type; expected ${anyOf(expected)}`,
  'undeclared-content-type': ({ received, expected }: { received: string; expected: string[] }) =>
    `received Content-Type ${received}; expected ${anyOf(expected)}`,
  'error-is-page': ({ received }: { received: string }) =>
    `received an error as ${received}; expected JSON, the only media type that the operation declares`,
  'invalid-json': ({ details }: { subject?: string; details: { reason: string } }) => details.reason,
  'wrong-charset': ({ received }: { received: string }) =>
    `received charset ${received}; expected utf-8 or none`,
  'wrong-formula': ({ received, expected, details }: Named & { details: { formula: string } }) =>
    `received ${show(received)}; expected ${show(expected)} (${show(details.formula)})`,
  'wrong-total': ({ received, expected, details }: Named & { details: { parts: string[] } }) =>
    `received ${show(received)}; expected ${show(expected)}, the sum of ${details.parts.join(', ')}`,
  'wrong-digest': ({ received, expected, details }: Named & { details: { algorithm: string; of: string } }) =>
    `received ${show(received)}; expected ${show(expected)}, the ${details.algorithm} of /${details.of}`,
  'missing-header': ({ subject }: { subject: string }) => `header ${subject} is missing`,
  'wrong-header': ({ subject, received, expected }: Named) =>
    `received ${subject}: ${orNothing(received)}; expected ${expected}`,
  'remaining-above-limit': ({ received, expected }: { received: number; expected: number }) =>
    `received ${received} remaining requests; expected at most the limit of ${expected}`,
  'quota-differs': ({ received, expected }: Named) =>
    `received ${received}; expected ${expected}, as in the headers of the same response`,
  'header-with-status': ({
    subject,
    received,
    details,
  }: Received & { subject: string; details: { status: number } }) =>
    `received ${subject}: ${received} with status ${details.status}; expected it only with 429`,
  'no-challenge': ({ received }: Received) =>
    `received WWW-Authenticate: ${orNothing(received)}; expected a challenge such as Bearer or Basic realm="…"`,
  'wrong-challenge': ({ received, expected }: { received: string; expected: string[] }) =>
    `received WWW-Authenticate: ${received}; expected a challenge with the scheme ${anyOf(expected)}`,
  'error-not-json': ({ received }: { received: string | undefined }) =>
    `received ${received ?? 'no Content-Type'}; expected a JSON object as the error`,
  'wrong-property': ({ received, expected }: Named) => `received ${show(received)}; expected ${expected}`,
  'code-with-wrong-status': ({
    received,
    expected,
    details,
  }: {
    subject: string
    received: unknown
    expected: number[]
    details: { status: number }
  }) => `received ${show(received)} with status ${details.status}; expected it only with ${anyOf(expected)}`,
  'status-differs': ({ received, expected }: { subject: string; received: unknown; expected: number }) =>
    `received ${show(received)}; expected ${expected}, the status of the response`,
  'request-id-differs': ({ received, expected }: Named) =>
    `received ${show(received)}; expected the X-Request-Id ${expected}`,
  'invariant-broken': ({
    subject,
    received,
  }: {
    subject: string
    received: Readonly<Record<string, unknown>>
  }) =>
    `received ${Object.entries(received)
      .map(([name, value]) => `${name} ${show(value)}`)
      .join(', ')}; expected ${subject}`,
  'forbidden-body': ({ received, subject }: { received: number; subject: string }) =>
    `received ${received} bytes with ${subject}; expected no body`,
  'forbidden-content-length': ({ received, subject }: { received: string; subject: string }) =>
    `received Content-Length: ${received} with ${subject}; expected no such header`,
  'stack-trace': ({ received, details }: { received: string; details: { status: number } }) =>
    `received a stack trace with status ${details.status}: ${show(received)}`,
  'sql-statement': ({ received, details }: { received: string; details: { status: number } }) =>
    `received an SQL statement with status ${details.status}: ${show(received)}`,
}

export type ResponseFact = FactOf<typeof responseMessages>

const sentences: Readonly<Record<string, (fact: never) => string>> = responseMessages

/**
 * The sentence of a problem in a response: what was received and what was expected.
 * @param fact its code is one of this file or a keyword of JSON Schema
 */
export function responseMessage(fact: Fact): string {
  const sentence = sentences[fact.code] as ((fact: Fact) => string) | undefined
  const text = sentence === undefined ? schemaMessage(fact) : sentence(fact)
  return fact.within === undefined ? text : `${fact.within}: ${text}`
}
