/** Peers and networks: CIDR lists as flags give them, and the client's address behind trusted proxies. */
import ipaddr from 'ipaddr.js'

/** States whether an address (as `socket.remoteAddress` writes it) is in the list. */
export type AddressList = (address: string | undefined) => boolean

/** A network that a flag names and that does not exist; the message quotes what was given. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/**
 * Reads networks such as `10.0.0.0/8`, `fd00::/8` or a single address. IPv4 in its IPv6 form
 * (`::ffff:10.0.0.1`, as dual-stack sockets report it) counts as IPv4 on both sides.
 * @throws AddressError when an entry is neither
 */
export function parseAddressList(flag: string, entries: readonly string[]): AddressList {
  const ranges = entries.map((entry) => parseRange(flag, entry))
  return (address) => {
    if (ranges.length === 0 || address === undefined || !ipaddr.isValid(address)) return false
    const candidate = ipaddr.process(address)
    return ranges.some(
      ([network, prefix]) => candidate.kind() === network.kind() && candidate.match(network, prefix),
    )
  }
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

function parseRange(flag: string, entry: string): Range {
  const [address = '', prefix, more] = entry.split('/')
  const wanted = 'expected an address or a network such as 10.0.0.0/8 or fd00::/8'
  // Only the four-part form of IPv4: ipaddr.js also takes 0x7f.1 and 010.0.0.1, which people misread.
  const known = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!known || more !== undefined) throw new AddressError(`${flag} ${entry}: ${wanted}.`)
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(length <= bits)) throw new AddressError(`${flag} ${entry}: the prefix length must be 0 to ${bits}.`)
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96) {
    return [parsed.toIPv4Address(), length - 96]
  }
  return [parsed, length]
}

/**
 * The address that a request comes from. Behind trusted proxies it is the right-most entry of `X-Forwarded-For`
 * that is not one of them: everything left of it was written by anyone who sent it.
 * @param peer address of the connection's other end
 * @param forwardedFor the header as received, if any
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressList,
): string {
  let address = plain(peer)
  if (forwardedFor === undefined || !trusted(peer)) return address
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) return address // not an address: the proxy that wrote it is the last known one
    address = plain(hop)
    if (!trusted(hop)) return address
  }
  return address
}

function plain(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  return ipaddr.process(address).toString()
}
