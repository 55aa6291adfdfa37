/** Counts of those who show no valid credential, one for each address, in bounded memory. */
import ipaddr from 'ipaddr.js'
import { LimiterState } from './limiterState.ts'
import type { AddressLimits } from './plans.ts'

interface AddressTable {
  find(address: string, now: number): LimiterState
  readonly size: number
}

/**
 * Each new entry moves a hand over two others and drops those that are idle; at `most` entries the first goes in
 * any case. A client with that many addresses gains nothing from it, because each has its own allowance anyway.
 */
export function createAddressTable(limits: AddressLimits, most = 100_000): AddressTable {
  const table = new Map<string, LimiterState>()

  // One iterator for good: a new one would pass over all that was deleted before it, 160 µs in a full table.
  let hand = table.entries()

  const sweep = (now: number) => {
    for (let looked = 0; looked < 2; looked++) {
      let next = hand.next()
      if (next.done) {
        hand = table.entries()
        next = hand.next()
        if (next.done) return
      }
      const [address, state] = next.value
      if (table.size >= most || state.isIdle(limits, now)) table.delete(address)
    }
  }

  return {
    find(address, now) {
      const key = partitionOf(address)
      let state = table.get(key)
      if (state === undefined) {
        sweep(now)
        state = new LimiterState(now)
        table.set(key, state)
      }
      return state
    },
    get size() {
      return table.size
    },
  }
}

/** The unit of one address: a client with an IPv6 address has its /64; IPv4 in its IPv6 form is IPv4. */
export function partitionOf(address: string): string {
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return parsed.parts.slice(0, 4).join(':')
}

/** The network of an address: of IPv6 the /48 that a site gets, of IPv4 the /24; what is not an address is its own. */
export function networkOf(address: string): string {
  const partition = partitionOf(address)
  if (ipaddr.IPv4.isValidFourPartDecimal(partition)) return partition.split('.').slice(0, 3).join('.')
  return ipaddr.IPv6.isValid(address) ? partition.split(':').slice(0, 3).join(':') : partition
}
