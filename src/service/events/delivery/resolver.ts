/**
 * Names to addresses. Node's `dns.lookup` runs on the thread pool, where two hanging names stop all others. So
 * DNS is queried directly. `lookup`, which also knows the hosts file, is used only when DNS has no such name.
 */
import { promises as dns } from 'node:dns'
import type { Clock } from '../../runtime/clock.ts'

/**
 * @param signal aborts the query
 * @returns the addresses of `hostname`, at least one; rejects when there is none, or when every caller has given up
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>

/** A second query by another way would hang again. */
const SLOW = new Set<unknown>([dns.TIMEOUT, dns.CANCELLED])

/**
 * @param clock for the lifetime of cached results
 * @param servers addresses with ports, instead of the DNS servers of the system
 * @param lookUp reads the hosts file
 */
export function createResolver(
  clock: Pick<Clock, 'after'>,
  servers?: readonly string[],
  lookUp: LookUp = systemLookUp,
): Resolve {
  return askedOnce(async (hostname, signal) => {
    if (isLocal(hostname)) return lookUp(hostname)
    const resolver = new dns.Resolver({ timeout: 5_000, tries: 3 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = responses.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      if (addresses.length > 0) return addresses
      const failures = responses.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      const slow = failures.find((error) => SLOW.has(error?.code))
      if (slow) throw slow
      return await lookUp(hostname)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }, clock)
}

/** Milliseconds for which a response is good; hardly a name is good for less. */
const CACHE_MS = 1_000

/**
 * Requests for a name while a query is in progress, or within a second after it, get its result. An event for
 * hundreds of webhooks of one receiver would otherwise send as many queries in parallel, more than many a DNS server
 * handles. A missing name is stored as long (RFC 2308), a failure of all servers is not. The query is given up once all
 * its waiting requests have given up.
 */
function askedOnce(ask: Resolve, { after }: Pick<Clock, 'after'>): Resolve {
  const questions = new Map<string, Question>()
  const begin = (hostname: string): Question => {
    const giveUp = new AbortController()
    const forget = () => {
      if (questions.get(hostname) === question) questions.delete(hostname)
    }
    const remember = () => void after(CACHE_MS, forget)
    const question = { addresses: ask(hostname, giveUp.signal), waiting: 0, giveUp, forget }
    question.addresses.then(remember, (error) => (SLOW.has(error?.code) ? forget() : remember()))
    questions.set(hostname, question)
    return question
  }
  return async (hostname, signal) => {
    const question = questions.get(hostname) ?? begin(hostname)
    question.waiting++
    const leave = () => {
      if (--question.waiting > 0) return
      question.forget() // who comes now must not get what was given up
      question.giveUp.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await question.addresses
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

interface Question {
  addresses: Promise<string[]>
  /** Requests that wait and have not given up. */
  waiting: number
  giveUp: AbortController
  forget(): void
}

/** Such names are never sent to DNS (RFC 6761, section 6.3). */
const isLocal = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

type LookUp = (hostname: string) => Promise<string[]>

const systemLookUp: LookUp = async (hostname) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)
