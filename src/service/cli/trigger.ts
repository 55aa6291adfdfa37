import { rootCertificates } from 'node:tls'
import { defineCommand, duration, readGivenFile, required, UsageError } from 'specwright/cli'
import { wholeOf } from 'specwright/requests'
import { closest, foreignLines } from 'specwright/text'
import { Agent, request } from 'undici'
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import { apiVersions } from '../events/apiVersions.ts'
import { signatureHeaders } from '../events/signature.ts'
import { systemClock, timestamp } from '../runtime/clock.ts'
import { createIdentifiers } from '../runtime/identifiers.ts'
import { systemRandom } from '../runtime/random.ts'
import { unreachable } from './unknownAuthority.ts'

const flags = {
  url: { type: 'string', value: 'URL', help: 'Where to send it.' },
  secret: {
    type: 'string',
    multiple: true,
    value: 'WHSEC',
    help: 'Secret to sign with; two sign as during a rotation, the newer first.',
  },
  ca: {
    type: 'string',
    value: 'FILE',
    help: "CA certificate (PEM) that issued the receiver's certificate, if the CA is not public.",
  },
  age: {
    type: 'string',
    value: 'DURATION',
    default: '0s',
    help: 'Sign with a time in the past, such as 10m; receivers must reject more than 5m.',
  },
} as const

const messages = Object.values(asyncapi.channels.webhook.messages)
const types = messages.map(({ name }) => name)
/** Milliseconds, as the service waits. */
const DEADLINE = 30_000
const MAX_AGE_MS = 1_000_000_000
/** Bytes of a response. */
const MAX_RESPONSE_BYTES = 1_000_000

/** `prompt-service trigger`: sends the document's example of an event, signed, once. */
export const trigger = defineCommand({
  name: 'trigger',
  description: `Sends the document's example once, with a new id and the present time. Exit code 0 when the\nreceiver returns 2xx.\n\nEvent types: ${types.join(', ')}`,
  operands: '<event-type>',
  flags,
  examples: [
    [
      'trigger prompt.created --url https://localhost:4040/ --secret $SECRET --ca data/listen/ca.pem',
      'Send a sample event to listen',
    ],
    [
      'trigger report.completed --url https://hooks.example/ --secret $SECRET --age 10m',
      'Send one whose signature is ten minutes old',
    ],
  ],
  async run(given, { print }, words) {
    const [type] = words
    const { id, body } = sample(type)
    const url = readUrl(required('url', given.url))
    if (given.secret.length === 0) throw new UsageError('--secret is missing.')
    const signedAt = Math.floor((systemClock.now() - duration('age', given.age, MAX_AGE_MS)) / 1000)
    const ca = given.ca === undefined ? {} : { ca: [...rootCertificates, readGivenFile('ca', given.ca)] }
    const dispatcher = new Agent({ connect: ca })
    const began = performance.now()
    try {
      const { statusCode, body: response } = await request(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...signatureHeaders(body, given.secret, signedAt) },
        body,
        dispatcher,
        signal: AbortSignal.timeout(DEADLINE),
      })
      const whole = await wholeOf(response, MAX_RESPONSE_BYTES)
      const text = whole?.toString() ?? `(a response of more than ${MAX_RESPONSE_BYTES} bytes)`
      print(`${type} ${id} → ${statusCode} after ${Math.round(performance.now() - began)} ms`)
      if (text !== '') print(foreignLines(text.slice(0, 1024)))
      return statusCode >= 200 && statusCode <= 299 ? 0 : 1
    } catch (error) {
      throw unreachable(url, error, 'of prompt-service listen, data/listen/ca.pem.')
    } finally {
      await dispatcher.destroy()
    }
  },
})

/** @throws UsageError for an unknown type */
function sample(type: string | undefined): { id: string; body: Buffer } {
  const example = messages.find(({ name }) => name === type)?.examples[0]?.payload
  if (example === undefined) {
    const guess = type === undefined ? undefined : closest(type, types)
    const hint = guess === undefined ? 'See prompt-service trigger --help.' : `Did you mean ${guess}?`
    throw new UsageError(
      type === undefined ? `The event type is missing. ${hint}` : `Unknown event type "${type}". ${hint}`,
    )
  }
  const id = createIdentifiers(systemClock, systemRandom()).create('evt')
  const event = {
    ...example,
    id,
    apiVersion: apiVersions.names.at(-1),
    createdAt: timestamp(systemClock.now()),
    metadata: { ...example.metadata, triggeredBy: 'test' },
  }
  return { id, body: Buffer.from(JSON.stringify(event)) }
}

function readUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text
  throw new UsageError(`--url received "${text}"; expected an https:// address.`)
}
