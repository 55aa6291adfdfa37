/**
 * The server's certificate: of a local CA created at the first start, or files of the administrator. Both are read
 * again every hour by the wall clock. So a running server never serves an expired one, not after a jump of that clock or a
 * sleep of the machine either.
 */
import { X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthority, createLeaf, type Pair } from './authority.ts'
import type { Clock } from './clock.ts'
import { LOOPBACK_NAMES, type PermittedName, permits, permittedName } from './nameConstraints.ts'
import { mismatch, readPair, writePair } from './pairFiles.ts'

/** The certificate in use, and word of the next one. */
export interface CertificateSource {
  /** The certificate chain and key to serve now, in PEM. */
  current(): Pair
  /** Calls `listener` with each certificate that replaces `current`. */
  onRenewal(listener: (pair: Pair) => void): void
  stop(): void
}

/** A certificate that cannot be served; the message names the file and what is wrong with it. */
class CertificateError extends Error {
  override readonly name = 'CertificateError'
}

const HOUR = 3_600_000
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1']

/** The file of the local CA in `directory`, which clients must trust. */
export const authorityPath = (directory: string): string => join(directory, 'ca.pem')

/**
 * Certificates of a local CA in `directory`: `ca.pem`, `ca-key.pem`, `leaf.pem` and `leaf-key.pem`, keys of
 * mode 0600. The leaf names localhost, 127.0.0.1, ::1 and `hosts`. It is created anew when less than a third of its
 * life is left or a host is missing. The CA is created anew when it may not vouch for one of `hosts`.
 * @param notice receives a sentence about each new certificate
 */
export async function localCertificates(options: {
  directory: string
  hosts: readonly string[]
  clock: Clock
  notice?: (text: string) => void
}): Promise<CertificateSource> {
  const { directory, clock } = options
  const notice = options.notice ?? (() => {})
  const hosts = [...new Set([...LOCAL_HOSTS, ...options.hosts.map((host) => host.toLowerCase())])]
  const names = [
    ...LOOPBACK_NAMES,
    ...options.hosts.filter((h) => !LOCAL_HOSTS.includes(h)).map(permittedName),
  ]
  await mkdir(directory, { recursive: true, mode: 0o700 })

  const renew = async (): Promise<Pair> => {
    const now = clock.now()
    const known = await readPair(directory, 'ca')
    let authority = known && !worn(known, now) && vouchesFor(known, names) ? known : undefined
    if (!authority) {
      authority = await createAuthority(names, now)
      await writePair(directory, 'ca', authority)
      notice(`Made a local certificate authority for ${hosts.join(', ')}: ${authorityPath(directory)}`)
    }
    const leaf = await readPair(directory, 'leaf')
    if (leaf && issuedBy(leaf, authority) && namesAll(leaf, hosts) && !worn(leaf, now)) return leaf
    const fresh = await createLeaf(authority, hosts, now)
    await writePair(directory, 'leaf', fresh)
    notice(`Made a server certificate for ${hosts.join(', ')}, valid until ${certificateOf(fresh).validTo}`)
    return fresh
  }
  return watched(await renew(), renew, { clock, notice })
}

/**
 * An administrator's certificate. The files are read again every hour, so that renewing them in place is enough.
 * @throws CertificateError when a file cannot be read, the two do not belong together, or it has expired
 */
export async function ownCertificate(options: {
  certPath: string
  keyPath: string
  clock: Clock
  notice?: (text: string) => void
}): Promise<CertificateSource> {
  const { certPath, keyPath, clock } = options
  const load = async (): Promise<Pair> => {
    const pair = { cert: await readText('--tls-cert', certPath), key: await readText('--tls-key', keyPath) }
    const problem = mismatch(pair)
    if (problem) throw new CertificateError(`--tls-cert ${certPath}, --tls-key ${keyPath}: ${problem}.`)
    const { validTo } = certificateOf(pair)
    if (Date.parse(validTo) <= clock.now())
      throw new CertificateError(`--tls-cert ${certPath} expired on ${validTo}.`)
    return pair
  }
  return watched(await load(), load, { clock, notice: options.notice ?? (() => {}) })
}

function watched(
  first: Pair,
  load: () => Promise<Pair>,
  options: { clock: Clock; notice: (text: string) => void },
): CertificateSource {
  let current = first
  let stopped = false
  let cancel = () => {}
  const listeners: ((pair: Pair) => void)[] = []
  const look = async () => {
    try {
      const next = await load()
      if (!stopped && next.cert !== current.cert) {
        current = next
        for (const listener of listeners) listener(next)
      }
    } catch (error) {
      options.notice(
        `The certificate in use stays: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    arm()
  }
  const arm = () => {
    if (!stopped) cancel = options.clock.at(options.clock.now() + HOUR, () => void look())
  }
  arm()
  return {
    current: () => current,
    onRenewal: (listener) => void listeners.push(listener),
    stop() {
      stopped = true
      cancel()
    },
  }
}

const certificateOf = (pair: Pair) => new X509Certificate(pair.cert)

/** Less than a third of its life is left, or it was made by a clock that has been set back since. */
function worn(pair: Pair, now: number): boolean {
  const { validFrom, validTo } = certificateOf(pair)
  const [start, end] = [Date.parse(validFrom), Date.parse(validTo)]
  return start > now || end - now < (end - start) / 3
}

const vouchesFor = (authority: Pair, names: readonly PermittedName[]) => {
  const { raw } = certificateOf(authority)
  return names.every((name) => permits(raw, name))
}

const namesAll = (leaf: Pair, hosts: readonly string[]) => {
  const certificate = certificateOf(leaf)
  return hosts.every(
    (host) => certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined,
  )
}

const issuedBy = (leaf: Pair, authority: Pair) =>
  certificateOf(leaf).verify(certificateOf(authority).publicKey)

async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CertificateError(`${flag} ${path} cannot be read: ${(error as Error).message}.`)
  }
}
