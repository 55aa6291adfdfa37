/**
 * How deliveries of events are signed. One description covers every scheme: the header with the digests, the signed content,
 * and the encoding of digest and key. The named ones are instances of it, and a configuration may describe another.
 */
import { createHmac } from 'node:crypto'
import { type HeaderFields, readHeader } from '../openapi/headers.ts'

export interface SignatureScheme {
  name: string
  /** The header with the digests. */
  header: string
  /**
   * `fields`: `t=1700000000,v1=digest`, `versions`: `v1,digest v1,digest`, `plain`: a prefix and one digest.
   */
  form: 'fields' | 'versions' | 'plain'
  /** Precedes the digest of a plain one, and names the version in the other forms. */
  prefix: string
  encoding: 'hex' | 'base64'
  algorithm: 'sha1' | 'sha256' | 'sha512'
  /** The signed content, joined by `separator`: `id`, `timestamp`, `body`, or a literal text. */
  content: readonly string[]
  separator: string
  /** Headers of their own for the parts that are signed. */
  idHeader?: string
  timestampHeader?: string
  /** Whether the key is decoded from the base64 after an optional `whsec_`, or the bytes of the whole secret. */
  key: 'text' | 'base64'
  /** How far the signed time may be from the receiver's clock, in seconds. */
  tolerance: number
}

export const schemeNames = ['timestamped', 'standard-webhooks', 'github', 'shopify', 'slack', 'none'] as const
export type SchemeName = (typeof schemeNames)[number]

const NAMED: Readonly<Record<Exclude<SchemeName, 'none'>, SignatureScheme>> = {
  /** `t=…,v1=…`: Stripe's form, which our own source specification has too. */
  timestamped: {
    name: 'timestamped',
    header: 'X-Service-Signature',
    form: 'fields',
    prefix: 'v1',
    encoding: 'hex',
    algorithm: 'sha256',
    content: ['timestamp', 'body'],
    separator: '.',
    key: 'text',
    tolerance: 300,
  },
  /** standardwebhooks.com, "Webhook signatures": symmetric, `v1`. */
  'standard-webhooks': {
    name: 'standard-webhooks',
    header: 'webhook-signature',
    form: 'versions',
    prefix: 'v1',
    encoding: 'base64',
    algorithm: 'sha256',
    content: ['id', 'timestamp', 'body'],
    separator: '.',
    idHeader: 'webhook-id',
    timestampHeader: 'webhook-timestamp',
    key: 'base64',
    tolerance: 300,
  },
  /** `X-Hub-Signature-256: sha256=…` over only the body. */
  github: {
    name: 'github',
    header: 'X-Hub-Signature-256',
    form: 'plain',
    prefix: 'sha256=',
    encoding: 'hex',
    algorithm: 'sha256',
    content: ['body'],
    separator: '.',
    key: 'text',
    tolerance: 300,
  },
  /** `X-Shopify-Hmac-Sha256: …`: base64 over only the body. */
  shopify: {
    name: 'shopify',
    header: 'X-Shopify-Hmac-Sha256',
    form: 'plain',
    prefix: '',
    encoding: 'base64',
    algorithm: 'sha256',
    content: ['body'],
    separator: '.',
    key: 'text',
    tolerance: 300,
  },
  /** `X-Slack-Signature: v0=…` over `v0:<time>:<body>`. */
  slack: {
    name: 'slack',
    header: 'X-Slack-Signature',
    form: 'plain',
    prefix: 'v0=',
    encoding: 'hex',
    algorithm: 'sha256',
    content: ['v0', 'timestamp', 'body'],
    separator: ':',
    timestampHeader: 'X-Slack-Request-Timestamp',
    key: 'text',
    tolerance: 300,
  },
}

/**
 * The scheme of a name, with the changes of a configuration; undefined for `none`.
 * @param changes properties of {@link SignatureScheme} that differ, such as the header
 */
export function schemeOf(
  name: SchemeName,
  changes: Partial<SignatureScheme> = {},
): SignatureScheme | undefined {
  return name === 'none' ? undefined : { ...NAMED[name], ...changes }
}

/** The parts of a delivery's signature headers. */
export interface SignedParts {
  /** Every time that it gives, as text. */
  times: string[]
  digests: string[]
  id: string | undefined
  /** Parts of the header that belong to neither. */
  others: string[]
}

/** Parses the headers without checking them; undefined when there is no signature. */
export function signedParts(scheme: SignatureScheme, headers: HeaderFields): SignedParts | undefined {
  const value = readHeader(headers, scheme.header)
  if (value === undefined) return undefined
  const id = scheme.idHeader === undefined ? undefined : readHeader(headers, scheme.idHeader)
  const stamp = scheme.timestampHeader === undefined ? undefined : readHeader(headers, scheme.timestampHeader)
  const ownTimes = stamp === undefined ? [] : [stamp]
  switch (scheme.form) {
    case 'fields': {
      const parts = value.split(',').map((part) => part.trim())
      const named = (name: string) =>
        parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
      const known = (part: string) => part.startsWith('t=') || part.startsWith(`${scheme.prefix}=`)
      return { times: named('t'), digests: named(scheme.prefix), id, others: parts.filter((p) => !known(p)) }
    }
    case 'versions': {
      const parts = value.split(' ').filter((part) => part !== '')
      const own = `${scheme.prefix},`
      return {
        times: ownTimes,
        digests: parts.filter((part) => part.startsWith(own)).map((part) => part.slice(own.length)),
        id,
        others: parts.filter((part) => !part.startsWith(own)),
      }
    }
    default: {
      const fits = value.startsWith(scheme.prefix)
      return {
        times: ownTimes,
        digests: fits ? [value.slice(scheme.prefix.length)] : [],
        id,
        others: fits ? [] : [value],
      }
    }
  }
}

const keyOf = (scheme: SignatureScheme, secret: string): Buffer =>
  scheme.key === 'text' ? Buffer.from(secret) : Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

export function digestOf(
  scheme: SignatureScheme,
  secret: string,
  parts: { id: string; timestamp: string; body: Buffer },
): string {
  const hmac = createHmac(scheme.algorithm, keyOf(scheme, secret))
  const values: Record<string, string | Buffer> = parts
  for (const [index, part] of scheme.content.entries()) {
    if (index > 0) hmac.update(scheme.separator)
    hmac.update(values[part] ?? part)
  }
  return hmac.digest(scheme.encoding)
}

/** The headers that sign a delivery: for receivers that are to be tested. */
export function sign(
  scheme: SignatureScheme,
  secrets: readonly string[],
  parts: { id: string; timestamp: string; body: Buffer },
): Record<string, string> {
  const digests = secrets.map((secret) => digestOf(scheme, secret, parts))
  return signatureHeaders(scheme, digests, parts)
}

/** The headers that carry these digests. */
export function signatureHeaders(
  scheme: SignatureScheme,
  digests: readonly string[],
  { id, timestamp }: { id: string; timestamp: string },
): Record<string, string> {
  const value = {
    fields: [`t=${timestamp}`, ...digests.map((digest) => `${scheme.prefix}=${digest}`)].join(','),
    versions: digests.map((digest) => `${scheme.prefix},${digest}`).join(' '),
    plain: `${scheme.prefix}${digests[0] ?? ''}`,
  }[scheme.form]
  return {
    [scheme.header]: value,
    ...(scheme.idHeader !== undefined && { [scheme.idHeader]: id }),
    ...(scheme.timestampHeader !== undefined && { [scheme.timestampHeader]: timestamp }),
  }
}

/** The time that a delivery was signed at, in Unix seconds; undefined where the scheme or the delivery has none. */
export function signedTime(scheme: SignatureScheme, headers: HeaderFields): number | undefined {
  const [time] = signedParts(scheme, headers)?.times ?? []
  return time !== undefined && /^\d+$/.test(time) ? Number(time) : undefined
}
