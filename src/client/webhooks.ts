/**
 * Verification of webhook deliveries, for those who receive them: on Node, workers and edge runtimes, by WebCrypto.
 * Source: "Signature".
 */
import type { WebhookEvent } from '../../generated/asyncapi.ts'

export type { WebhookEvent } from '../../generated/asyncapi.ts'

/** Why a delivery was rejected. */
export type WebhookVerificationCode =
  /** `X-Service-Signature` or `X-Service-Timestamp` was not sent, or was sent twice. */
  | 'HEADER_MISSING'
  /** `X-Service-Signature` contains no `t` or several, or no `v1`; or the two headers disagree about the time. */
  | 'HEADER_MALFORMED'
  /** The signature is too old, or from the future. */
  | 'TIMESTAMP_OUT_OF_TOLERANCE'
  /** No `v1` belongs to the body and a secret. */
  | 'SIGNATURE_MISMATCH'
  /** The signature is right, yet the body is not an event. */
  | 'BODY_MALFORMED'

export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.code = code
  }
}

/** The headers of Node, Express, Fastify and the Fetch API. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>

export interface VerifyOptions {
  /** The receiver's time in milliseconds since the Unix epoch; default the system clock. */
  now?: number
  /** How far the signature's time may be from `now`, either way; default 300 seconds. */
  toleranceSeconds?: number
}

/**
 * Checks that a delivery comes from the service, and returns its event. Deliveries are made at least
 * once: use `event.id` to recognise one that you have seen.
 *
 * @param rawBody the body exactly as it arrived, before any JSON parser touched it
 * @param headers the request's headers
 * @param secret the webhook's whole secret, `whsec_` included; while you rotate it, the old and the new one
 * @throws WebhookVerificationError for a delivery to reject with 400 and ignore
 * @throws TypeError when no secret is given
 *
 * @example
 * app.post('/hook', express.raw({ type: 'application/json' }), async (req, res) => {
 *   const event = await verifyWebhook(req.body, req.headers, process.env.WEBHOOK_SECRET)
 *   if (event.type === 'prompt.created') console.log(event.data.name)
 *   res.sendStatus(204)
 * })
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one === ''))
    throw new TypeError('verifyWebhook expects the secret of the webhook, received none.')

  const { time, digests } = parseSignature(readHeader(headers, 'X-Service-Signature'))
  const stamp = readHeader(headers, 'X-Service-Timestamp')
  if (stamp !== time) {
    throw new WebhookVerificationError(
      'HEADER_MALFORMED',
      `X-Service-Timestamp is ${JSON.stringify(stamp)}, while X-Service-Signature was made at t=${time}.`,
    )
  }
  checkAge(Number(time), options)

  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  if (!(await anyMatches(digests, signedText(time, body), secrets))) {
    throw new WebhookVerificationError(
      'SIGNATURE_MISMATCH',
      'No v1 signature belongs to this body and secret. Was the body changed or parsed before the check?',
    )
  }
  return parseEvent(body)
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const found = isFetchHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  const values = Array.isArray(found) ? found : [found]
  const value: unknown = values[0]
  if (values.length !== 1 || typeof value !== 'string' || value === '')
    throw new WebhookVerificationError('HEADER_MISSING', `The delivery must carry ${name} exactly once.`)
  return value
}

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

/** Other schemes than v1 are skipped, so that a new one can be added; they prove nothing without a v1. */
function parseSignature(header: string): { time: string; digests: string[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const times = parts.filter(([scheme]) => scheme === 't').map(([, value]) => value ?? '')
  const digests = parts.filter(([scheme]) => scheme === 'v1').map(([, value]) => value ?? '')
  const [time] = times
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time) || digests.length === 0) {
    throw new WebhookVerificationError(
      'HEADER_MALFORMED',
      'X-Service-Signature must contain one t=<unix seconds> and at least one v1=<hex digest>.',
    )
  }
  return { time, digests }
}

function checkAge(unixSeconds: number, { now = Date.now(), toleranceSeconds = 300 }: VerifyOptions): void {
  const distance = Math.floor(now / 1000) - unixSeconds
  // Written so that a NaN from the caller rejects.
  if (Math.abs(distance) <= toleranceSeconds) return
  throw new WebhookVerificationError(
    'TIMESTAMP_OUT_OF_TOLERANCE',
    `The signature is ${Math.abs(distance)} seconds ${distance < 0 ? 'ahead' : 'old'}; at most ${toleranceSeconds} are accepted.`,
  )
}

/** The content that the service signs: the timestamp, a full stop, and the raw body. */
function signedText(time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${time}.`)
  const text = new Uint8Array(head.length + body.length)
  text.set(head)
  text.set(body, head.length)
  return text
}

/** Tries every pair, so that the duration does not show which one matched; WebCrypto compares in constant time. */
async function anyMatches(
  digests: readonly string[],
  text: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let matches = false
  for (const secret of secrets) {
    const bytes = new TextEncoder().encode(secret)
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const digest of digests) {
      if (await crypto.subtle.verify('HMAC', key, bytesOf(digest), text)) matches = true
    }
  }
  return matches
}

/** The bytes of a lowercase hexadecimal text; none for any other, which no digest equals. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(hex)) return new Uint8Array(0)
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
}

function parseEvent(body: Uint8Array): WebhookEvent {
  let event: unknown
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('BODY_MALFORMED', 'The body is signed, but it is not JSON.')
  }
  if (!isEnvelope(event))
    throw new WebhookVerificationError('BODY_MALFORMED', 'The body is signed, but it is not an event.')
  return event
}

/** The signature proves the rest: only the service signs an envelope, and it sends the data that the document declares. */
const isEnvelope = (event: unknown): event is WebhookEvent =>
  typeof event === 'object' &&
  event !== null &&
  'id' in event &&
  typeof event.id === 'string' &&
  'type' in event &&
  typeof event.type === 'string'
