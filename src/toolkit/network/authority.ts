/**
 * Creates the certificates of a local CA: EC P-256. The CA is constrained to its names, so that its stolen key vouches
 * for nothing else (RFC 5280, 4.2.1.10).
 */
import 'reflect-metadata' // the X.509 library's injector requires it
import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'
import { encodeNameConstraints, NAME_CONSTRAINTS_OID, type PermittedName } from './nameConstraints.ts'

/** A certificate and its private key, in PEM (the key in PKCS #8). */
export interface Pair {
  cert: string
  key: string
}

const DAY = 86_400_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** Clocks of clients may be behind ours. */
const BACKDATE = 3_600_000
const AUTHORITY_LIFE = 3650 * DAY
/** Short, because it renews itself; well below the 398 days beyond which browsers reject a leaf. */
const LEAF_LIFE = 90 * DAY

const serverAuthentication = () =>
  new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false)

/** A new CA that can vouch only for `names`, valid ten years from `now` (Unix milliseconds). */
export async function createAuthority(names: readonly PermittedName[], now: number): Promise<Pair> {
  const keys = await generateKeys()
  const serial = serialNumber()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // Each has its own name: stores of certificates regard two of one name as the same CA.
    name: `CN=Prompt service local CA ${serial.slice(0, 8)}, O=Prompt service`,
    serialNumber: serial,
    notBefore: new Date(now - BACKDATE),
    notAfter: new Date(now + AUTHORITY_LIFE),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      serverAuthentication(),
      new x509.Extension(NAME_CONSTRAINTS_OID, true, new Uint8Array(encodeNameConstraints(names))),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  })
  return { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

/** A server certificate for `hosts` (DNS names and addresses) under `authority`, valid 90 days from `now`. */
export async function createLeaf(authority: Pair, hosts: readonly string[], now: number): Promise<Pair> {
  const issuer = new x509.X509Certificate(authority.cert)
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    // The common name is a permitted DNS name: OpenSSL applies the name constraints to it as well.
    subject: 'CN=localhost, O=Prompt service',
    issuer: issuer.subjectName,
    serialNumber: serialNumber(),
    notBefore: new Date(now - BACKDATE),
    notAfter: new Date(Math.min(now + LEAF_LIFE, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importKey(createPrivateKey(authority.key)),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      serverAuthentication(),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
    ],
  })
  return { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

const importKey = (key: KeyObject) =>
  webcrypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), ALGORITHM, false, [
    'sign',
  ])

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

/** Twenty octets at most and positive (RFC 5280, 4.1.2.2): the first bit is off and the first octet is not zero. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}
