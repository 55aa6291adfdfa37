/** Finds how a delivery is signed by trying the secrets of the run, and signs a changed one in the same way. */
import {
  digestOf,
  type SignatureScheme,
  schemeOf,
  signatureHeaders,
  signedParts,
} from '../../model/signatures.ts'
import { isSignatureHeader, isTimestampHeader, soundsLike } from '../../model/vocabulary.ts'
import { type Exchange, type Fields, fieldOf, isObject, jsonOf, type WireRequest } from '../wire.ts'

interface Signer {
  scheme: SignatureScheme
  /** All secrets that the delivery is signed with: during a rotation there are several. */
  secrets: string[]
}

/** A shorter value signs nothing. */
const MIN_SECRET = 6

/** Values of an exchange whose names are those of signing secrets. */
export function secretsIn({ request, response }: Exchange): string[] {
  return [request, response].flatMap((message) => namedSecrets(jsonOf(message)))
}

function namedSecrets(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedSecrets)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? soundsLike('signingSecret', name) && inner.length >= MIN_SECRET
        ? [inner]
        : []
      : namedSecrets(inner),
  )
}

/** Variables of an environment whose names are those of signing secrets. */
export const secretsOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    soundsLike('signingSecret', name) && value.length >= MIN_SECRET ? [value] : [],
  )

export const signatureHeadersOf = ({ fields }: WireRequest): string[] =>
  fields.map(([name]) => name).filter(isSignatureHeader)

/** @returns undefined where no secret verifies the delivery */
export function signerOf(delivery: WireRequest, secrets: readonly string[]): Signer | undefined {
  for (const scheme of schemesFor(delivery)) {
    const parts = signedParts(scheme, Object.fromEntries(delivery.fields))
    const signed = { id: parts?.id ?? '', timestamp: parts?.times[0] ?? '', body: delivery.body }
    const verifying = secrets.filter((secret) => parts?.digests.includes(digestOf(scheme, secret, signed)))
    if (verifying.length > 0) return { scheme, secrets: verifying }
  }
  return undefined
}

/** Unix seconds at which a delivery was signed; undefined where the signature contains none. */
export function signedAt(delivery: WireRequest, { scheme }: Signer): string | undefined {
  const parts = signedParts(scheme, Object.fromEntries(delivery.fields))
  return scheme.content.includes('timestamp') ? parts?.times[0] : undefined
}

/** The changed delivery with the signature that the server would have sent. @param time Unix seconds; default: the same */
export function signedAgain(delivery: WireRequest, { scheme, secrets }: Signer, time?: string): WireRequest {
  const parts = signedParts(scheme, Object.fromEntries(delivery.fields))
  const before = parts?.times[0] ?? ''
  const signed = { id: parts?.id ?? '', timestamp: time ?? before, body: delivery.body }
  const digests = secrets.map((secret) => digestOf(scheme, secret, signed))
  const headers = Object.entries(signatureHeaders(scheme, digests, signed))
  const fields: Fields = delivery.fields.map(([name, value]) => {
    const own = headers.find(([header]) => header.toLowerCase() === name.toLowerCase())
    if (own !== undefined) return [name, own[1]]
    // A header that repeats the time of the signature.
    return isTimestampHeader(name) && value === before ? [name, signed.timestamp] : [name, value]
  })
  return { ...delivery, fields }
}

/** The schemes that the headers of a delivery may be of. */
function schemesFor(delivery: WireRequest): SignatureScheme[] {
  const stamp = delivery.fields.map(([name]) => name).find(isTimestampHeader)
  return signatureHeadersOf(delivery).flatMap((header) => {
    const value = fieldOf(delivery, header) ?? ''
    const own = (name: string) => header.replace(/signature$/i, name)
    const separate = { idHeader: own('id'), timestampHeader: own('timestamp') }
    const known = [
      schemeOf('timestamped', { header }),
      schemeOf('standard-webhooks', { header, ...separate }),
      schemeOf('standard-webhooks', { header, ...separate, key: 'text' }),
      schemeOf('slack', { header, ...(stamp !== undefined && { timestampHeader: stamp }) }),
    ]
    return [...known, ...plainSchemes(header, value, stamp)].filter((one) => one !== undefined)
  })
}

/** One digest, with or without a prefix such as `sha256=`, over the body, or over the time and the body. */
function plainSchemes(header: string, value: string, stamp: string | undefined) {
  const [prefix = ''] = /^[a-z0-9]+[=:](?=[^=])/i.exec(value) ?? []
  const contents = [{ content: ['body'] }, ...timedContents(stamp)]
  return (['hex', 'base64'] as const).flatMap((encoding) =>
    (['sha256', 'sha1', 'sha512'] as const).flatMap((algorithm) =>
      contents.map((content) => schemeOf('github', { header, prefix, encoding, algorithm, ...content })),
    ),
  )
}

const timedContents = (stamp: string | undefined) =>
  stamp === undefined
    ? []
    : ['.', ':', ''].map((separator) => ({
        content: ['timestamp', 'body'],
        timestampHeader: stamp,
        separator,
      }))
