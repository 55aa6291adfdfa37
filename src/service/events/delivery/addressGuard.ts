/**
 * Where deliveries may go. A webhook's URL is chosen by a client, so the service must not be made to knock at
 * doors that only it can reach. Every address is checked as a literal, after the DNS lookup, and on the connected
 * socket (docs/internals/decisions.md, "SSRF").
 */
import ipaddr from 'ipaddr.js'

/** A URL that deliveries may not go to; the message states what it is and what was expected. */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected'
}

export interface AddressGuard {
  /**
   * Checks what can be known without a lookup: HTTPS, no credentials, and the address when the host is one.
   * @throws AddressRejected
   */
  checkUrl(url: string): URL
  /** Whether deliveries may go to this IP address. */
  allows(address: string): boolean
}

/**
 * @param allow addresses and networks that are exceptions, such as `127.0.0.0/8` for receivers on the same machine
 * @throws Error when a block is malformed
 */
export function createAddressGuard(allow: readonly string[] = []): AddressGuard {
  const exceptions = allow.map((entry) =>
    ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`),
  )

  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.parse(text)
    return exceptions.some((block) => within(address, block)) || isPublic(address)
  }

  return {
    allows,
    checkUrl(text) {
      // The URL parser turns decimal, hexadecimal, octal and full-width forms into the address they mean.
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url?.protocol !== 'https:') throw new AddressRejected(`is ${text}; expected an https:// address`)
      if (url.username !== '' || url.password !== '')
        throw new AddressRejected('has a user name or a password; expected neither')
      const literals = literalAddresses(url.hostname)
      if (literals.length > 0 && !literals.some(allows))
        throw new AddressRejected(`leads to ${url.hostname}; expected a public address`)
      return url
    },
  }
}

/** The addresses that a host names by itself; none for a name that must be looked up. */
function literalAddresses(hostname: string): string[] {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) return [host]
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : [] // RFC 6761, section 6.3
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = [Address, number]

const within = (address: Address, [network, bits]: Block): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

const isPublic = (address: Address): boolean => {
  if (address.range() !== 'unicast') return false
  if (NEVER.some((block) => within(address, block))) return false
  if (address.kind() === 'ipv4') return true
  return within(address, GLOBAL_UNICAST_V6) && !isIsatap(address as ipaddr.IPv6)
}

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/** Ranges that `range()` classifies as unicast, or may in another release, and that are not ordinary public hosts. */
const NEVER: Block[] = [
  '168.63.129.16/32', // Azure's wire server
  '192.0.0.0/24', // IETF protocol assignments (RFC 6890); Oracle's metadata service is at .192
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // AMT relays (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID (RFC 2928)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 carries any IPv4 address (RFC 3056)
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
].map((block) => ipaddr.parseCIDR(block))

/** ISATAP carries any IPv4 address behind any prefix (RFC 5214, section 6.1): …:0:5efe:a.b.c.d or …:200:5efe:a.b.c.d. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  ((parts[4] as number) & 0xfcff) === 0 && parts[5] === 0x5efe
