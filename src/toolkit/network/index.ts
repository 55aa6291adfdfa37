/** The parts of a local server: a port, a certificate, a clock, and the check of trusted requests. */
import type { Pair } from './authority.ts'
import type { PermittedName } from './nameConstraints.ts'

export { type ListenAddress, listenError, type Reservation, reservePort } from './bind.ts'
export { authorityPath, type CertificateSource, localCertificates, ownCertificate } from './certificates.ts'
export { type Clock, LOOK_INTERVAL, systemClock } from './clock.ts'
export { LOOPBACK_NAMES } from './nameConstraints.ts'
export { isOfForeignPage, untrustedHost } from './trustedRequest.ts'
export type { Pair }

// The X.509 library takes 60 ms to load, which only certificates are worth.

/** A CA that may issue certificates for `names` only. @param now Unix milliseconds */
export const createAuthority = async (names: readonly PermittedName[], now: number): Promise<Pair> =>
  (await import('./authority.ts')).createAuthority(names, now)

/** A server certificate for `hosts`, issued by `authority`. @param now Unix milliseconds */
export const createLeaf = async (authority: Pair, hosts: readonly string[], now: number): Promise<Pair> =>
  (await import('./authority.ts')).createLeaf(authority, hosts, now)
