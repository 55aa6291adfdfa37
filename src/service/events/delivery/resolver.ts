/**
 * Names to addresses. Node's `dns.lookup` runs on the thread pool, where two hanging names stop all others, so
 * DNS is asked directly and `lookup`, which also knows the hosts file, only after DNS answered that it has no
 * such name.
 */
import { promises as dns } from 'node:dns'

/** @returns the addresses of `hostname`, at least one; rejects when there is none, and when `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>

/** Asking again by another way would hang again. */
const SLOW = new Set<unknown>([dns.TIMEOUT, dns.CANCELLED])

/**
 * @param servers addresses with ports, in the place of the DNS servers that the system names
 * @param lookUp what knows the hosts file
 */
export function createResolver(servers?: readonly string[], lookUp: LookUp = systemLookUp): Resolve {
  return async (hostname, signal) => {
    if (isLocal(hostname)) return lookUp(hostname)
    const resolver = new dns.Resolver({ timeout: 5_000, tries: 3 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (addresses.length > 0) return addresses
      const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      const slow = failures.find((error) => SLOW.has(error?.code))
      if (slow) throw slow
      return await lookUp(hostname)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** Such names are never asked of DNS (RFC 6761, section 6.3). */
const isLocal = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

type LookUp = (hostname: string) => Promise<string[]>

const systemLookUp: LookUp = async (hostname) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)
