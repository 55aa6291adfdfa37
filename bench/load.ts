/** Load from a process of its own: autocannon, keep-alive connections over TLS. */
import autocannon from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Seconds. */
  duration: number
  connections: number
}

export interface Measured {
  /** Responses with a 2xx status per second, the mean of whole seconds. */
  perSecond: number
  /** All that came. */
  responses: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** @throws Error when anything but 2xx came back: a fast error is not a result */
export async function measure(load: Load): Promise<Measured> {
  const result = await autocannon({
    ...load,
    tlsOptions: { rejectUnauthorized: false }, // the certificates of a bench are its own
  } as autocannon.Options)
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.method ?? 'GET'} ${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`,
    )
  }
  return {
    perSecond: result.requests.average,
    responses: result['2xx'],
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
