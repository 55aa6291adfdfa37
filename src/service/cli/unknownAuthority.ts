/** TLS errors for a certificate whose CA is unknown (OpenSSL's names, as Node reports them). */
const CODES = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

/**
 * Why a server could not be reached, in one sentence that begins with its address.
 * @param caFile the file of a local CA
 */
export function unreachable(url: string, error: unknown, caFile: string): Error {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const words = CODES.includes(code)
    ? `its certificate was issued by an unknown CA (${code}). Trust it with --ca FILE: ${caFile}`
    : (error instanceof Error && error.message) || String(error)
  return new Error(`${url}: ${words}`, { cause: error })
}
