import type { ResponseCheck } from '../finding.ts'

/** A 401 names the way to authenticate (RFC 9110, 11.6.1; RFC 6750, section 3, for bearer credentials). */
export const wwwAuthenticateWith401: ResponseCheck = function* ({ exchange, header }) {
  if (exchange.status !== 401) return
  const value = header('www-authenticate')
  if (value === undefined || !/^(bearer|basic)\b/i.test(value)) {
    yield {
      message: `received WWW-Authenticate: ${value ?? 'nothing'}, expected a Bearer or Basic challenge`,
      provenance: 'decided',
    }
  }
}
