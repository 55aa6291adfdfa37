/** The name constraints of the local certificate authority (RFC 5280, 4.2.1.10), in DER. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { element, sequence } from './der.ts'

/** A name that certificates of the CA may carry: a DNS name, or addresses as `address/prefix`. */
export type PermittedName = { dns: string } | { address: string; prefix: number }

/** The names that every local CA permits: this machine's own (RFC 6761, 6.3; RFC 5735; RFC 4291, 2.5.3). */
export const LOOPBACK_NAMES: readonly PermittedName[] = [
  { dns: 'localhost' },
  { address: '127.0.0.0', prefix: 8 },
  { address: '::1', prefix: 128 },
]

/** The one name that `host`, an address or a DNS name, stands for. */
export function permittedName(host: string): PermittedName {
  const family = isIP(host)
  return family === 0 ? { dns: host.toLowerCase() } : { address: host, prefix: family === 4 ? 32 : 128 }
}

/** The value of the extension that permits `names` and nothing else of their kinds. */
export function encodeNameConstraints(names: readonly PermittedName[]): Buffer {
  const permitted = element(0xa0, Buffer.concat(names.map(encodeSubtree)))
  return sequence(permitted)
}

/** Whether a certificate (DER) has name constraints with a subtree for exactly `name`. */
export function permits(certificate: Buffer, name: PermittedName): boolean {
  return certificate.includes(encodeSubtree(name))
}

/** GeneralSubtree with only its base: minimum is 0 by default and maximum is never used (RFC 5280, 4.2.1.10). */
function encodeSubtree(name: PermittedName): Buffer {
  return sequence(
    'dns' in name ? element(0x82, Buffer.from(name.dns, 'ascii')) : element(0x87, network(name)),
  )
}

/** Address and mask side by side: 8 bytes for IPv4, 32 for IPv6. */
function network({ address, prefix }: { address: string; prefix: number }): Buffer {
  const bytes = ipaddr.parse(address).toByteArray()
  const mask = bytes.map((_, i) => 0xff & ~(0xff >> Math.min(8, Math.max(0, prefix - 8 * i))))
  return Buffer.from([...bytes, ...mask])
}
