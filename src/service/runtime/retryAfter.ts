/**
 * `Retry-After` in milliseconds, from seconds or an HTTP date (RFC 9110, section 10.2.3); 0 when it is neither. Some
 * servers send fractions of seconds: they are accepted too.
 * @param now Unix milliseconds, against which a date is read
 */
export function parseRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
