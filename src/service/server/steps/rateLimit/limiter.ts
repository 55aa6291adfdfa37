/**
 * Rate limits (source: "Limits"; docs/internals/decisions.md, 8): burst, clock minute and UTC day must all have room, or
 * nothing is counted. The decision itself is synchronous, or one statement of a database that several processes share, so
 * that parallel requests never get more than one by one. Addresses are counted by each process for itself.
 */
import type { ApiError } from '../../../errors.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Database, Generation, Others } from '../../../storage/database.ts'
import { createAddressTable, networkOf } from './addresses.ts'
import { createDayCounts, DAY, DayCount } from './dayCounts.ts'
import { type DayLevel, type PolicyText, policyText, rateLimitHeaders } from './headers.ts'
import { LimiterState, rejection, type Violation } from './limiterState.ts'
import { type AddressLimits, defaultPlans, type PlanLimits, type PlanName } from './plans.ts'

export interface Admission {
  allowed: boolean
  /** For the response, whatever it is: X-RateLimit-*, RateLimit, RateLimit-Policy; Retry-After on a rejection. */
  headers: Record<string, string>
  /** RATE_LIMIT_EXCEEDED (minute or burst) or DAILY_QUOTA_EXCEEDED, unless `allowed`. */
  error?: ApiError
}

export interface CountedAccount {
  organizationId: string
  plan: PlanName
  /** Of what is remembered of the credential, where other processes may have changed it: `Others.generation`. */
  generation?: Generation | undefined
}

/** The cached credential may no longer be valid; nothing was counted. */
export class CredentialOutdated extends Error {
  override readonly name = 'CredentialOutdated'
}

export interface RateLimiter {
  /**
   * Counts a request of an organization. The result is immediate where only this process counts, except for the first
   * request of an organization's day, which loads the day's count.
   * @throws CredentialOutdated where the request has a former generation
   */
  admit(request: CountedAccount): Admission | Promise<Admission>
  /** Counts a request without a valid credential; also one of a signed-in user, by the user instead of the address. */
  admitAddress(address: string): Admission
  /** The limits of an address, without counting anything. */
  addressHeaders(address: string): Record<string, string>
  /** Writes the exact counts of the day; call it when no more requests come. */
  flush(): Promise<void>
}

interface RateLimiterOptions {
  clock: Clock
  database: Database
  plans?: PlanLimits
  /** Addresses remembered at a time. */
  mostAddresses?: number
}

interface Account {
  state: LimiterState
  day: DayCount
  /** The previous day: a clock that goes back over midnight continues at its count. */
  otherDay: DayCount | undefined
}

/** How many addresses' worth of requests one /48 may send. */
const NETWORK_FACTOR = 10

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, database, plans = defaultPlans, mostAddresses } = options
  const accounts = new Map<string, Account>()
  const dayCounts = createDayCounts(database)
  const addresses = createAddressTable(plans.unauthenticated, mostAddresses)
  const ofNetwork: AddressLimits = {
    perMinute: plans.unauthenticated.perMinute * NETWORK_FACTOR,
    burst: plans.unauthenticated.burst * NETWORK_FACTOR,
  }
  const networks = createAddressTable(ofNetwork, mostAddresses)
  const texts = new Map<AddressLimits, PolicyText>(
    Object.values(plans).map((limits) => [limits, policyText(limits)]),
  )
  let sweptDay = Math.floor(clock.now() / DAY)

  function accountOf(organizationId: string, now: number): Account {
    const day = Math.floor(now / DAY)
    if (day !== sweptDay) sweep(day)
    let account = accounts.get(organizationId)
    if (account === undefined) {
      account = { state: new LimiterState(now), day: new DayCount(organizationId, day), otherDay: undefined }
      accounts.set(organizationId, account)
    } else if (account.day.day !== day) {
      const { otherDay } = account
      account.otherDay = account.day
      account.day = otherDay?.day === day ? otherDay : new DayCount(organizationId, day)
    }
    return account
  }

  /** Once a day, forgets the organizations that neither today nor yesterday saw. */
  function sweep(day: number): void {
    sweptDay = day
    for (const [organizationId, account] of accounts)
      if (account.day.day < day - 1) accounts.delete(organizationId)
  }

  function admit(request: CountedAccount): Admission | Promise<Admission> {
    const limits = plans[request.plan]
    const now = clock.now()
    const { state, day } = accountOf(request.organizationId, now)
    const violations = state.violations(limits, now)
    // A rejection uses nothing of the reserved block, but its headers need the count.
    if (!day.isReady(limits.perDay) && (violations.length === 0 || !day.loaded)) {
      return dayCounts.prepare(day, limits.perDay).then(() => admit(request))
    }
    const wait = (day.day + 1) * DAY - now
    if (day.used >= limits.perDay) violations.push({ window: 'day', limit: limits.perDay, wait })
    if (violations.length === 0) {
      state.use()
      dayCounts.use(day, limits.perDay)
    }
    return describe(limits, state, violations, { remaining: Math.max(0, limits.perDay - day.used), wait })
  }

  /** Next to other processes the database counts, in one statement for each request. */
  async function admitAmong(
    others: Others,
    { organizationId, plan, generation }: CountedAccount,
  ): Promise<Admission> {
    const limits = plans[plan]
    const { perMinute, burst, perDay } = limits
    const counted = await others.admit({ organizationId, perMinute, burst, perDay, generation })
    if (counted === undefined) throw new CredentialOutdated()
    const state = new LimiterState(counted.now, counted)
    const wait = (Math.floor(counted.now / DAY) + 1) * DAY - counted.now
    const violations = counted.allowed ? [] : state.violations(limits, counted.now)
    if (!counted.allowed && counted.day >= perDay) violations.push({ window: 'day', limit: perDay, wait })
    return describe(limits, state, violations, { remaining: Math.max(0, perDay - counted.day), wait })
  }

  function describe(
    limits: AddressLimits,
    state: LimiterState,
    violations: Violation[],
    day?: DayLevel,
  ): Admission {
    const headers = rateLimitHeaders(texts.get(limits) ?? policyText(limits), limits, state, day)
    if (violations.length === 0) return { allowed: true, headers }
    const { error, retryAfterSeconds } = rejection(violations)
    headers['Retry-After'] = String(retryAfterSeconds)
    return { allowed: false, headers, error }
  }

  const { others } = database
  return {
    admit: others ? (request) => admitAmong(others, request) : admit,
    admitAddress(address) {
      const limits = plans.unauthenticated
      const now = clock.now()
      const state = addresses.find(address, now)
      const violations = state.violations(limits, now)
      // A client with a /48 of IPv6 has 65,536 units of one address.
      const network = address.includes(':') ? networks.find(networkOf(address), now) : undefined
      if (network) violations.push(...network.violations(ofNetwork, now))
      if (violations.length === 0) {
        state.use()
        network?.use()
      }
      return describe(limits, state, violations)
    },
    addressHeaders(address) {
      const now = clock.now()
      const state = addresses.find(address, now)
      state.violations(plans.unauthenticated, now) // brings it up to now
      return describe(plans.unauthenticated, state, []).headers
    },
    flush: () =>
      dayCounts.flush([...accounts.values()].flatMap(({ day, otherDay = day }) => [day, otherDay])),
  }
}
