/**
 * Creates the certificates of a local CA: EC P-256. The CA is constrained to its names, so that its stolen key vouches
 * for nothing else (RFC 5280, 4.2.1.10). Node reads certificates but does not create them.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import {
  bitString,
  element,
  elementsOf,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  TRUE,
  time,
  utf8String,
} from './der.ts'
import { encodeNameConstraints, type PermittedName } from './nameConstraints.ts'

/** A certificate and its private key, in PEM (the key in PKCS #8). */
export interface Pair {
  cert: string
  key: string
}

const DAY = 86_400_000
/** Clocks of clients may be behind ours. */
const BACKDATE = 3_600_000
const AUTHORITY_LIFE = 3650 * DAY
/** Short, because it renews itself; well below the 398 days beyond which browsers reject a leaf. */
const LEAF_LIFE = 90 * DAY

/** RFC 5758, 3.2: without parameters. */
const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'))

/** The bits of the extension "key usage" (RFC 5280, 4.2.1.3), each with the unused bits behind the last one. */
const SIGNS_CERTIFICATES_AND_LISTS = bitString(Buffer.from([0b0000_0110]), 1)
const SIGNS_HANDSHAKES = bitString(Buffer.from([0b1000_0000]), 7)

const serverAuthentication = () => extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1')))

/** A new CA that can vouch only for `names`, valid ten years from `now` (Unix milliseconds). */
export async function createAuthority(names: readonly PermittedName[], now: number): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeys()
  const serial = serialNumber()
  // Each has its own name: stores of certificates regard two of one name as the same CA.
  const name = nameOf(`Prompt service local CA ${serial.toString('hex').slice(0, 8)}`)
  const cert = signed(privateKey, {
    serial,
    issuer: name,
    from: now - BACKDATE,
    until: now + AUTHORITY_LIFE,
    subject: name,
    publicKey,
    extensions: [
      critical('2.5.29.19', sequence(TRUE, integer(Buffer.from([0])))), // a CA of leaves only
      critical('2.5.29.15', SIGNS_CERTIFICATES_AND_LISTS),
      serverAuthentication(),
      critical('2.5.29.30', encodeNameConstraints(names)),
      extension('2.5.29.14', octetString(identifierOf(publicKey))),
    ],
  })
  return { cert, key: exported(privateKey) }
}

/** A server certificate for `hosts` (DNS names and addresses) under `authority`, valid 90 days from `now`. */
export async function createLeaf(authority: Pair, hosts: readonly string[], now: number): Promise<Pair> {
  const issuer = new X509Certificate(authority.cert)
  const { publicKey, privateKey } = await generateKeys()
  const cert = signed(createPrivateKey(authority.key), {
    serial: serialNumber(),
    issuer: subjectOf(issuer),
    from: now - BACKDATE,
    until: Math.min(now + LEAF_LIFE, Date.parse(issuer.validTo)),
    // The common name is a permitted DNS name: OpenSSL applies the name constraints to it as well.
    subject: nameOf('localhost'),
    publicKey,
    extensions: [
      critical('2.5.29.19', sequence()),
      critical('2.5.29.15', SIGNS_HANDSHAKES),
      serverAuthentication(),
      extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
      extension('2.5.29.14', octetString(identifierOf(publicKey))),
      extension('2.5.29.35', sequence(element(0x80, identifierOf(issuer.publicKey)))),
    ],
  })
  return { cert, key: exported(privateKey) }
}

interface Statement {
  serial: Buffer
  /** In DER, as `subject`. */
  issuer: Buffer
  /** Unix milliseconds. */
  from: number
  until: number
  subject: Buffer
  publicKey: KeyObject
  extensions: readonly Buffer[]
}

/** The certificate of `statement`, in PEM (RFC 5280, 4.1). */
function signed(key: KeyObject, statement: Statement): string {
  const { serial, issuer, from, until, subject, publicKey, extensions } = statement
  const content = sequence(
    element(0xa0, integer(Buffer.from([2]))), // version 3
    integer(serial),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  )
  const certificate = sequence(content, ECDSA_WITH_SHA256, bitString(sign('sha256', content, key)))
  return new X509Certificate(certificate).toString()
}

const extension = (name: string, value: Buffer) => sequence(objectIdentifier(name), octetString(value))

const critical = (name: string, value: Buffer) => sequence(objectIdentifier(name), TRUE, octetString(value))

/** A common name within the organization of all our certificates. */
const nameOf = (commonName: string) =>
  sequence(
    set(sequence(objectIdentifier('2.5.4.3'), utf8String(commonName))),
    set(sequence(objectIdentifier('2.5.4.10'), utf8String('Prompt service'))),
  )

/** The sixth part of a certificate's content, of version 3. */
function subjectOf({ raw }: X509Certificate): Buffer {
  const [content] = elementsOf(raw)
  const subject = content && elementsOf(content)[5]
  if (subject === undefined) throw new Error('The certificate of the CA has no subject.')
  return subject
}

const alternativeName = (host: string) =>
  isIP(host) === 0
    ? element(0x82, Buffer.from(host, 'ascii'))
    : element(0x87, Buffer.from(ipaddr.parse(host).toByteArray()))

const generateKeys = () => promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })

const exported = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** SHA-1 of the key's bit string (RFC 5280, 4.2.1.2), which is an uncompressed point of P-256: 65 bytes at the end. */
const identifierOf = (key: KeyObject) =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }).subarray(-65))
    .digest()

/** Twenty octets at most and positive (RFC 5280, 4.1.2.2): the first bit is off and the first octet is not zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}
