/** The parts of a local server: a port, a certificate, a clock, and the check of trusted requests. */
export { createAuthority, createLeaf, type Pair } from './authority.ts'
export { type ListenAddress, listenError, type Reservation, reservePort } from './bind.ts'
export { authorityPath, type CertificateSource, localCertificates, ownCertificate } from './certificates.ts'
export { type Clock, LOOK_INTERVAL, systemClock } from './clock.ts'
export { LOOPBACK_NAMES } from './nameConstraints.ts'
export { isOfForeignPage, untrustedHost } from './trustedRequest.ts'
