/** How many requests each subscription plan allows (source: "Limits"; Enterprise's burst: docs/internals/decisions.md, 8). */
export interface AddressLimits {
  /** Requests in a clock minute, and the rate at which the burst refills. */
  perMinute: number
  /** Requests at a time. */
  burst: number
}

export interface Limits extends AddressLimits {
  /** Requests in a UTC day. */
  perDay: number
}

export type PlanName = 'free' | 'pro' | 'business' | 'enterprise'

export type PlanLimits = Record<PlanName, Limits> & {
  /** Requests without a valid credential, counted for each address. */
  unauthenticated: AddressLimits
}

export const defaultPlans: PlanLimits = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 300, perDay: 10_000, burst: 50 },
  business: { perMinute: 600, perDay: 50_000, burst: 100 },
  enterprise: { perMinute: 1_000, perDay: 100_000, burst: 200 },
  unauthenticated: { perMinute: 60, burst: 10 },
}

/** The source gives Enterprise's figures as minima. */
const minima: Record<string, number> = { 'enterprise.perMinute': 1_000, 'enterprise.perDay': 100_000 }

/** Retains every count exact in a double, and within the integers of structured fields (RFC 9651, section 3.3.1). */
const LARGEST = 1_000_000_000_000

/**
 * Reads a file of plan limits: a JSON object of plans, each with the properties that differ from the defaults.
 * @throws Error that names the property, the received and the expected value.
 * @example parsePlanLimits('{"enterprise":{"perMinute":5000,"perDay":2000000,"burst":1000}}')
 */
export function parsePlanLimits(json: string): PlanLimits {
  const given = requireObject('the file', parse(json))
  const plans = structuredClone(defaultPlans) as unknown as Record<string, Record<string, number>>
  for (const [name, limits] of Object.entries(given)) {
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
    if (plan === undefined) {
      throw new Error(`Plan limits: received the plan ${JSON.stringify(name)}; expected ${oneOf(plans)}.`)
    }
    for (const [member, value] of Object.entries(requireObject(name, limits))) {
      const field = `${name}.${member}`
      if (!Object.hasOwn(plan, member))
        throw new Error(`Plan limits: received ${field}; expected ${oneOf(plan)}.`)
      plan[member] = requireCount(field, value)
    }
  }
  return plans as unknown as PlanLimits
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`Plan limits: expected JSON: ${(error as Error).message}`, { cause: error })
  }
}

function requireObject(field: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Error(`Plan limits: ${field}: received ${JSON.stringify(value)}; expected an object.`)
}

function requireCount(field: string, value: unknown): number {
  const least = minima[field] ?? 1
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= LARGEST)
    return value as number
  const expected = `a whole number from ${least} to ${LARGEST}`
  throw new Error(`Plan limits: ${field}: received ${JSON.stringify(value)}; expected ${expected}.`)
}

const oneOf = (record: object) => Object.keys(record).join(', ')
