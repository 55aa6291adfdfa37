/**
 * Names to addresses. Node's `dns.lookup` runs on the thread pool, where two hanging names stop all others, so
 * DNS is asked directly and `lookup`, which also knows the hosts file, only after DNS answered that it has no
 * such name.
 */
import { promises as dns } from 'node:dns'

/** @returns the addresses of `hostname`, at least one; rejects when there is none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>

export const resolveHost: Resolve = async (hostname, signal) => {
  const resolver = new dns.Resolver({ timeout: 5_000, tries: 3 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const slow = answers.find((answer) => answer.status === 'rejected' && SLOW.has(answer.reason?.code))
    if (slow?.status === 'rejected') throw slow.reason
    return (await dns.lookup(hostname, { all: true })).map(({ address }) => address)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Asking again by another way would hang again. */
const SLOW = new Set<unknown>([dns.TIMEOUT, dns.CANCELLED])
